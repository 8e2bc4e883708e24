// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Families.h"
#include "kiln/Dialect/Aten/Creation.h"
#include "kiln/Dialect/Aten/View.h"
#include "kiln/Dialect/Aten/ViewMap.h"
#include "kiln/Support/Origin.h"
#include "kiln/Support/Registry.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

Location aten::getDecomposedLoc(Operation *op) {
  if (!getOrigin(op->getLoc()).op.empty())
    return op->getLoc();
  return NameLoc::get(op->getName().getIdentifier(), op->getLoc());
}

ep::TensorType aten::getTensorType(Value value) {
  return cast<ep::TensorType>(value.getType());
}

ep::TensorType aten::makeStrided(ep::TensorType like, SizesRef sizes,
                                 SizesRef strides) {
  ep::TensorType contiguous = like.withSizes(sizes);
  if (SizesRef(contiguous.getStridesOrDefault()) == strides)
    return contiguous;
  return ep::TensorType::get(like.getContext(), sizes, like.getElementType(),
                             strides, like.getDevice());
}

/// The type of a view of `value` by the map.
static ep::TensorType getViewType(Value value, const ViewMap &map) {
  ep::TensorType type = getTensorType(value);
  return makeStrided(type, map.getSizes(),
                     map.getStrides(type.getStridesOrDefault()));
}

Value aten::createPermute(OpBuilder &builder, Location loc, Value value,
                          ArrayRef<int64_t> dims) {
  ViewMap map = *viewPermuted(getTensorType(value).getSizes(), dims);
  return PermuteOp::create(builder, loc, getViewType(value, map), value, dims)
      ->getResult(0);
}

Value aten::createView(OpBuilder &builder, Location loc, Value value,
                       ep::TensorType type) {
  ep::TensorType from = getTensorType(value);
  if (from == type)
    return value;
  if (!from.isContiguous() && type.isContiguous()) {
    from = from.withSizes(from.getSizes());
    value = CloneOp::create(builder, loc, from, value,
                            StringRef("contiguous_format"))
                ->getResult(0);
    if (from == type)
      return value;
  }
  return ViewOp::create(builder, loc, type, value, type.getSizes())
      ->getResult(0);
}

Value aten::createView(OpBuilder &builder, Location loc, Value value,
                       SizesRef sizes) {
  return createView(builder, loc, value, getTensorType(value).withSizes(sizes));
}

Value aten::createCast(OpBuilder &builder, Location loc, Value value,
                       Type dtype) {
  ep::TensorType type = getTensorType(value);
  if (type.getElementType() == dtype)
    return value;
  auto result = ep::TensorType::get(type.getContext(), type.getSizes(), dtype,
                                    type.getStrides(), type.getDevice());
  return PrivateToCopyOp::create(builder, loc, result, value, dtype)
      ->getResult(0);
}

Value aten::createExpand(OpBuilder &builder, Location loc, Value value,
                         SizesRef sizes) {
  if (getTensorType(value).getSizes() == sizes)
    return value;
  ViewMap map = *viewExpanded(getTensorType(value).getSizes(), sizes);
  return ExpandOp::create(builder, loc, getViewType(value, map), value, sizes)
      ->getResult(0);
}

Value aten::createNumber(OpBuilder &builder, Location loc, Attribute value) {
  MLIRContext *context = builder.getContext();
  auto expr = dyn_cast<ExprAttr>(value);
  if (auto boolean = dyn_cast<BoolAttr>(value))
    expr = ep::makeBool(context, boolean.getValue());
  else if (auto integer = dyn_cast<IntegerAttr>(value))
    expr = ep::makeInt(context, integer.getInt());
  else if (auto number = dyn_cast<FloatAttr>(value))
    expr = ep::makeFloat(context, number.getValueAsDouble());
  return expr ? Value(ep::NumberOp::create(builder, loc, expr)) : Value();
}

static Registry<PopulateDecompositions> &getRegistry() {
  static Registry<PopulateDecompositions> registry = {
#define KILN_FAMILY(NAME) populate##NAME##Decompositions,
#include "Families.def"
  };
  return registry;
}

void aten::registerDecompositions(PopulateDecompositions populate) {
  getRegistry().add(populate);
}

void aten::populateDecompositions(RewritePatternSet &patterns,
                                  const KeepSet &keep) {
  for (PopulateDecompositions populate : getRegistry().get())
    populate(patterns, keep);
}
