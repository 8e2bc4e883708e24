// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mathematical functions of compiled kernels against the C library's in a
// wider type: over all exponents, and at the special values.
#include "../CompiledKernels.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <iomanip>
#include <iterator>
#include <limits>
#include <optional>
#include <sstream>

using namespace kiln;

namespace {
struct Case {
  const char *op;
  long double (*reference)(long double);
  double maxUlp32, maxUlp64;
};

long double rsqrtl(long double x) { return 1 / sqrtl(x); }

const Case kCases[] = {
    {"exp", expl, 1.5, 1.5},     {"exp2", exp2l, 1.5, 1.5},
    {"expm1", expm1l, 2, 2},     {"log", logl, 1.5, 1.5},
    {"log2", log2l, 2, 2.5},     {"log10", log10l, 2, 2.5},
    {"log1p", log1pl, 2, 2},     {"tanh", tanhl, 2, 2},
    {"erf", erfl, 2, 2},         {"sin", sinl, 1, 2.5},
    {"cos", cosl, 1, 2.5},       {"tan", tanl, 1, 5},
    {"asin", asinl, 1, 4},       {"acos", acosl, 1, 4},
    {"atan", atanl, 1, 3},       {"sinh", sinhl, 1, 5},
    {"cosh", coshl, 1, 5},       {"asinh", asinhl, 1, 5},
    {"acosh", acoshl, 1, 5},     {"atanh", atanhl, 1, 5},
    {"sqrt", sqrtl, 0.51, 0.51}, {"rsqrt", rsqrtl, 1.5, 1.5},
    {"floor", floorl, 0, 0},     {"ceil", ceill, 0, 0},
    {"trunc", truncl, 0, 0},     {"roundeven", roundevenl, 0, 0},
};

/// `before` is what stands in front of the operation `body`.
std::string kernelText(const std::string &name, const std::string &body,
                       const std::string &type, unsigned arity,
                       const std::string &before = "") {
  std::string tensor = "tensor<?x" + type + ">", args, ins, types, maps;
  for (unsigned i = 0; i < arity; ++i) {
    std::string n = std::to_string(i);
    args += "%x" + n + ": " + tensor + ", ";
    ins += (i ? ", %x" : "%x") + n;
    types += (i ? ", " : "") + tensor;
    maps += "affine_map<(d) -> (d)>, ";
  }
  std::string block;
  for (unsigned i = 0; i < arity; ++i)
    block += "%a" + std::to_string(i) + ": " + type + ", ";
  std::string dims;
  for (unsigned i = 0; i < arity; ++i)
    dims += "[0], ";
  return "exec.kernel @" + name + "(" + args + "%n: index) -> " + tensor +
         " attributes {dims = [" + dims + "[0]]} {\n" +
         "  %e = tensor.empty(%n) : " + tensor + "\n" +
         "  %y = linalg.generic {indexing_maps = [" + maps +
         "affine_map<(d) -> (d)>], iterator_types = [\"parallel\"]} ins(" +
         ins + " : " + types + ") outs(%e : " + tensor + ") {\n  ^bb0(" +
         block + "%o: " + type + "):\n    " + before + "%r = " + body + " : " +
         type + "\n    linalg.yield %r : " + type + "\n  } -> " + tensor +
         "\n  exec.yield %y : " + tensor + "\n}\n";
}

/// The distance of `got` from `wanted` in units in the last place.
template <typename T>
double ulps(T got, long double wanted) {
  T rounded = static_cast<T>(wanted);
  if (std::isnan(wanted) || std::isnan(got))
    return std::isnan(wanted) && std::isnan(got) ? 0 : INFINITY;
  if (std::isinf(rounded) || std::isinf(got))
    return rounded == got ? 0
           : std::fabs((long double)got) >
                   std::numeric_limits<T>::max() / 1.0001
               ? 1
               : INFINITY;
  if (rounded == 0 && wanted == 0)
    return got == 0 && std::signbit(got) == std::signbit(rounded) ? 0
                                                                  : INFINITY;
  T size = std::max(std::fabs(rounded), std::numeric_limits<T>::min());
  long double unit =
      std::ldexp((T)1, std::ilogb(size)) * std::numeric_limits<T>::epsilon();
  return static_cast<double>(std::fabs(got - wanted) / unit);
}

/// Numbers of every sign, exponent and many fractions, and the special ones.
template <typename T, typename Bits>
std::vector<T> samples(Bits stride) {
  std::vector<T> points = {0.0,
                           -0.0,
                           1.0,
                           -1.0,
                           0.5,
                           INFINITY,
                           -INFINITY,
                           NAN,
                           std::numeric_limits<T>::max(),
                           std::numeric_limits<T>::lowest(),
                           std::numeric_limits<T>::min(),
                           std::numeric_limits<T>::denorm_min()};
  Bits bits = 0;
  for (uint64_t i = 0; i < 100000; ++i, bits += stride) {
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    points.push_back(value);
    // The middle of the range, where most functions do something.
    points.push_back(
        std::ldexp((T)(bits % 1000003) / (T)1000003 - (T)0.5, int(i % 12) - 4));
  }
  return points;
}

template <typename T>
void check(const CompiledKernels &kernels, const std::string &symbol,
           const std::vector<T> &points, long double (*reference)(long double),
           double limit, const std::string &what) {
  std::vector<T> results(points.size());
  std::vector<void *> buffers = {(void *)points.data(), results.data()};
  ASSERT_EQ(
      kernels.run(symbol, buffers, {int64_t(points.size())}, points.size()), 0);
  double worst = 0;
  T where = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    double error = ulps<T>(results[i], reference(points[i]));
    if (error > worst) {
      worst = error;
      where = points[i];
    }
  }
  EXPECT_LE(worst, limit) << what << " at " << where;
  ::testing::Test::RecordProperty(what, std::to_string(worst));
}

/// Every remainder is exact: of numbers of all exponents, of multiples and
/// their neighbours, and of special ones by each other.
template <typename T, typename Bits>
void checkRemainders(const CompiledKernels &kernels, const std::string &symbol,
                     Bits stride, std::optional<T> constant) {
  std::vector<T> x = samples<T, Bits>(stride), y = samples<T, Bits>(stride * 3);
  for (size_t i = 0; i < 12; ++i)
    for (size_t j = 0; j < 12; ++j) {
      x.push_back(x[i]);
      y.push_back(y[j]);
    }
  for (size_t i = 0; i < 100000; ++i) {
    T divisor = constant.value_or(y[i + 12]);
    T multiple = divisor * std::exp2(T(i % 40)) * T(i % 7 + 1);
    y.push_back(divisor);
    x.push_back(i % 3 ? std::nextafter(multiple, i % 3 == 1 ? INFINITY : -1)
                      : multiple);
  }
  if (constant)
    std::fill(y.begin(), y.end(), *constant);
  std::vector<T> results(x.size());
  std::vector<void *> buffers = {x.data(), y.data(), results.data()};
  if (constant)
    buffers.erase(buffers.begin() + 1);
  ASSERT_EQ(kernels.run(symbol, buffers, {int64_t(x.size())}, x.size()), 0);
  for (size_t i = 0; i < x.size(); ++i)
    ASSERT_EQ(ulps<T>(results[i], std::fmod(x[i], y[i])), 0)
        << x[i] << " mod " << y[i] << " = " << results[i];
}

/// 1 + e^x has the bits of that sum, where e^x is subnormal or next to
/// infinity, too.
template <typename T>
void checkOnePlusExp(const CompiledKernels &kernels, const std::string &type,
                     std::vector<T> x, T from, T to) {
  for (size_t i = 0; i <= 100000; ++i)
    x.push_back(from + (to - from) * T(i) / 100000);
  std::vector<T> powers(x.size()), sums(x.size());
  std::vector<int64_t> n = {int64_t(x.size())};
  ASSERT_EQ(kernels.run("exp_" + type, {x.data(), powers.data()}, n, n[0]), 0);
  ASSERT_EQ(kernels.run("sum_" + type, {x.data(), sums.data()}, n, n[0]), 0);
  for (size_t i = 0; i < x.size(); ++i)
    ASSERT_EQ(ulps<T>(sums[i], 1 + powers[i]), 0) << "1 + e^" << x[i];
}

class MathTest : public ::testing::TestWithParam<std::string> {};
} // namespace

TEST_P(MathTest, UnaryFunctions) {
  std::string text, errors;
  for (const Case &c : kCases)
    for (std::string type : {"f32", "f64"})
      text += kernelText(std::string(c.op) + "_" + type,
                         std::string("math.") + c.op + " %a0", type, 1);
  auto kernels = CompiledKernels::compile(text, GetParam(), errors);
  ASSERT_TRUE(kernels) << errors;
  auto singles = samples<float>(uint32_t(0x9e3779b1));
  auto doubles = samples<double>(uint64_t(0x9e3779b97f4a7c15));
  for (const Case &c : kCases) {
    std::string op = c.op;
    check(*kernels, op + "_f32", singles, c.reference, c.maxUlp32, op + "_f32");
    check(*kernels, op + "_f64", doubles, c.reference, c.maxUlp64, op + "_f64");
  }
}

TEST_P(MathTest, OnePlusExp) {
  std::string text, errors;
  for (std::string type : {"f32", "f64"})
    text += kernelText("exp_" + type, "math.exp %a0", type, 1) +
            kernelText("sum_" + type, "arith.addf %c, %p", type, 1,
                       "%c = arith.constant 1.0 : " + type +
                           "\n    %p = math.exp %a0 : " + type + "\n    ");
  auto kernels = CompiledKernels::compile(text, GetParam(), errors);
  ASSERT_TRUE(kernels) << errors;
  checkOnePlusExp<float>(*kernels, "f32", samples<float>(uint32_t(0x9e3779b1)),
                         -110, 92);
  checkOnePlusExp<double>(*kernels, "f64",
                          samples<double>(uint64_t(0x9e3779b97f4a7c15)), -750,
                          712);
}

TEST_P(MathTest, DivisionByConstants) {
  const double divisors[] = {6, 3, -7, 49, 0.1, 1e-20, 1e20, 4, 3e38};
  std::string text, errors;
  for (size_t i = 0; i < std::size(divisors); ++i)
    for (std::string type : {"f32", "f64"}) {
      std::ostringstream number;
      number << std::scientific << std::setprecision(17)
             << double(float(divisors[i]));
      text += kernelText(
          "by" + std::to_string(i) + "_" + type, "arith.divf %a0, %c", type, 1,
          "%c = arith.constant " + number.str() + " : " + type + "\n    ");
    }
  auto kernels = CompiledKernels::compile(text, GetParam(), errors);
  ASSERT_TRUE(kernels) << errors;
  auto singles = samples<float>(uint32_t(0x9e3779b1));
  auto doubles = samples<double>(uint64_t(0x9e3779b97f4a7c15));
  static long double divisor;
  auto divide = [](long double x) { return x / divisor; };
  for (size_t i = 0; i < std::size(divisors); ++i) {
    std::string name = "by" + std::to_string(i);
    divisor = float(divisors[i]);
    // A subnormal result is one unit off at most, any other one rounded right
    // or next to the middle of two.
    check(*kernels, name + "_f32", singles, +divide, 1, name + "_f32");
    check(*kernels, name + "_f64", doubles, +divide, 1, name + "_f64");
  }
}

TEST_P(MathTest, Remainder) {
  std::string text, errors;
  for (std::string type : {"f32", "f64"})
    text +=
        kernelText("by_" + type, "arith.remf %a0, %a1", type, 2) +
        kernelText("const_" + type, "arith.remf %a0, %c", type, 1,
                   "%c = arith.constant 0.75 : " + type + "\n    ") +
        kernelText("third_" + type, "arith.remf %a0, %c", type, 1,
                   "%c = arith.constant 0.300000011920928955078125 : " + type +
                       "\n    ");
  auto kernels = CompiledKernels::compile(text, GetParam(), errors);
  ASSERT_TRUE(kernels) << errors;
  uint32_t single = 0x9e3779b1;
  uint64_t wide = 0x9e3779b97f4a7c15;
  checkRemainders<float>(*kernels, "by_f32", single, {});
  checkRemainders<double>(*kernels, "by_f64", wide, {});
  for (auto [name, divisor] :
       {std::pair("const", 0.75),
        std::pair("third", 0.300000011920928955078125)}) {
    checkRemainders<float>(*kernels, name + std::string("_f32"), single,
                           divisor);
    checkRemainders<double>(*kernels, name + std::string("_f64"), wide,
                            divisor);
  }
}

TEST_P(MathTest, Power) {
  std::string errors;
  std::string text = kernelText("p32", "math.powf %a0, %a1", "f32", 2) +
                     kernelText("p64", "math.powf %a0, %a1", "f64", 2);
  auto kernels = CompiledKernels::compile(text, GetParam(), errors);
  ASSERT_TRUE(kernels) << errors;
  std::vector<double> x, y;
  double special[] = {0.0,    -0.0,     1,         -1,     2,
                      -2,     0.5,      -0.5,      3,      -3,
                      2.5,    -2.5,     1e300,     -1e300, 1e-310,
                      5e-324, INFINITY, -INFINITY, NAN,    9007199254740993.0};
  for (double a : special)
    for (double b : special) {
      x.push_back(a);
      y.push_back(b);
    }
  uint64_t state = 1;
  auto random = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return double(state >> 11) * 0x1p-53;
  };
  for (int i = 0; i < 100000; ++i) {
    x.push_back(std::exp2(random() * 60 - 30));
    y.push_back((random() * 2 - 1) * std::exp2(random() * 12 - 6));
  }
  std::vector<double> r(x.size());
  std::vector<float> xs(x.begin(), x.end()), ys(y.begin(), y.end()),
      rs(x.size());
  std::vector<int64_t> n = {int64_t(x.size())};
  kernels->run("p64", {x.data(), y.data(), r.data()}, n, n[0]);
  kernels->run("p32", {xs.data(), ys.data(), rs.data()}, n, n[0]);
  double worst64 = 0, worst32 = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    double e64 = ulps<double>(r[i], powl(x[i], y[i]));
    double e32 = ulps<float>(rs[i], powl(xs[i], ys[i]));
    // 1e-14 is 45 to 90 units.
    ASSERT_LE(e64, 60) << x[i] << "^" << y[i] << " = " << r[i];
    ASSERT_LE(e32, 1) << xs[i] << "^" << ys[i] << " = " << rs[i];
    worst64 = std::max(worst64, e64);
    worst32 = std::max(worst32, e32);
  }
  RecordProperty("pow_f64", std::to_string(worst64));
  RecordProperty("pow_f32", std::to_string(worst32));
}

INSTANTIATE_TEST_SUITE_P(Levels, MathTest,
                         ::testing::ValuesIn(getRunnableTargets()),
                         [](const auto &info) {
                           std::string name = info.param.substr(4);
                           for (char &c : name)
                             if (c == '-' || c == '+')
                               c = '_';
                           return name;
                         });
