// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels around one sum of products: matrix products and convolutions, with
// the elementwise ops that follow.
#ifndef KILN_LIB_TARGET_EMITTERS_TILES_SUMOFPRODUCTS_H
#define KILN_LIB_TARGET_EMITTERS_TILES_SUMOFPRODUCTS_H

#include "MicroKernel.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Support/FewRows.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallBitVector.h"

namespace kiln {

/// The only reduction of `kernel`, where it sums the products of two operands
/// (of smaller floats or integers, too, that the sum's type holds exactly) in
/// f32 or f64, or in i32 where `takesIntegers`, and only elementwise ops at
/// the same place follow; else null. With `takesChoices` rows may choose
/// matrices (exec::MatrixChoice).
mlir::linalg::GenericOp matchSumOfProducts(exec::KernelOp kernel,
                                           bool takesIntegers = false,
                                           bool takesChoices = false);

/// The same with choices, or such a sum whose columns are parts side by side:
/// slices of them, each as long as a row of the kernel's results, are what the
/// elementwise ops have at one place. `parts` is where they begin, without
/// repetition; empty where results are as wide as the sum.
mlir::linalg::GenericOp matchSumOfParts(exec::KernelOp kernel,
                                        bool takesIntegers,
                                        SmallVectorImpl<int64_t> &parts);

/// The only reduction of `kernel`; null where there are none or several.
mlir::linalg::GenericOp findReduction(exec::KernelOp kernel);

/// Have the results of `kernel` what `reduction` gives at one place only, and
/// its sizes?
bool isWhole(exec::KernelOp kernel, mlir::linalg::GenericOp reduction);

/// The number of the argument of a body that `value` is, widened or not.
std::optional<unsigned> getInputNumber(Value value);

/// The type that `sum` is taken in.
Type getSumType(mlir::linalg::GenericOp sum);

/// Does it start from zero?
bool startsFromZero(mlir::linalg::GenericOp sum);

/// Is `value` used only at the place where it is computed, by elementwise ops
/// on the same domain and by the kernel's results?
bool isUsedInPlace(Value value);

/// The types of such a sum, whose left operand is number `left`.
ProductTypes getProductTypes(mlir::linalg::GenericOp sum, unsigned left);

/// The loops that index operand `number`.
llvm::SmallBitVector getLoops(mlir::linalg::GenericOp op, unsigned number);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_TILES_SUMOFPRODUCTS_H
