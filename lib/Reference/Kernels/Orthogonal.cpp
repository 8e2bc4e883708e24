// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// QR factors by Householder reflections in LAPACK's convention, by which signs
// agree with PyTorch's: H = 1 - tau v v^H with v[0] = 1, and H^H a = beta e
// with beta real and of the sign opposite to that of a[0].
#include "Kernels/Matrices.h"
#include "Kernels/Numeric.h"

#include <cmath>

namespace kiln::reference {

namespace {
template <typename T>
struct Reflections {
  Matrix<T> a; ///< R on and above the diagonal, the vectors v below
  std::vector<T> taus;

  T vector(int64_t i, int64_t k) const { return i == k ? T(1) : a(i, k); }
};
} // namespace

/// b = (1 - tau v v^H) b, where v is vector `k`.
template <typename T>
static void reflect(const Reflections<T> &r, int64_t k, const T &tau,
                    Matrix<T> &b, int64_t firstColumn = 0) {
  for (int64_t j = firstColumn; j < b.columns; ++j) {
    T sum = T();
    for (int64_t i = k; i < b.rows; ++i)
      sum += conjugate(r.vector(i, k)) * b(i, j);
    for (int64_t i = k; i < b.rows; ++i)
      b(i, j) -= tau * sum * r.vector(i, k);
  }
}

template <typename T>
static Reflections<T> factorizeQR(const Matrix<T> &matrix) {
  Reflections<T> r{matrix, {}};
  for (int64_t k = 0; k < std::min(matrix.rows, matrix.columns); ++k) {
    double below = 0;
    for (int64_t i = k + 1; i < matrix.rows; ++i)
      below += std::norm(r.a(i, k));
    T head = r.a(k, k);
    if (below == 0 && std::imag(head) == 0) {
      r.taus.push_back(T());
      continue;
    }
    double beta =
        -std::copysign(std::sqrt(std::norm(head) + below), std::real(head));
    r.taus.push_back((beta - head) / beta);
    for (int64_t i = k + 1; i < matrix.rows; ++i)
      r.a(i, k) /= head - beta;
    reflect(r, k, conjugate(r.taus.back()), r.a, k + 1);
    r.a(k, k) = beta;
  }
  return r;
}

/// Q b, or Q^H b: the product of the reflections, or its adjoint.
template <typename T>
static Matrix<T> applyQ(const Reflections<T> &r, Matrix<T> b, bool adjoint) {
  int64_t count = r.taus.size();
  for (int64_t step = 0; step < count; ++step) {
    int64_t k = adjoint ? step : count - 1 - step;
    reflect(r, k, adjoint ? conjugate(r.taus[k]) : r.taus[k], b);
  }
  return b;
}

static KernelResult evaluateQR(Call &call) {
  Tensor tensor = call.tensor("A");
  StringRef mode = call.string("mode");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> a(load<T>(tensor));
    int64_t rows = a.rows(), columns = a.columns();
    int64_t inner = mode == "complete" ? rows : std::min(rows, columns);
    Batch<T> q(a.batchSizes(), rows, inner), r(a.batchSizes(), inner, columns);
    for (int64_t i = 0; i < a.count(); ++i) {
      Reflections<T> f = factorizeQR(a.get(i));
      Matrix<T> upper(inner, columns);
      for (int64_t row = 0; row < std::min(inner, columns); ++row)
        for (int64_t j = row; j < columns; ++j)
          upper(row, j) = f.a(row, j);
      r.set(i, upper);
      q.set(i, applyQ(f, Matrix<T>::identity(rows), false).head(inner));
    }
    Dense<T> none(Sizes{0});
    return resultsOf(store(mode == "r" ? none : q.dense, call.resultType(0)),
                     store(r.dense, call.resultType(1)));
  });
}

static KernelResult evaluateGeqrf(Call &call) {
  Tensor tensor = call.tensor("self");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> a(load<T>(tensor));
    Sizes sizes(a.batchSizes());
    sizes.push_back(std::min(a.rows(), a.columns()));
    Dense<T> taus(sizes);
    for (int64_t i = 0; i < a.count(); ++i) {
      Reflections<T> f = factorizeQR(a.get(i));
      a.set(i, f.a);
      std::copy(f.taus.begin(), f.taus.end(),
                taus.values.begin() + i * f.taus.size());
    }
    return resultsOf(store(a.dense, call.resultType(0)),
                     store(taus, call.resultType(1)));
  });
}

/// The reflections in row `index` of the batches `a` and `taus`.
template <typename T>
static Reflections<T> getReflections(const Batch<T> &a, const Dense<T> &taus,
                                     int64_t index) {
  int64_t count = taus.sizes.back();
  auto begin = taus.values.begin() + index * count;
  return {a.get(index), std::vector<T>(begin, begin + count)};
}

static KernelResult evaluateHouseholderProduct(Call &call) {
  Tensor tensor = call.tensor("input");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> a(load<T>(tensor));
    Dense<T> taus = load<T>(call.tensor("tau"));
    for (int64_t i = 0; i < a.count(); ++i)
      a.set(i, applyQ(getReflections(a, taus, i), Matrix<T>::identity(a.rows()),
                      false)
                   .head(a.columns()));
    return result(call, a.dense);
  });
}

/// ormqr: Q C, Q^H C, C Q or C Q^H.
static KernelResult evaluateOrmqr(Call &call) {
  Tensor tensor = call.tensor("self");
  return withField(tensor.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Batch<T> a(load<T>(tensor)), c(load<T>(call.tensor("input3")));
    Dense<T> taus = load<T>(call.tensor("input2"));
    bool left = call.boolean("left"), transpose = call.boolean("transpose");
    for (int64_t i = 0; i < a.count(); ++i) {
      Reflections<T> f = getReflections(a, taus, i);
      if (left)
        c.set(i, applyQ(f, c.get(i), transpose));
      else
        c.set(i, applyQ(f, c.get(i).adjoint(), !transpose).adjoint());
    }
    return result(call, c.dense);
  });
}

void registerOrthogonal(KernelTable &table) {
  table.add("aten.linalg_qr.default", evaluateQR);
  table.add("aten.geqrf.default", evaluateGeqrf);
  table.add("aten.linalg_householder_product.default",
            evaluateHouseholderProduct);
  table.add("aten.ormqr.default", evaluateOrmqr);
}

} // namespace kiln::reference
