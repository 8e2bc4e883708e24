// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LU factors by partial pivoting, and what follows from them: solutions,
// inverses and determinants. Pivots count from 1, as in LAPACK.
#include "Kernels/Matrices.h"
#include "Kernels/Numeric.h"

#include <cmath>

namespace kiln::reference {

namespace {
template <typename T>
struct Factors {
  Matrix<T> lu;                ///< L below the diagonal of ones, U above
  std::vector<int64_t> pivots; ///< row i was swapped with row pivots[i] - 1
  int64_t info = 0;            ///< the first zero on U's diagonal, from 1
};
} // namespace

/// LAPACK's size of a pivot.
template <typename T>
static double pivotSize(const T &value) {
  if constexpr (isComplexValue<T>)
    return std::fabs(value.real()) + std::fabs(value.imag());
  else
    return std::fabs(value);
}

template <typename T>
static Factors<T> factorize(Matrix<T> a, bool pivot = true) {
  Factors<T> f{std::move(a), {}};
  Matrix<T> &lu = f.lu;
  for (int64_t k = 0; k < std::min(lu.rows, lu.columns); ++k) {
    int64_t best = k;
    for (int64_t i = k + 1; pivot && i < lu.rows; ++i)
      if (pivotSize(lu(i, k)) > pivotSize(lu(best, k)))
        best = i;
    f.pivots.push_back(best + 1);
    for (int64_t j = 0; best != k && j < lu.columns; ++j)
      std::swap(lu(k, j), lu(best, j));
    if (lu(k, k) == T()) {
      f.info = f.info ? f.info : k + 1;
      continue;
    }
    for (int64_t i = k + 1; i < lu.rows; ++i) {
      lu(i, k) /= lu(k, k);
      for (int64_t j = k + 1; j < lu.columns; ++j)
        lu(i, j) -= lu(i, k) * lu(k, j);
    }
  }
  return f;
}

/// The rows of `b` in the order that the pivots bring about, or back from it.
template <typename T>
static void permuteRows(const std::vector<int64_t> &pivots, Matrix<T> &b,
                        bool back) {
  int64_t count = pivots.size();
  for (int64_t step = 0; step < count; ++step) {
    int64_t i = back ? count - 1 - step : step, other = pivots[i] - 1;
    for (int64_t j = 0; other != i && j < b.columns; ++j)
      std::swap(b(i, j), b(other, j));
  }
}

/// X with A X = B, or A^H X = B.
template <typename T>
static Matrix<T> solve(const Factors<T> &f, Matrix<T> b, bool adjoint = false) {
  if (!adjoint) {
    permuteRows(f.pivots, b, false);
    return solveTriangular(
        f.lu, solveTriangular(f.lu, std::move(b), false, true), true, false);
  }
  Matrix<T> turned = f.lu.adjoint();
  b = solveTriangular(
      turned, solveTriangular(turned, std::move(b), false, false), true, true);
  permuteRows(f.pivots, b, true);
  return b;
}

//===----------------------------------------------------------------------===//
// Batches of factors
//===----------------------------------------------------------------------===//

namespace {
/// The factors of all matrices of a tensor, as results.
template <typename T>
struct FactorBatch {
  Batch<T> lu;
  Dense<int64_t> pivots, info;

  explicit FactorBatch(const Batch<T> &a, bool pivot = true)
      : lu(a.batchSizes(), a.rows(), a.columns()), info(a.batchSizes()) {
    Sizes sizes(a.batchSizes());
    sizes.push_back(std::min(a.rows(), a.columns()));
    pivots = Dense<int64_t>(sizes);
    for (int64_t i = 0; i < a.count(); ++i)
      set(i, factorize(a.get(i), pivot));
  }

private:
  void set(int64_t index, const Factors<T> &f) {
    lu.set(index, f.lu);
    std::copy(f.pivots.begin(), f.pivots.end(),
              pivots.values.begin() + index * f.pivots.size());
    info[index] = f.info;
  }
};
} // namespace

static KernelResult evaluateFactor(Call &call) {
  Tensor tensor = call.tensor("A");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> a(load<T>(tensor));
    FactorBatch<T> all(a, call.boolean("pivot"));
    return resultsOf(store(all.lu.dense, call.resultType(0)),
                     store(all.pivots, call.resultType(1)),
                     store(all.info, call.resultType(2)));
  });
}

/// linalg_lu and lu_unpack: P, L and U.
template <typename T>
static KernelResult unpack(Call &call, const Batch<T> &lu,
                           const Dense<int64_t> &pivots) {
  int64_t rows = lu.rows(), columns = lu.columns();
  int64_t inner = std::min(rows, columns);
  Batch<T> p(lu.batchSizes(), rows, rows), l(lu.batchSizes(), rows, inner),
      u(lu.batchSizes(), inner, columns);
  for (int64_t index = 0; index < lu.count(); ++index) {
    Matrix<T> packed = lu.get(index), lower(rows, inner), upper(inner, columns);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        (j < i ? lower(i, j) : upper(i, j)) = packed(i, j);
    for (int64_t i = 0; i < inner; ++i)
      lower(i, i) = 1;
    std::vector<int64_t> own(pivots.values.begin() + index * inner,
                             pivots.values.begin() + (index + 1) * inner);
    Matrix<T> order = Matrix<T>::identity(rows);
    permuteRows(own, order, true);
    p.set(index, order);
    l.set(index, lower);
    u.set(index, upper);
  }
  auto asResult = [&](unsigned index, const Batch<T> &batch) {
    // What is not asked for has no elements.
    Dense<T> none(call.hasKnownSizes(index) ? call.resultSizes(index)
                                            : batch.dense.sizes);
    bool wanted = none.getNumElements() == batch.dense.getNumElements();
    return store(wanted ? batch.dense : none, call.resultType(index));
  };
  return resultsOf(asResult(0, p), asResult(1, l), asResult(2, u));
}

static KernelResult evaluateLU(Call &call) {
  Tensor tensor = call.tensor("A");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> a(load<T>(tensor));
    FactorBatch<T> all(a, call.boolean("pivot"));
    return unpack(call, all.lu, all.pivots);
  });
}

static KernelResult evaluateUnpack(Call &call) {
  Tensor tensor = call.tensor("LU_data");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    return unpack(call, Batch<T>(load<T>(tensor)),
                  load<int64_t>(call.tensor("LU_pivots")));
  });
}

//===----------------------------------------------------------------------===//
// Solutions
//===----------------------------------------------------------------------===//

static KernelResult evaluateLUSolve(Call &call) {
  Tensor tensor = call.tensor("LU");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> lu(load<T>(tensor));
    Dense<T> b = load<T>(call.tensor("B"));
    Dense<int64_t> pivots = load<int64_t>(call.tensor("pivots"));
    std::optional<Sizes> batch =
        broadcastSizes({lu.batchSizes(), ArrayRef(b.sizes).drop_back(2)});
    if (!batch)
      return call.error("the batches do not broadcast");
    Batch<T> wide = lu.broadcast(*batch);
    Sizes pivotSizes = *batch;
    pivotSizes.push_back(lu.rows());
    Dense<int64_t> widePivots = broadcastTo(pivots, pivotSizes);
    bool left = call.boolean("left"), adjoint = call.boolean("adjoint");
    return result(call, solveBatch(*batch, b, [&](int64_t i, Matrix<T> b) {
                    auto begin = widePivots.values.begin() + i * lu.rows();
                    Factors<T> f{wide.get(i), {begin, begin + lu.rows()}};
                    if (left)
                      return solve(f, std::move(b), adjoint);
                    // X A = B is A^H X^H = B^H.
                    return solve(f, b.adjoint(), !adjoint).adjoint();
                  }));
  });
}

/// _linalg_solve_ex, also with a vector on the right.
static KernelResult evaluateSolve(Call &call) {
  Tensor tensor = call.tensor("A");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> a(load<T>(tensor));
    Dense<T> b = load<T>(call.tensor("B"));
    bool isVector = b.getRank() == 1 ||
                    (b.getRank() == tensor.getRank() - 1 &&
                     ArrayRef(b.sizes) == tensor.getSizes().drop_back(1));
    if (isVector)
      b.sizes.push_back(1);
    std::optional<Sizes> batch =
        broadcastSizes({a.batchSizes(), ArrayRef(b.sizes).drop_back(2)});
    if (!batch)
      return call.error("the batches do not broadcast");
    FactorBatch<T> all(a);
    bool left = call.boolean("left");
    Batch<T> wide = a.broadcast(*batch);
    Dense<T> x = solveBatch(*batch, b, [&](int64_t i, Matrix<T> b) {
      Factors<T> f = factorize(wide.get(i));
      if (left || isVector)
        return solve(f, std::move(b));
      return solve(f, b.adjoint(), true).adjoint();
    });
    if (isVector)
      x.sizes.pop_back();
    return resultsOf(store(x, call.resultType(0)),
                     store(all.lu.dense, call.resultType(1)),
                     store(all.pivots, call.resultType(2)),
                     store(all.info, call.resultType(3)));
  });
}

static KernelResult evaluateInverse(Call &call) {
  Tensor tensor = call.tensor("A");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> a(load<T>(tensor));
    Dense<int64_t> info(a.batchSizes());
    for (int64_t i = 0; i < a.count(); ++i) {
      Factors<T> f = factorize(a.get(i));
      info[i] = f.info;
      a.set(i, solve(f, Matrix<T>::identity(a.rows())));
    }
    return resultsOf(store(a.dense, call.resultType(0)),
                     store(info, call.resultType(1)));
  });
}

//===----------------------------------------------------------------------===//
// Determinants
//===----------------------------------------------------------------------===//

/// _linalg_det, and with `logarithm` _linalg_slogdet: the sign, and the
/// logarithm of the absolute value.
template <bool logarithm>
static KernelResult evaluateDeterminant(Call &call) {
  Tensor tensor = call.tensor("A");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> a(load<T>(tensor));
    FactorBatch<T> all(a);
    Dense<T> product(a.batchSizes(), T(1));
    Dense<double> logarithms(a.batchSizes(), 0.0);
    for (int64_t i = 0; i < a.count(); ++i) {
      Matrix<T> lu = all.lu.get(i);
      for (int64_t k = 0; k < a.rows(); ++k) {
        T factor = lu(k, k);
        if (all.pivots[i * a.rows() + k] != k + 1)
          product[i] = -product[i];
        logarithms[i] += std::log(std::abs(factor));
        if (logarithm && factor != T())
          factor /= std::abs(factor);
        product[i] *= factor;
      }
    }
    RuntimeValues values = {store(product, call.resultType(0))};
    if (logarithm)
      values.push_back(store(logarithms, call.resultType(1)));
    unsigned next = values.size();
    values.push_back(store(all.lu.dense, call.resultType(next)));
    values.push_back(store(all.pivots, call.resultType(next + 1)));
    return values;
  });
}

void registerSolving(KernelTable &table) {
  table.add("aten.linalg_lu_factor_ex.default", evaluateFactor);
  table.add("aten.linalg_lu.default", evaluateLU);
  table.add("aten.lu_unpack.default", evaluateUnpack);
  table.add("aten.linalg_lu_solve.default", evaluateLUSolve);
  table.add("aten._linalg_solve_ex.default", evaluateSolve);
  table.add("aten.linalg_inv_ex.default", evaluateInverse);
  table.add("aten._linalg_det.default", evaluateDeterminant<false>);
  table.add("aten._linalg_slogdet.default", evaluateDeterminant<true>);
}

} // namespace kiln::reference
