// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions by minimal filtering against loops in C++. Images and filters
// are small integers, whose transforms are quarters: all sums are exact, and
// results are equal whatever their order.
#include "KernelsFixture.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kiln;

namespace {
struct Sizes {
  int64_t images, planes, filters, rows, columns, pad;
};

/// Integers of at most 3 bits.
std::vector<float> randomIntegers(size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<float> values(count);
  for (float &value : values)
    value = int(generator() % 15) - 7;
  return values;
}

std::vector<double> convolve(const std::vector<float> &x,
                             const std::vector<float> &w, Sizes s) {
  std::vector<double> y;
  for (int64_t n = 0; n < s.images; ++n)
    for (int64_t f = 0; f < s.filters; ++f)
      for (int64_t row = -s.pad; row + 2 < s.rows + s.pad; ++row)
        for (int64_t column = -s.pad; column + 2 < s.columns + s.pad;
             ++column) {
          double sum = 0;
          for (int64_t c = 0; c < s.planes; ++c)
            for (int64_t tap = 0; tap < 9; ++tap) {
              int64_t r = row + tap / 3, at = column + tap % 3;
              if (r >= 0 && r < s.rows && at >= 0 && at < s.columns)
                sum += x[((n * s.planes + c) * s.rows + r) * s.columns + at] *
                       w[(f * s.planes + c) * 9 + tap];
            }
          y.push_back(sum);
        }
  return y;
}

/// The bits of the nearest bf16, an even one of two.
uint16_t roundToBf16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

/// The filters [f, c, 3, 3] in panels of `width`, with words of `word` planes.
template <typename T>
std::vector<T> packPanels(const std::vector<float> &w, Sizes s, int64_t width,
                          int64_t word, T (*convert)(float)) {
  int64_t words = (s.planes + word - 1) / word;
  std::vector<T> panels((s.filters + width - 1) / width * words * 9 * width *
                        word);
  for (int64_t f = 0; f < s.filters; ++f)
    for (int64_t c = 0; c < s.planes; ++c)
      for (int64_t tap = 0; tap < 9; ++tap) {
        int64_t step = (f / width * words + c / word) * 9 + tap;
        panels[(step * width + f % width) * word + c % word] =
            convert(w[(f * s.planes + c) * 9 + tap]);
      }
  return panels;
}

class WinogradTest : public KernelsTest {};
} // namespace

/// Sizes that are known when it runs: fewer rows and columns than a tile, odd
/// ones, some tiles, more than a band; with a ring of zeros, and a bias.
TEST_P(WinogradTest, DynamicSizes) {
  compile(R"mlir(
    #id = affine_map<(n, f, y, x) -> (n, f, y, x)>
    exec.kernel @conv(%x: tensor<?x5x?x?xf32>, %w: tensor<2x5x3x3x32xf32>, %b: tensor<40xf32>,
                      %n: index, %h: index, %v: index)
        -> tensor<?x40x?x?xf32> attributes {dims = [[0, 1, 2], [], [], [0, 1, 2]]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
      ^bb0(%a: index, %c: index, %d: index, %e: index):
        tensor.yield %zero : f32
      } : tensor<?x5x?x?xf32> to tensor<?x5x?x?xf32>
      %e = tensor.empty(%n, %h, %v) : tensor<?x40x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x40x?x?xf32>) -> tensor<?x40x?x?xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>,
          affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>,
          affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%p, %w : tensor<?x5x?x?xf32>, tensor<2x5x3x3x32xf32>) outs(%f : tensor<?x40x?x?xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x40x?x?xf32>
      %y = linalg.generic {indexing_maps = [#id, affine_map<(n, f, y, x) -> (f)>, #id],
          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%s, %b : tensor<?x40x?x?xf32>, tensor<40xf32>) outs(%e : tensor<?x40x?x?xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %r = arith.addf %a, %c : f32
        linalg.yield %r : f32
      } -> tensor<?x40x?x?xf32>
      exec.yield %y : tensor<?x40x?x?xf32>
    })mlir",
          "winograd");
  auto w = randomIntegers(40 * 45, 2), b = randomIntegers(40, 3);
  auto panels = packPanels<float>(w, {0, 5, 40, 0, 0, 0}, 32, 1,
                                  [](float value) { return value; });
  for (auto [h, v] : {std::pair(1, 1), {7, 20}, {70, 9}, {5, 150}, {33, 131}}) {
    Sizes sizes{2, 5, 40, h, v, 1};
    auto x = randomIntegers(2 * 5 * h * v, 1);
    std::vector<double> want = convolve(x, w, sizes);
    std::vector<float> y(want.size());
    run("conv", {x.data(), panels.data(), b.data()}, {2, h, v}, y);
    for (int64_t at = 0; at < (int64_t)y.size(); ++at)
      ASSERT_EQ(y[at], want[at] + b[at / (h * v) % 40])
          << h << " by " << v << ", " << at;
  }
}

/// A convolution of images without a ring, and filters in panels of 32.
static std::string writeImages(Sizes s) {
  auto type = [](std::vector<int64_t> sizes) {
    std::string text = "tensor<";
    for (int64_t size : sizes)
      text += std::to_string(size) + "x";
    return text + "f32>";
  };
  return replaceAll(
      R"mlir(
    exec.kernel @conv(%x: IMAGE, %w: FILTERS) -> RESULT attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : RESULT
      %f = linalg.fill ins(%zero : f32) outs(%e : RESULT) -> RESULT
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>,
          affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>,
          affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : IMAGE, FILTERS) outs(%f : RESULT) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> RESULT
      exec.yield %s : RESULT
    })mlir",
      {{"IMAGE", type({s.images, s.planes, s.rows, s.columns})},
       {"FILTERS", type({(s.filters + 31) / 32, s.planes, 3, 3, 32})},
       {"RESULT", type({s.images, s.filters, s.rows - 2, s.columns - 2})}});
}

/// Small images, several of which make a block, the last one of fewer; planes
/// that are summed in two parts; more than one panel, the last of which is not
/// full.
TEST_P(WinogradTest, BlocksOfImages) {
  const Sizes sizes{11, 300, 48, 9, 9, 0};
  compile(writeImages(sizes), "winograd");
  auto x = randomIntegers(11 * 300 * 81, 1), w = randomIntegers(48 * 2700, 2);
  auto panels =
      packPanels<float>(w, sizes, 32, 1, [](float value) { return value; });
  std::vector<double> want = convolve(x, w, sizes);
  std::vector<float> y(want.size());
  run("conv", {x.data(), panels.data()}, {}, y);
  for (size_t at = 0; at < y.size(); ++at)
    ASSERT_EQ(y[at], want[at]) << at;
}

/// What a task has packed for one range serves the next one, which does not see
/// that the image has changed; another task packs anew.
TEST_P(WinogradTest, RangesOfATask) {
  const Sizes sizes{1, 4, 64, 9, 9, 0};
  compile(writeImages(sizes), "winograd");
  EXPECT_TRUE(kernels->getCode().kernels.front().keepsScratch);
  auto x = randomIntegers(4 * 81, 1), w = randomIntegers(64 * 36, 2);
  auto panels =
      packPanels<float>(w, sizes, 32, 1, [](float value) { return value; });
  std::vector<double> want = convolve(x, w, sizes);
  std::vector<float> zeros(x.size()), y(want.size());
  auto half = static_cast<int64_t>(y.size() / 2);
  auto compute = [&](std::vector<float> &image, int64_t begin,
                     TaskMemory &scratch) {
    void *buffers[] = {image.data(), panels.data(), y.data()};
    kernels->get("conv")(buffers, nullptr, begin, begin + half, scratch.data());
    return std::vector<double>(y.begin() + begin, y.begin() + begin + half);
  };
  std::vector<double> first(want.begin(), want.begin() + half),
      second(want.begin() + half, want.end());
  TaskMemory one(kernels->getScratch("conv")),
      other(kernels->getScratch("conv"));
  EXPECT_EQ(compute(x, 0, one), first);
  EXPECT_EQ(compute(zeros, half, one), second);
  EXPECT_EQ(compute(zeros, half, other), std::vector<double>(half));
}

/// Filters of bf16 in words of two planes, the last of which has one plane,
/// in two parts.
static const Sizes kWordSizes{2, 261, 40, 10, 22, 0};

/// A convolution of these, whose sums `rest` makes to `type`.
static std::string writeWords(StringRef type, StringRef rest) {
  return (R"mlir(
    #id = affine_map<(n, f, y, x) -> (n, f, y, x)>
    exec.kernel @conv(%x: tensor<2x261x10x22xbf16>, %w: tensor<2x131x3x3x32x2xbf16>)
        -> tensor<2x40x8x20x)mlir" +
          type + R"mlir(> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<2x40x8x20xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x40x8x20xf32>) -> tensor<2x40x8x20xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>,
          affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c floordiv 2, i, j, f mod 32, c mod 2)>,
          affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<2x261x10x22xbf16>, tensor<2x131x3x3x32x2xbf16>) outs(%f : tensor<2x40x8x20xf32>) {
      ^bb0(%a: bf16, %c: bf16, %o: f32):
        %aw = arith.extf %a : bf16 to f32
        %cw = arith.extf %c : bf16 to f32
        %q = arith.mulf %aw, %cw : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<2x40x8x20xf32>
      )mlir" +
          rest + "}")
      .str();
}

TEST_P(WinogradTest, WordsOfPlanes) {
  compile(writeWords("f32", "exec.yield %s : tensor<2x40x8x20xf32>"),
          "winograd");
  auto x = randomIntegers(2 * 261 * 220, 1), w = randomIntegers(40 * 2349, 2);
  std::vector<uint16_t> image;
  for (float value : x)
    image.push_back(bitsOfBf16(value));
  auto panels = packPanels<uint16_t>(w, kWordSizes, 32, 2, bitsOfBf16);
  std::vector<double> want = convolve(x, w, kWordSizes);
  std::vector<float> y(want.size());
  run("conv", {image.data(), panels.data()}, {}, y);
  for (size_t at = 0; at < y.size(); ++at)
    ASSERT_EQ(y[at], want[at]) << at;
}

/// Where sums are rounded, transforms may be: those of integers are exact. Who
/// follows each of two uses on its own takes as many steps as there are ways
/// through the ops in between.
TEST_P(WinogradTest, RoundedSums) {
  constexpr unsigned kForks = 40;
  std::string forks;
  for (unsigned i = 0; i < kForks; ++i)
    forks += llvm::formatv("%d{0} = arith.addf %a{0}, %a{0} : f32\n"
                           "%a{1} = arith.mulf %d{0}, %half : f32\n",
                           i, i + 1);
  compile(writeWords("bf16", R"mlir(
      %half = arith.constant 0.5 : f32
      %h = tensor.empty() : tensor<2x40x8x20xbf16>
      %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%s : tensor<2x40x8x20xf32>) outs(%h : tensor<2x40x8x20xbf16>) {
      ^bb0(%a0: f32, %o: bf16):
        )mlir" + forks +
                                 R"mlir(
        %r = arith.truncf %a40 : f32 to bf16
        linalg.yield %r : bf16
      } -> tensor<2x40x8x20xbf16>
      exec.yield %y : tensor<2x40x8x20xbf16>)mlir"),
          "winograd");
  auto x = randomIntegers(2 * 261 * 220, 1), w = randomIntegers(40 * 2349, 2);
  std::vector<uint16_t> image;
  for (float value : x)
    image.push_back(bitsOfBf16(value));
  auto panels = packPanels<uint16_t>(w, kWordSizes, 32, 2, bitsOfBf16);
  std::vector<double> want = convolve(x, w, kWordSizes);
  std::vector<uint16_t> y(want.size());
  run("conv", {image.data(), panels.data()}, {}, y);
  for (size_t at = 0; at < y.size(); ++at)
    ASSERT_EQ(y[at], roundToBf16(want[at])) << at;
}

TEST_P(WinogradTest, Doubles) {
  const Sizes sizes{1, 4, 16, 8, 9, 0};
  compile(R"mlir(
    exec.kernel @conv(%x: tensor<1x4x8x9xf64>, %w: tensor<1x4x3x3x16xf64>)
        -> tensor<1x16x6x7xf64> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f64
      %e = tensor.empty() : tensor<1x16x6x7xf64>
      %f = linalg.fill ins(%zero : f64) outs(%e : tensor<1x16x6x7xf64>) -> tensor<1x16x6x7xf64>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>,
          affine_map<(n, f, y, x, c, i, j) -> (f floordiv 16, c, i, j, f mod 16)>,
          affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<1x4x8x9xf64>, tensor<1x4x3x3x16xf64>) outs(%f : tensor<1x16x6x7xf64>) {
      ^bb0(%a: f64, %c: f64, %o: f64):
        %q = arith.mulf %a, %c : f64
        %r = arith.addf %o, %q : f64
        linalg.yield %r : f64
      } -> tensor<1x16x6x7xf64>
      exec.yield %s : tensor<1x16x6x7xf64>
    })mlir",
          "winograd");
  auto fewer = randomIntegers(4 * 72, 1), w = randomIntegers(16 * 36, 2);
  std::vector<double> x(fewer.begin(), fewer.end());
  auto panels = packPanels<double>(w, sizes, 16, 1,
                                   [](float value) { return double(value); });
  std::vector<double> want = convolve(fewer, w, sizes), y(want.size());
  run("conv", {x.data(), panels.data()}, {}, y);
  EXPECT_EQ(y, want);
}

KILN_TEST_LEVELS(WinogradTest)
