// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places in sorted sequences, and counts per bin.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"

#include <algorithm>
#include <cmath>

namespace kiln::reference {

//===----------------------------------------------------------------------===//
// searchsorted and bucketize
//===----------------------------------------------------------------------===//

/// How many elements of a sequence come before `value`: those less than it, and
/// with `right` those equal to it, too. By bisection, since a NaN, of which
/// every comparison is false, leads it the way that it leads PyTorch.
template <typename T>
static int64_t findPlace(ArrayRef<T> sequence, const T &value, bool right) {
  int64_t low = 0, high = sequence.size();
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    const T &element = sequence[middle];
    if (right ? element > value : element >= value)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// Each value is sought in the sequence of its own row, or in the only one.
template <typename T>
static KernelResult searchRows(Call &call, const Dense<T> &sequence,
                               const Dense<T> &values, bool right) {
  Dense<int64_t> out(values.sizes);
  int64_t length = sequence.sizes.empty() ? 1 : sequence.sizes.back();
  int64_t perRow = values.getRank() ? values.sizes.back() : 1;
  bool isOneRow = sequence.getRank() <= 1;
  for (int64_t i = 0; i < values.getNumElements(); ++i) {
    int64_t row = isOneRow ? 0 : i / perRow;
    out[i] =
        findPlace(ArrayRef<T>(sequence.values.data() + row * length, length),
                  values[i], right);
  }
  return result(call, out);
}

static KernelResult search(Call &call, StringRef sequenceName, bool right) {
  Tensor sequence = call.tensor(sequenceName);
  StringRef overload = call.getOp().getSchema().getOverload();
  Tensor values = overload == "Scalar"
                      ? toTensor(call.getContext(), call.scalar("self"))
                      : call.tensor("self");
  if (call.hasArgument("sorter") && call.has("sorter")) {
    Dense<int64_t> order = load<int64_t>(call.tensor("sorter"));
    int64_t length = sequence.getRank() ? sequence.getSizes().back() : 1;
    for (int64_t place : order.values)
      if (place < 0 || place >= length)
        return call.error("the sorter names element " + Twine(place));
    sequence = gatherElements(sequence, sequence.getSizes(), [&](int64_t i) {
      return i / length * length + order[i];
    });
  }
  if (isFloat(sequence.getElementType()) || isFloat(values.getElementType()))
    return searchRows(call, load<double>(sequence), load<double>(values),
                      right);
  return searchRows(call, load<int64_t>(sequence), load<int64_t>(values),
                    right);
}

static KernelResult evaluateSearchSorted(Call &call) {
  return search(call, "sorted_sequence",
                call.boolean("right") || call.string("side") == "right");
}

static KernelResult evaluateBucketize(Call &call) {
  return search(call, "boundaries", call.boolean("right"));
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

static KernelResult evaluateBinCount(Call &call) {
  Dense<int64_t> self = load<int64_t>(call.tensor("self"));
  int64_t count = call.integer("minlength");
  for (int64_t bin : self.values) {
    if (bin < 0)
      return call.error("a bin has the negative number " + Twine(bin));
    count = std::max(count, bin + 1);
  }
  std::vector<double> weights(self.getNumElements(), 1);
  if (call.has("weights"))
    weights = load<double>(call.tensor("weights")).values;
  Dense<double> out(count);
  for (int64_t i = 0; i < self.getNumElements(); ++i)
    out[self[i]] += weights[i];
  if (isFloat(call.resultType()))
    return result(call, out);
  Dense<int64_t> counts(count);
  std::copy(out.values.begin(), out.values.end(), counts.values.begin());
  return result(call, counts);
}

/// The least and the greatest value where no range was given; a range of no
/// width becomes one of width 1 around it.
static std::pair<double, double> getRange(const std::vector<double> &values,
                                          double low, double high,
                                          bool isGiven) {
  if (!isGiven && !values.empty()) {
    auto ends = std::minmax_element(values.begin(), values.end());
    low = *ends.first;
    high = *ends.second;
  }
  return {low, high};
}

static KernelResult evaluateHistC(Call &call) {
  Dense<double> self = load<double>(call.tensor("self"));
  int64_t bins = call.integer("bins");
  double low = toDouble(call.scalar("min")),
         high = toDouble(call.scalar("max"));
  std::tie(low, high) = getRange(self.values, low, high, low != high);
  if (low == high) {
    low -= 1;
    high += 1;
  }
  if (bins < 1 || !std::isfinite(low) || !std::isfinite(high))
    return call.error("it needs bins and a finite range");
  Dense<double> out(bins);
  for (double value : self.values)
    if (value >= low && value <= high) {
      auto bin = static_cast<int64_t>((value - low) / (high - low) * bins);
      out[std::min(bin, bins - 1)] += 1;
    }
  return result(call, out);
}

namespace {
/// Bins of any number of dims: the values lie in rows of one coordinate per
/// dim.
struct Bins {
  SmallVector<std::vector<double>> edges;

  Sizes sizes() const {
    Sizes counts;
    for (const std::vector<double> &dim : edges)
      counts.push_back(static_cast<int64_t>(dim.size()) - 1);
    return counts;
  }
  /// The bin of a point, or -1. The last edge belongs to the last bin.
  int64_t find(const double *point) const {
    int64_t bin = 0;
    for (const std::vector<double> &dim : edges) {
      double x = *point++;
      if (!(x >= dim.front() && x <= dim.back()))
        return -1;
      int64_t place = findPlace(ArrayRef(dim), x, true) - 1;
      int64_t count = static_cast<int64_t>(dim.size()) - 1;
      bin = bin * count + std::min(place, count - 1);
    }
    return bin;
  }
  double volume(ArrayRef<int64_t> bin) const {
    double volume = 1;
    for (auto [dim, place] : llvm::zip(edges, bin))
      volume *= dim[place + 1] - dim[place];
    return volume;
  }
};
} // namespace

/// `count` bins per dim over the arguments' range, or that of the points, with
/// edges in the precision of `type`.
static Bins makeBins(Call &call, const Dense<double> &points, int64_t dims,
                     ArrayRef<int64_t> counts, Type type) {
  SmallVector<double> range;
  if (call.has("range"))
    range = call.numbers("range");
  Bins bins;
  for (int64_t dim = 0; dim < dims; ++dim) {
    std::vector<double> column;
    for (int64_t i = dim; i < points.getNumElements(); i += dims)
      column.push_back(points[i]);
    bool isGiven = !range.empty();
    auto [low, high] = getRange(column, isGiven ? range[2 * dim] : 0,
                                isGiven ? range[2 * dim + 1] : 1, isGiven);
    if (low == high) {
      low -= 0.5;
      high += 0.5;
    }
    std::vector<double> edges;
    for (int64_t i = 0; i < counts[dim]; ++i)
      edges.push_back(
          roundTo(low + (high - low) * i / double(counts[dim]), type));
    edges.push_back(roundTo(high, type));
    bins.edges.push_back(std::move(edges));
  }
  return bins;
}

/// The weights per bin, or with `density` per volume of all weight.
static Dense<double> countPoints(Call &call, const Dense<double> &points,
                                 const Bins &bins) {
  Dense<double> out(bins.sizes());
  int64_t dims = bins.edges.size();
  std::vector<double> weights(points.getNumElements() / dims, 1);
  if (call.has("weight"))
    weights = load<double>(call.tensor("weight")).values;
  double total = 0;
  for (size_t i = 0; i < weights.size(); ++i)
    if (int64_t bin = bins.find(points.values.data() + i * dims); bin >= 0) {
      out[bin] += weights[i];
      total += weights[i];
    }
  if (call.boolean("density"))
    forEachIndex(out.sizes, [&](ArrayRef<int64_t> bin, int64_t linear) {
      out[linear] /= total * bins.volume(bin);
    });
  return out;
}

static KernelResult evaluateHistogram(Call &call) {
  Dense<double> self = load<double>(call.tensor("self"));
  Bins bins;
  if (call.getOp().getSchema().getOverload() == "bin_ct")
    bins = makeBins(call, self, 1, call.integer("bins"), call.resultType(1));
  else
    bins.edges.push_back(load<double>(call.tensor("bins")).values);
  Dense<double> edges(static_cast<int64_t>(bins.edges[0].size()));
  edges.values = bins.edges[0];
  return resultsOf(store(countPoints(call, self, bins), call.resultType(0)),
                   store(edges, call.resultType(1)));
}

static KernelResult evaluateBinEdges(Call &call) {
  Dense<double> self = load<double>(call.tensor("self"));
  Bins bins = makeBins(call, self, self.sizes.back(), call.integers("bins"),
                       call.resultType());
  RuntimeValues all;
  for (const std::vector<double> &edges : bins.edges) {
    Dense<double> dense(static_cast<int64_t>(edges.size()));
    dense.values = edges;
    all.push_back(store(dense, call.resultType(all.size())));
  }
  return all;
}

static KernelResult evaluateHistogramDD(Call &call) {
  Dense<double> self = load<double>(call.tensor("self"));
  Bins bins;
  if (call.getOp().getSchema().getBaseName().ends_with("bin_tensors"))
    for (const std::optional<Tensor> &edges : call.tensors("bins"))
      bins.edges.push_back(load<double>(*edges).values);
  else
    bins = makeBins(call, self, self.sizes.back(), call.integers("bins"),
                    call.resultType());
  return result(call, countPoints(call, self, bins));
}

void registerHistograms(KernelTable &table) {
  for (StringRef overload : {"Tensor", "Scalar"}) {
    table.add(("aten.searchsorted." + overload).str(), evaluateSearchSorted);
    table.add(("aten.bucketize." + overload).str(), evaluateBucketize);
  }
  table.add("aten.bincount.default", evaluateBinCount);
  table.add("aten.histc.default", evaluateHistC);
  for (StringRef name : {"aten.histogram.bin_ct", "aten.histogram.bins_tensor"})
    table.add(name, evaluateHistogram);
  table.add("aten._histogramdd_bin_edges.default", evaluateBinEdges);
  for (StringRef name : {"aten._histogramdd_from_bin_cts.default",
                         "aten._histogramdd_from_bin_tensors.default"})
    table.add(name, evaluateHistogramDD);
}

} // namespace kiln::reference
