// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scaled_dot_product_attention and its parts.
#include "Families.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// softmax, but 0 for a row of which nothing is left (all -inf).
static Term safeSoftmax(Term x, int64_t dim) {
  double inf = std::numeric_limits<double>::infinity();
  Term isMasked = ~any(~eq(x, -inf), {dim}, /*keepdim=*/true);
  return where(isMasked, 0, softmax(x, dim));
}

static Term decomposeSafeSoftmax(Call &c) {
  Term x = c("self");
  if (Type dtype = c.op.getDtype("dtype"))
    x = to(x, dtype);
  return safeSoftmax(x, c.integer("dim"));
}

/// 1 / sqrt(size of a head), also where that is symbolic.
static Number getScale(Call &c, Term query) {
  if (c.has("scale"))
    return c.scalar("scale");
  ExprAttr width = query.size(-1);
  if (width.isInt())
    return 1.0 / std::sqrt(static_cast<double>(width.getValue()));
  ExprAttr root = ep::makeExpr(ep::ExprKind::Sqrt,
                               {ep::makeExpr(ep::ExprKind::ToFloat, {width})});
  return ep::makeExpr(ep::ExprKind::TrueDiv,
                      {ep::makeFloat(c.getContext(), 1.0), root});
}

/// Queries see keys up to their own position.
static Term makeCausalMask(Call &c, Term scores) {
  Term rows = unsqueeze(arange(c, scores.size(-2)), 1);
  return rows >= arange(c, scores.size(-1));
}

/// Each head of `x` as often as there are query heads to it.
static Term repeatHeads(Term x, Term query) {
  ExprAttr heads = x.size(-3), wanted = query.size(-3);
  if (heads == wanted)
    return x;
  ExprAttr times = ep::floorDiv(wanted, heads);
  Term split = unsqueeze(x, x.rank() - 2);
  Sizes sizes(split.sizes());
  sizes[sizes.size() - 3] = times;
  return flatten(expand(split, sizes), x.rank() - 3, x.rank() - 2);
}

static Term decomposeAttention(Call &c) {
  Type compute = c.computeType();
  Term query = to(c("query"), compute), key = to(c("key"), compute),
       value = to(c("value"), compute), mask = c("attn_mask");
  if (query.rank() < 2 || key.rank() != query.rank())
    return c.reject("queries and keys differ in rank");
  if (c.flag("enable_gqa")) {
    if (query.rank() < 3)
      return c.reject("there are no heads to group");
    key = repeatHeads(key, query);
    value = repeatHeads(value, query);
  }
  Term scores = matmul(query * getScale(c, query), transpose(key, -1, -2));
  if (!scores)
    return {};
  double inf = std::numeric_limits<double>::infinity();
  if (c.flag("is_causal"))
    mask = makeCausalMask(c, scores);
  if (mask && isBool(mask.dtype()))
    scores = where(mask, scores, -inf);
  else if (mask)
    scores = scores + to(mask, compute);
  Term weights = safeSoftmax(scores, -1);
  double p = c.number("dropout_p");
  if (p > 0) {
    Operation *dropped =
        c.build("aten.native_dropout.default",
                {weights.type(), weights.type().withElementType(c.boolean())},
                weights, p, true);
    weights = Term(c, dropped->getResult(0));
  }
  return to(matmul(weights, value), c.dtype());
}

//===----------------------------------------------------------------------===//
// The fast path of nn.MultiheadAttention
//===----------------------------------------------------------------------===//

/// A row of which nothing is left is NaN.
static Term maskedSoftmax(Term x, Term mask, int64_t dim) {
  double inf = std::numeric_limits<double>::infinity();
  return softmax(mask ? where(to(mask, x.in().boolean()), -inf, x) : x, dim);
}

/// A mask in the dimensions of `scores`, [batch, heads, queries, keys].
static Term spreadMask(Call &c, Term mask) {
  enum MaskType { Queries = 0, Padding = 1, Full = 2 };
  int64_t type = c.has("mask_type") ? c.integer("mask_type") : Full;
  if (type == Padding && mask.rank() == 2)
    return unsqueeze(unsqueeze(mask, 1), 1);
  return (type == Queries && mask.rank() == 2) || mask.rank() == 4
             ? mask
             : c.reject("the mask does not fit its kind");
}

static Term decomposeMaskedSoftmax(Call &c) {
  Term x = c("self"), mask = c.raw("mask");
  if (c.has("mask_type"))
    mask = x.rank() == 4 ? spreadMask(c, mask) : c.reject("has no heads");
  int64_t dim = c.has("dim") ? c.dim("dim", x.rank()) : x.rank() - 1;
  return maskedSoftmax(x, mask, dim);
}

/// The result, and the weights of the keys: their mean over heads, those of
/// each head, or nothing.
static Terms decomposeNativeAttention(Call &c) {
  Term query = c("query"), mask = c.raw("mask");
  int64_t heads = c.integer("num_head"), embed = c.integer("embed_dim");
  if (query.rank() != 3 || heads <= 0 || embed % heads != 0)
    return {c.reject("needs batches of sequences, and heads of one width"),
            Term()};
  Term weight = c("qkv_weight"), bias = c("qkv_bias");
  Sizes split = {query.size(0), query.size(1), c.expr(heads),
                 c.expr(embed / heads)};
  auto project = [&](StringRef name, int64_t part) {
    ExprAttr begin = c.expr(part * embed), end = c.expr((part + 1) * embed);
    Term x = linear(c(name), slice(weight, 0, begin, end),
                    slice(bias, 0, begin, end));
    return transpose(view(x, split), 1, 2);
  };
  double width = static_cast<double>(embed / heads);
  Term scores = matmul(project("query", 0) * (1 / std::sqrt(width)),
                       transpose(project("key", 1), -1, -2));
  Term weights = maskedSoftmax(scores, mask ? spreadMask(c, mask) : mask, -1);
  Term read = transpose(matmul(weights, project("value", 2)), 1, 2);
  Term result =
      linear(flatten(contiguous(read), 2, 3), c("proj_weight"), c("proj_bias"));
  if (!isa<ep::TensorType>(c.op->getResult(1).getType()))
    return {result, Term()};
  Term seen = !c.flag("need_weights")
                  ? full(c, c.result(1).getSizes(), 0, c.dtype(1))
              : c.flag("average_attn_weights") ? mean(weights, {1})
                                               : weights;
  return {result, seen};
}

void aten::populateAttentionDecompositions(RewritePatternSet &patterns,
                                           const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.scaled_dot_product_attention.default", decomposeAttention},
            {"aten._safe_softmax.default", decomposeSafeSoftmax},
            {"aten._masked_softmax.default", decomposeMaskedSoftmax},
            {"aten._native_multi_head_attention.default",
             decomposeNativeAttention}});
}
