// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Real.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <cmath>

using namespace mlir;
using namespace kiln;

namespace {
template <typename Op, typename... Args>
Value make(Formulas *in, Args... args) {
  return Op::create(in->builder, in->loc, args...);
}
} // namespace

static Flag compare(arith::CmpFPredicate predicate, Real a, Real b) {
  return {a.in, make<arith::CmpFOp>(a.in, predicate, a.value, b.value)};
}

Real Real::operator()(double constant) const {
  auto attribute = in->builder.getF64FloatAttr(constant);
  return {in, arith::ConstantOp::create(in->builder, in->loc, attribute)};
}

Real kiln::operator+(Real a, Real b) {
  return {a.in, make<arith::AddFOp>(a.in, a.value, b.value)};
}
Real kiln::operator-(Real a, Real b) {
  return {a.in, make<arith::SubFOp>(a.in, a.value, b.value)};
}
Real kiln::operator*(Real a, Real b) {
  return {a.in, make<arith::MulFOp>(a.in, a.value, b.value)};
}
Real kiln::operator/(Real a, Real b) {
  return {a.in, make<arith::DivFOp>(a.in, a.value, b.value)};
}
Real kiln::operator-(Real a) {
  return {a.in, make<arith::NegFOp>(a.in, a.value)};
}

Flag kiln::operator<(Real a, Real b) {
  return compare(arith::CmpFPredicate::OLT, a, b);
}
Flag kiln::operator<=(Real a, Real b) {
  return compare(arith::CmpFPredicate::OLE, a, b);
}
Flag kiln::equal(Real a, Real b) {
  return compare(arith::CmpFPredicate::OEQ, a, b);
}
Flag kiln::isNan(Real a) { return compare(arith::CmpFPredicate::UNO, a, a); }
Flag kiln::operator&(Flag a, Flag b) {
  return {a.in, make<arith::AndIOp>(a.in, a.value, b.value)};
}
Flag kiln::operator|(Flag a, Flag b) {
  return {a.in, make<arith::OrIOp>(a.in, a.value, b.value)};
}
Flag kiln::operator!(Flag a) {
  Value one = arith::ConstantIntOp::create(a.in->builder, a.in->loc,
                                           a.in->builder.getI1Type(), 1);
  return {a.in, make<arith::XOrIOp>(a.in, a.value, one)};
}
Real kiln::where(Flag condition, Real a, Real b) {
  return {a.in, make<arith::SelectOp>(a.in, condition.value, a.value, b.value)};
}

Real kiln::abs(Real a) { return {a.in, make<math::AbsFOp>(a.in, a.value)}; }
Real kiln::sqrt(Real a) { return {a.in, make<math::SqrtOp>(a.in, a.value)}; }
Real kiln::exp(Real a) { return {a.in, make<math::ExpOp>(a.in, a.value)}; }
Real kiln::log(Real a) { return {a.in, make<math::LogOp>(a.in, a.value)}; }
Real kiln::log1p(Real a) { return {a.in, make<math::Log1pOp>(a.in, a.value)}; }
Real kiln::expm1(Real a) { return {a.in, make<math::ExpM1Op>(a.in, a.value)}; }
Real kiln::sin(Real a) { return {a.in, make<math::SinOp>(a.in, a.value)}; }
Real kiln::cos(Real a) { return {a.in, make<math::CosOp>(a.in, a.value)}; }
Real kiln::erf(Real a) { return {a.in, make<math::ErfOp>(a.in, a.value)}; }
Real kiln::floor(Real a) { return {a.in, make<math::FloorOp>(a.in, a.value)}; }
Real kiln::pow(Real a, Real b) {
  return {a.in, make<math::PowFOp>(a.in, a.value, b.value)};
}
Real kiln::tanh(Real a) { return {a.in, make<math::TanhOp>(a.in, a.value)}; }
Real kiln::sinh(Real a) { return {a.in, make<math::SinhOp>(a.in, a.value)}; }
Real kiln::cosh(Real a) { return {a.in, make<math::CoshOp>(a.in, a.value)}; }
Real kiln::asinh(Real a) { return {a.in, make<math::AsinhOp>(a.in, a.value)}; }
Real kiln::atan2(Real y, Real x) {
  return {y.in, make<math::Atan2Op>(y.in, y.value, x.value)};
}
Real kiln::hypot(Real x, Real y) {
  Real a = abs(x), b = abs(y);
  Real high = where(a < b, b, a), low = where(a < b, a, b);
  Real ratio = low / where(equal(high, 0), 1, high);
  Real value = high * sqrt(1 + ratio * ratio);
  Flag isInfinite = equal(a, INFINITY) | equal(b, INFINITY);
  return where(isInfinite, INFINITY, where(isNan(y), y, value));
}
Real kiln::copySign(Real a, Real b) {
  return {a.in, make<math::CopySignOp>(a.in, a.value, b.value)};
}

Real kiln::polynomial(Real x, ArrayRef<double> coefficients) {
  Real sum = x(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = sum * x + coefficient;
  return sum;
}

static SmallVector<Value> toValues(ArrayRef<Real> reals) {
  return llvm::map_to_vector(reals, [](Real real) { return real.value; });
}

Reals kiln::loopWhile(ArrayRef<Real> initial,
                      llvm::function_ref<Flag(ArrayRef<Real>)> condition,
                      Step step) {
  Formulas *in = initial.front().in;
  auto toReals = [&](ValueRange values) {
    Reals reals;
    for (Value value : values)
      reals.push_back({in, value});
    return reals;
  };
  // The builder of the place is moved into the regions and back.
  OpBuilder::InsertionGuard guard(in->builder);
  SmallVector<Value> values = toValues(initial);
  auto loop = scf::WhileOp::create(
      in->builder, in->loc, ValueRange(values).getTypes(), values,
      [&](OpBuilder &b, Location l, ValueRange carried) {
        scf::ConditionOp::create(b, l, condition(toReals(carried)).value,
                                 carried);
      },
      [&](OpBuilder &b, Location l, ValueRange carried) {
        scf::YieldOp::create(b, l, toValues(step(toReals(carried))));
      });
  return toReals(loop.getResults());
}
