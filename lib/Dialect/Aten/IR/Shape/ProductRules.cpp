// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// A product of matrices and a summand, which broadcasts.
static RuleResult addTo(RuleResult product, Value summand) {
  return failed(product) ? product
                         : broadcastSizes({*product, getSizes(summand)});
}
static RuleResult inferSummandAndProduct(AtenOp op) {
  return addTo(matmulSizes(getSizes(op.tensor(1)), getSizes(op.tensor(2))),
               op.tensor(0));
}

/// The products of a batch are added up.
static RuleResult inferAddbmm(AtenOp op) {
  RuleResult product =
      matmulSizes(getSizes(op.tensor(1)), getSizes(op.tensor(2)));
  if (failed(product) || product->size() != 3)
    return failure();
  product->erase(product->begin());
  return addTo(product, op.tensor(0));
}

/// Columns of the second are rows of the result.
static RuleResult inferWeightProduct(AtenOp op) {
  Sizes weight = sizesOf(op.tensor(1));
  if (weight.size() != 2)
    return failure();
  std::swap(weight[0], weight[1]);
  return matmulSizes(getSizes(op.tensor(0)), weight);
}

static RuleResult outerSizes(Value a, Value b) {
  SizesRef rows = getSizes(a), columns = getSizes(b);
  if (rows.size() != 1 || columns.size() != 1)
    return failure();
  return Sizes{rows[0], columns[0]};
}
static RuleResult inferOuter(AtenOp op) {
  return outerSizes(op.tensor(0), op.tensor(1));
}
static RuleResult inferAddr(AtenOp op) {
  return addTo(outerSizes(op.tensor(1), op.tensor(2)), op.tensor(0));
}

/// Sums along the last dimension of both.
static RuleResult inferInner(AtenOp op) {
  SizesRef a = getSizes(op.tensor(0)), b = getSizes(op.tensor(1));
  if (a.empty() || b.empty())
    return broadcastSizes({a, b});
  if (differ(a.back(), b.back()))
    return failure();
  Sizes result(a.drop_back());
  llvm::append_range(result, b.drop_back());
  return result;
}

/// Sums along pairs of dimensions; those of the first stand first.
static RuleResult inferTensordot(AtenOp op) {
  SizesRef a = getSizes(op.tensor(0)), b = getSizes(op.tensor(1));
  SmallVector<int64_t> from = op.ints("dims_self"), to = op.ints("dims_other");
  auto sumsOfA = wrapDims(from, a.size(), /*emptyIsAll=*/false);
  auto sumsOfB = wrapDims(to, b.size(), /*emptyIsAll=*/false);
  if (failed(sumsOfA) || failed(sumsOfB) || from.size() != to.size())
    return failure();
  for (auto [x, y] : llvm::zip(from, to)) {
    ExprAttr left = a[*wrapDim(x, a.size())], right = b[*wrapDim(y, b.size())];
    if (failed(broadcastSize(left, right)))
      return failure();
  }
  Sizes result = reduceSizes(a, *sumsOfA, /*keepdim=*/false);
  llvm::append_range(result, reduceSizes(b, *sumsOfB, /*keepdim=*/false));
  return result;
}

/// Blocks of the size of the second.
static RuleResult inferKron(AtenOp op) {
  Sizes a = sizesOf(op.tensor(0)), b = sizesOf(op.tensor(1));
  if (a.size() < b.size())
    std::swap(a, b);
  for (size_t back = 1; back <= b.size(); ++back)
    a[a.size() - back] = ep::mul(a[a.size() - back], b[b.size() - back]);
  return a;
}

/// [..., inputs], [..., inputs'] and a weight [outputs, inputs, inputs'].
static RuleResult inferBilinear(AtenOp op) {
  SizesRef a = getSizes(op.tensor(0)), b = getSizes(op.tensor(1)),
           weight = getSizes(op.tensor(2));
  if (a.empty() || a.size() != b.size() || weight.size() != 3 ||
      differ(a.back(), weight[1]) || differ(b.back(), weight[2]))
    return failure();
  Sizes result(a);
  result.back() = weight[0];
  return result;
}

/// A distance for each pair of rows.
static RuleResult inferDistances(AtenOp op) {
  SizesRef a = getSizes(op.tensor(0)), b = getSizes(op.tensor(1));
  if (a.size() < 2 || b.size() < 2 || differ(a.back(), b.back()))
    return failure();
  RuleResult result = broadcastSizes({a.drop_back(2), b.drop_back(2)});
  if (succeeded(result))
    llvm::append_range(*result, Sizes{a[a.size() - 2], b[b.size() - 2]});
  return result;
}

/// A figure for each pair of vectors along a dimension.
static RuleResult inferPairFigure(AtenOp op) {
  RuleResult sizes =
      broadcastSizes({getSizes(op.tensor(0)), getSizes(op.tensor(1))});
  if (failed(sizes))
    return failure();
  const Schema &schema = op.getSchema();
  int64_t dim = schema.findArgument("dim") ? op.getInt("dim") : -1;
  auto dims = wrapDims({dim}, sizes->size(), /*emptyIsAll=*/false);
  bool keepdim = schema.findArgument("keepdim") && op.getBool("keepdim");
  return failed(dims) ? RuleResult(failure())
                      : RuleResult(reduceSizes(*sizes, *dims, keepdim));
}

/// A product for each group of a batch, of rows, of columns, or of what is
/// summed, which `offs` parts.
static RuleResult inferGrouped(AtenOp op) {
  SizesRef a = getSizes(op.tensor(0)), b = getSizes(op.tensor(1));
  auto isMatrix = [](SizesRef sizes) {
    return sizes.size() == 2 || sizes.size() == 3;
  };
  Value offsets = op.tensor("offs");
  if (!isMatrix(a) || !isMatrix(b) || differ(a.back(), b[b.size() - 2]) ||
      (a.size() == 3 && b.size() == 3 && differ(a[0], b[0])) ||
      (offsets && getSizes(offsets).size() != 1))
    return failure();
  Sizes result = {a[a.size() - 2], b.back()};
  if (a.size() == 3 && b.size() == 3)
    result.insert(result.begin(), a[0]);
  else if (a.size() == 2 && b.size() == 2 && offsets)
    result.insert(result.begin(), getSizes(offsets)[0]);
  return result;
}

void aten::addProductRules(RuleTable &rules) {
  constexpr const char *kFit = "factors do not fit";
  addAll(rules, {"addmv.default", "baddbmm.default"},
         {inferSummandAndProduct, kFit});
  addAll(rules, {"addbmm.default"}, {inferAddbmm, kFit});
  addAll(rules, {"addr.default"}, {inferAddr, kFit});
  addAll(rules, {"_weight_int8pack_mm.default"}, {inferWeightProduct, kFit});
  rules["aten._scaled_mm.default"] = {
      [](AtenOp op) {
        return matmulSizes(getSizes(op.tensor(0)), getSizes(op.tensor(1)));
      },
      kFit};
  addAll(rules, {"_grouped_mm.default"}, {inferGrouped, kFit});
  rules["transformers.grouped_mm_fallback.default"] = {inferGrouped, kFit};
  addAll(rules, {"ger.default", "outer.default"}, {inferOuter, kFit});
  addAll(rules, {"inner.default"}, {inferInner, kFit});
  addAll(rules, {"tensordot.default"}, {inferTensordot, kFit});
  addAll(rules, {"kron.default"}, {inferKron, ""});
  addAll(rules, {"bilinear.default"}, {inferBilinear, kFit});
  addAll(rules, {"_cdist_forward.default", "cdist.default"},
         {inferDistances, kFit});
  addAll(rules, {"cosine_similarity.default", "pairwise_distance.default"},
         {inferPairFigure, kFit});
}
