// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions of bytes whose words are four taps of a row, against loops.
#include "Axis.h"
#include "KernelsFixture.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kiln;

namespace {
struct Convolution {
  int64_t planes, filters;
  Axis rows, columns;
  bool isDynamic = false; ///< Are the columns not known before?
  int64_t tapWords() const { return (columns.taps + 3) / 4; }
};

constexpr int64_t kImages = 2;
constexpr uint8_t kAround = 3; ///< in place of pixels outside

std::string textOf(const Convolution &c, bool isSigned) {
  auto number = [](int64_t value) { return std::to_string(value); };
  auto columns = [&](int64_t size) {
    return c.isDynamic ? std::string("?") : number(size);
  };
  // The last word may reach beyond the window.
  int64_t more = (4 * c.tapWords() - c.columns.taps) * c.columns.dilation;
  auto image = [&](int64_t rows, int64_t size) {
    return llvm::formatv("tensor<2x{0}x{1}x{2}xi8>", c.planes, rows,
                         columns(size))
        .str();
  };
  return replaceAll(
      R"mlir(
  exec.kernel @conv(%x: IMAGE, %w: PANELS SIZES) -> RESULT attributes {dims = [[DIMENSION], [], [RESULTDIMENSION]]} {
    %zero = arith.constant 0 : i32
    %around = arith.constant 3 : i8
    %p = tensor.pad %x low[0, 0, TOP, LEFT] high[0, 0, BOTTOM, RIGHT] {
    ^bb0(%a: index, %b: index, %c: index, %d: index):
      tensor.yield %around : i8
    } : IMAGE to PADDED
    %e = tensor.empty(EXTENT) : RESULT
    %f = linalg.fill ins(%zero : i32) outs(%e : RESULT) -> RESULT
    %s = linalg.generic {indexing_maps = [
        affine_map<(n, f, y, x, c, i, j, k) -> (n, c, ROW, COLUMN + k * DILATION)>,
        affine_map<(n, f, y, x, c, i, j, k) -> (f floordiv 32, c, i, j, f mod 32, k)>,
        affine_map<(n, f, y, x, c, i, j, k) -> (n, f, y, x)>],
        iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
        ins(%p, %w : PADDED, PANELS) outs(%f : RESULT) {
    ^bb0(%a: i8, %c: i8, %o: i32):
      %aw = arith.WIDEN %a : i8 to i32
      %cw = arith.extsi %c : i8 to i32
      %q = arith.muli %aw, %cw : i32
      %r = arith.addi %o, %q : i32
      linalg.yield %r : i32
    } -> RESULT
    exec.yield %s : RESULT
  })mlir",
      {{"IMAGE", image(c.rows.size, c.columns.size)},
       {"PADDED", image(c.rows.getPadded(), c.columns.getPadded() + more)},
       {"PANELS",
        llvm::formatv("tensor<{0}x{1}x{2}x{3}x32x4xi8>", (c.filters + 31) / 32,
                      c.planes, c.rows.taps, c.tapWords())},
       {"RESULTDIMENSION", c.isDynamic ? "1" : ""},
       {"DIMENSION", c.isDynamic ? "0" : ""},
       {"RESULT",
        llvm::formatv("tensor<2x{0}x{1}x{2}xi32>", c.filters,
                      c.rows.getResult(), columns(c.columns.getResult()))},
       {"SIZES", c.isDynamic ? ", %v: index, %k: index" : ""},
       {"EXTENT", c.isDynamic ? "%k" : ""},
       {"TOP", number(c.rows.pad)},
       {"BOTTOM", number(c.rows.behind)},
       {"LEFT", number(c.columns.pad)},
       {"RIGHT", number(c.columns.behind + more)},
       {"ROW", c.rows.getIndex("y", "i")},
       {"COLUMN", llvm::formatv("x * {0} + j * {1}", c.columns.stride,
                                4 * c.columns.dilation)},
       {"DILATION", number(c.columns.dilation)},
       {"WIDEN", isSigned ? "extsi" : "extui"}});
}

class TapWordsTest : public KernelsTest {
protected:
  static std::vector<uint8_t> randomBytes(size_t count, unsigned seed) {
    std::mt19937 generator(seed);
    std::vector<uint8_t> bytes(count);
    for (uint8_t &byte : bytes)
      byte = generator();
    return bytes;
  }

  /// Filters in panels, with zeros where no tap is.
  static std::vector<int8_t> pack(const Convolution &c,
                                  const std::vector<uint8_t> &w) {
    int64_t words = c.planes * c.rows.taps * c.tapWords();
    std::vector<int8_t> panels((c.filters + 31) / 32 * words * 32 * 4);
    size_t at = 0;
    for (int64_t f = 0; f < c.filters; ++f)
      for (int64_t line = 0; line < c.planes * c.rows.taps; ++line)
        for (int64_t tap = 0; tap < c.columns.taps; ++tap) {
          int64_t word = f / 32 * words + line * c.tapWords() + tap / 4;
          panels[(word * 32 + f % 32) * 4 + tap % 4] = int8_t(w[at++]);
        }
    return panels;
  }

  static int32_t sum(const Convolution &c, bool isSigned,
                     const std::vector<uint8_t> &x,
                     const std::vector<uint8_t> &w, int64_t n, int64_t f,
                     int64_t row, int64_t column) {
    int32_t total = 0;
    for (int64_t plane = 0; plane < c.planes; ++plane)
      for (int64_t i = 0; i < c.rows.taps; ++i)
        for (int64_t j = 0; j < c.columns.taps; ++j) {
          int64_t y = row * c.rows.stride - c.rows.pad + i * c.rows.dilation;
          int64_t v = column * c.columns.stride - c.columns.pad +
                      j * c.columns.dilation;
          bool isInside =
              y >= 0 && y < c.rows.size && v >= 0 && v < c.columns.size;
          int64_t line = (n * c.planes + plane) * c.rows.size + y;
          uint8_t pixel = isInside ? x[line * c.columns.size + v] : kAround;
          int64_t filter = (f * c.planes + plane) * c.rows.taps + i;
          total += (isSigned ? int8_t(pixel) : pixel) *
                   int8_t(w[filter * c.columns.taps + j]);
        }
    return total;
  }

  void check(const Convolution &c, bool isSigned) {
    SCOPED_TRACE(textOf(c, isSigned));
    compile(textOf(c, isSigned), isSigned ? "" : "convolution");
    ASSERT_TRUE(kernels);
    auto x = randomBytes(kImages * c.planes * c.rows.size * c.columns.size, 1);
    auto w =
        randomBytes(c.filters * c.planes * c.rows.taps * c.columns.taps, 2);
    std::vector<int8_t> panels = pack(c, w);
    int64_t height = c.rows.getResult(), width = c.columns.getResult();
    std::vector<int32_t> y(kImages * c.filters * height * width);
    std::vector<int64_t> sizes;
    if (c.isDynamic)
      sizes = {c.columns.size, width};
    run("conv", {x.data(), panels.data()}, sizes, y);
    for (int64_t at = 0; at < (int64_t)y.size(); ++at)
      ASSERT_EQ(y[at], sum(c, isSigned, x, w, at / width / height / c.filters,
                           at / width / height % c.filters, at / width % height,
                           at % width))
          << at;
  }
};
} // namespace

/// The stem of a network for images: the last word reads one column beyond its
/// window, of an even width, of an odd one, and of one that is not known.
TEST_P(TapWordsTest, Stem) {
  for (bool isSigned : {false, true}) {
    check({3, 64, {20, 7, 2, 1, 3}, {36, 7, 2, 1, 3}}, isSigned);
    check({3, 40, {9, 7, 2, 1, 3}, {35, 7, 2, 1, 3}}, isSigned);
    check({3, 32, {9, 7, 2, 1, 3}, {35, 7, 2, 1, 3}, /*isDynamic=*/true},
          isSigned);
  }
}

/// Strides that words are no multiple of, gaps between taps, windows of less
/// than a word, of whole words and of more than are written out; one plane.
TEST_P(TapWordsTest, Windows) {
  check({1, 32, {9, 3, 1, 1, 1}, {30, 3, 1, 1, 1}}, /*isSigned=*/false);
  check({2, 33, {9, 3, 3, 2, 1}, {31, 6, 3, 2, 2}}, /*isSigned=*/false);
  check({1, 32, {8, 1}, {150, 8}}, /*isSigned=*/true);
  check({1, 32, {7, 5, 1, 1, 2}, {40, 21, 5, 1, 9}}, /*isSigned=*/false);
}

KILN_TEST_LEVELS(TapWordsTest)
