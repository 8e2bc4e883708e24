// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indexing, masks, and writes at indices.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

static Term decomposeMaskedFill(Call &c) {
  return where(c("mask"), c.scalar("value"), c("self"));
}
static Term decomposeMaskedFillTensor(Call &c) {
  return where(c("mask"), to(c("value"), c.dtype()), c("self"));
}
static Term decomposeMaskedSelect(Call &c) {
  Terms both = broadcast({c("self"), c("mask")});
  if (!both[0])
    return {};
  return make(c, "aten.index.Tensor", c.result(), both[0], Terms{both[1]});
}

/// Where the mask is off an index may lie outside.
static Terms clampIndices(Call &c, Term x, bool fromEnd) {
  Terms indices = c.list("indices");
  for (auto [i, index] : llvm::enumerate(indices))
    if (index)
      index = clamp(index, fromEnd ? Number(ep::neg(x.size(i))) : Number(0),
                    Number(ep::sub(x.size(i), c.expr(1))));
  return indices;
}
static bool isEmpty(Term x) { return x.numel().isInt(0); }
static Term decomposeMaskedIndex(Call &c) {
  Term x = c("self");
  if (isEmpty(x))
    return full(c, c.result().getSizes(), c.scalar("fill"), c.dtype());
  return where(c("mask"), index(x, clampIndices(c, x, false)),
               c.scalar("fill"));
}
static Term decomposeMaskedIndexPut(Call &c) {
  Term x = c("self");
  if (isEmpty(x))
    return x;
  return indexPut(x, clampIndices(c, x, true), where(c("mask"), c("values"), 0),
                  true);
}

//===----------------------------------------------------------------------===//
// Writes at indices along one dimension
//===----------------------------------------------------------------------===//

namespace {
/// x, its dimension and the index as vectors, also where they are scalars.
struct Place {
  Term x, index;
  int64_t dim;
  Terms indices;
};
} // namespace

static Place getPlace(Call &c) {
  Term x = c("self"), index = c("index");
  Place place = {x, index, c.dim("dim", x.rank()), {}};
  if (x.rank() == 0)
    place.x = view(x, {c.expr(1)});
  if (index.rank() == 0)
    place.index = view(index, {c.expr(1)});
  place.indices.resize(place.dim + 1);
  place.indices[place.dim] = place.index;
  return place;
}

/// `source` with a dimension for the index.
static Term getSource(Call &c, const Place &place) {
  Term source = c("source");
  return source.rank() < place.x.rank() ? unsqueeze(source, place.dim) : source;
}

static Term write(Call &c, const Place &place, Term values, bool accumulate) {
  Term result = indexPut(place.x, place.indices, values, accumulate);
  return result ? view(result, c.result().getSizes()) : result;
}

static Term decomposeIndexAdd(Call &c) {
  Place place = getPlace(c);
  if (c.isRejected())
    return {};
  Term source = getSource(c, place);
  Attribute alpha = c.op.attribute(c.op.indexOf("alpha"));
  auto isOne = dyn_cast<IntegerAttr>(alpha);
  if (!isOne || isOne.getInt() != 1)
    source = to(source * Number(alpha), c.dtype());
  return write(c, place, source, true);
}
static Term decomposeIndexCopy(Call &c) {
  Place place = getPlace(c);
  return c.isRejected() ? Term() : write(c, place, getSource(c, place), false);
}
static Term decomposeIndexFill(Call &c) {
  Place place = getPlace(c);
  return c.isRejected()
             ? Term()
             : write(c, place, scalar(c, c.scalar("value"), c.dtype()), false);
}
static Term decomposeIndexFillTensor(Call &c) {
  Place place = getPlace(c);
  return c.isRejected() ? Term()
                        : write(c, place, to(c("value"), c.dtype()), false);
}

static Term decomposeIndexReduce(Call &c) {
  Place place = getPlace(c);
  if (c.isRejected())
    return {};
  Term source = getSource(c, place);
  Sizes shape(place.x.rank(), c.expr(1));
  shape[place.dim] = place.index.size(0);
  Term index = expand(view(place.index, shape), source.sizes());
  Term result =
      make(c, "aten.scatter_reduce.two", place.x.type(), place.x, place.dim,
           index, source, c.op.getString("reduce"), c.flag("include_self"));
  return view(result, c.result().getSizes());
}

/// `add` and `multiply` by the names of scatter_reduce.
static Term decomposeScatterReduce(Call &c) {
  bool isSum = c.op.getString("reduce") == "add";
  Term x = c("self"), index = c("index");
  Term source = c.op.getSchema().findArgument("src")
                    ? c("src")
                    : fullLike(index, c.scalar("value"), x.dtype());
  return make(c, "aten.scatter_reduce.two", c.result(), x, c.integer("dim"),
              index, source, isSum ? "sum" : "prod");
}

//===----------------------------------------------------------------------===//
// Of all elements
//===----------------------------------------------------------------------===//

static Term decomposeTake(Call &c) {
  return index(flatten(c("self")), {c("index")});
}
static Term decomposePut(Call &c) {
  Term x = c("self");
  Term source = view(c("source"), c("index").sizes());
  return view(indexPut(flatten(x), {c("index")}, source, c.flag("accumulate")),
              x.sizes());
}
static Term decomposeTakeAlongDim(Call &c) {
  Term x = c("self"), indices = c("indices");
  if (!c.has("dim"))
    return gather(flatten(x), 0, flatten(indices));
  int64_t dim = c.dim("dim", x.rank());
  if (c.isRejected() || x.rank() != indices.rank())
    return c.reject("indices have another rank");
  Sizes sizesX(x.sizes()), sizesIndices(indices.sizes());
  for (int64_t i = 0; i < x.rank(); ++i) {
    if (i == dim)
      continue;
    FailureOr<ExprAttr> size = broadcastSize(sizesX[i], sizesIndices[i]);
    if (failed(size))
      return c.reject("indices do not broadcast");
    sizesX[i] = sizesIndices[i] = *size;
  }
  // Along a dimension indices wrap around, those of all elements do not.
  indices = remainder(indices, Number(x.size(dim)));
  return gather(expand(x, sizesX), dim, expand(indices, sizesIndices));
}

static Term decomposeArgwhere(Call &c) {
  return c.same("aten.nonzero.default", c("self"))[0];
}
static Terms decomposeNonzeroNumpy(Call &c) {
  if (c.op->getNumResults() == 0)
    return {c.reject("has no dimensions")};
  Term x(c, c.op->getOperand(0));
  ExprAttr count = c.result().getSizes()[0];
  Term found = make(c, "aten.nonzero.default",
                    c.result().withSizes({count, c.expr(x.rank())}), x);
  Terms columns;
  for (int64_t i = 0; i < x.rank(); ++i)
    columns.push_back(select(found, 1, c.expr(i)));
  return columns;
}

//===----------------------------------------------------------------------===//
// Searches
//===----------------------------------------------------------------------===//

/// Is each element among the others? Every pair is compared.
static Term isAmong(Call &c, Term elements, Term others) {
  Term found =
      any(eq(unsqueeze(elements, elements.rank()), flatten(others)), {-1});
  return c.flag("invert") ? ~found : found;
}
static Term decomposeIsin(Call &c) {
  return isAmong(c, c("elements"), c("test_elements"));
}
static Term decomposeIsinOfScalar(Call &c) {
  Term found = any(eq(c("test_elements"), c.scalar("element")), {});
  return c.flag("invert") ? ~found : found;
}
static Term decomposeIsinScalar(Call &c) {
  Term same = eq(c("elements"), c.scalar("test_element"));
  return c.flag("invert") ? ~same : same;
}

/// A 0-d tensor as a number is bound by the core op.
static Term getWhereOperand(Call &c, StringRef name, Type dtype) {
  unsigned index = c.op.indexOf(name);
  if (c.op.getSchema().getArguments()[index].type.isValue())
    return to(c(name), dtype);
  return scalar(c, c.op.attribute(index), dtype);
}
static Term decomposeWhere(Call &c) {
  Term condition = c("condition");
  if (!isBool(condition.dtype()))
    condition = ne(condition, 0);
  return where(condition, getWhereOperand(c, "self", c.dtype()),
               getWhereOperand(c, "other", c.dtype()));
}

void aten::populateIndexDecompositions(RewritePatternSet &patterns,
                                       const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.masked_fill.Scalar", decomposeMaskedFill},
            {"aten.masked_fill.Tensor", decomposeMaskedFillTensor},
            {"aten.masked_select.default", decomposeMaskedSelect},
            {"aten._unsafe_masked_index.default", decomposeMaskedIndex},
            {"aten._unsafe_masked_index_put_accumulate.default",
             decomposeMaskedIndexPut},
            {"aten.index_add.default", decomposeIndexAdd},
            {"aten.index_copy.default", decomposeIndexCopy},
            {"aten.index_fill.int_Scalar", decomposeIndexFill},
            {"aten.index_fill.int_Tensor", decomposeIndexFillTensor},
            {"aten.index_reduce.default", decomposeIndexReduce},
            {"aten.scatter.reduce", decomposeScatterReduce},
            {"aten.scatter.value_reduce", decomposeScatterReduce},
            {"aten.take.default", decomposeTake},
            {"aten.put.default", decomposePut},
            {"aten.take_along_dim.default", decomposeTakeAlongDim},
            {"aten.argwhere.default", decomposeArgwhere},
            {"aten.nonzero_numpy.default", decomposeNonzeroNumpy},
            {"aten.where.default", decomposeNonzeroNumpy},
            {"aten.isin.Tensor_Tensor", decomposeIsin},
            {"aten.isin.Scalar_Tensor", decomposeIsinOfScalar},
            {"aten.isin.Tensor_Scalar", decomposeIsinScalar},
            {"aten.where.ScalarOther", decomposeWhere},
            {"aten.where.ScalarSelf", decomposeWhere},
            {"aten.where.Scalar", decomposeWhere}});
}
