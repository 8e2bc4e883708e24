// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelTest.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace kiln::reference;

namespace {
struct RandomTest : KernelTest {
  static constexpr int64_t count = 20000;

  /// The values of result `index` of an op with results like `outputs`.
  std::vector<double> draw(llvm::StringRef op,
                           const std::vector<Values> &inputs,
                           const std::vector<Values> &outputs,
                           unsigned index = 0) {
    auto results = evaluate(op, inputs, outputs);
    if (!results) {
      ADD_FAILURE() << llvm::toString(results.takeError());
      return {};
    }
    return valuesOf((*results)[index]);
  }

  /// Mean and variance are as they should be, to five standard errors.
  static void expectMoments(const std::vector<double> &values, double mean,
                            double variance) {
    ASSERT_FALSE(values.empty());
    double sum = 0, squares = 0;
    for (double value : values) {
      sum += value;
      squares += (value - mean) * (value - mean);
    }
    double size = values.size();
    EXPECT_NEAR(sum / size, mean, 5 * std::sqrt(variance / size) + 1e-12);
    EXPECT_NEAR(squares / size, variance, 15 * variance / std::sqrt(size));
  }
  static void expectRange(const std::vector<double> &values, double least,
                          double most) {
    EXPECT_GE(*std::min_element(values.begin(), values.end()), least);
    EXPECT_LE(*std::max_element(values.begin(), values.end()), most);
  }
};
} // namespace

// The vectors that were published with the generator: counter and key of all
// zeros, of all ones, and of the digits of pi.
TEST_F(RandomTest, PhiloxVectors) {
  using Words = std::array<uint32_t, 4>;
  EXPECT_EQ(Philox::block(0, 0, 0),
            (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(Philox::block(~uint64_t(0), ~uint64_t(0), ~uint64_t(0)),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(
      Philox::block(0x299f31d0a4093822, 0x85a308d3243f6a88, 0x0370734413198a2e),
      (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST_F(RandomTest, Uniform) {
  for (const char *type : {"f32", "f64", "bf16", "f16"}) {
    std::vector<double> values =
        draw("aten.rand.default size = [20000]", {}, {{type, {count}, {}}});
    // What is cut off in a narrow type shifts the mean by half a step.
    double step = llvm::StringRef(type) == "bf16" ? 1. / 128 : 0;
    EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0) / count,
                0.5 - step / 2, 0.011);
    expectRange(values, 0, 1 - 1e-16);
  }
  Values x{"f64", {count}, fill(count)};
  expectMoments(
      draw("aten.uniform.default %0, from = -2.0, to = 4.0", {x}, {x}), 1, 3);
  expectMoments(draw("aten.rand_like.default %0", {x}, {x}), 0.5, 1. / 12);
}

TEST_F(RandomTest, Normal) {
  Values x{"f64", {count}, fill(count)};
  expectMoments(draw("aten.randn.default size = [20000]", {}, {x}), 0, 1);
  expectMoments(draw("aten.normal.float_float mean = 3.0, std = 2.0, size = "
                     "[20000]",
                     {}, {x}),
                3, 4);
  expectMoments(draw("aten.normal_functional.default %0, mean = 1.0, std = 0.5",
                     {x}, {x}),
                1, 0.25);
  expectMoments(draw("aten.normal.Tensor_float %0, std = 2.0", {x}, {x}), 1, 4);
  expectMoments(draw("aten.normal.Tensor_Tensor %0, %1", {x, x}, {x}), 1, 1);
  expectMoments(draw("aten.normal.float_Tensor mean = 0.0, %0", {x}, {x}), 0,
                1);
  // Both parts together have variance 1.
  expectMoments(draw("aten.randn.default size = [20000]", {},
                     {{"complex<f64>", {count}, {}}}),
                0, 0.5);
  expectMoments(draw("aten.exponential.default %0, lambd = 2.0", {x}, {x}), 0.5,
                0.25);
}

TEST_F(RandomTest, Integers) {
  Values ints{"i64", {count}, {}};
  std::vector<double> values =
      draw("aten.randint.low low = -2, high = 3, size = [20000]", {}, {ints});
  expectMoments(values, 0, 2);
  expectRange(values, -2, 2);
  expectRange(draw("aten.randint.default high = 4, size = [20000]", {},
                   {{"f32", {count}, {}}}),
              0, 3);
  values = draw("aten.randperm.default n = 20000", {}, {ints});
  EXPECT_FALSE(std::is_sorted(values.begin(), values.end()));
  std::sort(values.begin(), values.end());
  for (int64_t i = 0; i < count; ++i)
    ASSERT_EQ(values[i], i);
}

TEST_F(RandomTest, Choices) {
  Values p{"f64", {count}, fill(count, 0.25)};
  expectMoments(draw("aten.bernoulli.default %0", {p}, {p}), 0.25, 3. / 16);
  expectMoments(draw("aten.bernoulli.p %0, p = 0.75", {p}, {p}), 0.75, 3. / 16);
  expectMoments(draw("aten.bernoulli.Tensor %0, %1", {p, p}, {p}), 0.25,
                3. / 16);
  Values weights{"f64", {3}, {1, 0, 3}};
  std::vector<double> places = draw(
      "aten.multinomial.default %0, num_samples = 20000, replacement = true",
      {weights}, {{"i64", {count}, {}}});
  expectMoments(places, 1.5, 0.75);
  places = draw("aten.multinomial.default %0, num_samples = 2", {weights},
                {{"i64", {2}, {}}});
  std::sort(places.begin(), places.end());
  EXPECT_EQ(places, (std::vector<double>{0, 2}));
}

TEST_F(RandomTest, Dropout) {
  Values x{"f64", {count}, fill(count, 3)}, mask{"i1", {count}, {}};
  expectMoments(draw("aten.native_dropout.default %0, p = 0.25, train = true",
                     {x}, {x, mask}),
                3, 3);
  expectMoments(draw("aten.native_dropout.default %0, p = 0.25, train = true",
                     {x}, {x, mask}, 1),
                0.75, 3. / 16);
  expect("aten.native_dropout.default %0, p = 0.25, train = false",
         {{"f32", {2}, {1, 2}}}, {{"f32", {2}, {1, 2}}, {"i1", {2}, {1, 1}}});
  expect("aten.native_dropout.default %0, p = 1.0, train = true",
         {{"f32", {2}, {1, 2}}}, {{"f32", {2}, {0, 0}}, {"i1", {2}, {0, 0}}});
  // In training a random slope, which is the second result; else the mean one.
  Values low{"f64", {count}, fill(count, -1)};
  const char *op =
      "aten.rrelu_with_noise_functional.default %0, %1, lower = 0, "
      "upper = 1, training = true";
  expectMoments(draw(op, {low, low}, {low, low}), -0.5, 1. / 12);
  expect(
      "aten.rrelu_with_noise_functional.default %0, %1, lower = 0, upper = 1",
      {{"f64", {2}, {-2, 2}}, {"f64", {2}, {5, 6}}},
      {{"f64", {2}, {-1, 2}}, {"f64", {2}, {5, 6}}});
}

TEST_F(RandomTest, Errors) {
  Values x{"f32", {1}, {2}}, index{"i64", {1}, {}};
  EXPECT_EQ(errorOf("aten.rand.default size = [1]", {}, {index}),
            "aten.rand.default: only floats are drawn");
  EXPECT_EQ(
      errorOf("aten.randint.low low = 2, high = 2, size = [1]", {}, {index}),
      "aten.randint.low: there is no integer from 2 to below 2");
  EXPECT_EQ(errorOf("aten.bernoulli.default %0", {x}, {x}),
            "aten.bernoulli.default: a probability lies between 0 and 1");
  auto drawTwo = [&](const Values &weights) {
    return errorOf("aten.multinomial.default %0, num_samples = 2", {weights},
                   {{"i64", {2}, {}}});
  };
  EXPECT_EQ(drawTwo({"f32", {2}, {2, -1}}),
            "aten.multinomial.default: a weight is negative, infinite or NaN");
  EXPECT_EQ(drawTwo({"f32", {2}, {0, 0}}),
            "aten.multinomial.default: all weights are 0");
  EXPECT_EQ(drawTwo({"f32", {1}, {1}}),
            "aten.multinomial.default: draws more than there is");
}
