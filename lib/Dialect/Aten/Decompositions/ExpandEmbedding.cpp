// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradient of embedding: rows are added where they were read.
#include "Expansions.h"

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

void core::populateEmbeddingExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten.embedding_dense_backward.default", embeddingBackward}});
}
