// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which rule an overload follows.
#include "kiln/Dialect/Aten/AllOps.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
using Result = FailureOr<Sizes>;
struct Rule {
  Result (*infer)(AtenOp op);
  const char *why; ///< what the operands do when it fails
};
} // namespace

/// All tensors broadcast together.
static Result inferPointwise(AtenOp op) {
  return broadcastSizes(llvm::map_to_vector(
      op->getOperands(), [](Value value) { return getSizes(value); }));
}

static Sizes sizesOf(Value value) {
  SizesRef sizes = getSizes(value);
  return Sizes(sizes.begin(), sizes.end());
}

static Result inferSame(AtenOp op) { return sizesOf(op->getOperand(0)); }

/// sum, mean, amax, amin, any: `dim` may be None or empty for all.
static Result inferReduction(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  auto dims = wrapDims(op.ints("dim"), sizes.size(), /*emptyIsAll=*/true);
  if (failed(dims))
    return failure();
  return reduceSizes(sizes, *dims, op.getBool("keepdim"));
}

static Result inferMatmul(AtenOp op) {
  return matmulSizes(getSizes(op.tensor(0)), getSizes(op.tensor(1)));
}

static Result inferAddmm(AtenOp op) {
  Result product = matmulSizes(getSizes(op.tensor(1)), getSizes(op.tensor(2)));
  if (failed(product))
    return failure();
  return broadcastSizes({*product, getSizes(op.tensor(0))});
}

static Result inferView(AtenOp op) {
  return viewSizes(getSizes(op.tensor(0)), op.symInts("size"));
}

static Result inferExpand(AtenOp op) {
  return expandSizes(getSizes(op.tensor(0)), op.symInts("size"));
}

static Result inferPermute(AtenOp op) {
  return permuteSizes(getSizes(op.tensor(0)), op.ints("dims"));
}

static Result inferUnsqueeze(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), sizes.size() + 1);
  if (failed(dim))
    return failure();
  sizes.insert(sizes.begin() + *dim, ep::makeInt(op->getContext(), 1));
  return sizes;
}

static Result squeeze(SizesRef sizes, ArrayRef<int64_t> dims) {
  auto wrapped = wrapDims(dims, sizes.size(), /*emptyIsAll=*/false);
  if (failed(wrapped))
    return failure();
  Sizes result;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (!size.isInt(1) || !llvm::is_contained(*wrapped, int64_t(i)))
      result.push_back(size);
  return result;
}

static Result inferSqueezeDim(AtenOp op) {
  return squeeze(getSizes(op.tensor(0)), op.getInt("dim"));
}

static Result inferSqueezeDims(AtenOp op) {
  return squeeze(getSizes(op.tensor(0)), op.ints("dim"));
}

static Result inferCat(AtenOp op) {
  return catSizes(
      llvm::map_to_vector(op.tensors(0), [](Value v) { return getSizes(v); }),
      op.getInt("dim"));
}

static Result inferSlice(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), sizes.size());
  if (failed(dim) || sizes.empty())
    return failure();
  SliceTensorOp slice(op);
  ExprAttr start = slice.getStart(), end = slice.getEnd();
  sizes[*dim] = sliceSize(sizes[*dim], start, end, slice.getStep(),
                          getFactsFor(op, {sizes[*dim], start, end}));
  return sizes;
}

static Result inferSelect(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), sizes.size());
  if (failed(dim) || sizes.empty())
    return failure();
  sizes.erase(sizes.begin() + *dim);
  return sizes;
}

static Result inferConvolution(AtenOp op) {
  ConvolutionOp conv(op);
  return convolutionSizes(getSizes(conv.getInput()), getSizes(conv.getWeight()),
                          conv.getStride(), conv.getPadding(),
                          conv.getDilation());
}

static Result inferMaxPool(AtenOp op) {
  MaxPool2dWithIndicesOp pool(op);
  return poolSizes(getSizes(pool.getSelf()), pool.getKernelSize(),
                   pool.getStride(), pool.getPadding(), pool.getDilation(),
                   pool.getCeilMode());
}

static Result inferAvgPool(AtenOp op) {
  AvgPool2dOp pool(op);
  return poolSizes(getSizes(pool.getSelf()), pool.getKernelSize(),
                   pool.getStride(), pool.getPadding(), {1},
                   pool.getCeilMode());
}

static Result inferEmbedding(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(1));
  SizesRef weight = getSizes(op.tensor(0));
  if (weight.size() != 2)
    return failure();
  sizes.push_back(weight[1]);
  return sizes;
}

static Result inferSize(AtenOp op) { return op.symInts("size"); }

static Result inferScalar(AtenOp) { return Sizes(); }

static constexpr const char *kWindow =
    "window does not fit the ranks of input and kernel";
static constexpr const char *kDims = "dimensions are out of range or repeated";

static const llvm::StringMap<Rule> &getRules() {
  static const llvm::StringMap<Rule> rules = {
      {"aten.mm.default", {inferMatmul, "matrices do not match"}},
      {"aten.bmm.default", {inferMatmul, "matrices do not match"}},
      {"aten.addmm.default", {inferAddmm, "matrices do not match"}},
      {"aten.view.default", {inferView, "changes the number of elements"}},
      {"aten.expand.default", {inferExpand, "expands a size that is not 1"}},
      {"aten.permute.default", {inferPermute, "dims are no permutation"}},
      {"aten.unsqueeze.default", {inferUnsqueeze, kDims}},
      {"aten.squeeze.dim", {inferSqueezeDim, kDims}},
      {"aten.squeeze.dims", {inferSqueezeDims, kDims}},
      {"aten.slice.Tensor", {inferSlice, kDims}},
      {"aten.select.int", {inferSelect, kDims}},
      {"aten.cat.default", {inferCat, "tensors differ beside `dim`"}},
      {"aten.sum.dim_IntList", {inferReduction, kDims}},
      {"aten.mean.dim", {inferReduction, kDims}},
      {"aten.amax.default", {inferReduction, kDims}},
      {"aten.amin.default", {inferReduction, kDims}},
      {"aten.convolution.default", {inferConvolution, kWindow}},
      {"aten.max_pool2d_with_indices.default", {inferMaxPool, kWindow}},
      {"aten.avg_pool2d.default", {inferAvgPool, kWindow}},
      {"aten._softmax.default", {inferSame, ""}},
      {"aten._log_softmax.default", {inferSame, ""}},
      {"aten.native_layer_norm.default", {inferSame, ""}},
      {"aten._native_batch_norm_legit_no_training.default", {inferSame, ""}},
      {"aten.clone.default", {inferSame, ""}},
      {"aten._to_copy.default", {inferSame, ""}},
      {"aten.embedding.default", {inferEmbedding, "weight is no matrix"}},
      {"aten.full.default", {inferSize, ""}},
      {"aten.scalar_tensor.default", {inferScalar, ""}},
  };
  return rules;
}

FailureOr<std::optional<Sizes>> aten::inferSizes(AtenOp op, std::string &why) {
  Rule rule = {nullptr, ""};
  const Schema &schema = op.getSchema();
  auto found = getRules().find(schema.getName());
  if (found != getRules().end())
    rule = found->second;
  else if (schema.isCore() && schema.isPointwise() && op->getNumOperands())
    rule = {inferPointwise, "tensors do not broadcast"};
  // A transposed convolution has another rule, which is not known yet.
  auto conv = dyn_cast<ConvolutionOp>(op.getOperation());
  if (!rule.infer || (conv && conv.getTransposed()))
    return std::optional<Sizes>();
  Result sizes = rule.infer(op);
  if (succeeded(sizes))
    return std::optional<Sizes>(std::move(*sizes));
  why = rule.why;
  return failure();
}

LogicalResult aten::verifyShape(AtenOp op) {
  std::string why;
  FailureOr<std::optional<Sizes>> wanted = inferSizes(op, why);
  if (failed(wanted))
    return op->emitOpError(why);
  if (!*wanted || op->getNumResults() == 0 ||
      !isa<ep::TensorType>(op->getResult(0).getType()))
    return success();
  SizesRef actual = getSizes(op->getResult(0));
  if (actual.size() != (*wanted)->size())
    return op->emitOpError("result has ")
           << actual.size() << " dimensions, must have " << (*wanted)->size();
  for (auto [i, size, want] : llvm::enumerate(actual, **wanted))
    if (ep::proveEqual(size, want) == ep::Answer::No)
      return op->emitOpError("result size ")
             << i << " is " << size.str() << ", must be " << want.str();
  return success();
}
