// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of an operation that is read before all is known that the operation
// needs: calls that the archive has as functions of functorch which open and
// close a level.
#ifndef KILN_LIB_IMPORT_DETACHEDBODY_H
#define KILN_LIB_IMPORT_DETACHEDBODY_H

#include "kiln/Dialect/EP/EP.h"

namespace kiln::pt2 {

class DetachedBody {
public:
  /// From now on `builder` builds in the body.
  DetachedBody(mlir::OpBuilder &builder, Location loc);

  mlir::Region &get() { return holder->getBody(); }
  /// Gives the body an argument for each value from outside that it uses.
  /// Returns those values.
  SmallVector<Value> isolate(Location loc);

  /// Where the operation will stand.
  mlir::OpBuilder::InsertPoint outside;

private:
  mlir::OwningOpRef<ep::InvokeOp> holder;
};

} // namespace kiln::pt2

#endif // KILN_LIB_IMPORT_DETACHEDBODY_H
