// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs: their inputs, nodes and outputs.
#include "ProgramImporter.h"
#include "Subclasses.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

StringRef pt2::nameOf(const Argument &argument) {
  const json::Object *object = argument.value->getAsObject();
  if (!object)
    return "";
  if (std::optional<StringRef> name = object->getString("name"))
    return *name;
  return object->getString("as_name").value_or("");
}

bool pt2::isConstantArgument(const Argument &argument) {
  return llvm::is_contained(
      {"as_none", "as_int", "as_float", "as_bool", "as_string"}, argument.kind);
}

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

llvm::Expected<Type> ProgramImporter::readInputType(const Argument &input) {
  StringRef name = nameOf(input);
  if (input.kind == "as_tensor") {
    auto meta = graph->tensorValues.find(name);
    if (meta == graph->tensorValues.end())
      return fail("value without a type: input '" + name + "'");
    llvm::Expected<ep::TensorType> type = readType(meta->second);
    if (!type)
      return type.takeError();
    return *type;
  }
  if (input.kind == "as_sym_int") {
    if (!numbers.contains(name))
      return fail("value without a type: input '" + name + "'");
    return ep::NumberType::get(context, numbers.lookup(name));
  }
  if (input.kind == "as_custom_obj") {
    const json::Object *object = input.value->getAsObject();
    StringRef className =
        object ? object->getString("class_fqn").value_or("") : "";
    return ep::ObjectType::get(context, builder.getStringAttr(className));
  }
  if (isConstantArgument(input))
    return builder.getNoneType();
  return fail("input of kind " + input.kind + " is not supported");
}

/// A value of the graph, or a number as one.
llvm::Expected<Value> ProgramImporter::readValue(const Argument &argument) {
  if (argument.kind == "as_none")
    return Value(ep::NoneOp::create(builder, builder.getUnknownLoc()));
  if (argument.kind == "as_tensor" || argument.kind == "as_custom_obj")
    return readTensor(*argument.value);
  StringRef name = nameOf(argument);
  if (values.contains(name))
    return values.lookup(name);
  llvm::Expected<Attribute> attribute = readAttribute(argument);
  if (!attribute)
    return attribute.takeError();
  ep::ExprAttr number = toNumber(*attribute);
  if (!number)
    return fail("value of kind " + argument.kind + " is not supported");
  return Value(ep::NumberOp::create(builder, builder.getUnknownLoc(), number));
}

//===----------------------------------------------------------------------===//
// Body
//===----------------------------------------------------------------------===//

/// The names of all values of the graph, each of which is defined once.
llvm::Error ProgramImporter::collectNodeNames() {
  const Node *outer = currentNode;
  auto add = [&](StringRef name) {
    return name.empty() || nodeNames.insert(name).second
               ? llvm::Error::success()
               : fail("value defined twice: '" + name + "'");
  };
  for (const Argument &input : graph->inputs)
    if (llvm::Error error = add(nameOf(input)))
      return error;
  for (const Node &node : graph->nodes)
    for (const Argument &output : node.outputs) {
      currentNode = &node;
      if (llvm::Error error = add(nameOf(output)))
        return error;
      if (isSizeArithmetic(node.target))
        pendingNumbers.insert(nameOf(output));
      const json::Array *items = output.value->getAsArray();
      for (size_t i = 0, e = items ? items->size() : 0; i < e; ++i)
        if (llvm::Error error = add(nameOf({"as_tensor", &(*items)[i]})))
          return error;
    }
  currentNode = outer;
  return llvm::Error::success();
}

llvm::Error ProgramImporter::failUndefined(StringRef name) {
  if (program.unwrapped.contains(name))
    return fail(ImportError::Operator,
                "takes '" + name +
                    "' as a whole, of a class that wraps other tensors",
                StringRef(pickle::unwrapHint));
  if (nodeNames.contains(name))
    return fail("use before definition of '" + name + "'");
  return fail("undefined value '" + name + "'");
}

llvm::Error ProgramImporter::define(StringRef name, Value value) {
  if (!values.try_emplace(name, value).second)
    return fail("value defined twice: '" + name + "'");
  return llvm::Error::success();
}

llvm::Error ProgramImporter::defineAll(ArrayRef<StringRef> names,
                                       ValueRange results) {
  for (auto [name, value] : llvm::zip(names, results))
    if (!name.empty())
      if (llvm::Error error = define(name, value))
        return error;
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
  if (!isAboutOffset(condition))
    ep::AssertOp::create(builder, loc, condition, message);
  return llvm::Error::success();
}

/// A range of a number is two assertions. One of a size is not negative.
llvm::Error ProgramImporter::importRange(const Node &node, Location loc) {
  ep::ExprAttr number, bounds[2];
  if (node.target.contains("_for_size"))
    bounds[0] = ep::makeInt(context, 0);
  for (const NamedArgument &input : node.inputs) {
    if (input.arg.kind == "as_none")
      continue;
    llvm::Expected<Attribute> attribute = readAttribute(input.arg);
    if (!attribute)
      return attribute.takeError();
    ep::ExprAttr expr = toNumber(*attribute);
    if (input.name == "min" || input.name == "max")
      bounds[input.name == "max"] = expr;
    else
      number = expr;
  }
  if (!number)
    return fail(ImportError::Operator, "range without a number");
  auto check = [&](ep::ExprAttr low, ep::ExprAttr high) {
    ep::AssertOp::create(builder, loc,
                         ep::makeExpr(ep::ExprKind::Le, {low, high}),
                         "a number is out of its range");
  };
  if (bounds[0])
    check(bounds[0], number);
  if (bounds[1])
    check(number, bounds[1]);
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importOperator(const Node &node) {
  if (node.target.starts_with("torch.ops.aten.sym_storage_offset."))
    noteOffset(node);
  // The calls by which functorch loads itself do nothing here.
  if (node.target == "torch._functorch.predispatch.lazy_load_decompositions")
    return llvm::Error::success();
  Location loc = makeNodeLoc(context, node);
  if (isSizeArithmetic(node.target))
    return importNumber(node, loc);
  if (node.target == "torch.ops.aten._assert_scalar.default")
    return importAssert(node, loc);
  if (node.target == "torch.ops.aten.sym_constrain_range.default" ||
      node.target == "torch.ops.aten.sym_constrain_range_for_size.default")
    return importRange(node, loc);
  if (StringRef(node.target).starts_with("torch.ops.higher_order."))
    return importHigherOrder(node, loc);
  return importAtenNode(node, loc);
}

llvm::Error ProgramImporter::enterGraph(const Graph &entered) {
  graph = &entered;
  if (graph->isSingleTensorReturn && graph->outputs.size() != 1)
    return fail("a graph that returns a single tensor has " +
                Twine(graph->outputs.size()) + " outputs");
  for (const auto &[name, value] : graph->symValues) {
    llvm::Expected<ep::ExprAttr> expr = readExpr(value);
    if (!expr)
      return expr.takeError();
    numbers[name] = *expr;
  }
  return collectNodeNames();
}

llvm::Expected<size_t> ProgramImporter::importNext(llvm::ArrayRef<Node> nodes) {
  if (isVmap(nodes.front()))
    return importVmap(nodes);
  if (isJvp(nodes.front()))
    return importJvp(nodes);
  if (llvm::Error error = importOperator(nodes.front()))
    return error;
  return 1;
}

llvm::Error ProgramImporter::importNodes(llvm::ArrayRef<Node> nodes) {
  const Node *outer = currentNode;
  while (!nodes.empty()) {
    currentNode = &nodes.front();
    llvm::Expected<size_t> read = importNext(nodes);
    if (!read)
      return read.takeError();
    nodes = nodes.drop_front(*read);
  }
  currentNode = outer;
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importBody(Block &block) {
  builder.setInsertionPointToEnd(&block);
  for (auto [input, value] : llvm::zip(graph->inputs, block.getArguments()))
    if (StringRef name = nameOf(input); !name.empty())
      if (llvm::Error error = define(name, value))
        return error;
  return importNodes(graph->nodes);
}

/// Dictionaries of one attribute each.
template <typename Attributes>
static SmallVector<DictionaryAttr> nameEach(Builder &builder, StringRef name,
                                            const Attributes &attributes) {
  return llvm::map_to_vector(attributes, [&](Attribute attribute) {
    return builder.getDictionaryAttr(builder.getNamedAttr(name, attribute));
  });
}

llvm::Error ProgramImporter::importGraph() {
  SmallVector<ep::InputAttr> inputs;
  SmallVector<ep::OutputAttr> outputs;
  if (llvm::Error error = enterGraph(program.graph))
    return error;
  if (llvm::Error error = readSignature(inputs, outputs))
    return error;
  SmallVector<Type> inputTypes, outputTypes;
  for (auto [input, spec] : llvm::zip(graph->inputs, inputs)) {
    llvm::Expected<Type> type = readInputType(input);
    if (!type)
      return type.takeError();
    // A token is written as an empty tensor.
    inputTypes.push_back(spec.getKind() == ep::InputKind::Token
                             ? ep::TokenType::get(context)
                             : *type);
  }
  auto op = ep::GraphOp::create(builder, this->op.getLoc(), "forward",
                                builder.getFunctionType(inputTypes, {}));
  OpBuilder::InsertionGuard guard(builder);
  if (llvm::Error error = importBody(op.getBody().front()))
    return error;
  SmallVector<Value> results;
  for (auto [output, spec] : llvm::zip(graph->outputs, outputs)) {
    if (spec.getKind() == ep::OutputKind::ConstantOutput) {
      results.push_back(ep::NoneOp::create(builder, builder.getUnknownLoc()));
      continue;
    }
    llvm::Expected<Value> value = readValue(output);
    if (!value)
      return value.takeError();
    results.push_back(*value);
  }
  for (Value result : results)
    outputTypes.push_back(result.getType());
  op.setType(builder.getFunctionType(inputTypes, outputTypes));
  // All at once: each list that is set is uniqued as a whole.
  op.setAllArgAttrs(nameEach(builder, ep::GraphOp::getInputAttrName(), inputs));
  op.setAllResultAttrs(
      nameEach(builder, ep::GraphOp::getOutputAttrName(), outputs));
  ep::ReturnOp::create(builder, op.getLoc(), results);
  return llvm::Error::success();
}
