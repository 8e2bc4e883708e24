// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Complex numbers by their parts. Core has no complex constructor: the views
// view_as_real, view_as_complex and _conj stay, as PyTorch leaves them.
#include "Complex.h"
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

Term core::getParts(Term x) {
  Sizes sizes(x.sizes());
  sizes.push_back(x.in().expr(2));
  Type real = getRealType(x.dtype());
  ExprAttr two = x.in().expr(2);
  Sizes strides;
  for (ExprAttr stride : x.type().getStridesOrDefault())
    strides.push_back(ep::mul(stride, two));
  strides.push_back(x.in().expr(1));
  ep::TensorType type =
      x.type().isContiguous()
          ? x.type().withSizes(sizes).withElementType(real)
          : makeStrided(x.type().withElementType(real), sizes, strides);
  return make(x.in(), "aten.view_as_real.default", type, x);
}

Term core::getPart(Term x, int64_t which) {
  return select(getParts(x), -1, x.in().expr(which));
}

Term core::makeComplex(Term real, Term imaginary) {
  Terms both = broadcast({real, imaginary});
  if (!both[0])
    return {};
  Term pair = stack(both, both[0].rank());
  return make(pair.in(), "aten.view_as_complex.default",
              both[0]
                  .type()
                  .withSizes(both[0].sizes())
                  .withElementType(ComplexType::get(real.dtype())),
              pair);
}

static Term decomposeReal(Call &c) {
  Term x = c("self");
  return isComplex(x.dtype()) ? getPart(x, 0) : x;
}
static Term decomposeImag(Call &c) {
  Term x = c("self");
  return isComplex(x.dtype()) ? getPart(x, 1) : c.reject("has no parts");
}
static Term decomposeIsReal(Call &c) {
  Term x = c("self");
  return isComplex(x.dtype()) ? eq(getPart(x, 1), 0)
                              : fullLike(x, true, c.boolean());
}

/// Of negative numbers pi; NaN stays.
static Term decomposeAngle(Call &c) {
  Term x = c("self");
  if (isComplex(x.dtype()))
    return atan2(getPart(x, 1), getPart(x, 0));
  constexpr double pi = 3.14159265358979323846;
  Term angle = where(x < 0, pi, full(c, {}, 0.0, c.dtype()));
  return isFloating(x.dtype()) ? where(isnan(x), x, angle) : angle;
}

static Term decomposeComplex(Call &c) {
  return makeComplex(c("real"), c("imag"));
}
static Term decomposePolar(Call &c) {
  Term size = c("abs"), angle = c("angle");
  return makeComplex(size * cos(angle), size * sin(angle));
}
static Term decomposeConjPhysical(Call &c) {
  Term x = c("self");
  return isComplex(x.dtype()) ? makeComplex(getPart(x, 0), -getPart(x, 1)) : x;
}

/// A conjugate transpose.
static Term decomposeMH(Call &c) {
  Term x(c, c.op->getOperand(0));
  Term turned = transpose(x, -1, -2);
  if (!isComplex(c.dtype()) || !turned)
    return turned;
  return make(c, "aten._conj.default", turned.type(), turned);
}

/// The left factor is conjugated.
static Term decomposeVdot(Call &c) {
  Term a = c("self"), b = c("other");
  if (isComplex(a.dtype()))
    a = make(c, "aten._conj.default", a.type(), a);
  return to(sum(a * b, {0}), c.dtype());
}
static Term decomposeVecdot(Call &c) {
  Term a = c("x"), b = c("y");
  if (isComplex(a.dtype()))
    a = make(c, "aten._conj.default", a.type(), a);
  return to(sum(a * b, {c.integer("dim")}), c.dtype());
}

void aten::populateComplexDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.real.default", decomposeReal},
            {"aten.imag.default", decomposeImag},
            {"aten.isreal.default", decomposeIsReal},
            {"aten.angle.default", decomposeAngle},
            {"aten.complex.default", decomposeComplex},
            {"aten.polar.default", decomposePolar},
            {"aten.conj_physical.default", decomposeConjPhysical},
            {"aten.mH.default", decomposeMH},
            {"aten.vdot.default", decomposeVdot},
            {"aten.linalg_vecdot.default", decomposeVecdot}});
}
