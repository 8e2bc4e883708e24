// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over windows with a filter or two for each image, and the tiles that
// they are cut to on a processor.
#ifndef KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWPLAN_H
#define KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWPLAN_H

#include "../Tiles/Band.h"
#include "kiln/Target/TargetInfo.h"

namespace kiln {

struct WindowPlan : BandPlan {
  int64_t tileRows = 1, tileVectors = 1; ///< whose sums are in registers
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWPLAN_H
