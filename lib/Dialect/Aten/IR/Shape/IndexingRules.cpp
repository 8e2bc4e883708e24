// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// The sizes of the first argument, with another one along `dim`.
static RuleResult replaceDim(AtenOp op, int64_t dim, ExprAttr size) {
  Sizes sizes = sizesOf(op.tensor(0));
  FailureOr<int64_t> at = wrapDim(dim, sizes.size());
  if (failed(at))
    return failure();
  if (!sizes.empty())
    sizes[*at] = size;
  return sizes;
}

static RuleResult inferTopk(AtenOp op) {
  return replaceDim(op, op.getInt("dim"), op.symInt(1));
}

static RuleResult inferIndexSelect(AtenOp op) {
  return replaceDim(
      op, op.getInt("dim"),
      ep::product(op->getContext(), getSizes(op.tensor("index"))));
}

static RuleResult inferGather(AtenOp op) { return sizesOf(op.tensor("index")); }

static RuleResult inferMaskedScatter(AtenOp op) {
  return broadcastSizes({getSizes(op.tensor(0)), getSizes(op.tensor("mask"))});
}

static RuleResult inferEmbedding(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(1));
  SizesRef weight = getSizes(op.tensor(0));
  if (weight.size() != 2)
    return failure();
  sizes.push_back(weight[1]);
  return sizes;
}

static RuleResult inferEmbeddingBackward(AtenOp op) {
  SizesRef gradient = getSizes(op.tensor(0));
  if (gradient.empty())
    return failure();
  return Sizes{op.symInt(2), gradient.back()};
}

/// A mask stands for as many indices as data tell.
static bool hasNoMask(AtenOp op) {
  return llvm::none_of(op.tensors(1), [](Value index) {
    Type dtype = index ? aten::getDtype(index) : Type();
    return dtype && (dtype.isInteger(1) || dtype.isUnsignedInteger(8));
  });
}

/// The dimensions of the indices come where the first of them stands, or first
/// of all where a dimension between them has none.
static RuleResult inferIndex(AtenOp op) {
  SizesRef self = getSizes(op.tensor(0));
  SmallVector<Value> indices = op.tensors(1);
  if (indices.size() > self.size())
    return failure();
  indices.resize(self.size());
  SmallVector<SizesRef> shapes;
  SmallVector<size_t> places;
  Sizes sizes;
  for (auto [i, index] : llvm::enumerate(indices)) {
    if (index) {
      shapes.push_back(getSizes(index));
      places.push_back(i);
    } else {
      sizes.push_back(self[i]);
    }
  }
  FailureOr<Sizes> shape = broadcastSizes(shapes);
  if (failed(shape))
    return failure();
  bool isTogether =
      !places.empty() && places.back() - places.front() + 1 == places.size();
  sizes.insert(sizes.begin() + (isTogether ? places.front() : 0),
               shape->begin(), shape->end());
  return sizes;
}

void aten::addIndexingRules(RuleTable &rules) {
  for (const char *name :
       {"aten.index_put.default", "aten.scatter.src", "aten.scatter.value",
        "aten.scatter_add.default", "aten.scatter_reduce.two",
        "aten.select_scatter.default", "aten.slice_scatter.default"})
    rules[name] = {inferFirst, ""};
  rules["aten.masked_scatter.default"] = {inferMaskedScatter,
                                          "tensors do not broadcast"};
  rules["aten.gather.default"] = {inferGather, ""};
  rules["aten.take.default"] = {inferGather, ""};
  rules["aten.index_select.default"] = {inferIndexSelect, kDims};
  rules["aten.topk.default"] = {inferTopk, kDims, nullptr, true};
  rules["aten.embedding.default"] = {inferEmbedding, "weight is no matrix"};
  rules["aten.embedding_dense_backward.default"] = {inferEmbeddingBackward,
                                                    kDims};
  for (const char *name : {"aten._unsafe_index.Tensor", "aten.index.Tensor"})
    rules[name] = {inferIndex, "indices do not broadcast", hasNoMask};
}
