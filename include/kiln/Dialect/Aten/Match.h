// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What passes ask that look for several operators at once.
#ifndef KILN_DIALECT_ATEN_MATCH_H
#define KILN_DIALECT_ATEN_MATCH_H

#include "kiln/Dialect/Aten/Aten.h"

namespace kiln::aten {

/// The operation that makes `value`, which may be null; null where its name is
/// none of `names`.
inline AtenOp getProducer(Value value, ArrayRef<StringRef> names) {
  auto op = dyn_cast_or_null<AtenOp>(value ? value.getDefiningOp() : nullptr);
  return op && llvm::is_contained(names, op->getName().getStringRef())
             ? op
             : AtenOp();
}

/// The integer that an argument is; nothing for another number, or a symbol.
inline std::optional<int64_t> getInteger(Attribute number) {
  if (auto expr = dyn_cast_or_null<ep::ExprAttr>(number); expr && expr.isInt())
    return expr.getValue();
  auto integer = dyn_cast_or_null<IntegerAttr>(number);
  return integer ? std::optional(integer.getInt()) : std::nullopt;
}

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_MATCH_H
