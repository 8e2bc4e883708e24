// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor seen as rows: reductions, scans, sorts and softmax all read the
// values along some dims once per position of the other dims.
#ifndef KILN_LIB_REFERENCE_KERNELS_ROWS_H
#define KILN_LIB_REFERENCE_KERNELS_ROWS_H

#include "kiln/Reference/Kernel.h"

#include <type_traits>
#include <vector>

namespace kiln::reference {

/// `dims` counted from zero, ascending, each once. None given means all, as
/// PyTorch reads an empty list. A dim of a 0-d tensor stands for nothing.
SmallVector<int64_t> normalizeDims(ArrayRef<int64_t> dims, int64_t rank);

/// Element (i, j) of the rows lies at starts[i] + steps[j] of the row-major
/// values; i walks the kept dims and j the given ones, both in row-major order.
struct RowLayout {
  /// `dims` as normalizeDims returns them.
  RowLayout(ArrayRef<int64_t> sizes, ArrayRef<int64_t> dims);

  std::vector<int64_t> starts, steps;
  /// Sizes of a result that has one element per row.
  SmallVector<int64_t> kept, keptWithOnes;

  ArrayRef<int64_t> resultSizes(bool keepdim) const {
    return keepdim ? keptWithOnes : kept;
  }
  int64_t count() const { return starts.size(); }
  int64_t length() const { return steps.size(); }

  template <typename T>
  void gather(const std::vector<T> &values, int64_t row,
              std::vector<T> &into) const {
    into.resize(steps.size());
    for (size_t j = 0; j < steps.size(); ++j)
      into[j] = values[starts[row] + steps[j]];
  }
  template <typename T>
  void scatter(const std::vector<T> &from, int64_t row,
               std::vector<T> &values) const {
    for (size_t j = 0; j < steps.size(); ++j)
      values[starts[row] + steps[j]] = from[j];
  }
};

template <typename T>
constexpr bool isComplexValue = std::is_same_v<T, std::complex<double>>;

template <typename T>
bool isNaN(const T &value) {
  if constexpr (isComplexValue<T>)
    return std::isnan(value.real()) || std::isnan(value.imag());
  else if constexpr (std::is_same_v<T, double>)
    return std::isnan(value);
  else
    return false;
}

/// Sums and products; those of integers wrap around.
template <typename T>
T plus(const T &left, const T &right) {
  if constexpr (std::is_same_v<T, int64_t>)
    return static_cast<int64_t>(static_cast<uint64_t>(left) +
                                static_cast<uint64_t>(right));
  else
    return left + right;
}
template <typename T>
T times(const T &left, const T &right) {
  if constexpr (std::is_same_v<T, int64_t>)
    return static_cast<int64_t>(static_cast<uint64_t>(left) *
                                static_cast<uint64_t>(right));
  else
    return left * right;
}

/// One value per row: fn(row) for each row along `dims`.
template <typename R, typename T, typename Fn>
Dense<R> reduceRows(const Dense<T> &in, ArrayRef<int64_t> dims, bool keepdim,
                    Fn fn) {
  RowLayout rows(in.sizes, dims);
  Dense<R> out;
  out.sizes.assign(rows.resultSizes(keepdim).begin(),
                   rows.resultSizes(keepdim).end());
  out.values.resize(rows.count());
  std::vector<T> row;
  for (int64_t i = 0; i < rows.count(); ++i) {
    rows.gather(in.values, i, row);
    out.values[i] = fn(row);
  }
  return out;
}

/// A tensor of the same sizes: fn(row) changes each row along `dim` in place.
template <typename T, typename Fn>
Dense<T> mapRows(Dense<T> in, ArrayRef<int64_t> dims, Fn fn) {
  RowLayout rows(in.sizes, dims);
  std::vector<T> row;
  for (int64_t i = 0; i < rows.count(); ++i) {
    rows.gather(in.values, i, row);
    fn(row);
    rows.scatter(row, i, in.values);
  }
  return in;
}

/// The dims that an argument names (an int, a list, or None for all), as
/// normalizeDims counts them; all where the schema has no such argument.
SmallVector<int64_t> dimsOf(const Call &call, StringRef argument, int64_t rank);
/// A bool argument, false where the schema has none.
bool flagOf(const Call &call, StringRef argument);

/// Several results.
template <typename... Tensors>
KernelResult resultsOf(Tensors &&...tensors) {
  RuntimeValues all;
  (all.push_back(RuntimeValue(std::forward<Tensors>(tensors))), ...);
  return all;
}

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_ROWS_H
