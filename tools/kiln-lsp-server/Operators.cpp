// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Operators.h"
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

std::string server::describeOperator(StringRef name) {
  const aten::Schema *schema = aten::lookupSchema(name);
  if (!schema)
    return "";
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
