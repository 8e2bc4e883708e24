// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Special functions, element by element.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"
#include "kiln/Special/Bessel.h"
#include "kiln/Special/Erf.h"
#include "kiln/Special/Gamma.h"
#include "kiln/Special/Polynomials.h"

namespace kiln::reference {
using namespace kiln::special;

/// A tensor argument, of whatever name it has.
static StringRef firstArgument(Call &call) {
  return call.getOp().getSchema().getArguments()[0].name;
}

template <Number (*fn)(Number)>
static KernelResult evaluateUnary(Call &call) {
  Tensor self = call.tensor(firstArgument(call));
  if (isComplex(self.getElementType()))
    return call.unsupported("only real numbers are supported");
  Dense<double> values = load<double>(self);
  for (double &value : values.values)
    value = fn(value).value;
  return result(call, values);
}

template <Number (*fn)(int, Number), int order>
static Number atOrder(Number x) {
  return fn(order, x);
}

/// The function of order 0 or 1.
template <Number (*fn)(int, Number), int order>
static KernelResult evaluateOfOrder(Call &call) {
  return evaluateUnary<atOrder<fn, order>>(call);
}

/// An argument, tensor or number, in the shape of the result.
static Dense<double> loadWide(Call &call, unsigned index) {
  const aten::SchemaArgument &argument =
      call.getOp().getSchema().getArguments()[index];
  if (argument.type.kind == aten::TypeKind::Scalar)
    return Dense<double>(call.resultSizes(),
                         toDouble(call.scalar(argument.name)));
  return broadcastTo(load<double>(call.tensor(argument.name)),
                     call.resultSizes());
}

template <Number (*fn)(Number, Number)>
static KernelResult evaluateBinary(Call &call) {
  Dense<double> left = loadWide(call, 0), right = loadWide(call, 1);
  for (int64_t i = 0; i < left.getNumElements(); ++i)
    left[i] = fn(left[i], right[i]).value;
  return result(call, left);
}

/// The polynomials; the shifted ones are those at 2 x - 1.
template <Number (*fn)(Number, Number), bool shifted>
static KernelResult evaluatePolynomial(Call &call) {
  Dense<double> x = loadWide(call, 0), n = loadWide(call, 1);
  for (int64_t i = 0; i < x.getNumElements(); ++i)
    x[i] = fn(shifted ? 2 * x[i] - 1 : x[i], n[i]).value;
  return result(call, x);
}

static KernelResult evaluatePolygamma(Call &call) {
  int64_t n = call.integer("n");
  if (n < 0)
    return call.error("there is no derivative number " + Twine(n));
  Dense<double> values = load<double>(call.tensor("self"));
  for (double &value : values.values)
    value = polygamma(n, Number(value)).value;
  return result(call, values);
}

static void addPolynomials(KernelTable &table) {
  auto add = [&](const Twine &name, Kernel kernel) {
    std::string base = ("aten.special_" + name + ".").str();
    for (StringRef overload : {"default", "x_scalar", "n_scalar"})
      table.add(base + overload.str(), kernel);
  };
  add("chebyshev_polynomial_t", evaluatePolynomial<chebyshevT<Number>, false>);
  add("chebyshev_polynomial_u", evaluatePolynomial<chebyshevU<Number>, false>);
  add("chebyshev_polynomial_v", evaluatePolynomial<chebyshevV<Number>, false>);
  add("chebyshev_polynomial_w", evaluatePolynomial<chebyshevW<Number>, false>);
  add("shifted_chebyshev_polynomial_t",
      evaluatePolynomial<chebyshevT<Number>, true>);
  add("shifted_chebyshev_polynomial_u",
      evaluatePolynomial<chebyshevU<Number>, true>);
  add("shifted_chebyshev_polynomial_v",
      evaluatePolynomial<chebyshevV<Number>, true>);
  add("shifted_chebyshev_polynomial_w",
      evaluatePolynomial<chebyshevW<Number>, true>);
  add("hermite_polynomial_h", evaluatePolynomial<hermiteH<Number>, false>);
  add("hermite_polynomial_he", evaluatePolynomial<hermiteHe<Number>, false>);
  add("laguerre_polynomial_l", evaluatePolynomial<laguerre<Number>, false>);
  add("legendre_polynomial_p", evaluatePolynomial<legendre<Number>, false>);
}

void registerSpecial(KernelTable &table) {
  table.add("aten.lgamma.default", evaluateUnary<logGamma<Number>>);
  table.add("aten.digamma.default", evaluateUnary<digamma<Number>>);
  table.add("aten.polygamma.default", evaluatePolygamma);
  for (StringRef overload : {"default", "other_scalar", "self_scalar"})
    table.add(("aten.special_zeta." + overload).str(),
              evaluateBinary<zeta<Number>>);
  table.add("aten.igamma.default", evaluateBinary<incompleteGamma<Number>>);
  table.add("aten.igammac.default",
            evaluateBinary<incompleteGammaComplement<Number>>);
  table.add("aten.special_erfcx.default", evaluateUnary<scaledErfc<Number>>);
  table.add("aten.erfinv.default", evaluateUnary<inverseErf<Number>>);
  table.add("aten.special_ndtri.default",
            evaluateUnary<normalQuantile<Number>>);
  table.add("aten.special_bessel_j0.default", evaluateUnary<besselJ0<Number>>);
  table.add("aten.special_bessel_j1.default", evaluateUnary<besselJ1<Number>>);
  table.add("aten.special_bessel_y0.default", evaluateUnary<besselY0<Number>>);
  table.add("aten.special_bessel_y1.default", evaluateUnary<besselY1<Number>>);
  for (StringRef name :
       {"aten.i0.default", "aten.special_modified_bessel_i0.default"})
    table.add(name, evaluateOfOrder<besselI<Number>, 0>);
  for (StringRef name :
       {"aten.special_i1.default", "aten.special_modified_bessel_i1.default"})
    table.add(name, evaluateOfOrder<besselI<Number>, 1>);
  table.add("aten.special_i0e.default",
            evaluateOfOrder<scaledBesselI<Number>, 0>);
  table.add("aten.special_i1e.default",
            evaluateOfOrder<scaledBesselI<Number>, 1>);
  table.add("aten.special_modified_bessel_k0.default",
            evaluateOfOrder<besselK<Number>, 0>);
  table.add("aten.special_modified_bessel_k1.default",
            evaluateOfOrder<besselK<Number>, 1>);
  table.add("aten.special_scaled_modified_bessel_k0.default",
            evaluateOfOrder<scaledBesselK<Number>, 0>);
  table.add("aten.special_scaled_modified_bessel_k1.default",
            evaluateOfOrder<scaledBesselK<Number>, 1>);
  table.add("aten.special_spherical_bessel_j0.default",
            evaluateUnary<sphericalBesselJ0<Number>>);
  table.add("aten.special_airy_ai.default", evaluateUnary<airyAi<Number>>);
  addPolynomials(table);
}

} // namespace kiln::reference
