// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph with its signature.
#include "ProgramImporter.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

/// The name that an argument of a spec carries, if any.
static StringRef argumentName(const json::Object &body) {
  const json::Object *arg = body.getObject("arg");
  if (!arg || arg->empty())
    return "";
  if (std::optional<StringRef> name = arg->getString("name"))
    return *name;
  const json::Object *inner = arg->begin()->second.getAsObject();
  if (!inner)
    return "";
  if (std::optional<StringRef> name = inner->getString("name"))
    return *name;
  return inner->getString("as_name").value_or("");
}

/// The value of a specialised input or of a constant output; unit for None.
static Attribute readConstant(MLIRContext *context, const Union &value) {
  Builder b(context);
  if (value.kind == "as_none")
    return b.getUnitAttr();
  if (std::optional<bool> flag = value.value->getAsBoolean())
    return b.getBoolAttr(*flag);
  if (std::optional<int64_t> number = value.value->getAsInteger();
      number && value.kind == "as_int")
    return b.getI64IntegerAttr(*number);
  if (std::optional<double> number = readFloat(*value.value))
    return b.getF64FloatAttr(*number);
  if (std::optional<StringRef> text = value.value->getAsString())
    return b.getStringAttr(*text);
  return {};
}

namespace {
/// How the signature writes one kind of input or output.
template <typename Kind>
struct SpecRow {
  StringRef name; ///< the key of the union
  StringRef key;  ///< where the target is; empty: the name of the argument
  Kind kind;
};

template <typename Kind>
struct Spec {
  Kind kind;
  StringRef target;
  const json::Object *body;
};
} // namespace

/// The kind and target of `spec` by the table `rows`; nothing when it has none.
template <typename Kind, size_t N>
static std::optional<Spec<Kind>> readSpec(const Union &spec,
                                          const SpecRow<Kind> (&rows)[N]) {
  const json::Object *body = spec.value->getAsObject();
  const SpecRow<Kind> *row = llvm::find_if(
      rows, [&](const SpecRow<Kind> &r) { return r.name == spec.kind; });
  if (row == std::end(rows) || !body)
    return std::nullopt;
  StringRef target = row->key.empty() ? argumentName(*body)
                                      : body->getString(row->key).value_or("");
  return Spec<Kind>{row->kind, target, body};
}

static llvm::Expected<ep::InputAttr> readInputSpec(MLIRContext *context,
                                                   const Union &spec) {
  using K = ep::InputKind;
  static constexpr SpecRow<K> rows[] = {
      {"user_input", "", K::UserInput},
      {"parameter", "parameter_name", K::Parameter},
      {"buffer", "buffer_name", K::Buffer},
      {"tensor_constant", "tensor_constant_name", K::ConstantTensor},
      {"custom_obj", "custom_obj_name", K::CustomObject},
      {"token", "", K::Token},
      {"constant_input", "name", K::ConstantInput}};
  std::optional<Spec<K>> read = readSpec(spec, rows);
  if (!read)
    return llvm::createStringError("unknown input kind " + spec.kind);
  Attribute value;
  if (read->kind == K::ConstantInput)
    if (std::optional<Union> constant = asUnion(read->body->get("value")))
      value = readConstant(context, *constant);
  return ep::InputAttr::get(context, read->kind,
                            StringAttr::get(context, read->target), value);
}

static llvm::Expected<ep::OutputAttr> readOutputSpec(MLIRContext *context,
                                                     const Union &spec) {
  using K = ep::OutputKind;
  static constexpr SpecRow<K> rows[] = {
      {"user_output", "", K::UserOutput},
      {"loss_output", "", K::Loss},
      {"buffer_mutation", "buffer_name", K::BufferMutation},
      {"parameter_mutation", "parameter_name", K::ParameterMutation},
      {"user_input_mutation", "user_input_name", K::UserInputMutation},
      {"gradient_to_parameter", "parameter_name", K::GradientToParameter},
      {"gradient_to_user_input", "user_input_name", K::GradientToUserInput},
      {"token", "", K::Token}};
  std::optional<Spec<K>> read = readSpec(spec, rows);
  if (!read)
    return llvm::createStringError("unknown output kind " + spec.kind);
  std::optional<Union> arg = asUnion(read->body->get("arg"));
  Attribute value;
  if (read->kind == K::UserOutput && arg && read->target.empty() &&
      !arg->kind.starts_with("as_sym_")) {
    read->kind = K::ConstantOutput;
    value = readConstant(context, *arg);
  }
  return ep::OutputAttr::get(context, read->kind,
                             StringAttr::get(context, read->target), value);
}

static StringRef nameOf(const Argument &argument) {
  const json::Object *object = argument.value->getAsObject();
  if (!object)
    return "";
  if (std::optional<StringRef> name = object->getString("name"))
    return *name;
  return object->getString("as_name").value_or("");
}

/// Signature and graph name the same value.
llvm::Error ProgramImporter::checkName(const Union &spec,
                                       const Argument &argument) {
  const json::Object *body = spec.value->getAsObject();
  StringRef said = body ? argumentName(*body) : "", is = nameOf(argument);
  if (said == is || said.empty() || is.empty())
    return llvm::Error::success();
  return fail(ImportError::Signature,
              "does not match the graph: the signature names '" + said +
                  "' where the graph has '" + is + "'");
}

llvm::Error ProgramImporter::checkSignatureSize() {
  const Graph &graph = program.graph;
  auto refuse = [&](StringRef what, size_t said, size_t is) {
    return fail(ImportError::Signature,
                "does not match the graph: the signature has " + Twine(said) +
                    " " + what + " but the graph has " + Twine(is));
  };
  if (program.inputSpecs.size() != graph.inputs.size())
    return refuse("inputs", program.inputSpecs.size(), graph.inputs.size());
  if (program.outputSpecs.size() != graph.outputs.size())
    return refuse("outputs", program.outputSpecs.size(), graph.outputs.size());
  return llvm::Error::success();
}

llvm::Error
ProgramImporter::readSignature(SmallVectorImpl<ep::InputAttr> &inputs,
                               SmallVectorImpl<ep::OutputAttr> &outputs) {
  const Graph &graph = program.graph;
  for (auto [spec, argument] : llvm::zip(program.inputSpecs, graph.inputs)) {
    llvm::Expected<ep::InputAttr> input = readInputSpec(context, spec);
    if (!input)
      return fail(ImportError::Signature, llvm::toString(input.takeError()));
    if (llvm::Error error = checkName(spec, argument))
      return error;
    inputs.push_back(*input);
  }
  for (auto [spec, argument] : llvm::zip(program.outputSpecs, graph.outputs)) {
    llvm::Expected<ep::OutputAttr> output = readOutputSpec(context, spec);
    if (!output)
      return fail(ImportError::Signature, llvm::toString(output.takeError()));
    if (llvm::Error error = checkName(spec, argument))
      return error;
    outputs.push_back(*output);
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

llvm::Expected<Type> ProgramImporter::readInputType(const Argument &input) {
  StringRef name = nameOf(input);
  if (input.kind == "as_tensor") {
    auto meta = program.graph.tensorValues.find(name);
    if (meta == program.graph.tensorValues.end())
      return fail("value without a type: input '" + name + "'");
    llvm::Expected<ep::TensorType> type = readType(meta->second);
    if (!type)
      return type.takeError();
    return *type;
  }
  if (input.kind == "as_sym_int" && numbers.contains(name))
    return ep::NumberType::get(context, numbers.lookup(name));
  if (input.kind == "as_custom_obj") {
    const json::Object *object = input.value->getAsObject();
    StringRef className =
        object ? object->getString("class_fqn").value_or("") : "";
    return ep::ObjectType::get(context, builder.getStringAttr(className));
  }
  return builder.getNoneType();
}

llvm::Expected<Value> ProgramImporter::readOutput(const Argument &output) {
  if (output.kind == "as_tensor")
    return readTensor(*output.value);
  StringRef name = nameOf(output);
  if (values.contains(name))
    return values.lookup(name);
  llvm::Expected<Attribute> attribute = readAttribute(output);
  if (!attribute)
    return attribute.takeError();
  auto number = dyn_cast<ep::ExprAttr>(*attribute);
  if (!number)
    return fail("output of kind " + output.kind + " is not supported");
  return Value(ep::NumberOp::create(builder, builder.getUnknownLoc(), number));
}

//===----------------------------------------------------------------------===//
// Body
//===----------------------------------------------------------------------===//

/// The names of all values of the graph, each of which is defined once.
llvm::Error ProgramImporter::collectNodeNames() {
  auto add = [&](StringRef name) {
    return name.empty() || nodeNames.insert(name).second
               ? llvm::Error::success()
               : fail("value defined twice: '" + name + "'");
  };
  for (const Argument &input : program.graph.inputs)
    if (llvm::Error error = add(nameOf(input)))
      return error;
  for (const Node &node : program.graph.nodes)
    for (const Argument &output : node.outputs) {
      currentNode = &node;
      if (llvm::Error error = add(nameOf(output)))
        return error;
      const json::Array *items = output.value->getAsArray();
      for (size_t i = 0, e = items ? items->size() : 0; i < e; ++i)
        if (llvm::Error error = add(nameOf({"as_tensor", &(*items)[i]})))
          return error;
    }
  currentNode = nullptr;
  return llvm::Error::success();
}

llvm::Error ProgramImporter::failUndefined(StringRef name) {
  if (nodeNames.contains(name))
    return fail("use before definition of '" + name + "'");
  return fail("undefined value '" + name + "'");
}

/// Is it arithmetic on sizes? Its results are expressions already.
static bool isSizeArithmetic(StringRef target) {
  return target.starts_with("_operator.") || target.starts_with("math.") ||
         target.starts_with("torch.sym_") || target == "torch._sym_sqrt" ||
         target.starts_with("torch.ops.aten.sym_size.") ||
         target.starts_with("torch.ops.aten.sym_stride.") ||
         target.starts_with("torch.ops.aten.sym_numel.") ||
         target.starts_with("torch.ops.aten.sym_storage_offset.");
}

llvm::Error ProgramImporter::define(StringRef name, Value value) {
  if (!values.try_emplace(name, value).second)
    return fail("value defined twice: '" + name + "'");
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importAssert(const Node &node, Location loc) {
  ep::ExprAttr condition;
  StringRef message;
  for (const NamedArgument &input : node.inputs) {
    if (input.name == "assert_msg") {
      message = input.arg.value->getAsString().value_or("");
      continue;
    }
    llvm::Expected<Attribute> attribute = readAttribute(input.arg);
    if (!attribute)
      return attribute.takeError();
    condition = dyn_cast<ep::ExprAttr>(*attribute);
    if (auto literal = dyn_cast<BoolAttr>(*attribute))
      condition = ep::makeBool(context, literal.getValue());
  }
  if (!condition)
    return fail(ImportError::Operator, "assertion without a condition");
  ep::AssertOp::create(builder, loc, condition, message);
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importNode(const Node &node) {
  if (isSizeArithmetic(node.target))
    return llvm::Error::success();
  Location loc = makeNodeLoc(context, node);
  if (node.target == "torch.ops.aten._assert_scalar.default")
    return importAssert(node, loc);
  return importAtenNode(node, loc);
}

llvm::Error ProgramImporter::importGraph() {
  SmallVector<ep::InputAttr> inputs;
  SmallVector<ep::OutputAttr> outputs;
  if (llvm::Error error = collectNodeNames())
    return error;
  if (llvm::Error error = readSignature(inputs, outputs))
    return error;
  for (const auto &[name, value] : program.graph.symValues) {
    llvm::Expected<ep::ExprAttr> expr = readExpr(value);
    if (!expr)
      return expr.takeError();
    numbers[name] = *expr;
  }
  SmallVector<Type> inputTypes, outputTypes;
  for (const Argument &input : program.graph.inputs) {
    llvm::Expected<Type> type = readInputType(input);
    if (!type)
      return type.takeError();
    inputTypes.push_back(*type);
  }
  auto graph = ep::GraphOp::create(builder, op.getLoc(), "forward",
                                   builder.getFunctionType(inputTypes, {}));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&graph.getBody().front());
  for (auto [i, input] : llvm::enumerate(program.graph.inputs))
    if (StringRef name = nameOf(input); !name.empty())
      if (llvm::Error error = define(name, graph.getArgument(i)))
        return error;
  for (const Node &node : program.graph.nodes) {
    currentNode = &node;
    if (llvm::Error error = importNode(node))
      return error;
  }
  currentNode = nullptr;
  SmallVector<Value> results;
  for (auto [output, spec] : llvm::zip(program.graph.outputs, outputs)) {
    if (spec.getKind() == ep::OutputKind::ConstantOutput) {
      results.push_back(ep::NoneOp::create(builder, builder.getUnknownLoc()));
      continue;
    }
    llvm::Expected<Value> value = readOutput(output);
    if (!value)
      return value.takeError();
    results.push_back(*value);
  }
  for (Value result : results)
    outputTypes.push_back(result.getType());
  graph.setType(builder.getFunctionType(inputTypes, outputTypes));
  for (auto [i, input] : llvm::enumerate(inputs))
    graph.setInput(i, input);
  for (auto [i, output] : llvm::enumerate(outputs))
    graph.setOutput(i, output);
  ep::ReturnOp::create(builder, op.getLoc(), results);
  return llvm::Error::success();
}
