// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orthogonal polynomials by their recurrences (Abramowitz and Stegun, 22.7).
#include "Special.h"
#include <cmath>

using namespace kiln;

using Next = llvm::function_ref<Real(Real k, Real value, Real before)>;

/// p(0) = 1, p(1) = first, p(k + 1) = next(k, p(k), p(k - 1)). A degree that
/// is no integer counts as the integer towards 0.
static Real recur(Real degree, Real first, Next next) {
  Real size = floor(abs(degree));
  Real n = where(degree < 0, -size, size);
  n = where(n < INFINITY, n, -1);
  Reals last = loopWhile(
      {n(1), n(1), first},
      [&](ArrayRef<Real> now) { return (now[0] < n) & !isNan(now[2]); },
      [&](ArrayRef<Real> now) -> Reals {
        return {now[0] + 1, now[2], next(now[0], now[2], now[1])};
      });
  return where(n < 0, 0, where(equal(n, 0), 1, last[2]));
}

/// The four kinds of Chebyshev differ in the polynomial of degree 1.
static Real chebyshev(Real x, Real n, Real first) {
  return recur(n, first, [&](Real, Real value, Real before) {
    return 2 * x * value - before;
  });
}

Real special::chebyshevT(Real x, Real n) { return chebyshev(x, n, x); }
Real special::chebyshevU(Real x, Real n) { return chebyshev(x, n, 2 * x); }
Real special::chebyshevV(Real x, Real n) { return chebyshev(x, n, 2 * x - 1); }
Real special::chebyshevW(Real x, Real n) { return chebyshev(x, n, 2 * x + 1); }

/// Above this degree PyTorch gives up on Hermite's polynomials of doubles.
static constexpr double hermiteLimit = 512;

Real special::hermiteH(Real x, Real n) {
  Real value = recur(n, 2 * x, [&](Real k, Real value, Real before) {
    return 2 * x * value - 2 * k * before;
  });
  return where(n > hermiteLimit, NAN, value);
}
Real special::hermiteHe(Real x, Real n) {
  Real value = recur(n, x, [&](Real k, Real value, Real before) {
    return x * value - k * before;
  });
  return where(n > hermiteLimit, NAN, value);
}
Real special::laguerre(Real x, Real n) {
  return recur(n, 1 - x, [&](Real k, Real value, Real before) {
    return ((2 * k + 1 - x) * value - k * before) / (k + 1);
  });
}
Real special::legendre(Real x, Real n) {
  return recur(n, x, [&](Real k, Real value, Real before) {
    return ((2 * k + 1) * x * value - k * before) / (k + 1);
  });
}
