// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fields of the named tuples in a program's trees, which TreeSpec texts do
// not have: `ep.module_call "" … {ep.named_tuples = {"model.Point" = ["x",
// "y"]}}`.
#ifndef KILN_DIALECT_EP_NAMEDTUPLES_H
#define KILN_DIALECT_EP_NAMEDTUPLES_H

#include "kiln/Dialect/EP/EP.h"

namespace kiln::ep {

constexpr llvm::StringLiteral kNamedTuplesAttrName = "ep.named_tuples";

/// Lists of names by the name of the type; null where `call` has none.
inline DictionaryAttr getNamedTuples(ModuleCallOp call) {
  return call->getAttrOfType<DictionaryAttr>(kNamedTuplesAttrName);
}

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_NAMEDTUPLES_H
