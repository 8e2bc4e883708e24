// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Package/Manifest.h"
#include "kiln/Support/JSON.h"

using namespace kiln;

/// Contexts are text or null, as PyTorch wrote them. Only a defaultdict's is an
/// object; the importer keeps its text.
static void writeContext(llvm::json::OStream &json, ep::TreeAttr tree) {
  mlir::StringAttr text = tree.getNodeContext();
  if (!text) {
    json.value(nullptr);
    return;
  }
  if (tree.getTypeName().getValue().ends_with("defaultdict")) {
    if (auto object = parseJSON(text.getValue())) {
      json.value(*object);
      return;
    } else {
      llvm::consumeError(object.takeError());
    }
  }
  json.value(text.getValue());
}

static void writeTree(llvm::json::OStream &json, ep::TreeAttr tree) {
  json.object([&] {
    if (tree.isLeaf()) {
      json.attribute("type", nullptr);
      json.attribute("context", nullptr);
      json.attributeArray("children_spec", [] {});
      return;
    }
    json.attribute("type", tree.getTypeName().getValue());
    json.attributeBegin("context");
    writeContext(json, tree);
    json.attributeEnd();
    json.attributeArray("children_spec", [&] {
      for (ep::TreeAttr child : tree.getChildren())
        writeTree(json, child);
    });
  });
}

std::string kiln::getTreeSpecText(ep::TreeAttr tree) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.array([&] {
    json.value(1);
    writeTree(json, tree);
  });
  return text;
}
