// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bags of rows of a table, the gradient of embedding (rows are added where they
// were read), and rows that are brought to a length before they are read.
#include "Expansions.h"
#include "Norm.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term embeddingBackward(Call &c) {
  Term grad = c.raw("grad_output"), indices = c.raw("indices");
  Type compute = getComputeType(grad.dtype());
  Term rows =
      view(contiguous(to(grad, compute)), {indices.numel(), grad.size(-1)});
  Term flat = view(contiguous(indices), {indices.numel()});
  Term at = unsqueeze(flat, 1);
  if (c.flag("scale_grad_by_freq")) {
    Term counts = full(c, {c.symInt("num_weights")}, 0, compute);
    counts = indexPut(counts, {flat}, fullLike(flat, 1, compute),
                      /*accumulate=*/true);
    rows = rows / unsqueeze(indexSelect(counts, 0, flat), 1);
  }
  rows = where(eq(at, Number(c.symInt("padding_idx"))), 0.0, rows);
  Term none = full(c, c.result().getSizes(), 0, compute);
  return to(indexPut(none, {flat}, rows, /*accumulate=*/true), c.dtype());
}

namespace {
enum BagMode { Sum = 0, Mean = 1, Max = 2 };

/// Which of the indices each bag holds.
struct Bags {
  Term inside;     ///< [bags, indices]; an index that is padding is in none
  Term offset2bag; ///< [indices]
  Term count;      ///< [bags]
};
} // namespace

static Bags makeBags(Call &c, Term indices, Term offsets, ExprAttr bags) {
  // A bag ends where the next one begins. The maximum takes an index to be in
  // the last bag that has begun, whatever the order of the offsets.
  bool isMax = c.integer("mode") == Max;
  ExprAttr length = indices.numel();
  Term places = arange(c, length), ends = to(offsets, c.int64());
  Term first = slice(ends, 0, c.expr(0), bags);
  if (isMax)
    ends = first = sort(first, 0, /*descending=*/false).first;
  Term last = slice(ends, 0, c.expr(1), ends.size(0));
  if (isMax || !c.flag("include_last_offset"))
    last = cat({last, full(c, {c.expr(1)}, Number(length), c.int64())}, 0);
  Bags result;
  Term begun = places >= unsqueeze(first, 1);
  result.offset2bag = sum(begun, {0}) - 1;
  result.inside = begun & (places < unsqueeze(last, 1));
  result.count =
      clamp(clamp(last, 0, Number(length)) - clamp(first, 0, Number(length)), 0,
            std::nullopt);
  if (int64_t padding = c.integer("padding_idx"); padding >= 0) {
    Term isIndex = ne(indices, padding);
    result.count =
        sum(where(result.inside, unsqueeze(to(isIndex, c.int64()), 0), 0), {1});
    result.inside = result.inside & isIndex;
  }
  return result;
}

/// The results that serve the gradient; none where the result is empty. Nobody
/// may read a result of which the archive says another size.
static Term asResult(Call &c, unsigned index, Term x) {
  ep::TensorType type = c.result(index);
  if (x && x.sizes() == type.getSizes())
    return to(x, type.getElementType());
  bool isEmpty = llvm::any_of(type.getSizes(),
                              [](ExprAttr size) { return size.isInt(0); });
  if (!isEmpty && !c.op->getResult(index).use_empty())
    return c.reject("a result has another size than the archive says");
  return full(c, type.getSizes(), 0, type.getElementType());
}

/// PyTorch's result where it does not count: a zero for each bag, or for each
/// offset.
static Term getUncounted(Call &c, const Bags &bags) {
  StringRef name = c.op.getSchema().getBaseName();
  ExprAttr count = name.ends_with("forward_only") ? c.raw("offsets").size(0)
                                                  : bags.count.size(0);
  return full(c, {count}, 0, c.int64());
}

static Terms embeddingBag(Call &c) {
  Term weight = c.raw("weight"), indices = c.raw("indices");
  Term factors = c.raw("per_sample_weights");
  if (indices.rank() != 1 || weight.rank() != 2)
    return {c.reject("indices are no list")};
  Type compute = getComputeType(weight.dtype());
  Bags bags = makeBags(c, indices, c.raw("offsets"), c.result().getSizes()[0]);
  Term rows = to(indexSelect(weight, 0, indices), compute);
  if (factors)
    rows = rows * unsqueeze(to(factors, compute), 1);
  Term inside = unsqueeze(bags.inside, 2), all = unsqueeze(rows, 0);
  Term isEmpty = unsqueeze(eq(bags.count, 0), 1), result;
  // PyTorch counts for the mean and the maximum only, and has no indices but
  // for the maximum.
  Term counts = bags.count, places = bags.count;
  if (c.integer("mode") == Max) {
    constexpr double lowest = -std::numeric_limits<double>::infinity();
    Term values = where(inside, all, lowest);
    result = where(isEmpty, 0.0, amax(values, {1}));
    Term found = argmax(values, 1);
    places = view(indexSelect(to(indices, c.int64()), 0, flatten(found)),
                  found.sizes());
    places = where(isEmpty, 0, places);
  } else {
    // A stretch between bounds that are data (exec::LoopRange).
    result = sum(where(inside, all, 0.0), {1});
    if (c.integer("mode") == Mean) {
      result = result / unsqueeze(clamp(bags.count, 1, std::nullopt), 1);
    } else {
      places = counts = getUncounted(c, bags);
    }
  }
  return {to(result, c.dtype()), asResult(c, 1, bags.offset2bag),
          asResult(c, 2, counts), asResult(c, 3, places)};
}

/// Rows that are read and longer than max_norm are brought to that length.
static Term embeddingRenorm(Call &c) {
  Term table = c.raw("self"), indices = flatten(c.raw("indices"));
  double most = c.number("max_norm");
  if (table.rank() != 2 || !isFloating(table.dtype()))
    return c.reject("needs a table of floats");
  Term rows = to(table, getComputeType(table.dtype()));
  Term norm = vectorNorm(rows, c.number("norm_type"), {1}, /*keepdim=*/true);
  Term isRead = indexPut(full(c, {table.size(0)}, false, c.boolean()),
                         {indices}, fullLike(indices, true, c.boolean()),
                         /*accumulate=*/false);
  Term shorter = rows * (reciprocal(norm + 1e-7) * most);
  Term isLong = unsqueeze(isRead, 1) & (norm > most);
  return to(where(isLong, shorter, rows), c.dtype());
}

void core::populateEmbeddingExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten.embedding_dense_backward.default", embeddingBackward},
            {"aten.embedding_renorm.default", embeddingRenorm},
            {"aten._embedding_bag.default", embeddingBag},
            {"aten._embedding_bag_forward_only.default", embeddingBag}});
}
