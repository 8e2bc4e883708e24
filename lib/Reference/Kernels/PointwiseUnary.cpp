// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of one tensor.
#include "Kernels/Elementwise.h"
#include <cmath>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;
using Complex = std::complex<double>;

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// Real and complex floats; integers become floats.
template <const auto &Fn>
static KernelResult floating(Call &call) {
  Tensor self = call.tensor("self");
  if (isComplex(call.resultType()))
    return result(call, mapDense(load<Complex>(self), Fn));
  return result(call, mapDense(load<double>(self), Fn));
}

/// Real floats only; integers become floats.
template <const auto &Fn>
static KernelResult real(Call &call) {
  return result(call, mapDense(load<double>(call.tensor("self")), Fn));
}

/// Integers as integers, floats and complex numbers.
template <const auto &Fn>
static KernelResult numeric(Call &call) {
  Tensor self = call.tensor("self");
  return withComputing(call.resultType(), [&](auto tag) {
    return result(call, mapDense(load<decltype(tag)>(self), Fn));
  });
}

/// Integers as integers, and floats.
template <const auto &Fn>
static KernelResult ordered(Call &call) {
  Tensor self = call.tensor("self");
  if (isFloat(call.resultType()))
    return result(call, mapDense(load<double>(self), Fn));
  return result(call, mapDense(load<int64_t>(self), Fn));
}

/// A condition on floats that integers never meet.
template <const auto &Fn>
static KernelResult condition(Call &call) {
  Tensor self = call.tensor("self");
  Dense<Complex> values = load<Complex>(self);
  Dense<int64_t> holds(self.getSizes());
  for (size_t i = 0; i < values.values.size(); ++i)
    holds[i] = Fn(values[i].real()) || Fn(values[i].imag());
  return result(call, holds);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static constexpr auto kAcos = [](auto x) { return std::acos(x); };
static constexpr auto kAcosh = [](auto x) { return std::acosh(x); };
static constexpr auto kAsin = [](auto x) { return std::asin(x); };
static constexpr auto kAsinh = [](auto x) { return std::asinh(x); };
static constexpr auto kAtan = [](auto x) { return std::atan(x); };
static constexpr auto kAtanh = [](auto x) { return std::atanh(x); };
static constexpr auto kCos = [](auto x) { return std::cos(x); };
static constexpr auto kCosh = [](auto x) { return std::cosh(x); };
static constexpr auto kSin = [](auto x) { return std::sin(x); };
static constexpr auto kSinh = [](auto x) { return std::sinh(x); };
static constexpr auto kTan = [](auto x) { return std::tan(x); };
static constexpr auto kTanh = [](auto x) { return std::tanh(x); };
static constexpr auto kExp = [](auto x) { return std::exp(x); };
static constexpr auto kSqrt = [](auto x) { return std::sqrt(x); };
static constexpr auto kLog = [](auto x) { return std::log(x); };
static constexpr auto kLog10 = [](auto x) { return std::log10(x); };
static constexpr auto kRsqrt = [](auto x) {
  return decltype(x)(1.0) / std::sqrt(x);
};
static constexpr auto kReciprocal = [](auto x) { return decltype(x)(1.0) / x; };
static constexpr auto kSigmoid = [](auto x) {
  using T = decltype(x);
  return T(1.0) / (T(1.0) + std::exp(-x));
};
static constexpr auto kLog2 = [](auto x) {
  if constexpr (std::is_same_v<decltype(x), double>)
    return std::log2(x);
  else
    return std::log(x) / std::log(2.0);
};
static constexpr auto kExp2 = [](auto x) {
  if constexpr (std::is_same_v<decltype(x), double>)
    return std::exp2(x);
  else
    return std::pow(2.0, x);
};
/// Near 0 the argument's parts are kept apart.
static constexpr auto kExpm1 = [](auto x) {
  if constexpr (std::is_same_v<decltype(x), double>) {
    return std::expm1(x);
  } else {
    double half = std::sin(x.imag() / 2);
    double e = std::expm1(x.real());
    return Complex(e * std::cos(x.imag()) - 2 * half * half,
                   (e + 1) * std::sin(x.imag()));
  }
};
static constexpr auto kLog1p = [](auto x) {
  if constexpr (std::is_same_v<decltype(x), double>) {
    return std::log1p(x);
  } else {
    Complex one = x + 1.0;
    double a = x.real(), b = x.imag();
    // |1 + x|^2 - 1 without cancellation where x is small.
    double magnitude = std::abs(x) < 0.5 ? 0.5 * std::log1p(a * (2 + a) + b * b)
                                         : std::log(std::abs(one));
    return Complex(magnitude, std::arg(one));
  }
};

static constexpr auto kErf = [](double x) { return std::erf(x); };
static constexpr auto kErfc = [](double x) { return std::erfc(x); };
static constexpr auto kDegToRad = [](double x) { return x * (M_PI / 180); };
static constexpr auto kRadToDeg = [](double x) { return x * (180 / M_PI); };
static constexpr auto kFrac = [](double x) { return x - std::trunc(x); };
static constexpr auto kSinc = [](double x) {
  return x == 0 ? 1.0 : std::sin(M_PI * x) / (M_PI * x);
};
static constexpr auto kSilu = [](double x) { return x / (1 + std::exp(-x)); };
static constexpr auto kHardsigmoid = [](double x) {
  return std::isnan(x) ? x : std::min(std::max(x + 3, 0.0), 6.0) / 6;
};
static constexpr auto kHardswish = [](double x) {
  return std::isnan(x) ? x : x * std::min(std::max(x + 3, 0.0), 6.0) / 6;
};
static constexpr auto kMish = [](double x) {
  return x * std::tanh(x > 20 ? x : std::log1p(std::exp(x)));
};

static constexpr auto kCeil = [](auto x) {
  if constexpr (std::is_same_v<decltype(x), double>)
    return std::ceil(x);
  else
    return x;
};
static constexpr auto kFloor = [](auto x) {
  if constexpr (std::is_same_v<decltype(x), double>)
    return std::floor(x);
  else
    return x;
};
static constexpr auto kTrunc = [](auto x) {
  if constexpr (std::is_same_v<decltype(x), double>)
    return std::trunc(x);
  else
    return x;
};
/// Ties to even.
static constexpr auto kRound = [](auto x) {
  if constexpr (std::is_same_v<decltype(x), double>)
    return std::nearbyint(x);
  else
    return x;
};
static constexpr auto kRelu = [](auto x) {
  using T = decltype(x);
  return x < T(0) ? T(0) : x;
};
static constexpr auto kSign = [](auto x) {
  using T = decltype(x);
  return T((T(0) < x) - (x < T(0)));
};

static constexpr auto kNeg = [](auto x) {
  if constexpr (std::is_same_v<decltype(x), int64_t>)
    return wrapMul(x, -1);
  else
    return -x;
};
static constexpr auto kSquare = [](auto x) {
  if constexpr (std::is_same_v<decltype(x), int64_t>)
    return wrapMul(x, x);
  else
    return x * x;
};
static constexpr auto kPositive = [](auto x) { return x; };
static constexpr auto kConj = [](auto x) {
  if constexpr (std::is_same_v<decltype(x), Complex>)
    return std::conj(x);
  else
    return x;
};
static constexpr auto kSgn = [](auto x) {
  if constexpr (std::is_same_v<decltype(x), Complex>)
    return x == 0.0 ? x : x / std::abs(x);
  else
    return decltype(x)((0 < x) - (x < 0));
};

static constexpr auto kIsNan = [](double x) { return std::isnan(x); };
static constexpr auto kIsInf = [](double x) { return std::isinf(x); };
static constexpr auto kIsPosInf = [](double x) { return x == HUGE_VAL; };
static constexpr auto kIsNegInf = [](double x) { return x == -HUGE_VAL; };

//===----------------------------------------------------------------------===//
// Kernels of their own form
//===----------------------------------------------------------------------===//

static KernelResult absolute(Call &call) {
  Tensor self = call.tensor("self");
  if (isComplex(self.getElementType())) {
    Dense<Complex> values = load<Complex>(self);
    Dense<double> magnitudes(self.getSizes());
    for (size_t i = 0; i < values.values.size(); ++i)
      magnitudes[i] = std::hypot(values[i].real(), values[i].imag());
    return result(call, magnitudes);
  }
  if (isFloat(self.getElementType()))
    return result(call, mapDense(load<double>(self),
                                 [](double x) { return std::fabs(x); }));
  bool isSigned = !isUnsigned(self.getElementType());
  return result(call, mapDense(load<int64_t>(self), [&](int64_t x) {
                  return isSigned && x < 0 ? wrapMul(x, -1) : x;
                }));
}

/// The argument of complex numbers; 0 or pi of real ones, NaN of NaN.
static KernelResult angle(Call &call) {
  Tensor self = call.tensor("self");
  Dense<Complex> values = load<Complex>(self);
  bool complex = isComplex(self.getElementType());
  Dense<double> angles(self.getSizes());
  for (size_t i = 0; i < values.values.size(); ++i) {
    double x = values[i].real();
    angles[i] = complex         ? std::arg(values[i])
                : std::isnan(x) ? x
                                : (x < 0 ? M_PI : 0.0);
  }
  return result(call, angles);
}

static KernelResult signBit(Call &call) {
  Tensor self = call.tensor("self");
  Dense<int64_t> bits(self.getSizes());
  if (isFloat(self.getElementType())) {
    Dense<double> values = load<double>(self);
    for (size_t i = 0; i < values.values.size(); ++i)
      bits[i] = std::signbit(values[i]);
  } else if (!isUnsigned(self.getElementType())) {
    Dense<int64_t> values = load<int64_t>(self);
    for (size_t i = 0; i < values.values.size(); ++i)
      bits[i] = values[i] < 0;
  }
  return result(call, bits);
}

static KernelResult logicalNot(Call &call) {
  Dense<Complex> values = load<Complex>(call.tensor("self"));
  Dense<int64_t> result(values.sizes);
  for (size_t i = 0; i < values.values.size(); ++i)
    result[i] = values[i] == 0.0;
  return reference::result(call, result);
}

static KernelResult bitwiseNot(Call &call) {
  Tensor self = call.tensor("self");
  bool boolean = isBool(self.getElementType());
  return result(call, mapDense(load<int64_t>(self), [&](int64_t x) {
                  return boolean ? int64_t(x == 0) : ~x;
                }));
}

static KernelResult roundDecimals(Call &call) {
  Tensor self = call.tensor("self");
  int64_t decimals = call.integer("decimals");
  if (isInteger(self.getElementType()))
    return result(self);
  Type compute = getComputeType(self.getElementType());
  double scale = roundTo(std::pow(10.0, std::fabs(double(decimals))), compute);
  return result(call, mapDense(load<double>(self), [&](double x) {
                  // The product is rounded as PyTorch rounds it: that decides
                  // the ties.
                  double scaled =
                      roundTo(decimals < 0 ? x / scale : x * scale, compute);
                  double rounded = std::nearbyint(scaled);
                  return decimals < 0 ? rounded * scale : rounded / scale;
                }));
}

static KernelResult frexp(Call &call) {
  Dense<double> values = load<double>(call.tensor("self"));
  Dense<int64_t> exponents(values.sizes);
  for (size_t i = 0; i < values.values.size(); ++i) {
    int exponent = 0;
    values[i] = std::frexp(values[i], &exponent);
    exponents[i] = exponent;
  }
  return RuntimeValues{store(values, call.resultType(0)),
                       store(exponents, call.resultType(1))};
}

//===----------------------------------------------------------------------===//
// Activations with parameters
//===----------------------------------------------------------------------===//

static KernelResult hardtanh(Call &call) {
  Scalar low = call.scalar("min_val"), high = call.scalar("max_val");
  return withComputing(call.resultType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    if constexpr (std::is_same_v<T, Complex>) {
      return call.unsupported("complex numbers have no order");
    } else {
      T min = toComputing<T>(low), max = toComputing<T>(high);
      return result(call, mapDense(load<T>(call.tensor("self")), [&](T x) {
                      return x < min ? min : x > max ? max : x;
                    }));
    }
  });
}

static KernelResult leakyRelu(Call &call) {
  double slope = toDouble(call.scalar("negative_slope"));
  return result(call,
                mapDense(load<double>(call.tensor("self")),
                         [&](double x) { return x > 0 ? x : x * slope; }));
}

static KernelResult elu(Call &call) {
  double alpha = toDouble(call.scalar("alpha"));
  double scale = toDouble(call.scalar("scale"));
  double inputScale = toDouble(call.scalar("input_scale"));
  return result(
      call, mapDense(load<double>(call.tensor("self")), [&](double x) {
        return x > 0 ? x * scale : std::expm1(x * inputScale) * alpha * scale;
      }));
}

static KernelResult gelu(Call &call) {
  bool isTanh = call.string("approximate") == "tanh";
  return result(
      call, mapDense(load<double>(call.tensor("self")), [&](double x) {
        double inner = std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x);
        return isTanh ? 0.5 * x * (1 + std::tanh(inner))
                      : 0.5 * x * std::erfc(-x * M_SQRT1_2);
      }));
}

static KernelResult softplus(Call &call) {
  double beta = toDouble(call.scalar("beta"));
  double threshold = toDouble(call.scalar("threshold"));
  return result(
      call, mapDense(load<double>(call.tensor("self")), [&](double x) {
        return x * beta > threshold ? x : std::log1p(std::exp(x * beta)) / beta;
      }));
}

static void registerFloating(KernelTable &table) {
  table.add("aten.acos.default", floating<kAcos>);
  table.add("aten.acosh.default", floating<kAcosh>);
  table.add("aten.asin.default", floating<kAsin>);
  table.add("aten.asinh.default", floating<kAsinh>);
  table.add("aten.atan.default", floating<kAtan>);
  table.add("aten.atanh.default", floating<kAtanh>);
  table.add("aten.cos.default", floating<kCos>);
  table.add("aten.cosh.default", floating<kCosh>);
  table.add("aten.sin.default", floating<kSin>);
  table.add("aten.sinh.default", floating<kSinh>);
  table.add("aten.tan.default", floating<kTan>);
  table.add("aten.tanh.default", floating<kTanh>);
  table.add("aten.exp.default", floating<kExp>);
  table.add("aten.exp2.default", floating<kExp2>);
  table.add("aten.expm1.default", floating<kExpm1>);
  table.add("aten.log.default", floating<kLog>);
  table.add("aten.log10.default", floating<kLog10>);
  table.add("aten.log1p.default", floating<kLog1p>);
  table.add("aten.log2.default", floating<kLog2>);
  table.add("aten.sqrt.default", floating<kSqrt>);
  table.add("aten.rsqrt.default", floating<kRsqrt>);
  table.add("aten.reciprocal.default", floating<kReciprocal>);
  table.add("aten.sigmoid.default", floating<kSigmoid>);
  table.add("aten.erf.default", real<kErf>);
  table.add("aten.erfc.default", real<kErfc>);
  table.add("aten.deg2rad.default", real<kDegToRad>);
  table.add("aten.rad2deg.default", real<kRadToDeg>);
  table.add("aten.frac.default", real<kFrac>);
  table.add("aten.sinc.default", real<kSinc>);
  table.add("aten.silu.default", real<kSilu>);
  table.add("aten.hardsigmoid.default", real<kHardsigmoid>);
  table.add("aten.hardswish.default", real<kHardswish>);
  table.add("aten.mish.default", real<kMish>);
}

void reference::registerUnaryKernels(KernelTable &table) {
  registerFloating(table);
  table.add("aten.ceil.default", ordered<kCeil>);
  table.add("aten.floor.default", ordered<kFloor>);
  table.add("aten.trunc.default", ordered<kTrunc>);
  table.add("aten.round.default", ordered<kRound>);
  table.add("aten.relu.default", ordered<kRelu>);
  table.add("aten.sign.default", ordered<kSign>);
  table.add("aten.neg.default", numeric<kNeg>);
  table.add("aten.square.default", numeric<kSquare>);
  table.add("aten.positive.default", numeric<kPositive>);
  table.add("aten.sgn.default", numeric<kSgn>);
  for (StringRef name : {"aten._conj.default", "aten._conj_physical.default",
                         "aten.conj_physical.default"})
    table.add(name, numeric<kConj>);
  table.add("aten._neg_view.default", numeric<kNeg>);
  table.add("aten.isnan.default", condition<kIsNan>);
  table.add("aten.isinf.default", condition<kIsInf>);
  table.add("aten.isposinf.default", condition<kIsPosInf>);
  table.add("aten.isneginf.default", condition<kIsNegInf>);
  table.add("aten.abs.default", absolute);
  table.add("aten.angle.default", angle);
  table.add("aten.signbit.default", signBit);
  table.add("aten.logical_not.default", logicalNot);
  table.add("aten.bitwise_not.default", bitwiseNot);
  table.add("aten.round.decimals", roundDecimals);
  table.add("aten.frexp.Tensor", frexp);
  table.add("aten.hardtanh.default", hardtanh);
  table.add("aten.leaky_relu.default", leakyRelu);
  table.add("aten.elu.default", elu);
  table.add("aten.gelu.default", gelu);
  table.add("aten.softplus.default", softplus);
}
