// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decisions of passes (kiln/Support/Decision.h), in the order in which they
// come up.
#ifndef KILN_TOOLS_KILN_BISECT_DECISIONS_H
#define KILN_TOOLS_KILN_BISECT_DECISIONS_H

#include "Snapshots.h"

namespace kiln::bisect {

/// While it lives, the first `limit` decisions in a context happen and the
/// others do not. So two runs are alike up to the smaller of their limits.
class DecisionLimit {
public:
  /// `snapshots` grow with the passes of the context, on one thread.
  DecisionLimit(MLIRContext &context, size_t limit,
                const std::vector<Snapshot> &snapshots);
  ~DecisionLimit();

  struct Taken {
    size_t number = 0; ///< from 1; 0 where none was taken
    std::string text;  ///< `kiln-fusion: fusion (model.py:12: …)`
    size_t pass = 0;   ///< the snapshot that its pass ends with
  };
  const Taken &getLast() const { return last; }

private:
  MLIRContext &context;
  Taken last;
};

} // namespace kiln::bisect

#endif // KILN_TOOLS_KILN_BISECT_DECISIONS_H
