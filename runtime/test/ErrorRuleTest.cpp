// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/errorrule/ErrorRule.h"
#include "TestPackage.h"

#include <algorithm>
#include <cmath>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::Contains;
using ::testing::HasSubstr;

namespace {
template <typename T>
NpyArray arrayOf(kiln_dtype dtype, const std::vector<T> &values) {
  NpyArray array(dtype, {static_cast<int64_t>(values.size())});
  if (array.bytes() > 0)
    std::memcpy(array.data(), values.data(), array.bytes());
  return array;
}
NpyArray f32(const std::vector<float> &values) {
  return arrayOf(KILN_DTYPE_F32, values);
}
NpyArray f64(const std::vector<double> &values) {
  return arrayOf(KILN_DTYPE_F64, values);
}
std::string join(const ErrorRule &rule) {
  std::string text;
  for (const std::string &line : rule.explain())
    text += line + "\n";
  return text;
}
} // namespace

TEST(ErrorRule, AcceptsTheErrorOfPyTorch) {
  ErrorRule rule;
  NpyArray reference = f64({1, 2, 3, 4});
  rule.addOutput("out", f32({1.0000002f, 2, 3, 4}), f32({1, 2.0000002f, 3, 4}),
                 &reference);
  EXPECT_TRUE(rule.holds()) << join(rule);
  EXPECT_THAT(rule.summary(), HasSubstr("rms "));
}

TEST(ErrorRule, RefusesLargeErrors) {
  NpyArray reference = f64(std::vector<double>(1000, 1.0));
  NpyArray theirs = f32(std::vector<float>(1000, 1.0f));
  std::vector<float> biased(1000, 1.000001f);
  ErrorRule rms;
  rms.addOutput("out", f32(biased), theirs, &reference);
  EXPECT_THAT(join(rms), HasSubstr("f32: the root mean square of errors, "));
  // One element far off: the root mean square still holds, the largest not.
  std::vector<float> outlier(1000, 1.0f);
  outlier[7] = 1.0000015f;
  ErrorRule largest;
  largest.addOutput("out", f32(outlier), theirs, &reference);
  EXPECT_THAT(join(largest), HasSubstr("f32: the largest error, "));
  EXPECT_EQ(largest.explain().size(), 1u);
  EXPECT_TRUE(largest.failures().empty());
}

TEST(ErrorRule, IsRelativeToTheTensorAndOverAllCalls) {
  // Small elements of a large tensor may be off by its epsilons.
  NpyArray reference = f64({1000, 0.001});
  ErrorRule rule;
  rule.addOutput("out", f32({1000, 0.00101f}), f32({1000, 0.001f}), &reference);
  EXPECT_TRUE(rule.holds()) << join(rule);
  // A call that is worse than PyTorch is balanced by its other calls.
  ErrorRule bad, good, both;
  NpyArray one = f64(std::vector<double>(4, 1.0));
  bad.addOutput("a", f32({1.0000004f, 1, 1, 1}), f32({1, 1, 1, 1}), &one);
  good.addOutput("b", f32({1, 1, 1, 1}), f32({1.0000004f, 1.0000004f, 1, 1}),
                 &one);
  EXPECT_FALSE(bad.holds());
  both.add(bad);
  both.add(good);
  EXPECT_TRUE(both.holds()) << join(both);
}

TEST(ErrorRule, WantsNonFiniteNumbersExactly) {
  float inf = HUGE_VALF, nan = NAN;
  NpyArray reference = f64({HUGE_VAL, NAN, 1});
  ErrorRule same;
  same.addOutput("out", f32({inf, nan, 1}), f32({inf, nan, 1}), &reference);
  EXPECT_TRUE(same.holds()) << join(same);
  for (std::vector<float> wrong : {std::vector<float>{-inf, nan, 1},
                                   {inf, 0, 1},
                                   {inf, nan, nan},
                                   {1, nan, 1}}) {
    ErrorRule rule;
    rule.addOutput("out", f32(wrong), f32({inf, nan, 1}), &reference);
    EXPECT_THAT(join(rule), HasSubstr("out: 1 of 3 numbers are wrong"));
  }
}

TEST(ErrorRule, WantsIntegersExactly) {
  NpyArray theirs = arrayOf<int64_t>(KILN_DTYPE_I64, {1, 2, 3});
  ErrorRule same, other;
  same.addOutput("out",
                 theirs.sizes().empty()
                     ? NpyArray()
                     : arrayOf<int64_t>(KILN_DTYPE_I64, {1, 2, 3}),
                 theirs, nullptr);
  EXPECT_TRUE(same.holds());
  EXPECT_EQ(same.summary(), "exact");
  other.addOutput("out", arrayOf<int64_t>(KILN_DTYPE_I64, {1, 2, 4}), theirs,
                  nullptr);
  EXPECT_THAT(join(other), HasSubstr("out: element [2] differs"));
}

TEST(ErrorRule, WantsDtypesAndSizes) {
  ErrorRule rule;
  rule.addOutput("a", f32({1}), f64({1}), nullptr);
  rule.addOutput("b", f32({1}), f32({1, 2}), nullptr);
  rule.addFailure("c: it rained");
  EXPECT_THAT(rule.failures(),
              ::testing::ElementsAre("a: dtype is f32, but f64 is expected",
                                     "b: the sizes differ", "c: it rained"));
}

TEST(ErrorRule, ComparesByToleranceWithoutReference) {
  ErrorRule rule;
  rule.addOutput("f32", f32({1.000009f}), f32({1}), nullptr);
  rule.addOutput("f64", f64({1 + 1e-11}), f64({1}), nullptr);
  rule.addOutput("bf16", arrayOf<uint16_t>(KILN_DTYPE_BF16, {0x3f81}),
                 arrayOf<uint16_t>(KILN_DTYPE_U16, {0x3f80}), nullptr);
  rule.addOutput("f16", arrayOf<uint16_t>(KILN_DTYPE_F16, {0x3c01}),
                 arrayOf<uint16_t>(KILN_DTYPE_F16, {0x3c00}), nullptr);
  EXPECT_TRUE(rule.holds()) << join(rule);
  rule.addOutput("f32", f32({1.0001f}), f32({1}), nullptr);
  rule.addOutput("f64", f64({1 + 1e-8}), f64({1}), nullptr);
  rule.addOutput("bf16", arrayOf<uint16_t>(KILN_DTYPE_BF16, {0x3f90}),
                 arrayOf<uint16_t>(KILN_DTYPE_U16, {0x3f80}), nullptr);
  EXPECT_EQ(rule.failures().size(), 3u);
}

TEST(ErrorRule, KnowsComplexNumbers) {
  NpyArray ours(KILN_DTYPE_C64, {2}), theirs(KILN_DTYPE_C64, {2});
  NpyArray reference(KILN_DTYPE_C128, {2});
  for (int i = 0; i < 4; ++i) {
    static_cast<float *>(ours.data())[i] = 1;
    static_cast<float *>(theirs.data())[i] = 1;
    static_cast<double *>(reference.data())[i] = 1;
  }
  ErrorRule rule;
  rule.addOutput("out", ours, theirs, &reference);
  EXPECT_TRUE(rule.holds());
  static_cast<float *>(ours.data())[3] = 2;
  rule.addOutput("out", ours, theirs, &reference);
  EXPECT_FALSE(rule.holds());
}

//===----------------------------------------------------------------------===//
// For each clause a result that is just right and one that is just wrong
//===----------------------------------------------------------------------===//

namespace {
using Floats = std::vector<float>;
using Doubles = std::vector<double>;

/// Does the rule hold for one output?
bool holds(const NpyArray &ours, const NpyArray &theirs) {
  ErrorRule rule;
  rule.addOutput("out", ours, theirs, nullptr);
  return rule.holds();
}
bool holds(const Floats &ours, const Floats &theirs, const Doubles &exact) {
  ErrorRule rule;
  NpyArray reference = f64(exact);
  rule.addOutput("out", f32(ours), f32(theirs), &reference);
  return rule.holds();
}
bool holds(float ours, float theirs) {
  return holds(f32({ours}), f32({theirs}));
}

/// Numbers that are 1, but for the first ones.
template <typename T>
std::vector<T> ones(size_t count, const std::vector<T> &first = {}) {
  std::vector<T> values(count, 1);
  std::copy(first.begin(), first.end(), values.begin());
  return values;
}
/// 1 and a number of steps of float32 above.
float above(int steps) { return 1 + static_cast<float>(steps) * 0x1p-23f; }
} // namespace

// At most twice PyTorch's and half an epsilon.
TEST(ErrorRuleClause, RootMeanSquare) {
  // PyTorch is exact: half an epsilon.
  EXPECT_TRUE(
      holds(ones<float>(4, {above(1)}), ones<float>(4), ones<double>(4)));
  EXPECT_FALSE(
      holds(ones<float>(3, {above(1)}), ones<float>(3), ones<double>(3)));
  // PyTorch is off by 8 epsilons: 16.5 of them.
  Floats theirs(3, above(8));
  EXPECT_TRUE(
      holds({above(17), above(16), above(16)}, theirs, ones<double>(3)));
  EXPECT_FALSE(
      holds({above(17), above(17), above(16)}, theirs, ones<double>(3)));
}

// At most eight times PyTorch's and eight epsilons.
TEST(ErrorRuleClause, LargestError) {
  constexpr size_t many = 1 << 16;
  EXPECT_TRUE(holds(ones<float>(many, {above(8)}), ones<float>(many),
                    ones<double>(many)));
  EXPECT_FALSE(holds(ones<float>(many, {above(9)}), ones<float>(many),
                     ones<double>(many)));
  Floats theirs = ones<float>(many, {above(3)});
  EXPECT_TRUE(
      holds(ones<float>(many, {1, above(32)}), theirs, ones<double>(many)));
  EXPECT_FALSE(
      holds(ones<float>(many, {1, above(33)}), theirs, ones<double>(many)));
}

// Relative to the root mean square of the finite references; where that is 0,
// absolute.
TEST(ErrorRuleClause, Scale) {
  EXPECT_TRUE(holds({4 + 0x1p-21f, 4, 4, 4}, {4, 4, 4, 4}, {4, 4, 4, 4}));
  EXPECT_FALSE(holds({4 + 0x1p-21f, 4, 4}, {4, 4, 4}, {4, 4, 4}));
  EXPECT_TRUE(holds({0x1p-23f, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}));
  EXPECT_FALSE(holds({0x1p-23f, 0, 0}, {0, 0, 0}, {0, 0, 0}));
  float inf = HUGE_VALF, x = 4 + 0x1p-21f;
  EXPECT_TRUE(
      holds({inf, x, 4, 4, 4}, {inf, 4, 4, 4, 4}, {HUGE_VAL, 4, 4, 4, 4}));
  EXPECT_FALSE(holds({inf, x, 4, 4}, {inf, 4, 4, 4}, {HUGE_VAL, 4, 4, 4}));
}

// Each dtype has its epsilon, and errors of one do not excuse another.
TEST(ErrorRuleClause, Epsilons) {
  struct Type {
    kiln_dtype dtype, bits;
    uint16_t one;
  };
  for (Type type : {Type{KILN_DTYPE_F16, KILN_DTYPE_F16, 0x3c00},
                    Type{KILN_DTYPE_BF16, KILN_DTYPE_U16, 0x3f80}})
    for (size_t off : {1, 2}) {
      std::vector<uint16_t> theirs(4, type.one), ours = theirs;
      for (size_t i = 0; i < off; ++i)
        ++ours[i];
      NpyArray reference = f64({1, 1, 1, 1});
      ErrorRule rule;
      rule.addOutput("out", arrayOf(type.dtype, ours),
                     arrayOf(type.bits, theirs), &reference);
      EXPECT_EQ(rule.holds(), off == 1);
    }
  NpyArray one = f64({1});
  ErrorRule both;
  both.addOutput("half", arrayOf<uint16_t>(KILN_DTYPE_F16, {0x3c01}),
                 arrayOf<uint16_t>(KILN_DTYPE_F16, {0x3c01}), &one);
  EXPECT_TRUE(both.holds());
  both.addOutput("single", f32({above(1)}), f32({1}), &one);
  EXPECT_FALSE(both.holds());
}

// Of a complex number each part is an element.
TEST(ErrorRuleClause, Parts) {
  for (size_t off : {1, 2}) {
    Floats ours = ones<float>(4);
    for (size_t i = 0; i < off; ++i)
      ours[3 - i] = above(1);
    NpyArray mine(KILN_DTYPE_C64, {2}), theirs(KILN_DTYPE_C64, {2}),
        reference(KILN_DTYPE_C128, {2});
    std::memcpy(mine.data(), ours.data(), mine.bytes());
    std::memcpy(theirs.data(), ones<float>(4).data(), theirs.bytes());
    std::memcpy(reference.data(), ones<double>(4).data(), reference.bytes());
    ErrorRule rule;
    rule.addOutput("out", mine, theirs, &reference);
    EXPECT_EQ(rule.holds(), off == 1);
  }
}

// NaN is NaN whatever its bits; infinities have a sign, and no number is one.
TEST(ErrorRuleClause, NonFinite) {
  float inf = HUGE_VALF, nan = NAN, largest = 3.4028235e38f;
  EXPECT_TRUE(holds({-nan}, {nan}, {NAN}));
  EXPECT_FALSE(holds({inf}, {nan}, {NAN}));
  EXPECT_TRUE(holds({inf}, {inf}, {HUGE_VAL}));
  EXPECT_FALSE(holds({largest}, {inf}, {HUGE_VAL}));
  EXPECT_FALSE(holds({-inf}, {inf}, {HUGE_VAL}));
  EXPECT_FALSE(holds({inf}, {largest}, {3.4028235e38}));
}

// Where float64 has no number, PyTorch's is compared by tolerance.
TEST(ErrorRuleClause, ReferenceThatIsNotFinite) {
  for (double exact : {HUGE_VAL, double(NAN)}) {
    EXPECT_TRUE(holds({above(94), 1}, {1, 1}, {exact, 1}));
    EXPECT_FALSE(holds({above(95), 1}, {1, 1}, {exact, 1}));
  }
}

TEST(ErrorRuleClause, Integers) {
  auto i8 = [](int8_t v) { return arrayOf<int8_t>(KILN_DTYPE_I8, {v}); };
  auto i64 = [](int64_t v) { return arrayOf<int64_t>(KILN_DTYPE_I64, {v}); };
  auto boolean = [](char v) { return arrayOf<char>(KILN_DTYPE_BOOL, {v}); };
  EXPECT_TRUE(holds(i8(-1), i8(-1)));
  EXPECT_FALSE(holds(i8(-1), i8(-2)));
  EXPECT_TRUE(holds(i64(1ll << 53), i64(1ll << 53)));
  EXPECT_FALSE(holds(i64(1ll << 53), i64((1ll << 53) + 1)));
  EXPECT_TRUE(holds(boolean(1), boolean(1)));
  EXPECT_FALSE(holds(boolean(1), boolean(0)));
}

// Without a reference: 1.3e-6 (f32), 1e-3 (f16), 1.6e-2 (bf16), and 1e-5.
TEST(ErrorRuleClause, Tolerance) {
  EXPECT_TRUE(holds(above(94), 1));
  EXPECT_FALSE(holds(above(95), 1));
  float step = 0x1p-14f; // of numbers near 1000
  EXPECT_TRUE(holds(-1000 - 21 * step, -1000));
  EXPECT_FALSE(holds(-1000 - 22 * step, -1000));
  EXPECT_TRUE(holds(0.99e-5f, 0));
  EXPECT_FALSE(holds(1.01e-5f, 0));
  auto f16 = [](uint16_t v) { return arrayOf<uint16_t>(KILN_DTYPE_F16, {v}); };
  EXPECT_TRUE(holds(f16(0x3c01), f16(0x3c00)));
  EXPECT_FALSE(holds(f16(0x3c02), f16(0x3c00)));
  auto bf16 = [](uint16_t v) {
    return arrayOf<uint16_t>(KILN_DTYPE_BF16, {v});
  };
  EXPECT_TRUE(holds(bf16(0x3f82), bf16(0x3f80)));
  EXPECT_FALSE(holds(bf16(0x3f83), bf16(0x3f80)));
}

// float64: 1e-10 of the element, or of its tensor's root mean square.
TEST(ErrorRuleClause, ToleranceOfDoubles) {
  EXPECT_TRUE(holds(f64({1 + 0.99e-10}), f64({1})));
  EXPECT_FALSE(holds(f64({1 + 1.01e-10}), f64({1})));
  EXPECT_TRUE(holds(f64({4.96e-10, 5, 7}), f64({0, 5, 7})));
  EXPECT_FALSE(holds(f64({4.97e-10, 5, 7}), f64({0, 5, 7})));
  // Also where squares leave the range of doubles.
  for (double size : {1e200, 1e-200}) {
    EXPECT_TRUE(holds(f64({size, 0.7e-10 * size}), f64({size, 0})));
    EXPECT_FALSE(holds(f64({size, 0.71e-10 * size}), f64({size, 0})));
  }
}
