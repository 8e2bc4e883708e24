// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about numbers, bounds, and division.
#include "Families.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static constexpr double kInf = std::numeric_limits<double>::infinity();

static Term input(Call &c) { return Term(c, c.op->getOperand(0)); }
static bool isExact(Term x) {
  return isInteger(x.dtype()) || isBool(x.dtype());
}
static Term answer(Term x, bool value) {
  return fullLike(x, value, x.in().boolean());
}

static Term isFinite(Term x) {
  return isExact(x) ? answer(x, true) : ~(isinf(x) | isnan(x));
}
static Term decomposeIsFinite(Call &c) { return isFinite(input(c)); }
static Term decomposeIsPosInf(Call &c) {
  Term x = input(c);
  return isExact(x) ? answer(x, false) : eq(x, kInf);
}
static Term decomposeIsNegInf(Call &c) {
  Term x = input(c);
  return isExact(x) ? answer(x, false) : eq(x, -kInf);
}
/// |a - b| <= atol + rtol * |b|, and equal infinities.
static Term decomposeIsClose(Call &c) {
  Term a = c("self"), b = c("other");
  double rtol = c.number("rtol"), atol = c.number("atol");
  Term close = eq(a, b);
  if (c.flag("equal_nan") && !isExact(a))
    close = close | (isnan(a) & isnan(b));
  if (rtol == 0 && atol == 0)
    return close;
  Type real = toFloating(a.dtype());
  Term bound = abs(to(b, real) * rtol) + atol, distance = abs(to(a - b, real));
  Term isNear = distance <= bound;
  if (!isExact(a))
    isNear = isFinite(distance) & isNear;
  return close | isNear;
}

static Term decomposeClampMin(Call &c) {
  return clamp(input(c), c.scalar("min"), std::nullopt);
}
static Term decomposeClampMax(Call &c) {
  return clamp(input(c), std::nullopt, c.scalar("max"));
}
static Term decomposeClampMinTensor(Call &c) {
  return maximum(c("self"), c("min"));
}
static Term decomposeClampMaxTensor(Call &c) {
  return minimum(c("self"), c("max"));
}

/// NaN loses against every number.
static Term ignoringNaN(Term a, Term b, Term chosen) {
  if (!a || !b || isExact(chosen))
    return chosen;
  Type dtype = chosen.dtype();
  return where(isnan(a), to(b, dtype), where(isnan(b), to(a, dtype), chosen));
}
static Term decomposeFMax(Call &c) {
  return ignoringNaN(c("self"), c("other"), maximum(c("self"), c("other")));
}
static Term decomposeFMin(Call &c) {
  return ignoringNaN(c("self"), c("other"), minimum(c("self"), c("other")));
}

static Term decomposeFloorDivide(Call &c) {
  return floorDiv(c("self"), c("other"));
}
static Term decomposeFloorDivideScalar(Call &c) {
  return floorDiv(c("self"), c.scalar("other"));
}

/// Floats are raised in f64, complex numbers in complex128.
static Term decomposeFloatPower(Call &c) {
  Type dtype = c.dtype();
  return pow(to(c("self"), dtype), to(c("exponent"), dtype));
}
static Term decomposeFloatPowerScalar(Call &c) {
  return pow(to(c("self"), c.dtype()), c.scalar("exponent"));
}
static Term decomposeFloatPowerBase(Call &c) {
  return pow(c.scalar("self"), to(c("exponent"), c.dtype()));
}

/// Shifts in the dtype of the result.
static Term shift(Call &c, bool isLeft, Term x, Term by) {
  StringRef name = isLeft ? "aten.bitwise_left_shift.Tensor"
                          : "aten.bitwise_right_shift.Tensor";
  if (!isInteger(c.dtype()))
    return c.reject("shifts no integers");
  return make(c, name, c.result(), to(x, c.dtype()), to(by, c.dtype()));
}
template <bool isLeft>
static Term decomposeShift(Call &c) {
  return shift(c, isLeft, c("self"), c("other"));
}
template <bool isLeft>
static Term decomposeShiftByNumber(Call &c) {
  return shift(c, isLeft, c("self"), number(c, c.scalar("other")));
}
template <bool isLeft>
static Term decomposeShiftOfNumber(Call &c) {
  return shift(c, isLeft, number(c, c.scalar("self")), c("other"));
}

/// An operator of a number and a tensor, by that of two tensors.
template <Term (*combine)(Term, Term)>
static Term decomposeWithNumber(Call &c) {
  return combine(scalar(c, c.scalar("self"), c.dtype()),
                 to(c("other"), c.dtype()));
}

void aten::populateCompareDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  addRules(
      patterns, keep,
      {{"aten.isfinite.default", decomposeIsFinite},
       {"aten.isposinf.default", decomposeIsPosInf},
       {"aten.isneginf.default", decomposeIsNegInf},

       {"aten.isclose.default", decomposeIsClose},
       {"aten.__lshift__.Scalar", decomposeShiftByNumber<true>},
       {"aten.__rshift__.Scalar", decomposeShiftByNumber<false>},
       {"aten.__lshift__.Tensor", decomposeShift<true>},
       {"aten.__rshift__.Tensor", decomposeShift<false>},
       {"aten.bitwise_left_shift.Scalar_Tensor", decomposeShiftOfNumber<true>},
       {"aten.bitwise_right_shift.Scalar_Tensor",
        decomposeShiftOfNumber<false>},
       {"aten.bitwise_and.Scalar_Tensor", decomposeWithNumber<bitwise_and>},
       {"aten.bitwise_or.Scalar_Tensor", decomposeWithNumber<bitwise_or>},
       {"aten.bitwise_xor.Scalar_Tensor", decomposeWithNumber<bitwise_xor>},
       {"aten.remainder.Scalar_Tensor", decomposeWithNumber<remainder>},
       {"aten.clamp_min.default", decomposeClampMin},
       {"aten.clamp_max.default", decomposeClampMax},
       {"aten.clamp_min.Tensor", decomposeClampMinTensor},
       {"aten.clamp_max.Tensor", decomposeClampMaxTensor},
       {"aten.fmax.default", decomposeFMax},
       {"aten.fmin.default", decomposeFMin},
       {"aten.floor_divide.default", decomposeFloorDivide},
       {"aten.floor_divide.Scalar", decomposeFloorDivideScalar},
       {"aten.float_power.Tensor_Tensor", decomposeFloatPower},
       {"aten.float_power.Tensor_Scalar", decomposeFloatPowerScalar},
       {"aten.float_power.Scalar", decomposeFloatPowerBase}});
}
