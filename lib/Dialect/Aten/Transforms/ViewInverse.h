// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views backwards: from what was written through a view to what it is a view
// of.
#ifndef KILN_LIB_DIALECT_ATEN_TRANSFORMS_VIEWINVERSE_H
#define KILN_LIB_DIALECT_ATEN_TRANSFORMS_VIEWINVERSE_H

#include "AliasTracker.h"

namespace kiln::aten {

/// A result of a view operation and the operand that it views.
struct ViewStep {
  mlir::OpOperand *viewed;
  unsigned result;
};

/// The operand of the view `step`, after `written` was stored through it: a
/// structured write (slice_scatter, select_scatter, …) into the value that
/// `readOld` returns, or another arrangement of the same elements. Null, with
/// the reason in `why`, when there is none.
Value createInverse(OpBuilder &builder, Location loc, ViewStep step,
                    llvm::function_ref<Value()> readOld, NewValue written,
                    const ep::Facts &facts, std::string &why);

/// Where result `result` of `view` begins, in elements of the storage, counted
/// from the first element of its operand; nothing when that is not known.
/// For an as_strided the position in the storage.
std::optional<ep::ExprAttr> getViewOffset(AtenOp view, unsigned result,
                                          ep::TensorType viewed);
bool isAbsolute(AtenOp view);

/// The part of the viewed tensor along one dimension that a slice, a narrow or
/// a result of a split is.
struct SliceBounds {
  int64_t dim;
  ep::ExprAttr start, end, step;
};
std::optional<SliceBounds> getSliceBounds(AtenOp view, unsigned result,
                                          ep::TensorType viewed);

} // namespace kiln::aten

#endif // KILN_LIB_DIALECT_ATEN_TRANSFORMS_VIEWINVERSE_H
