// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

static RuleResult inferFirst(AtenOp op) { return sizesOf(op.tensor(0)); }
static RuleResult inferScalar(AtenOp) { return Sizes(); }

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static RuleResult inferMatmul(AtenOp op) {
  return matmulSizes(getSizes(op.tensor(0)), getSizes(op.tensor(1)));
}

/// The weight is transposed.
static RuleResult inferLinear(AtenOp op) {
  Sizes weight = sizesOf(op.tensor(1));
  if (weight.empty() || weight.size() > 2)
    return failure();
  std::reverse(weight.begin(), weight.end());
  RuleResult product = matmulSizes(getSizes(op.tensor(0)), weight);
  Value bias = op.tensor(2);
  if (failed(product) || !bias)
    return product;
  return broadcastSizes({*product, getSizes(bias)});
}

static RuleResult inferConvolution(AtenOp op) {
  return convolutionSizes(getSizes(op.tensor(0)), getSizes(op.tensor(1)),
                          op.symInts("stride"), op.symInts("padding"),
                          op.symInts("dilation"));
}

/// [..., queries, width] and [..., keys, width] and [..., keys, values].
static RuleResult inferAttention(AtenOp op) {
  SizesRef query = getSizes(op.tensor(0)), key = getSizes(op.tensor(1)),
           value = getSizes(op.tensor(2));
  if (query.size() < 2 || key.size() < 2 || value.size() < 2 ||
      ep::proveEqual(query.back(), key.back()) == ep::Answer::No ||
      ep::proveEqual(key[key.size() - 2], value[value.size() - 2]) ==
          ep::Answer::No)
    return failure();
  Sizes result(query.drop_back());
  result.push_back(value.back());
  return result;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static RuleResult inferReshape(AtenOp op) {
  return viewSizes(getSizes(op.tensor(0)), op.symInts(1));
}

static RuleResult inferReshapeAs(AtenOp op) {
  return viewSizes(getSizes(op.tensor(0)), getSizes(op.tensor(1)));
}

static RuleResult inferFlatten(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  if (sizes.empty())
    return Sizes{ep::makeInt(op->getContext(), 1)};
  return flattenSizes(sizes, op.getInt("start_dim"), op.getInt("end_dim"));
}

/// Along a new dimension.
static RuleResult inferStack(AtenOp op) {
  SmallVector<Value> tensors = op.tensors(0);
  Sizes sizes = sizesOf(tensors.front());
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), sizes.size() + 1);
  if (failed(dim))
    return failure();
  for (Value tensor : tensors) {
    SizesRef other = getSizes(tensor);
    if (other.size() != sizes.size() ||
        llvm::any_of(llvm::zip(sizes, other), [](auto pair) {
          auto [a, b] = pair;
          return ep::proveEqual(a, b) == ep::Answer::No;
        }))
      return failure();
  }
  sizes.insert(sizes.begin() + *dim,
               ep::makeInt(op->getContext(), tensors.size()));
  return sizes;
}

static RuleResult inferOneHot(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  sizes.push_back(ep::makeInt(op->getContext(), op.getInt("num_classes")));
  return sizes;
}
static bool knowsClasses(AtenOp op) { return op.getInt("num_classes") >= 0; }

//===----------------------------------------------------------------------===//
// Reductions and losses
//===----------------------------------------------------------------------===//

/// `dim` is one, a list, or None or empty for all; without `keepdim` these go.
static RuleResult inferReduction(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  const Schema &schema = op.getSchema();
  SmallVector<int64_t> dims;
  if (schema.findArgument("dim") && op.hasValue("dim"))
    dims = schema.getArguments()[op.indexOf("dim")].type.list
               ? op.ints("dim")
               : SmallVector<int64_t>{op.getInt("dim")};
  auto wrapped = wrapDims(dims, sizes.size(), /*emptyIsAll=*/true);
  if (failed(wrapped))
    return failure();
  bool keepdim = schema.findArgument("keepdim") && op.getBool("keepdim");
  return reduceSizes(sizes, *wrapped, keepdim);
}

/// A number, or one for each pair of elements.
static RuleResult inferLoss(AtenOp op) {
  RuleResult each =
      broadcastSizes({getSizes(op.tensor(0)), getSizes(op.tensor(1))});
  return succeeded(each) && op.getInt("reduction") != 0 ? RuleResult(Sizes())
                                                        : each;
}
static bool isReduced(AtenOp op) { return op.getInt("reduction") != 0; }

static void addAll(RuleTable &rules, ArrayRef<StringRef> names, Rule rule) {
  for (StringRef name : names)
    rules[("aten." + name).str()] = rule;
}

void aten::addCompositeRules(RuleTable &rules) {
  constexpr const char *kMatrices = "matrices do not match";
  constexpr const char *kElements = "changes the number of elements";
  addAll(rules,
         {"_cast_Byte.default",
          "_cast_Char.default",
          "_cast_Double.default",
          "_cast_Float.default",
          "_cast_Half.default",
          "_cast_Int.default",
          "_cast_Long.default",
          "_cast_Short.default",
          "_safe_softmax.default",
          "alpha_dropout.default",
          "argsort.default",
          "batch_norm.default",
          "contiguous.default",
          "cumprod.default",
          "dropout.default",
          "empty_like.default",
          "feature_alpha_dropout.default",
          "feature_dropout.default",
          "group_norm.default",
          "instance_norm.default",
          "layer_norm.default",
          "lift_fresh_copy.default",
          "log_softmax.int",
          "logcumsumexp.default",
          "msort.default",
          "ones_like.default",
          "prelu.default",
          "rand_like.default",
          "randn_like.default",
          "resolve_conj.default",
          "resolve_neg.default",
          "rms_norm.default",
          "softmax.int",
          "to.device",
          "to.dtype",
          "to.dtype_layout",
          "to.other",
          "tril.default",
          "triu.default",
          "type_as.default",
          "zeros_like.default"},
         {inferFirst, ""});
  addAll(rules, {"linear.default"}, {inferLinear, kMatrices});
  addAll(rules,
         {"dot.default", "linalg_matmul.default", "matmul.default",
          "mv.default", "vdot.default"},
         {inferMatmul, kMatrices});
  addAll(rules, {"conv1d.default", "conv2d.default", "conv3d.default"},
         {inferConvolution, "window does not fit the ranks of input and "
                            "kernel"});
  addAll(rules, {"scaled_dot_product_attention.default"},
         {inferAttention, "queries, keys and values do not match"});
  addAll(rules, {"_unsafe_view.default", "reshape.default"},
         {inferReshape, kElements});
  addAll(rules, {"reshape_as.default", "view_as.default"},
         {inferReshapeAs, kElements});
  addAll(rules, {"flatten.using_ints"}, {inferFlatten, kDims});
  addAll(rules, {"stack.default"}, {inferStack, "tensors differ in sizes"});
  addAll(rules, {"one_hot.default"}, {inferOneHot, "", knowsClasses});
  addAll(rules,
         {"all.default", "all.dim", "count_nonzero.dim_IntList",
          "linalg_vector_norm.default", "logsumexp.default", "nanmean.default",
          "nansum.default", "norm.ScalarOpt_dim", "std.correction",
          "std.default", "std.dim", "sum.default", "var.default"},
         {inferReduction, kDims});
  addAll(rules,
         {"binary_cross_entropy.default",
          "binary_cross_entropy_with_logits.default", "huber_loss.default",
          "kl_div.default", "l1_loss.default", "mse_loss.default",
          "poisson_nll_loss.default", "smooth_l1_loss.default",
          "soft_margin_loss.default"},
         {inferLoss, "tensors do not broadcast"});
  addAll(rules,
         {"cross_entropy_loss.default", "multi_margin_loss.default",
          "nll_loss.default", "nll_loss2d.default", "nll_loss_nd.default"},
         {inferScalar, "", isReduced});
}
