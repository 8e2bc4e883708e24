// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of tx operations, compiled and run, against plain loops: over items
// that are vectors for the compiler, and cut into ranges.
#include "../CompiledKernels.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

using namespace kiln;

namespace {
constexpr int64_t kRows = 53, kColumns = 37;

const char *const kKernels = R"(
exec.kernel @scan(%x: tensor<?x37xf32>, %n: index) -> tensor<?x37xf32> attributes {dims = [[0], [0]]} {
  %e = tensor.empty(%n) : tensor<?x37xf32>
  %y = tx.scan add %x into %e along 0 : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  exec.yield %y : tensor<?x37xf32>
}
exec.kernel @largest(%x: tensor<?x37xf32>, %n: index) -> tensor<?x37xf32> attributes {dims = [[0], [0]]} {
  %e = tensor.empty(%n) : tensor<?x37xf32>
  %y = tx.scan max %x into %e along 1 : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  exec.yield %y : tensor<?x37xf32>
}
exec.kernel @order(%x: tensor<?x37xf32>, %n: index) -> (tensor<?x37xi64>, tensor<?x148xf64>) attributes {dims = [[0], [0], [0]]} {
  %i = tensor.empty(%n) : tensor<?x37xi64>
  %r = tensor.empty(%n) : tensor<?x148xf64>
  %y:2 = tx.matrix "order"(%x) into(%i, %r) flags = greatest
      : (tensor<?x37xf32>, tensor<?x37xi64>, tensor<?x148xf64>) -> (tensor<?x37xi64>, tensor<?x148xf64>)
  exec.yield %y#0, %y#1 : tensor<?x37xi64>, tensor<?x148xf64>
}
exec.kernel @long(%x: tensor<3x600xi64>) -> (tensor<3x600xi64>, tensor<3x2400xf64>) attributes {dims = [[], [], []]} {
  %i = tensor.empty() : tensor<3x600xi64>
  %r = tensor.empty() : tensor<3x2400xf64>
  %y:2 = tx.matrix "order_integers"(%x) into(%i, %r)
      : (tensor<3x600xi64>, tensor<3x600xi64>, tensor<3x2400xf64>) -> (tensor<3x600xi64>, tensor<3x2400xf64>)
  exec.yield %y#0, %y#1 : tensor<3x600xi64>, tensor<3x2400xf64>
}
exec.kernel @scatter(%u: tensor<?x37xf32>, %i: tensor<?xi64>, %x: tensor<10x37xf32>, %n: index) -> tensor<10x37xf32>
    attributes {dims = [[0], [0], [], []]} {
  %y = tx.scatter add %u at[%i] into %x dims = [0] window = [1] : tensor<?x37xf32>, tensor<?xi64> into tensor<10x37xf32>
  exec.yield %y : tensor<10x37xf32>
}
exec.kernel @spread(%u: tensor<?x31xf32>, %i: tensor<?x31xi64>, %x: tensor<10x37xf32>, %n: index) -> tensor<10x37xf32>
    attributes {dims = [[0], [0], [], []]} {
  %y = tx.scatter add %u at[%i] into %x dims = [0] window = [1] : tensor<?x31xf32>, tensor<?x31xi64> into tensor<10x37xf32>
  exec.yield %y : tensor<10x37xf32>
}
exec.kernel @compact(%m: tensor<?x37xi1>, %x: tensor<?x2xi64>, %n: index, %k: index) -> tensor<?x2xi64>
    attributes {dims = [[0], [1], [1]]} {
  %y = tx.compact %m into %x : tensor<?x37xi1> into tensor<?x2xi64>
  exec.yield %y : tensor<?x2xi64>
}
exec.kernel @philox(%n: index) -> tensor<?xi64> attributes {dims = [[0]]} {
  %e = tensor.empty(%n) : tensor<?xi64>
  %seed = arith.constant 0 : i64
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<?xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %place = arith.index_cast %i : index to i64
    %b = tx.philox %seed at %place
    linalg.yield %b : i64
  } -> tensor<?xi64>
  exec.yield %y : tensor<?xi64>
}
)";

class SerialTest : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    std::string errors;
    kernels = CompiledKernels::compile(kKernels, GetParam(), errors);
    ASSERT_TRUE(kernels) << errors;
    std::mt19937 random(7);
    x.resize(kRows * kColumns);
    // Few values, so that many are equal.
    for (float &value : x)
      value = static_cast<int>(random() % 16) / 8.0f - 1;
    x[3] = NAN;
    x[40] = INFINITY;
  }

  std::unique_ptr<CompiledKernels> kernels;
  std::vector<float> x;
};

bool isSame(float a, float b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}
} // namespace

TEST_P(SerialTest, ScansColumns) {
  std::vector<float> y(x.size());
  ASSERT_EQ(kernels->run("scan", {x.data(), y.data()}, {kRows}, kColumns,
                         {1, 20, 30}),
            0);
  for (int64_t j = 0; j < kColumns; ++j) {
    double sum = 0;
    for (int64_t i = 0; i < kRows; ++i) {
      sum += x[i * kColumns + j];
      EXPECT_TRUE(isSame(y[i * kColumns + j], static_cast<float>(sum)));
    }
  }
}

TEST_P(SerialTest, ScansRows) {
  std::vector<float> y(x.size());
  ASSERT_EQ(kernels->run("largest", {x.data(), y.data()}, {kRows}, kRows), 0);
  for (int64_t i = 0; i < kRows; ++i) {
    float largest = -INFINITY;
    for (int64_t j = 0; j < kColumns; ++j) {
      float value = x[i * kColumns + j];
      largest = std::isnan(value) || value > largest ? value : largest;
      if (std::isnan(y[i * kColumns + j]))
        largest = NAN;
      EXPECT_TRUE(isSame(y[i * kColumns + j], largest)) << i << " " << j;
    }
  }
}

TEST_P(SerialTest, OrdersStably) {
  std::vector<int64_t> places(x.size());
  std::vector<double> room(kRows * 4 * kColumns);
  ASSERT_EQ(kernels->run("order", {x.data(), places.data(), room.data()},
                         {kRows}, kRows, {5}),
            0);
  for (int64_t i = 0; i < kRows; ++i) {
    const float *row = &x[i * kColumns];
    std::vector<int64_t> wanted(kColumns);
    std::iota(wanted.begin(), wanted.end(), 0);
    std::stable_sort(wanted.begin(), wanted.end(), [&](int64_t a, int64_t b) {
      return row[a] > row[b] || (std::isnan(row[a]) && !std::isnan(row[b]));
    });
    for (int64_t j = 0; j < kColumns; ++j)
      EXPECT_EQ(places[i * kColumns + j], wanted[j]);
  }
}

/// Rows that are long enough for bytes: few values, which most bytes share; all
/// of 64 bits; and one that is in order.
TEST_P(SerialTest, OrdersLongRows) {
  constexpr int64_t kLong = 600;
  std::mt19937_64 generator(7);
  std::vector<int64_t> rows(3 * kLong), places(rows.size());
  for (int64_t i = 0; i < kLong; ++i) {
    rows[i] = int64_t(generator() % 300) - 150;
    rows[kLong + i] = generator();
    rows[2 * kLong + i] = 5 * i;
  }
  std::vector<double> room(3 * 4 * kLong);
  ASSERT_EQ(
      kernels->run("long", {rows.data(), places.data(), room.data()}, {}, 3),
      0);
  for (int64_t i = 0; i < 3; ++i) {
    const int64_t *row = &rows[i * kLong];
    std::vector<int64_t> wanted(kLong);
    std::iota(wanted.begin(), wanted.end(), 0);
    std::stable_sort(wanted.begin(), wanted.end(),
                     [&](int64_t a, int64_t b) { return row[a] < row[b]; });
    for (int64_t j = 0; j < kLong; ++j)
      ASSERT_EQ(places[i * kLong + j], wanted[j]) << i << " " << j;
  }
}

TEST_P(SerialTest, ScattersInOrder) {
  // What is scattered into an argument expects its elements in the result.
  std::vector<float> init(10 * kColumns, 0.5f), y(init);
  std::vector<int64_t> places(kRows);
  for (int64_t i = 0; i < kRows; ++i)
    places[i] = i * i % 10;
  x[3] = x[40] = 1;
  std::vector<void *> buffers = {x.data(), places.data(), init.data(),
                                 y.data()};
  ASSERT_EQ(kernels->run("scatter", buffers, {kRows}, kColumns, {9}), 0);
  std::vector<float> wanted = init;
  for (int64_t i = 0; i < kRows; ++i)
    for (int64_t j = 0; j < kColumns; ++j)
      wanted[places[i] * kColumns + j] += x[i * kColumns + j];
  EXPECT_EQ(y, wanted);
  places[2] = 10;
  EXPECT_EQ(kernels->run("scatter", buffers, {kRows}, kColumns), 1);
  places[2] = -1;
  EXPECT_EQ(kernels->run("scatter", buffers, {kRows}, kColumns), 1);
}

// Each column has places of its own, and the last columns have no updates.
TEST_P(SerialTest, ScattersColumnsApart) {
  constexpr int64_t kUpdated = 31;
  std::vector<float> init(10 * kColumns, 0.5f), y(init);
  std::vector<int64_t> places(kRows * kUpdated);
  for (size_t i = 0; i < places.size(); ++i)
    places[i] = i * i % 10;
  x[3] = x[40] = 1;
  std::vector<void *> buffers = {x.data(), places.data(), init.data(),
                                 y.data()};
  ASSERT_EQ(kernels->run("spread", buffers, {kRows}, kColumns, {9, 33}), 0);
  std::vector<float> wanted = init;
  for (int64_t i = 0; i < kRows; ++i)
    for (int64_t j = 0; j < kUpdated; ++j)
      wanted[places[i * kUpdated + j] * kColumns + j] += x[i * kUpdated + j];
  EXPECT_EQ(y, wanted);
  places[2] = 10;
  EXPECT_EQ(kernels->run("spread", buffers, {kRows}, kColumns), 1);
}

TEST_P(SerialTest, CompactsAndKeepsTheRest) {
  std::vector<uint8_t> mask(kRows * kColumns);
  std::vector<int64_t> wanted;
  for (int64_t i = 0; i < kRows * kColumns; i += 1 + i % 97) {
    mask[i] = 1;
    wanted.push_back(i / kColumns);
    wanted.push_back(i % kColumns);
  }
  int64_t count = wanted.size() / 2;
  for (int64_t rows : {count + 3, count, count - 5}) {
    std::vector<int64_t> init(rows * 2, -1), y(rows * 2);
    ASSERT_EQ(kernels->run("compact", {mask.data(), init.data(), y.data()},
                           {kRows, rows}, 1),
              0);
    std::vector<int64_t> expected = wanted;
    expected.resize(rows * 2, -1);
    EXPECT_EQ(y, expected);
  }
}

// The first block of the definition's own test vectors.
TEST_P(SerialTest, DrawsThePhiloxStream) {
  std::vector<uint64_t> bits(2);
  ASSERT_EQ(kernels->run("philox", {bits.data()}, {2}, 2), 0);
  EXPECT_EQ(bits[0], 0x6627e8d5e169c58dU);
  EXPECT_EQ(bits[1], 0xbc57ac4c9b00dbd8U);
}

INSTANTIATE_TEST_SUITE_P(Levels, SerialTest,
                         testing::ValuesIn(getRunnableTargets()),
                         [](const auto &info) {
                           std::string name = info.param;
                           for (char &c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c)))
                               c = '_';
                           return name;
                         });
