// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over windows against loops in C++ that sum in the same order: equal
// bits, for sizes around those of tiles and bands, whole and in pieces.
#include "KernelsFixture.h"

using namespace kiln;

namespace {
class WindowTest : public KernelsTest {};
} // namespace

/// Strides, a ring of zeros, an epilogue, and sizes that are known when it
/// runs: rows and columns are fewer than a tile, a tile, and more than a band.
TEST_P(WindowTest, DepthwiseWithPaddingAndStride) {
  compile(R"mlir(
    #id = affine_map<(n, c, y, x) -> (n, c, y, x)>
    exec.kernel @dw(%x: tensor<?x3x?x?xf32>, %w: tensor<3x3x5xf32>, %b: tensor<3xf32>,
                    %n: index, %h: index, %v: index, %oh: index, %ov: index)
        -> tensor<?x3x?x?xf32> attributes {dims = [[0, 1, 2], [], [], [0, 3, 4]]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 0, 1, 2] high[0, 0, 1, 2] {
      ^bb0(%a: index, %c: index, %d: index, %e: index):
        tensor.yield %zero : f32
      } : tensor<?x3x?x?xf32> to tensor<?x3x?x?xf32>
      %e = tensor.empty(%n, %oh, %ov) : tensor<?x3x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x3x?x?xf32>) -> tensor<?x3x?x?xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, c, y, x, i, j) -> (n, c, y * 2 + i, x * 3 + j)>,
          affine_map<(n, c, y, x, i, j) -> (c, i, j)>,
          affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%p, %w : tensor<?x3x?x?xf32>, tensor<3x3x5xf32>) outs(%f : tensor<?x3x?x?xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x3x?x?xf32>
      %y = linalg.generic {indexing_maps = [#id, affine_map<(n, c, y, x) -> (c)>, #id],
          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%s, %b : tensor<?x3x?x?xf32>, tensor<3xf32>) outs(%e : tensor<?x3x?x?xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %r = arith.addf %a, %c : f32
        linalg.yield %r : f32
      } -> tensor<?x3x?x?xf32>
      exec.yield %y : tensor<?x3x?x?xf32>
    })mlir");
  const int64_t n = 2;
  auto w = randomFloats(3 * 15, 2), b = randomFloats(3, 3);
  for (auto [h, v] : {std::pair(1, 1), {7, 20}, {31, 47}, {36, 217}}) {
    int64_t oh = (h + 2 - 3) / 2 + 1, ov = (v + 4 - 5) / 3 + 1;
    auto x = randomFloats(n * 3 * h * v, 1);
    std::vector<float> y(n * 3 * oh * ov);
    run("dw", {x.data(), w.data(), b.data()}, {n, h, v, oh, ov}, y);
    for (int64_t at = 0; at < (int64_t)y.size(); ++at) {
      int64_t column = at % ov, row = at / ov % oh, image = at / ov / oh;
      float sum = 0;
      for (int64_t j = 0; j < 5; ++j)
        for (int64_t i = 0; i < 3; ++i) {
          int64_t r = row * 2 + i - 1, c = column * 3 + j - 2;
          bool inside = r >= 0 && r < h && c >= 0 && c < v;
          sum = addProduct(w[(image % 3 * 3 + i) * 5 + j],
                           inside ? x[(image * h + r) * v + c] : 0.0f, sum);
        }
      ASSERT_EQ(y[at], sum + b[image % 3])
          << h << " by " << v << ", row " << row << " column " << column;
    }
  }
}

/// Two planes for each sum, along one axis, with gaps between the taps.
TEST_P(WindowTest, DilatedSumOverPlanes) {
  compile(R"mlir(
    exec.kernel @conv(%x: tensor<4x2x300xf64>, %w: tensor<4x2x3xf64>)
        -> tensor<4x290xf64> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f64
      %e = tensor.empty() : tensor<4x290xf64>
      %f = linalg.fill ins(%zero : f64) outs(%e : tensor<4x290xf64>) -> tensor<4x290xf64>
      %s = linalg.generic {indexing_maps = [
          affine_map<(g, x, c, j) -> (g, c, x + j * 5)>,
          affine_map<(g, x, c, j) -> (g, c, j)>,
          affine_map<(g, x, c, j) -> (g, x)>],
          iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %w : tensor<4x2x300xf64>, tensor<4x2x3xf64>) outs(%f : tensor<4x290xf64>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
        %q = arith.mulf %a, %b : f64
        %r = arith.addf %o, %q : f64
        linalg.yield %r : f64
      } -> tensor<4x290xf64>
      exec.yield %s : tensor<4x290xf64>
    })mlir");
  auto fewer = randomFloats(4 * 2 * 300, 1), taps = randomFloats(24, 2);
  std::vector<double> x(fewer.begin(), fewer.end()),
      w(taps.begin(), taps.end());
  std::vector<double> y(4 * 290);
  run("conv", {x.data(), w.data()}, {}, y);
  for (int64_t at = 0; at < (int64_t)y.size(); ++at) {
    int64_t g = at / 290, column = at % 290;
    double sum = 0;
    for (int64_t c = 0; c < 2; ++c)
      for (int64_t j = 0; j < 3; ++j)
        sum += w[(g * 2 + c) * 3 + j] * x[(g * 2 + c) * 300 + column + j * 5];
    // Products of floats are exact in double.
    ASSERT_NEAR(y[at], sum, 1e-13) << at;
  }
}

KILN_TEST_LEVELS(WindowTest)
