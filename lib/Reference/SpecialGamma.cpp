// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions around gamma, zeta and erf.
#include "SpecialFunctions.h"

#include <cmath>
#include <limits>

namespace kiln::reference {

static constexpr double pi = 3.14159265358979323846;
static constexpr double inf = std::numeric_limits<double>::infinity();
static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// B(2k) for k from 1: the coefficients of Euler and Maclaurin's formula.
static constexpr double bernoulli[] = {
    1.0 / 6,       -1.0 / 30, 1.0 / 42,      -1.0 / 30,     5.0 / 66,
    -691.0 / 2730, 7.0 / 6,   -3617.0 / 510, 43867.0 / 798, -174611.0 / 330};

//===----------------------------------------------------------------------===//
// Gamma and zeta
//===----------------------------------------------------------------------===//

double logGamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}

double digamma(double x) {
  if (x == 0)
    return std::copysign(inf, -x);
  if (x < 0) {
    if (x == std::floor(x))
      return nan;
    // The remainder keeps the tangent exact for large arguments.
    double rest = std::fmod(x, 1.0);
    return digamma(1 - x) - pi / std::tan(pi * rest);
  }
  double shift = 0;
  for (; x < 15; ++x)
    shift -= 1 / x;
  double series = 0, power = 1;
  for (int k = 0; k < 10; ++k) {
    power /= x * x;
    series += bernoulli[k] / (2 * (k + 1)) * power;
  }
  return shift + std::log(x) - 0.5 / x - series;
}

double zeta(double s, double q) {
  if (s == 1)
    return inf;
  if (s < 1 || std::isnan(s) || std::isnan(q))
    return nan;
  if (q <= 0) {
    if (q == std::floor(q))
      return inf;
    if (s != std::floor(s))
      return nan;
  }
  double sum = 0, a = q;
  for (int i = 0; i < 12 || a < 12; ++i, ++a) {
    double term = std::pow(a, -s);
    sum += term;
    // Nothing that follows counts any more.
    if (a > 0 && std::fabs(term) < 1e-18 * std::fabs(sum))
      return sum;
  }
  sum += std::pow(a, 1 - s) / (s - 1) + 0.5 * std::pow(a, -s);
  // B(2k) / (2k)! * s (s + 1) … (s + 2k - 2) * a^(-s - 2k + 1)
  double factor = s * std::pow(a, -s - 1) / 2;
  for (int k = 1; k <= 10; ++k) {
    sum += bernoulli[k - 1] * factor;
    factor *=
        (s + 2 * k - 1) * (s + 2 * k) / (a * a * (2 * k + 1) * (2 * k + 2));
  }
  return sum;
}

double polygamma(int64_t n, double x) {
  if (n == 0)
    return digamma(x);
  if (n == 1 && x < 0.5) {
    // By reflection, which is what PyTorch does for trigamma.
    double sine = std::sin(pi * x);
    return pi * pi / (sine * sine) - zeta(2, 1 - x);
  }
  double sign = n % 2 ? 1 : -1;
  return sign * std::exp(logGamma(n + 1.0)) * zeta(n + 1.0, x);
}

/// x^a exp(-x) / gamma(a)
static double gammaFactor(double a, double x) {
  return std::exp(a * std::log(x) - x - logGamma(a));
}

/// The lower function by its series, for x < a + 1.
static double lowerSeries(double a, double x) {
  double term = 1 / a, sum = term;
  for (double n = a + 1; std::fabs(term) > 1e-17 * std::fabs(sum); ++n) {
    term *= x / n;
    sum += term;
  }
  return sum * gammaFactor(a, x);
}

/// The upper function by its continued fraction (Lentz), for x >= a + 1.
static double upperFraction(double a, double x) {
  constexpr double tiny = 1e-300;
  double b = x + 1 - a, c = 1 / tiny, d = 1 / b, product = d;
  for (int i = 1; i < 100000; ++i) {
    double numerator = -i * (i - a);
    b += 2;
    d = numerator * d + b;
    d = 1 / (d == 0 ? tiny : d);
    c = b + numerator / c;
    c = c == 0 ? tiny : c;
    product *= d * c;
    if (std::fabs(d * c - 1) < 1e-16)
      break;
  }
  return product * gammaFactor(a, x);
}

double incompleteGamma(double a, double x) {
  if (!(a >= 0) || !(x >= 0))
    return nan;
  if (a == 0)
    return x > 0 ? 1 : nan;
  if (x == 0)
    return 0;
  if (std::isinf(a))
    return std::isinf(x) ? nan : 0;
  if (std::isinf(x))
    return 1;
  return x < a + 1 ? lowerSeries(a, x) : 1 - upperFraction(a, x);
}

double incompleteGammaComplement(double a, double x) {
  if (!(a >= 0) || !(x >= 0))
    return nan;
  if (a == 0)
    return x > 0 ? 0 : nan;
  if (x == 0)
    return 1;
  if (std::isinf(a))
    return std::isinf(x) ? nan : 1;
  if (std::isinf(x))
    return 0;
  return x < a + 1 ? 1 - lowerSeries(a, x) : upperFraction(a, x);
}

//===----------------------------------------------------------------------===//
// Error functions
//===----------------------------------------------------------------------===//

double scaledErfc(double x) {
  if (x < 20)
    return std::exp(x * x) * std::erfc(x);
  // The asymptotic series: each term is the last one times -(2k - 1) / (2 x^2).
  double term = 1, sum = 1;
  for (int k = 1; k < 12; ++k) {
    term *= -(2 * k - 1) / (2 * x * x);
    sum += term;
  }
  return sum / (x * std::sqrt(pi));
}

/// y with erfc(y) = q, for 0 < q <= 1.
static double inverseErfc(double q) {
  // Hastings' approximation of the quantile, then Halley's method.
  double t = std::sqrt(-2 * std::log(q / 2));
  double y = std::sqrt(0.5) *
             (t - (2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)));
  for (int i = 0; i < 4; ++i) {
    double error = std::erfc(y) - q;
    double step = error / (2 / std::sqrt(pi) * std::exp(-y * y));
    y += step / (1 - y * step);
  }
  return y;
}

double inverseErf(double x) {
  if (!(std::fabs(x) <= 1))
    return nan;
  if (std::fabs(x) == 1)
    return std::copysign(inf, x);
  if (std::fabs(x) > 0.5)
    return std::copysign(inverseErfc(1 - std::fabs(x)), x);
  // Newton's method on erf, which is exact near 0.
  double y = x * std::sqrt(pi) / 2 * (1 + pi / 12 * x * x);
  for (int i = 0; i < 6; ++i)
    y -= (std::erf(y) - x) * std::sqrt(pi) / 2 * std::exp(y * y);
  return y;
}

double normalQuantile(double p) {
  if (!(p >= 0 && p <= 1))
    return nan;
  if (p == 0 || p == 1)
    return p == 0 ? -inf : inf;
  if (p > 0.25 && p < 0.75)
    return std::sqrt(2.0) * inverseErf(2 * p - 1);
  return std::sqrt(2.0) *
         (p < 0.5 ? -inverseErfc(2 * p) : inverseErfc(2 * (1 - p)));
}

} // namespace kiln::reference
