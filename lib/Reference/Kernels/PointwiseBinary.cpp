// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of two tensors, or of a tensor and a number.
#include "Kernels/Elementwise.h"
#include <cmath>
#include <numeric>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;
using Complex = std::complex<double>;

/// The sizes that `self` and the second operand broadcast to.
static Sizes getSizes(Call &call) { return call.resultSizes(); }

/// Both operands in the computing type of the result.
template <typename Fn>
static KernelResult arithmetic(Call &call, Fn fn) {
  Type type = call.resultType();
  return withComputing(type, [&](auto tag) {
    using T = decltype(tag);
    Dense<T> a = loadOperand<T>(call, "self", type, getSizes(call));
    Dense<T> b = loadOther<T>(call, "other", type, getSizes(call));
    return result(call, zipDense(std::move(a), b, fn));
  });
}

/// The same for types with an order: integers and floats.
template <typename Fn>
static KernelResult orderedArithmetic(Call &call, Fn fn) {
  if (isComplex(call.resultType()))
    return call.unsupported("complex numbers have no order");
  Type type = call.resultType();
  auto run = [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Dense<T> a = loadOperand<T>(call, "self", type, getSizes(call));
    Dense<T> b = loadOther<T>(call, "other", type, getSizes(call));
    return result(call, zipDense(std::move(a), b, fn));
  };
  return isFloat(type) ? run(double()) : run(int64_t());
}

template <const auto &Fn>
static KernelResult ordered(Call &call) {
  return orderedArithmetic(call, Fn);
}

/// Floats only; integers become floats.
template <const auto &Fn>
static KernelResult floating(Call &call) {
  Type type = call.resultType();
  Dense<double> a = loadOperand<double>(call, "self", type, getSizes(call));
  Dense<double> b = loadOther<double>(call, "other", type, getSizes(call));
  return result(call, zipDense(std::move(a), b, Fn));
}

/// Integers and bools.
template <const auto &Fn>
static KernelResult bitwise(Call &call) {
  Type type = call.resultType();
  Dense<int64_t> a = loadOperand<int64_t>(call, "self", type, getSizes(call));
  Dense<int64_t> b = loadOther<int64_t>(call, "other", type, getSizes(call));
  return result(call, zipDense(std::move(a), b, Fn));
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

/// self + sign * alpha * other
static KernelResult addScaled(Call &call, int sign) {
  Scalar alpha = call.scalar("alpha");
  return arithmetic(call, [&](auto a, auto b) {
    using T = decltype(a);
    if constexpr (std::is_same_v<T, int64_t>)
      return wrapAdd(a, wrapMul(wrapMul(sign, toInt(alpha)), b));
    else
      return a + T(double(sign)) * toComputing<T>(alpha) * b;
  });
}

static KernelResult add(Call &call) { return addScaled(call, 1); }
static KernelResult sub(Call &call) { return addScaled(call, -1); }

/// other - alpha * self
static KernelResult rsub(Call &call) {
  Scalar alpha = call.scalar("alpha");
  return arithmetic(call, [&](auto a, auto b) {
    using T = decltype(a);
    if constexpr (std::is_same_v<T, int64_t>)
      return wrapAdd(b, wrapMul(-toInt(alpha), a));
    else
      return b - toComputing<T>(alpha) * a;
  });
}

static KernelResult mul(Call &call) {
  return arithmetic(call, [](auto a, auto b) {
    if constexpr (std::is_same_v<decltype(a), int64_t>)
      return wrapMul(a, b);
    else
      return a * b;
  });
}

static KernelResult div(Call &call) {
  return arithmetic(call, [](auto a, auto b) {
    if constexpr (std::is_same_v<decltype(a), int64_t>)
      return b == 0 ? int64_t(0) : a / b;
    else
      return a / b;
  });
}

//===----------------------------------------------------------------------===//
// Division with rounding
//===----------------------------------------------------------------------===//

static int64_t floorDivide(int64_t a, int64_t b) {
  if (b == -1) // the least integer has no negative
    return wrapMul(a, -1);
  int64_t quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t truncDivide(int64_t a, int64_t b) {
  return b == -1 ? wrapMul(a, -1) : a / b;
}

/// As Python's `//`: exact where the quotient is near an integer.
static double floorDivide(double a, double b) {
  if (b == 0)
    return a / b;
  double remainder = std::fmod(a, b);
  double quotient = (a - remainder) / b;
  if (remainder != 0 && (b < 0) != (remainder < 0))
    quotient -= 1;
  if (quotient == 0)
    return std::copysign(0.0, a / b);
  double floor = std::floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

/// Is there a zero among the integers?
static bool hasZero(Call &call) {
  if (!isInteger(call.resultType()))
    return false;
  Dense<int64_t> b =
      loadOther<int64_t>(call, "other", call.resultType(), getSizes(call));
  return llvm::is_contained(b.values, 0);
}

static KernelResult divMode(Call &call) {
  StringRef mode = call.string("rounding_mode");
  if (mode.empty())
    return div(call);
  if (hasZero(call))
    return call.error("integer division by zero");
  Type compute = getComputeType(call.resultType());
  if (mode == "floor")
    return orderedArithmetic(call,
                             [](auto a, auto b) { return floorDivide(a, b); });
  return orderedArithmetic(call, [&](auto a, auto b) {
    if constexpr (std::is_same_v<decltype(a), int64_t>)
      return truncDivide(a, b);
    else // the quotient is rounded before it is cut off
      return std::trunc(roundTo(a / b, compute));
  });
}

static KernelResult floorDiv(Call &call) {
  if (hasZero(call))
    return call.error("integer division by zero");
  return orderedArithmetic(call,
                           [](auto a, auto b) { return floorDivide(a, b); });
}

static KernelResult fmod(Call &call) {
  if (hasZero(call))
    return call.error("integer division by zero");
  return orderedArithmetic(call, [](auto a, auto b) {
    if constexpr (std::is_same_v<decltype(a), int64_t>)
      return b == -1 ? int64_t(0) : a % b;
    else
      return std::fmod(a, b);
  });
}

/// The remainder has the sign of the divisor.
static KernelResult remainder(Call &call) {
  if (hasZero(call))
    return call.error("integer division by zero");
  return orderedArithmetic(call, [](auto a, auto b) {
    using T = decltype(a);
    if constexpr (std::is_same_v<T, int64_t>) {
      int64_t rest = b == -1 ? 0 : a % b;
      return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    } else {
      double rest = std::fmod(a, b);
      return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    }
  });
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

static int64_t power(int64_t base, int64_t exponent) {
  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
  int64_t value = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1)
      value = wrapMul(value, base);
    base = wrapMul(base, base);
  }
  return value;
}

/// pow(base, exponent) in the type of the result.
static KernelResult pow(Call &call) {
  Type type = call.resultType();
  Sizes sizes = call.resultSizes();
  return withComputing(type, [&](auto tag) {
    using T = decltype(tag);
    Dense<T> base = loadOther<T>(call, "self", type, sizes);
    Dense<T> exponent = loadOther<T>(call, "exponent", type, sizes);
    return result(call, zipDense(std::move(base), exponent, [](T a, T b) -> T {
                    if constexpr (std::is_same_v<T, int64_t>)
                      return power(a, b);
                    else if constexpr (std::is_same_v<T, Complex>)
                      return b == 2.0 ? a * a : std::pow(a, b);
                    else
                      return std::pow(a, b);
                  }));
  });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static constexpr auto kMaximum = [](auto a, auto b) {
  return a != a ? a : b != b ? b : a < b ? b : a;
};
static constexpr auto kMinimum = [](auto a, auto b) {
  return a != a ? a : b != b ? b : b < a ? b : a;
};
static constexpr auto kFmax = [](auto a, auto b) {
  return a != a ? b : b != b ? a : a < b ? b : a;
};
static constexpr auto kFmin = [](auto a, auto b) {
  return a != a ? b : b != b ? a : b < a ? b : a;
};
static constexpr auto kGcd = [](auto a, auto b) {
  if constexpr (std::is_same_v<decltype(a), int64_t>)
    return std::gcd(a, b);
  else
    return a;
};
static constexpr auto kLcm = [](auto a, auto b) {
  if constexpr (std::is_same_v<decltype(a), int64_t>) {
    int64_t divisor = std::gcd(a, b);
    int64_t multiple = divisor == 0 ? 0 : wrapMul(a / divisor, b);
    return multiple < 0 ? wrapMul(multiple, -1) : multiple;
  } else {
    return a;
  }
};
static constexpr auto kAtan2 = [](double a, double b) {
  return std::atan2(a, b);
};
static constexpr auto kHypot = [](double a, double b) {
  return std::hypot(a, b);
};
static constexpr auto kCopysign = [](double a, double b) {
  return std::copysign(a, b);
};
static constexpr auto kLdexp = [](double a, double b) {
  return a * std::exp2(b);
};
static constexpr auto kXlogy = [](double a, double b) {
  return std::isnan(b) ? b : a == 0 ? 0.0 : a * std::log(b);
};
static constexpr auto kXlog1py = [](double a, double b) {
  return std::isnan(b) ? b : a == 0 ? 0.0 : a * std::log1p(b);
};
static constexpr auto kLogaddexp = [](double a, double b) {
  if (std::isinf(a) && a == b)
    return a;
  double high = std::fmax(a, b);
  return std::isnan(a + b) ? a + b
                           : high + std::log1p(std::exp(-std::fabs(a - b)));
};
static constexpr auto kLogaddexp2 = [](double a, double b) {
  if (std::isinf(a) && a == b)
    return a;
  double high = std::fmax(a, b);
  return std::isnan(a + b)
             ? a + b
             : high + std::log1p(std::exp2(-std::fabs(a - b))) / M_LN2;
};
static constexpr auto kHeaviside = [](auto a, auto b) {
  using T = decltype(a);
  return a == T(0) ? b : T(a > T(0));
};

/// The next number of the result's type.
static KernelResult nextAfter(Call &call) {
  Type type = call.resultType();
  Dense<double> a = loadOperand<double>(call, "self", type, getSizes(call));
  Dense<double> b = loadOperand<double>(call, "other", type, getSizes(call));
  if (type.isF64() || type.isF32()) {
    bool wide = type.isF64();
    return result(call, zipDense(std::move(a), b, [&](double x, double to) {
                    return wide ? std::nextafter(x, to)
                                : std::nextafterf(static_cast<float>(x),
                                                  static_cast<float>(to));
                  }));
  }
  // A step of at least half a unit, rounded to the next number, and for the
  // least of them away from zero.
  double tiny = std::ldexp(1.0, type.isBF16() ? -133 : -24);
  return result(call, zipDense(std::move(a), b, [&](double x, double to) {
                  if (std::isnan(x) || std::isnan(to) || x == to)
                    return std::isnan(x) ? x : to;
                  double direction = to > x ? 1 : -1;
                  if (x == 0)
                    return direction * tiny;
                  for (double step = tiny;; step *= 2) {
                    double next = roundTo(x + direction * step, type);
                    if (next != x)
                      return next;
                  }
                }));
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

static constexpr auto kAnd = [](int64_t a, int64_t b) { return a & b; };
static constexpr auto kOr = [](int64_t a, int64_t b) { return a | b; };
static constexpr auto kXor = [](int64_t a, int64_t b) { return a ^ b; };

static KernelResult shiftLeft(Call &call) {
  Type type = call.resultType();
  auto width = static_cast<int64_t>(type.getIntOrFloatBitWidth());
  Dense<int64_t> a = loadOperand<int64_t>(call, "self", type, getSizes(call));
  Dense<int64_t> b = loadOther<int64_t>(call, "other", type, getSizes(call));
  return result(call, zipDense(std::move(a), b, [&](int64_t x, int64_t by) {
                  bool inside = by >= 0 && by < width;
                  return inside ? static_cast<int64_t>(static_cast<uint64_t>(x)
                                                       << by)
                                : int64_t(0);
                }));
}

static KernelResult shiftRight(Call &call) {
  Type type = call.resultType();
  auto width = static_cast<int64_t>(type.getIntOrFloatBitWidth());
  Dense<int64_t> a = loadOperand<int64_t>(call, "self", type, getSizes(call));
  Dense<int64_t> b = loadOther<int64_t>(call, "other", type, getSizes(call));
  bool isUnsigned = type.isUnsignedInteger();
  return result(call, zipDense(std::move(a), b, [&](int64_t x, int64_t by) {
                  bool inside = by >= 0 && by < width;
                  if (isUnsigned)
                    return inside ? static_cast<int64_t>(
                                        static_cast<uint64_t>(x) >> by)
                                  : int64_t(0);
                  return x >> (inside ? by : width - 1);
                }));
}

//===----------------------------------------------------------------------===//
// Complex numbers out of real ones
//===----------------------------------------------------------------------===//

template <bool Polar>
static KernelResult makeComplex(Call &call) {
  Sizes sizes = call.resultSizes();
  auto part = [&](StringRef name) {
    return broadcastTo(load<double>(call.tensor(name)), sizes);
  };
  Dense<double> a = part(Polar ? "abs" : "real");
  Dense<double> b = part(Polar ? "angle" : "imag");
  Dense<Complex> numbers(sizes);
  for (size_t i = 0; i < numbers.values.size(); ++i)
    numbers[i] = Polar ? Complex(a[i] * std::cos(b[i]), a[i] * std::sin(b[i]))
                       : Complex(a[i], b[i]);
  return result(call, numbers);
}

static void addBoth(KernelTable &table, StringRef name, Kernel kernel) {
  table.add(("aten." + name + ".Tensor").str(), kernel);
  table.add(("aten." + name + ".Scalar").str(), kernel);
}

static void registerFunctions(KernelTable &table) {
  table.add("aten.maximum.default", ordered<kMaximum>);
  table.add("aten.minimum.default", ordered<kMinimum>);
  table.add("aten.fmax.default", ordered<kFmax>);
  table.add("aten.fmin.default", ordered<kFmin>);
  table.add("aten.gcd.default", ordered<kGcd>);
  table.add("aten.lcm.default", ordered<kLcm>);
  table.add("aten.atan2.default", floating<kAtan2>);
  table.add("aten.hypot.default", floating<kHypot>);
  addBoth(table, "copysign", floating<kCopysign>);
  table.add("aten.ldexp.Tensor", floating<kLdexp>);
  table.add("aten.xlogy.Tensor", floating<kXlogy>);
  table.add("aten.special_xlog1py.default", floating<kXlog1py>);
  table.add("aten.logaddexp.default", floating<kLogaddexp>);
  table.add("aten.logaddexp2.default", floating<kLogaddexp2>);
  table.add("aten.nextafter.default", nextAfter);
  table.add("aten.complex.default", makeComplex<false>);
  table.add("aten.polar.default", makeComplex<true>);
}

static KernelResult heaviside(Call &call) {
  Type type = call.resultType();
  return withComputing(type, [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    if constexpr (std::is_same_v<T, Complex>) {
      return call.unsupported("complex numbers have no order");
    } else {
      Dense<T> a = loadOperand<T>(call, "self", type, getSizes(call));
      Dense<T> b = loadOperand<T>(call, "values", type, getSizes(call));
      return result(call, zipDense(std::move(a), b, kHeaviside));
    }
  });
}

void reference::registerBinaryKernels(KernelTable &table) {
  registerFunctions(table);
  addBoth(table, "add", add);
  addBoth(table, "sub", sub);
  addBoth(table, "rsub", rsub);
  addBoth(table, "mul", mul);
  addBoth(table, "div", div);
  table.add("aten.div.Tensor_mode", divMode);
  table.add("aten.div.Scalar_mode", divMode);
  table.add("aten.true_divide.Tensor", div);
  table.add("aten.floor_divide.default", floorDiv);
  addBoth(table, "fmod", fmod);
  addBoth(table, "remainder", remainder);
  table.add("aten.pow.Tensor_Tensor", pow);
  table.add("aten.pow.Tensor_Scalar", pow);
  table.add("aten.pow.Scalar", pow);
  table.add("aten.heaviside.default", heaviside);
  addBoth(table, "bitwise_and", bitwise<kAnd>);
  addBoth(table, "bitwise_or", bitwise<kOr>);
  addBoth(table, "bitwise_xor", bitwise<kXor>);
  addBoth(table, "__lshift__", shiftLeft);
  addBoth(table, "__rshift__", shiftRight);
  table.add("aten.bitwise_left_shift.Tensor", shiftLeft);
  table.add("aten.bitwise_left_shift.Tensor_Scalar", shiftLeft);
  table.add("aten.bitwise_right_shift.Tensor", shiftRight);
  table.add("aten.bitwise_right_shift.Tensor_Scalar", shiftRight);
}
