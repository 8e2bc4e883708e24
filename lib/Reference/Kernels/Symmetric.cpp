// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factors L D L^T (or L D L^H) of symmetric (Hermitian) matrices by the
// pivoting of Bunch and Kaufman, with LAPACK's pivots: a positive one swaps two
// rows, and a negative one in two neighbours makes a block of D of two rows.
#include "Kernels/Matrices.h"
#include "Kernels/Numeric.h"

#include <cmath>

namespace kiln::reference {

namespace {
/// One matrix, of which the lower triangle is read and written.
template <typename T>
class Factorization {
public:
  Factorization(Matrix<T> matrix, bool hermitian)
      : a(std::move(matrix)), hermitian(hermitian), pivots(a.rows) {
    for (int64_t i = 0; i < a.rows; ++i)
      for (int64_t j = i + 1; j < a.columns; ++j)
        a(i, j) = T();
  }

  void run() {
    for (int64_t k = 0; k < a.rows;) {
      if (hermitian)
        a(k, k) = std::real(a(k, k));
      int64_t pivot = k;
      bool isBlock = choose(k, pivot);
      int64_t row = isBlock ? k + 1 : k;
      if (pivot != row)
        exchange(k, row, pivot);
      eliminate(k, isBlock);
      for (int64_t i = k; i <= row; ++i)
        pivots[i] = isBlock ? -(pivot + 1) : pivot + 1;
      k = row + 1;
    }
  }

  Matrix<T> a;
  bool hermitian;
  std::vector<int64_t> pivots;
  int64_t info = 0; ///< the first zero of D, from 1

private:
  static double sizeOf(const T &value) {
    if constexpr (isComplexValue<T>)
      return std::fabs(value.real()) + std::fabs(value.imag());
    else
      return std::fabs(value);
  }
  T turn(const T &value) const { return hermitian ? conjugate(value) : value; }

  /// Sets `pivot` to the row for step k; is it the second one of a block?
  bool choose(int64_t k, int64_t &pivot) {
    int64_t largest = k;
    double column = 0;
    for (int64_t i = k + 1; i < a.rows; ++i)
      if (sizeOf(a(i, k)) > column)
        column = sizeOf(a(largest = i, k));
    double own = sizeOf(a(k, k));
    if (std::max(own, column) == 0) {
      info = info ? info : k + 1;
      return false;
    }
    const double alpha = (1 + std::sqrt(17.0)) / 8;
    if (own >= alpha * column)
      return false;
    double row = 0;
    for (int64_t j = k; j < largest; ++j)
      row = std::max(row, sizeOf(a(largest, j)));
    for (int64_t i = largest + 1; i < a.rows; ++i)
      row = std::max(row, sizeOf(a(i, largest)));
    if (own >= alpha * column * (column / row))
      return false;
    pivot = largest;
    return sizeOf(a(largest, largest)) < alpha * row;
  }

  /// Rows and columns `row` and `pivot` of what is left from k on.
  void exchange(int64_t k, int64_t row, int64_t pivot) {
    for (int64_t i = pivot + 1; i < a.rows; ++i)
      std::swap(a(i, row), a(i, pivot));
    for (int64_t i = row + 1; i < pivot; ++i) {
      T above = turn(a(i, row));
      a(i, row) = turn(a(pivot, i));
      a(pivot, i) = above;
    }
    a(pivot, row) = turn(a(pivot, row));
    std::swap(a(row, row), a(pivot, pivot));
    if (row != k)
      std::swap(a(row, k), a(pivot, k));
  }

  /// Takes L D L^T of one or two columns off what is left.
  void eliminate(int64_t k, bool isBlock) {
    int64_t next = k + (isBlock ? 2 : 1);
    T d = a(k, k), e = isBlock ? a(k + 1, k) : T(),
      f = isBlock ? a(k + 1, k + 1) : T(1);
    T determinant = isBlock ? d * f - e * turn(e) : d;
    if (determinant == T())
      return;
    for (int64_t j = a.rows - 1; j >= next; --j) {
      T x = a(j, k), y = isBlock ? a(j, k + 1) : T();
      // The row of L: (x, y) times the inverse of D's block.
      T first = isBlock ? (x * f - y * e) / determinant : x / d;
      T second = isBlock ? (y * d - x * turn(e)) / determinant : T();
      for (int64_t i = next; i <= j; ++i) {
        a(j, i) -= first * turn(a(i, k));
        if (isBlock)
          a(j, i) -= second * turn(a(i, k + 1));
      }
      if (hermitian)
        a(j, j) = std::real(a(j, j));
      a(j, k) = first;
      if (isBlock)
        a(j, k + 1) = second;
    }
  }
};

/// X with A X = B by the factors of A.
template <typename T>
class Substitution {
public:
  Substitution(const Matrix<T> &ld, ArrayRef<int64_t> pivots, bool hermitian,
               Matrix<T> right)
      : b(std::move(right)), ld(ld), pivots(pivots), hermitian(hermitian) {}

  Matrix<T> run() {
    int64_t size = ld.rows;
    for (int64_t k = 0; k < size;) {
      int64_t last = k + (pivots[k] < 0 && k + 1 < size ? 1 : 0);
      swapRows(last, std::abs(pivots[k]) - 1);
      for (int64_t i = last + 1; i < size; ++i)
        for (int64_t j = k; j <= last; ++j)
          subtract(i, ld(i, j), j);
      divide(k, last);
      k = last + 1;
    }
    for (int64_t k = size - 1; k >= 0;) {
      int64_t first = k - (pivots[k] < 0 && k > 0 ? 1 : 0);
      for (int64_t j = first; j <= k; ++j)
        for (int64_t i = k + 1; i < size; ++i)
          subtract(j, turn(ld(i, j)), i);
      swapRows(k, std::abs(pivots[k]) - 1);
      k = first - 1;
    }
    return std::move(b);
  }

private:
  T turn(const T &value) const { return hermitian ? conjugate(value) : value; }
  void swapRows(int64_t i, int64_t other) {
    for (int64_t j = 0; i != other && j < b.columns; ++j)
      std::swap(b(i, j), b(other, j));
  }
  /// Takes `factor` times row `source` off row `row`.
  void subtract(int64_t row, T factor, int64_t source) {
    for (int64_t j = 0; j < b.columns; ++j)
      b(row, j) -= factor * b(source, j);
  }
  /// By D's block of rows k to last.
  void divide(int64_t k, int64_t last) {
    T d = ld(k, k), e = ld(last, k), f = ld(last, last);
    T determinant = d * f - e * turn(e);
    for (int64_t j = 0; j < b.columns; ++j) {
      T x = b(k, j), y = b(last, j);
      if (k == last) {
        b(k, j) = x / d;
        continue;
      }
      b(k, j) = (f * x - turn(e) * y) / determinant;
      b(last, j) = (d * y - e * x) / determinant;
    }
  }

  Matrix<T> b;
  const Matrix<T> &ld;
  ArrayRef<int64_t> pivots;
  bool hermitian;
};
} // namespace

static KernelResult evaluateFactor(Call &call) {
  Tensor tensor = call.tensor("self");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> a(load<T>(tensor));
    Sizes sizes(a.batchSizes());
    Dense<int64_t> info(sizes);
    sizes.push_back(a.rows());
    Dense<int64_t> pivots(sizes);
    for (int64_t i = 0; i < a.count(); ++i) {
      Factorization<T> one(a.get(i), call.boolean("hermitian"));
      one.run();
      a.set(i, one.a);
      info[i] = one.info;
      std::copy(one.pivots.begin(), one.pivots.end(),
                pivots.values.begin() + i * a.rows());
    }
    return resultsOf(store(a.dense, call.resultType(0)),
                     store(pivots, call.resultType(1)),
                     store(info, call.resultType(2)));
  });
}

static KernelResult evaluateSolve(Call &call) {
  Tensor tensor = call.tensor("LD");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> ld(load<T>(tensor));
    Dense<T> b = load<T>(call.tensor("B"));
    Dense<int64_t> pivots = load<int64_t>(call.tensor("pivots"));
    int64_t size = ld.rows();
    for (int64_t pivot : pivots.values)
      if (pivot == 0 || std::abs(pivot) > size)
        return call.error("a pivot is no row of the matrix");
    std::optional<Sizes> batch =
        broadcastSizes({ld.batchSizes(), ArrayRef(b.sizes).drop_back(2)});
    if (!batch)
      return call.error("the batches do not broadcast");
    Batch<T> wide = ld.broadcast(*batch);
    Sizes pivotSizes = *batch;
    pivotSizes.push_back(size);
    Dense<int64_t> widePivots = broadcastTo(pivots, pivotSizes);
    bool hermitian = call.boolean("hermitian");
    return result(
        call, solveBatch(*batch, b, [&](int64_t i, Matrix<T> right) {
          Matrix<T> own = wide.get(i);
          auto rows = ArrayRef(widePivots.values).slice(i * size, size);
          return Substitution<T>(own, rows, hermitian, std::move(right)).run();
        }));
  });
}

void registerSymmetric(KernelTable &table) {
  table.add("aten.linalg_ldl_factor_ex.default", evaluateFactor);
  table.add("aten.linalg_ldl_solve.default", evaluateSolve);
}

} // namespace kiln::reference
