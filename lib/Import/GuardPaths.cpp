// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guards name inputs by their place in the arguments of forward,
// `L['pair'].items[1]['x'].size()[0]`, or in the list of all of them,
// `L['flat_args'][2].size()[0]`. Here such paths become the sizes and numbers
// that they name, so that a guard is an expression over symbols.
#include "GuardPaths.h"
#include "ProgramImporter.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

namespace {
/// A step of a path: `.name`, `['name']`, or `[7]`.
struct Step {
  enum Kind { Attribute, Key, Index } kind;
  std::string name;
  int64_t index = 0;
};

/// A node of the tree of inputs, and how many leaves stand before it.
struct Place {
  ep::TreeAttr node;
  int64_t leaf = 0;

  std::optional<Place> child(size_t index) const {
    ArrayRef<ep::TreeAttr> children = node.getChildren();
    if (index >= children.size())
      return std::nullopt;
    Place place{children[index], leaf};
    for (ep::TreeAttr before : children.take_front(index))
      place.leaf += before.getNumLeaves();
    return place;
  }
};

using NamedTuples = std::map<StringRef, NamedTupleDef>;
} // namespace

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

/// Reads Python's form of a text: in single or in double quotes, with
/// escapes for quotes and backslashes.
static std::optional<std::string> consumeText(StringRef &path) {
  if (path.empty() || (path[0] != '\'' && path[0] != '"'))
    return std::nullopt;
  std::string text;
  for (size_t i = 1; i < path.size(); ++i) {
    if (path[i] == path[0]) {
      path = path.drop_front(i + 1);
      return text;
    }
    if (path[i] == '\\' &&
        (++i == path.size() || !StringRef("\\'\"").contains(path[i])))
      return std::nullopt;
    text += path[i];
  }
  return std::nullopt;
}

/// Reads a step from the front of `path`.
static std::optional<Step> consumeStep(StringRef &path) {
  StringRef rest = path;
  Step step;
  if (rest.consume_front("[")) {
    if (std::optional<std::string> text = consumeText(rest))
      step = {Step::Key, *text};
    else if (!rest.consumeInteger(10, step.index))
      step.kind = Step::Index;
    else
      return std::nullopt;
    if (!rest.consume_front("]"))
      return std::nullopt;
  } else if (rest.consume_front(".")) {
    StringRef name =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = rest.drop_front(name.size());
    step = {Step::Attribute, name.str()};
  } else {
    return std::nullopt;
  }
  path = rest;
  return step;
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

/// Where in `keys`, the JSON list of a dict or the names of fields, the key of
/// `step` stands.
static std::optional<size_t> findKey(const json::Value *keys,
                                     const Step &step) {
  const json::Array *list = keys ? keys->getAsArray() : nullptr;
  for (size_t i = 0, e = list ? list->size() : 0; i < e; ++i)
    if (step.kind == Step::Index ? (*list)[i].getAsInteger() == step.index
                                 : (*list)[i].getAsString() == step.name)
      return i;
  return std::nullopt;
}

/// The child that the context of a node names: a dict has the list of its keys,
/// a defaultdict has it among others, and a dataclass has the names of its
/// fields in front of those that are None.
static std::optional<Place> findInContext(const Place &place,
                                          const Step &step) {
  auto context = json::Document::parse(place.node.getNodeContext().getValue());
  if (!context.ok())
    return std::nullopt;
  const json::Value *keys = &context->getRoot();
  if (const json::Object *object = keys->getAsObject())
    keys = object->get("dict_context");
  const json::Array *list = keys ? keys->getAsArray() : nullptr;
  if (list && !list->empty() && (*list)[0].getAsArray())
    keys = &(*list)[0];
  std::optional<size_t> index = findKey(keys, step);
  return index ? place.child(*index) : std::nullopt;
}

static std::optional<Place> findChild(const Place &place, const Step &step,
                                      const NamedTuples &namedTuples) {
  StringRef type = place.node.getTypeName();
  StringRef context =
      place.node.getNodeContext() ? place.node.getNodeContext() : StringRef();
  bool isSequence = type == "builtins.tuple" || type == "builtins.list" ||
                    type == "collections.deque" ||
                    type == "collections.namedtuple";
  if (isSequence && step.kind == Step::Index)
    return step.index < 0 ? std::nullopt : place.child(step.index);
  if (type != "collections.namedtuple")
    return isSequence || context.empty() ? std::nullopt
                                         : findInContext(place, step);
  auto fields = namedTuples.find(context);
  if (fields == namedTuples.end())
    return std::nullopt;
  const std::vector<StringRef> &names = fields->second.fieldNames;
  return place.child(llvm::find(names, step.name) - names.begin());
}

/// Follows the steps at the front of `path` down to a leaf.
static std::optional<Place> followSteps(std::optional<Place> place,
                                        StringRef &path,
                                        const NamedTuples &namedTuples) {
  while (place && !place->node.isLeaf()) {
    std::optional<Step> step = consumeStep(path);
    place = step ? findChild(*place, *step, namedTuples) : std::nullopt;
  }
  return place;
}

/// The place of the parameter `name` of forward: positional ones first, then
/// those that were passed by name. What `*tensors` takes is named `tensors_0`,
/// `tensors_1`, …, but guards write `L['tensors'][1]`, and `L['options']['x']`
/// for the `x` that `**options` takes.
static std::optional<Place> findParameter(ep::TreeAttr root,
                                          const ModuleCallSignature &signature,
                                          std::string name, StringRef &path) {
  Place inputs{root};
  std::optional<Place> args = inputs.child(size_t(0));
  std::optional<Place> kwargs = inputs.child(size_t(1));
  if (!args || !kwargs)
    return std::nullopt;
  const std::vector<StringRef> &names = signature.forwardArgNames;
  StringRef rest = path;
  if (!llvm::is_contained(names, name))
    if (std::optional<Step> step = consumeStep(rest)) {
      std::string part = step->kind == Step::Index
                             ? name + "_" + std::to_string(step->index)
                             : step->name;
      if (llvm::is_contained(names, part)) {
        name = part;
        path = rest;
      }
    }
  size_t position = llvm::find(names, name) - names.begin();
  if (position < args->node.getChildren().size())
    return args->child(position);
  return findInContext(*kwargs, {Step::Key, name});
}

/// The number of the leaf that a path names, which begins with `name`; consumes
/// its steps. A strict export calls the traced module with all leaves in a
/// list.
static std::optional<int64_t> findLeaf(ep::TreeAttr root,
                                       const ModuleCallSignature &signature,
                                       StringRef name, StringRef &path,
                                       const NamedTuples &namedTuples) {
  if (name == "flat_args" &&
      !llvm::is_contained(signature.forwardArgNames, name)) {
    std::optional<Step> step = consumeStep(path);
    bool isLeaf = step && step->kind == Step::Index && step->index >= 0;
    return isLeaf ? std::optional(step->index) : std::nullopt;
  }
  std::optional<Place> place = followSteps(
      findParameter(root, signature, name.str(), path), path, namedTuples);
  return place ? std::optional(place->leaf) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

/// The argument of the graph that the leaf `number` of the inputs is.
static std::optional<BlockArgument> findArgument(ep::GraphOp graph,
                                                 int64_t number) {
  for (unsigned i = 0, e = graph.getNumArguments(); i < e; ++i) {
    ep::InputKind kind = graph.getInput(i).getKind();
    bool isLeaf = kind == ep::InputKind::UserInput ||
                  kind == ep::InputKind::ConstantInput ||
                  kind == ep::InputKind::CustomObject;
    if (isLeaf && number-- == 0)
      return graph.getArgument(i);
  }
  return std::nullopt;
}

/// A property of an input: `.size()[1]`, `.stride()[1]` or
/// `.storage_offset()` of a tensor, or a number. Programs see each input in the
/// strides of its type, and from its first element.
static ep::ExprAttr readProperty(Type type, StringRef &path) {
  if (auto scalar = dyn_cast<ep::NumberType>(type))
    return scalar.getValue();
  auto tensor = dyn_cast<ep::TensorType>(type);
  if (!tensor)
    return {};
  if (path.consume_front(".storage_offset()"))
    return ep::makeInt(type.getContext(), 0);
  SmallVector<ep::ExprAttr> values;
  if (path.consume_front(".size()"))
    values.assign(tensor.getSizes().begin(), tensor.getSizes().end());
  else if (path.consume_front(".stride()"))
    values = tensor.getStridesOrDefault();
  std::optional<Step> step = consumeStep(path);
  bool isDim = step && step->kind == Step::Index && step->index >= 0 &&
               step->index < static_cast<int64_t>(values.size());
  return isDim ? values[step->index] : ep::ExprAttr();
}

llvm::Expected<GuardText> ProgramImporter::substitutePaths(StringRef guard) {
  const ModuleCallEntry *entry = nullptr;
  for (const ModuleCallEntry &each : program.moduleCallGraph)
    if (each.fqn.empty() && each.signature)
      entry = &each;
  if (!entry)
    return llvm::createStringError("the program has no tree of inputs");
  llvm::Expected<ep::TreeAttr> root =
      parseTreeSpec(context, entry->signature->inSpec);
  if (!root)
    return root.takeError();
  GuardText result;
  while (true) {
    auto [before, after] = guard.split("L[");
    result.text += before;
    if (before.size() == guard.size())
      return result;
    StringRef path = after;
    std::optional<std::string> name = consumeText(path);
    if (!name || !path.consume_front("]"))
      return llvm::createStringError("malformed L[" + after.take_front(40));
    std::optional<int64_t> leaf =
        findLeaf(*root, *entry->signature, *name, path,
                 program.treespecNamedtupleFields);
    std::optional<BlockArgument> argument =
        leaf ? findArgument(op.getGraph(), *leaf) : std::nullopt;
    ep::ExprAttr found =
        argument ? readProperty(argument->getType(), path) : ep::ExprAttr();
    if (!found)
      return llvm::createStringError("cannot resolve L['" + *name + "']");
    result.text += "(" + found.str() + ")";
    result.inputs.insert(*argument);
    guard = path;
  }
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

Location pt2::findGuardLoc(ep::GraphOp graph,
                           const llvm::SetVector<BlockArgument> &inputs,
                           Location unknown) {
  // Which of the inputs each value is computed from.
  llvm::DenseMap<Value, llvm::BitVector> sources;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    llvm::BitVector &bits = sources[input];
    bits.resize(inputs.size());
    bits.set(i);
  }
  std::optional<Location> first;
  for (Operation &op : graph.getBody().front().without_terminator()) {
    llvm::BitVector all(inputs.size());
    for (Value operand : op.getOperands())
      if (auto it = sources.find(operand); it != sources.end())
        all |= it->second;
    if (all.none())
      continue;
    if (!first)
      first = op.getLoc();
    if (all.all())
      return op.getLoc();
    for (Value result : op.getResults())
      sources[result] = all;
  }
  return first.value_or(unknown);
}
