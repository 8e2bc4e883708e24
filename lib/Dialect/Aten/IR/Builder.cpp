// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Builder.h"
#include "OpModel.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::detail;

/// Adds the operands of one value argument.
static void addValues(OperationState &state, SegmentBuilder &segments,
                      const SchemaArgument &argument,
                      const ArgumentValue &value) {
  // An argument that is no value is kept, so that the verifier can name it.
  if (const Attribute *attr = std::get_if<Attribute>(&value))
    if (!isa<UnitAttr>(*attr))
      state.addAttribute(argument.name, *attr);
  if (!argument.type.list) {
    Value single;
    if (const Value *given = std::get_if<Value>(&value))
      single = *given;
    if (single)
      state.addOperands(single);
    segments.addTensor(static_cast<bool>(single));
    return;
  }
  SmallVector<Value> list;
  if (const auto *values = std::get_if<SmallVector<Value>>(&value))
    list = *values;
  else if (const Value *single = std::get_if<Value>(&value))
    list = {*single};
  else
    return segments.addNoList();
  SmallVector<bool> present;
  for (Value element : list) {
    present.push_back(static_cast<bool>(element));
    if (element)
      state.addOperands(element);
  }
  segments.addList(present, argument.type.optionalElement);
}

/// The expression of an !ep.number; of any other value its type, which the
/// verifier refuses by name.
static Attribute toAttribute(Value value) {
  if (auto number = dyn_cast<ep::NumberType>(value.getType()))
    return number.getValue();
  return TypeAttr::get(value.getType());
}

static Attribute toAttribute(MLIRContext *context, const ArgumentValue &value) {
  if (const Attribute *attr = std::get_if<Attribute>(&value))
    return *attr;
  if (const Value *single = std::get_if<Value>(&value))
    return *single ? toAttribute(*single) : Attribute();
  const auto *list = std::get_if<SmallVector<Value>>(&value);
  if (!list || llvm::is_contained(*list, Value()))
    return {};
  return ArrayAttr::get(context, llvm::map_to_vector(*list, [](Value element) {
                          return toAttribute(element);
                        }));
}

static void addAttribute(OperationState &state, const SchemaArgument &argument,
                         Attribute attr) {
  if (!attr)
    return;
  Attribute normal = normalizeArgument(attr, argument.type);
  Attribute byDefault = getDefault(attr.getContext(), argument);
  // None is written down only where the default is something else.
  bool isDefault = normal && argument.defaultValue &&
                   (isa<UnitAttr>(normal) ? !byDefault : normal == byDefault);
  if (!isDefault)
    state.addAttribute(argument.name, normal ? normal : attr);
}

Operation *aten::buildAtenOp(OpBuilder &builder, Location loc,
                             const Schema &schema,
                             ArrayRef<ArgumentValue> arguments,
                             TypeRange results) {
  OperationState state(loc, schema.getName());
  SegmentBuilder segments;
  for (auto [i, argument] : llvm::enumerate(schema.getArguments())) {
    ArgumentValue value = i < arguments.size() ? arguments[i] : ArgumentValue();
    if (argument.type.isValue())
      addValues(state, segments, argument, value);
    else
      addAttribute(state, argument, toAttribute(builder.getContext(), value));
  }
  if (schema.needsSegments())
    state.addAttribute(AtenOp::getSegmentsName(),
                       segments.get(builder.getContext()));
  state.addTypes(results);
  return builder.create(state);
}

Operation *aten::buildAtenOp(OpBuilder &builder, Location loc,
                             const Schema &schema,
                             ArrayRef<NamedArgument> arguments,
                             TypeRange results) {
  SmallVector<ArgumentValue> positional(schema.getArguments().size());
  SmallVector<NamedAttribute> unknown;
  for (const NamedArgument &argument : arguments) {
    if (std::optional<unsigned> i = schema.findArgument(argument.name))
      positional[*i] = argument.value;
    else
      // Kept, so that the verifier can name it.
      unknown.push_back(
          builder.getNamedAttr(argument.name, builder.getUnitAttr()));
  }
  Operation *op = buildAtenOp(builder, loc, schema,
                              ArrayRef<ArgumentValue>(positional), results);
  for (NamedAttribute attr : unknown)
    op->setAttr(attr.getName(), attr.getValue());
  return op;
}
