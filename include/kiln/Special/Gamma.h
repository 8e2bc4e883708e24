// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions around gamma and zeta. Loops get arguments that end them at once
// where their result is not used.
#ifndef KILN_SPECIAL_GAMMA_H
#define KILN_SPECIAL_GAMMA_H

#include "kiln/Special/Number.h"

namespace kiln::special {

/// sin(pi x) of a number whose distance from the integer below is `rest`.
template <typename Real>
Real sinPi(Real rest) {
  return sin(pi * where(rest < 0.5, rest, 1 - rest));
}

/// log(gamma(x)) for x >= 1/2: Stirling's series from 8 on, and below by the
/// recurrence from x + 8.
template <typename Real>
Real stirling(Real x) {
  auto isSmall = x < 8;
  Real product = x;
  for (int i = 1; i < 8; ++i)
    product = product * (x + i);
  Real z = where(isSmall, x + 8, x);
  Real inverse = 1 / z;
  // B(2k) / (2k (2k - 1)) by Abramowitz and Stegun, 6.1.41.
  Real series = inverse * polynomial(inverse * inverse,
                                     {1.0 / 12, -1.0 / 360, 1.0 / 1260,
                                      -1.0 / 1680, 1.0 / 1188, -691.0 / 360360,
                                      1.0 / 156, -3617.0 / 122400});
  Real value =
      (z - 0.5) * (log(z) - 1) + (0.5 * std::log(2 * pi) - 0.5) + series;
  value = where(equal(z, INFINITY), z, value);
  return value - log(where(isSmall, product, 1));
}

template <typename Real>
Real logGamma(Real x) {
  auto reflects = x < 0.5;
  Real value = stirling(where(reflects, 1 - x, x));
  Real sine = sinPi(x - floor(x));
  Real mirrored = log(pi / sine) - value;
  return where(equal(x, -INFINITY), INFINITY, where(reflects, mirrored, value));
}

/// For x > 0: the asymptotic series from 10 on, and below by the recurrence.
template <typename Real>
Real positiveDigamma(Real x) {
  auto isSmall = x < 10;
  // The sum of 1 / (x + i), as one fraction.
  Real top = x(1), bottom = x;
  for (int i = 1; i < 10; ++i) {
    top = top * (x + i) + bottom;
    bottom = bottom * (x + i);
  }
  Real z = where(isSmall, x + 10, x);
  Real square = 1 / (z * z);
  // B(2k) / 2k by Abramowitz and Stegun, 6.3.18.
  Real series =
      square *
      polynomial(square, {1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240,
                          1.0 / 132, -691.0 / 32760, 1.0 / 12, -3617.0 / 8160});
  Real value = log(z) - 0.5 / z - series;
  return where(isSmall, value - top / bottom, value);
}

template <typename Real>
Real digamma(Real x) {
  auto reflects = x < 0;
  Real value = positiveDigamma(where(reflects, 1 - x, x));
  Real rest = x - floor(x);
  Real mirrored = value - pi * cos(pi * rest) / sin(pi * rest);
  mirrored = where(equal(x, floor(x)), NAN, mirrored);
  Real pole = copySign(x(INFINITY), -x);
  return where(equal(x, 0), pole, where(reflects, mirrored, value));
}

/// The rest of zeta after its first terms: Euler and Maclaurin's formula, from
/// the term of `a` on.
template <typename Real>
Real zetaTail(Real s, Real a) {
  // B(2k) / (2k)! is B(2k) over the factors that the loop leaves out.
  static constexpr double bernoulli[] = {
      1.0 / 6,       -1.0 / 30, 1.0 / 42,      -1.0 / 30,     5.0 / 66,
      -691.0 / 2730, 7.0 / 6,   -3617.0 / 510, 43867.0 / 798, -174611.0 / 330};
  Real power = pow(a, -s);
  Real sum = power * a / (s - 1) + 0.5 * power;
  Real factor = s * power / (2 * a), square = a * a;
  for (int k = 1; k <= 10; ++k) {
    sum = sum + bernoulli[k - 1] * factor;
    if (k < 10)
      factor = factor * ((s + (2 * k - 1)) * (s + 2 * k)) /
               (square * ((2 * k + 1) * (2 * k + 2)));
  }
  return sum;
}

template <typename Real>
Real zeta(Real s, Real q) {
  auto isPole = (q <= 0) & equal(q, floor(q));
  auto isBad = !(s > 1) | isNan(q) |
               ((q <= 0) & !equal(q, floor(q)) & !equal(s, floor(s)));
  Real first = where(isPole | isBad, 12, q);
  // Carried: how many terms, the next number, the sum, is it exact?
  Carried<Real> terms = loopWhile(
      Carried<Real>{s(0), first, s(0), s(0)},
      [](ArrayRef<Real> now) {
        return ((now[0] < 12) | (now[1] < 12)) & equal(now[3], 0);
      },
      [&](ArrayRef<Real> now) -> Carried<Real> {
        Real term = pow(now[1], -s), sum = now[2] + term;
        auto isLast = (now[1] > 0) & (abs(term) < 1e-18 * abs(sum));
        return {now[0] + 1, now[1] + 1, sum, where(isLast, s(1), s(0))};
      });
  Real value =
      where(equal(terms[3], 0), terms[2] + zetaTail(s, terms[1]), terms[2]);
  value = where(isBad, NAN, where(isPole & (s > 1), INFINITY, value));
  return where(equal(s, 1), INFINITY, value);
}

template <typename Real>
Real polygamma(int64_t n, Real x) {
  if (n == 0)
    return digamma(x);
  if (n == 1) {
    // By reflection, as PyTorch does for trigamma.
    auto reflects = x < 0.5;
    Real sine = sin(pi * x);
    Real value = zeta(x(2), where(reflects, 1 - x, x));
    return where(reflects, pi * pi / (sine * sine) - value, value);
  }
  double factor = (n % 2 ? 1 : -1) * std::exp(std::lgamma(n + 1.0));
  return factor * zeta(x(n + 1.0), x);
}

/// x^a exp(-x) / gamma(a)
template <typename Real>
Real gammaFactor(Real a, Real x) {
  return exp(a * log(x) - x - logGamma(a));
}

/// The lower function by its series, for x < a + 1.
template <typename Real>
Real lowerSeries(Real a, Real x) {
  Real first = 1 / a;
  Carried<Real> last = loopWhile(
      Carried<Real>{a + 1, first, first},
      [](ArrayRef<Real> now) { return abs(now[1]) > 1e-17 * abs(now[2]); },
      [&](ArrayRef<Real> now) -> Carried<Real> {
        Real term = now[1] * (x / now[0]);
        return {now[0] + 1, term, now[2] + term};
      });
  return last[2];
}

/// The upper function by its continued fraction (Lentz), for x >= a + 1.
template <typename Real>
Real upperFraction(Real a, Real x) {
  constexpr double tiny = 1e-300;
  Real b = x + 1 - a, d = 1 / b;
  // Carried: i, b, c, d, the product, and the last factor.
  Carried<Real> last = loopWhile(
      Carried<Real>{a(1), b, a(1 / tiny), d, d, a(0)},
      [](ArrayRef<Real> now) {
        return (now[0] < 100000) & (abs(now[5] - 1) >= 1e-16);
      },
      [&](ArrayRef<Real> now) -> Carried<Real> {
        Real numerator = -(now[0] * (now[0] - a)), next = now[1] + 2;
        Real below = numerator * now[3] + next;
        below = 1 / where(equal(below, 0), tiny, below);
        Real above = next + numerator / now[2];
        above = where(equal(above, 0), tiny, above);
        Real factor = below * above;
        return {now[0] + 1, next, above, below, now[4] * factor, factor};
      });
  return last[4];
}

/// The lower or the upper function. Both sum to 1.
template <typename Real>
Real regularised(Real a, Real x, bool upper) {
  auto isInside = (a > 0) & (x > 0) & (a < INFINITY) & (x < INFINITY);
  auto isLow = isInside & (x < a + 1), isHigh = isInside & !isLow;
  Real factor = gammaFactor(where(isInside, a, 1), where(isInside, x, 1));
  Real low = factor * lowerSeries(where(isLow, a, 1), where(isLow, x, 0));
  Real high =
      factor * upperFraction(where(isHigh, a, 1), where(isHigh, x, 1e9));
  Real value =
      upper ? where(isLow, 1 - low, high) : where(isLow, low, 1 - high);
  double below = upper ? 1 : 0, above = upper ? 0 : 1;
  // At the ends: x = 0, then x or a infinite, then a = 0.
  auto isEnd = equal(x, INFINITY) | equal(a, 0);
  auto isOpen =
      (equal(x, INFINITY) & equal(a, INFINITY)) | (equal(x, 0) & equal(a, 0));
  value = where(equal(x, 0) | equal(a, INFINITY), below, value);
  value = where(isEnd, above, value);
  auto isBad = !(a >= 0) | !(x >= 0) | isOpen;
  return where(isBad, NAN, value);
}

template <typename Real>
Real incompleteGamma(Real a, Real x) {
  return regularised(a, x, /*upper=*/false);
}
template <typename Real>
Real incompleteGammaComplement(Real a, Real x) {
  return regularised(a, x, /*upper=*/true);
}

} // namespace kiln::special

#endif // KILN_SPECIAL_GAMMA_H
