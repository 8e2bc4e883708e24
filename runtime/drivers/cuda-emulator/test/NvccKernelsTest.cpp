// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX by nvcc of kernels in CUDA C++ (Inputs/kernels.cu and hopper.cu).

#include "test/Device.h"

#include <cmath>
#include <numeric>
#include <random>

using namespace kiln::emu;
using namespace kiln::emu::test;

namespace {
/// The kernels, and random numbers.
class NvccKernels : public ::testing::Test {
protected:
  std::vector<float> floats(size_t count) {
    std::vector<float> values(count);
    for (float &value : values)
      value = std::normal_distribution<float>()(random);
    return values;
  }
  template <typename T>
  std::vector<T> integers(size_t count, T below) {
    std::vector<T> values(count);
    for (T &value : values)
      value = static_cast<T>(random() % below);
    return values;
  }
  void run(const char *name, const LaunchShape &shape,
           const std::vector<uint64_t> &arguments) {
    for (uint64_t seed = 1; seed < 3; ++seed) {
      device.options.seed = seed;
      device.run(name, shape, arguments);
      EXPECT_EQ(device.report.text("kernels.ptx"), "");
    }
  }

  std::mt19937 random{7};
  Device device{input("kernels.ptx")};
};
} // namespace

TEST_F(NvccKernels, Reduce) {
  auto x = floats(5000);
  uint64_t sum = device.put(std::vector<float>{0});
  run("reduce", shape(3, 256), {device.put(x), sum, x.size()});
  double expected = 0;
  for (float value : x)
    expected += double{value} * value;
  EXPECT_NEAR(device.get<float>(sum)[0], 2 * expected, 1e-2);
}

TEST_F(NvccKernels, ReduceInOnePass) {
  auto x = floats(1000);
  uint64_t sum = device.make<float>(1);
  double expected = std::accumulate(x.begin(), x.end(), 0.0);
  device.run("reduceInOnePass", shape(8, 128),
             {device.put(x), device.make<float>(8),
              device.put(std::vector<unsigned>{0}), sum, x.size()});
  EXPECT_EQ(device.report.text("kernels.ptx"), "");
  EXPECT_NEAR(device.get<float>(sum)[0], expected, 1e-3);
}

TEST_F(NvccKernels, BlockScan) {
  auto x = integers<int>(1024, 100);
  uint64_t y = device.make<int>(1024);
  run("blockScan", shape(1, 256), {device.put(x), y});
  std::partial_sum(x.begin(), x.end(), x.begin());
  EXPECT_EQ(device.get<int>(y), x);
}

TEST_F(NvccKernels, BlockRadixSort) {
  auto x = integers<unsigned>(512, 1u << 31);
  uint64_t y = device.make<unsigned>(512);
  run("blockSort", shape(1, 128), {device.put(x), y});
  std::sort(x.begin(), x.end());
  EXPECT_EQ(device.get<unsigned>(y), x);
}

TEST_F(NvccKernels, CooperativeGroups) {
  auto x = integers<int>(64, 1000);
  uint64_t y = device.make<int>(64);
  run("groups", shape(1, 64), {device.put(x), y});
  auto found = device.get<int>(y);
  for (size_t i = 0; i < 64; ++i) {
    auto group = x.begin() + static_cast<long>(i / 8 * 8);
    int total = std::accumulate(group, group + 8, 0), odd = 0;
    for (size_t k = i / 32 * 32; k < i / 32 * 32 + 32; ++k)
      odd += x[k] & 1;
    EXPECT_EQ(found[i], total * 100 + (x[i] & 1 ? odd : 0)) << i;
  }
}

TEST_F(NvccKernels, Histogram) {
  auto x = integers<uint8_t>(3000, 255);
  uint64_t bins = device.put(std::vector<unsigned>(256));
  run("histogram", shape(4, 128), {device.put(x), bins, x.size()});
  std::vector<unsigned> expected(256);
  for (uint8_t value : x)
    expected[value] += 2;
  EXPECT_EQ(device.get<unsigned>(bins), expected);
}

TEST_F(NvccKernels, Transpose) {
  constexpr size_t rows = 50, columns = 70;
  auto x = floats(rows * columns);
  uint64_t y = device.make<float>(rows * columns);
  LaunchShape grid = shape(3, 32);
  grid.grid[1] = 2;
  grid.block[1] = 8;
  device.options.stats = true;
  run("transpose", grid, {device.put(x), y, rows, columns});
  auto found = device.get<float>(y);
  for (size_t i = 0; i < found.size(); ++i)
    ASSERT_EQ(found[i], x[i % rows * columns + i / rows]);
  // The padded tile has no conflicts of banks.
  EXPECT_EQ(device.stats.sharedWavefronts, device.stats.sharedRequests);
}

TEST_F(NvccKernels, Softmax) {
  constexpr size_t rows = 3, columns = 200;
  auto x = floats(rows * columns);
  uint64_t y = device.make<float>(rows * columns);
  run("softmax", shape(rows, 64, columns * 4), {device.put(x), y, columns});
  auto found = device.get<float>(y);
  for (size_t r = 0; r < rows; ++r) {
    double total = 0;
    for (size_t c = 0; c < columns; ++c)
      total += std::exp(double{x[r * columns + c]});
    for (size_t c = 0; c < columns; ++c)
      ASSERT_NEAR(found[r * columns + c],
                  std::exp(double{x[r * columns + c]}) / total, 1e-6);
  }
}

TEST_F(NvccKernels, Wmma) {
  // Small integers as f16: exact.
  auto a = integers<int>(16 * 64, 5), b = integers<int>(16 * 64, 5);
  auto halves = [](const std::vector<int> &values) {
    static const uint16_t bits[] = {0xc000, 0xbc00, 0, 0x3c00, 0x4000};
    std::vector<uint16_t> made;
    for (int value : values)
      made.push_back(bits[value]);
    return made;
  };
  uint64_t c = device.make<float>(256);
  run("wmmaHalf", shape(1, 32),
      {device.put(halves(a)), device.put(halves(b)), c});
  auto found = device.get<float>(c);
  for (size_t r = 0; r < 16; ++r)
    for (size_t n = 0; n < 16; ++n) {
      int sum = 0;
      for (size_t k = 0; k < 64; ++k)
        sum += (a[r * 64 + k] - 2) * (b[n * 64 + k] - 2);
      ASSERT_EQ(found[r * 16 + n], static_cast<float>(sum));
    }
}

TEST_F(NvccKernels, Doubles) {
  std::vector<double> x;
  for (float value : floats(100))
    x.push_back(value * 10);
  uint64_t y = device.make<double>(x.size());
  run("doubles", shape(1, 128), {device.put(x), y, x.size()});
  auto found = device.get<double>(y);
  for (size_t i = 0; i < x.size(); ++i) {
    double expected =
        std::exp(x[i]) + std::sqrt(std::fabs(x[i])) / (1 + x[i] * x[i]);
    ASSERT_NEAR(found[i] / expected, 1, 1e-15);
  }
}

TEST(HopperKernels, BulkCopy) {
  Device device(input("hopper.ptx"));
  std::vector<int> x(256);
  std::iota(x.begin(), x.end(), 5);
  uint64_t y = device.make<int>(256);
  device.run("bulk", shape(1, 64), {device.put(x), y});
  EXPECT_EQ(device.report.text("hopper.ptx"), "");
  std::iota(x.begin(), x.end(), 6);
  EXPECT_EQ(device.get<int>(y), x);
}

TEST(HopperKernels, Cluster) {
  Device device(input("hopper.ptx"));
  std::vector<int> x(256);
  std::iota(x.begin(), x.end(), 0);
  uint64_t y = device.make<int>(256);
  LaunchShape clusters = shape(4, 64);
  clusters.cluster[0] = 2;
  device.run("cluster", clusters, {device.put(x), y});
  EXPECT_EQ(device.report.text("hopper.ptx"), "");
  auto found = device.get<int>(y);
  for (size_t i = 0; i < 256; ++i)
    EXPECT_EQ(found[i], x[i ^ 64]);
}

TEST(HopperKernels, Pipeline) {
  Device device(input("hopper.ptx"));
  constexpr size_t steps = 5;
  std::vector<float> x(steps * 256);
  std::iota(x.begin(), x.end(), 0.0f);
  uint64_t y = device.make<float>(steps * 256);
  device.run("pipelined", shape(1, 64), {device.put(x), y, steps});
  EXPECT_EQ(device.report.text("hopper.ptx"), "");
  auto found = device.get<float>(y);
  for (size_t i = 0; i < found.size(); ++i)
    EXPECT_EQ(found[i], x[i ^ 4]);
}
