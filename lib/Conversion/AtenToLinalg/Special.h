// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Special functions of real numbers, to about 13 digits. Outside of their
// domains they give what PyTorch gives. They are the formulas of
// lib/Reference, so that the evaluator and compiled code agree.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_SPECIAL_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_SPECIAL_H

#include "Real.h"

namespace kiln::special {

// Gamma and zeta.
Real logGamma(Real x);
Real digamma(Real x);
/// The n-th derivative of digamma.
Real polygamma(int64_t n, Real x);
/// Hurwitz: the sum of (q + k)^-s over k from 0.
Real zeta(Real s, Real q);
/// Regularised, lower and upper.
Real incompleteGamma(Real a, Real x);
Real incompleteGammaComplement(Real a, Real x);

// Error functions and their inverses.
Real erfc(Real x);
/// exp(x^2) erfc(x)
Real scaledErfc(Real x);
Real inverseErf(Real x);
/// The quantile of the normal distribution.
Real normalQuantile(Real p);

// Bessel and Airy.
Real besselJ0(Real x);
Real besselJ1(Real x);
Real besselY0(Real x);
Real besselY1(Real x);
/// Modified, of order 0 or 1; scaled by exp(-|x|), or by exp(x) for K.
Real besselI(int order, Real x);
Real scaledBesselI(int order, Real x);
Real besselK(int order, Real x);
Real scaledBesselK(int order, Real x);
Real sphericalBesselJ0(Real x);
Real airyAi(Real x);

// Orthogonal polynomials of degree n; 0 for a negative degree.
Real chebyshevT(Real x, Real n);
Real chebyshevU(Real x, Real n);
Real chebyshevV(Real x, Real n);
Real chebyshevW(Real x, Real n);
Real hermiteH(Real x, Real n);
Real hermiteHe(Real x, Real n);
Real laguerre(Real x, Real n);
Real legendre(Real x, Real n);

} // namespace kiln::special

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_SPECIAL_H
