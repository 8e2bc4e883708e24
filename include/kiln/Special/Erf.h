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

/// Quantiles of the normal distribution by quotients of polynomials, off by one
/// part in 10^16 (M. J. Wichura, Algorithm AS 241: the percentage points of the
/// normal distribution, 1988). Up to this |x| the first one is inverseErf.
constexpr double kNearZero = 0.85;

/// y with erf(y) = x, for |x| <= kNearZero.
template <typename Real>
Real inverseNearZero(Real x) {
  constexpr double above[] = {3.3871328727963666080e0, 1.3314166789178437745e2,
                              1.9715909503065514427e3, 1.3731693765509461125e4,
                              4.5921953931549871457e4, 6.7265770927008700853e4,
                              3.3430575583588128105e4, 2.5090809287301226727e3};
  constexpr double below[] = {1,
                              4.2313330701600911252e1,
                              6.8718700749205790830e2,
                              5.3941960214247511077e3,
                              2.1213794301586595867e4,
                              3.9307895800092710610e4,
                              2.8729085735721942674e4,
                              5.2264952788528545610e3};
  Real q = x / 2;
  Real r = 0.180625 - q * q;
  return std::sqrt(0.5) * q * polynomial(r, above) / polynomial(r, below);
}

/// y with erfc(y) = q, for 0 < q <= 1 - kNearZero.
template <typename Real>
Real inverseErfc(Real q) {
  constexpr double above[] = {
      1.42343711074968357734e0,  4.63033784615654529590e0,
      5.76949722146069140550e0,  3.64784832476320460504e0,
      1.27045825245236838258e0,  2.41780725177450611770e-1,
      2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr double below[] = {1,
                              2.05319162663775882187e0,
                              1.67638483018380384940e0,
                              6.89767334985100004550e-1,
                              1.48103976427480074590e-1,
                              1.51986665636164571966e-2,
                              5.47593808499534494600e-4,
                              1.05075007164441684324e-9};
  constexpr double aboveFar[] = {
      6.65790464350110377720e0,  5.46378491116411436990e0,
      1.78482653991729133580e0,  2.96560571828504891230e-1,
      2.65321895265761230930e-2, 1.24266094738807843860e-3,
      2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr double belowFar[] = {1,
                                 5.99832206555887937690e-1,
                                 1.36929880922735805310e-1,
                                 1.48753612908506148525e-2,
                                 7.86869131145613259100e-4,
                                 1.84631831751005468180e-5,
                                 1.42151175831644588870e-7,
                                 2.04426310338993978564e-15};
  Real t = sqrt(-log(q / 2));
  Real near = t - 1.6, away = t - 5;
  return std::sqrt(0.5) *
         where(t <= 5, polynomial(near, above) / polynomial(near, below),
               polynomial(away, aboveFar) / polynomial(away, belowFar));
}

template <typename Real>
Real inverseErf(Real x) {
  Real size = abs(x);
  auto isFar = (size > kNearZero) & (size < 1);
  Real far = copySign(inverseErfc(where(isFar, 1 - size, 1 - kNearZero)), x);
  Real value = where(isFar, far, inverseNearZero(where(isFar, 0, x)));
  value = where(equal(size, 1), copySign(x(INFINITY), x), value);
  return where(size <= 1, value, NAN);
}

template <typename Real>
Real normalQuantile(Real p) {
  constexpr double root = 1.41421356237309504880;
  auto isMiddle = (p >= (1 - kNearZero) / 2) & (p <= (1 + kNearZero) / 2);
  auto isFar = (p > 0) & (p < 1) & !isMiddle, isLow = p < 0.5;
  Real middle = inverseNearZero(where(isMiddle, 2 * p - 1, 0));
  Real tail = where(isLow, 2 * p, 2 * (1 - p));
  Real far = inverseErfc(where(isFar, tail, 1 - kNearZero));
  far = where(isLow, -far, far);
  Real value = root * where(isMiddle, middle, far);
  value = where(equal(p, 0), -INFINITY, where(equal(p, 1), INFINITY, value));
  return where((p >= 0) & (p <= 1), value, NAN);
}

} // namespace kiln::special

#endif // KILN_SPECIAL_ERF_H
