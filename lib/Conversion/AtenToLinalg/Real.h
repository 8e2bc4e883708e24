// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formulas in double precision as C++ expressions: each operator writes the
// operation of that name into the body of a linalg.generic. Loops are scf's.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_REAL_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_REAL_H

#include "kiln/Support/LLVM.h"

namespace kiln {

/// Where formulas are written.
struct Formulas {
  OpBuilder &builder;
  Location loc;
};

/// An i1.
struct Flag {
  Formulas *in = nullptr;
  Value value;
};

/// An f64. All values of an expression are in the same place.
struct Real {
  Formulas *in = nullptr;
  Value value;

  /// A constant in the same place.
  Real operator()(double constant) const;
};

Real operator+(Real a, Real b);
Real operator-(Real a, Real b);
Real operator*(Real a, Real b);
Real operator/(Real a, Real b);
Real operator-(Real a);
inline Real operator+(Real a, double b) { return a + a(b); }
inline Real operator+(double a, Real b) { return b(a) + b; }
inline Real operator-(Real a, double b) { return a - a(b); }
inline Real operator-(double a, Real b) { return b(a) - b; }
inline Real operator*(Real a, double b) { return a * a(b); }
inline Real operator*(double a, Real b) { return b(a) * b; }
inline Real operator/(Real a, double b) { return a / a(b); }
inline Real operator/(double a, Real b) { return b(a) / b; }

// Ordered comparisons: false on NaN.
Flag operator<(Real a, Real b);
Flag operator<=(Real a, Real b);
inline Flag operator>(Real a, Real b) { return b < a; }
inline Flag operator>=(Real a, Real b) { return b <= a; }
inline Flag operator<(Real a, double b) { return a < a(b); }
inline Flag operator<=(Real a, double b) { return a <= a(b); }
inline Flag operator>(Real a, double b) { return a > a(b); }
inline Flag operator>=(Real a, double b) { return a >= a(b); }
Flag equal(Real a, Real b);
inline Flag equal(Real a, double b) { return equal(a, a(b)); }
Flag isNan(Real a);
Flag operator&(Flag a, Flag b);
Flag operator|(Flag a, Flag b);
Flag operator!(Flag a);

Real where(Flag condition, Real a, Real b);
inline Real where(Flag condition, double a, Real b) {
  return where(condition, b(a), b);
}
inline Real where(Flag condition, Real a, double b) {
  return where(condition, a, a(b));
}

Real abs(Real a);
Real sqrt(Real a);
Real exp(Real a);
Real log(Real a);
Real log1p(Real a);
Real expm1(Real a);
Real pow(Real a, Real b);
Real sin(Real a);
Real cos(Real a);
Real erf(Real a);
Real tanh(Real a);
Real sinh(Real a);
Real cosh(Real a);
Real asinh(Real a);
/// The angle of (x, y).
Real atan2(Real y, Real x);
/// Scaled, so that no square overflows.
Real hypot(Real x, Real y);
Real floor(Real a);
/// a with the sign of b.
Real copySign(Real a, Real b);

/// c[0] + x * (c[1] + x * (…)).
Real polynomial(Real x, ArrayRef<double> coefficients);

using Reals = SmallVector<Real, 4>;
using Step = llvm::function_ref<Reals(ArrayRef<Real>)>;

/// Steps from `initial` while `condition` holds; the values carried then.
Reals loopWhile(ArrayRef<Real> initial,
                llvm::function_ref<Flag(ArrayRef<Real>)> condition, Step step);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_REAL_H
