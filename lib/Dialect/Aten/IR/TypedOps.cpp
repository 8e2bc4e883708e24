// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpModel.h"
#include "kiln/Dialect/Aten/AllOps.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace kiln::aten;

#define KILN_ATEN_TYPED_OP(CLASS) MLIR_DEFINE_EXPLICIT_TYPE_ID(CLASS)
#include "TypedOps.inc"
#undef KILN_ATEN_TYPED_OP

std::optional<TypeID> kiln::aten::detail::lookupTypedOp(StringRef name) {
  static const llvm::StringMap<TypeID> classes = {
#define KILN_ATEN_TYPED_OP(CLASS)                                              \
  {CLASS::getOperationName(), TypeID::get<CLASS>()},
#include "TypedOps.inc"
#undef KILN_ATEN_TYPED_OP
  };
  auto found = classes.find(name);
  return found == classes.end() ? std::nullopt : std::optional(found->second);
}
