// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/Capability.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

bool kiln::hasCapability(Operation *op, StringRef capability) {
  for (; op; op = op->getParentOp()) {
    auto map = op->getAttrOfType<MapAttr>(DLTIDialect::kMapAttrName);
    if (!map)
      continue;
    FailureOr<Attribute> value =
        map.query(StringAttr::get(op->getContext(), capability));
    auto known = succeeded(value) ? dyn_cast<BoolAttr>(*value) : BoolAttr();
    return known && known.getValue();
  }
  return true;
}
