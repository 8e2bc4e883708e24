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
  const StringRef text = R"mlir(
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
          affine_map<(n, c, y, x, i, j) -> (n, c, y * 2 + i, x * S + j)>,
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
    })mlir";
  const int64_t n = 2;
  auto w = randomFloats(3 * 15, 2), b = randomFloats(3, 3);
  for (int64_t stride : {1, 2, 3}) {
    compile(
        replaceAll(text.str(), {{"x * S", "x * " + std::to_string(stride)}}),
        "window");
    for (auto [h, v] : {std::pair(1, 1), {7, 20}, {31, 47}, {36, 217}}) {
      int64_t oh = (h + 2 - 3) / 2 + 1, ov = (v + 4 - 5) / stride + 1;
      auto x = randomFloats(n * 3 * h * v, 1);
      std::vector<float> y(n * 3 * oh * ov);
      run("dw", {x.data(), w.data(), b.data()}, {n, h, v, oh, ov}, y);
      for (int64_t at = 0; at < (int64_t)y.size(); ++at) {
        int64_t column = at % ov, row = at / ov % oh, image = at / ov / oh;
        float sum = 0;
        for (int64_t j = 0; j < 5; ++j)
          for (int64_t i = 0; i < 3; ++i) {
            int64_t r = row * 2 + i - 1, c = column * stride + j - 2;
            bool inside = r >= 0 && r < h && c >= 0 && c < v;
            sum = addProduct(w[(image % 3 * 3 + i) * 5 + j],
                             inside ? x[(image * h + r) * v + c] : 0.0f, sum);
          }
        ASSERT_EQ(y[at], sum + b[image % 3])
            << h << " by " << v << ", row " << row << " column " << column;
      }
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

/// Windows without filters, padded with what is no element, and what follows:
/// sizes are around those of tiles, vectors and bands. A row of a window is
/// combined first; its columns may have every remainder of the stride, in any
/// order.
TEST_P(WindowTest, PoolingsWithPadding) {
  const int64_t n = 5;
  using Steps = std::pair<int64_t, int64_t>;
  for (bool isMax : {true, false})
    for (Steps steps : {Steps(1, 1), Steps(2, 1), Steps(3, 2)})
      for (int64_t v : {3, 7, 9, 16, 35, 60, 130}) {
        int64_t stride = steps.first, dilation = steps.second;
        int64_t h = 9, oh = (h + 2 - 3) / stride + 1,
                ov = (v + 2 - 2 * dilation - 1) / stride + 1;
        compile(replaceAll(R"mlir(
    #id = affine_map<(c, y, x) -> (c, y, x)>
    exec.kernel @pool(%x: tensor<5x9xVxf32>, %b: tensor<5xf32>)
        -> tensor<5xOHxOVxf32> attributes {dims = [[], [], []]} {
      %first = arith.constant FIRST : f32
      %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
      ^bb0(%c: index, %d: index, %e: index):
        tensor.yield %first : f32
      } : tensor<5x9xVxf32> to tensor<5x11xPxf32>
      %k = tensor.empty() : tensor<3x3xf32>
      %e = tensor.empty() : tensor<5xOHxOVxf32>
      %f = linalg.fill ins(%first : f32) outs(%e : tensor<5xOHxOVxf32>) -> tensor<5xOHxOVxf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(c, y, x, i, j) -> (c, y * S + i, x * S + j * D)>,
          affine_map<(c, y, x, i, j) -> (i, j)>,
          affine_map<(c, y, x, i, j) -> (c, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%p, %k : tensor<5x11xPxf32>, tensor<3x3xf32>) outs(%f : tensor<5xOHxOVxf32>) {
      ^bb0(%a: f32, %w: f32, %o: f32):
        %r = arith.COMBINE %o, %a : f32
        linalg.yield %r : f32
      } -> tensor<5xOHxOVxf32>
      %y = linalg.generic {indexing_maps = [#id, affine_map<(c, y, x) -> (c)>, #id],
          iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%s, %b : tensor<5xOHxOVxf32>, tensor<5xf32>) outs(%e : tensor<5xOHxOVxf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %r = arith.mulf %a, %c : f32
        linalg.yield %r : f32
      } -> tensor<5xOHxOVxf32>
      exec.yield %y : tensor<5xOHxOVxf32>
    })mlir",
                           {{"OH", std::to_string(oh)},
                            {"OV", std::to_string(ov)},
                            {"xVx", "x" + std::to_string(v) + "x"},
                            {"xPx", "x" + std::to_string(v + 2) + "x"},
                            {"* S", "* " + std::to_string(stride)},
                            {"* D", "* " + std::to_string(dilation)},
                            {"FIRST", isMax ? "0xFF800000" : "0.0"},
                            {"COMBINE", isMax ? "maximumf" : "addf"}}),
                "window");
        auto x = randomFloats(n * h * v, 1), b = randomFloats(n, 3);
        std::vector<float> y(n * oh * ov);
        run("pool", {x.data(), b.data()}, {}, y);
        const float first = isMax ? -INFINITY : 0;
        auto combine = [&](float a, float b) {
          return isMax ? std::max(a, b) : a + b;
        };
        for (int64_t at = 0; at < (int64_t)y.size(); ++at) {
          int64_t column = at % ov, row = at / ov % oh, image = at / ov / oh;
          float result = first;
          for (int64_t i = 0; i < 3; ++i) {
            auto pixel = [&](int64_t j) {
              int64_t r = row * stride + i - 1,
                      c = column * stride + j * dilation - 1;
              bool isInside = r >= 0 && r < h && c >= 0 && c < v;
              return isInside ? x[(image * h + r) * v + c] : first;
            };
            result =
                combine(result, combine(combine(pixel(0), pixel(1)), pixel(2)));
          }
          ASSERT_EQ(y[at], result * b[image])
              << at << " of rows of " << v << ", stride " << stride;
        }
      }
}

/// A pixel that is no number makes every window no number that has it.
TEST_P(WindowTest, MaximaKeepNaN) {
  compile(R"mlir(
    exec.kernel @pool(%x: tensor<2x8x16xf32>) -> tensor<2x6x14xf32> attributes {dims = [[], []]} {
      %first = arith.constant 0xFF800000 : f32
      %k = tensor.empty() : tensor<3x3xf32>
      %e = tensor.empty() : tensor<2x6x14xf32>
      %f = linalg.fill ins(%first : f32) outs(%e : tensor<2x6x14xf32>) -> tensor<2x6x14xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(c, y, x, i, j) -> (c, y + i, x + j)>,
          affine_map<(c, y, x, i, j) -> (i, j)>,
          affine_map<(c, y, x, i, j) -> (c, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %k : tensor<2x8x16xf32>, tensor<3x3xf32>) outs(%f : tensor<2x6x14xf32>) {
      ^bb0(%a: f32, %w: f32, %o: f32):
        %r = arith.maximumf %o, %a : f32
        linalg.yield %r : f32
      } -> tensor<2x6x14xf32>
      exec.yield %s : tensor<2x6x14xf32>
    })mlir",
          "window");
  auto x = randomFloats(2 * 8 * 16, 1);
  x[4 * 16 + 9] = NAN;
  std::vector<float> y(2 * 6 * 14);
  run("pool", {x.data()}, {}, y);
  for (int64_t at = 0; at < (int64_t)y.size(); ++at) {
    int64_t column = at % 14, row = at / 14 % 6;
    bool hasIt =
        at < 6 * 14 && row >= 2 && row <= 4 && column >= 7 && column <= 9;
    ASSERT_EQ(std::isnan(y[at]), hasIt) << at;
  }
}

KILN_TEST_LEVELS(WindowTest)
