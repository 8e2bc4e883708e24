// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Equation.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// The digits that stand for `count` dimensions of an ellipsis, which are
/// aligned at the end.
static std::string getEllipsis(int64_t count) {
  return std::string("0123456789").substr(10 - count);
}

static std::string expandEllipsis(StringRef text, int64_t count) {
  std::string labels;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("...")) {
      labels += getEllipsis(count);
      i += 2;
    } else if (llvm::isAlpha(text[i])) {
      labels += text[i];
    }
  }
  return labels;
}

FailureOr<Equation> aten::parseEquation(StringRef text,
                                        ArrayRef<int64_t> ranks) {
  auto [left, right] = text.split("->");
  SmallVector<StringRef> parts;
  left.split(parts, ',');
  if (parts.size() != ranks.size())
    return failure();
  Equation equation;
  int64_t widest = 0;
  for (auto [part, rank] : llvm::zip(parts, ranks)) {
    int64_t letters = llvm::count_if(part, llvm::isAlpha);
    int64_t others = rank - letters;
    if (others < 0 || others > 10 || (others > 0 && !part.contains("...")))
      return failure();
    widest = std::max(widest, others);
    equation.operands.push_back(expandEllipsis(part, others));
  }
  if (text.contains("->")) {
    equation.result = expandEllipsis(right, widest);
    return equation;
  }
  // The ellipsis, then the letters that occur once, in their order.
  equation.result = getEllipsis(widest);
  std::map<char, int> counts;
  for (StringRef operand : equation.operands)
    for (char label : operand)
      ++counts[label];
  for (auto [label, count] : counts)
    if (llvm::isAlpha(label) && count == 1)
      equation.result += label;
  return equation;
}
