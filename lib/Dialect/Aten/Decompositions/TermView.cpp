// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Term.h"
#include "kiln/Dialect/Aten/ViewMap.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// A view of `like` with these sizes and strides.
static ep::TensorType getViewType(Term like, SizesRef sizes, SizesRef strides) {
  return makeStrided(like.type(), sizes, strides);
}

/// The op that shows of `x` what the map says.
template <typename... Arguments>
static Term show(Term x, StringRef name, const FailureOr<ViewMap> &map,
                 const Arguments &...arguments) {
  if (failed(map))
    return invalid({x});
  ep::TensorType type = getViewType(
      x, map->getSizes(), map->getStrides(x.type().getStridesOrDefault()));
  return make(x.in(), name, type, x, arguments...);
}

Term core::view(Term x, SizesRef sizes) {
  if (!x)
    return x;
  FailureOr<Sizes> exact = viewSizes(x.sizes(), sizes);
  if (failed(exact))
    return invalid({x});
  return Term(x.in(), createView(x.in().builder, x.in().loc, x, *exact));
}

Term core::permute(Term x, Dims dims) {
  if (!x)
    return x;
  SmallVector<int64_t> wrapped;
  for (int64_t dim : dims)
    wrapped.push_back(dim < 0 ? dim + x.rank() : dim);
  if (failed(permuteSizes(x.sizes(), wrapped)))
    return wrapped.empty() && x.rank() == 0 ? x : invalid({x});
  return Term(x.in(), createPermute(x.in().builder, x.in().loc, x, wrapped));
}

Term core::transpose(Term x, int64_t a, int64_t b) {
  if (!x || x.rank() == 0)
    return x;
  FailureOr<int64_t> first = wrapDim(a, x.rank()),
                     second = wrapDim(b, x.rank());
  if (failed(first) || failed(second))
    return invalid({x});
  if (*first == *second)
    return x;
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, x.rank()));
  std::swap(dims[*first], dims[*second]);
  return permute(x, dims);
}

Term core::expand(Term x, SizesRef sizes) {
  if (!x)
    return x;
  FailureOr<Sizes> exact = expandSizes(x.sizes(), sizes);
  if (failed(exact))
    return invalid({x});
  return Term(x.in(), createExpand(x.in().builder, x.in().loc, x, *exact));
}

Term core::unsqueeze(Term x, int64_t dim) {
  if (!x)
    return x;
  FailureOr<int64_t> at = wrapDim(dim, x.rank() + 1);
  if (failed(at))
    return invalid({x});
  Sizes sizes(x.sizes()), strides = x.type().getStridesOrDefault();
  ExprAttr one = x.in().expr(1);
  ExprAttr stride = *at < x.rank() ? ep::mul(sizes[*at], strides[*at]) : one;
  // Of a row-major tensor a row-major one, also where a size may be 0.
  if (x.type().isContiguous()) {
    sizes.insert(sizes.begin() + *at, one);
    return make(x.in(), "aten.unsqueeze.default", x.type().withSizes(sizes), x,
                *at);
  }
  sizes.insert(sizes.begin() + *at, one);
  strides.insert(strides.begin() + *at, stride);
  return make(x.in(), "aten.unsqueeze.default", getViewType(x, sizes, strides),
              x, *at);
}

Term core::squeeze(Term x, Dims dims) {
  if (!x)
    return x;
  auto wrapped = wrapDims(dims, x.rank(), /*emptyIsAll=*/false);
  if (failed(wrapped))
    return invalid({x});
  Sizes sizes, strides, old = x.type().getStridesOrDefault();
  SmallVector<int64_t> gone;
  for (auto [i, size] : llvm::enumerate(x.sizes())) {
    if (size.isInt(1) && llvm::is_contained(*wrapped, int64_t(i))) {
      gone.push_back(i);
      continue;
    }
    sizes.push_back(size);
    strides.push_back(old[i]);
  }
  if (gone.empty())
    return x;
  ep::TensorType type = x.type().isContiguous()
                            ? x.type().withSizes(sizes)
                            : getViewType(x, sizes, strides);
  return make(x.in(), "aten.squeeze.dims", type, x, Dims(gone));
}

Term core::select(Term x, int64_t dim, ExprAttr index) {
  if (!x)
    return x;
  FailureOr<int64_t> at = wrapDim(dim, x.rank());
  if (failed(at))
    return invalid({x});
  return show(x, "aten.select.int", viewSelected(x.sizes(), *at, index), *at,
              Attribute(index));
}

Term core::slice(Term x, int64_t dim, ExprAttr start, ExprAttr end,
                 int64_t step) {
  if (!x)
    return x;
  FailureOr<int64_t> at = wrapDim(dim, x.rank());
  if (failed(at) || x.rank() == 0)
    return invalid({x});
  if (start.isInt(0) && end == x.size(*at) && step == 1)
    return x;
  ExprAttr by = x.in().expr(step);
  ep::Facts facts =
      getFactsFor(x.in().builder.getInsertionBlock()->getParentOp(),
                  {x.size(*at), start, end});
  return show(x, "aten.slice.Tensor",
              viewSliced(x.sizes(), *at, start, end, by, facts), *at,
              Attribute(start), Attribute(end), Attribute(by));
}

Term core::flip(Term x, Dims dims) {
  if (!x)
    return x;
  return make(x.in(), "aten.flip.default", x.type().withSizes(x.sizes()), x,
              dims);
}

Term core::diagonal(Term x, int64_t offset, int64_t dim1, int64_t dim2) {
  if (!x)
    return x;
  FailureOr<ViewMap> map = viewDiagonal(x.sizes(), offset, dim1, dim2);
  if (failed(map))
    return invalid({x});
  return show(x, "aten.diagonal.default", map, offset, *wrapDim(dim1, x.rank()),
              *wrapDim(dim2, x.rank()));
}

Term core::cat(ArrayRef<Term> parts, int64_t dim) {
  SmallVector<SizesRef> all;
  Type dtype;
  for (Term part : parts) {
    if (!part)
      return part.invalid();
    all.push_back(part.sizes());
    dtype = dtype ? promoteTypes(dtype, part.dtype()) : part.dtype();
  }
  FailureOr<Sizes> sizes = catSizes(all, dim);
  if (failed(sizes) || parts.empty())
    return parts.empty() ? Term() : parts[0].invalid();
  if (parts.size() == 1)
    return parts[0];
  return make(parts[0].in(), "aten.cat.default",
              parts[0].type().withSizes(*sizes).withElementType(dtype),
              Terms(parts), dim);
}

Term core::stack(ArrayRef<Term> parts, int64_t dim) {
  if (parts.empty() || !parts[0])
    return parts.empty() ? Term() : parts[0].invalid();
  FailureOr<int64_t> at = wrapDim(dim, parts[0].rank() + 1);
  if (failed(at))
    return parts[0].invalid();
  return cat(llvm::map_to_vector(
                 parts, [&](Term part) { return unsqueeze(part, *at); }),
             *at);
}

Term core::repeat(Term x, SizesRef counts) {
  if (!x)
    return x;
  size_t added = counts.size() - x.rank();
  Sizes sizes(counts);
  for (auto [i, size] : llvm::enumerate(x.sizes()))
    sizes[added + i] = ep::mul(sizes[added + i], size);
  return make(x.in(), "aten.repeat.default", x.type().withSizes(sizes), x,
              counts);
}

Term core::pad(Term x, SizesRef pads, Number value) {
  if (!x)
    return x;
  Sizes sizes(x.sizes());
  for (size_t i = 0; i + 1 < pads.size(); i += 2) {
    ExprAttr &size = sizes[sizes.size() - 1 - i / 2];
    size = ep::add(size, ep::add(pads[i], pads[i + 1]));
  }
  return make(x.in(), "aten.constant_pad_nd.default", x.type().withSizes(sizes),
              x, pads, value);
}

Term core::split(Term x, int64_t dim, ExprAttr outer, ExprAttr inner) {
  if (!x)
    return x;
  FailureOr<int64_t> at = wrapDim(dim, x.rank());
  if (failed(at) || x.rank() == 0)
    return invalid({x});
  Sizes sizes(x.sizes());
  sizes[*at] = outer;
  sizes.insert(sizes.begin() + *at + 1, inner);
  if (x.type().isContiguous())
    return view(x, sizes);
  Sizes strides = x.type().getStridesOrDefault();
  strides.insert(strides.begin() + *at + 1, strides[*at]);
  strides[*at] = ep::mul(strides[*at], inner);
  return make(x.in(), "aten.view.default", getViewType(x, sizes, strides), x,
              sizes);
}

Term core::flatten(Term x, int64_t start, int64_t end) {
  if (!x)
    return x;
  if (x.rank() == 0)
    return view(x, {x.in().expr(1)});
  FailureOr<Sizes> sizes = flattenSizes(x.sizes(), start, end);
  return failed(sizes) ? invalid({x}) : view(x, *sizes);
}

static Terms invalidTerms(ArrayRef<Term> terms) {
  return llvm::map_to_vector(terms, [](Term term) { return term.invalid(); });
}

Terms core::broadcast(ArrayRef<Term> terms) {
  SmallVector<SizesRef> all;
  for (Term term : terms) {
    if (!term)
      return invalidTerms(terms);
    all.push_back(term.sizes());
  }
  FailureOr<Sizes> sizes = broadcastSizes(all);
  if (failed(sizes))
    return invalidTerms(terms);
  return llvm::map_to_vector(terms,
                             [&](Term term) { return expand(term, *sizes); });
}
