// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigenvalues, singular values, and functions of matrices by them. Vectors are
// determined up to a factor of size 1 only: here their greatest element is real
// and positive, which need not be PyTorch's choice.
#include "Kernels/Jacobi.h"
#include "Kernels/Numeric.h"
#include "Kernels/Schur.h"

#include <cmath>

namespace kiln::reference {

/// The Hermitian matrix of which one triangle is given.
template <typename T>
static Matrix<T> fromTriangle(const Matrix<T> &a, bool upper) {
  Matrix<T> whole = a;
  for (int64_t i = 0; i < a.rows; ++i) {
    whole(i, i) = std::real(a(i, i));
    for (int64_t j = 0; j < i; ++j)
      if (upper)
        whole(i, j) = conjugate(a(j, i));
      else
        whole(j, i) = conjugate(a(i, j));
  }
  return whole;
}

/// vectors * diag(values) * right^H
template <typename T>
static Matrix<T> compose(const Matrix<T> &vectors,
                         const std::vector<double> &values,
                         const Matrix<T> &right) {
  Matrix<T> scaled = vectors;
  for (int64_t i = 0; i < scaled.rows; ++i)
    for (int64_t j = 0; j < scaled.columns; ++j)
      scaled(i, j) *= values[j];
  return scaled * right.adjoint();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// fn(tag, batch) for a batch of square or other matrices of doubles or complex
/// numbers.
template <typename Fn>
static KernelResult withMatrices(Call &call, StringRef argument, Fn fn) {
  Tensor tensor = call.tensor(argument);
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> batch(load<T>(tensor));
    for (const T &value : batch.dense.values)
      if (!std::isfinite(std::abs(value)))
        return call.unsupported("an element is not finite");
    return fn(std::move(batch));
  });
}

/// The vectors of a batch as result `index`, which has none when its type says
/// so.
template <typename T>
static Tensor storeVectors(Call &call, unsigned index, const Dense<T> &dense) {
  if (call.hasKnownSizes(index)) {
    Sizes wanted = call.resultSizes(index);
    if (countElements(wanted) == 0)
      return store(Dense<T>(wanted), call.resultType(index));
  }
  return store(dense, call.resultType(index));
}

static KernelResult evaluateEigh(Call &call) {
  return withMatrices(call, "A", [&](auto a) -> KernelResult {
    using T = std::decay_t<decltype(a.dense[0])>;
    Sizes sizes(a.batchSizes());
    sizes.push_back(a.rows());
    Dense<double> values(sizes);
    for (int64_t i = 0; i < a.count(); ++i) {
      Eigen<T> e = decomposeHermitian(
          fromTriangle(a.get(i), call.string("UPLO") == "U"));
      std::copy(e.values.begin(), e.values.end(),
                values.values.begin() + i * a.rows());
      a.set(i, e.vectors);
    }
    return resultsOf(store(values, call.resultType(0)),
                     storeVectors(call, 1, a.dense));
  });
}

static KernelResult evaluateEig(Call &call) {
  return withMatrices(call, "self", [&](auto a) -> KernelResult {
    using T = std::decay_t<decltype(a.dense[0])>;
    int64_t size = a.rows();
    Sizes sizes(a.batchSizes());
    sizes.push_back(size);
    Dense<Schur::Complex> values(sizes);
    Batch<Schur::Complex> vectors(a.batchSizes(), size, size);
    for (int64_t i = 0; i < a.count(); ++i) {
      Matrix<T> own = a.get(i);
      Matrix<Schur::Complex> wide(size, size);
      llvm::copy(own.values, wide.values.begin());
      Schur schur(std::move(wide), /*isReal=*/!isComplexValue<T>);
      Matrix<Schur::Complex> found = schur.vectors();
      for (int64_t j = 0; j < size; ++j) {
        values[i * size + j] = schur.value(j);
        Schur::Complex phase = getPhase(found, j);
        for (int64_t k = 0; k < size; ++k)
          found(k, j) *= phase;
      }
      vectors.set(i, found);
    }
    return resultsOf(store(values, call.resultType(0)),
                     store(vectors.dense, call.resultType(1)));
  });
}

static KernelResult evaluateSvd(Call &call) {
  bool full = call.boolean("full_matrices");
  bool vectors = call.boolean("compute_uv");
  return withMatrices(call, "A", [&](auto a) -> KernelResult {
    using T = std::decay_t<decltype(a.dense[0])>;
    int64_t rows = a.rows(), columns = a.columns();
    int64_t inner = std::min(rows, columns);
    Batch<T> u(a.batchSizes(), rows, full ? rows : inner),
        v(a.batchSizes(), full ? columns : inner, columns);
    Sizes sizes(a.batchSizes());
    sizes.push_back(inner);
    Dense<double> values(sizes);
    for (int64_t i = 0; i < a.count(); ++i) {
      Singular<T> s = decompose(a.get(i));
      std::copy(s.values.begin(), s.values.end(),
                values.values.begin() + i * inner);
      for (int64_t j = 0; j < inner; ++j) {
        T phase = getPhase(s.u, j);
        for (int64_t k = 0; k < rows; ++k)
          s.u(k, j) *= phase;
        for (int64_t k = 0; k < columns; ++k)
          s.v(k, j) *= phase;
      }
      auto widen = [&](Matrix<T> part, int64_t count) {
        Matrix<T> wide(part.rows, count);
        for (int64_t k = 0; k < part.rows; ++k)
          std::copy_n(&part.values[k * part.columns], part.columns,
                      &wide.values[k * count]);
        completeColumns(wide, part.columns);
        return wide;
      };
      if (vectors) {
        u.set(i, widen(s.u, full ? rows : inner));
        v.set(i, widen(s.v, full ? columns : inner).adjoint());
      }
    }
    return resultsOf(storeVectors(call, 0, u.dense),
                     store(values, call.resultType(1)),
                     storeVectors(call, 2, v.dense));
  });
}

/// The limit below which a singular value counts as zero, of matrix `index`.
static double getLimit(Call &call, int64_t index, double greatest, int64_t size,
                       Type type) {
  auto read = [&](StringRef name) -> std::optional<double> {
    if (!call.has(name))
      return std::nullopt;
    Dense<double> values = load<double>(call.tensor(name));
    return values[values.getNumElements() == 1 ? 0 : index];
  };
  std::optional<double> absolute = read("atol"), relative = read("rtol");
  // Without any limit, or with an absolute one of 0, PyTorch takes epsilons.
  if (!relative)
    relative =
        absolute && *absolute > 0 ? 0 : getEpsilon(getRealType(type)) * size;
  return std::max(absolute.value_or(0), *relative * greatest);
}

static KernelResult evaluatePinv(Call &call) {
  bool hermitian = call.boolean("hermitian");
  Type type = call.tensor("self").getElementType();
  return withMatrices(call, "self", [&](auto a) -> KernelResult {
    using T = std::decay_t<decltype(a.dense[0])>;
    Batch<T> out(a.batchSizes(), a.columns(), a.rows());
    for (int64_t i = 0; i < a.count(); ++i) {
      Matrix<T> own = hermitian ? fromTriangle(a.get(i), false) : a.get(i);
      Singular<T> s = decompose(own);
      double limit = getLimit(call, i, s.values.empty() ? 0 : s.values[0],
                              std::max(a.rows(), a.columns()), type);
      for (double &value : s.values)
        value = value > limit ? 1 / value : 0;
      out.set(i, compose(s.v, s.values, s.u));
    }
    return result(call, out.dense);
  });
}

/// By scaling, Taylor's series, and squaring.
static KernelResult evaluateMatrixExp(Call &call) {
  return withMatrices(call, "self", [&](auto a) -> KernelResult {
    using T = std::decay_t<decltype(a.dense[0])>;
    for (int64_t i = 0; i < a.count(); ++i) {
      Matrix<T> own = a.get(i);
      double norm = 0;
      for (const T &value : own.values)
        norm = std::max(norm, std::abs(value) * own.rows);
      int squarings = norm > 0.25 ? std::ilogb(norm) + 3 : 0;
      for (T &value : own.values)
        value *= std::ldexp(1.0, -squarings);
      Matrix<T> sum = Matrix<T>::identity(own.rows), term = sum;
      for (int k = 1; k <= 16; ++k) {
        term = term * own;
        for (T &value : term.values)
          value /= double(k);
        for (size_t j = 0; j < sum.values.size(); ++j)
          sum.values[j] += term.values[j];
      }
      for (int k = 0; k < squarings; ++k)
        sum = sum * sum;
      a.set(i, sum);
    }
    return result(call, a.dense);
  });
}

/// The square root of a positive semidefinite Hermitian matrix.
static KernelResult evaluateMatrixSqrt(Call &call) {
  return withMatrices(call, "self", [&](auto a) -> KernelResult {
    for (int64_t i = 0; i < a.count(); ++i) {
      auto e = decomposeHermitian(fromTriangle(a.get(i), false));
      for (double &value : e.values)
        value = std::sqrt(std::max(value, 0.0));
      a.set(i, compose(e.vectors, e.values, e.vectors));
    }
    return result(call, a.dense);
  });
}

/// a = u h with u^H u = 1 and h Hermitian, positive semidefinite.
static KernelResult evaluatePolar(Call &call) {
  return withMatrices(call, "A", [&](auto a) -> KernelResult {
    using T = std::decay_t<decltype(a.dense[0])>;
    if (a.rows() < a.columns())
      return call.unsupported(
          "only matrices at least as high as wide are supported");
    Batch<T> h(a.batchSizes(), a.columns(), a.columns());
    for (int64_t i = 0; i < a.count(); ++i) {
      Singular<T> s = decompose(a.get(i));
      h.set(i, compose(s.v, s.values, s.v));
      a.set(i, s.u * s.v.adjoint());
    }
    return resultsOf(store(a.dense, call.resultType(0)),
                     store(h.dense, call.resultType(1)));
  });
}

void registerSpectral(KernelTable &table) {
  table.add("aten._linalg_eigh.default", evaluateEigh);
  table.add("aten.linalg_eig.default", evaluateEig);
  table.add("aten._linalg_svd.default", evaluateSvd);
  table.add("aten.linalg_pinv.atol_rtol_tensor", evaluatePinv);
  table.add("aten.linalg_matrix_exp.default", evaluateMatrixExp);
  table.add("aten.linalg_matrix_sqrth.default", evaluateMatrixSqrt);
  table.add("aten.linalg_polar.default", evaluatePolar);
}

} // namespace kiln::reference
