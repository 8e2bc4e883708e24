// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How other dialects write arguments that hold sizes.
#ifndef KILN_DIALECT_EP_NORMALFORM_H
#define KILN_DIALECT_EP_NORMALFORM_H

#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/Operation.h"

namespace kiln::ep {

/// A dialect whose operations write a size that is a plain number in another
/// way than one with symbols. A pass that replaces sizes in attributes calls it
/// afterwards.
class NormalFormInterface
    : public mlir::DialectInterface::Base<NormalFormInterface> {
public:
  explicit NormalFormInterface(mlir::Dialect *dialect) : Base(dialect) {}

  /// Writes the attributes of `op` as its verifier wants them.
  virtual void normalize(mlir::Operation *op) const = 0;
};

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_NORMALFORM_H
