// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products against loops in C++ that sum in the same order: equal bits,
// for sizes around those of a tile, whole and in pieces.
#include "KernelsFixture.h"

using namespace kiln;

namespace {
class GemmTest : public KernelsTest {
protected:
  /// The sum of `steps` products, as the emitter promises it: in blocks of 256.
  template <typename Factors>
  float sumInBlocks(int64_t steps, Factors factors) {
    float total = 0;
    for (int64_t first = 0; first < steps; first += 256) {
      float sum = 0;
      for (int64_t k = first; k < std::min(first + 256, steps); ++k) {
        auto [a, b] = factors(k);
        sum = addProduct(a, b, sum);
      }
      total = first == 0 ? sum : total + sum;
    }
    return total;
  }
};
} // namespace

TEST_P(GemmTest, MatmulWithBiasAndRelu) {
  compile(R"mlir(
    #mn = affine_map<(m, n) -> (m, n)>
    exec.kernel @linear(%x: tensor<?x512xf32>, %w: tensor<10x512xf32>, %b: tensor<10xf32>, %s: index)
        -> tensor<?x10xf32> attributes {dims = [[0], [], [], [0]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%s) : tensor<?x10xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x10xf32>) -> tensor<?x10xf32>
      %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
          affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<?x512xf32>, tensor<10x512xf32>) outs(%f : tensor<?x10xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x10xf32>
      %y = linalg.generic {indexing_maps = [#mn, affine_map<(m, n) -> (n)>, #mn],
          iterator_types = ["parallel", "parallel"]}
          ins(%p, %b : tensor<?x10xf32>, tensor<10xf32>) outs(%e : tensor<?x10xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.addf %a, %c : f32
        %r = arith.maximumf %q, %zero : f32
        linalg.yield %r : f32
      } -> tensor<?x10xf32>
      exec.yield %y : tensor<?x10xf32>
    })mlir");
  const int64_t m = 9, n = 10, k = 512;
  auto x = randomFloats(m * k, 1), w = randomFloats(n * k, 2),
       b = randomFloats(n, 3);
  std::vector<float> y(m * n);
  run("linear", {x.data(), w.data(), b.data()}, {m}, y);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      float sum = sumInBlocks(
          k, [&](int64_t l) { return std::pair(x[i * k + l], w[j * k + l]); });
      EXPECT_EQ(y[i * n + j], std::max(sum + b[j], 0.0f));
    }
}

TEST_P(GemmTest, FewRowsAreSummedInLanes) {
  compile(R"mlir(
    exec.kernel @linear(%x: tensor<?x2100xf32>, %w: tensor<11x2100xf32>, %s: index)
        -> tensor<?x11xf32> attributes {dims = [[0], [], [0]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%s) : tensor<?x11xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x11xf32>) -> tensor<?x11xf32>
      %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
          affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<?x2100xf32>, tensor<11x2100xf32>) outs(%f : tensor<?x11xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x11xf32>
      exec.yield %p : tensor<?x11xf32>
    })mlir");
  const int64_t n = 11, k = 2100;
  for (int64_t m : {1, 3, 4, 5}) {
    auto x = randomFloats(m * k, 1), w = randomFloats(n * k, 2);
    std::vector<float> y(m * n);
    run("linear", {x.data(), w.data()}, {m}, y);
    for (int64_t at = 0; at < m * n; ++at) {
      double sum = 0;
      for (int64_t l = 0; l < k; ++l)
        sum += double(x[at / n * k + l]) * w[at % n * k + l];
      EXPECT_NEAR(y[at], sum, 2e-4) << "row " << at / n << " of " << m;
    }
  }
}

/// Few rows and a part of the columns of a tensor: lanes have the columns, more
/// than a tile of registers has.
TEST_P(GemmTest, ColumnsOfAPartAreSummedInLanes) {
  compile(R"mlir(
    exec.kernel @part(%x: tensor<4x16xf32>, %w: tensor<16x40xf32>)
        -> tensor<4x32xf32> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %v = tensor.extract_slice %w[0, 8] [16, 32] [1, 1]
          : tensor<16x40xf32> to tensor<16x32xf32>
      %e = tensor.empty() : tensor<4x32xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x32xf32>) -> tensor<4x32xf32>
      %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
          affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %v : tensor<4x16xf32>, tensor<16x32xf32>) outs(%f : tensor<4x32xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<4x32xf32>
      exec.yield %p : tensor<4x32xf32>
    })mlir");
  auto x = randomFloats(4 * 16, 1), w = randomFloats(16 * 40, 2);
  std::vector<float> y(4 * 32);
  run("part", {x.data(), w.data()}, {}, y);
  for (int64_t at = 0; at < 4 * 32; ++at) {
    double sum = 0;
    for (int64_t l = 0; l < 16; ++l)
      sum += double(x[at / 32 * 16 + l]) * w[l * 40 + 8 + at % 32];
    EXPECT_NEAR(y[at], sum, 1e-5) << "row " << at / 32;
  }
}

/// Columns that are stretches in memory: blocks of them are transposed, what is
/// left over of columns and steps is not.
TEST_P(GemmTest, BlocksAreTransposed) {
  for (int64_t k : {13, 16, 37}) {
    std::string text = R"mlir(
    exec.kernel @linear(%x: tensor<33xKxf32>, %w: tensor<70xKxf32>)
        -> tensor<33x70xf32> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<33x70xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<33x70xf32>) -> tensor<33x70xf32>
      %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
          affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<33xKxf32>, tensor<70xKxf32>) outs(%f : tensor<33x70xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<33x70xf32>
      exec.yield %p : tensor<33x70xf32>
    })mlir";
    for (size_t at; (at = text.find('K')) != std::string::npos;)
      text.replace(at, 1, std::to_string(k));
    kernels.reset(); // two libraries of one name are one
    compile(text);
    const int64_t m = 33, n = 70;
    auto x = randomFloats(m * k, 1), w = randomFloats(n * k, 2);
    std::vector<float> y(m * n);
    run("linear", {x.data(), w.data()}, {}, y);
    for (int64_t at = 0; at < m * n; ++at)
      ASSERT_EQ(y[at], sumInBlocks(k,
                                   [&](int64_t l) {
                                     return std::pair(x[at / n * k + l],
                                                      w[at % n * k + l]);
                                   }))
          << k << " steps, row " << at / n << " column " << at % n;
  }
}

/// Rows that many panels read are packed, as tiles take them: as they lie,
/// along the other dimension, or computed first.
TEST_P(GemmTest, RowsAreSharedByManyPanels) {
  const int64_t n = 203, k = 301;
  struct Left {
    const char *type, *map, *ops, *value;
  };
  const Left lefts[] = {{"?x301", "(m, k)", "", "%x"},
                        {"301x?", "(k, m)", "", "%x"},
                        {"?x301", "(m, k)", R"mlir(
      %h = tensor.empty(%s) : tensor<?x301xf32>
      %d = linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m, k)>],
          iterator_types = ["parallel", "parallel"]}
          ins(%x : tensor<?x301xf32>) outs(%h : tensor<?x301xf32>) {
      ^bb0(%a: f32, %o: f32):
        %q = arith.addf %a, %a : f32
        linalg.yield %q : f32
      } -> tensor<?x301xf32>)mlir",
                         "%d"}};
  for (const Left &left : lefts) {
    bool isTurned = left.map[1] == 'k', isDoubled = left.value[1] == 'd';
    compile(replaceAll(R"mlir(
    exec.kernel @mm(%x: tensor<LEFTxf32>, %w: tensor<301x203xf32>, %s: index)
        -> tensor<?x203xf32> attributes {dims = [[0], [], [0]]} {
      %zero = arith.constant 0.0 : f32OPS
      %e = tensor.empty(%s) : tensor<?x203xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x203xf32>) -> tensor<?x203xf32>
      %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> MAP>,
          affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(VALUE, %w : tensor<LEFTxf32>, tensor<301x203xf32>) outs(%f : tensor<?x203xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x203xf32>
      exec.yield %p : tensor<?x203xf32>
    })mlir",
                       {{"LEFT", left.type},
                        {"OPS", left.ops},
                        {"MAP", left.map},
                        {"VALUE", left.value}}));
    for (int64_t m : {1, 2, 4, 5, 6, 13, 300}) {
      auto x = randomFloats(m * k, 1), w = randomFloats(k * n, 2);
      std::vector<float> y(m * n);
      run("mm", {x.data(), w.data()}, {m}, y);
      for (int64_t at = 0; at < m * n; ++at) {
        auto factors = [&](int64_t l) {
          float a = isTurned ? x[l * m + at / n] : x[at / n * k + l];
          return std::pair(isDoubled ? a + a : a, w[l * n + at % n]);
        };
        ASSERT_EQ(y[at], sumInBlocks(k, factors))
            << left.map << " row " << at / n << " of " << m;
      }
    }
  }
}

TEST_P(GemmTest, BlocksOfDoublesAreTransposed) {
  compile(R"mlir(
    exec.kernel @linear(%x: tensor<6x18xf64>, %w: tensor<40x18xf64>)
        -> tensor<6x40xf64> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f64
      %e = tensor.empty() : tensor<6x40xf64>
      %f = linalg.fill ins(%zero : f64) outs(%e : tensor<6x40xf64>) -> tensor<6x40xf64>
      %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
          affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<6x18xf64>, tensor<40x18xf64>) outs(%f : tensor<6x40xf64>) {
      ^bb0(%a: f64, %c: f64, %o: f64):
        %q = arith.mulf %a, %c : f64
        %r = arith.addf %o, %q : f64
        linalg.yield %r : f64
      } -> tensor<6x40xf64>
      exec.yield %p : tensor<6x40xf64>
    })mlir");
  // Small integers, whose sums are exact.
  std::vector<double> x(6 * 18), w(40 * 18), y(6 * 40);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = int64_t(i * 7 % 11) - 5;
  for (size_t i = 0; i < w.size(); ++i)
    w[i] = int64_t(i * 5 % 13) - 6;
  run("linear", {x.data(), w.data()}, {}, y);
  for (int64_t at = 0; at < (int64_t)y.size(); ++at) {
    double sum = 0;
    for (int64_t l = 0; l < 18; ++l)
      sum += x[at / 40 * 18 + l] * w[at % 40 * 18 + l];
    ASSERT_EQ(y[at], sum) << at;
  }
}

TEST_P(GemmTest, ConvolutionWithPaddingAndStride) {
  compile(R"mlir(
    exec.kernel @conv(%x: tensor<?x3x9x8xf32>, %w: tensor<4x3x3x3xf32>, %s: index)
        -> tensor<?x4x5x4xf32> attributes {dims = [[0], [], [0]]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
      ^bb0(%a: index, %b: index, %c: index, %d: index):
        tensor.yield %zero : f32
      } : tensor<?x3x9x8xf32> to tensor<?x3x11x10xf32>
      %e = tensor.empty(%s) : tensor<?x4x5x4xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4x5x4xf32>) -> tensor<?x4x5x4xf32>
      %y = linalg.generic {indexing_maps = [
          affine_map<(n, o, h, w, c, i, j) -> (n, c, h * 2 + i, w * 2 + j)>,
          affine_map<(n, o, h, w, c, i, j) -> (o, c, i, j)>,
          affine_map<(n, o, h, w, c, i, j) -> (n, o, h, w)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%p, %w : tensor<?x3x11x10xf32>, tensor<4x3x3x3xf32>) outs(%f : tensor<?x4x5x4xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x4x5x4xf32>
      exec.yield %y : tensor<?x4x5x4xf32>
    })mlir");
  const int64_t n = 2;
  auto x = randomFloats(n * 3 * 9 * 8, 1), w = randomFloats(4 * 27, 2);
  std::vector<float> y(n * 4 * 5 * 4);
  run("conv", {x.data(), w.data()}, {n}, y);
  // Four filters are less than half a vector of AVX-512: there another emitter
  // takes the window in its order. Else columns that share pixels come first.
  bool isInOrder = GetParam().find("v4") != std::string::npos;
  std::array<int64_t, 3> columns = {0, isInOrder ? 1 : 2, isInOrder ? 2 : 1};
  for (int64_t at = 0; at < (int64_t)y.size(); ++at) {
    int64_t ow = at % 4, oh = at / 4 % 5, o = at / 20 % 4, b = at / 80;
    EXPECT_EQ(y[at], sumInBlocks(27, [&](int64_t step) {
                int64_t c = step / 9, i = step / 3 % 3, j = columns[step % 3];
                int64_t h = oh * 2 + i - 1, v = ow * 2 + j - 1;
                bool inside = h >= 0 && h < 9 && v >= 0 && v < 8;
                return std::pair(inside ? x[((b * 3 + c) * 9 + h) * 8 + v]
                                        : 0.0f,
                                 w[((o * 3 + c) * 3 + i) * 3 + j]);
              }));
  }
}

/// [b, m, k] by [b, k, n] with every size dynamic: the right operand is read in
/// place.
TEST_P(GemmTest, BatchesOfDynamicSizes) {
  compile(R"mlir(
    exec.kernel @bmm(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>, %b: index, %m: index, %n: index, %k: index)
        -> tensor<?x?x?xf32> attributes {dims = [[0, 1, 3], [0, 3, 2], [0, 1, 2]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%b, %m, %n) : tensor<?x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
      %p = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>,
          affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>],
          iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %y : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%f : tensor<?x?x?xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %q, %o : f32
        linalg.yield %r : f32
      } -> tensor<?x?x?xf32>
      exec.yield %p : tensor<?x?x?xf32>
    })mlir");
  EXPECT_EQ(kernels->getCode().kernels.front().scratch, 0);
  for (int64_t m : {1, 2, 3, 5, 7, 8, 9, 19})
    for (int64_t n : {1, 8, 31, 33, 70})
      for (int64_t k : {0, 1, 5, 300}) {
        const int64_t b = 2;
        auto x = randomFloats(b * m * k, 1), y = randomFloats(b * k * n, 2);
        std::vector<float> z(b * m * n);
        run("bmm", {x.data(), y.data()}, {b, m, n, k}, z);
        for (int64_t at = 0; at < b * m * n; ++at) {
          int64_t j = at % n, row = at / n, batch = row / m;
          ASSERT_EQ(z[at],
                    sumInBlocks(k,
                                [&](int64_t l) {
                                  return std::pair(x[row * k + l],
                                                   y[(batch * k + l) * n + j]);
                                }))
              << m << " " << n << " " << k << " at " << at;
        }
      }
}

/// More rows than a block, several panels, a long sum, half floats.
TEST_P(GemmTest, BlocksOfRowsOfHalfFloats) {
  compile(R"mlir(
    exec.kernel @mm(%x: tensor<?x700xf16>, %w: tensor<700x45xf16>, %m: index)
        -> tensor<?x45xf32> attributes {dims = [[0], [], [0]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%m) : tensor<?x45xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x45xf32>) -> tensor<?x45xf32>
      %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
          affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<?x700xf16>, tensor<700x45xf16>) outs(%f : tensor<?x45xf32>) {
      ^bb0(%a: f16, %c: f16, %o: f32):
        %s = arith.extf %a : f16 to f32
        %t = arith.extf %c : f16 to f32
        %q = arith.mulf %s, %t : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x45xf32>
      exec.yield %p : tensor<?x45xf32>
    })mlir");
  const int64_t m = 515, n = 45, k = 700;
  // Small integers, whose bits in f16 are easy to write down.
  auto bits = [](int64_t at) {
    static const uint16_t values[] = {0, 0x3c00, 0x4000, 0xc200, 0x3800};
    return values[at % 5];
  };
  auto value = [](int64_t at) {
    static const float values[] = {0, 1, 2, -3, 0.5f};
    return values[at % 5];
  };
  std::vector<uint16_t> x(m * k), w(k * n);
  for (int64_t i = 0; i < m * k; ++i)
    x[i] = bits(i * 7 + i / k);
  for (int64_t i = 0; i < k * n; ++i)
    w[i] = bits(i * 3 + i / n);
  std::vector<float> y(m * n);
  run("mm", {x.data(), w.data()}, {m}, y);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      ASSERT_EQ(y[i * n + j],
                sumInBlocks(k,
                            [&](int64_t l) {
                              return std::pair(value((i * k + l) * 7 + i),
                                               value((l * n + j) * 3 + l));
                            }))
          << i << " " << j;
}

/// Columns that are parts side by side, of which results are computed together.
/// Parts are no whole tiles, and come in any order; rows fill no tile, some
/// blocks, or are packed.
TEST_P(GemmTest, PartsOfColumnsGoTogether) {
  compile(R"mlir(
    #mn = affine_map<(m, n) -> (m, n)>
    exec.kernel @gates(%x: tensor<?x300xf32>, %w: tensor<6x300x32xf32>, %b: tensor<?x192xf32>, %s: index)
        -> (tensor<?x40xf32>) attributes {dims = [[0], [], [0], [0]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%s) : tensor<?x192xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x192xf32>) -> tensor<?x192xf32>
      %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
          affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>, affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<?x300xf32>, tensor<6x300x32xf32>) outs(%f : tensor<?x192xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x192xf32>
      %g = linalg.generic {indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
          ins(%p, %b : tensor<?x192xf32>, tensor<?x192xf32>) outs(%e : tensor<?x192xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.addf %a, %c : f32
        linalg.yield %q : f32
      } -> tensor<?x192xf32>
      %i = tensor.extract_slice %g[0, 64] [%s, 40] [1, 1] : tensor<?x192xf32> to tensor<?x40xf32>
      %j = tensor.extract_slice %g[0, 0] [%s, 40] [1, 1] : tensor<?x192xf32> to tensor<?x40xf32>
      %k = tensor.extract_slice %p[0, 128] [%s, 40] [1, 1] : tensor<?x192xf32> to tensor<?x40xf32>
      %t = tensor.empty(%s) : tensor<?x40xf32>
      %y = linalg.generic {indexing_maps = [#mn, #mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
          ins(%i, %j, %k : tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>) outs(%t : tensor<?x40xf32>) {
      ^bb0(%a: f32, %c: f32, %d: f32, %o: f32):
        %q = arith.maximumf %a, %c : f32
        %r = arith.subf %q, %d : f32
        linalg.yield %r : f32
      } -> tensor<?x40xf32>
      exec.yield %y : tensor<?x40xf32>
    })mlir",
          "gemm");
  const int64_t n = 192, length = 40, k = 300;
  for (int64_t m : {1, 5, 9, 150, 400}) {
    auto x = randomFloats(m * k, 1), w = randomFloats(n * k, 2),
         b = randomFloats(m * n, 3);
    std::vector<float> y(m * length);
    run("gates", {x.data(), w.data(), b.data()}, {m}, y);
    auto sum = [&](int64_t row, int64_t column) {
      return sumInBlocks(k, [&](int64_t l) {
        return std::pair(x[row * k + l],
                         w[(column / 32 * k + l) * 32 + column % 32]);
      });
    };
    auto gate = [&](int64_t row, int64_t column) {
      return sum(row, column) + b[row * n + column];
    };
    for (int64_t at = 0; at < m * length; ++at) {
      int64_t row = at / length, column = at % length;
      ASSERT_EQ(y[at], std::max(gate(row, 64 + column), gate(row, column)) -
                           sum(row, 128 + column))
          << "row " << row << " of " << m << ", column " << column;
    }
  }
}

KILN_TEST_LEVELS(GemmTest)
