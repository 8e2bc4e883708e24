// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bessel and Airy functions. Numbers of formulas are those of Abramowitz and
// Stegun.
#ifndef KILN_SPECIAL_BESSEL_H
#define KILN_SPECIAL_BESSEL_H

#include "kiln/Special/Number.h"

namespace kiln::special {

/// Euler and Mascheroni's constant.
inline constexpr double euler = 0.57721566490153286061;

//===----------------------------------------------------------------------===//
// J and Y
//===----------------------------------------------------------------------===//

/// The functions of orders 0 and 1 of one positive argument.
template <typename Real>
struct Cylinder {
  Real j0, j1, y0, y1;
};

/// By the ascending series (9.1.10 to 9.1.13), below 4.
template <typename Real>
Cylinder<Real> ascending(Real x) {
  SmallVector<double> j0, j1, y0, y1;
  double term = 1, harmonic = 0;
  for (int k = 0; k < 22; ++k) {
    // term is (-1)^k / k!^2.
    j0.push_back(term);
    j1.push_back(term / (k + 1));
    y0.push_back(-term * harmonic);
    double next = harmonic + 1.0 / (k + 1);
    y1.push_back(term / (k + 1) * (harmonic + next - 2 * euler));
    harmonic = next;
    term /= -double(k + 1) * (k + 1);
  }
  Real half = x / 2, z = half * half, scale = 2 / pi * log(half);
  Real j = polynomial(z, j0), first = half * polynomial(z, j1);
  Real y = (scale + 2 / pi * euler) * j + 2 / pi * polynomial(z, y0);
  Real second = scale * first - 2 / pi / x - half / pi * polynomial(z, y1);
  return {j, first, y, second};
}

/// From 4 to 25: Miller's recurrence downwards from order 65, normalised by
/// 9.1.46; Y by Neumann's series (9.1.88).
template <typename Real>
Cylinder<Real> miller(Real x) {
  Real inverse = 2 / x;
  // Carried: k, J(2k + 2), J(2k + 1), (-1)^k, the sum of 9.1.46 and those of Y.
  Carried<Real> last = loopWhile(
      Carried<Real>{x(32), x(0), x(1e-60), x(1), x(0), x(0), x(0)},
      [](ArrayRef<Real> now) { return now[0] >= 1; },
      [&](ArrayRef<Real> now) -> Carried<Real> {
        Real k = now[0], odd = now[2], sign = now[3];
        Real even = (2 * k + 1) * inverse * odd - now[1];
        Real below = 2 * k * inverse * even - odd;
        return {k - 1,
                even,
                below,
                -sign,
                now[4] + 2 * even,
                now[5] + sign * even / k,
                now[6] + sign * (2 * k + 1) / (k * (k + 1)) * odd};
      });
  Real j1 = last[2], j0 = inverse * j1 - last[1], sum = last[4] + j0;
  j0 = j0 / sum;
  j1 = j1 / sum;
  Real scale = 2 / pi * (log(x / 2) + euler);
  Real y0 = scale * j0 - 4 / pi * last[5] / sum;
  Real y1 = (scale - 2 / pi) * j1 - inverse / pi * j0 - 2 / pi * last[6] / sum;
  return {j0, j1, y0, y1};
}

/// P and Q of order 0 or 1 (9.2.9, 9.2.10).
template <typename Real>
std::pair<Real, Real> amplitudes(int order, Real x) {
  double mu = 4.0 * order * order, term = 1;
  SmallVector<double> even, odd;
  for (int k = 0; k < 24; ++k) {
    (k % 2 ? odd : even).push_back(k / 2 % 2 ? -term : term);
    term *= (mu - (2 * k + 1) * (2 * k + 1)) / (8.0 * (k + 1));
  }
  Real inverse = 1 / x, square = inverse * inverse;
  return {polynomial(square, even), inverse * polynomial(square, odd)};
}

/// By Hankel's asymptotic series (9.2.5, 9.2.6), from 25 on.
template <typename Real>
Cylinder<Real> asymptotic(Real x) {
  Real sine = sin(x), cosine = cos(x), size = 1 / sqrt(pi * x);
  Real sum = cosine + sine, rest = sine - cosine;
  auto [p, q] = amplitudes(0, x);
  auto [p1, q1] = amplitudes(1, x);
  return {size * (p * sum - q * rest), size * (p1 * rest + q1 * sum),
          size * (p * rest + q * sum), size * (q1 * rest - p1 * sum)};
}

/// For |x|; infinity has the limit 0.
template <typename Real>
Real cylinder(Real Cylinder<Real>::*which, Real x) {
  Real size = abs(x);
  auto isSmall = size < 4, isLarge = size >= 25;
  Real small = ascending(where(isSmall, size, 1)).*which;
  Real middle = miller(where(isSmall | isLarge | isNan(x), 4, size)).*which;
  Real large = asymptotic(where(isLarge, size, 25)).*which;
  Real value = where(isSmall, small, where(isLarge, large, middle));
  value = where(equal(size, INFINITY), 0, value);
  return where(isNan(x), x, value);
}

template <typename Real>
Real ofPositive(Real x, Real value) {
  return where(x < 0, NAN, where(equal(x, 0), -INFINITY, value));
}

template <typename Real>
Real besselJ0(Real x) {
  return cylinder(&Cylinder<Real>::j0, x);
}
template <typename Real>
Real besselJ1(Real x) {
  Real value = cylinder(&Cylinder<Real>::j1, x);
  return where(x < 0, -value, value);
}
template <typename Real>
Real besselY0(Real x) {
  return ofPositive(x, cylinder(&Cylinder<Real>::y0, x));
}
template <typename Real>
Real besselY1(Real x) {
  return ofPositive(x, cylinder(&Cylinder<Real>::y1, x));
}

template <typename Real>
Real sphericalBesselJ0(Real x) {
  Real size = abs(x);
  auto isEnd = equal(x, 0) | equal(size, INFINITY);
  Real y = where(isEnd, 1, x);
  return where(equal(x, 0), 1, where(equal(size, INFINITY), 0, sin(y) / y));
}

//===----------------------------------------------------------------------===//
// I and K
//===----------------------------------------------------------------------===//

/// The series of I (9.6.10), whose terms are all positive; for |x| up to 30.
template <typename Real>
Real seriesI(int order, Real x) {
  Real quarter = x * x / 4, first = order ? x / 2 : x(1);
  Carried<Real> last = loopWhile(
      Carried<Real>{x(1), first, first},
      [](ArrayRef<Real> now) { return abs(now[1]) > 1e-18 * abs(now[2]); },
      [&](ArrayRef<Real> now) -> Carried<Real> {
        Real k = now[0], term = now[1] * quarter / (k * (k + order));
        return {k + 1, term, now[2] + term};
      });
  return last[2];
}

/// The asymptotic series of I / exp(x) (9.7.1), for x above 30.
template <typename Real>
Real asymptoticI(int order, Real x) {
  double mu = 4.0 * order * order, term = 1;
  SmallVector<double> coefficients;
  for (int k = 1; k <= 30; ++k) {
    coefficients.push_back(term);
    term *= -(mu - (2 * k - 1) * (2 * k - 1)) / (8.0 * k);
  }
  return polynomial(1 / x, coefficients) / sqrt(2 * pi * x);
}

/// With the sign of an odd function.
template <typename Real>
Real withSign(int order, Real value, Real x) {
  return order ? copySign(value, x) : value;
}

template <typename Real>
Real scaledBesselI(int order, Real x) {
  Real size = abs(x);
  auto isFar = size > 30;
  Real near = where(isFar, 30, size);
  Real value = where(isFar, asymptoticI(order, where(isFar, size, 30)),
                     exp(-near) * seriesI(order, near));
  return where(isNan(x), x, withSign(order, value, x));
}

template <typename Real>
Real besselI(int order, Real x) {
  Real size = abs(x);
  auto isFar = size > 30;
  // Two factors, so that only the result overflows.
  Real half = exp(size / 2);
  Real far = asymptoticI(order, where(isFar, size, 30)) * half * half;
  Real value = where(isFar, far, seriesI(order, where(isFar, 30, size)));
  value = where(equal(size, INFINITY), size, value);
  return where(isNan(x), x, withSign(order, value, x));
}

/// exp(x) K(order, x) (9.6.24): the integral of exp(-x (cosh t - 1))
/// cosh(order t) from 0, by the trapezoidal rule, which converges exponentially
/// here.
template <typename Real>
Real integrateK(double order, Real x) {
  constexpr double step = 1.0 / 16;
  // Carried: the number of the point, the sum, and does it go on?
  Carried<Real> last = loopWhile(
      Carried<Real>{x(1), x(0.5), x(1)},
      [](ArrayRef<Real> now) { return equal(now[2], 1); },
      [&](ArrayRef<Real> now) -> Carried<Real> {
        Real t = now[0] * step, e = exp(t / 2), sine = (e - 1 / e) / 2;
        Real power = exp(order * t), decay = 2 * x * sine * sine;
        Real term = exp(-decay) * (power + 1 / power) / 2, sum = now[1] + term;
        auto isLast = (term < 1e-18 * sum) & (decay > order * t);
        return {now[0] + 1, sum, where(isLast, 0, x(1))};
      });
  return last[1] * step;
}

/// exp(-x) or 1 times the integral; the function has a pole at 0.
template <typename Real>
Real positiveK(double order, Real x, bool isScaled) {
  auto isInside = (x > 0) & (x < INFINITY);
  Real value = integrateK(order, where(isInside, x, 1));
  if (!isScaled)
    value = value * exp(-x);
  value = where(equal(x, INFINITY), 0, value);
  return where(x > 0, value, where(equal(x, 0), INFINITY, x(NAN)));
}

template <typename Real>
Real scaledBesselK(int order, Real x) {
  return positiveK(order, x, /*isScaled=*/true);
}
template <typename Real>
Real besselK(int order, Real x) {
  return positiveK(order, x, /*isScaled=*/false);
}

//===----------------------------------------------------------------------===//
// Airy
//===----------------------------------------------------------------------===//

/// Ai and its derivative at the integers from -9 to 2.
inline constexpr double airyAt[][2] = {
    {-0.022133721547341403674, -0.97566398092633159471},
    {-0.052705050356386202622, 0.93556093819830655103},
    {0.18428083525050563728, -0.77100816841012654773},
    {-0.32914517362982310523, 0.34593548728134289493},
    {0.35076100902411431979, 0.32719281855444313679},
    {-0.070265532949289515099, -0.7906285753685813803},
    {-0.37881429367765807435, 0.31458376921659881365},
    {0.22740742820168557599, 0.61825902074169104141},
    {0.5355608832923521188, -0.010160567116645209395},
    {0.35502805388781723926, -0.25881940379280679841},
    {0.13529241631288141552, -0.15914744129679321279},
    {0.034924130423274379135, -0.053090384433653631704},
};

/// From -9 to 2: the Taylor series of the solution of y'' = x y at the nearest
/// integer.
template <typename Real>
Real airyNear(Real x) {
  Real center = x(-9), value = x(airyAt[0][0]), slope = x(airyAt[0][1]);
  for (int i = 1; i < 12; ++i) {
    auto isHere = x >= (i - 9.5);
    center = where(isHere, i - 9.0, center);
    value = where(isHere, airyAt[i][0], value);
    slope = where(isHere, airyAt[i][1], slope);
  }
  // (n + 2) (n + 1) a(n + 2) = center a(n) + a(n - 1)
  SmallVector<Real> a = {value, slope, center * value / 2};
  for (int n = 1; n < 24; ++n)
    a.push_back((center * a[n] + a[n - 1]) / ((n + 2) * (n + 1)));
  Real h = x - center, sum = a.back();
  for (Real coefficient : llvm::reverse(ArrayRef(a).drop_back()))
    sum = sum * h + coefficient;
  return sum;
}

/// Below -9, of -x: two asymptotic series, of cosine and sine (10.4.60).
template <typename Real>
Real airyOscillating(Real x) {
  Real root = sqrt(x), z = 2.0 / 3 * x * root;
  SmallVector<double> even, odd;
  double term = 1;
  for (int k = 0; k < 24; ++k) {
    (k % 2 ? odd : even).push_back(k / 2 % 2 ? -term : term);
    term *= (6 * k + 1) * (6 * k + 3) * (6 * k + 5) /
            (216.0 * (k + 1) * (2 * k + 1));
  }
  Real inverse = 1 / z, square = inverse * inverse;
  Real p = polynomial(square, even), q = inverse * polynomial(square, odd);
  Real sum = cos(z) + sin(z), rest = sin(z) - cos(z);
  return (sum * p + rest * q) / (std::sqrt(2 * pi) * sqrt(root));
}

template <typename Real>
Real airyAi(Real x) {
  auto isLow = x < -9, isHigh = x >= 2, isFinite = abs(x) < INFINITY;
  Real low = airyOscillating(where(isLow & isFinite, -x, 9));
  Real y = where(isHigh & isFinite, x, 2), z = 2.0 / 3 * y * sqrt(y);
  Real high = sqrt(y / 3) / pi * exp(-z) * integrateK(1.0 / 3, z);
  high = where(x > 103.892, 0, high);
  Real middle = airyNear(where(isLow | isHigh, 0, x));
  return where(isFinite, where(isLow, low, where(isHigh, high, middle)), NAN);
}

} // namespace kiln::special

#endif // KILN_SPECIAL_BESSEL_H
