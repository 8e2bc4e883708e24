// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one form that the value of an argument has, by its kind.
#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/EP/Expr.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using kiln::ep::ExprAttr;

//===----------------------------------------------------------------------===//
// Normal form
//===----------------------------------------------------------------------===//

static bool isBool(Attribute value) { return isa<BoolAttr>(value); }

/// Literal expressions as builtin attributes; others unchanged.
static Attribute dropLiteral(Attribute value) {
  auto expr = dyn_cast<ExprAttr>(value);
  if (!expr)
    return value;
  Builder builder(value.getContext());
  switch (expr.getKind()) {
  case ep::ExprKind::Int:
    return builder.getI64IntegerAttr(expr.getValue());
  case ep::ExprKind::Float:
    return builder.getF64FloatAttr(expr.getFloat());
  case ep::ExprKind::Bool:
    return builder.getBoolAttr(expr.getValue());
  default:
    return value;
  }
}

static bool hasSort(Attribute value, ep::Sort sort) {
  auto expr = dyn_cast<ExprAttr>(value);
  return expr && ep::getSort(expr) == sort;
}

/// IntegerAttr i64, or a symbolic int.
static Attribute toInt(Attribute value) {
  value = dropLiteral(value);
  if (hasSort(value, ep::Sort::Int))
    return value;
  auto integer = dyn_cast<IntegerAttr>(value);
  if (!integer || integer.getValue().getSignificantBits() > 64)
    return {};
  int64_t number = isBool(value) ? cast<BoolAttr>(value).getValue()
                                 : integer.getValue().getSExtValue();
  return Builder(value.getContext()).getI64IntegerAttr(number);
}

static Attribute toSymInt(Attribute value) {
  value = toInt(value);
  if (auto integer = dyn_cast_or_null<IntegerAttr>(value))
    return ep::makeInt(value.getContext(), integer.getInt());
  return value;
}

static Attribute toFloat(Attribute value) {
  value = dropLiteral(value);
  Builder builder(value.getContext());
  if (auto number = dyn_cast<FloatAttr>(value))
    return builder.getF64FloatAttr(number.getValueAsDouble());
  if (auto integer = dyn_cast_or_null<IntegerAttr>(toInt(value)))
    return builder.getF64FloatAttr(integer.getInt());
  return isa<ExprAttr>(value) && !hasSort(value, ep::Sort::Bool) ? value
                                                                 : Attribute();
}

static Attribute toScalar(Attribute value) {
  value = dropLiteral(value);
  if (isBool(value) || isa<ExprAttr>(value))
    return value;
  if (auto pair = dyn_cast<DenseF64ArrayAttr>(value))
    return pair.size() == 2 ? value : Attribute();
  return isa<IntegerAttr>(value) ? toInt(value) : toFloat(value);
}

static Attribute normalizeElement(Attribute value, TypeKind kind) {
  switch (kind) {
  case TypeKind::Int:
    return toInt(value);
  case TypeKind::SymInt:
    return toSymInt(value);
  case TypeKind::Float:
    return toFloat(value);
  case TypeKind::Bool:
    value = dropLiteral(value);
    return isBool(value) || hasSort(value, ep::Sort::Bool) ? value
                                                           : Attribute();
  case TypeKind::Scalar:
    return toScalar(value);
  case TypeKind::Complex: {
    auto pair = dyn_cast<DenseF64ArrayAttr>(value);
    return pair && pair.size() == 2 ? value : Attribute();
  }
  case TypeKind::Str:
  case TypeKind::Dimname:
  case TypeKind::Layout:
  case TypeKind::MemoryFormat:
  case TypeKind::Device:
    return isa<StringAttr>(value) ? value : Attribute();
  case TypeKind::ScalarType:
    return isa<TypeAttr, StringAttr>(value) ? value : Attribute();
  default:
    return value;
  }
}

/// The elements of any list attribute; nothing when it is none.
static std::optional<SmallVector<Attribute>> getElements(Attribute list) {
  Builder builder(list.getContext());
  SmallVector<Attribute> elements;
  if (auto array = dyn_cast<ArrayAttr>(list))
    llvm::append_range(elements, array);
  else if (auto ints = dyn_cast<DenseI64ArrayAttr>(list))
    for (int64_t i : ints.asArrayRef())
      elements.push_back(builder.getI64IntegerAttr(i));
  else if (auto floats = dyn_cast<DenseF64ArrayAttr>(list))
    for (double f : floats.asArrayRef())
      elements.push_back(builder.getF64FloatAttr(f));
  else if (auto bools = dyn_cast<DenseBoolArrayAttr>(list))
    for (bool b : bools.asArrayRef())
      elements.push_back(builder.getBoolAttr(b));
  else
    return std::nullopt;
  return elements;
}

/// Lists of plain numbers are dense arrays, others ArrayAttrs.
static Attribute makeList(MLIRContext *context, TypeKind kind,
                          ArrayRef<Attribute> elements) {
  auto all = [&](auto predicate) { return llvm::all_of(elements, predicate); };
  if (kind == TypeKind::Int &&
      all([](Attribute a) { return isa<IntegerAttr>(a); }))
    return DenseI64ArrayAttr::get(
        context, llvm::map_to_vector(elements, [](Attribute a) {
          return cast<IntegerAttr>(a).getInt();
        }));
  if (kind == TypeKind::Float &&
      all([](Attribute a) { return isa<FloatAttr>(a); }))
    return DenseF64ArrayAttr::get(
        context, llvm::map_to_vector(elements, [](Attribute a) {
          return cast<FloatAttr>(a).getValueAsDouble();
        }));
  if (kind == TypeKind::Bool &&
      all([](Attribute a) { return isa<BoolAttr>(a); }))
    return DenseBoolArrayAttr::get(
        context, llvm::map_to_vector(elements, [](Attribute a) {
          return cast<BoolAttr>(a).getValue();
        }));
  return ArrayAttr::get(context, elements);
}

Attribute aten::normalizeArgument(Attribute value, const SchemaType &type) {
  if (!value || type.isValue())
    return {};
  if (isa<UnitAttr>(value))
    return type.optional || type.kind >= TypeKind::Any ? value : Attribute();
  if (!type.list)
    return normalizeElement(value, type.kind);
  std::optional<SmallVector<Attribute>> elements = getElements(value);
  if (!elements) {
    // One int for all dimensions.
    if (!type.length)
      return {};
    elements = SmallVector<Attribute>(type.length, value);
  }
  for (Attribute &element : *elements)
    if (!(element = normalizeElement(element, type.kind)))
      return {};
  return makeList(value.getContext(), type.kind, *elements);
}

//===----------------------------------------------------------------------===//
// Defaults
//===----------------------------------------------------------------------===//

/// The dtypes that defaults of schemas name, by PyTorch's numbers.
static Attribute getEnumDefault(Builder &builder, TypeKind kind,
                                int64_t value) {
  static constexpr StringLiteral formats[] = {
      "contiguous_format", "preserve_format", "channels_last",
      "channels_last_3d"};
  if (kind == TypeKind::MemoryFormat && value >= 0 && value < 4)
    return builder.getStringAttr(formats[value]);
  if (kind == TypeKind::ScalarType && value == 4)
    return TypeAttr::get(builder.getI64Type());
  return {};
}

Attribute aten::getDefault(MLIRContext *context,
                           const SchemaArgument &argument) {
  if (!argument.defaultValue)
    return {};
  Builder builder(context);
  const DefaultValue &value = *argument.defaultValue;
  Attribute attr;
  if (const auto *b = std::get_if<bool>(&value))
    attr = builder.getBoolAttr(*b);
  else if (const auto *i = std::get_if<int64_t>(&value))
    attr = llvm::is_contained({TypeKind::MemoryFormat, TypeKind::ScalarType},
                              argument.type.kind)
               ? getEnumDefault(builder, argument.type.kind, *i)
               : builder.getI64IntegerAttr(*i);
  else if (const auto *d = std::get_if<double>(&value))
    attr = builder.getF64FloatAttr(*d);
  else if (const auto *s = std::get_if<std::string>(&value))
    attr = builder.getStringAttr(*s);
  else if (const auto *list = std::get_if<SmallVector<int64_t>>(&value))
    attr = builder.getDenseI64ArrayAttr(*list);
  return attr ? normalizeArgument(attr, argument.type) : Attribute();
}
