// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over windows with a filter or two for each image, or poolings without
// any, and the tiles that they are cut to on a processor.
#ifndef KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWPLAN_H
#define KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWPLAN_H

#include "../Tiles/Band.h"
#include "kiln/Target/TargetInfo.h"

namespace kiln {

struct WindowPlan : BandPlan {
  int64_t tileRows = 1, tileVectors = 1; ///< whose sums are in registers
  std::optional<Pooling> pooling;        ///< else there are filters
  /// Registers hold the only plane of a filter for all tiles of a band.
  bool keepsFilter = false;
  /// Whole tiles have code of their own.
  bool setsWholeApart = false;

  /// Rows of the image that a tile reads.
  int64_t countRows() const { return rows.reach(tileRows); }
  /// The row of the window of row `row` of a tile that row `from` of the image
  /// is, if it is one of them.
  std::optional<int64_t> findTap(int64_t row, int64_t from) const {
    int64_t distance = from - row * rows.stride;
    bool isTap = distance >= 0 && distance % rows.dilation == 0 &&
                 distance / rows.dilation < rows.taps;
    return isTap ? std::optional(distance / rows.dilation) : std::nullopt;
  }
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWPLAN_H
