// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of tx.matrix, compiled and run: batches cut into ranges, results that
// solve what they must, and errors.
#include "../CompiledKernels.h"
#include <cmath>
#include <complex>
#include <gtest/gtest.h>
#include <random>

using namespace kiln;

namespace {
constexpr int64_t kBatch = 5, kSize = 6;

const char *const kKernels = R"(
exec.kernel @solve(%a: tensor<?x6x6xf32>, %b: tensor<?x6x2xf32>, %n: index)
    -> (tensor<?x6x2xf32>, tensor<?x6x6xf32>, tensor<?x6xi32>, tensor<?xi32>, tensor<?x103xf64>)
    attributes {dims = [[0], [0], [0], [0], [0], [0], [0]]} {
  %x = tensor.empty(%n) : tensor<?x6x2xf32>
  %l = tensor.empty(%n) : tensor<?x6x6xf32>
  %p = tensor.empty(%n) : tensor<?x6xi32>
  %i = tensor.empty(%n) : tensor<?xi32>
  %r = tensor.empty(%n) : tensor<?x103xf64>
  %y:5 = tx.matrix "solve"(%a, %b) into(%x, %l, %p, %i, %r)
      : (tensor<?x6x6xf32>, tensor<?x6x2xf32>, tensor<?x6x2xf32>, tensor<?x6x6xf32>, tensor<?x6xi32>, tensor<?xi32>, tensor<?x103xf64>)
      -> (tensor<?x6x2xf32>, tensor<?x6x6xf32>, tensor<?x6xi32>, tensor<?xi32>, tensor<?x103xf64>)
  exec.yield %y#0, %y#1, %y#2, %y#3, %y#4
      : tensor<?x6x2xf32>, tensor<?x6x6xf32>, tensor<?x6xi32>, tensor<?xi32>, tensor<?x103xf64>
}
exec.kernel @eigh(%a: tensor<6x6xf64>) -> (tensor<6xf64>, tensor<6x6xf64>, tensor<114xf64>)
    attributes {dims = [[], [], [], []]} {
  %w = tensor.empty() : tensor<6xf64>
  %v = tensor.empty() : tensor<6x6xf64>
  %r = tensor.empty() : tensor<114xf64>
  %y:3 = tx.matrix "eigh"(%a) into(%w, %v, %r)
      : (tensor<6x6xf64>, tensor<6xf64>, tensor<6x6xf64>, tensor<114xf64>) -> (tensor<6xf64>, tensor<6x6xf64>, tensor<114xf64>)
  exec.yield %y#0, %y#1, %y#2 : tensor<6xf64>, tensor<6x6xf64>, tensor<114xf64>
}
exec.kernel @inverse(%a: tensor<6x6x2xf64>) -> (tensor<6x6x2xf64>, tensor<i32>, tensor<151xf64>)
    attributes {dims = [[], [], [], []]} {
  %x = tensor.empty() : tensor<6x6x2xf64>
  %i = tensor.empty() : tensor<i32>
  %r = tensor.empty() : tensor<151xf64>
  %y:3 = tx.matrix "inverse"(%a) into(%x, %i, %r) complex
      : (tensor<6x6x2xf64>, tensor<6x6x2xf64>, tensor<i32>, tensor<151xf64>) -> (tensor<6x6x2xf64>, tensor<i32>, tensor<151xf64>)
  exec.yield %y#0, %y#1, %y#2 : tensor<6x6x2xf64>, tensor<i32>, tensor<151xf64>
}
)";

class MatrixTest : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    std::string errors;
    kernels = CompiledKernels::compile(kKernels, GetParam(), errors);
    ASSERT_TRUE(kernels) << errors;
  }

  template <typename T>
  std::vector<T> makeRandom(int64_t count) {
    std::vector<T> values(count);
    for (T &value : values)
      value = std::uniform_real_distribution<T>(-1, 1)(random);
    return values;
  }

  std::mt19937 random{7};
  std::unique_ptr<CompiledKernels> kernels;
};
} // namespace

TEST_P(MatrixTest, SolvesBatches) {
  std::vector<float> a = makeRandom<float>(kBatch * kSize * kSize),
                     b = makeRandom<float>(kBatch * kSize * 2), lu(a), x(b);
  std::vector<int32_t> pivots(kBatch * kSize), info(kBatch, 7);
  std::vector<double> room(kBatch * 103);
  ASSERT_EQ(kernels->run("solve",
                         {a.data(), b.data(), x.data(), lu.data(),
                          pivots.data(), info.data(), room.data()},
                         {kBatch}, kBatch, {1, 3}),
            0);
  for (int64_t i = 0; i < kBatch; ++i) {
    EXPECT_EQ(info[i], 0);
    for (int64_t row = 0; row < kSize; ++row)
      for (int64_t column = 0; column < 2; ++column) {
        double sum = 0;
        for (int64_t k = 0; k < kSize; ++k)
          sum += double(a[(i * kSize + row) * kSize + k]) *
                 x[(i * kSize + k) * 2 + column];
        EXPECT_NEAR(sum, b[(i * kSize + row) * 2 + column], 2e-5);
      }
  }
}

TEST_P(MatrixTest, SaysThatAMatrixIsSingular) {
  std::vector<float> a(kSize * kSize, 1.0f), b(kSize * 2), lu(a), x(b);
  std::vector<int32_t> pivots(kSize), info(1);
  std::vector<double> room(103);
  ASSERT_EQ(kernels->run("solve",
                         {a.data(), b.data(), x.data(), lu.data(),
                          pivots.data(), info.data(), room.data()},
                         {1}, 1),
            0);
  EXPECT_EQ(info[0], 2);
}

TEST_P(MatrixTest, FindsEigenvalues) {
  std::vector<double> a = makeRandom<double>(kSize * kSize), values(kSize),
                      vectors(a), room(114);
  for (int64_t i = 0; i < kSize; ++i)
    for (int64_t j = 0; j < i; ++j)
      a[j * kSize + i] = a[i * kSize + j];
  std::vector<void *> buffers = {a.data(), values.data(), vectors.data(),
                                 room.data()};
  ASSERT_EQ(kernels->run("eigh", buffers, {}, 1), 0);
  for (int64_t j = 0; j < kSize; ++j) {
    EXPECT_LE(values[std::max<int64_t>(j - 1, 0)], values[j]);
    for (int64_t i = 0; i < kSize; ++i) {
      double sum = 0;
      for (int64_t k = 0; k < kSize; ++k)
        sum += a[i * kSize + k] * vectors[k * kSize + j];
      EXPECT_NEAR(sum, values[j] * vectors[i * kSize + j], 1e-13);
    }
  }
  // Of NaN there are none.
  a[0] = NAN;
  EXPECT_EQ(kernels->run("eigh", buffers, {}, 1), 3);
}

TEST_P(MatrixTest, InvertsComplexNumbers) {
  std::vector<double> a = makeRandom<double>(2 * kSize * kSize), x(a),
                      room(151);
  int32_t info = 7;
  ASSERT_EQ(
      kernels->run("inverse", {a.data(), x.data(), &info, room.data()}, {}, 1),
      0);
  EXPECT_EQ(info, 0);
  auto at = [](const std::vector<double> &values, int64_t i, int64_t j) {
    const double *pair = &values[2 * (i * kSize + j)];
    return std::complex<double>(pair[0], pair[1]);
  };
  for (int64_t i = 0; i < kSize; ++i)
    for (int64_t j = 0; j < kSize; ++j) {
      std::complex<double> sum = 0;
      for (int64_t k = 0; k < kSize; ++k)
        sum += at(a, i, k) * at(x, k, j);
      EXPECT_NEAR(std::abs(sum - (i == j ? 1.0 : 0.0)), 0, 1e-13);
    }
}

INSTANTIATE_TEST_SUITE_P(Levels, MatrixTest,
                         testing::ValuesIn(getRunnableTargets()));
