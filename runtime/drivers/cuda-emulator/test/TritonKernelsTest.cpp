// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX by Triton (Inputs/triton/kernels.py) for sm_80, whose products are
// mma.sync, and for sm_90a, whose products are wgmma.

#include "isa/Numbers.h"
#include "test/Device.h"

#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>

using namespace kiln::emu;
using namespace kiln::emu::test;

namespace {
class TritonKernels : public ::testing::TestWithParam<const char *> {
protected:
  /// Loads the module of a kernel.
  void load(const std::string &kernel) {
    name = kernel;
    std::string text = input("triton/" + name + "-" + GetParam() + ".ptx");
    ASSERT_EQ(std::sscanf(text.c_str(), "// threads %u shared %u",
                          &launch.block[0], &launch.dynamicShared),
              2);
    device = std::make_unique<Device>(text);
  }
  /// Runs it for two orders of warps. Triton's kernels end on two pointers to
  /// scratch memory that these do not use.
  void run(uint32_t gridX, uint32_t gridY, std::vector<uint64_t> arguments) {
    launch.grid[0] = gridX;
    launch.grid[1] = gridY;
    arguments.insert(arguments.end(), {0, 0});
    for (uint64_t seed = 1; seed < 3; ++seed) {
      device->options.seed = seed;
      device->run(name, launch, arguments);
      EXPECT_EQ(device->report.text(name), "");
    }
  }
  std::vector<float> floats(size_t count) {
    std::vector<float> values(count);
    for (float &value : values)
      value = std::normal_distribution<float>()(random);
    return values;
  }
  /// Random numbers that halves hold, and those as halves on the device.
  std::vector<float> halves(size_t count, uint64_t &address) {
    std::vector<float> values = floats(count);
    std::vector<uint16_t> bits;
    for (float &value : values) {
      bits.push_back(
          static_cast<uint16_t>(encode(value, halfFormat, Rounding::Nearest)));
      value = halfToFloat(bits.back());
    }
    address = device->put(bits);
    return values;
  }

  std::string name;
  LaunchShape launch;
  std::unique_ptr<Device> device;
  std::mt19937 random{5};
};
} // namespace

TEST_P(TritonKernels, AddUnderAMask) {
  load("add_masked");
  constexpr size_t n = 1200, block = 512;
  auto x = floats(3 * block), y = floats(3 * block);
  uint64_t out = device->put(std::vector<float>(3 * block, -1));
  run(3, 1, {device->put(x), device->put(y), out, n});
  auto found = device->get<float>(out);
  for (size_t i = 0; i < found.size(); ++i)
    ASSERT_EQ(found[i], i < n ? x[i] + y[i] : -1) << i;
}

TEST_P(TritonKernels, Softmax) {
  load("softmax_rows");
  constexpr size_t rows = 3, columns = 784;
  auto x = floats(rows * columns);
  uint64_t out = device->make<float>(x.size());
  run(rows, 1, {device->put(x), out, columns});
  auto found = device->get<float>(out);
  for (size_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (size_t i = 0; i < columns; ++i)
      sum += std::exp(double{x[row * columns + i]});
    for (size_t i = row * columns; i < (row + 1) * columns; ++i)
      ASSERT_NEAR(found[i], std::exp(double{x[i]}) / sum, 1e-7) << i;
  }
}

TEST_P(TritonKernels, Scan) {
  load("scan_rows");
  std::vector<int> x(1024);
  for (int &value : x)
    value = static_cast<int>(random() % 1000) - 500;
  uint64_t out = device->make<int>(x.size());
  run(2, 1, {device->put(x), out});
  for (size_t row : {0, 512})
    std::partial_sum(x.begin() + static_cast<long>(row),
                     x.begin() + static_cast<long>(row) + 512,
                     x.begin() + static_cast<long>(row));
  EXPECT_EQ(device->get<int>(out), x);
}

TEST_P(TritonKernels, Sort) {
  load("sort_rows");
  auto x = floats(256);
  uint64_t out = device->make<float>(x.size());
  run(1, 1, {device->put(x), out});
  std::sort(x.begin(), x.end());
  EXPECT_EQ(device->get<float>(out), x);
}

TEST_P(TritonKernels, SumAtomically) {
  load("sum_atomically");
  auto x = floats(1008);
  uint64_t out = device->put(std::vector<float>{0});
  run(4, 1, {device->put(x), out, x.size()});
  EXPECT_NEAR(device->get<float>(out)[0],
              2 * std::accumulate(x.begin(), x.end(), 0.0), 1e-3);
}

TEST_P(TritonKernels, Matmul) {
  load("matmul");
  constexpr size_t m = 112, n = 80, k = 176;
  uint64_t left = 0, right = 0, out = device->make<float>(m * n);
  auto a = halves(m * k, left), b = halves(k * n, right);
  run(2, 2, {left, right, out, m, n, k});
  auto found = device->get<float>(out);
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (size_t step = 0; step < k; ++step)
        sum += double{a[i * k + step]} * b[step * n + j];
      ASSERT_NEAR(found[i * n + j], sum, 1e-4) << i << ", " << j;
    }
}

TEST_P(TritonKernels, Attention) {
  load("attention");
  constexpr size_t rows = 64, keys = 80, d = 64;
  uint64_t query = 0, key = 0, value = 0, out = device->make<float>(rows * d);
  auto q = halves(rows * d, query), k = halves(keys * d, key),
       v = halves(keys * d, value);
  run(1, 1, {query, key, value, out, keys});
  auto found = device->get<float>(out);
  for (size_t i = 0; i < rows; ++i) {
    std::vector<double> weights(keys);
    double total = 0;
    for (size_t j = 0; j < keys; ++j) {
      double score = 0;
      for (size_t f = 0; f < d; ++f)
        score += double{q[i * d + f]} * k[j * d + f];
      total += weights[j] = std::exp(score / 8);
    }
    for (size_t f = 0; f < d; ++f) {
      double expected = 0;
      for (size_t j = 0; j < keys; ++j)
        expected += weights[j] / total * v[j * d + f];
      // Weights are rounded to halves.
      ASSERT_NEAR(found[i * d + f], expected, 4e-3) << i << ", " << f;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Architectures, TritonKernels,
                         ::testing::Values("sm_80", "sm_90a"));
