// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is the same along a dimension is computed once for all places: each
// element has its number, whole and in pieces.
#include "KernelsFixture.h"

using namespace kiln;

namespace {
class SharedTest : public KernelsTest {
protected:
  static constexpr int64_t kImages = 2, kChannels = 5;
  static constexpr unsigned kSteps = 24;
};
} // namespace

TEST_P(SharedTest, WeighsAndGathers) {
  std::string steps, last = "%a";
  for (unsigned step = 0; step < kSteps; ++step) {
    std::string next = "%s" + std::to_string(step);
    steps += next + " = arith.addf " + last + ", %a : f32\n    ";
    last = next;
  }
  // Along with the weights it is data where an element is read, below 4.
  compile(R"mlir(
  exec.kernel @weigh(%w: tensor<?x?xf32>, %p: tensor<?x?xi64>, %x: tensor<2x5x4xf32>, %n: index, %m: index)
      -> tensor<2x5x?x?xf32> attributes {dims = [[0, 1], [0, 1], [], [0, 1]]} {
    %e = tensor.empty(%n, %m) : tensor<2x5x?x?xf32>
    %y = linalg.generic {
        indexing_maps = [affine_map<(b, c, i, j) -> (i, j)>, affine_map<(b, c, i, j) -> (i, j)>,
                         affine_map<(b, c, i, j) -> (b, c, i, j)>],
        iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%w, %p : tensor<?x?xf32>, tensor<?x?xi64>) outs(%e : tensor<2x5x?x?xf32>) {
    ^bb0(%a: f32, %at: i64, %o: f32):
    )mlir" + steps +
              R"mlir(%b = linalg.index 0 : index
      %c = linalg.index 1 : index
      %k = arith.index_cast %at : i64 to index
      %v = tensor.extract %x[%b, %c, %k] : tensor<2x5x4xf32>
      %r = arith.mulf )mlir" +
              last + R"mlir(, %v : f32
      linalg.yield %r : f32
    } -> tensor<2x5x?x?xf32>
    exec.yield %y : tensor<2x5x?x?xf32>
  })mlir",
          "shared");
  ASSERT_FALSE(HasFatalFailure());
  for (auto [rows, columns] :
       {std::pair<int64_t, int64_t>{1, 1}, {3, 40}, {7, 300}, {1, 600}}) {
    int64_t plane = rows * columns;
    std::vector<float> weights(plane), x(kImages * kChannels * 4),
        y(kImages * kChannels * plane);
    std::vector<int64_t> places(plane);
    for (int64_t i = 0; i < plane; ++i) {
      weights[i] = i % 61;
      places[i] = i * i % 4;
    }
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = i + 1;
    std::vector<void *> inputs = {weights.data(), places.data(), x.data()};
    run("weigh", inputs, {rows, columns}, y);
    for (int64_t at = 0; at < (int64_t)y.size(); ++at)
      ASSERT_EQ(y[at], (kSteps + 1) * weights[at % plane] *
                           x[at / plane * 4 + places[at % plane]])
          << rows << " rows, " << columns << " columns, at " << at;
    places[plane / 2] = 4;
    inputs.push_back(y.data());
    EXPECT_EQ(kernels->run("weigh", inputs, {rows, columns}, y.size()), 1);
  }
}

KILN_TEST_LEVELS(SharedTest)
