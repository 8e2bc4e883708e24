// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nodes that call an operator: their arguments and results.
#include "ProgramImporter.h"
#include "Subclasses.h"
#include "kiln/Dialect/Aten/CustomOp.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

/// The names that PyTorch's enums have in Kiln, by their numbers in the file.
static StringRef memoryFormatName(int64_t number) {
  static constexpr StringRef names[] = {"", "contiguous_format",
                                        "channels_last", "channels_last_3d",
                                        "preserve_format"};
  return number >= 0 && number < 5 ? names[number] : StringRef();
}

ep::ExprAttr pt2::toNumber(Attribute attribute) {
  MLIRContext *context = attribute.getContext();
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return integer.getType().isInteger(1)
               ? ep::makeBool(context, integer.getValue().isOne())
               : ep::makeInt(context, integer.getInt());
  if (auto real = dyn_cast<FloatAttr>(attribute))
    return ep::makeFloat(context, real.getValueAsDouble());
  return dyn_cast<ep::ExprAttr>(attribute);
}

llvm::Expected<Value> ProgramImporter::readTensor(const json::Value &argument) {
  const json::Object *object = argument.getAsObject();
  std::optional<StringRef> name;
  if (object)
    name = object->getString("name");
  if (name && values.contains(*name))
    return values.lookup(*name);
  // Graphs inside nodes take sizes of the outside among their tensors.
  if (name && numbers.contains(*name) && !pendingNumbers.contains(*name))
    return Value(ep::NumberOp::create(builder, builder.getUnknownLoc(),
                                      numbers.lookup(*name)));
  return failUndefined(name.value_or(""));
}

/// Has a value of the node's arguments the precision of f64?
bool ProgramImporter::usesDoubles(const Node &node) const {
  return llvm::any_of(node.inputs, [&](const NamedArgument &input) {
    auto type = dyn_cast_or_null<ep::TensorType>(
        values.lookup(nameOf(input.arg))
            ? values.lookup(nameOf(input.arg)).getType()
            : Type());
    if (!type)
      return false;
    Type element = type.getElementType();
    if (auto complex = dyn_cast<ComplexType>(element))
      element = complex.getElementType();
    return element.isF64();
  });
}

/// A complex number where an operator takes a tensor. No other tensor's dtype
/// is of a higher category, so PyTorch's promotion makes no difference between
/// it and a tensor without dimensions, of the precision of the other tensors.
Value ProgramImporter::buildComplexNumber(DenseF64ArrayAttr parts) {
  auto dtype = ComplexType::get(
      usesDoubles(*currentNode) ? builder.getF64Type() : builder.getF32Type());
  const aten::Schema *schema = aten::lookupSchema("aten.scalar_tensor.default");
  Location loc = makeNodeLoc(context, *currentNode);
  aten::NamedArgument arguments[] = {
      {"s", Attribute(parts)}, {"dtype", Attribute(TypeAttr::get(dtype))}};
  return aten::buildAtenOp(builder, loc, *schema, arguments,
                           Type(ep::TensorType::get({}, dtype)))
      ->getResult(0);
}

/// A list of tensors, or of unions of which some are None.
llvm::Expected<aten::ArgumentValue>
ProgramImporter::readTensors(const json::Value &list) {
  const json::Array *items = list.getAsArray();
  if (!items)
    return fail(ImportError::Operator, "expected a list of tensors");
  SmallVector<Value> tensors;
  for (const json::Value &item : *items) {
    const json::Object *object = item.getAsObject();
    if (object && object->get("as_none")) {
      tensors.push_back(Value());
      continue;
    }
    const json::Value *inner = object ? object->get("as_tensor") : nullptr;
    llvm::Expected<Value> tensor = readTensor(inner ? *inner : item);
    if (!tensor)
      return tensor.takeError();
    tensors.push_back(*tensor);
  }
  return tensors;
}

/// A list of scalars as an array of their attributes.
llvm::Expected<Attribute> ProgramImporter::readList(StringRef kind,
                                                    const json::Array &items) {
  SmallVector<Attribute> attributes;
  StringRef itemKind = kind.drop_back(); // as_ints -> as_int
  for (const json::Value &item : items) {
    Union element = asUnion(&item).value_or(Union{itemKind, &item});
    llvm::Expected<Attribute> attribute = readAttribute(element);
    if (!attribute)
      return attribute.takeError();
    attributes.push_back(*attribute);
  }
  return builder.getArrayAttr(attributes);
}

llvm::Expected<Attribute>
ProgramImporter::readAttribute(const Argument &argument) {
  const json::Value &value = *argument.value;
  StringRef kind = argument.kind;
  if (kind == "as_int") {
    if (std::optional<int64_t> number = value.getAsInteger())
      return builder.getI64IntegerAttr(*number);
    return fail(ImportError::Schema, "integer out of range: more than 64 bits");
  }
  if (kind == "as_float") {
    if (std::optional<double> number = readFloat(value))
      return builder.getF64FloatAttr(*number);
    return fail(ImportError::Schema, "malformed float");
  }
  if (kind == "as_bool" && value.getAsBoolean())
    return builder.getBoolAttr(*value.getAsBoolean());
  if (kind == "as_string" && value.getAsString())
    return builder.getStringAttr(*value.getAsString());
  if (kind == "as_scalar_type" && value.getAsInteger()) {
    llvm::Expected<Type> type = readDtype(*value.getAsInteger());
    if (!type)
      return type.takeError();
    return TypeAttr::get(*type);
  }
  if (kind == "as_layout" && value.getAsInteger()) {
    llvm::Expected<ep::Layout> layout = readLayout(*value.getAsInteger());
    if (!layout)
      return layout.takeError();
    return builder.getStringAttr(ep::stringifyLayout(*layout));
  }
  if (kind == "as_memory_format" && value.getAsInteger())
    return builder.getStringAttr(memoryFormatName(*value.getAsInteger()));
  if (const json::Object *object = value.getAsObject()) {
    if (kind == "as_device") {
      std::string name(object->getString("type").value_or(""));
      if (std::optional<int64_t> index = object->getInteger("index"))
        name += ":" + std::to_string(*index);
      return builder.getStringAttr(name);
    }
    if (kind == "as_complex")
      return builder.getDenseF64ArrayAttr(
          {object->getNumber("real").value_or(0),
           object->getNumber("imag").value_or(0)});
    std::optional<Union> number = asUnion(&value);
    if (number && kind.starts_with("as_sym_") && !kind.ends_with("s")) {
      llvm::Expected<ep::ExprAttr> expr = readExpr(*number);
      if (!expr)
        return expr.takeError();
      return *expr;
    }
  }
  if (kind == "as_name") {
    llvm::Expected<ep::ExprAttr> expr = readExpr(argument);
    if (!expr)
      return expr.takeError();
    return *expr;
  }
  if (value.getAsArray() && kind.ends_with("s"))
    return readList(kind, *value.getAsArray());
  return fail(ImportError::Operator,
              "argument of kind " + kind + " is not supported");
}

llvm::Expected<aten::ArgumentValue>
ProgramImporter::readArgument(const Argument &argument,
                              const aten::SchemaArgument *schema) {
  StringRef kind = argument.kind;
  bool wantsTensor = schema && schema->type.isTensor() && !schema->type.list;
  if (kind == "as_none")
    return aten::ArgumentValue();
  if (kind == "as_tensor" || kind == "as_custom_obj") {
    llvm::Expected<Value> tensor = readTensor(*argument.value);
    if (!tensor)
      return tensor.takeError();
    return *tensor;
  }
  if (kind == "as_optional_tensor") {
    std::optional<Union> inner = asUnion(argument.value);
    if (!inner)
      return fail(ImportError::Schema, "malformed as_optional_tensor");
    return readArgument(*inner, schema);
  }
  bool tensors = kind == "as_tensors" || kind == "as_optional_tensors";
  if (tensors && (!schema || schema->type.isTensor()))
    return readTensors(*argument.value);
  if (tensors && argument.value->getAsArray() &&
      argument.value->getAsArray()->empty())
    return Attribute(builder.getArrayAttr({}));
  llvm::Expected<Attribute> attribute = readAttribute(argument);
  if (!attribute)
    return attribute.takeError();
  if (!wantsTensor)
    return *attribute;
  if (auto parts = dyn_cast<DenseF64ArrayAttr>(*attribute))
    return Value(buildComplexNumber(parts));
  // A Python number where the operator takes a tensor.
  ep::ExprAttr number = toNumber(*attribute);
  if (!number)
    return fail(ImportError::Operator, "wrong argument type: argument " +
                                           schema->name + " of kind " + kind +
                                           " cannot stand for a tensor");
  return Value(ep::NumberOp::create(builder, builder.getUnknownLoc(), number));
}

/// The types of a node's results, and their names; a result that is None has no
/// name.
llvm::Error ProgramImporter::readResults(const Node &node,
                                         SmallVectorImpl<Type> &types,
                                         SmallVectorImpl<StringRef> &names) {
  auto addTensor = [&](const json::Value &value) -> llvm::Error {
    const json::Object *object = value.getAsObject();
    StringRef name = object ? object->getString("name").value_or("") : "";
    auto meta = graph->tensorValues.find(name);
    if (meta == graph->tensorValues.end())
      return fail("value without a type: result '" + name + "'");
    llvm::Expected<ep::TensorType> type = readType(meta->second);
    if (!type)
      return type.takeError();
    types.push_back(*type);
    names.push_back(name);
    return llvm::Error::success();
  };
  for (const Argument &output : node.outputs) {
    if (output.kind == "as_none") {
      types.push_back(builder.getNoneType());
      names.push_back("");
    } else if (output.kind == "as_tensor") {
      if (llvm::Error error = addTensor(*output.value))
        return error;
    } else if (output.kind == "as_tensors" && output.value->getAsArray()) {
      for (const json::Value &item : *output.value->getAsArray())
        if (llvm::Error error = addTensor(item))
          return error;
    } else if (output.kind.starts_with("as_sym_")) {
      const json::Object *object = output.value->getAsObject();
      StringRef name = object ? object->getString("as_name").value_or("") : "";
      if (!numbers.contains(name))
        return fail("value without a type: result '" + name + "'");
      types.push_back(ep::NumberType::get(context, numbers.lookup(name)));
      names.push_back(name);
    } else {
      return fail(ImportError::Operator,
                  "result of kind " + output.kind + " is not supported");
    }
  }
  return llvm::Error::success();
}

/// Does the schema table have all operators of the namespace?
static bool isBuiltinNamespace(StringRef name) {
  return name == "aten" || name == "prims";
}

llvm::Expected<const aten::Schema *>
ProgramImporter::findSchema(StringRef target) {
  const aten::Schema *schema = aten::lookupSchema(target);
  if (!schema && isBuiltinNamespace(target.split('.').first))
    return fail(ImportError::Operator, "unknown operator " + target);
  return schema;
}

/// Arguments without a name stand at their position.
llvm::Expected<SmallVector<aten::NamedArgument>>
ProgramImporter::readArguments(StringRef target, const aten::Schema *schema,
                               llvm::ArrayRef<NamedArgument> inputs) {
  SmallVector<aten::NamedArgument> arguments;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    StringRef name = input.name;
    const aten::SchemaArgument *described = nullptr;
    if (schema) {
      std::optional<unsigned> position = schema->findArgument(name);
      if (name.empty() && i < schema->getArguments().size())
        position = i;
      if (!position)
        return fail(ImportError::Operator, "unknown argument: " + target +
                                               " has no argument '" + name +
                                               "'");
      described = &schema->getArguments()[*position];
      name = described->name;
    } else if (name.empty()) {
      name = builder.getStringAttr("arg" + Twine(i));
    }
    llvm::Expected<aten::ArgumentValue> value =
        readArgument(input.arg, described);
    if (!value)
      return value.takeError();
    arguments.push_back({name, *value});
  }
  return arguments;
}

llvm::Error ProgramImporter::importAtenNode(const Node &node, Location loc) {
  StringRef target = node.target;
  if (target == kTakeApart)
    return fail(ImportError::Operator, "takes apart what is no state",
                StringRef(pickle::unwrapHint));
  if (!target.consume_front("torch.ops."))
    return fail(ImportError::Operator,
                "unknown: target " + node.target + " is not supported");
  llvm::Expected<const aten::Schema *> schema = findSchema(target);
  if (!schema)
    return schema.takeError();
  auto arguments = readArguments(target, *schema, node.inputs);
  if (!arguments)
    return arguments.takeError();
  if (isSlice(target))
    if (llvm::Error error = resolveSlice(node, *arguments))
      return error;
  SmallVector<Type> types;
  SmallVector<StringRef> names;
  if (llvm::Error error = readResults(node, types, names))
    return error;
  Operation *result = buildOperator(loc, target, *schema, *arguments, types);
  if (const aten::Schema *told = *schema ? nullptr : findOpSchema(target)) {
    SmallVector<StringRef> written;
    for (const aten::SchemaArgument &argument : told->getArguments())
      if (argument.mutated)
        written.push_back(argument.name);
    aten::setWrittenArguments(result, written);
  }
  return defineAll(names, result->getResults());
}
