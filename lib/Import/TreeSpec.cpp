// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's TreeSpec text, `[1, {"type": …, "context": …, "children_spec":
// …}]`, as a tree attribute.
#include "ProgramImporter.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

static llvm::Expected<ep::TreeAttr>
readNode(MLIRContext *context, const json::Value &value, unsigned depth) {
  const json::Object *node = value.getAsObject();
  const json::Array *children =
      node ? node->getArray("children_spec") : nullptr;
  const json::Value *type = node ? node->get("type") : nullptr;
  if (!children || !type)
    return llvm::createStringError("tree: malformed node");
  if (depth > 100)
    return llvm::createStringError("tree: nested deeper than 100");
  StringAttr typeName, nodeContext;
  if (std::optional<StringRef> name = type->getAsString())
    typeName = StringAttr::get(context, *name);
  if (const json::Value *written = node->get("context")) {
    // Contexts are text; a defaultdict's is an object, kept as its text.
    if (std::optional<StringRef> text = written->getAsString())
      nodeContext = StringAttr::get(context, *text);
    else if (!written->isNull())
      nodeContext = StringAttr::get(context, json::write(*written));
  }
  SmallVector<ep::TreeAttr> trees;
  for (const json::Value &child : *children) {
    llvm::Expected<ep::TreeAttr> tree = readNode(context, child, depth + 1);
    if (!tree)
      return tree;
    trees.push_back(*tree);
  }
  if (!typeName && !trees.empty())
    return llvm::createStringError("tree: a leaf has children");
  return ep::TreeAttr::get(context, typeName, nodeContext, trees);
}

llvm::Expected<ep::TreeAttr> pt2::parseTreeSpec(MLIRContext *context,
                                                StringRef text) {
  rt::Expected<json::Document> spec = json::Document::parse(text);
  if (!spec.ok())
    return llvm::createStringError("tree syntax: " + spec.error().message);
  const json::Array *parts = spec->getRoot().getAsArray();
  if (!parts || parts->size() != 2)
    return llvm::createStringError("tree syntax: no pair of version and tree");
  if ((*parts)[0].getAsInteger() != 1)
    return llvm::createStringError("unsupported tree version; expected 1");
  return readNode(context, (*parts)[1], 0);
}
