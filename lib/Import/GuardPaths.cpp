// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guards name inputs by their place in the arguments of forward:
// `L['pair'][1]['x'].size()[0]`. Here such paths become the sizes and numbers
// that they name, so that a guard is an expression over symbols.
#include "ProgramImporter.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

namespace {
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

  /// The child of a dict, whose context is the JSON list of its keys.
  std::optional<Place> child(StringRef key) const {
    if (!node.getNodeContext())
      return std::nullopt;
    auto keys = json::Document::parse(node.getNodeContext());
    if (!keys) {
      llvm::consumeError(keys.takeError());
      return std::nullopt;
    }
    const json::Array *list = keys->getRoot().getAsArray();
    for (size_t i = 0, e = list ? list->size() : 0; i < e; ++i)
      if ((*list)[i].getAsString() == key)
        return child(i);
    return std::nullopt;
  }
};
} // namespace

/// Follows the subscripts at the front of `path` down to a leaf.
static std::optional<Place> followSubscripts(std::optional<Place> place,
                                             StringRef &path) {
  while (place && !place->node.isLeaf()) {
    size_t index;
    if (path.consume_front("['")) {
      StringRef key;
      std::tie(key, path) = path.split("']");
      place = place->child(key);
    } else if (path.consume_front("[") && !path.consumeInteger(10, index) &&
               path.consume_front("]")) {
      place = place->child(index);
    } else {
      return std::nullopt;
    }
  }
  return place;
}

/// The place of the parameter `name` of forward: positional ones first, then
/// those that were passed by name. What `*tensors` takes is named `tensors_0`,
/// `tensors_1`, …, but guards write `L['tensors'][1]`.
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
  size_t index;
  if (!llvm::is_contained(names, name) && rest.consume_front("[") &&
      !rest.consumeInteger(10, index) && rest.consume_front("]") &&
      llvm::is_contained(names, name + "_" + std::to_string(index))) {
    name += "_" + std::to_string(index);
    path = rest;
  }
  size_t position = llvm::find(names, name) - names.begin();
  if (position < args->node.getChildren().size())
    return args->child(position);
  return kwargs->child(StringRef(name));
}

/// What the leaf `number` of the inputs is: a size of a tensor, or a number.
/// Consumes `.size()[i]`.
static std::optional<ep::ExprAttr> readLeaf(ep::GraphOp graph, int64_t number,
                                            StringRef &path) {
  size_t dim = 0;
  bool isSize = path.consume_front(".size()[") &&
                !path.consumeInteger(10, dim) && path.consume_front("]");
  for (unsigned i = 0, e = graph.getNumArguments(); i < e; ++i) {
    ep::InputKind kind = graph.getInput(i).getKind();
    bool isLeaf = kind == ep::InputKind::UserInput ||
                  kind == ep::InputKind::ConstantInput ||
                  kind == ep::InputKind::CustomObject;
    if (!isLeaf || number-- != 0)
      continue;
    Type type = graph.getArgumentTypes()[i];
    if (auto tensor = dyn_cast<ep::TensorType>(type);
        tensor && isSize && dim < tensor.getSizes().size())
      return tensor.getSizes()[dim];
    if (auto scalar = dyn_cast<ep::NumberType>(type); scalar && !isSize)
      return scalar.getValue();
    return std::nullopt;
  }
  return std::nullopt;
}

llvm::Expected<std::string> ProgramImporter::substitutePaths(StringRef guard) {
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
  std::string text;
  while (true) {
    auto [before, after] = guard.split("L['");
    text += before;
    if (after.empty())
      return text;
    StringRef name, path;
    std::tie(name, path) = after.split("']");
    std::optional<Place> place = followSubscripts(
        findParameter(*root, *entry->signature, name.str(), path), path);
    std::optional<ep::ExprAttr> found;
    if (place)
      found = readLeaf(op.getGraph(), place->leaf, path);
    if (!found)
      return llvm::createStringError("cannot resolve L['" + name + "']");
    text += "(" + found->str() + ")";
    guard = path;
  }
}
