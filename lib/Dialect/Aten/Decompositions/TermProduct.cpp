// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products on terms.
#include "kiln/Dialect/Aten/Term.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term multiply(StringRef name, Term a, Term b) {
  if (!a || !b)
    return invalid({a, b});
  FailureOr<Sizes> sizes = matmulSizes(a.sizes(), b.sizes());
  return failed(sizes) ? invalid({a, b})
                       : make(a.in(), name, a.type().withSizes(*sizes), a, b);
}
Term core::mm(Term a, Term b) { return multiply("aten.mm.default", a, b); }
Term core::bmm(Term a, Term b) { return multiply("aten.bmm.default", a, b); }

/// `x` with its batch dimensions broadcast to `batch` and folded to one.
static Term foldBatch(Term x, SizesRef batch) {
  SizesRef matrix = x.sizes().take_back(2);
  Sizes sizes(batch);
  llvm::append_range(sizes, matrix);
  Sizes folded = {ep::product(x.in().getContext(), batch), matrix[0],
                  matrix[1]};
  return view(expand(x, sizes), folded);
}

Term core::matmul(Term a, Term b) {
  if (!a || !b || a.rank() == 0 || b.rank() == 0)
    return invalid({a, b});
  FailureOr<Sizes> sizes = matmulSizes(a.sizes(), b.sizes());
  if (failed(sizes))
    return invalid({a, b});
  if (a.rank() == 1)
    a = unsqueeze(a, 0);
  if (b.rank() <= 2) {
    ExprAttr rows = ep::product(a.in().getContext(), a.sizes().drop_back());
    if (a.rank() != 2)
      a = view(a, {rows, a.size(-1)});
    // A vector as the only row: the matrix is read in place then.
    return view(b.rank() == 1 ? mm(unsqueeze(b, 0), transpose(a, 0, 1))
                              : mm(a, b),
                *sizes);
  }
  FailureOr<Sizes> batch =
      broadcastSizes({a.sizes().drop_back(2), b.sizes().drop_back(2)});
  if (failed(batch))
    return invalid({a, b});
  return view(bmm(foldBatch(a, *batch), foldBatch(b, *batch)), *sizes);
}

Term core::linear(Term x, Term weight, Term bias) {
  if (!x || !weight || x.rank() == 0)
    return invalid({x, weight, bias});
  if (weight.rank() == 1)
    return bias ? matmul(x, weight) + bias : matmul(x, weight);
  if (weight.rank() != 2)
    return invalid({x, weight, bias});
  Term matrix = transpose(weight, 0, 1);
  ExprAttr rows = ep::product(x.in().getContext(), x.sizes().drop_back());
  Sizes sizes(x.sizes().drop_back());
  sizes.push_back(weight.size(0));
  if (x.rank() != 2)
    x = view(x, {rows, x.size(-1)});
  if (!bias)
    return view(mm(x, matrix), sizes);
  FailureOr<Sizes> product = matmulSizes(x.sizes(), matrix.sizes());
  if (failed(product))
    return invalid({x, weight, bias});
  return view(make(x.in(), "aten.addmm.default", x.type().withSizes(*product),
                   bias, x, matrix),
              sizes);
}

/// A sum over a dimension that the other operand has only once.
static Term sumRepeated(Term x, int64_t dim, Term other, int64_t otherDim) {
  if (!x || x.size(dim).isInt(1) || !other.size(otherDim).isInt(1))
    return x;
  return sum(x, {dim}, /*keepdim=*/true, x.dtype());
}

/// The sum of the products of the elements of two vectors.
static Term dot(Term a, Term b) {
  Type compute = getComputeType(a.dtype());
  return to(sum(to(a, compute) * to(b, compute), {0}), a.dtype());
}

Term core::contract(Term a, Term b, Dims dimsA, Dims dimsB) {
  if (!a || !b || dimsA.size() != dimsB.size())
    return invalid({a, b});
  MLIRContext *context = a.in().getContext();
  for (auto [dimA, dimB] : llvm::zip(dimsA, dimsB)) {
    if (dimA >= a.rank() || dimB >= b.rank())
      return invalid({a, b});
    a = sumRepeated(a, dimA, b, dimB);
    b = sumRepeated(b, dimB, a, dimA);
  }
  SmallVector<int64_t> orderA, orderB(dimsB);
  Sizes sizesA, sizesB, inner;
  for (int64_t dim = 0; dim < a.rank(); ++dim)
    if (!llvm::is_contained(dimsA, dim)) {
      orderA.push_back(dim);
      sizesA.push_back(a.size(dim));
    }
  for (int64_t dim = 0; dim < b.rank(); ++dim)
    if (!llvm::is_contained(dimsB, dim)) {
      orderB.push_back(dim);
      sizesB.push_back(b.size(dim));
    }
  for (int64_t dimA : dimsA) {
    orderA.push_back(dimA);
    inner.push_back(a.size(dimA));
  }
  ExprAttr rows = ep::product(context, sizesA),
           columns = ep::product(context, sizesB),
           depth = ep::product(context, inner);
  // As in PyTorch: autocast does not cast the operands of a dot.
  bool isDot = rows.isInt(1) && columns.isInt(1);
  Term left =
      view(permute(a, orderA), isDot ? Sizes{depth} : Sizes{rows, depth});
  Term right =
      view(permute(b, orderB), isDot ? Sizes{depth} : Sizes{depth, columns});
  Term product = isDot ? dot(left, right) : mm(left, right);
  llvm::append_range(sizesA, sizesB);
  return view(product, sizesA);
}
