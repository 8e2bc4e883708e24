// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// segment_reduce: runs of neighbours along a dimension, given by their lengths
// or by their bounds, each reduced to one element.
#include "Expansions.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// Rows of segments: bounds have the dimensions before that of the segments,
/// and may differ from row to row.
struct Segments {
  Term begins, ends; ///< [rows..., segments]
  int64_t axis = 0;

  ExprAttr count() const { return ends.size(-1); }
  /// A number for each segment, to be broadcast along the inner dimensions of
  /// `data`.
  Term overData(Term number, Term data) const {
    Sizes sizes(number.sizes());
    sizes.resize(data.rank(), data.in().expr(1));
    return view(number, sizes);
  }
};
} // namespace

static Segments getSegments(Call &c) {
  Segments s;
  if (c.has("lengths")) {
    Term lengths = to(c.raw("lengths"), c.int64());
    s.ends = cumsum(lengths, -1);
    s.begins = s.ends - lengths;
  } else {
    Term offsets = to(c.raw("offsets"), c.int64());
    ExprAttr last = ep::sub(offsets.size(-1), c.expr(1));
    s.begins = slice(offsets, -1, c.expr(0), last);
    s.ends = contiguous(slice(offsets, -1, c.expr(1), offsets.size(-1)));
  }
  s.axis = s.ends.rank() - 1;
  return s;
}

/// The number of the segment that each element is in, or their count.
static Term findSegments(Call &c, const Segments &s, ExprAttr length) {
  Sizes sizes(s.ends.sizes());
  sizes.back() = length;
  Term places = contiguous(expand(arange(c, length), sizes));
  Term found = make(c, "aten.searchsorted.Tensor", places.type(), s.ends,
                    places, /*out_int32=*/false, /*right=*/true);
  // The elements before the first bound.
  Term isBehind = places >= unsqueeze(select(s.begins, -1, c.expr(0)), -1);
  return where(isBehind, found, Number(s.count()));
}

/// The initial value of `reduce` where none is given.
static double getStart(StringRef reduce) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return reduce == "max"    ? -infinity
         : reduce == "min"  ? infinity
         : reduce == "prod" ? 1
                            : 0;
}

static Term segmentReduce(Call &c) {
  Term data = c.raw("data");
  if (!isFloating(data.dtype()) || c.has("indices") ||
      !(c.has("lengths") || c.has("offsets")))
    return c.reject("needs floats, and lengths or offsets");
  data = to(data, getComputeType(data.dtype()));
  StringRef reduce = c.op.getString("reduce");
  bool isMean = reduce == "mean", hasInitial = c.has("initial");
  Segments s = getSegments(c);
  ExprAttr length = data.size(s.axis), count = s.count();
  require((s.begins >= 0) & (s.begins <= s.ends) & (s.ends <= Number(length)),
          "segment_reduce: a segment lies outside of the data");
  double start = hasInitial ? c.number("initial") : getStart(reduce);
  Sizes sizes(data.sizes());
  sizes[s.axis] = ep::add(count, c.expr(1));
  Term place =
      expand(s.overData(findSegments(c, s, length), data), data.sizes());
  std::string kind = reduce == "max" || reduce == "min" ? "a" + reduce.str()
                     : isMean                           ? "sum"
                                                        : reduce.str();
  Term sums = full(c, sizes, start, data.dtype());
  sums = make(c, "aten.scatter_reduce.two", sums.type(), sums, s.axis, place,
              data, StringRef(kind));
  sums = slice(sums, s.axis, c.expr(0), count);
  if (isMean) {
    Term lengths = s.overData(s.ends - s.begins, data);
    Term mean = sums / lengths;
    sums = hasInitial ? where(lengths > 0, mean, sums) : mean;
  }
  return to(sums, c.dtype());
}

void core::populateSegmentExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {}, {{"aten.segment_reduce.default", segmentReduce}});
}
