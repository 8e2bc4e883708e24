// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions to one value per row: sums, products, extrema, any and all.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"

namespace kiln::reference {

template <typename T>
static bool isNonzero(const T &value) {
  return value != T();
}

/// fn(row) for each row of `self`, in the computing type of the result, which
/// is the dtype that PyTorch converts the elements to before it reduces them.
template <typename Fn>
static KernelResult reduce(Call &call, Fn fn) {
  return withComputing(call.resultType(), [&](auto tag) {
    using T = decltype(tag);
    Dense<T> self = load<T>(call.tensor("self"));
    return result(call, reduceRows<T>(self, dimsOf(call, "dim", self.getRank()),
                                      flagOf(call, "keepdim"), fn));
  });
}

static KernelResult evaluateSum(Call &call) {
  return reduce(call, [](const auto &row) {
    std::decay_t<decltype(row[0])> sum = {};
    for (const auto &value : row)
      sum = plus(sum, value);
    return sum;
  });
}

static KernelResult evaluateNanSum(Call &call) {
  return reduce(call, [](const auto &row) {
    std::decay_t<decltype(row[0])> sum = {};
    for (const auto &value : row)
      if (!isNaN(value))
        sum = plus(sum, value);
    return sum;
  });
}

static KernelResult evaluateMean(Call &call) {
  return reduce(call, [](const auto &row) {
    using T = std::decay_t<decltype(row[0])>;
    T sum = {};
    for (const auto &value : row)
      sum = plus(sum, value);
    if constexpr (std::is_same_v<T, int64_t>)
      return sum; // the mean of integers is not defined; never asked for
    else
      return sum / static_cast<double>(row.size());
  });
}

static KernelResult evaluateProd(Call &call) {
  return reduce(call, [](const auto &row) {
    std::decay_t<decltype(row[0])> product = 1;
    for (const auto &value : row)
      product = times(product, value);
    return product;
  });
}

/// any (`isAny`) or all, over elements of every type.
template <bool isAny>
static KernelResult evaluateAnyOrAll(Call &call) {
  Tensor tensor = call.tensor("self");
  return withComputing(tensor.getElementType(), [&](auto tag) {
    using T = decltype(tag);
    Dense<T> self = load<T>(tensor);
    SmallVector<int64_t> dims = dimsOf(call, "dim", self.getRank());
    // An empty list of dims is all of them elsewhere, none of them here.
    if (call.getOp().getSchema().getOverload() == "dims" && call.has("dim") &&
        call.integers("dim").empty())
      dims.clear();
    return result(call,
                  reduceRows<int64_t>(self, dims, flagOf(call, "keepdim"),
                                      [](const std::vector<T> &row) -> int64_t {
                                        for (const T &value : row)
                                          if (isNonzero(value) == isAny)
                                            return isAny;
                                        return !isAny;
                                      }));
  });
}

static KernelResult evaluateCountNonzero(Call &call) {
  Tensor tensor = call.tensor("self");
  return withComputing(tensor.getElementType(), [&](auto tag) {
    using T = decltype(tag);
    Dense<T> self = load<T>(tensor);
    return result(call, reduceRows<int64_t>(
                            self, dimsOf(call, "dim", self.getRank()), false,
                            [](const std::vector<T> &row) -> int64_t {
                              int64_t count = 0;
                              for (const T &value : row)
                                count += isNonzero(value);
                              return count;
                            }));
  });
}

/// The extreme value of a row; a NaN wins.
template <bool isMax, typename T>
static T findExtreme(const std::vector<T> &row) {
  T best = row.front();
  for (const T &value : row) {
    if (isNaN(value))
      return value;
    if (isMax ? value > best : value < best)
      best = value;
  }
  return best;
}

/// The least or the greatest values of `tensor` as elements of `type`.
template <bool isMax>
static llvm::Expected<Tensor> extremesOf(Call &call, const Tensor &tensor,
                                         Type type) {
  SmallVector<int64_t> dims = dimsOf(call, "dim", tensor.getRank());
  bool keepdim = flagOf(call, "keepdim");
  RowLayout rows(tensor.getSizes(), dims);
  if (rows.length() == 0 && rows.count() != 0)
    return call.error("an extreme value of no elements");
  if (isComplex(tensor.getElementType()))
    return call.error("complex numbers have no order");
  if (isFloat(tensor.getElementType()))
    return store(reduceRows<double>(load<double>(tensor), dims, keepdim,
                                    findExtreme<isMax, double>),
                 type);
  if (isUnsigned(type) && getElementBytes(type) == 8)
    return call.unsupported("uint64 is not ordered here");
  return store(reduceRows<int64_t>(load<int64_t>(tensor), dims, keepdim,
                                   findExtreme<isMax, int64_t>),
               type);
}

template <bool isMax>
static KernelResult evaluateExtreme(Call &call) {
  llvm::Expected<Tensor> found =
      extremesOf<isMax>(call, call.tensor("self"), call.resultType());
  if (!found)
    return found.takeError();
  return result(*found);
}

static KernelResult evaluateAMinMax(Call &call) {
  Tensor self = call.tensor("self");
  llvm::Expected<Tensor> least =
      extremesOf<false>(call, self, call.resultType(0));
  if (!least)
    return least.takeError();
  llvm::Expected<Tensor> greatest =
      extremesOf<true>(call, self, call.resultType(1));
  if (!greatest)
    return greatest.takeError();
  return resultsOf(*least, *greatest);
}

/// The bits that PyTorch hashes: of a float, those of its double; of a bool or
/// an integer, the sign-extended 64 bits.
static KernelResult evaluateHashTensor(Call &call) {
  Tensor tensor = call.tensor("self");
  if (call.integer("mode") != 0)
    return call.unsupported("only mode 0, exclusive or, is a known hash");
  Dense<int64_t> bits;
  if (isFloat(tensor.getElementType())) {
    Dense<double> values = load<double>(tensor);
    bits = Dense<int64_t>(values.sizes);
    for (int64_t i = 0; i < values.getNumElements(); ++i)
      bits[i] = llvm::bit_cast<int64_t>(values[i]);
  } else {
    bits = load<int64_t>(tensor);
  }
  return result(call,
                reduceRows<int64_t>(bits, dimsOf(call, "dim", bits.getRank()),
                                    call.boolean("keepdim"),
                                    [](const std::vector<int64_t> &row) {
                                      int64_t hash = 0;
                                      for (int64_t value : row)
                                        hash ^= value;
                                      return hash;
                                    }));
}

void registerReductions(KernelTable &table) {
  for (StringRef name : {"aten.sum.default", "aten.sum.dim_IntList"})
    table.add(name, evaluateSum);
  table.add("aten.nansum.default", evaluateNanSum);
  for (StringRef name : {"aten.mean.default", "aten.mean.dim"})
    table.add(name, evaluateMean);
  for (StringRef name : {"aten.prod.default", "aten.prod.dim_int"})
    table.add(name, evaluateProd);
  for (StringRef name : {"aten.any.default", "aten.any.dim", "aten.any.dims"})
    table.add(name, evaluateAnyOrAll<true>);
  for (StringRef name : {"aten.all.default", "aten.all.dim", "aten.all.dims"})
    table.add(name, evaluateAnyOrAll<false>);
  for (StringRef name :
       {"aten.count_nonzero.default", "aten.count_nonzero.dim_IntList"})
    table.add(name, evaluateCountNonzero);
  for (StringRef name : {"aten.amax.default", "aten.max.default"})
    table.add(name, evaluateExtreme<true>);
  for (StringRef name : {"aten.amin.default", "aten.min.default"})
    table.add(name, evaluateExtreme<false>);
  table.add("aten.aminmax.default", evaluateAMinMax);
  table.add("aten.hash_tensor.default", evaluateHashTensor);
}

} // namespace kiln::reference
