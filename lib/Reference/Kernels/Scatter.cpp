// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing elements by tensors of indices: copies of `self` with some elements
// replaced or reduced into.
#include "Kernels/Elementwise.h"
#include "Kernels/IndexTensors.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

namespace {
/// How a value is combined with the element at its place.
enum class Reduction { Replace, Sum, Prod, Mean, Max, Min };
} // namespace

static std::optional<Reduction> parseReduction(StringRef name) {
  return llvm::StringSwitch<std::optional<Reduction>>(name)
      .Cases({"sum", "add"}, Reduction::Sum)
      .Cases({"prod", "multiply"}, Reduction::Prod)
      .Case("mean", Reduction::Mean)
      .Cases({"amax", "max"}, Reduction::Max)
      .Cases({"amin", "min"}, Reduction::Min)
      .Default(std::nullopt);
}

template <typename T>
static T combine(Reduction reduction, T old, T value) {
  constexpr bool isInt = std::is_same_v<T, int64_t>;
  switch (reduction) {
  case Reduction::Replace:
    return value;
  case Reduction::Sum:
  case Reduction::Mean:
    if constexpr (isInt)
      return wrapAdd(old, value);
    else
      return old + value;
  case Reduction::Prod:
    if constexpr (isInt)
      return wrapMul(old, value);
    else
      return old * value;
  case Reduction::Max:
  case Reduction::Min:
    if constexpr (std::is_same_v<T, std::complex<double>>)
      return value;
    else if (old != old || value != value)
      return old != old ? old : value;
    else
      return (reduction == Reduction::Max) == (old < value) ? value : old;
  }
  return value;
}

namespace {
/// A tensor that values are written into.
template <typename T>
struct Target {
  Dense<T> values;
  std::vector<int64_t> counts; ///< values that met each element
  Reduction reduction;
  bool includeSelf;

  Target(Dense<T> self, Reduction reduction, bool includeSelf = true)
      : values(std::move(self)), counts(values.values.size(), 0),
        reduction(reduction), includeSelf(includeSelf) {}

  void write(int64_t position, T value) {
    bool first = counts[position]++ == 0;
    T &old = values[position];
    old = first && !includeSelf ? value : combine(reduction, old, value);
  }

  /// Ends means.
  Dense<T> take() {
    if (reduction == Reduction::Mean)
      for (size_t i = 0; i < counts.size(); ++i)
        if (int64_t count = counts[i] + (counts[i] > 0 && includeSelf))
          values[i] = mean(values[i], count);
    return std::move(values);
  }

private:
  static T mean(T sum, int64_t count) {
    if constexpr (std::is_same_v<T, int64_t>)
      return sum / count - (sum % count != 0 && sum < 0);
    else
      return sum / static_cast<double>(count);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// scatter
//===----------------------------------------------------------------------===//

/// `src` is a tensor indexed as `index` is, or one number.
static KernelResult scatterBy(Call &call, StringRef source, Reduction reduction,
                              bool includeSelf) {
  Tensor self = call.tensor("self"), index = call.tensor("index");
  bool isTensor = call.getOp()
                      .getSchema()
                      .getArguments()[call.getOp().indexOf(source)]
                      .type.isTensor();
  return withComputing(call.resultType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Dense<T> values;
    if (isTensor)
      values = load<T>(call.tensor(source));
    else
      values = Dense<T>(index.getSizes(), toComputing<T>(call.scalar(source)));
    if (values.sizes.empty())
      values.sizes.push_back(1);
    Sizes strides = getRowMajorStrides(values.sizes);
    Target<T> target(load<T>(self), reduction, includeSelf);
    if (llvm::Error error = forEachAlong(
            call, index, wrapDim(call.integer("dim"), self.getRank()),
            self.getSizes(),
            [&](ArrayRef<int64_t> at, int64_t, int64_t position) {
              target.write(position, values[getLinear(at, strides)]);
            }))
      return error;
    return result(call, target.take());
  });
}

static KernelResult scatterSrc(Call &call) {
  return scatterBy(call, "src", Reduction::Replace, true);
}
static KernelResult scatterValue(Call &call) {
  return scatterBy(call, "value", Reduction::Replace, true);
}
static KernelResult scatterAdd(Call &call) {
  return scatterBy(call, "src", Reduction::Sum, true);
}

static KernelResult scatterReduce(Call &call) {
  std::optional<Reduction> reduction = parseReduction(call.string("reduce"));
  if (!reduction)
    return call.unsupported("reduction '" + call.string("reduce") + "'");
  StringRef source = call.hasArgument("src") ? "src" : "value";
  bool includeSelf =
      !call.hasArgument("include_self") || call.boolean("include_self");
  return scatterBy(call, source, *reduction, includeSelf);
}

//===----------------------------------------------------------------------===//
// index_*: rows of one dimension
//===----------------------------------------------------------------------===//

/// Calls `fn(to, from)` with the positions in `self` and in a source whose
/// dimension `dim` has one row for each index.
static llvm::Error forEachRow(Call &call, const Tensor &self,
                              llvm::function_ref<void(int64_t, int64_t)> fn) {
  Dense<int64_t> rows = load<int64_t>(call.tensor("index"));
  Sizes shape(self.getSizes());
  if (shape.empty())
    shape.push_back(1);
  int64_t dim = wrapDim(call.integer("dim"), shape.size());
  for (int64_t &row : rows.values) {
    llvm::Expected<int64_t> checked = checkIndex(call, row, shape[dim]);
    if (!checked)
      return checked.takeError();
    row = *checked;
  }
  Sizes source = shape, strides = getRowMajorStrides(shape);
  source[dim] = rows.getNumElements();
  forEachIndex(source, [&](ArrayRef<int64_t> at, int64_t from) {
    fn(getLinear(at, strides) + (rows[at[dim]] - at[dim]) * strides[dim], from);
  });
  return llvm::Error::success();
}

static KernelResult indexBy(Call &call, Reduction reduction,
                            bool includeSelf = true) {
  Tensor self = call.tensor("self");
  return withComputing(call.resultType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Dense<T> source = load<T>(call.tensor("source"));
    T alpha =
        call.hasArgument("alpha") ? toComputing<T>(call.scalar("alpha")) : T(1);
    Target<T> target(load<T>(self), reduction, includeSelf);
    if (llvm::Error error =
            forEachRow(call, self, [&](int64_t to, int64_t from) {
              target.write(to, source[from] * alpha);
            }))
      return error;
    return result(call, target.take());
  });
}

static KernelResult indexAdd(Call &call) {
  return indexBy(call, Reduction::Sum);
}
static KernelResult indexCopy(Call &call) {
  return indexBy(call, Reduction::Replace);
}

static KernelResult indexReduce(Call &call) {
  std::optional<Reduction> reduction = parseReduction(call.string("reduce"));
  if (!reduction)
    return call.unsupported("reduction '" + call.string("reduce") + "'");
  return indexBy(call, *reduction, call.boolean("include_self"));
}

static KernelResult indexFill(Call &call) {
  Tensor self = call.tensor("self");
  return withComputing(call.resultType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Dense<T> values = load<T>(self);
    T value = loadOther<T>(call, "value", call.resultType(), {})[0];
    if (llvm::Error error = forEachRow(
            call, self, [&](int64_t to, int64_t) { values[to] = value; }))
      return error;
    return result(call, values);
  });
}

//===----------------------------------------------------------------------===//
// index_put and its like
//===----------------------------------------------------------------------===//

/// Writes `values`, broadcast, to chosen positions where `mask` holds.
template <typename T>
static Dense<T> putAt(Dense<T> self, const Selection &chosen, Dense<T> values,
                      const Dense<int64_t> *mask, bool accumulate) {
  Target<T> target(std::move(self),
                   accumulate ? Reduction::Sum : Reduction::Replace);
  values = broadcastTo(values, chosen.sizes);
  for (size_t i = 0; i < chosen.positions.size(); ++i)
    if (!mask || (*mask)[i])
      target.write(chosen.positions[i], values[i]);
  return target.take();
}

static KernelResult indexPut(Call &call) {
  Tensor self = call.tensor("self");
  llvm::Expected<Selection> chosen = select(call, "indices", self.getSizes());
  if (!chosen)
    return chosen.takeError();
  Tensor values = convert(call.tensor("values"), call.resultType());
  // Leading dimensions of 1 say nothing.
  while (values.getRank() > static_cast<int64_t>(chosen->sizes.size()) &&
         values.getSize(0) == 1)
    values = values.reshape(values.getSizes().drop_front());
  return withComputing(call.resultType(), [&](auto tag) {
    using T = decltype(tag);
    return result(call, putAt(load<T>(self), *chosen, load<T>(values), nullptr,
                              call.boolean("accumulate")));
  });
}

static KernelResult maskedIndexPut(Call &call) {
  Tensor self = call.tensor("self");
  llvm::Expected<Selection> chosen =
      select(call, "indices", self.getSizes(), /*clampIndices=*/true);
  if (!chosen)
    return chosen.takeError();
  Dense<int64_t> mask =
      broadcastTo(load<int64_t>(call.tensor("mask")), chosen->sizes);
  return withComputing(call.resultType(), [&](auto tag) {
    using T = decltype(tag);
    return result(call, putAt(load<T>(self), *chosen,
                              load<T>(call.tensor("values")), &mask,
                              /*accumulate=*/true));
  });
}

/// By row-major positions.
static KernelResult put(Call &call) {
  Tensor self = call.tensor("self"), index = call.tensor("index");
  Selection chosen{Sizes(index.getSizes()), load<int64_t>(index).values};
  for (int64_t &position : chosen.positions) {
    llvm::Expected<int64_t> checked =
        checkIndex(call, position, self.getNumElements());
    if (!checked)
      return checked.takeError();
    position = *checked;
  }
  return withComputing(call.resultType(), [&](auto tag) {
    using T = decltype(tag);
    Dense<T> source = load<T>(call.tensor("source"));
    source.sizes = chosen.sizes;
    return result(call, putAt(load<T>(self), chosen, source, nullptr,
                              call.boolean("accumulate")));
  });
}

/// The elements of `source` in order, where the mask holds.
static KernelResult maskedScatter(Call &call) {
  Tensor self = call.tensor("self"), source = call.tensor("source");
  Sizes sizes = call.resultSizes();
  Dense<int64_t> mask = broadcastTo(load<int64_t>(call.tensor("mask")), sizes);
  if (llvm::count(mask.values, 1) > source.getNumElements())
    return call.error("the mask chooses more elements than the source has");
  return withComputing(call.resultType(), [&](auto tag) {
    using T = decltype(tag);
    Dense<T> values = broadcastTo(load<T>(self), sizes);
    Dense<T> from = load<T>(source);
    int64_t next = 0;
    for (size_t i = 0; i < values.values.size(); ++i)
      if (mask[i])
        values[i] = from[next++];
    return result(call, values);
  });
}

void reference::registerScatterKernels(KernelTable &table) {
  table.add("aten.scatter.src", scatterSrc);
  table.add("aten.scatter.value", scatterValue);
  table.add("aten.scatter_add.default", scatterAdd);
  for (StringRef name : {"aten.scatter.reduce", "aten.scatter.value_reduce",
                         "aten.scatter_reduce.two"})
    table.add(name, scatterReduce);
  table.add("aten.index_add.default", indexAdd);
  table.add("aten.index_copy.default", indexCopy);
  table.add("aten.index_reduce.default", indexReduce);
  table.add("aten.index_fill.int_Scalar", indexFill);
  table.add("aten.index_fill.int_Tensor", indexFill);
  table.add("aten.index_put.default", indexPut);
  table.add("aten._unsafe_index_put.default", indexPut);
  table.add("aten._unsafe_masked_index_put_accumulate.default", maskedIndexPut);
  table.add("aten.put.default", put);
  table.add("aten.masked_scatter.default", maskedScatter);
}
