// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triangular systems, and Cholesky's factor of positive definite matrices.
#include "Kernels/Matrices.h"
#include "Kernels/Numeric.h"

#include <cmath>

namespace kiln::reference {

static KernelResult evaluateSolveTriangular(Call &call) {
  bool isOld = call.hasArgument("transpose");
  Tensor tensor = call.tensor(isOld ? "A" : "self");
  Tensor right = call.tensor(isOld ? "self" : "B");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> a(load<T>(tensor));
    std::optional<Sizes> batch =
        broadcastSizes({a.batchSizes(), right.getSizes().drop_back(2)});
    if (!batch)
      return call.error("the batches do not broadcast");
    Batch<T> wide = a.broadcast(*batch);
    bool upper = call.boolean("upper"), unit = call.boolean("unitriangular");
    bool transpose = isOld && call.boolean("transpose");
    bool left = isOld || call.boolean("left");
    Dense<T> x =
        solveBatch(*batch, load<T>(right), [&](int64_t i, Matrix<T> b) {
          Matrix<T> own = wide.get(i);
          if (!left)
            return solveTriangular(own.transposed(), b.transposed(), !upper,
                                   unit)
                .transposed();
          if (transpose)
            return solveTriangular(own.transposed(), std::move(b), !upper,
                                   unit);
          return solveTriangular(own, std::move(b), upper, unit);
        });
    if (!isOld)
      return result(call, x);
    return resultsOf(store(x, call.resultType(0)),
                     store(wide.dense, call.resultType(1)));
  });
}

/// L with A = L L^H; only the lower triangle of A is read. The number of the
/// first column without a positive pivot, from 1, or 0.
template <typename T>
static int64_t factorizeCholesky(Matrix<T> &a) {
  for (int64_t j = 0; j < a.columns; ++j) {
    for (int64_t k = 0; k < j; ++k)
      a(j, j) -= a(j, k) * conjugate(a(j, k));
    double pivot = std::real(a(j, j));
    if (!(pivot > 0))
      return j + 1;
    a(j, j) = std::sqrt(pivot);
    for (int64_t i = j + 1; i < a.rows; ++i) {
      for (int64_t k = 0; k < j; ++k)
        a(i, j) -= a(i, k) * conjugate(a(j, k));
      a(i, j) /= a(j, j);
      a(j, i) = T();
    }
  }
  return 0;
}

static KernelResult evaluateCholesky(Call &call) {
  Tensor tensor = call.tensor("self");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> a(load<T>(tensor));
    Dense<int64_t> info(a.batchSizes());
    bool upper = call.boolean("upper");
    for (int64_t i = 0; i < a.count(); ++i) {
      Matrix<T> own = upper ? a.get(i).adjoint() : a.get(i);
      info[i] = factorizeCholesky(own);
      if (info[i])
        return call.unsupported("a matrix is not positive definite");
      a.set(i, upper ? own.adjoint() : own);
    }
    return resultsOf(store(a.dense, call.resultType(0)),
                     store(info, call.resultType(1)));
  });
}

/// cholesky_solve and cholesky_inverse, by the factor L, or L^H if `upper`.
static KernelResult evaluateCholeskySolve(Call &call) {
  bool isInverse = !call.hasArgument("input2");
  Tensor tensor = call.tensor(isInverse ? "self" : "input2");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> factor(load<T>(tensor));
    Batch<T> ones(factor.batchSizes(), factor.rows(), factor.rows());
    for (int64_t i = 0; i < ones.count(); ++i)
      ones.set(i, Matrix<T>::identity(factor.rows()));
    Dense<T> right = isInverse ? ones.dense : load<T>(call.tensor("self"));
    std::optional<Sizes> batch = broadcastSizes(
        {factor.batchSizes(), ArrayRef(right.sizes).drop_back(2)});
    if (!batch)
      return call.error("the batches do not broadcast");
    Batch<T> wide = factor.broadcast(*batch);
    bool upper = call.boolean("upper");
    return result(call, solveBatch(*batch, right, [&](int64_t i, Matrix<T> b) {
                    Matrix<T> l = upper ? wide.get(i).adjoint() : wide.get(i);
                    b = solveTriangular(l, std::move(b), false, false);
                    return solveTriangular(l.adjoint(), std::move(b), true,
                                           false);
                  }));
  });
}

void registerTriangular(KernelTable &table) {
  for (StringRef name : {"aten.linalg_solve_triangular.default",
                         "aten.triangular_solve.default"})
    table.add(name, evaluateSolveTriangular);
  table.add("aten.linalg_cholesky_ex.default", evaluateCholesky);
  for (StringRef name :
       {"aten.cholesky_solve.default", "aten.cholesky_inverse.default"})
    table.add(name, evaluateCholeskySolve);
}

} // namespace kiln::reference
