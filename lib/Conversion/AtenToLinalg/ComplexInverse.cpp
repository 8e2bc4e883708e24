// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inverse trigonometric and hyperbolic functions of complex numbers, with the
// branch cuts of C: the sign of a zero says on which side of a cut it lies.
#include "Complex.h"

using namespace kiln;

static constexpr double pi = 3.14159265358979323846;
static constexpr double logOf2 = 0.69314718055994530942;
/// Beyond this size 1 is nothing beside a square, and squares overflow.
static constexpr double large = 1e150;

/// i a and -i a.
static Complex turn(Complex a) { return {-a.im, a.re}; }
static Complex turnBack(Complex a) { return {a.im, -a.re}; }

static Flag isHuge(Complex a) {
  return (abs(a.re) > large) | (abs(a.im) > large);
}

/// By the square roots of 1 - a and 1 + a, whose product does not cancel
/// (Kahan, Branch cuts for complex elementary functions, 1987).
Complex kiln::asin(Complex a) {
  Complex below = sqrt(Complex{1 - a.re, -a.im});
  Complex above = sqrt(Complex{1 + a.re, a.im});
  Complex value = {atan2(a.re, (below * above).re),
                   asinh((conj(below) * above).im)};
  Complex far = {atan2(a.re, abs(a.im)), copySign(logOf2 + log(abs(a)), a.im)};
  return where(isHuge(a), far, value);
}
Complex kiln::acos(Complex a) {
  Complex value = asin(a);
  return {pi / 2 - value.re, -value.im};
}
Complex kiln::asinh(Complex a) { return turn(asin(turnBack(a))); }
Complex kiln::acosh(Complex a) {
  Complex value = acos(a);
  return {abs(value.im), copySign(value.re, a.im)};
}
Complex kiln::atanh(Complex a) {
  Real rest = 1 - a.re, square = a.im * a.im;
  Real size = log1p(4 * a.re / (rest * rest + square)) / 4;
  Real angle = atan2(2 * a.im, rest * (1 + a.re) - square) / 2;
  Complex far = {copySign(a.re(0), a.re), copySign(a.re(pi / 2), a.im)};
  return where(isHuge(a), far, {size, angle});
}
Complex kiln::atan(Complex a) { return turnBack(atanh(turn(a))); }

/// log(1 + a), also where a is small.
Complex kiln::log1p(Complex a) {
  Complex far = log(a);
  Real square = a.re * (2 + a.re) + a.im * a.im;
  return where(isHuge(a), far, {log1p(square) / 2, atan2(a.im, 1 + a.re)});
}
/// exp(a) - 1, also where a is small.
Complex kiln::expm1(Complex a) {
  Real half = sin(a.im / 2), rest = 2 * half * half;
  Complex power = exp(a);
  return {where(equal(a.im, 0), expm1(a.re), expm1(a.re) * cos(a.im) - rest),
          power.im};
}
