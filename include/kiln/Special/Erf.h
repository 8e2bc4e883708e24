// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Error functions and their inverses.
#ifndef KILN_SPECIAL_ERF_H
#define KILN_SPECIAL_ERF_H

#include "kiln/Special/Number.h"

namespace kiln::special {

/// exp(x^2) erfc(x) for x >= 1/2: the trapezoidal rule with step h = 1/2 for
///   2/pi exp(-x^2) times the integral of x exp(-t^2) / (t^2 + x^2) from 0,
/// with what the pole at t = ix adds while x < pi / h (Chiarella and Reichel,
/// On the evaluation of integrals related to the error function, 1968). The
/// rule is off by exp(-(pi / h)^2).
template <typename Real>
Real positiveScaledErfc(Real x) {
  constexpr double h = 0.5;
  Real t = 1 / (x * x), sum = x(1);
  for (int k = 1; k <= 13; ++k) {
    double square = (k * h) * (k * h);
    sum = sum + 2 * std::exp(-square) / (1 + square * t);
  }
  Real value = (h / pi) / x * sum;
  // Of a number for which the exponentials are finite.
  Real y = where(x < pi / h, x, 1);
  Real pole = 2 * exp(y * y) / (1 - exp(2 * pi / h * y));
  return where(x < pi / h, value + pole, value);
}

template <typename Real>
Real scaledErfc(Real x) {
  Real size = abs(x), square = exp(x * x);
  Real value = positiveScaledErfc(where(size >= 0.5, size, 1));
  value = where(x < 0, 2 * square - value, value);
  Real middle = square * (1 - erf(x));
  return where(isNan(x), x, where(size < 0.5, middle, value));
}

template <typename Real>
Real erfc(Real x) {
  Real size = abs(x);
  Real value = exp(-(x * x)) * positiveScaledErfc(where(size >= 0.5, size, 1));
  value = where(x < 0, 2 - value, value);
  return where(isNan(x), x, where(size < 0.5, 1 - erf(x), value));
}

/// y with erfc(y) = q, for 0 < q <= 1.
template <typename Real>
Real inverseErfc(Real q) {
  // Hastings' approximation of the quantile (Abramowitz and Stegun, 26.2.22),
  // then Halley's method.
  Real t = sqrt(-2 * log(q / 2));
  Real start = std::sqrt(0.5) * (t - (2.30753 + t * 0.27061) /
                                         (1 + t * (0.99229 + t * 0.04481)));
  Carried<Real> last = loopWhile(
      Carried<Real>{q(0), start}, [](ArrayRef<Real> now) { return now[0] < 4; },
      [&](ArrayRef<Real> now) -> Carried<Real> {
        Real y = now[1];
        Real error = erfc(y) - q;
        Real step = error / (2 / std::sqrt(pi) * exp(-(y * y)));
        return {now[0] + 1, y + step / (1 - y * step)};
      });
  return last[1];
}

/// Newton's method on erf, which is exact near 0; for |x| <= 1/2.
template <typename Real>
Real inverseNearZero(Real x) {
  Real start = x * (std::sqrt(pi) / 2) * (1 + pi / 12 * x * x);
  Carried<Real> last = loopWhile(
      Carried<Real>{x(0), start}, [](ArrayRef<Real> now) { return now[0] < 6; },
      [&](ArrayRef<Real> now) -> Carried<Real> {
        Real y = now[1];
        Real step = (erf(y) - x) * (std::sqrt(pi) / 2) * exp(y * y);
        return {now[0] + 1, y - step};
      });
  return last[1];
}

template <typename Real>
Real inverseErf(Real x) {
  Real size = abs(x);
  auto isFar = (size > 0.5) & (size < 1);
  Real far = copySign(inverseErfc(where(isFar, 1 - size, 1)), x);
  Real value = where(isFar, far, inverseNearZero(where(isFar, 0, x)));
  value = where(equal(size, 1), copySign(x(INFINITY), x), value);
  return where(size <= 1, value, NAN);
}

template <typename Real>
Real normalQuantile(Real p) {
  constexpr double root = 1.41421356237309504880;
  auto isMiddle = (p > 0.25) & (p < 0.75);
  auto isFar = (p > 0) & (p < 1) & !isMiddle, isLow = p < 0.5;
  Real middle = inverseNearZero(where(isMiddle, 2 * p - 1, 0));
  Real far = inverseErfc(where(isFar, where(isLow, 2 * p, 2 * (1 - p)), 1));
  far = where(isLow, -far, far);
  Real value = root * where(isMiddle, middle, far);
  value = where(equal(p, 0), -INFINITY, where(equal(p, 1), INFINITY, value));
  return where((p >= 0) & (p <= 1), value, NAN);
}

} // namespace kiln::special

#endif // KILN_SPECIAL_ERF_H
