// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that Routines.def lists: the results of a routine from its
// operands. They return 0, or the number of an error that a kernel reports.
#include "Exponential.h"
#include "Householder.h"
#include "Jacobi.h"
#include "LU.h"
#include "Ordering.h"
#include "Schur.h"
#include "Selection.h"
#include "Symmetric.h"
#include "kiln/Matrix/Flags.h"

using namespace kiln::matrix;

namespace {
/// The errors of kernels, by PackageFormat.md.
enum Status : int32_t { kDone = 0, kBadIndex = 1, kNoConvergence = 3 };

/// The arguments of a routine: sizes in the order of their letters, and the
/// operands. Inputs may be overwritten.
struct Frame {
  const int64_t *sizes;
  int64_t flags;
  void *const *operands;

  bool has(Flag flag) const { return flags & flag; }
  template <typename T>
  T *values(int64_t operand) const {
    return static_cast<T *>(operands[operand]);
  }
  template <typename T>
  T &value(int64_t operand) const {
    return *values<T>(operand);
  }
  template <typename T>
  Matrix<T> matrix(int64_t operand, int64_t rows, int64_t columns) const {
    return {values<T>(operand), rows, columns};
  }
};

/// How A stands in op(A) X = B, which X op(A) = B becomes by transposition.
struct Side {
  explicit Side(const Frame &f)
      : transpose(f.has(kTranspose) != f.has(kRight)),
        conjugates(f.has(kConjugate)), isRight(f.has(kRight)) {}

  bool transpose, conjugates, isRight;

  template <typename T>
  Matrix<T> unknown(Matrix<T> b) const {
    return isRight ? b.transposed() : b;
  }
};

bool arePivots(const int64_t *pivots, int64_t count, int64_t rows) {
  for (int64_t i = 0; i < count; ++i)
    if (pivots[i] < 1 || pivots[i] > rows)
      return false;
  return true;
}
} // namespace

//===----------------------------------------------------------------------===//
// LU
//===----------------------------------------------------------------------===//

template <typename T>
static Status lu(const Frame &f) {
  int64_t m = f.sizes[0], n = f.sizes[1];
  Matrix<T> lu = f.matrix<T>(1, m, n);
  copy(f.matrix<T>(0, m, n), lu);
  f.value<int64_t>(3) =
      factorizeLU(lu, f.values<int64_t>(2), !f.has(kUnpivoted));
  return kDone;
}

template <typename T>
static Status lu_unpack(const Frame &f) {
  int64_t m = f.sizes[0], n = f.sizes[1], j = f.sizes[2];
  Matrix<T> packed = f.matrix<T>(0, m, n);
  const int64_t *pivots = f.values<int64_t>(1);
  if (j != lesser(m, n) || !arePivots(pivots, j, m))
    return kBadIndex;
  Matrix<T> p = f.matrix<T>(2, m, m), l = f.matrix<T>(3, m, j),
            u = f.matrix<T>(4, j, n);
  setIdentity(p);
  permuteRows(pivots, j, p, /*back=*/true);
  setIdentity(l);
  fill(u, T());
  for (int64_t row = 0; row < m; ++row)
    for (int64_t column = 0; column < n; ++column)
      (column < row ? l : u)(row, column) = packed(row, column);
  return kDone;
}

template <typename T>
static Status lu_solve(const Frame &f) {
  int64_t n = f.sizes[0], p = f.sizes[1], q = f.sizes[2];
  const int64_t *pivots = f.values<int64_t>(1);
  Side side(f);
  Matrix<T> x = f.matrix<T>(3, p, q);
  if (side.unknown(x).rows != n || !arePivots(pivots, n, n))
    return kBadIndex;
  copy(f.matrix<T>(2, p, q), x);
  solveLU(f.matrix<T>(0, n, n), pivots, side.unknown(x), side.transpose,
          side.conjugates);
  return kDone;
}

template <typename T>
static Status solve(const Frame &f) {
  int64_t n = f.sizes[0], p = f.sizes[1], q = f.sizes[2];
  Matrix<T> lu = f.matrix<T>(3, n, n), x = f.matrix<T>(2, p, q);
  int64_t *pivots = f.values<int64_t>(4);
  Side side(f);
  if (side.unknown(x).rows != n)
    return kBadIndex;
  copy(f.matrix<T>(0, n, n), lu);
  copy(f.matrix<T>(1, p, q), x);
  f.value<int64_t>(5) = factorizeLU(lu, pivots);
  solveLU(lu, pivots, side.unknown(x), side.transpose, side.conjugates);
  return kDone;
}

template <typename T>
static Status inverse(const Frame &f) {
  int64_t n = f.sizes[0];
  Matrix<T> a = f.matrix<T>(0, n, n), x = f.matrix<T>(1, n, n);
  int64_t *pivots = f.values<int64_t>(3);
  f.value<int64_t>(2) = factorizeLU(a, pivots);
  setIdentity(x);
  solveLU(a, pivots, x, /*transpose=*/false, /*conjugates=*/false);
  return kDone;
}

/// The determinant of operand 0, whose factors go to two others.
template <typename T>
static Determinant<T> findDeterminant(const Frame &f, int64_t factors) {
  int64_t n = f.sizes[0];
  Matrix<T> lu = f.matrix<T>(factors, n, n);
  int64_t *pivots = f.values<int64_t>(factors + 1);
  copy(f.matrix<T>(0, n, n), lu);
  factorizeLU(lu, pivots);
  return multiplyDiagonal(lu, pivots);
}

template <typename T>
static Status det(const Frame &f) {
  f.value<T>(1) = findDeterminant<T>(f, 2).value();
  return kDone;
}

template <typename T>
static Status slogdet(const Frame &f) {
  Determinant<T> product = findDeterminant<T>(f, 3);
  double size = absolute(product.mantissa);
  f.value<T>(1) = size == 0 ? T() : product.mantissa / size;
  f.value<double>(2) =
      logarithm(size) + static_cast<double>(product.exponent) * kLogOf2;
  return kDone;
}

//===----------------------------------------------------------------------===//
// Triangular matrices
//===----------------------------------------------------------------------===//

template <typename T>
static Status triangular(const Frame &f) {
  int64_t n = f.sizes[0], p = f.sizes[1], q = f.sizes[2];
  Matrix<T> a = f.matrix<T>(0, n, n), x = f.matrix<T>(2, p, q);
  Side side(f);
  if (side.unknown(x).rows != n)
    return kBadIndex;
  copy(f.matrix<T>(1, p, q), x);
  Reading<T> read{side.transpose ? a.transposed() : a, side.conjugates};
  solveTriangular(read, side.unknown(x), f.has(kUpper) != side.transpose,
                  f.has(kUnit));
  return kDone;
}

template <typename T>
static Status cholesky(const Frame &f) {
  int64_t n = f.sizes[0];
  Matrix<T> a = f.matrix<T>(0, n, n), factor = f.matrix<T>(1, n, n);
  bool upper = f.has(kUpper);
  if (!upper)
    mirrorTriangle(a, upper);
  f.value<int64_t>(2) = factorizeCholesky(a);
  fill(factor, T());
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = i; j < n; ++j)
      if (upper)
        factor(i, j) = a(i, j);
      else
        factor(j, i) = conjugate(a(i, j));
  return kDone;
}

template <typename T>
static Status cholesky_solve(const Frame &f) {
  int64_t n = f.sizes[0], k = f.sizes[1];
  Matrix<T> factor = f.matrix<T>(0, n, n), x = f.matrix<T>(2, n, k);
  copy(f.matrix<T>(1, n, k), x);
  Reading<T> own{factor}, turned = adjoint(factor);
  bool upper = f.has(kUpper);
  solveTriangular(upper ? turned : own, x, /*upper=*/false, /*unit=*/false);
  solveTriangular(upper ? own : turned, x, /*upper=*/true, /*unit=*/false);
  return kDone;
}

//===----------------------------------------------------------------------===//
// Reflections
//===----------------------------------------------------------------------===//

template <typename T>
static Status qr(const Frame &f) {
  int64_t m = f.sizes[0], n = f.sizes[1], p = f.sizes[2];
  Matrix<T> a = f.matrix<T>(0, m, n), q = f.matrix<T>(1, m, p),
            r = f.matrix<T>(2, p, n);
  Reflections<T> made{a, f.values<T>(3), lesser(m, n)};
  factorizeQR(made);
  fill(r, T());
  for (int64_t i = 0; i < lesser(p, m); ++i)
    for (int64_t j = i; j < n; ++j)
      r(i, j) = a(i, j);
  setIdentity(q);
  applyQ(made, q, /*adjoint=*/false);
  return kDone;
}

template <typename T>
static Status reflections(const Frame &f) {
  int64_t m = f.sizes[0], n = f.sizes[1], j = f.sizes[2];
  Reflections<T> made{f.matrix<T>(1, m, n), f.values<T>(2), j};
  copy(f.matrix<T>(0, m, n), made.a);
  factorizeQR(made);
  return kDone;
}

template <typename T>
static Status reflect(const Frame &f) {
  int64_t m = f.sizes[0], n = f.sizes[1], j = f.sizes[2], p = f.sizes[3],
          q = f.sizes[4];
  Reflections<T> made{f.matrix<T>(0, m, n), f.values<T>(1), j};
  Matrix<T> x = f.matrix<T>(3, p, q);
  if (j > lesser(m, n) || (f.has(kRight) ? q : p) != m)
    return kBadIndex;
  copy(f.matrix<T>(2, p, q), x);
  if (f.has(kRight))
    applyQFromRight(made, x, f.has(kTranspose));
  else
    applyQ(made, x, f.has(kTranspose));
  return kDone;
}

//===----------------------------------------------------------------------===//
// Eigenvalues and singular values
//===----------------------------------------------------------------------===//

template <typename T>
static Status eigh(const Frame &f) {
  int64_t n = f.sizes[0];
  Matrix<T> a = f.matrix<T>(0, n, n), vectors = f.matrix<T>(3, n, n);
  mirrorTriangle(a, f.has(kUpper));
  if (!isFinite(a))
    return kNoConvergence;
  decomposeHermitian(a, vectors, f.values<double>(1));
  copy(vectors.transposed(), f.matrix<T>(2, n, n));
  return kDone;
}

/// Decomposes `a`, or its adjoint where that has no fewer rows than columns, of
/// factors that are kept by rows. The first one has `width` of them.
template <typename T>
static void decomposeAny(Matrix<T> a, Matrix<T> left, Matrix<T> right,
                         double *values, double *room) {
  bool isWide = a.rows < a.columns;
  for (int64_t i = 0; i < lesser(a.rows, a.columns); ++i)
    for (int64_t k = 0; k < left.columns; ++k)
      left(i, k) = isWide ? conjugate(a(i, k)) : a(k, i);
  decompose(left, right, values, room);
}

template <typename T>
static Status svd(const Frame &f) {
  int64_t m = f.sizes[0], n = f.sizes[1], p = f.sizes[2], q = f.sizes[4];
  Matrix<T> a = f.matrix<T>(0, m, n);
  if (!isFinite(a))
    return kNoConvergence;
  // By rows: the columns of U, and those of V.
  Matrix<T> left = f.matrix<T>(4, p, m), right = f.matrix<T>(5, q, n);
  double *values = f.values<double>(2);
  if (m < n)
    decomposeAny(a, right, left, values, f.values<double>(7));
  else
    decomposeAny(a, left, right, values, f.values<double>(6));
  copy(left.transposed(), f.matrix<T>(1, m, p));
  Matrix<T> adjoint = f.matrix<T>(3, q, n);
  for (int64_t i = 0; i < q; ++i)
    for (int64_t j = 0; j < n; ++j)
      adjoint(i, j) = conjugate(right(i, j));
  return kDone;
}

template <typename T>
static Status eig(const Frame &f) {
  int64_t n = f.sizes[0];
  Matrix<T> a = f.matrix<T>(0, n, n);
  if (!isFinite(a))
    return kNoConvergence;
  Matrix<Complex> t = f.matrix<Complex>(3, n, n);
  copy(a, t);
  constexpr bool isReal = sizeof(T) == sizeof(double);
  Schur schur(t, f.matrix<Complex>(4, n, n), isReal);
  if (!schur.run(f.values<Complex>(6)))
    return kNoConvergence;
  for (int64_t i = 0; i < n; ++i)
    f.values<Complex>(1)[i] = schur.value(i);
  schur.findVectors(f.matrix<Complex>(5, n, n), f.matrix<Complex>(2, n, n));
  return kDone;
}

template <typename T>
static Status pinv(const Frame &f) {
  int64_t m = f.sizes[0], n = f.sizes[1], count = lesser(m, n);
  Matrix<T> a = f.matrix<T>(0, m, n);
  if (f.has(kHermitian))
    mirrorTriangle(a, /*upper=*/false);
  if (!isFinite(a))
    return kNoConvergence;
  bool isWide = m < n;
  Matrix<T> longer = f.matrix<T>(4, count, isWide ? n : m),
            shorter = f.matrix<T>(5, count, count);
  double *values = f.values<double>(isWide ? 6 : 7);
  decomposeAny(a, longer, shorter, values, f.values<double>(isWide ? 7 : 6));
  double limit =
      larger(f.value<double>(1), count ? f.value<double>(2) * values[0] : 0);
  for (int64_t i = 0; i < count; ++i)
    values[i] = values[i] > limit ? 1 / values[i] : 0;
  compose(isWide ? longer : shorter, values, isWide ? shorter : longer, count,
          f.matrix<T>(3, n, m));
  return kDone;
}

template <typename T>
static Status sqrth(const Frame &f) {
  int64_t n = f.sizes[0];
  Matrix<T> a = f.matrix<T>(0, n, n), vectors = f.matrix<T>(2, n, n);
  mirrorTriangle(a, /*upper=*/false);
  if (!isFinite(a))
    return kNoConvergence;
  double *values = f.values<double>(3);
  decomposeHermitian(a, vectors, values);
  for (int64_t i = 0; i < n; ++i)
    values[i] = squareRoot(larger(0, values[i]));
  compose(vectors, values, vectors, n, f.matrix<T>(1, n, n));
  return kDone;
}

template <typename T>
static Status polar(const Frame &f) {
  int64_t m = f.sizes[0], n = f.sizes[1];
  Matrix<T> a = f.matrix<T>(0, m, n);
  if (m < n)
    return kBadIndex;
  if (!isFinite(a))
    return kNoConvergence;
  Matrix<T> left = f.matrix<T>(3, n, m), right = f.matrix<T>(4, n, n);
  double *values = f.values<double>(5);
  decomposeAny(a, left, right, values, f.values<double>(6));
  compose(right, values, right, n, f.matrix<T>(2, n, n));
  for (int64_t i = 0; i < n; ++i)
    values[i] = 1;
  compose(left, values, right, n, f.matrix<T>(1, m, n));
  return kDone;
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

template <typename T>
static Status ldl(const Frame &f) {
  int64_t n = f.sizes[0];
  Matrix<T> ld = f.matrix<T>(1, n, n);
  copy(f.matrix<T>(0, n, n), ld);
  SymmetricFactorization<T> made(ld, f.values<int64_t>(2), f.has(kHermitian));
  f.value<int64_t>(3) = made.run();
  return kDone;
}

template <typename T>
static Status ldl_solve(const Frame &f) {
  int64_t n = f.sizes[0], k = f.sizes[1];
  Matrix<T> x = f.matrix<T>(3, n, k);
  copy(f.matrix<T>(2, n, k), x);
  SymmetricSubstitution<T> substitution(
      f.matrix<T>(0, n, n), f.values<int64_t>(1), f.has(kHermitian), x);
  return substitution.run() ? kDone : kBadIndex;
}

template <typename T>
static Status exp(const Frame &f) {
  int64_t n = f.sizes[0];
  exponentiate(f.matrix<T>(0, n, n), f.matrix<T>(1, n, n), f.matrix<T>(2, n, n),
               f.matrix<T>(3, n, n));
  return kDone;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

template <typename T>
static Status first(const Frame &f) {
  int64_t n = f.sizes[0], k = f.sizes[1];
  const T *row = f.values<T>(0);
  if (k > n)
    return kBadIndex;
  Place *places = countPlaces(f.values<int64_t>(3), n);
  selectFirst(row, places, n, k, f.has(kGreatest), f.has(kSorted));
  for (int64_t i = 0; i < k; ++i) {
    f.values<T>(1)[i] = row[places[i].at];
    f.values<int64_t>(2)[i] = places[i].at;
  }
  return kDone;
}

template <typename T>
static Status order(const Frame &f) {
  int64_t n = f.sizes[0];
  T *row = f.values<T>(0);
  KeyedRow keyed{f.values<uint64_t>(0), f.values<int64_t>(1)};
  uint64_t turn = f.has(kGreatest) ? ~uint64_t(0) : 0;
  for (int64_t i = 0; i < n; ++i)
    keyed.set(i, makeKey(row[i]) ^ turn, i);
  sortKeys(keyed, {f.values<uint64_t>(2), f.values<int64_t>(3)}, n);
  return kDone;
}

template <typename T>
static Status kth(const Frame &f) {
  int64_t n = f.sizes[0], k = f.value<int64_t>(1);
  const T *row = f.values<T>(0);
  if (k < 0 || k >= n)
    return kBadIndex;
  Place *places = countPlaces(f.values<int64_t>(4), n);
  int64_t place = selectOne(row, places, n, k);
  f.value<T>(2) = row[place];
  f.value<int64_t>(3) = place;
  return kDone;
}

template <typename>
static Status first_integers(const Frame &f) {
  return first<int64_t>(f);
}

template <typename>
static Status order_integers(const Frame &f) {
  return order<int64_t>(f);
}

template <typename>
static Status kth_integer(const Frame &f) {
  return kth<int64_t>(f);
}

//===----------------------------------------------------------------------===//
// The functions under their names
//===----------------------------------------------------------------------===//

#define KILN_MATRIX_ROUTINE(name, inputs, outputs, scratch)                    \
  extern "C" int32_t kiln_matrix_##name##_real(                                \
      const int64_t *sizes, int64_t flags, void *const *operands) {            \
    return name<double>({sizes, flags, operands});                             \
  }                                                                            \
  extern "C" int32_t kiln_matrix_##name##_complex(                             \
      const int64_t *sizes, int64_t flags, void *const *operands) {            \
    return name<Complex>({sizes, flags, operands});                            \
  }
#include "kiln/Matrix/Routines.def"
