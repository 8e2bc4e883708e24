// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/errorrule/ErrorRule.h"
#include "TestPackage.h"

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
