// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_SUPPORT_EXTENSION_H
#define KILN_SUPPORT_EXTENSION_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace kiln {

/// `value`, or the float of the narrowest type that it is a wider form of.
inline Value stripExtensions(Value value) {
  while (auto widened = value.getDefiningOp<mlir::arith::ExtFOp>())
    value = widened.getIn();
  return value;
}

} // namespace kiln

#endif // KILN_SUPPORT_EXTENSION_H
