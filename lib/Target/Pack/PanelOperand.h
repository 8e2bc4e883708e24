// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which operands of kernels are worth being packed, and how they are.
#ifndef KILN_LIB_TARGET_PACK_PANELOPERAND_H
#define KILN_LIB_TARGET_PACK_PANELOPERAND_H

#include "kiln/Dialect/EP/PackedStorage.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Target/TargetInfo.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kiln {

/// An operand that a sum of products would read in panels. It is an argument of
/// the kernel, or a slice of one that begins with a panel.
struct PanelOperand {
  mlir::linalg::GenericOp sum;
  unsigned input;              ///< number of the operand of `sum`
  unsigned argument;           ///< number of the argument of the kernel
  mlir::RankedTensorType type; ///< of the argument as it is
  unsigned loop;               ///< that panels are cut along
  /// For each loop of the sum in order, the dimension of the operand as it is.
  SmallVector<unsigned> steps;
  unsigned dimension; ///< of `loop` in the operand as it is
  unsigned wordStep;  ///< which of `steps` words are cut along
  bool splitsTaps;    ///< words are of taps, whose loop is split for that
  int64_t width;      ///< elements side by side in a panel

  /// The argument: [panel, step…, lane], or one of the steps in words, and then
  /// [panel, step…, lane, step of the word].
  mlir::RankedTensorType getPackedType() const;
  /// The slice of the argument that is read; null: all of it is.
  mlir::tensor::ExtractSliceOp getSlice() const;
  /// Its first panel, and its type.
  int64_t getFirstPanel() const;
  mlir::RankedTensorType getReadType() const;
  int64_t getStepsPerWord() const; ///< 1 where there are no words
  /// Where the elements lie in the packed operand.
  ep::PackedLayout getLayout() const;
};

/// The filters of a convolution, or the right operand of a product of several
/// rows, where a kernel's emitter would pack it at each call; nothing for other
/// kernels. Of words only where all of `targets` have the instruction.
std::optional<PanelOperand> matchPanelOperand(exec::KernelOp kernel,
                                              ArrayRef<TargetInfo> targets);

/// Makes the kernel read the operand in panels. Where words are of taps, their
/// loop is split, and the image is as much longer as the last word is.
void readPanels(exec::KernelOp kernel, const PanelOperand &operand);

/// `value` with `count` zeros behind its last element along `dimension`.
Value padBehind(OpBuilder &builder, Location loc, Value value,
                unsigned dimension, int64_t count);

/// A kernel `name` at the place of `builder` that packs such an operand.
exec::KernelOp buildPackKernel(OpBuilder &builder, Location loc, StringRef name,
                               const PanelOperand &operand);

} // namespace kiln

#endif // KILN_LIB_TARGET_PACK_PANELOPERAND_H
