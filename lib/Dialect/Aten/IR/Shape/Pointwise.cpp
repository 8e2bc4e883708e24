// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

SizesRef aten::getSizes(Value value) {
  auto type =
      dyn_cast_or_null<ep::TensorType>(value ? value.getType() : Type());
  return type ? type.getSizes() : SizesRef();
}

/// Of a Python number.
static Type getSortType(ExprAttr expr) {
  Builder builder(expr.getContext());
  switch (ep::getSort(expr)) {
  case ep::Sort::Int:
    return builder.getI64Type();
  case ep::Sort::Float:
    return builder.getF32Type();
  case ep::Sort::Bool:
    return builder.getI1Type();
  }
  llvm_unreachable("all sorts are handled");
}

Type aten::getDtype(Value value) {
  if (auto number = dyn_cast<ep::NumberType>(value.getType()))
    return getSortType(number.getValue());
  return cast<ep::TensorType>(value.getType()).getElementType();
}

FailureOr<ExprAttr> aten::broadcastSize(ExprAttr a, ExprAttr b) {
  if (a == b || b.isInt(1))
    return a;
  if (a.isInt(1))
    return b;
  if (ep::proveEqual(a, b) == ep::Answer::No && !a.isSymbol() &&
      !b.isSymbol() && a.isInt() && b.isInt())
    return failure();
  // Export decides which sizes are 1: two unequal forms are the same size.
  return b.isInt() ? b : a;
}

FailureOr<Sizes> aten::broadcastSizes(ArrayRef<SizesRef> operands) {
  size_t rank = 0;
  for (SizesRef sizes : operands)
    rank = std::max(rank, sizes.size());
  Sizes result(rank);
  for (SizesRef sizes : operands)
    for (size_t i = 0; i < sizes.size(); ++i) {
      ExprAttr &size = result[rank - sizes.size() + i];
      FailureOr<ExprAttr> merged =
          size ? broadcastSize(size, sizes[i]) : sizes[i];
      if (failed(merged))
        return failure();
      size = *merged;
    }
  return result;
}

//===----------------------------------------------------------------------===//
// Dtypes
//===----------------------------------------------------------------------===//

/// bool, int, float, complex.
static int getCategory(Type type) {
  if (isa<ComplexType>(type))
    return 3;
  if (isa<FloatType>(type))
    return 2;
  return type.isInteger(1) ? 0 : 1;
}

static Type promoteInts(Type a, Type b) {
  unsigned widthA = a.getIntOrFloatBitWidth(),
           widthB = b.getIntOrFloatBitWidth();
  if (a.isUnsignedInteger() == b.isUnsignedInteger())
    return widthA >= widthB ? a : b;
  Type sign = a.isUnsignedInteger() ? b : a;
  Type unsign = a.isUnsignedInteger() ? a : b;
  unsigned width = std::max(sign.getIntOrFloatBitWidth(),
                            unsign.getIntOrFloatBitWidth() * 2);
  return IntegerType::get(a.getContext(), std::min(width, 64u));
}

static Type promoteFloats(Type a, Type b) {
  unsigned widthA = a.getIntOrFloatBitWidth(),
           widthB = b.getIntOrFloatBitWidth();
  if (a == b || widthA > widthB)
    return a;
  // f16 and bf16 hold neither each other's values.
  return widthB > widthA ? b : Type(Float32Type::get(a.getContext()));
}

Type aten::promoteTypes(Type a, Type b) {
  int categoryA = getCategory(a), categoryB = getCategory(b);
  if (categoryA == 3 || categoryB == 3) {
    auto part = [](Type type) {
      auto complex = dyn_cast<ComplexType>(type);
      return complex ? complex.getElementType() : type;
    };
    Type partA = part(a), partB = part(b);
    if (!isa<FloatType>(partA))
      return b;
    if (!isa<FloatType>(partB))
      return a;
    return ComplexType::get(promoteFloats(partA, partB));
  }
  if (categoryA != categoryB)
    return categoryA > categoryB ? a : b;
  return categoryA == 2 ? promoteFloats(a, b) : promoteInts(a, b);
}

static Type getScalarType(Attribute scalar) {
  MLIRContext *context = scalar.getContext();
  if (auto expr = dyn_cast<ExprAttr>(scalar))
    return getSortType(expr);
  if (isa<BoolAttr>(scalar))
    return IntegerType::get(context, 1);
  if (isa<IntegerAttr>(scalar))
    return IntegerType::get(context, 64);
  Type real = Float32Type::get(context);
  return isa<FloatAttr>(scalar) ? real : Type(ComplexType::get(real));
}

Type aten::getResultType(ArrayRef<Value> operands,
                         ArrayRef<Attribute> scalars) {
  Type tiers[3]; // with dimensions, without, numbers
  auto merge = [&](int tier, Type type) {
    tiers[tier] = tiers[tier] ? promoteTypes(tiers[tier], type) : type;
  };
  for (Value value : operands)
    merge(isa<ep::NumberType>(value.getType()) ? 2 : getSizes(value).empty(),
          getDtype(value));
  for (Attribute scalar : scalars)
    merge(2, getScalarType(scalar));
  Type result = tiers[0];
  for (Type type : ArrayRef(tiers).drop_front()) {
    if (!type)
      continue;
    if (!result)
      result = type;
    else if (getCategory(type) > getCategory(result))
      result = promoteTypes(result, type);
  }
  return result;
}

Type aten::toFloating(Type type) {
  return getCategory(type) < 2 ? Float32Type::get(type.getContext()) : type;
}
