// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A double that formulas compute with.
//
// The special functions of this folder are templates over the number they are
// computed with: the evaluator takes `Number`, which computes at once, and
// compiled code takes a value that writes operations, so that both follow one
// formula, to about 13 digits. Outside of their domains the functions answer
// like PyTorch's. A number type has the interface of `Number`: both sides of
// `where` are computed, and comparisons are false on NaN.
#ifndef KILN_SPECIAL_NUMBER_H
#define KILN_SPECIAL_NUMBER_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace kiln::special {
using mlir::ArrayRef;
using mlir::SmallVector;

inline constexpr double pi = 3.14159265358979323846;

struct Number {
  double value = 0;

  Number() = default;
  Number(double value) : value(value) {}

  /// A constant of the same kind.
  Number operator()(double constant) const { return constant; }
};

inline Number operator+(Number a, Number b) { return a.value + b.value; }
inline Number operator-(Number a, Number b) { return a.value - b.value; }
inline Number operator*(Number a, Number b) { return a.value * b.value; }
inline Number operator/(Number a, Number b) { return a.value / b.value; }
inline Number operator-(Number a) { return -a.value; }

/// The truth of a comparison.
struct Truth {
  bool value;
};

inline Truth operator<(Number a, Number b) { return {a.value < b.value}; }
inline Truth operator<=(Number a, Number b) { return {a.value <= b.value}; }
inline Truth operator>(Number a, Number b) { return b < a; }
inline Truth operator>=(Number a, Number b) { return b <= a; }
inline Truth equal(Number a, Number b) { return {a.value == b.value}; }
inline Truth isNan(Number a) { return {std::isnan(a.value)}; }
inline Truth operator&(Truth a, Truth b) { return {a.value && b.value}; }
inline Truth operator|(Truth a, Truth b) { return {a.value || b.value}; }
inline Truth operator!(Truth a) { return {!a.value}; }
inline Number where(Truth condition, Number a, Number b) {
  return condition.value ? a : b;
}

inline Number abs(Number a) { return std::fabs(a.value); }
inline Number sqrt(Number a) { return std::sqrt(a.value); }
inline Number exp(Number a) { return std::exp(a.value); }
inline Number log(Number a) { return std::log(a.value); }
inline Number sin(Number a) { return std::sin(a.value); }
inline Number cos(Number a) { return std::cos(a.value); }
inline Number erf(Number a) { return std::erf(a.value); }
inline Number floor(Number a) { return std::floor(a.value); }
inline Number pow(Number a, Number b) { return std::pow(a.value, b.value); }
inline Number copySign(Number a, Number b) {
  return std::copysign(a.value, b.value);
}

/// c[0] + x * (c[1] + x * (…)).
inline Number polynomial(Number x, ArrayRef<double> coefficients) {
  double sum = coefficients.back();
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = sum * x.value + coefficient;
  return sum;
}

/// The values that a step of a loop hands to the next.
template <typename Real>
using Carried = SmallVector<Real, 4>;

/// Steps from `initial` while `condition` holds; the values carried then.
inline Carried<Number>
loopWhile(ArrayRef<Number> initial,
          llvm::function_ref<Truth(ArrayRef<Number>)> condition,
          llvm::function_ref<Carried<Number>(ArrayRef<Number>)> step) {
  Carried<Number> carried(initial);
  while (condition(carried).value)
    carried = step(carried);
  return carried;
}

} // namespace kiln::special

#endif // KILN_SPECIAL_NUMBER_H
