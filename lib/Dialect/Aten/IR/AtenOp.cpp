// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpModel.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::detail;

bool AtenOp::classof(Operation *op) {
  return op->isRegistered() &&
         op->getName().hasTrait(TypeID::get<SchemaOpTrait>());
}

const Schema &AtenOp::getSchema() const {
  return *OpModel::of((*this)->getName()).getSchema();
}

unsigned AtenOp::indexOf(StringRef argument) const {
  const Schema &schema = getSchema();
  if (std::optional<unsigned> index = schema.findArgument(argument))
    return *index;
  llvm::report_fatal_error(schema.getName() + " has no argument '" + argument +
                           "'");
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

OperandSegment AtenOp::getSegment(unsigned index) const {
  const Schema &schema = getSchema();
  ArrayRef<int32_t> segments;
  if (schema.needsSegments())
    if (auto attr =
            (*this)->getAttrOfType<DenseI32ArrayAttr>(getSegmentsName()))
      segments = attr.asArrayRef();
  OperandSegment segment;
  unsigned position = 0; // in segments
  for (auto [i, argument] : llvm::enumerate(schema.getArguments())) {
    if (!argument.type.isValue())
      continue;
    segment.present.clear();
    segment.isNone = false;
    int32_t size = position < segments.size() ? segments[position] : 1;
    ++position;
    if (size < 0 || (!argument.type.list && size == 0)) {
      segment.isNone = true;
    } else if (argument.type.optionalElement) {
      for (int32_t flag : segments.slice(position, size))
        segment.present.push_back(flag);
      position += size;
    } else {
      segment.present.assign(size, true);
    }
    if (i == index)
      return segment;
    segment.start += llvm::count(segment.present, true);
  }
  segment.isNone = true;
  return segment;
}

Value AtenOp::tensor(unsigned index) const {
  OperandSegment segment = getSegment(index);
  return segment.isNone ? Value() : (*this)->getOperand(segment.start);
}

SmallVector<Value> AtenOp::tensors(unsigned index) const {
  OperandSegment segment = getSegment(index);
  SmallVector<Value> values;
  unsigned position = segment.start;
  for (bool present : segment.present)
    values.push_back(present ? (*this)->getOperand(position++) : Value());
  return values;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Attribute AtenOp::attribute(unsigned index) const {
  const SchemaArgument &argument = getSchema().getArguments()[index];
  Attribute attr = (*this)->getAttr(argument.name);
  if (!attr)
    return getDefault((*this)->getContext(), argument);
  return isa<UnitAttr>(attr) ? Attribute() : attr;
}

bool AtenOp::hasValue(unsigned index) const {
  if (getSchema().getArguments()[index].type.isValue())
    return !getSegment(index).isNone;
  return static_cast<bool>(attribute(index));
}

ArrayAttr AtenOp::attributes(unsigned index) const {
  auto list = dyn_cast_or_null<ArrayAttr>(attribute(index));
  return list ? list : ArrayAttr::get((*this)->getContext(), {});
}

std::optional<int64_t> AtenOp::optionalInteger(unsigned index) const {
  auto attr = dyn_cast_or_null<IntegerAttr>(attribute(index));
  return attr ? std::optional(attr.getInt()) : std::nullopt;
}

int64_t AtenOp::integer(unsigned index) const {
  return optionalInteger(index).value_or(0);
}

std::optional<double> AtenOp::optionalNumber(unsigned index) const {
  auto attr = dyn_cast_or_null<FloatAttr>(attribute(index));
  return attr ? std::optional(attr.getValueAsDouble()) : std::nullopt;
}

double AtenOp::number(unsigned index) const {
  return optionalNumber(index).value_or(0);
}

std::optional<bool> AtenOp::optionalBoolean(unsigned index) const {
  auto attr = dyn_cast_or_null<BoolAttr>(attribute(index));
  return attr ? std::optional(attr.getValue()) : std::nullopt;
}

bool AtenOp::boolean(unsigned index) const {
  return optionalBoolean(index).value_or(false);
}

StringRef AtenOp::string(unsigned index) const {
  auto attr = dyn_cast_or_null<StringAttr>(attribute(index));
  return attr ? attr.getValue() : StringRef();
}

Type AtenOp::dtype(unsigned index) const {
  auto attr = dyn_cast_or_null<TypeAttr>(attribute(index));
  return attr ? attr.getValue() : Type();
}

ep::ExprAttr AtenOp::symInt(unsigned index) const {
  return dyn_cast_or_null<ep::ExprAttr>(attribute(index));
}

SmallVector<int64_t> AtenOp::integers(unsigned index) const {
  auto list = dyn_cast_or_null<DenseI64ArrayAttr>(attribute(index));
  return list ? SmallVector<int64_t>(list.asArrayRef())
              : SmallVector<int64_t>();
}

SmallVector<ep::ExprAttr> AtenOp::symInts(unsigned index) const {
  SmallVector<ep::ExprAttr> exprs;
  for (Attribute element : attributes(index))
    exprs.push_back(cast<ep::ExprAttr>(element));
  return exprs;
}

SmallVector<double> AtenOp::numbers(unsigned index) const {
  auto list = dyn_cast_or_null<DenseF64ArrayAttr>(attribute(index));
  return list ? SmallVector<double>(list.asArrayRef()) : SmallVector<double>();
}

SmallVector<bool> AtenOp::booleans(unsigned index) const {
  auto list = dyn_cast_or_null<DenseBoolArrayAttr>(attribute(index));
  return list ? SmallVector<bool>(list.asArrayRef()) : SmallVector<bool>();
}
