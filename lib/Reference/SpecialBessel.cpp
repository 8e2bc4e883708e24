// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bessel and Airy functions, and orthogonal polynomials.
#include "SpecialFunctions.h"

#include <cmath>
#include <limits>

namespace kiln::reference {

static constexpr double pi = 3.14159265358979323846;
static constexpr double inf = std::numeric_limits<double>::infinity();
static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

//===----------------------------------------------------------------------===//
// Bessel
//===----------------------------------------------------------------------===//

// The C library of POSIX has these four.
double besselJ0(double x) { return ::j0(x); }
double besselJ1(double x) { return ::j1(x); }
double besselY0(double x) { return x < 0 ? nan : x == 0 ? -inf : ::y0(x); }
double besselY1(double x) { return x < 0 ? nan : x == 0 ? -inf : ::y1(x); }

/// The series of I, whose terms are all positive; for |x| up to 30.
static double seriesI(int order, double x) {
  double quarter = x * x / 4, term = order ? x / 2 : 1, sum = term;
  for (int k = 1; std::fabs(term) > 1e-18 * std::fabs(sum); ++k) {
    term *= quarter / (k * double(k + order));
    sum += term;
  }
  return sum;
}

/// The asymptotic series of I / exp(x), for x above 30.
static double asymptoticI(int order, double x) {
  double mu = 4.0 * order * order, term = 1, sum = 1;
  for (int k = 1; k < 30; ++k) {
    double odd = 2 * k - 1;
    term *= -(mu - odd * odd) / (8 * x * k);
    sum += term;
  }
  return sum / std::sqrt(2 * pi * x);
}

double scaledBesselI(int order, double x) {
  double size = std::fabs(x);
  if (size <= 30)
    return std::exp(-size) * seriesI(order, x);
  double value = asymptoticI(order, size);
  return order ? std::copysign(value, x) : value;
}

double besselI(int order, double x) {
  double size = std::fabs(x);
  if (size <= 30)
    return seriesI(order, x);
  if (std::isinf(x))
    return order ? x : inf;
  // Two factors, so that only the result overflows.
  double half = std::exp(size / 2);
  return scaledBesselI(order, x) * half * half;
}

/// exp(x) K(order, x): the integral of exp(-x (cosh t - 1)) cosh(order t) from
/// 0, by the trapezoidal rule, which converges exponentially here.
static double integrateK(double order, double x) {
  constexpr double step = 1.0 / 16;
  double sum = 0.5;
  for (int i = 1;; ++i) {
    double t = i * step, sine = std::sinh(t / 2);
    double term = std::exp(-2 * x * sine * sine) * std::cosh(order * t);
    sum += term;
    if (term < 1e-18 * sum && 2 * x * sine * sine > order * t)
      return sum * step;
  }
}

double scaledBesselK(int order, double x) {
  if (x == 0)
    return inf;
  if (!(x > 0))
    return nan;
  return std::isinf(x) ? 0 : integrateK(order, x);
}

double besselK(int order, double x) {
  if (x == 0)
    return inf;
  if (!(x > 0))
    return nan;
  return std::isinf(x) ? 0 : std::exp(-x) * integrateK(order, x);
}

double sphericalBesselJ0(double x) {
  if (std::isinf(x))
    return 0;
  return x == 0 ? 1 : std::sin(x) / x;
}

//===----------------------------------------------------------------------===//
// Airy
//===----------------------------------------------------------------------===//

/// The Maclaurin series, for arguments where it does not cancel too much.
static double airySeries(long double x) {
  // Ai(0) and -Ai'(0).
  constexpr long double first = 0.355028053887817239260063186L,
                        second = 0.258819403792806798405183560L;
  long double f = 1, g = x, sumF = f, sumG = g, cube = x * x * x;
  for (int k = 1; k < 80; ++k) {
    f *= cube / ((3 * k - 1) * (3 * k));
    g *= cube / ((3 * k) * (3 * k + 1));
    sumF += f;
    sumG += g;
  }
  return static_cast<double>(first * sumF - second * sumG);
}

/// Far on the negative side: two asymptotic series, of cosine and sine.
static double airyOscillating(double x) {
  double z = 2.0 / 3 * x * std::sqrt(x), term = 1, even = 1, odd = 0;
  for (int k = 1; k < 24; ++k) {
    term *= (6 * k - 5) * (6 * k - 3) * double(6 * k - 1) /
            (216.0 * k * (2 * k - 1) * z);
    double signedTerm = k / 2 % 2 ? -term : term;
    (k % 2 ? odd : even) += signedTerm;
  }
  return (std::cos(z - pi / 4) * even + std::sin(z - pi / 4) * odd) /
         (std::sqrt(pi) * std::sqrt(std::sqrt(x)));
}

double airyAi(double x) {
  if (std::isinf(x) || std::isnan(x))
    return nan;
  if (x > 103.892)
    return 0;
  if (x < -9)
    return airyOscillating(-x);
  if (x < 2)
    return airySeries(x);
  double z = 2.0 / 3 * x * std::sqrt(x);
  return std::sqrt(x / 3) / pi * std::exp(-z) * integrateK(1.0 / 3, z);
}

//===----------------------------------------------------------------------===//
// Polynomials
//===----------------------------------------------------------------------===//

/// p(0) = 1, p(1) = first, p(k + 1) = next(k, p(k), p(k - 1)).
template <typename Fn>
static double recur(int64_t n, double first, Fn next) {
  if (n < 0)
    return 0;
  double before = 1, value = first;
  if (n == 0)
    return before;
  for (int64_t k = 1; k < n && !std::isnan(value); ++k) {
    double after = next(double(k), value, before);
    before = value;
    value = after;
  }
  return value;
}

/// The four kinds of Chebyshev differ in the polynomial of degree 1. Of high
/// degrees between -1 and 1, `trigonometric` is stable.
template <typename Fn>
static double chebyshev(double x, int64_t n, double first, Fn trigonometric) {
  if (n > 8 && std::fabs(x) < 1)
    return trigonometric(std::acos(x));
  return recur(n, first, [&](double, double value, double before) {
    return 2 * x * value - before;
  });
}

double chebyshevT(double x, int64_t n) {
  return chebyshev(x, n, x, [&](double t) { return std::cos(n * t); });
}
double chebyshevU(double x, int64_t n) {
  return chebyshev(x, n, 2 * x, [&](double t) {
    return std::sin((n + 1) * t) / std::sin(t);
  });
}
double chebyshevV(double x, int64_t n) {
  return chebyshev(x, n, 2 * x - 1, [&](double t) {
    return std::cos((n + 0.5) * t) / std::cos(t / 2);
  });
}
double chebyshevW(double x, int64_t n) {
  return chebyshev(x, n, 2 * x + 1, [&](double t) {
    return std::sin((n + 0.5) * t) / std::sin(t / 2);
  });
}

/// Above this degree PyTorch gives up on Hermite's polynomials of doubles.
static constexpr int64_t hermiteLimit = 512;

double hermiteH(double x, int64_t n) {
  if (n > hermiteLimit)
    return nan;
  return recur(n, 2 * x, [&](double k, double value, double before) {
    return 2 * x * value - 2 * k * before;
  });
}
double hermiteHe(double x, int64_t n) {
  if (n > hermiteLimit)
    return nan;
  return recur(n, x, [&](double k, double value, double before) {
    return x * value - k * before;
  });
}
double laguerre(double x, int64_t n) {
  return recur(n, 1 - x, [&](double k, double value, double before) {
    return ((2 * k + 1 - x) * value - k * before) / (k + 1);
  });
}
double legendre(double x, int64_t n) {
  return recur(n, x, [&](double k, double value, double before) {
    return ((2 * k + 1) * x * value - k * before) / (k + 1);
  });
}

} // namespace kiln::reference
