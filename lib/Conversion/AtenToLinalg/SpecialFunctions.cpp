// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Special functions, by the formulas of kiln/Special, in f64.
#include "Pointwise.h"
#include "Real.h"
#include "kiln/Special/Bessel.h"
#include "kiln/Special/Erf.h"
#include "kiln/Special/Gamma.h"
#include "kiln/Special/Polynomials.h"

using namespace mlir;
using namespace kiln;

/// A function of doubles; the result has the payload's dtype.
template <auto function, typename... Args>
static Value inDouble(Payload &p, ArrayRef<Value> args, Args... before) {
  Formulas formulas{p.builder, p.loc};
  Type f64 = p.builder.getF64Type();
  auto real = [&](Value value) -> Real {
    return {&formulas, castScalar(p.builder, p.loc, value, p.dtype, f64)};
  };
  Real result;
  if constexpr (std::is_invocable_v<decltype(function), Args..., Real>)
    result = function(before..., real(args[0]));
  else
    result = function(before..., real(args[0]), real(args[1]));
  return castScalar(p.builder, p.loc, result.value, f64, p.dtype);
}

template <auto function>
static Value emit(Payload &p, ArrayRef<Value> args) {
  return inDouble<function>(p, args);
}
/// The function of order 0 or 1.
template <auto function, int order>
static Value emitOfOrder(Payload &p, ArrayRef<Value> args) {
  return inDouble<function>(p, args, order);
}
static Value emitPolygamma(Payload &p, ArrayRef<Value> args) {
  return inDouble<special::polygamma<Real>>(p, {args[0]}, p.op.getInt("n"));
}

static Real shift(Real x) { return 2 * x - 1; }
template <auto function>
static Real shifted(Real x, Real n) {
  return function(shift(x), n);
}

#define KILN_POLYNOMIAL(NAME, ...)                                             \
  {NAME ".default", __VA_ARGS__}, {NAME ".n_scalar", __VA_ARGS__},             \
      {NAME ".x_scalar", __VA_ARGS__},

static constexpr PointwiseRow kRows[] =
    {{"aten.hypot.default", emit<static_cast<Real (*)(Real, Real)>(hypot)>},
     {"aten.digamma.default", emit<special::digamma<Real>>},
     {"aten.erfc.default", emit<special::erfc<Real>>},
     {"aten.erfinv.default", emit<special::inverseErf<Real>>},
     {"aten.igamma.default", emit<special::incompleteGamma<Real>>},
     {"aten.igammac.default", emit<special::incompleteGammaComplement<Real>>},
     {"aten.lgamma.default", emit<special::logGamma<Real>>},
     {"aten.polygamma.default", emitPolygamma},
     {"aten.special_erfcx.default", emit<special::scaledErfc<Real>>},
     {"aten.special_ndtri.default", emit<special::normalQuantile<Real>>},
     {"aten.special_zeta.default", emit<special::zeta<Real>>},
     {"aten.special_zeta.other_scalar", emit<special::zeta<Real>>},
     {"aten.special_zeta.self_scalar", emit<special::zeta<Real>>},
     {"aten.i0.default", emitOfOrder<special::besselI<Real>, 0>},
     {"aten.special_airy_ai.default", emit<special::airyAi<Real>>},
     {"aten.special_bessel_j0.default", emit<special::besselJ0<Real>>},
     {"aten.special_bessel_j1.default", emit<special::besselJ1<Real>>},
     {"aten.special_bessel_y0.default", emit<special::besselY0<Real>>},
     {"aten.special_bessel_y1.default", emit<special::besselY1<Real>>},
     {"aten.special_i0e.default", emitOfOrder<special::scaledBesselI<Real>, 0>},
     {"aten.special_i1.default", emitOfOrder<special::besselI<Real>, 1>},
     {"aten.special_i1e.default", emitOfOrder<special::scaledBesselI<Real>, 1>},
     {"aten.special_modified_bessel_i0.default",
      emitOfOrder<special::besselI<Real>, 0>},
     {"aten.special_modified_bessel_i1.default",
      emitOfOrder<special::besselI<Real>, 1>},
     {"aten.special_modified_bessel_k0.default",
      emitOfOrder<special::besselK<Real>, 0>},
     {"aten.special_modified_bessel_k1.default",
      emitOfOrder<special::besselK<Real>, 1>},
     {"aten.special_scaled_modified_bessel_k0.default",
      emitOfOrder<special::scaledBesselK<Real>, 0>},
     {"aten.special_scaled_modified_bessel_k1.default",
      emitOfOrder<special::scaledBesselK<Real>, 1>},
     {"aten.special_spherical_bessel_j0.default",
      emit<special::sphericalBesselJ0<Real>>},
     KILN_POLYNOMIAL(
         "aten.special_chebyshev_polynomial_t",
         emit<special::chebyshevT<
             Real>>) KILN_POLYNOMIAL("aten.special_chebyshev_polynomial_u",
                                     emit<special::chebyshevU<Real>>)
         KILN_POLYNOMIAL("aten.special_chebyshev_polynomial_v",
                         emit<special::chebyshevV<Real>>)
             KILN_POLYNOMIAL("aten.special_chebyshev_polynomial_w",
                             emit<special::chebyshevW<Real>>)
                 KILN_POLYNOMIAL(
                     "aten.special_hermite_polynomial_h",
                     emit<special::hermiteH<
                         Real>>) KILN_POLYNOMIAL("aten.special_hermite_"
                                                 "polynomial_he",
                                                 emit<special::hermiteHe<Real>>)
                     KILN_POLYNOMIAL(
                         "aten.special_laguerre_polynomial_l",
                         emit<special::laguerre<Real>>)
                         KILN_POLYNOMIAL(
                             "aten.special_legendre_polynomial_p",
                             emit<special::legendre<Real>>)
                             KILN_POLYNOMIAL(
                                 "aten.special_shifted_chebyshev_polynomial_t",
                                 emit<shifted<special::chebyshevT<Real>>>)
                                 KILN_POLYNOMIAL(
                                     "aten.special_shifted_chebyshev_"
                                     "polynomial_u",
                                     emit<shifted<special::chebyshevU<Real>>>)
                                     KILN_POLYNOMIAL(
                                         "aten.special_shifted_chebyshev_"
                                         "polynomial_v",
                                         emit<shifted<
                                             special::chebyshevV<Real>>>)
                                         KILN_POLYNOMIAL(
                                             "aten.special_shifted_chebyshev_"
                                             "polynomial_w",
                                             emit<shifted<
                                                 special::chebyshevW<Real>>>)};
#undef KILN_POLYNOMIAL

ArrayRef<PointwiseRow> kiln::getSpecialRows() { return kRows; }
