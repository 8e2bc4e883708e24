// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products whose factor is decoded in another shape than that in which they
// read it.
#ifndef KILN_LIB_TARGET_SPLIT_DECODEDSHAPE_H
#define KILN_LIB_TARGET_SPLIT_DECODEDSHAPE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <optional>

namespace kiln {

/// A product in the shape of its factor, and its result in that of another one.
struct ShapedProduct {
  mlir::linalg::GenericOp op;
  mlir::tensor::CollapseShapeOp result;
};

/// `op` in the shape in which numbers of four bits are decoded for it, beside
/// `op`. Nothing where no reshape is between them.
std::optional<ShapedProduct> takeDecodedShape(mlir::OpBuilder &builder,
                                              mlir::linalg::GenericOp op);

} // namespace kiln

#endif // KILN_LIB_TARGET_SPLIT_DECODEDSHAPE_H
