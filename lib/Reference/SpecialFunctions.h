// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Special functions of real numbers to about 13 digits. Outside of their
// domains they return what PyTorch returns.
#ifndef KILN_LIB_REFERENCE_SPECIALFUNCTIONS_H
#define KILN_LIB_REFERENCE_SPECIALFUNCTIONS_H

#include <cstdint>

namespace kiln::reference {

//===----------------------------------------------------------------------===//
// Gamma and zeta
//===----------------------------------------------------------------------===//

double logGamma(double x);
double digamma(double x);
/// The n-th derivative of digamma.
double polygamma(int64_t n, double x);
/// Hurwitz: the sum of (q + k)^-s over k from 0.
double zeta(double s, double q);
/// Regularised, lower and upper.
double incompleteGamma(double a, double x);
double incompleteGammaComplement(double a, double x);

//===----------------------------------------------------------------------===//
// Error functions and their inverses
//===----------------------------------------------------------------------===//

/// exp(x^2) erfc(x)
double scaledErfc(double x);
double inverseErf(double x);
/// The quantile of the normal distribution.
double normalQuantile(double p);

//===----------------------------------------------------------------------===//
// Bessel and Airy
//===----------------------------------------------------------------------===//

double besselJ0(double x);
double besselJ1(double x);
double besselY0(double x);
double besselY1(double x);
/// Modified, of order 0 or 1; scaled by exp(-|x|), or by exp(x) for K.
double besselI(int order, double x);
double scaledBesselI(int order, double x);
double besselK(int order, double x);
double scaledBesselK(int order, double x);
double sphericalBesselJ0(double x);
double airyAi(double x);

//===----------------------------------------------------------------------===//
// Orthogonal polynomials of degree n; 0 for a negative degree
//===----------------------------------------------------------------------===//

double chebyshevT(double x, int64_t n);
double chebyshevU(double x, int64_t n);
double chebyshevV(double x, int64_t n);
double chebyshevW(double x, int64_t n);
double hermiteH(double x, int64_t n);
double hermiteHe(double x, int64_t n);
double laguerre(double x, int64_t n);
double legendre(double x, int64_t n);

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_SPECIALFUNCTIONS_H
