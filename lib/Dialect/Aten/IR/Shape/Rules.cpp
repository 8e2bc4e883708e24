// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which rule an overload follows.
#include "Rules.h"
#include "kiln/Dialect/Aten/AllOps.h"
#include "kiln/Dialect/Aten/ViewMap.h"
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

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

static RuleResult inferViewed(AtenOp op) {
  FailureOr<ViewMap> map = getViewMap(op);
  return failed(map) ? RuleResult(failure()) : map->getSizes();
}

static RuleResult inferCat(AtenOp op) {
  return catSizes(
      llvm::map_to_vector(op.tensors(0), [](Value v) { return getSizes(v); }),
      op.getInt("dim"));
}

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

static constexpr const char *kExpands = "expands a size that is not 1";

static RuleTable makeRules() {
  RuleTable rules = {
      {"aten.mm.default", {inferMatmul, "matrices do not match"}},
      {"aten.bmm.default", {inferMatmul, "matrices do not match"}},
      {"aten.addmm.default", {inferAddmm, "matrices do not match"}},
      {"aten.view.default", {inferView, "changes the number of elements"}},
      {"aten.expand.default", {inferViewed, kExpands}},
      {"aten.expand_as.default", {inferViewed, kExpands}},
      {"aten.broadcast_to.default", {inferViewed, kExpands}},
      {"aten.permute.default", {inferViewed, "dims are no permutation"}},
      {"aten.cat.default", {inferCat, "tensors differ beside `dim`"}},
      {"aten.sum.dim_IntList", {inferReduction, kDims}},
      {"aten.mean.dim", {inferReduction, kDims}},
      {"aten.amax.default", {inferReduction, kDims}},
      {"aten.amin.default", {inferReduction, kDims}},
      {"aten._softmax.default", {inferFirst, ""}},
      {"aten._log_softmax.default", {inferFirst, ""}},
      {"aten.native_layer_norm.default", {inferFirst, ""}},
      {"aten._native_batch_norm_legit_no_training.default", {inferFirst, ""}},
      {"aten.clone.default", {inferFirst, ""}},
      {"aten._to_copy.default", {inferFirst, ""}},
      {"aten.full.default", {inferSize, ""}},
      {"aten.scalar_tensor.default", {inferScalar, ""}},
      {"aten.any.default", {inferScalar, ""}},
      {"aten.any.dim", {inferReductionDim, kDims}},
      {"aten.all.dims", {inferAnyDims, kDims}},
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
  };
  for (const char *name :
       {"aten.copy.default", "aten.cumsum.default", "aten.fill.Scalar",
        "aten.flip.default", "aten.full_like.default",
        "aten._native_batch_norm_legit.default",
        "aten._native_batch_norm_legit.no_stats",
        "aten.native_group_norm.default",
        "aten.native_group_norm_backward.default",
        "aten.native_layer_norm_backward.default"})
    rules[name] = {inferFirst, ""};
  for (const char *name : {"aten.native_dropout.default", "aten.sort.default"})
    rules[name] = {inferFirst, "", nullptr, true};
  addWindowRules(rules);
  addIndexingRules(rules);
  addCompositeRules(rules);
  addRecurrentRules(rules);
  addCreationRules(rules);
  addFourierRules(rules);
  addMatrixRules(rules);
  addProductRules(rules);
  addArrangeRules(rules);
  addGradientRules(rules);
  return rules;
}

static const Rule *findRule(const Schema &schema) {
  static const RuleTable rules = makeRules();
  static const Rule pointwise = {inferBroadcast, "tensors do not broadcast"};
  static const Rule viewed = {inferViewed, kDims};
  auto found = rules.find(schema.getName());
  if (found != rules.end())
    return &found->second;
  if (hasViewMap(schema.getName()))
    return &viewed;
  return broadcastsTensors(schema) ? &pointwise : nullptr;
}

static const Rule *findRule(AtenOp op) {
  const Rule *rule = findRule(op.getSchema());
  bool applies = rule && (!rule->applies || rule->applies(op)) &&
                 (rule->infer != inferBroadcast || op->getNumOperands());
  return applies ? rule : nullptr;
}

bool aten::broadcastsTensors(const Schema &schema) {
  return schema.isPointwise() && !schema.isMutating() &&
         schema.getResults().size() == 1 &&
         schema.getResults()[0].type.isTensor();
}

bool aten::hasShapeRule(const Schema &schema) { return findRule(schema); }

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
