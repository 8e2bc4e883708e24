// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equal elements as one (unique), elements repeated, and reductions of
// segments.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kiln::reference {

//===----------------------------------------------------------------------===//
// Unique elements
//===----------------------------------------------------------------------===//

namespace {
/// The classes that the elements (or slices) of a tensor fall into.
struct Classes {
  std::vector<int64_t> first; ///< per class, an element of it
  std::vector<int64_t> ofElement;
  std::vector<int64_t> counts;

  /// Walks `order`; isNew(a, b) says that b begins a class after a.
  template <typename Fn>
  void build(const std::vector<int64_t> &order, Fn isNew) {
    ofElement.resize(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
      if (i == 0 || isNew(order[i - 1], order[i])) {
        first.push_back(order[i]);
        counts.push_back(0);
      }
      ofElement[order[i]] = static_cast<int64_t>(first.size()) - 1;
      ++counts.back();
    }
  }
};
} // namespace

/// Indices as a result, which has none of them when its type says so.
static Tensor storeIndices(Call &call, unsigned index, ArrayRef<int64_t> sizes,
                           const std::vector<int64_t> &values) {
  bool isEmpty =
      call.hasKnownSizes(index) && countElements(call.resultSizes(index)) == 0;
  Dense<int64_t> dense(isEmpty ? call.resultSizes(index) : Sizes(sizes));
  if (!isEmpty)
    dense.values = values;
  return store(dense, call.resultType(index));
}

/// The classes of slices along `dim`, or of elements where there is none;
/// sorted, or only neighbours in one class.
template <typename T>
static Classes classify(const Dense<T> &self, std::optional<int64_t> dim,
                        bool consecutive) {
  RowLayout slices(self.sizes, dim ? normalizeDims(*dim, self.getRank())
                                   : normalizeDims({}, self.getRank()));
  // starts walk inside of a slice, steps from slice to slice.
  std::vector<int64_t> order(slices.length());
  std::iota(order.begin(), order.end(), 0);
  auto element = [&](int64_t slice, int64_t i) {
    return self[slices.starts[i] + slices.steps[slice]];
  };
  auto isLess = [&](int64_t a, int64_t b) {
    for (int64_t i = 0; i < slices.count(); ++i) {
      T x = element(a, i), y = element(b, i);
      if (x < y || (isNaN(y) && !isNaN(x)))
        return true;
      if (y < x || (isNaN(x) && !isNaN(y)))
        return false;
    }
    return false;
  };
  if (!consecutive)
    std::stable_sort(order.begin(), order.end(), isLess);
  Classes classes;
  classes.build(order, [&](int64_t a, int64_t b) {
    for (int64_t i = 0; i < slices.count(); ++i)
      if (element(a, i) != element(b, i))
        return true;
    return false;
  });
  return classes;
}

static KernelResult evaluateUnique(Call &call) {
  Tensor self = call.tensor("self");
  StringRef name = call.getOp().getSchema().getBaseName();
  std::optional<int64_t> dim;
  if (call.hasArgument("dim"))
    dim = call.optionalInteger("dim");
  bool consecutive = name.ends_with("consecutive");
  if (isComplex(self.getElementType()))
    return call.error("complex numbers have no order");
  Classes classes = isFloat(self.getElementType())
                        ? classify(load<double>(self), dim, consecutive)
                        : classify(load<int64_t>(self), dim, consecutive);
  Sizes sizes = {static_cast<int64_t>(classes.first.size())};
  Tensor values;
  if (!dim || self.getRank() == 0) {
    values = gatherElements(self, sizes,
                            [&](int64_t i) { return classes.first[i]; });
  } else {
    sizes = Sizes(self.getSizes());
    int64_t axis = wrapDim(*dim, self.getRank()), length = sizes[axis];
    sizes[axis] = classes.first.size();
    int64_t inner = countElements(ArrayRef(sizes).drop_front(axis + 1));
    values = gatherElements(self, sizes, [&](int64_t i) {
      int64_t slice = i / inner % sizes[axis];
      int64_t outer = i / inner / sizes[axis];
      return (outer * length + classes.first[slice]) * inner + i % inner;
    });
  }
  Sizes inverse(self.getSizes());
  if (dim)
    inverse = {static_cast<int64_t>(classes.ofElement.size())};
  return resultsOf(values, storeIndices(call, 1, inverse, classes.ofElement),
                   storeIndices(call, 2,
                                {static_cast<int64_t>(classes.counts.size())},
                                classes.counts));
}

//===----------------------------------------------------------------------===//
// Repeats and segments
//===----------------------------------------------------------------------===//

/// The number i as often as repeats[i] says.
static KernelResult evaluateRepeatInterleave(Call &call) {
  std::vector<int64_t> all;
  Dense<int64_t> repeats = load<int64_t>(call.tensor("repeats"));
  for (int64_t i = 0; i < repeats.getNumElements(); ++i) {
    if (repeats[i] < 0)
      return call.error("repeats are not negative");
    all.insert(all.end(), repeats[i], i);
  }
  Dense<int64_t> out(static_cast<int64_t>(all.size()));
  out.values = std::move(all);
  return result(call, out);
}

namespace {
/// The reduction of one segment by segment_reduce.
struct SegmentReduction {
  StringRef name;
  std::optional<double> initial;

  double start() const {
    if (initial)
      return *initial;
    return name == "max"    ? -INFINITY
           : name == "min"  ? INFINITY
           : name == "prod" ? 1
                            : 0;
  }
  double add(double sum, double value) const {
    if (name == "max")
      return std::isnan(value) || value > sum ? value : sum;
    if (name == "min")
      return std::isnan(value) || value < sum ? value : sum;
    return name == "prod" ? sum * value : sum + value;
  }
  double finish(double sum, int64_t count) const {
    if (name != "mean")
      return sum;
    return count > 0 ? sum / count : initial ? sum : NAN;
  }
};
} // namespace

/// Segments along `axis`, by their lengths or by their bounds, which may differ
/// for each position of the dims before.
static KernelResult evaluateSegmentReduce(Call &call) {
  Dense<double> data = load<double>(call.tensor("data"));
  bool byLength = call.has("lengths");
  if (!byLength && !call.has("offsets"))
    return call.error("it needs lengths or offsets of the segments");
  Dense<int64_t> bounds =
      load<int64_t>(call.tensor(byLength ? "lengths" : "offsets"));
  SegmentReduction reduction{call.string("reduce"), std::nullopt};
  if (std::optional<Scalar> initial = call.optionalScalar("initial"))
    reduction.initial = toDouble(*initial);
  int64_t axis = bounds.getRank() - 1, length = data.sizes[axis];
  int64_t perRow = bounds.sizes.back();
  int64_t segments = byLength ? perRow : perRow - 1;
  int64_t inner = countElements(ArrayRef(data.sizes).drop_front(axis + 1));
  Sizes sizes = data.sizes;
  sizes[axis] = segments;
  Dense<double> out(sizes);
  for (int64_t row = 0, begin = 0; row < bounds.getNumElements() / perRow;
       ++row) {
    begin = 0;
    for (int64_t s = 0; s < segments; ++s) {
      int64_t end = bounds[row * perRow + (byLength ? s : s + 1)];
      begin = byLength ? begin : bounds[row * perRow + s];
      end += byLength ? begin : 0;
      if (begin < 0 || end < begin || end > length)
        return call.error("a segment lies outside of the data");
      for (int64_t i = 0; i < inner; ++i) {
        double sum = reduction.start();
        for (int64_t j = begin; j < end; ++j)
          sum = reduction.add(sum, data[(row * length + j) * inner + i]);
        out[(row * segments + s) * inner + i] =
            reduction.finish(sum, end - begin);
      }
      begin = end;
    }
  }
  return result(call, out);
}

void registerGrouping(KernelTable &table) {
  for (StringRef name : {"aten._unique2.default", "aten.unique_dim.default",
                         "aten.unique_dim_consecutive.default",
                         "aten.unique_consecutive.default"})
    table.add(name, evaluateUnique);
  table.add("aten.repeat_interleave.Tensor", evaluateRepeatInterleave);
  table.add("aten.segment_reduce.default", evaluateSegmentReduce);
}

} // namespace kiln::reference
