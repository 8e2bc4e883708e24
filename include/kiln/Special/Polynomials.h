// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orthogonal polynomials of degree n by their recurrences (Abramowitz and
// Stegun, 22.7); 0 for a negative degree.
#ifndef KILN_SPECIAL_POLYNOMIALS_H
#define KILN_SPECIAL_POLYNOMIALS_H

#include "kiln/Special/Number.h"

namespace kiln::special {

/// p(0) = 1, p(1) = first, p(k + 1) = next(k, p(k), p(k - 1)). A degree that
/// is no integer counts as the integer towards 0.
template <typename Real>
Real recur(Real degree, Real first,
           llvm::function_ref<Real(Real k, Real value, Real before)> next) {
  Real size = floor(abs(degree));
  Real n = where(degree < 0, -size, size);
  n = where(n < INFINITY, n, -1);
  Carried<Real> last = loopWhile(
      Carried<Real>{n(1), n(1), first},
      [&](ArrayRef<Real> now) { return (now[0] < n) & !isNan(now[2]); },
      [&](ArrayRef<Real> now) -> Carried<Real> {
        return {now[0] + 1, now[2], next(now[0], now[2], now[1])};
      });
  return where(n < 0, 0, where(equal(n, 0), 1, last[2]));
}

/// The four kinds of Chebyshev differ in the polynomial of degree 1.
template <typename Real>
Real chebyshev(Real x, Real n, Real first) {
  return recur<Real>(n, first, [&](Real, Real value, Real before) {
    return 2 * x * value - before;
  });
}

template <typename Real>
Real chebyshevT(Real x, Real n) {
  return chebyshev(x, n, x);
}
template <typename Real>
Real chebyshevU(Real x, Real n) {
  return chebyshev(x, n, 2 * x);
}
template <typename Real>
Real chebyshevV(Real x, Real n) {
  return chebyshev(x, n, 2 * x - 1);
}
template <typename Real>
Real chebyshevW(Real x, Real n) {
  return chebyshev(x, n, 2 * x + 1);
}

/// Above this degree PyTorch gives up on Hermite's polynomials of doubles.
inline constexpr double hermiteLimit = 512;

template <typename Real>
Real hermiteH(Real x, Real n) {
  Real value = recur<Real>(n, 2 * x, [&](Real k, Real value, Real before) {
    return 2 * x * value - 2 * k * before;
  });
  return where(n > hermiteLimit, NAN, value);
}
template <typename Real>
Real hermiteHe(Real x, Real n) {
  Real value = recur<Real>(n, x, [&](Real k, Real value, Real before) {
    return x * value - k * before;
  });
  return where(n > hermiteLimit, NAN, value);
}
template <typename Real>
Real laguerre(Real x, Real n) {
  return recur<Real>(n, 1 - x, [&](Real k, Real value, Real before) {
    return ((2 * k + 1 - x) * value - k * before) / (k + 1);
  });
}
template <typename Real>
Real legendre(Real x, Real n) {
  return recur<Real>(n, x, [&](Real k, Real value, Real before) {
    return ((2 * k + 1) * x * value - k * before) / (k + 1);
  });
}

} // namespace kiln::special

#endif // KILN_SPECIAL_POLYNOMIALS_H
