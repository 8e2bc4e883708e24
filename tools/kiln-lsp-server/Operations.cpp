// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Operations.h"
#include "kiln/Dialect/Aten/Schema.h"
#include "llvm/ADT/StringExtras.h"

using namespace kiln;

StringRef server::getWordAt(StringRef text, llvm::lsp::Position position) {
  for (int line = 0; line < position.line; ++line)
    text = text.split('\n').second;
  text = text.split('\n').first;
  size_t at = std::min<size_t>(position.character, text.size());
  auto isOutside = [](char c) {
    return !llvm::isAlnum(c) && c != '_' && c != '.';
  };
  StringRef before = text.take_front(at), after = text.drop_front(at);
  size_t start = before.size();
  while (start > 0 && !isOutside(before[start - 1]))
    --start;
  return text.slice(start, at + after.take_until(isOutside).size());
}

static constexpr unsigned char kPages[] = {
#include "Dialect-ep.inc"
#include "Dialect-exec.inc"
#include "Dialect-tx.inc"
};

/// The operation's section of its dialect's page, up to the tables.
static StringRef findSection(StringRef name) {
  StringRef pages(reinterpret_cast<const char *>(kPages), sizeof kPages);
  size_t at = pages.find(("\n### `" + name + "` (").str());
  if (at == StringRef::npos)
    return "";
  StringRef section = pages.drop_front(at + 1).split('\n').second;
  for (StringRef end : {"\n## ", "\n### ", "\n#### ",
                        "\nTraits: ", "\nInterfaces: ", "\nEffects: "})
    section = section.take_front(section.find(end));
  return section.trim('\n');
}

std::string server::describeOperation(StringRef name) {
  const aten::Schema *schema = aten::lookupSchema(name);
  if (!schema) {
    StringRef section = findSection(name);
    return section.empty() ? "" : (section + "\n").str();
  }
  SmallVector<StringRef> facts;
  auto add = [&](bool holds, StringRef fact) {
    if (holds)
      facts.push_back(fact);
  };
  add(schema->isCore(), "in Core ATen");
  add(schema->isComposite(), "composed of other operators");
  add(schema->isPointwise(), "pointwise");
  add(schema->isReduction(), "a reduction");
  add(schema->isMutating(), "writes an argument");
  add(schema->isRandom(), "random");
  add(schema->isDynamicOutput(), "its results depend on data in their sizes");
  std::string text = ("```\n" + schema->getText() + "\n```\n").str();
  if (!facts.empty())
    text += "\n" + llvm::join(facts, ", ") + "\n";
  return text;
}
