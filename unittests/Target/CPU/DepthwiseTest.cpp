// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A filter for each channel, or as many as a group has channels, against loops
// in C++ that sum in the same order: equal bits, for channels that fill vectors
// and not, images around squares of them, and several bands, whole and in
// pieces; and all of it again where the sizes of images are not known.
#include "Axis.h"
#include "KernelsFixture.h"

using namespace kiln;

namespace {
/// A group of several channels has a loop over them.
struct Loops {
  std::string all, channel, planes, filter;
};

Loops getLoops(int64_t group) {
  if (group == 1)
    return {"(n, c, y, x, i, j)", "c", "", ""};
  std::string size = std::to_string(group);
  return {"(n, c, y, x, k, i, j)", "c floordiv " + size + " * " + size + " + k",
          ", \"reduction\"", "k, "};
}

constexpr int64_t kImages = 2, kWidth = 32; // of a panel

class DepthwiseTest : public KernelsTest {
protected:
  static std::string type(std::vector<int64_t> sizes) {
    std::string text = "tensor<";
    for (int64_t size : sizes)
      text += (size < 0 ? "?" : std::to_string(size)) + "x";
    return text + "f32>";
  }

  std::string kernelText(int64_t channels, Axis rows, Axis columns,
                         int64_t group, bool isKnown) {
    Loops loops = getLoops(group);
    auto sizes = [&](int64_t height, int64_t width) {
      return isKnown ? type({-1, channels, height, width})
                     : type({-1, channels, -1, -1});
    };
    std::string image = sizes(rows.size, columns.size);
    std::string padded = sizes(rows.getPadded(), columns.getPadded());
    std::string result = sizes(rows.getResult(), columns.getResult());
    std::string unknown =
        isKnown ? "" : ", %h: index, %v: index, %oh: index, %ov: index";
    std::string dims =
        isKnown ? "[[0], [], [], [0]]" : "[[0, 1, 2], [], [], [0, 3, 4]]";
    std::vector<int64_t> panels = {(channels + kWidth - 1) / kWidth, rows.taps,
                                   columns.taps, kWidth};
    if (group > 1)
      panels.insert(panels.begin() + 1, group);
    auto filters = type(panels);
    auto bias = type({channels});
    auto list = [](int64_t a, int64_t b) {
      return "[0, 0, " + std::to_string(a) + ", " + std::to_string(b) + "]";
    };
    return "#id = affine_map<(n, c, y, x) -> (n, c, y, x)>\n"
           "exec.kernel @dw(%x: " +
           image + ", %w: " + filters + ", %b: " + bias + ", %n: index" +
           unknown + ") -> " + result + " attributes {dims = " + dims +
           "} {\n"
           "  %zero = arith.constant 0.0 : f32\n"
           "  %p = tensor.pad %x low" +
           list(rows.pad, columns.pad) + " high" +
           list(rows.behind, columns.behind) +
           " {\n"
           "  ^bb0(%a: index, %c: index, %d: index, %e: index):\n"
           "    tensor.yield %zero : f32\n"
           "  } : " +
           image + " to " + padded +
           "\n"
           "  %e = tensor.empty(%n" +
           (isKnown ? "" : ", %oh, %ov") + ") : " + result +
           "\n"
           "  %f = linalg.fill ins(%zero : f32) outs(%e : " +
           result + ") -> " + result +
           "\n"
           "  %s = linalg.generic {indexing_maps = [\n"
           "      affine_map<" +
           loops.all + " -> (n, " + loops.channel + ", " +
           rows.getIndex("y", "i") + ", " + columns.getIndex("x", "j") +
           ")>,\n"
           "      affine_map<" +
           loops.all + " -> (c floordiv 32, " + loops.filter +
           "i, j, c mod 32)>,\n"
           "      affine_map<" +
           loops.all +
           " -> (n, c, y, x)>],\n"
           "      iterator_types = [\"parallel\", \"parallel\", \"parallel\", "
           "\"parallel\", \"reduction\", \"reduction\"" +
           loops.planes +
           "]}\n"
           "      ins(%p, %w : " +
           padded + ", " + filters + ") outs(%f : " + result +
           ") {\n"
           "  ^bb0(%a: f32, %c: f32, %o: f32):\n"
           "    %q = arith.mulf %a, %c : f32\n"
           "    %r = arith.addf %o, %q : f32\n"
           "    linalg.yield %r : f32\n"
           "  } -> " +
           result +
           "\n"
           "  %y = linalg.generic {indexing_maps = [#id, affine_map<(n, c, y, "
           "x) "
           "-> (c)>, #id],\n"
           "      iterator_types = [\"parallel\", \"parallel\", \"parallel\", "
           "\"parallel\"]}\n"
           "      ins(%s, %b : " +
           result + ", " + bias + ") outs(%e : " + result +
           ") {\n"
           "  ^bb0(%a: f32, %c: f32, %o: f32):\n"
           "    %r = arith.addf %a, %c : f32\n"
           "    linalg.yield %r : f32\n"
           "  } -> " +
           result +
           "\n"
           "  exec.yield %y : " +
           result +
           "\n"
           "}\n";
  }

  void test(int64_t channels, Axis rows, Axis columns, int64_t group = 1) {
    test(channels, rows, columns, group, /*isKnown=*/true);
    test(channels, rows, columns, group, /*isKnown=*/false);
  }

  void test(int64_t channels, Axis rows, Axis columns, int64_t group,
            bool isKnown) {
    compile(kernelText(channels, rows, columns, group, isKnown), "depthwise");
    ASSERT_FALSE(HasFatalFailure());
    int64_t panels = (channels + kWidth - 1) / kWidth;
    auto x = randomFloats(kImages * channels * rows.size * columns.size, 1);
    auto w =
        randomFloats(panels * group * rows.taps * columns.taps * kWidth, 2);
    auto b = randomFloats(channels, 3);
    int64_t oh = rows.getResult(), ow = columns.getResult();
    std::vector<float> y(kImages * channels * oh * ow);
    std::vector<int64_t> sizes = {kImages};
    if (!isKnown)
      sizes.insert(sizes.end(), {rows.size, columns.size, oh, ow});
    run("dw", {x.data(), w.data(), b.data()}, sizes, y);
    std::vector<float> sums = sumWindows(x, w, channels, rows, columns, group);
    for (int64_t at = 0; at < (int64_t)y.size(); ++at)
      ASSERT_EQ(y[at], sums[at] + b[at / ow / oh % channels])
          << channels << " channels, row " << at / ow % oh << " column "
          << at % ow;
  }

  /// The sums over the windows of kImages images `x`, with filters in panels.
  std::vector<float> sumWindows(const std::vector<float> &x,
                                const std::vector<float> &w, int64_t channels,
                                Axis rows, Axis columns, int64_t group) {
    int64_t oh = rows.getResult(), ow = columns.getResult();
    std::vector<float> sums(kImages * channels * oh * ow);
    for (int64_t at = 0; at < (int64_t)sums.size(); ++at) {
      int64_t column = at % ow, row = at / ow % oh, image = at / ow / oh;
      int64_t channel = image % channels;
      float &sum = sums[at];
      for (int64_t step = 0; step < rows.taps * group * columns.taps; ++step) {
        int64_t j = step % columns.taps, k = step / columns.taps % group;
        int64_t i = step / columns.taps / group;
        int64_t r = row * rows.stride + i * rows.dilation - rows.pad;
        int64_t c =
            column * columns.stride + j * columns.dilation - columns.pad;
        if (r < 0 || r >= rows.size || c < 0 || c >= columns.size)
          continue;
        int64_t plane = image - channel % group + k;
        int64_t filter = (channel / kWidth * group + k) * rows.taps + i;
        sum = addProduct(
            w[(filter * columns.taps + j) * kWidth + channel % kWidth],
            x[(plane * rows.size + r) * columns.size + c], sum);
      }
    }
    return sums;
  }
};
} // namespace

/// Squares of channels and pixels are full, or not.
TEST_P(DepthwiseTest, SmallImages) {
  test(32, {7, 5, 1, 1, 2, 2}, {7, 5, 1, 1, 2, 2});
  test(88, {14, 3, 1, 1, 1, 1}, {14, 3, 1, 1, 1, 1});
  test(13, {4, 3, 1, 1, 1, 1}, {5, 3, 1, 1, 1, 1});
}

/// Rows and columns apart: strides, gaps between columns, zeros on one side, a
/// window that is wider than the image, and rows that are longer than a tile.
TEST_P(DepthwiseTest, Windows) {
  test(24, {14, 5, 2, 1, 2, 2}, {14, 5, 2, 1, 2, 2});
  test(40, {9, 2, 1, 1, 0, 1}, {31, 3, 3, 2, 4, 0});
  test(16, {4, 7, 1, 1, 3, 3}, {4, 9, 1, 1, 4, 4});
}

/// The image has more pixels than the sums of a band.
TEST_P(DepthwiseTest, Bands) {
  test(19, {43, 3, 1, 1, 1, 1}, {40, 3, 1, 1, 1, 1});
  test(16, {61, 3, 2, 1, 0, 1}, {57, 3, 2, 1, 0, 1});
}

/// Groups that share a vector; the last vector has fewer of them.
TEST_P(DepthwiseTest, Groups) {
  test(32, {7, 3, 1, 1, 1, 1}, {7, 3, 1, 1, 1, 1}, 4);
  test(24, {14, 3, 2, 1, 1, 1}, {15, 3, 2, 1, 1, 1}, 2);
  test(44, {9, 2, 1, 1, 0, 1}, {31, 3, 3, 2, 4, 0}, 4);
}

/// Image and filters of bf16 are widened where they are loaded.
TEST_P(DepthwiseTest, Halves) {
  compile(R"mlir(
    exec.kernel @dw(%x: tensor<2x40x9x14xbf16>, %w: tensor<2x3x5x32xbf16>)
        -> tensor<2x40x9x7xf32> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %none = arith.constant 0.0 : bf16
      %p = tensor.pad %x low[0, 0, 1, 2] high[0, 0, 1, 2] {
      ^bb0(%a: index, %c: index, %d: index, %e: index):
        tensor.yield %none : bf16
      } : tensor<2x40x9x14xbf16> to tensor<2x40x11x18xbf16>
      %e = tensor.empty() : tensor<2x40x9x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x40x9x7xf32>) -> tensor<2x40x9x7xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, c, y, x, i, j) -> (n, c, y + i, x * 2 + j)>,
          affine_map<(n, c, y, x, i, j) -> (c floordiv 32, i, j, c mod 32)>,
          affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%p, %w : tensor<2x40x11x18xbf16>, tensor<2x3x5x32xbf16>) outs(%f : tensor<2x40x9x7xf32>) {
      ^bb0(%a: bf16, %c: bf16, %o: f32):
        %aw = arith.extf %a : bf16 to f32
        %cw = arith.extf %c : bf16 to f32
        %q = arith.mulf %aw, %cw : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<2x40x9x7xf32>
      exec.yield %s : tensor<2x40x9x7xf32>
    })mlir",
          "depthwise");
  auto x = cutToBf16(randomFloats(2 * 40 * 9 * 14, 1)),
       w = cutToBf16(randomFloats(2 * 15 * 32, 2));
  std::vector<uint16_t> image(x.size()), panels(w.size());
  llvm::transform(x, image.begin(), bitsOfBf16);
  llvm::transform(w, panels.begin(), bitsOfBf16);
  std::vector<float> want = sumWindows(x, w, 40, Axis{9, 3, 1, 1, 1},
                                       Axis{14, 5, 2, 1, 2}, /*group=*/1);
  std::vector<float> y(want.size());
  run("dw", {image.data(), panels.data()}, {}, y);
  EXPECT_EQ(y, want);
}

KILN_TEST_LEVELS(DepthwiseTest)
