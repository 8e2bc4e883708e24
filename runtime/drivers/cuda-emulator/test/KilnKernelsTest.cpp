// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX that Kiln writes: the kernels of its small programs.

#include "test/Device.h"

#include <cmath>
#include <random>

using namespace kiln::emu;
using namespace kiln::emu::test;

static std::vector<float> numbers(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float &value : values)
    value = normal(random);
  return values;
}

/// x * transposed(w) + b in double.
static std::vector<double> linear(const std::vector<float> &x,
                                  const std::vector<float> &w,
                                  const std::vector<float> &b, size_t rows) {
  size_t columns = b.size(), depth = w.size() / columns;
  std::vector<double> y(rows * columns);
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c) {
      double sum = b[c];
      for (size_t k = 0; k < depth; ++k)
        sum += double{x[r * depth + k]} * w[c * depth + k];
      y[r * columns + c] = sum;
    }
  return y;
}

static void expectNear(const std::vector<float> &found,
                       const std::vector<double> &expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(found[i], expected[i], 1e-5 * (1 + std::fabs(expected[i])))
        << i;
}

TEST(KilnKernels, LinearGelu) {
  Device device(input("mlp.ptx"));
  constexpr size_t rows = 8, columns = 128, depth = 64;
  auto x = numbers(rows * depth, 1), w = numbers(columns * depth, 2),
       b = numbers(columns, 3);
  uint64_t y = device.make<float>(rows * columns);
  device.run(
      "addmm_gelu_0", shape(rows * columns / 128, 128),
      {device.put(x), device.put(w), device.put(b), y, 0, rows * columns});
  EXPECT_EQ(device.report.text("k.ptx"), "");
  std::vector<double> expected = linear(x, w, b, rows);
  for (double &value : expected)
    value *= 0.5 * (1 + std::erf(value / std::sqrt(2)));
  expectNear(device.get<float>(y), expected);
}

TEST(KilnKernels, LinearTanh) {
  Device device(input("mlp.ptx"));
  constexpr size_t rows = 3, columns = 128, depth = 128;
  auto x = numbers(rows * depth, 1), w = numbers(columns * depth, 2),
       b = numbers(columns, 3);
  uint64_t y = device.make<float>(rows * columns);
  device.run(
      "addmm_tanh_1", shape(6, 64),
      {device.put(x), device.put(w), device.put(b), y, 0, rows * columns});
  EXPECT_EQ(device.report.text("k.ptx"), "");
  std::vector<double> expected = linear(x, w, b, rows);
  for (double &value : expected)
    value = std::tanh(value);
  expectNear(device.get<float>(y), expected);
}

TEST(KilnKernels, MaxPool) {
  Device device(input("digits.ptx"));
  // 16 channels of 8 x 8 to 4 x 4
  constexpr size_t planes = 16, out = planes * 16;
  auto x = numbers(planes * 64, 5);
  uint64_t y = device.make<float>(out);
  device.run("max_pool2d_with_indices_2", shape(2, 128),
             {device.put(x), y, 0, out});
  EXPECT_EQ(device.report.text("k.ptx"), "");
  std::vector<double> expected;
  for (size_t i = 0; i < out; ++i) {
    size_t at = i / 16 * 64 + i % 16 / 4 * 16 + i % 4 * 2;
    expected.push_back(std::max({x[at], x[at + 1], x[at + 8], x[at + 9]}));
  }
  expectNear(device.get<float>(y), expected);
}

TEST(KilnKernels, AGridThatIsTooSmallLeavesOutputsUnwritten) {
  Device device(input("mlp.ptx"));
  constexpr size_t rows = 2, columns = 128, depth = 64;
  uint64_t y = device.make<float>(rows * columns);
  device.run("addmm_gelu_0", shape(1, 128),
             {device.put(numbers(rows * depth, 1)),
              device.put(numbers(columns * depth, 2)),
              device.put(numbers(columns, 3)), y, 0, rows * columns});
  EXPECT_TRUE(device.memory.find(y)->shadow.isWritten(0, 4));
  EXPECT_FALSE(device.memory.find(y)->shadow.isWritten(columns * 4, 4));
}
