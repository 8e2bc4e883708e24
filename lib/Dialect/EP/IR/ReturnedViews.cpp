// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/ReturnedViews.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

std::optional<ReturnedView> ep::getReturnedView(Attribute attribute) {
  auto parts = dyn_cast_or_null<DictionaryAttr>(attribute);
  if (!parts)
    return std::nullopt;
  auto input = parts.getAs<StringAttr>("input");
  auto offset = parts.getAs<ExprAttr>("offset");
  if (!input || !offset || parts.size() != 2)
    return std::nullopt;
  return ReturnedView{input, offset};
}

Attribute ep::makeReturnedView(const ReturnedView &view) {
  Builder builder(view.input.getContext());
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("input", view.input),
       builder.getNamedAttr("offset", view.offset)});
}
