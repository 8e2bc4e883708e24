// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions and indexing on terms.
#include "kiln/Dialect/Aten/Term.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

/// The type of `x` reduced; null when a dimension is out of range.
static ep::TensorType getReducedType(Term x, Dims dims, bool keepdim,
                                     Type dtype) {
  auto wrapped = wrapDims(dims, x.rank(), /*emptyIsAll=*/true);
  if (failed(wrapped))
    return {};
  return x.type()
      .withSizes(x.rank() ? reduceSizes(x.sizes(), *wrapped, keepdim) : Sizes())
      .withElementType(dtype);
}

/// bool and integers add up in int64.
static Type getSumType(Term x, Type dtype) {
  if (dtype)
    return dtype;
  return isa<IntegerType>(x.dtype()) ? x.in().int64() : x.dtype();
}

/// The argument that gives a sum of `x` this dtype; null where it is that of
/// `x`, and what a sum has without one.
static Type getDtypeArgument(Term x, Type dtype) {
  return dtype == x.dtype() && dtype == getSumType(x, {}) ? Type() : dtype;
}

/// A reduction with arguments dim, keepdim and dtype.
static Term accumulate(StringRef name, Term x, Dims dims, bool keepdim,
                       Type dtype) {
  ep::TensorType type = getReducedType(x, dims, keepdim, dtype);
  Type written = getDtypeArgument(x, dtype);
  return type ? make(x.in(), name, type, x, dims, keepdim, written)
              : invalid({x});
}

Term core::sum(Term x, Dims dims, bool keepdim, Type dtype) {
  return x ? accumulate("aten.sum.dim_IntList", x, dims, keepdim,
                        getSumType(x, dtype))
           : x;
}
Term core::mean(Term x, Dims dims, bool keepdim, Type dtype) {
  return x ? accumulate("aten.mean.dim", x, dims, keepdim,
                        dtype ? dtype : x.dtype())
           : x;
}

static Term reduce(StringRef name, Term x, Dims dims, bool keepdim,
                   Type dtype) {
  ep::TensorType type = getReducedType(x, dims, keepdim, dtype);
  return type ? make(x.in(), name, type, x, dims, keepdim) : invalid({x});
}
Term core::amax(Term x, Dims dims, bool keepdim) {
  return x ? reduce("aten.amax.default", x, dims, keepdim, x.dtype()) : x;
}
Term core::amin(Term x, Dims dims, bool keepdim) {
  return x ? reduce("aten.amin.default", x, dims, keepdim, x.dtype()) : x;
}
Term core::any(Term x, Dims dims, bool keepdim) {
  if (!x)
    return x;
  if (!dims.empty())
    return reduce("aten.any.dims", x, dims, keepdim, x.in().boolean());
  Sizes sizes(keepdim ? x.rank() : 0, x.in().expr(1));
  Term all = make(x.in(), "aten.any.default",
                  x.type().withSizes({}).withElementType(x.in().boolean()), x);
  return keepdim ? view(all, sizes) : all;
}

Term core::prod(Term x, int64_t dim, bool keepdim, Type dtype) {
  if (!x)
    return x;
  dtype = getSumType(x, dtype);
  ep::TensorType type = getReducedType(x, {dim}, keepdim, dtype);
  Type written = getDtypeArgument(x, dtype);
  return type
             ? make(x.in(), "aten.prod.dim_int", type, x, dim, keepdim, written)
             : invalid({x});
}

Term core::argmax(Term x, int64_t dim, bool keepdim) {
  if (!x)
    return x;
  ep::TensorType type = getReducedType(x, {dim}, keepdim, x.in().int64());
  return type ? make(x.in(), "aten.argmax.default", type, x, dim, keepdim)
              : invalid({x});
}

Term core::var(Term x, Dims dims, Number correction, bool keepdim) {
  if (!x)
    return x;
  ep::TensorType type =
      getReducedType(x, dims, keepdim, getRealType(x.dtype()));
  return type ? make(x.in(), "aten.var.correction", type, x, dims, correction,
                     keepdim)
              : invalid({x});
}

Term core::cumsum(Term x, int64_t dim, Type dtype) {
  if (!x)
    return x;
  dtype = getSumType(x, dtype);
  Type written = getDtypeArgument(x, dtype);
  return make(x.in(), "aten.cumsum.default", x.type().withElementType(dtype), x,
              dim, written);
}

Term core::softmax(Term x, int64_t dim) {
  return x ? make(x.in(), "aten._softmax.default",
                  x.type().withSizes(x.sizes()), x, dim, false)
           : x;
}
Term core::logSoftmax(Term x, int64_t dim) {
  return x ? make(x.in(), "aten._log_softmax.default",
                  x.type().withSizes(x.sizes()), x, dim, false)
           : x;
}

std::pair<Term, Term> core::sort(Term x, int64_t dim, bool descending) {
  if (!x)
    return {x, x};
  core::Builder &in = x.in();
  ep::TensorType type = x.type().withSizes(x.sizes());
  Operation *op =
      in.build("aten.sort.default", {type, type.withElementType(in.int64())}, x,
               dim, descending);
  return {Term(in, op->getResult(0)), Term(in, op->getResult(1))};
}

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

/// The sizes of x[indices]; fails when the indices do not broadcast.
static FailureOr<Sizes> getIndexedSizes(Term x, ArrayRef<Term> indices) {
  SmallVector<SizesRef> all;
  std::optional<size_t> first, last;
  for (auto [i, index] : llvm::enumerate(indices)) {
    if (!index)
      continue;
    all.push_back(index.sizes());
    first = first.value_or(i);
    last = i;
  }
  FailureOr<Sizes> picked = broadcastSizes(all);
  if (failed(picked) || !first || indices.size() > size_t(x.rank()))
    return failure();
  // Indices with a gap between them go to the front.
  bool adjacent = all.size() == *last - *first + 1;
  Sizes sizes;
  if (!adjacent)
    sizes = *picked;
  for (auto [i, size] : llvm::enumerate(x.sizes())) {
    if (adjacent && i == *first)
      llvm::append_range(sizes, *picked);
    if (i >= indices.size() || !indices[i])
      sizes.push_back(size);
  }
  return sizes;
}

Term core::index(Term x, ArrayRef<Term> indices) {
  if (!x)
    return x;
  FailureOr<Sizes> sizes = getIndexedSizes(x, indices);
  if (failed(sizes))
    return invalid({x});
  return make(x.in(), "aten.index.Tensor", x.type().withSizes(*sizes), x,
              Terms(indices));
}

Term core::indexPut(Term x, ArrayRef<Term> indices, Term values,
                    bool accumulate) {
  if (!x || !values)
    return invalid({x, values});
  return make(x.in(), "aten.index_put.default", x.type().withSizes(x.sizes()),
              x, Terms(indices), values, accumulate);
}

Term core::indexSelect(Term x, int64_t dim, Term index) {
  if (!x || !index)
    return invalid({x, index});
  FailureOr<int64_t> at = wrapDim(dim, x.rank());
  if (failed(at) || x.rank() == 0)
    return invalid({x, index});
  Sizes sizes(x.sizes());
  sizes[*at] = index.numel();
  return make(x.in(), "aten.index_select.default", x.type().withSizes(sizes), x,
              *at, index);
}

Term core::gather(Term x, int64_t dim, Term index) {
  if (!x || !index)
    return invalid({x, index});
  return make(x.in(), "aten.gather.default", x.type().withSizes(index.sizes()),
              x, dim, index);
}
Term core::scatter(Term x, int64_t dim, Term index, Term source) {
  if (!x || !index || !source)
    return invalid({x, index, source});
  return make(x.in(), "aten.scatter.src", x.type().withSizes(x.sizes()), x, dim,
              index, source);
}
Term core::scatterAdd(Term x, int64_t dim, Term index, Term source) {
  if (!x || !index || !source)
    return invalid({x, index, source});
  return make(x.in(), "aten.scatter_add.default", x.type().withSizes(x.sizes()),
              x, dim, index, source);
}
