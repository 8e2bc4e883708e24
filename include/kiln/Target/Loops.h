// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about loops, from emitters for `kiln-vectorize-loops`.
#ifndef KILN_TARGET_LOOPS_H
#define KILN_TARGET_LOOPS_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace kiln {

/// A unit attribute on an `scf.for` of step 1 that may become a vector loop: an
/// iteration reads nothing that another one stores, and the values that the
/// loop carries may be combined in any order.
inline constexpr StringRef kLanesAttr = "exec.lanes";

/// Beside it: what lies behind the last item may be stored to, too, as far as
/// vectors of items go.
inline constexpr StringRef kOverrunsAttr = "exec.overruns";

/// Keeps LLVM from writing a loop for several iterations at once.
inline void keepAsWritten(mlir::scf::ForOp loop) {
  mlir::MLIRContext *context = loop.getContext();
  auto yes = mlir::BoolAttr::get(context, true);
  auto noVectors =
      mlir::LLVM::LoopVectorizeAttr::get(context, yes, {}, {}, {}, {}, {}, {});
  auto noCopies =
      mlir::LLVM::LoopUnrollAttr::get(context, yes, {}, {}, {}, {}, {}, {});
  loop->setAttr("loop_annotation", mlir::LLVM::LoopAnnotationAttr::get(
                                       context, {}, noVectors, {}, noCopies, {},
                                       {}, {}, {}, {}, {}, {}, {}, {}, {}, {}));
}

/// The larger of two floats, or vectors of them, by a comparison: `b` where one
/// is NaN or they are equal, as one instruction gives it. A vector loop may
/// carry `b`.
inline Value selectLarger(OpBuilder &builder, Location loc, Value a, Value b) {
  Value isLarger = mlir::arith::CmpFOp::create(
      builder, loc, mlir::arith::CmpFPredicate::OGT, a, b);
  return mlir::arith::SelectOp::create(builder, loc, isLarger, a, b);
}

} // namespace kiln

#endif // KILN_TARGET_LOOPS_H
