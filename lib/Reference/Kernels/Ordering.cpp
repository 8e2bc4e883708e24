// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values chosen by their order along a dim, with the places they stand at.
// A NaN is greater than every number.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"
#include "kiln/Matrix/Flags.h"
#include "kiln/Matrix/Routines.h"

#include <algorithm>
#include <numeric>

namespace kiln::reference {

using Places = std::vector<int64_t>;

template <typename T>
static bool isLess(const T &left, const T &right) {
  return isNaN(right) ? !isNaN(left) : left < right;
}

/// The places of a row in the order of their values; equal ones stay in order.
template <typename T>
static Places sortPlaces(const std::vector<T> &row, bool descending) {
  Places places(row.size());
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&](int64_t a, int64_t b) {
    return descending ? isLess(row[b], row[a]) : isLess(row[a], row[b]);
  });
  return places;
}

/// Calls fn with the operand `self` in its computing type.
template <typename Fn>
static KernelResult withOrdered(Call &call, Fn fn) {
  Tensor self = call.tensor("self");
  Type type = self.getElementType();
  if (isComplex(type))
    return call.error("complex numbers have no order");
  if (isUnsigned(type) && getElementBytes(type) == 8)
    return call.unsupported("uint64 is not ordered here");
  if (isFloat(type))
    return fn(load<double>(self));
  return fn(load<int64_t>(self));
}

//===----------------------------------------------------------------------===//
// One place per row
//===----------------------------------------------------------------------===//

/// choose(row) for each row along `dim`: the places, and the values there.
template <typename T, typename Fn>
static std::pair<Dense<T>, Dense<int64_t>>
choosePlaces(const Dense<T> &self, ArrayRef<int64_t> dims, bool keepdim,
             Fn choose) {
  RowLayout rows(self.sizes, dims);
  Dense<T> values(rows.resultSizes(keepdim));
  Dense<int64_t> places(rows.resultSizes(keepdim));
  std::vector<T> row;
  for (int64_t i = 0; i < rows.count(); ++i) {
    rows.gather(self.values, i, row);
    places[i] = choose(row);
    values[i] = row[places[i]];
  }
  return {std::move(values), std::move(places)};
}

/// Values and places by choose(row), as far as the op has results of them.
template <typename Fn>
static KernelResult evaluateChoice(Call &call, bool onlyPlaces, Fn choose) {
  return withOrdered(call, [&](const auto &self) -> KernelResult {
    SmallVector<int64_t> dims = dimsOf(call, "dim", self.getRank());
    RowLayout rows(self.sizes, dims);
    if (rows.length() == 0 && rows.count() != 0)
      return call.error("a choice among no elements");
    auto [values, places] =
        choosePlaces(self, dims, flagOf(call, "keepdim"), choose);
    if (onlyPlaces)
      return result(call, places);
    if (call.getNumResults() == 1)
      return result(call, values);
    return resultsOf(store(values, call.resultType(0)),
                     store(places, call.resultType(1)));
  });
}

/// The first NaN, or the first of the greatest (least) values.
template <bool isMax>
static KernelResult evaluateArgExtreme(Call &call) {
  bool onlyPlaces = call.getOp().getSchema().getBaseName().starts_with("arg");
  return evaluateChoice(call, onlyPlaces, [](const auto &row) {
    int64_t best = 0;
    for (int64_t i = 0; i < static_cast<int64_t>(row.size()); ++i) {
      if (isNaN(row[i]))
        return i;
      if (isMax ? row[i] > row[best] : row[i] < row[best])
        best = i;
    }
    return best;
  });
}

/// The routine on rows of T that kernels contain, too: which of equal values it
/// chooses depends on its exact procedure, which is PyTorch's.
template <typename T>
static matrix::RoutineFunction rowRoutine(StringRef ofFloats,
                                          StringRef ofIntegers) {
  StringRef name = std::is_same_v<T, double> ? ofFloats : ofIntegers;
  return matrix::lookupRoutine(name)->real;
}

/// The place of element number k by size.
template <typename T>
static int64_t selectPlace(std::vector<T> row, int64_t k) {
  auto length = static_cast<int64_t>(row.size());
  Places room(row.size());
  T value;
  int64_t place;
  void *operands[] = {row.data(), &k, &value, &place, room.data()};
  rowRoutine<T>("kth", "kth_integer")(&length, /*flags=*/0, operands);
  return place;
}

static KernelResult evaluateKthValue(Call &call) {
  int64_t k = call.integer("k");
  RowLayout rows(call.tensor("self").getSizes(),
                 dimsOf(call, "dim", call.tensor("self").getRank()));
  if (k < 1 || k > rows.length())
    return call.error("there is no element number " + Twine(k));
  return evaluateChoice(
      call, false, [&](const auto &row) { return selectPlace(row, k - 1); });
}

/// The lower of the two middle values; a NaN wins, or counts for nothing.
template <bool ignoresNaN>
static KernelResult evaluateMedian(Call &call) {
  Tensor self = call.tensor("self");
  if (self.getNumElements() == 0 && !call.hasArgument("dim"))
    return result(call, Dense<double>({}, NAN));
  return evaluateChoice(call, false, [](const auto &row) {
    Places places = sortPlaces(row, false);
    int64_t count = places.size();
    while (count > 0 && isNaN(row[places[count - 1]]))
      --count;
    if (count < static_cast<int64_t>(places.size()) &&
        (!ignoresNaN || count == 0))
      return places[count];
    return places[(count - 1) / 2];
  });
}

/// The most frequent value, the least of them; the last place that has it.
static KernelResult evaluateMode(Call &call) {
  return evaluateChoice(call, false, [](const auto &row) {
    Places places = sortPlaces(row, false);
    int64_t best = 0, bestCount = 0, count = 0;
    for (size_t i = 0; i < places.size(); ++i) {
      bool repeats = i && row[places[i]] == row[places[i - 1]];
      count = repeats ? count + 1 : 1;
      if (count > bestCount) {
        best = places[i];
        bestCount = count;
      }
    }
    return best;
  });
}

//===----------------------------------------------------------------------===//
// Several places per row
//===----------------------------------------------------------------------===//

/// The places of the `count` first values.
template <typename T>
static Places pickPlaces(std::vector<T> row, int64_t count, bool descending,
                         bool sorted) {
  int64_t sizes[] = {static_cast<int64_t>(row.size()), count};
  std::vector<T> values(count);
  Places places(count), room(row.size());
  int64_t flags =
      (descending ? matrix::kGreatest : 0) | (sorted ? matrix::kSorted : 0);
  void *operands[] = {row.data(), values.data(), places.data(), room.data()};
  rowRoutine<T>("first", "first_integers")(sizes, flags, operands);
  return places;
}

/// The places that choose(row) finds in each row, `count` of them, and the
/// values there.
template <typename T, typename Fn>
static KernelResult pickRows(Call &call, const Dense<T> &self, int64_t dim,
                             std::optional<int64_t> count, Fn choose) {
  SmallVector<int64_t> dims = normalizeDims(dim, self.getRank());
  RowLayout rows(self.sizes, dims);
  Sizes sizes = self.sizes;
  if (count && !sizes.empty())
    sizes[dims[0]] = *count;
  RowLayout outRows(sizes, dims);
  Dense<T> values(sizes);
  Dense<int64_t> indices(sizes);
  std::vector<T> row, chosen;
  for (int64_t i = 0; i < rows.count(); ++i) {
    rows.gather(self.values, i, row);
    Places places = choose(row);
    chosen.clear();
    for (int64_t place : places)
      chosen.push_back(row[place]);
    outRows.scatter(chosen, i, values.values);
    outRows.scatter(places, i, indices.values);
  }
  return resultsOf(store(values, call.resultType(0)),
                   store(indices, call.resultType(1)));
}

static KernelResult evaluateSort(Call &call) {
  return withOrdered(call, [&](const auto &self) {
    bool descending = call.boolean("descending");
    return pickRows(
        call, self, call.integer("dim"), std::nullopt,
        [&](const auto &row) { return sortPlaces(row, descending); });
  });
}

static KernelResult evaluateTopK(Call &call) {
  return withOrdered(call, [&](const auto &self) -> KernelResult {
    int64_t k = call.integer("k"), dim = call.integer("dim");
    int64_t length =
        self.sizes.empty() ? 1 : self.sizes[wrapDim(dim, self.getRank())];
    if (k < 0 || k > length)
      return call.error("there are no " + Twine(k) + " elements of " +
                        Twine(length));
    bool largest = call.boolean("largest"), sorted = call.boolean("sorted");
    // A scalar has one element and no dim.
    int64_t count = self.sizes.empty() ? 1 : k;
    return pickRows(call, self, dim, count, [&](const auto &row) {
      return pickPlaces(row, count, largest, sorted);
    });
  });
}

void registerOrdering(KernelTable &table) {
  for (StringRef name : {"aten.argmax.default", "aten.max.dim"})
    table.add(name, evaluateArgExtreme<true>);
  for (StringRef name : {"aten.argmin.default", "aten.min.dim"})
    table.add(name, evaluateArgExtreme<false>);
  table.add("aten.kthvalue.default", evaluateKthValue);
  for (StringRef overload : {"default", "dim"}) {
    table.add(("aten.median." + overload).str(), evaluateMedian<false>);
    table.add(("aten.nanmedian." + overload).str(), evaluateMedian<true>);
  }
  table.add("aten.mode.default", evaluateMode);
  for (StringRef name : {"aten.sort.default", "aten.sort.stable"})
    table.add(name, evaluateSort);
  table.add("aten.topk.default", evaluateTopK);
}

} // namespace kiln::reference
