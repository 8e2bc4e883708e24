// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands of sums of products that lie packed: panels of so many neighbours
// along one loop of the result, the steps of the sum one after another. Element
// n of step k is [n / width, k…, n mod width]; the last panel is padded.
// Elements smaller than the sum lie in words as an instruction takes them, k
// the first loop: [n / width, k / steps, k'…, n mod width, k mod steps], the
// last word padded. Or k is the last loop: [n / width, k'…, k / steps,
// n mod width, k mod steps], and of the steps of one word
// [n / width, k'…, n mod width, k].
#ifndef KILN_LIB_TARGET_EMITTERS_TILES_PANELS_H
#define KILN_LIB_TARGET_EMITTERS_TILES_PANELS_H

#include "kiln/Target/TargetInfo.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace kiln {

/// Elements side by side in the panels of a package for all of `targets`, a
/// multiple of the columns of each one's tiles: it has a weight once. Those of
/// the widest vectors there are where no target is known.
int64_t getPanelWidth(Type type, ArrayRef<TargetInfo> targets);

/// The steps of the sum that are side by side in panels of operand `number`; 1
/// where its elements are those of the sum, or each place along the loop that
/// panels are cut along has elements of the other operand of its own: a filter
/// for each channel.
int64_t getPanelSteps(mlir::linalg::GenericOp op, unsigned number);

/// The loop that panels are cut along, that of the steps of a word, which is
/// the first or the last one of the sum, and the elements side by side.
struct PanelLayout {
  unsigned lane, word;
  int64_t width;
  bool isOneWord = false; ///< the last loop has the steps of one word
};

/// How `op` reads operand `number` in panels.
mlir::AffineMap getPanelMap(mlir::linalg::GenericOp op, unsigned number,
                            PanelLayout layout);

/// The layout of operand `number`, an argument of the kernel, where it lies in
/// panels.
std::optional<PanelLayout> matchPanels(mlir::linalg::GenericOp op,
                                       unsigned number);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_TILES_PANELS_H
