// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointwise functions that are formulas of core ones. As in PyTorch, f16 and
// bf16 are computed in f32.
#include "Families.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static constexpr double kPi = 3.14159265358979323846;
static constexpr double kInf = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

/// log(1 + exp(x)) without overflow.
static Term logOnePlusExp(Term x) {
  return clamp(x, 0, std::nullopt) + log1p(exp(-abs(x)));
}

static Term softplus(Call &c) {
  Term x = c("self");
  Term scaled = x * c.scalar("beta");
  return where(scaled > c.scalar("threshold"), x,
               log1p(exp(scaled)) / c.scalar("beta"));
}

static Term hardshrink(Call &c) {
  Term x = c("self"), bound = abs(x);
  // NaN stays.
  return where(bound <= c.scalar("lambd"), 0.0, x);
}

static Term softshrink(Call &c) {
  Term x = c("self");
  double lambd = c.number("lambd");
  return where(abs(x) > lambd, x - sign(x) * lambd, x * 0.0);
}

static Term selu(Call &c) {
  Term x = c("self");
  constexpr double alpha = 1.6732632423543772848170429916717,
                   scale = 1.0507009873554804934193349852946;
  return where(x > 0, x * scale, expm1(x) * (alpha * scale));
}

static Term celu(Call &c) {
  Term x = c("self");
  return where(x > 0, x, expm1(x / c.scalar("alpha")) * c.scalar("alpha"));
}

static Term glu(Call &c) {
  Term x = c("self");
  int64_t dim = c.dim("dim", x.rank());
  if (c.isRejected() || x.rank() == 0)
    return {};
  ExprAttr half = ep::floorDiv(x.size(dim), c.expr(2));
  return slice(x, dim, c.expr(0), half) *
         sigmoid(slice(x, dim, half, x.size(dim)));
}

static Term prelu(Call &c) {
  Term x = c("self"), weight = c("weight");
  // One weight, or one for each channel.
  if (weight.rank() == 1 && x.rank() >= 2) {
    Sizes sizes(x.rank(), c.expr(1));
    sizes[1] = weight.size(0);
    weight = view(weight, sizes);
  } else if (weight.rank() == 1 && x.rank() == 0) {
    weight = view(weight, {});
  }
  return where(x > 0, x, weight * x);
}

/// A division takes processors as long as ten products; 6 times the rounded
/// sixth is 1.
static Term hardsigmoid(Term x) { return clamp(x + 3, 0, 6) * (1.0 / 6); }

static constexpr Rule kActivations[] = {
    {"aten.silu.default",
     [](Call &c) -> Term {
       Term x = c("self"), gate = sigmoid(x);
       return x * gate;
     }},
    {"aten.mish.default",
     [](Call &c) -> Term {
       // tanh(log(1 + e)), which is 1 to any dtype from e = exp(20) on.
       Term x = c("self"), e = exp(clamp(x, std::nullopt, 20));
       Term above = e * (e + 2);
       return x * (above / (above + 2));
     }},
    {"aten.hardsigmoid.default",
     [](Call &c) -> Term { return hardsigmoid(c("self")); }},
    {"aten.hardswish.default",
     [](Call &c) -> Term {
       Term x = c("self"), gate = hardsigmoid(x);
       return x * gate;
     }},
    {"aten.log_sigmoid.default",
     [](Call &c) -> Term { return -logOnePlusExp(-c("self")); }},
    {"aten.relu6.default",
     [](Call &c) -> Term { return clamp(c("self"), 0, 6); }},
    {"aten.softplus.default", softplus},
    {"aten.hardshrink.default", hardshrink},
    {"aten.softshrink.default", softshrink},
    {"aten.selu.default", selu},
    {"aten.celu.default", celu},
    {"aten.glu.default", glu},
    {"aten.prelu.default", prelu},
    {"aten._prelu_kernel.default",
     [](Call &c) -> Term {
       return where(c("self") > 0, c("self"), c("weight") * c("self"));
     }},
    {"aten.threshold.default",
     [](Call &c) -> Term {
       return where(c("self") <= c.scalar("threshold"), c.scalar("value"),
                    c("self"));
     }},
    {"aten.rrelu.default",
     [](Call &c) -> Term {
       Term x = c("self");
       double lower = c.number("lower"), upper = c.number("upper");
       if (!c.flag("training"))
         return where(x > 0, x, x * ((lower + upper) / 2));
       Term slope = rand(c, x.sizes(), x.dtype()) * (upper - lower) + lower;
       return where(x > 0, x, x * slope);
     }},
};

//===----------------------------------------------------------------------===//
// Functions of one number
//===----------------------------------------------------------------------===//

static Term logit(Call &c) {
  Term x = c("self");
  if (c.has("eps")) {
    double eps = c.number("eps");
    // Beyond the middle the bounds change places, and the lower one wins.
    x = eps <= 0.5 ? clamp(x, eps, 1 - eps)
                   : where(x < eps, eps, where(x > 1 - eps, 1 - eps, x));
  }
  return log(x / (1 - x));
}

/// The argument is small where erfc would lose it, and the tail is not needed.
static Term ndtr(Call &c) {
  Term x = c("self") * std::sqrt(0.5);
  return (erf(x) + 1) * 0.5;
}

/// log(ndtr(x)), by the scaled erfc where ndtr itself would vanish.
static Term logNdtr(Call &c) {
  Term x = c("self"), t = x * std::sqrt(0.5);
  Term tail =
      log(make(c, "aten.special_erfcx.default", t.type(), -t) / 2) - t * t;
  Term body = log1p(-make(c, "aten.erfc.default", t.type(), t) / 2);
  return where(x < 1, tail, body);
}

/// The sum of lgamma(x + (1 - i) / 2) over i = 1 to p, and a constant.
static Term mvlgamma(Call &c) {
  int64_t p = c.integer("p");
  if (p < 1)
    return c.reject("p is below 1");
  Term x = c("self"), sum;
  for (int64_t i = 0; i < p; ++i) {
    Term shifted = i == 0 ? x : x - 0.5 * double(i);
    Term one = make(c, "aten.lgamma.default", shifted.type(), shifted);
    sum = sum ? sum + one : one;
  }
  double constant = double(p * (p - 1)) / 4 * std::log(kPi);
  return p == 1 ? sum : sum + constant;
}

static Term nanToNum(Call &c) {
  Term x = c("self");
  auto type = dyn_cast<FloatType>(x.dtype());
  if (!type)
    return x;
  auto largest = llvm::APFloat::getLargest(type.getFloatSemantics());
  double limit = largest.convertToDouble();
  auto get = [&](StringRef name, double other) {
    return c.has(name) ? c.number(name) : other;
  };
  Term result = where(isnan(x), get("nan", 0.0), x);
  result = where(eq(x, -kInf), get("neginf", -limit), result);
  return where(eq(x, kInf), get("posinf", limit), result);
}

static Term sgn(Call &c) {
  Term x = c("self");
  if (!isComplex(x.dtype()))
    return sign(x);
  Term size = abs(x);
  return where(eq(size, 0), 0, x / size);
}

static constexpr Rule kFunctions[] = {
    {"aten.square.default", [](Call &c) -> Term { return pow(c("self"), 2); }},
    {"aten.deg2rad.default",
     [](Call &c) -> Term { return c("self") * (kPi / 180); }},
    {"aten.rad2deg.default",
     [](Call &c) -> Term { return c("self") * (180 / kPi); }},
    {"aten.frac.default",
     [](Call &c) -> Term { return c("self") - trunc(c("self")); }},
    {"aten.sinc.default",
     [](Call &c) -> Term {
       Term x = c("self") * kPi;
       return where(eq(x, 0), 1, sin(x) / x);
     }},
    {"aten.exp2.default", [](Call &c) -> Term { return pow(2, c("self")); }},
    {"aten.special_entr.default",
     [](Call &c) -> Term {
       Term x = c("self");
       return where(
           isnan(x), x,
           where(x > 0, -x * log(x), where(eq(x, 0), 0, fullLike(x, -kInf))));
     }},
    {"aten.logit.default", logit},
    {"aten.special_ndtr.default", ndtr},
    {"aten.special_log_ndtr.default", logNdtr},
    {"aten.mvlgamma.default", mvlgamma},
    {"aten.sgn.default", sgn},
};

//===----------------------------------------------------------------------===//
// Functions of several numbers
//===----------------------------------------------------------------------===//

/// x * f(y), but 0 for x = 0, and NaN for y = NaN.
static Term timesLog(Term x, Term y, Term logY) {
  Term result = where(eq(x, 0), 0, x * logY);
  return where(isnan(y), kNaN, result);
}

/// log(exp(a) + exp(b)) of two.
static Term logAdd(Term a, Term b, bool binary) {
  Term larger = maximum(a, b), distance = abs(a - b);
  // Equal infinities have no distance.
  Term same = isinf(a) & eq(a, b);
  Term tail =
      binary ? log1p(pow(2, -distance)) / std::log(2.0) : log1p(exp(-distance));
  return where(same, a, larger + tail);
}

static Term heaviside(Call &c) {
  Term x = c("self"), values = c("values");
  Term step = where(isnan(x), 0, to(x > 0, x.dtype()));
  return where(eq(x, 0), values, step);
}

static Term lerp(Term start, Term end, Term weight) {
  Term difference = end - start;
  return where(abs(weight) < 0.5, start + weight * difference,
               end - difference * (1 - weight));
}

static Term lerpScalar(Call &c) {
  Attribute attr = c.op.attribute(c.op.indexOf("weight"));
  Term weight = number(c, attr);
  if (!isa<FloatAttr, IntegerAttr>(attr))
    return lerp(c("self"), c("end"), weight);
  double value = isa<FloatAttr>(attr) ? cast<FloatAttr>(attr).getValueAsDouble()
                                      : cast<IntegerAttr>(attr).getInt();
  Term difference = c("end") - c("self");
  return std::abs(value) < 0.5 ? c("self") + difference * value
                               : c("end") - difference * (1 - value);
}

/// The shift by a scalar; `other` is left out when it is 1.
static Term scaled(Call &c, Term x, StringRef factor) {
  Attribute attr = c.op.attribute(c.op.indexOf(factor));
  auto integer = dyn_cast<IntegerAttr>(attr);
  auto real = dyn_cast<FloatAttr>(attr);
  bool isOne = (integer && integer.getInt() == 1) ||
               (real && real.getValueAsDouble() == 1);
  return isOne ? x : x * Number(attr);
}

/// other - alpha * self
static Term subtract(Call &c, Term other) {
  Term x = c("self");
  ep::TensorType type =
      c.result().withElementType(getResultType({other.get(), x.get()}));
  return make(c, "aten.sub.Tensor", type, other, x, c.scalar("alpha"));
}

static constexpr Rule kSeveral[] = {
    {"aten.addcmul.default",
     [](Call &c) -> Term {
       return c("self") + scaled(c, c("tensor1") * c("tensor2"), "value");
     }},
    {"aten.addcdiv.default",
     [](Call &c) -> Term {
       return c("self") + scaled(c, c("tensor1") / c("tensor2"), "value");
     }},
    {"aten.rsub.Tensor",
     [](Call &c) -> Term { return subtract(c, c("other")); }},
    {"aten.rsub.Scalar",
     [](Call &c) -> Term { return subtract(c, number(c, c.scalar("other"))); }},
    {"aten.xlogy.Tensor",
     [](Call &c) -> Term {
       return timesLog(c("self"), c("other"), log(c("other")));
     }},
    {"aten.special_xlog1py.default",
     [](Call &c) -> Term {
       return timesLog(c("self"), c("other"), log1p(c("other")));
     }},
    {"aten.special_xlog1py.other_scalar",
     [](Call &c) -> Term {
       Term y = scalar(c, c.scalar("other"), c("self").dtype());
       return timesLog(c("self"), y, log1p(y));
     }},
    {"aten.special_xlog1py.self_scalar",
     [](Call &c) -> Term {
       Term x = scalar(c, c.scalar("self"), c("other").dtype());
       return timesLog(x, c("other"), log1p(c("other")));
     }},
    {"aten.logaddexp.default",
     [](Call &c) -> Term { return logAdd(c("self"), c("other"), false); }},
    {"aten.logaddexp2.default",
     [](Call &c) -> Term { return logAdd(c("self"), c("other"), true); }},
    {"aten.heaviside.default", heaviside},
    {"aten.lerp.Tensor",
     [](Call &c) -> Term { return lerp(c("self"), c("end"), c("weight")); }},
    {"aten.lerp.Scalar", lerpScalar},
    {"aten.ldexp.Tensor",
     [](Call &c) -> Term { return c("self") * pow(2.0, c("other")); }},
};

void aten::populateFormulaDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  addRules(patterns, keep, kActivations, RuleKind::Pointwise);
  addRules(patterns, keep, kFunctions, RuleKind::Pointwise);
  addRules(patterns, keep, kSeveral, RuleKind::Pointwise);
  addRules(patterns, keep, {{"aten.nan_to_num.default", nanToNum}});
}
