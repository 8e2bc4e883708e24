// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which rule an overload follows.
#include "Rules.h"
#include "kiln/Dialect/Aten/AllOps.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// All tensors broadcast together.
static RuleResult inferPointwise(AtenOp op) {
  return broadcastSizes(llvm::map_to_vector(
      op->getOperands(), [](Value value) { return getSizes(value); }));
}

static RuleResult inferSame(AtenOp op) { return sizesOf(op->getOperand(0)); }

/// sum, mean, amax, amin, any: `dim` may be None or empty for all.
static RuleResult inferReduction(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  auto dims = wrapDims(op.ints("dim"), sizes.size(), /*emptyIsAll=*/true);
  if (failed(dims))
    return failure();
  return reduceSizes(sizes, *dims, op.getBool("keepdim"));
}

/// any, prod, max, min: one dimension.
static RuleResult inferReductionDim(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  auto dims = wrapDims({op.getInt("dim")}, sizes.size(), /*emptyIsAll=*/false);
  if (failed(dims))
    return failure();
  return reduceSizes(sizes, *dims, op.getBool("keepdim"));
}

/// No dimensions are none here, unlike in other reductions.
static RuleResult inferAnyDims(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  auto dims = wrapDims(op.ints("dim"), sizes.size(),
                       /*emptyIsAll=*/!op.hasValue("dim"));
  if (failed(dims))
    return failure();
  return reduceSizes(sizes, *dims, op.getBool("keepdim"));
}

/// argmax, argmin: one dimension or all.
static RuleResult inferArgReduction(AtenOp op) {
  if (op.hasValue("dim"))
    return inferReductionDim(op);
  SizesRef sizes = getSizes(op.tensor(0));
  auto dims = wrapDims({}, sizes.size(), /*emptyIsAll=*/true);
  return reduceSizes(sizes, *dims, op.getBool("keepdim"));
}

static RuleResult inferMatmul(AtenOp op) {
  return matmulSizes(getSizes(op.tensor(0)), getSizes(op.tensor(1)));
}

static RuleResult inferAddmm(AtenOp op) {
  RuleResult product =
      matmulSizes(getSizes(op.tensor(1)), getSizes(op.tensor(2)));
  if (failed(product))
    return failure();
  return broadcastSizes({*product, getSizes(op.tensor(0))});
}

static RuleResult inferView(AtenOp op) {
  return viewSizes(getSizes(op.tensor(0)), op.symInts("size"));
}

static RuleResult inferExpand(AtenOp op) {
  return expandSizes(getSizes(op.tensor(0)), op.symInts("size"));
}

static RuleResult inferPermute(AtenOp op) {
  return permuteSizes(getSizes(op.tensor(0)), op.ints("dims"));
}

static RuleResult inferUnsqueeze(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), sizes.size() + 1);
  if (failed(dim))
    return failure();
  sizes.insert(sizes.begin() + *dim, ep::makeInt(op->getContext(), 1));
  return sizes;
}

static RuleResult squeeze(SizesRef sizes, ArrayRef<int64_t> dims) {
  auto wrapped = wrapDims(dims, sizes.size(), /*emptyIsAll=*/false);
  if (failed(wrapped))
    return failure();
  Sizes result;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (!size.isInt(1) || !llvm::is_contained(*wrapped, int64_t(i)))
      result.push_back(size);
  return result;
}

static RuleResult inferSqueezeDim(AtenOp op) {
  return squeeze(getSizes(op.tensor(0)), op.getInt("dim"));
}

static RuleResult inferSqueezeDims(AtenOp op) {
  return squeeze(getSizes(op.tensor(0)), op.ints("dim"));
}

static RuleResult inferCat(AtenOp op) {
  return catSizes(
      llvm::map_to_vector(op.tensors(0), [](Value v) { return getSizes(v); }),
      op.getInt("dim"));
}

static RuleResult inferSlice(AtenOp op) {
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

static RuleResult inferSelect(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), sizes.size());
  if (failed(dim) || sizes.empty())
    return failure();
  sizes.erase(sizes.begin() + *dim);
  return sizes;
}

static RuleResult inferSize(AtenOp op) { return op.symInts("size"); }

static RuleResult inferPermutation(AtenOp op) { return Sizes{op.symInt(0)}; }

/// An int as an expression; null for a float.
static ExprAttr toExpr(Attribute attribute) {
  if (auto number = dyn_cast_or_null<IntegerAttr>(attribute))
    return ep::makeInt(number.getContext(), number.getInt());
  return dyn_cast_or_null<ExprAttr>(attribute);
}

static std::array<ExprAttr, 3> getRange(AtenOp op) {
  return {toExpr(op.attribute(0)), toExpr(op.attribute(1)),
          toExpr(op.attribute(2))};
}

/// Other ranges round, as their dtype does.
static bool isIntRange(AtenOp op) {
  auto range = getRange(op);
  return llvm::all_of(
             range,
             [](ExprAttr e) { return e && ep::getSort(e) == ep::Sort::Int; }) &&
         range[2].isInt() && range[2].getValue() != 0;
}

static RuleResult inferRange(AtenOp op) {
  auto [start, end, step] = getRange(op);
  return Sizes{ep::max(ep::makeInt(op->getContext(), 0),
                       ep::ceilDiv(ep::sub(end, start), step))};
}

static RuleResult inferRepeat(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  Sizes repeats = op.symInts("repeats");
  if (repeats.size() < sizes.size())
    return failure();
  for (size_t back = 1; back <= sizes.size(); ++back)
    repeats[repeats.size() - back] =
        ep::mul(repeats[repeats.size() - back], sizes[sizes.size() - back]);
  return repeats;
}

static RuleResult inferDiagonal(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  auto dims = wrapDims({op.getInt("dim1"), op.getInt("dim2")}, sizes.size(),
                       /*emptyIsAll=*/false);
  if (failed(dims) || sizes.size() < 2)
    return failure();
  FailureOr<int64_t> dim1 = wrapDim(op.getInt("dim1"), sizes.size());
  MLIRContext *context = op->getContext();
  int64_t offset = op.getInt("offset");
  int64_t other = (*dims)[0] == *dim1 ? (*dims)[1] : (*dims)[0];
  ExprAttr rows = ep::sub(sizes[*dim1],
                          ep::makeInt(context, std::max<int64_t>(0, -offset)));
  ExprAttr columns =
      ep::sub(sizes[other], ep::makeInt(context, std::max<int64_t>(0, offset)));
  ExprAttr length = ep::max(ep::makeInt(context, 0),
                            ep::makeExpr(ep::ExprKind::Min, {rows, columns}));
  sizes.erase(sizes.begin() + (*dims)[1]);
  sizes.erase(sizes.begin() + (*dims)[0]);
  sizes.push_back(length);
  return sizes;
}

/// The first part.
static RuleResult inferSplit(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0)), parts = op.symInts("split_sizes");
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), sizes.size());
  if (failed(dim) || sizes.empty())
    return failure();
  if (!parts.empty())
    sizes[*dim] = parts[0];
  return sizes;
}

static RuleResult inferScalar(AtenOp) { return Sizes(); }

static RuleTable makeRules() {
  RuleTable rules = {
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
      {"aten._softmax.default", {inferSame, ""}},
      {"aten._log_softmax.default", {inferSame, ""}},
      {"aten.native_layer_norm.default", {inferSame, ""}},
      {"aten._native_batch_norm_legit_no_training.default", {inferSame, ""}},
      {"aten.clone.default", {inferSame, ""}},
      {"aten._to_copy.default", {inferSame, ""}},
      {"aten.full.default", {inferSize, ""}},
      {"aten.scalar_tensor.default", {inferScalar, ""}},
      {"aten.any.default", {inferScalar, ""}},
      {"aten.any.dim", {inferReductionDim, kDims}},
      {"aten.any.dims", {inferAnyDims, kDims}},
      {"aten.argmax.default", {inferArgReduction, kDims}},
      {"aten.argmin.default", {inferArgReduction, kDims}},
      {"aten.max.dim", {inferReductionDim, kDims, nullptr, true}},
      {"aten.mean.default", {inferScalar, ""}},
      {"aten.min.dim", {inferReductionDim, kDims, nullptr, true}},
      {"aten.prod.default", {inferScalar, ""}},
      {"aten.prod.dim_int", {inferReductionDim, kDims}},
      {"aten.var.correction", {inferReduction, kDims}},
      {"aten.var.dim", {inferReduction, kDims}},
      {"aten.empty.memory_format", {inferSize, ""}},
      {"aten.empty_strided.default", {inferSize, ""}},
      {"aten.as_strided.default", {inferSize, ""}},
      {"aten.rand.default", {inferSize, ""}},
      {"aten.randn.default", {inferSize, ""}},
      {"aten.randperm.default", {inferPermutation, ""}},
      {"aten.arange.start_step", {inferRange, "", isIntRange}},
      {"aten.repeat.default", {inferRepeat, "repeats less than it has"}},
      {"aten.diagonal.default", {inferDiagonal, kDims}},
      {"aten.split_with_sizes.default", {inferSplit, kDims}},
  };
  for (const char *name :
       {"aten.alias.default", "aten.copy.default", "aten.cumsum.default",
        "aten.fill.Scalar", "aten.flip.default", "aten.full_like.default",
        "aten._native_batch_norm_legit.default",
        "aten._native_batch_norm_legit.no_stats",
        "aten.native_group_norm.default",
        "aten.native_group_norm_backward.default",
        "aten.native_layer_norm_backward.default"})
    rules[name] = {inferSame, ""};
  for (const char *name : {"aten.native_dropout.default", "aten.sort.default"})
    rules[name] = {inferSame, "", nullptr, true};
  addWindowRules(rules);
  addIndexingRules(rules);
  return rules;
}

static const Rule *findRule(AtenOp op) {
  static const RuleTable rules = makeRules();
  static const Rule pointwise = {inferPointwise, "tensors do not broadcast"};
  const Schema &schema = op.getSchema();
  auto found = rules.find(schema.getName());
  if (found != rules.end())
    return !found->second.applies || found->second.applies(op) ? &found->second
                                                               : nullptr;
  return schema.isCore() && schema.isPointwise() && op->getNumOperands()
             ? &pointwise
             : nullptr;
}

bool aten::hasShapeRule(const Schema &schema) {
  static const RuleTable rules = makeRules();
  return rules.contains(schema.getName()) ||
         (schema.isCore() && schema.isPointwise());
}

bool aten::haveResultsSameSizes(AtenOp op) {
  const Rule *rule = findRule(op);
  return rule && rule->sameResults;
}

FailureOr<std::optional<Sizes>> aten::inferSizes(AtenOp op, std::string &why) {
  const Rule *rule = findRule(op);
  if (!rule)
    return std::optional<Sizes>();
  RuleResult sizes = rule->infer(op);
  if (succeeded(sizes))
    return std::optional<Sizes>(std::move(*sizes));
  why = rule->why;
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
