// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torchvision's operators on boxes [x1, y1, x2, y2] of images.
#include "Expansions.h"
#include "Families.h"
#include "kiln/Dialect/EP/EP.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term column(Term rows, int64_t index) {
  return select(rows, -1, rows.in().expr(index));
}

namespace {
/// An `ep.while_loop`, whose regions see what it carries and then `additional`.
class Loop {
public:
  Loop(Call &c, ValueRange carried, ValueRange additional)
      : c(c), op(ep::WhileLoopOp::create(c.builder, c.loc, carried.getTypes(),
                                         carried, additional)) {}

  void setCondition(llvm::function_ref<Term(Terms)> body) {
    fill(op.getCondition(), [&](Terms in) { return Terms{body(in)}; });
  }
  void setBody(llvm::function_ref<Terms(Terms)> body) {
    fill(op.getBody(), body);
  }
  Term result(unsigned number) { return Term(c, op->getResult(number)); }

private:
  void fill(Region &region, llvm::function_ref<Terms(Terms)> body) {
    OpBuilder::InsertionGuard guard(c.builder);
    Block *block = c.builder.createBlock(&region);
    for (Value value : op->getOperands())
      block->addArgument(value.getType(), c.loc);
    Terms results = body(llvm::map_to_vector(
        block->getArguments(), [&](Value value) { return Term(c, value); }));
    ep::YieldOp::create(c.builder, c.loc,
                        llvm::map_to_vector(results, [](const Term &term) {
                          return term.get();
                        }));
  }

  Call &c;
  ep::WhileLoopOp op;
};
} // namespace

//===----------------------------------------------------------------------===//
// nms
//===----------------------------------------------------------------------===//

static Term getArea(Term boxes) {
  return (column(boxes, 2) - column(boxes, 0)) *
         (column(boxes, 3) - column(boxes, 1));
}

/// The intersection of `box` with each of `boxes` over their union.
static Term getOverlap(Term box, Term area, Term boxes, Term areas) {
  auto extent = [&](int64_t low, int64_t high) {
    return clamp(minimum(column(box, high), column(boxes, high)) -
                     maximum(column(box, low), column(boxes, low)),
                 0, std::nullopt);
  };
  Term shared = extent(0, 2) * extent(1, 3);
  return shared / (area + areas - shared);
}

/// From one box that is left to the next: each puts out those behind it that
/// overlap it.
static Term suppress(Call &c, Term boxes) {
  ExprAttr count = boxes.size(0), one = c.expr(1);
  Term places = arange(c, count), areas = getArea(boxes);
  SmallVector<Value> carried = {scalar(c, 0, c.int64()),
                                full(c, {count}, true, c.boolean())};
  SmallVector<Value> additional = {places, boxes, areas};
  Loop loop(c, carried, additional);
  loop.setCondition([&](Terms in) { return in[0] < Number(count); });
  loop.setBody([&](Terms in) -> Terms {
    Term place = in[0], left = in[1];
    Term at = unsqueeze(place, 0);
    Term box = view(indexSelect(in[3], 0, at), {boxes.size(1)});
    Term area = view(indexSelect(in[4], 0, at), {});
    // PyTorch compares in double precision.
    Term isOver =
        to(getOverlap(box, area, in[3], in[4]), c.builder.getF64Type()) >
        Number(c.number("iou_threshold"));
    Term isBehind = in[2] > place;
    Term next = left & ~(isOver & isBehind);
    Term candidates = where(next & isBehind, in[2], Number(count));
    return {amin(pad(candidates, {c.expr(0), one}, Number(count)), {}), next};
  });
  return loop.result(1);
}

/// The places of the boxes that are left, the one with the best score first.
static Term decomposeNms(Call &c) {
  Term boxes = c.raw("dets"), scores = c.raw("scores");
  if (boxes.rank() != 2 || scores.rank() != 1 || !boxes.size(1).isInt(4))
    return c.reject("needs boxes of four numbers and a score for each");
  Term order = sort(scores, 0, /*descending=*/true).second;
  Term left = suppress(c, indexSelect(boxes, 0, order));
  ExprAttr count = c.result().getSizes()[0];
  bindSize(c, sum(left, {}), count);
  return indexSelect(order, 0, view(findTrue(left, count), {count}));
}

//===----------------------------------------------------------------------===//
// roi_align
//===----------------------------------------------------------------------===//

namespace {
/// One dimension of the boxes, a number for each.
struct Span {
  Term start, bin; ///< where bins begin, and how wide they are
  Term samples;    ///< in each bin
};

/// Images, whose channels are last so that all of a pixel lie together, and
/// which of them is read.
struct Sampler {
  Term input, images;

  /// At places y and x, which broadcast; the channels are last.
  Term read(Term y, Term x) const;
};
} // namespace

static Span getSpan(Call &c, Term boxes, int64_t low, int64_t high,
                    ExprAttr pooled) {
  double scale = c.number("spatial_scale");
  bool aligned = c.flag("aligned");
  Term start = column(boxes, low) * scale - (aligned ? 0.5 : 0);
  Term end = column(boxes, high) * scale - (aligned ? 0.5 : 0);
  Term extent = end - start;
  if (!aligned)
    extent = clamp(extent, 1.0, std::nullopt);
  Term bin = extent / Number(pooled);
  int64_t ratio = c.integer("sampling_ratio");
  Term samples = ratio > 0 ? fullLike(bin, double(ratio)) : ceil(bin);
  return {start, bin, samples};
}

/// Between the two elements around each place; nothing outside.
Term Sampler::read(Term y, Term x) const {
  struct Tap {
    Term place, weight;
  };
  Terms inside;
  auto getTaps = [&](Term at, ExprAttr size) {
    Number last = ep::sub(size, at.in().expr(1));
    inside.push_back((at >= -1.0) & (at <= Number(size)));
    at = clamp(at, 0.0, std::nullopt);
    Term low = minimum(floor(at), fullLike(at, last));
    at = minimum(at, fullLike(at, last));
    Term high = minimum(low + 1, fullLike(at, last)), rest = at - low;
    Type index = at.in().int64();
    return std::array<Tap, 2>{
        {{to(low, index), 1 - rest}, {to(high, index), rest}}};
  };
  auto rows = getTaps(y, input.size(1)), columns = getTaps(x, input.size(2));
  Term isInside = unsqueeze(inside[0] & inside[1], -1), result;
  for (const Tap &row : rows)
    for (const Tap &tap : columns) {
      Term value = index(input, {images, row.place, tap.place});
      Term part = value * unsqueeze(row.weight * tap.weight, -1);
      result = result ? result + part : part;
    }
  return where(isInside, result, 0.0);
}

/// Place `sample` of each bin: numbers [boxes, bins, …].
static Term getPlace(Call &c, const Span &span, ExprAttr pooled, Term sample,
                     ArrayRef<ExprAttr> shape, ArrayRef<ExprAttr> bins) {
  Term bin = view(to(arange(c, pooled), span.bin.dtype()), bins);
  Term width = view(span.bin, shape), samples = view(span.samples, shape);
  return view(span.start, shape) + bin * width +
         (sample + 0.5) * width / samples;
}

/// As many samples in each bin of every box.
static Term sampleEvenly(Call &c, const Sampler &sampler, const Span &rows,
                         const Span &columns, ExprAttr height, ExprAttr width) {
  ExprAttr one = c.expr(1), boxes = rows.start.size(0);
  ExprAttr ratio = c.expr(c.integer("sampling_ratio"));
  Term samples = to(arange(c, ratio), rows.start.dtype());
  Sizes shape = {boxes, one, one, one, one};
  Sampler at = {sampler.input, view(sampler.images, shape)};
  Term y = getPlace(c, rows, height, unsqueeze(samples, 1), shape,
                    {height, one, one, one});
  Term x = getPlace(c, columns, width, samples, shape, {width, one, one});
  return mean(at.read(y, x), {3, 4});
}

/// A number of samples that the size of each box gives. Round k adds sample k
/// of every bin of the boxes that have so many.
static Term sampleByExtent(Call &c, const Sampler &sampler, const Span &rows,
                           const Span &columns, ExprAttr height,
                           ExprAttr width) {
  ExprAttr one = c.expr(1), boxes = rows.start.size(0);
  Term down = clamp(rows.samples, 0.0, std::nullopt);
  Term across = clamp(columns.samples, 0.0, std::nullopt);
  Term counts = down * across;
  Type dtype = counts.dtype();
  Term most = amax(pad(counts, {c.expr(0), one}, 0.0), {});
  Term none = full(c, {boxes, height, width, sampler.input.size(3)}, 0, dtype);
  Term first = scalar(c, 0.0, dtype);
  SmallVector<Value> carried = {first, none};
  SmallVector<Value> additional = {
      most,          counts,        rows.start,  rows.bin,
      rows.samples,  columns.start, columns.bin, columns.samples,
      sampler.input, sampler.images};
  Loop loop(c, carried, additional);
  loop.setCondition([](Terms in) { return in[0] < in[2]; });
  loop.setBody([&](Terms in) -> Terms {
    Sizes shape = {boxes, one, one};
    Span y = {in[4], in[5], in[6]}, x = {in[7], in[8], in[9]};
    Term step = clamp(x.samples, 1.0, std::nullopt);
    Term row = floor(in[0] / step), column = in[0] - row * step;
    Sampler at = {in[10], view(in[11], shape)};
    Term value =
        at.read(getPlace(c, y, height, view(row, shape), shape, {height, one}),
                getPlace(c, x, width, view(column, shape), shape, {width}));
    Term isThere = view(in[0] < in[3], {boxes, one, one, one});
    return {in[0] + 1, in[1] + where(isThere, value, 0.0)};
  });
  return loop.result(1) /
         view(clamp(counts, 1.0, std::nullopt), {boxes, one, one, one});
}

static Term decomposeRoiAlign(Call &c) {
  Term input = c.wide("input"), rois = c.wide("rois");
  if (input.rank() != 4 || rois.rank() != 2 || !rois.size(1).isInt(5))
    return c.reject("needs images, and an image and a box in each row");
  ExprAttr height = c.symInt("pooled_height"), width = c.symInt("pooled_width");
  Span rows = getSpan(c, rois, 2, 4, height);
  Span columns = getSpan(c, rois, 1, 3, width);
  Sampler sampler = {contiguous(permute(input, {0, 2, 3, 1})),
                     to(column(rois, 0), c.int64())};
  bool isEven = c.integer("sampling_ratio") > 0;
  Term pooled = (isEven ? sampleEvenly : sampleByExtent)(
      c, sampler, rows, columns, height, width);
  return to(contiguous(permute(pooled, {0, 3, 1, 2})), c.dtype());
}

void aten::populateBoxDecompositions(RewritePatternSet &patterns,
                                     const KeepSet &keep) {
  addRules(patterns, keep,
           {{"torchvision.nms.default", decomposeNms},
            {"torchvision.roi_align.default", decomposeRoiAlign}});
}
