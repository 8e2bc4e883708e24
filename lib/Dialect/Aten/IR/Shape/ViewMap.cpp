// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/ViewMap.h"
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

using MapResult = FailureOr<ViewMap>;

//===----------------------------------------------------------------------===//
// What follows from a map
//===----------------------------------------------------------------------===//

Sizes ViewMap::getSizes() const {
  return llvm::map_to_vector(dims, [](const ViewDim &dim) { return dim.size; });
}

Sizes ViewMap::getStrides(SizesRef strides) const {
  Sizes result;
  for (const ViewDim &dim : dims) {
    ExprAttr stride = ep::makeInt(dim.size.getContext(), 0);
    for (int64_t along : dim.along)
      stride = ep::add(stride, strides[along]);
    result.push_back(dim.step ? ep::mul(stride, dim.step) : stride);
  }
  return result;
}

ExprAttr ViewMap::getOffset(SizesRef strides) const {
  ExprAttr offset;
  for (auto [position, stride] : llvm::zip(start, strides)) {
    ExprAttr term = ep::mul(position, stride);
    offset = offset ? ep::add(offset, term) : term;
  }
  return offset;
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

ViewMap aten::viewAll(SizesRef sizes) {
  ViewMap map;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    map.dims.push_back({size, {static_cast<int64_t>(i)}});
    map.start.push_back(ep::makeInt(size.getContext(), 0));
  }
  return map;
}

MapResult aten::viewPermuted(SizesRef sizes, ArrayRef<int64_t> dims) {
  if (dims.empty() && sizes.empty())
    return viewAll(sizes);
  if (failed(permuteSizes(sizes, dims)))
    return failure();
  ViewMap all = viewAll(sizes), map = all;
  for (auto [dim, from] : llvm::zip(map.dims, dims))
    dim = all.dims[*wrapDim(from, sizes.size())];
  return map;
}

MapResult aten::viewExpanded(SizesRef from, SizesRef to) {
  FailureOr<Sizes> sizes = expandSizes(from, to);
  if (failed(sizes))
    return failure();
  ViewMap map = viewAll(from);
  int64_t added = sizes->size() - from.size();
  map.dims.clear();
  for (auto [i, size] : llvm::enumerate(*sizes)) {
    ViewDim dim = {size, {}};
    int64_t at = static_cast<int64_t>(i) - added;
    // What is not 1 has the size already, perhaps in another spelling.
    if (at >= 0 && (from[at] == size || !from[at].isInt(1)))
      dim.along.push_back(at);
    map.dims.push_back(dim);
  }
  return map;
}

MapResult aten::viewSelected(SizesRef sizes, int64_t dim, ExprAttr index) {
  FailureOr<int64_t> at = wrapDim(dim, sizes.size());
  if (failed(at) || sizes.empty())
    return failure();
  ViewMap map = viewAll(sizes);
  map.dims.erase(map.dims.begin() + *at);
  bool isFromEnd = index.isInt() && index.getValue() < 0;
  map.start[*at] = isFromEnd ? ep::add(index, sizes[*at]) : index;
  return map;
}

MapResult aten::viewSliced(SizesRef sizes, int64_t dim, ExprAttr start,
                           ExprAttr end, ExprAttr step,
                           const ep::Facts &facts) {
  FailureOr<int64_t> at = wrapDim(dim, sizes.size());
  if (failed(at) || sizes.empty())
    return failure();
  ViewMap map = viewAll(sizes);
  map.dims[*at].size = sliceSize(sizes[*at], start, end, step, facts);
  map.dims[*at].step = step.isInt(1) ? ExprAttr() : step;
  if (start)
    map.start[*at] = clampBound(start, sizes[*at], facts);
  return map;
}

MapResult aten::viewDiagonal(SizesRef sizes, int64_t offset, int64_t dim1,
                             int64_t dim2) {
  FailureOr<int64_t> row = wrapDim(dim1, sizes.size()),
                     column = wrapDim(dim2, sizes.size());
  if (sizes.size() < 2 || failed(row) || failed(column) || *row == *column)
    return failure();
  ViewMap map = viewAll(sizes);
  MLIRContext *context = sizes[0].getContext();
  map.start[*row] = ep::makeInt(context, std::max<int64_t>(0, -offset));
  map.start[*column] = ep::makeInt(context, std::max<int64_t>(0, offset));
  ExprAttr rows = ep::sub(sizes[*row], map.start[*row]),
           columns = ep::sub(sizes[*column], map.start[*column]);
  ExprAttr length =
      rows == columns ? rows : ep::makeExpr(ep::ExprKind::Min, {rows, columns});
  if (offset != 0)
    length = ep::max(length, ep::makeInt(context, 0));
  for (int64_t gone : {std::max(*row, *column), std::min(*row, *column)})
    map.dims.erase(map.dims.begin() + gone);
  map.dims.push_back({length, {*row, *column}});
  return map;
}

/// Dimensions of size 1 go, of those that are named.
static MapResult viewSqueezed(SizesRef sizes, ArrayRef<int64_t> dims) {
  auto wrapped = wrapDims(dims, sizes.size(), /*emptyIsAll=*/false);
  if (failed(wrapped))
    return failure();
  ViewMap map = viewAll(sizes);
  llvm::erase_if(map.dims, [&](const ViewDim &dim) {
    return dim.size.isInt(1) && llvm::is_contained(*wrapped, dim.along[0]);
  });
  return map;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static MapResult mapAll(AtenOp op, unsigned) {
  return viewAll(getSizes(op.tensor(0)));
}

static MapResult mapPermute(AtenOp op, unsigned) {
  return viewPermuted(getSizes(op.tensor(0)), op.ints("dims"));
}

static MapResult mapTranspose(AtenOp op, unsigned) {
  SizesRef sizes = getSizes(op.tensor(0));
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
  FailureOr<int64_t> a = wrapDim(op.integer(1), sizes.size()),
                     b = wrapDim(op.integer(2), sizes.size());
  if (failed(a) || failed(b))
    return failure();
  if (!sizes.empty())
    std::swap(dims[*a], dims[*b]);
  return viewPermuted(sizes, dims);
}

/// All dimensions, or the last two, in reverse.
template <bool isMatrix>
static MapResult mapReversed(AtenOp op, unsigned) {
  SizesRef sizes = getSizes(op.tensor(0));
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
  std::reverse(dims.begin() +
                   (isMatrix ? std::max<int64_t>(2, sizes.size()) - 2 : 0),
               dims.end());
  return viewPermuted(sizes, dims);
}

/// Dimensions `source` go to `destination`; the others stay in order.
static MapResult mapMoveDim(AtenOp op, unsigned) {
  SizesRef sizes = getSizes(op.tensor(0));
  bool isList = op.getSchema().getArguments()[1].type.list;
  auto read = [&](unsigned i) {
    return isList ? op.integers(i) : SmallVector<int64_t>{op.integer(i)};
  };
  SmallVector<int64_t> from = read(1), to = read(2), order(sizes.size(), -1);
  if (from.size() != to.size())
    return failure();
  auto rest = llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
  for (auto [a, b] : llvm::zip(from, to)) {
    FailureOr<int64_t> source = wrapDim(a, sizes.size()),
                       place = wrapDim(b, sizes.size());
    if (failed(source) || failed(place))
      return failure();
    if (sizes.empty())
      continue;
    order[*place] = *source;
    llvm::erase(rest, *source);
  }
  auto *next = rest.begin();
  for (int64_t &dim : order)
    if (dim < 0 && next != rest.end())
      dim = *next++;
  return viewPermuted(sizes, order);
}

static MapResult mapT(AtenOp op, unsigned result) {
  bool isMatrix = getSizes(op.tensor(0)).size() <= 2;
  return isMatrix ? mapReversed<false>(op, result) : MapResult(failure());
}

static MapResult mapExpand(AtenOp op, unsigned) {
  return viewExpanded(getSizes(op.tensor(0)), op.symInts("size"));
}

static MapResult mapExpandAs(AtenOp op, unsigned) {
  return viewExpanded(getSizes(op.tensor(0)), getSizes(op.tensor(1)));
}

static MapResult mapUnsqueeze(AtenOp op, unsigned) {
  ViewMap map = viewAll(getSizes(op.tensor(0)));
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), map.dims.size() + 1);
  if (failed(dim))
    return failure();
  map.dims.insert(map.dims.begin() + *dim,
                  ViewDim{ep::makeInt(op->getContext(), 1), {}});
  return map;
}

static MapResult mapSqueeze(AtenOp op, unsigned) {
  SizesRef sizes = getSizes(op.tensor(0));
  SmallVector<int64_t> dims;
  if (!op.getSchema().findArgument("dim"))
    dims = llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
  else if (op.getSchema().getArguments()[1].type.list)
    dims = op.ints("dim");
  else
    dims = {op.getInt("dim")};
  return viewSqueezed(sizes, dims);
}

static MapResult mapSelect(AtenOp op, unsigned) {
  return viewSelected(getSizes(op.tensor(0)), op.getInt("dim"), op.symInt(2));
}

static MapResult mapUnbind(AtenOp op, unsigned result) {
  return viewSelected(getSizes(op.tensor(0)), op.getInt("dim"),
                      ep::makeInt(op->getContext(), result));
}

/// Slices between bounds of a dimension.
static MapResult mapBounds(AtenOp op, int64_t dim, ExprAttr start, ExprAttr end,
                           ExprAttr step) {
  SizesRef sizes = getSizes(op.tensor(0));
  FailureOr<int64_t> at = wrapDim(dim, sizes.size());
  if (failed(at) || sizes.empty())
    return failure();
  return viewSliced(sizes, *at, start, end, step,
                    getFactsFor(op, {sizes[*at], start, end}));
}

static MapResult mapSlice(AtenOp op, unsigned) {
  return mapBounds(op, op.getInt("dim"), op.symInt(2), op.symInt(3),
                   op.symInt(4));
}

static MapResult mapNarrow(AtenOp op, unsigned) {
  MapResult map =
      viewSelected(getSizes(op.tensor(0)), op.getInt("dim"), op.symInt(2));
  if (failed(map))
    return failure();
  int64_t dim = *wrapDim(op.getInt("dim"), map->start.size());
  map->dims.insert(map->dims.begin() + dim, ViewDim{op.symInt(3), {dim}});
  return map;
}

/// Parts that lie behind one another, as long as the types of the results say.
static MapResult mapParts(AtenOp op, unsigned result, int64_t dim) {
  ViewMap map = viewAll(getSizes(op.tensor(0)));
  FailureOr<int64_t> at = wrapDim(dim, map.dims.size());
  if (failed(at) || map.dims.empty())
    return failure();
  for (unsigned i = 0; i <= result; ++i) {
    SizesRef sizes = getSizes(op->getResult(i));
    if (sizes.size() != map.dims.size())
      return failure();
    if (i < result)
      map.start[*at] = ep::add(map.start[*at], sizes[*at]);
    map.dims[*at].size = sizes[*at];
  }
  return map;
}
static MapResult mapSplit(AtenOp op, unsigned result) {
  return mapParts(op, result, op.getInt("dim"));
}
/// Columns, but the elements of a vector.
static MapResult mapHSplit(AtenOp op, unsigned result) {
  return mapParts(op, result, getSizes(op.tensor(0)).size() > 1);
}
template <int64_t dim>
static MapResult mapSplitAlong(AtenOp op, unsigned result) {
  return mapParts(op, result, dim);
}
/// As long as the argument says.
static MapResult mapSplitBySizes(AtenOp op, unsigned result) {
  MapResult map = mapSplit(op, result);
  Sizes parts = op.symInts(1);
  if (succeeded(map) && result < parts.size())
    map->dims[*wrapDim(op.getInt("dim"), map->dims.size())].size =
        parts[result];
  return map;
}

static MapResult mapDiagonal(AtenOp op, unsigned) {
  return viewDiagonal(getSizes(op.tensor(0)), op.getInt("offset"),
                      op.getInt("dim1"), op.getInt("dim2"));
}

/// Windows of a dimension, which stand in its place; inside is last.
static MapResult mapUnfold(AtenOp op, unsigned) {
  ViewMap map = viewAll(getSizes(op.tensor(0)));
  FailureOr<int64_t> dim = wrapDim(op.getInt("dimension"), map.dims.size());
  int64_t size = op.getInt("size"), step = op.getInt("step");
  if (failed(dim) || size < 0 || step < 1)
    return failure();
  MLIRContext *context = op->getContext();
  if (map.dims.empty()) {
    map.dims.push_back({ep::makeInt(context, size), {}});
    return map;
  }
  ExprAttr by = ep::makeInt(context, step);
  ViewDim &windows = map.dims[*dim];
  ExprAttr last = ep::sub(windows.size, ep::makeInt(context, size));
  windows.size = ep::add(ep::floorDiv(last, by), ep::makeInt(context, 1));
  windows.step = by;
  map.dims.push_back({ep::makeInt(context, size), {*dim}});
  return map;
}

using MapOf = MapResult (*)(AtenOp op, unsigned result);

/// Copies of views show what the views do.
static MapOf lookup(StringRef name) {
  static const llvm::StringMap<MapOf> table = {
      {"aten.alias.default", mapAll},
      {"aten.chunk.default", mapSplit},
      {"aten.detach.default", mapAll},
      {"aten.diagonal.default", mapDiagonal},
      {"aten.dsplit.array", mapSplitAlong<2>},
      {"aten.dsplit.int", mapSplitAlong<2>},
      {"aten.expand.default", mapExpand},
      {"aten.expand_as.default", mapExpandAs},
      {"aten.broadcast_to.default", mapExpand},
      {"aten.hsplit.array", mapHSplit},
      {"aten.hsplit.int", mapHSplit},
      {"aten.linalg_diagonal.default", mapDiagonal},
      {"aten.mT.default", mapReversed<true>},
      {"aten.moveaxis.int", mapMoveDim},
      {"aten.moveaxis.intlist", mapMoveDim},
      {"aten.movedim.int", mapMoveDim},
      {"aten.movedim.intlist", mapMoveDim},
      {"aten.narrow.default", mapNarrow},
      {"aten.numpy_T.default", mapReversed<false>},
      {"aten.permute.default", mapPermute},
      {"aten.select.int", mapSelect},
      {"aten.slice.Tensor", mapSlice},
      {"aten.split.Tensor", mapSplit},
      {"aten.split.sizes", mapSplitBySizes},
      {"aten.split_with_sizes.default", mapSplitBySizes},
      {"aten.squeeze.default", mapSqueeze},
      {"aten.squeeze.dim", mapSqueeze},
      {"aten.squeeze.dims", mapSqueeze},
      {"aten.swapaxes.default", mapTranspose},
      {"aten.swapdims.default", mapTranspose},
      {"aten.t.default", mapT},
      {"aten.tensor_split.indices", mapSplit},
      {"aten.tensor_split.sections", mapSplit},
      {"aten.transpose.int", mapTranspose},
      {"aten.unbind.int", mapUnbind},
      {"aten.unfold.default", mapUnfold},
      {"aten.unsqueeze.default", mapUnsqueeze},
      {"aten.vsplit.array", mapSplitAlong<0>},
      {"aten.vsplit.int", mapSplitAlong<0>},
  };
  size_t copy = name.find("_copy.");
  return copy == StringRef::npos
             ? table.lookup(name)
             : table.lookup(
                   (name.take_front(copy) + name.drop_front(copy + 5)).str());
}

bool aten::hasViewMap(StringRef name) { return lookup(name); }

MapResult aten::getViewMap(AtenOp view, unsigned result) {
  MapOf map = lookup(view.getSchema().getName());
  return map ? map(view, result) : MapResult(failure());
}
