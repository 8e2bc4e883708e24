// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// einsum: the operands are contracted one after the other, each time by a
// batched matrix product.
#include "Families.h"
#include "kiln/Dialect/Aten/Equation.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// A tensor whose dimensions have labels, each only once.
struct Labeled {
  Term x;
  std::string labels;
};
} // namespace

static bool has(StringRef labels, char label) { return labels.contains(label); }

/// A label that an operand repeats is its diagonal.
static Labeled takeDiagonals(Term x, std::string labels) {
  for (size_t i = 0; i < labels.size(); ++i) {
    size_t again = labels.find(labels[i], i + 1);
    if (again == std::string::npos)
      continue;
    x = diagonal(x, 0, i, again);
    labels = labels.substr(0, again) + labels.substr(again + 1);
    labels = labels.substr(0, i) + labels.substr(i + 1) + labels[i];
    --i;
  }
  return {x, labels};
}

/// Adds up the dimensions that nothing else has.
static Labeled sumUnused(Labeled operand, StringRef needed) {
  SmallVector<int64_t> dims;
  std::string labels;
  for (auto [i, label] : llvm::enumerate(operand.labels)) {
    if (has(needed, label))
      labels += label;
    else
      dims.push_back(i);
  }
  if (!operand.x || dims.empty())
    return operand;
  return {sum(operand.x, dims, false, operand.x.dtype()), labels};
}

/// Dimensions in the order of `labels`.
static Term arrange(const Labeled &operand, StringRef labels) {
  SmallVector<int64_t> dims;
  for (char label : labels)
    dims.push_back(operand.labels.find(label));
  return permute(operand.x, dims);
}

static ExprAttr getSize(const Labeled &operand, StringRef labels) {
  Sizes sizes;
  for (char label : labels)
    sizes.push_back(operand.x.size(operand.labels.find(label)));
  return ep::product(operand.x.in().getContext(), sizes);
}

/// A size of 1 is repeated where the other operand has more.
static bool equalize(Labeled &a, Labeled &b) {
  Sizes sizesA(a.x.sizes()), sizesB(b.x.sizes());
  for (auto [i, label] : llvm::enumerate(a.labels)) {
    size_t j = b.labels.find(label);
    if (j == std::string::npos)
      continue;
    FailureOr<ExprAttr> size = broadcastSize(sizesA[i], sizesB[j]);
    if (failed(size))
      return false;
    sizesA[i] = sizesB[j] = *size;
  }
  a.x = expand(a.x, sizesA);
  b.x = expand(b.x, sizesB);
  return a.x && b.x;
}

/// What both have, and neither once only: the labels to contract are of them.
static std::string getShared(const Labeled &a, const Labeled &b) {
  std::string shared;
  for (auto [i, label] : llvm::enumerate(a.labels)) {
    size_t j = b.labels.find(label);
    if (j != std::string::npos && !a.x.size(i).isInt(1) &&
        !b.x.size(j).isInt(1))
      shared += label;
  }
  return shared;
}

/// The product of two, summed over what only they have. As in PyTorch, what one
/// of them repeats is summed up in the other, before they are multiplied.
static Labeled multiply(Labeled a, Labeled b, StringRef needed) {
  if (!a.x || !b.x)
    return {};
  std::string kept = getShared(a, b) + needed.str();
  a = sumUnused(a, kept);
  b = sumUnused(b, kept);
  if (!a.x || !b.x || !equalize(a, b))
    return {};
  std::string both, inner, onlyA, onlyB;
  for (char label : a.labels)
    (!has(b.labels, label) ? onlyA
     : has(needed, label)  ? both
                           : inner) += label;
  for (char label : b.labels)
    if (!has(a.labels, label))
      onlyB += label;
  ExprAttr batch = getSize(a, both), rows = getSize(a, onlyA),
           depth = getSize(a, inner), columns = getSize(b, onlyB);
  Term left = view(arrange(a, both + onlyA + inner), {batch, rows, depth});
  Term right = view(arrange(b, both + inner + onlyB), {batch, depth, columns});
  Sizes sizes;
  for (char label : both + onlyA)
    sizes.push_back(a.x.size(a.labels.find(label)));
  for (char label : onlyB)
    sizes.push_back(b.x.size(b.labels.find(label)));
  // Nothing to sum up: the product of all pairs.
  Term product = inner.empty() ? left * right : bmm(left, right);
  return {view(product, sizes), both + onlyA + onlyB};
}

/// Puts the product of operands `i` and `j` in the place of both: last where a
/// path says which, first where they go from left to right.
static bool contractPair(SmallVectorImpl<Labeled> &operands, int64_t i,
                         int64_t j, bool isLast, std::string needed) {
  if (i > j)
    std::swap(i, j);
  if (i < 0 || i == j || j >= static_cast<int64_t>(operands.size()))
    return false;
  Labeled a = operands[i], b = operands[j];
  operands.erase(operands.begin() + j);
  operands.erase(operands.begin() + i);
  for (const Labeled &later : operands)
    needed += later.labels;
  Labeled product = multiply(a, b, needed);
  operands.insert(isLast ? operands.end() : operands.begin(), product);
  return bool(product.x);
}

static Term decomposeEinsum(Call &c) {
  Terms terms = c.list("tensors");
  FailureOr<Equation> equation = parseEquation(
      c.op.getString("equation"),
      llvm::map_to_vector(terms, [](const Term &x) { return x.rank(); }));
  if (failed(equation) || terms.empty())
    return c.reject("the equation does not fit the operands");
  SmallVector<Labeled> operands;
  for (auto [term, labels] : llvm::zip(terms, equation->operands))
    operands.push_back(takeDiagonals(term, labels));
  SmallVector<int64_t> path = c.integers("path");
  bool hasPath = !path.empty();
  if (!hasPath)
    for (size_t step = 1; step < operands.size(); ++step)
      path.append({0, 1});
  if (path.size() != 2 * (operands.size() - 1))
    return c.reject("the path does not fit the operands");
  for (size_t step = 0; step < path.size(); step += 2)
    if (!contractPair(operands, path[step], path[step + 1], hasPath,
                      equation->result))
      return c.reject("the operands do not fit each other");
  Labeled result = sumUnused(operands[0], equation->result);
  if (!result.x || result.labels.size() != equation->result.size())
    return c.reject("the equation does not fit the operands");
  return arrange(result, equation->result);
}

void aten::populateEinsumDecompositions(RewritePatternSet &patterns,
                                        const KeepSet &keep) {
  addRules(patterns, keep, {{"aten.einsum.default", decomposeEinsum}});
}
