// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elementwise ops are computed where they are read.
#ifndef KILN_LIB_DIALECT_EXEC_TRANSFORMS_ELEMENTWISEEDGES_H
#define KILN_LIB_DIALECT_EXEC_TRANSFORMS_ELEMENTWISEEDGES_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kiln::exec {

/// Does `operand`, an input of a linalg.generic, come from an elementwise one?
bool isElementwiseEdge(mlir::OpOperand *operand);

/// Why computing the producer of `operand`, an elementwise edge whose loops line
/// up (`linalg::areElementwiseOpsFusable`), in its owner is not possible or
/// costs more than it saves; empty when it pays.
StringRef refuseElementwise(mlir::OpOperand *operand);

/// Does `op` make nothing but a factor of a product of few rows, simply, of more
/// than twice the bytes that it reads: numbers of few bits that are scaled, say?
/// The product computes it where it reads it: it is never in memory.
bool isDecoder(mlir::linalg::GenericOp op);

/// The operand of the product that reads `value`, and nothing else does, again
/// and again; its shape may be moved out from in between. Null where there is no
/// such product.
mlir::OpOperand *getFactor(mlir::Value value);

/// Is each element of `factor` known to be read so few times by its product as
/// by one of few rows?
bool hasFewReads(mlir::OpOperand *factor);

} // namespace kiln::exec

#endif // KILN_LIB_DIALECT_EXEC_TRANSFORMS_ELEMENTWISEEDGES_H
