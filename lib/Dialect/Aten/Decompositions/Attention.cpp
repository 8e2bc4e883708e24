// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scaled_dot_product_attention and its parts.
#include "Rule.h"
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

void aten::populateAttentionDecompositions(RewritePatternSet &patterns,
                                           const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.scaled_dot_product_attention.default", decomposeAttention},
            {"aten._safe_softmax.default", decomposeSafeSoftmax}});
}
