// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions against loops in C++ that sum in the same order: equal bits, for
// sizes around those of tiles and bands, whole and in pieces.
#include "Axis.h"
#include "KernelsFixture.h"

using namespace kiln;

namespace {
class ConvolutionTest : public KernelsTest {
protected:
  template <typename T>
  T addProduct(T a, T b, T sum) {
    if (GetParam() != "cpu:x86-64-v2")
      return std::fma(a, b, sum);
    // Through memory, so that no compiler fuses the two.
    volatile T product = a * b;
    return sum + product;
  }

  /// The sums of [n, filters, rows, columns], in blocks of about 256 steps.
  template <typename T>
  std::vector<T> convolve(const std::vector<T> &x, const std::vector<T> &w,
                          int64_t planes, int64_t filters, Axis rows,
                          Axis columns) {
    int64_t taps = rows.taps * columns.taps;
    int64_t block = std::max<int64_t>(1, 256 / taps);
    int64_t images = x.size() / (planes * rows.size * columns.size);
    std::vector<T> y;
    for (int64_t nf = 0; nf < images * filters; ++nf)
      for (int64_t row = 0; row < rows.getResult(); ++row)
        for (int64_t column = 0; column < columns.getResult(); ++column) {
          T total = 0, sum = 0;
          for (int64_t step = 0; step < planes * taps; ++step) {
            int64_t plane = step / taps, tap = step % taps;
            int64_t r = row * rows.stride - rows.pad +
                        tap / columns.taps * rows.dilation;
            int64_t c = column * columns.stride - columns.pad +
                        tap % columns.taps * columns.dilation;
            bool inside = r >= 0 && r < rows.size && c >= 0 && c < columns.size;
            int64_t image = nf / filters * planes + plane;
            T pixel =
                inside ? x[(image * rows.size + r) * columns.size + c] : T(0);
            if (tap == 0 && plane % block == 0 && plane > 0) {
              total = plane == block ? sum : total + sum;
              sum = 0;
            }
            sum =
                addProduct(pixel, w[nf % filters * planes * taps + step], sum);
          }
          y.push_back(planes <= block ? sum : total + sum);
        }
    return y;
  }
};
} // namespace

/// Strides, a ring of zeros, an epilogue, a panel that is not full, and sizes
/// that are known when it runs: columns are fewer than a tile, some tiles, and
/// more than a band.
TEST_P(ConvolutionTest, PaddingAndStride) {
  compile(R"mlir(
    #id = affine_map<(n, f, y, x) -> (n, f, y, x)>
    exec.kernel @conv(%x: tensor<?x5x?x?xf32>, %w: tensor<40x5x3x3xf32>, %b: tensor<40xf32>,
                      %n: index, %h: index, %v: index, %oh: index, %ov: index)
        -> tensor<?x40x?x?xf32> attributes {dims = [[0, 1, 2], [], [], [0, 3, 4]]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
      ^bb0(%a: index, %c: index, %d: index, %e: index):
        tensor.yield %zero : f32
      } : tensor<?x5x?x?xf32> to tensor<?x5x?x?xf32>
      %e = tensor.empty(%n, %oh, %ov) : tensor<?x40x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x40x?x?xf32>) -> tensor<?x40x?x?xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, f, y, x, c, i, j) -> (n, c, y * 2 + i, x + j)>,
          affine_map<(n, f, y, x, c, i, j) -> (f, c, i, j)>,
          affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%p, %w : tensor<?x5x?x?xf32>, tensor<40x5x3x3xf32>) outs(%f : tensor<?x40x?x?xf32>) {
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
    })mlir");
  const int64_t n = 2;
  auto w = randomFloats(40 * 45, 2), b = randomFloats(40, 3);
  for (auto [h, v] : {std::pair(1, 1), {7, 20}, {70, 9}, {5, 150}}) {
    Axis rows{h, 3, 2, 1, 1}, columns{v, 3, 1, 1, 1};
    auto x = randomFloats(n * 5 * h * v, 1);
    std::vector<float> want = convolve(x, w, 5, 40, rows, columns);
    std::vector<float> y(want.size());
    run("conv", {x.data(), w.data(), b.data()},
        {n, h, v, rows.getResult(), columns.getResult()}, y);
    int64_t size = rows.getResult() * columns.getResult();
    for (int64_t at = 0; at < (int64_t)y.size(); ++at)
      ASSERT_EQ(y[at], want[at] + b[at / size % 40])
          << h << " by " << v << ", " << at;
  }
}

/// Volumes: a dimension in space lies between filters and rows, its taps are
/// planes, and it is padded, too.
TEST_P(ConvolutionTest, Volumes) {
  const int64_t n = 2, planes = 3, depth = 5, results = 3, filters = 40;
  compile(R"mlir(
    exec.kernel @conv(%x: tensor<2x3x5x9x12xf32>, %w: tensor<40x3x2x3x3xf32>)
        -> tensor<2x40x3x4x12xf32> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 0, 1, 0, 1] high[0, 0, 0, 0, 1] {
      ^bb0(%a: index, %c: index, %d: index, %e: index, %g: index):
        tensor.yield %zero : f32
      } : tensor<2x3x5x9x12xf32> to tensor<2x3x6x9x14xf32>
      %e = tensor.empty() : tensor<2x40x3x4x12xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x40x3x4x12xf32>) -> tensor<2x40x3x4x12xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, f, z, y, x, c, k, i, j) -> (n, c, z * 2 + k, y * 2 + i, x + j)>,
          affine_map<(n, f, z, y, x, c, k, i, j) -> (f, c, k, i, j)>,
          affine_map<(n, f, z, y, x, c, k, i, j) -> (n, f, z, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
          ins(%p, %w : tensor<2x3x6x9x14xf32>, tensor<40x3x2x3x3xf32>) outs(%f : tensor<2x40x3x4x12xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<2x40x3x4x12xf32>
      exec.yield %s : tensor<2x40x3x4x12xf32>
    })mlir");
  Axis rows{9, 3, 2, 1, 0}, columns{12, 3, 1, 1, 1};
  const int64_t image = rows.size * columns.size;
  const int64_t size = rows.getResult() * columns.getResult();
  auto x = randomFloats(n * planes * depth * image, 1),
       w = randomFloats(filters * planes * 2 * 9, 2);
  // Each result's images of all planes, after each other.
  std::vector<float> windows;
  for (int64_t nz = 0; nz < n * results; ++nz)
    for (int64_t plane = 0; plane < planes * 2; ++plane) {
      int64_t z = nz % results * 2 + plane % 2 - 1;
      auto from =
          x.begin() + ((nz / results * planes + plane / 2) * depth + z) * image;
      if (z < 0)
        windows.insert(windows.end(), image, 0.0f);
      else
        windows.insert(windows.end(), from, from + image);
    }
  std::vector<float> want =
      convolve(windows, w, planes * 2, filters, rows, columns);
  std::vector<float> y(want.size());
  run("conv", {x.data(), w.data()}, {}, y);
  for (int64_t at = 0; at < (int64_t)y.size(); ++at) {
    int64_t z = at / size % results, nf = at / size / results;
    int64_t image = nf / filters * results + z;
    ASSERT_EQ(y[at], want[(image * filters + nf % filters) * size + at % size])
        << at;
  }
}

/// Narrow images: a tile has whole rows. Two groups, each with its filters, in
/// one panel or more, of up to three vectors.
TEST_P(ConvolutionTest, NarrowImagesInGroups) {
  const int64_t image = 3 * 7 * 4;
  for (int64_t filters : {12, 20, 24, 33, 48}) {
    std::string text = R"mlir(
    exec.kernel @conv(%x: tensor<3x2x3x7x4xf32>, %w: tensor<2xFx3x3x3xf32>)
        -> tensor<3x2xFx5x2xf32> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<3x2xFx5x2xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xFx5x2xf32>) -> tensor<3x2xFx5x2xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, g, f, y, x, c, i, j) -> (n, g, c, y + i, x + j)>,
          affine_map<(n, g, f, y, x, c, i, j) -> (g, f, c, i, j)>,
          affine_map<(n, g, f, y, x, c, i, j) -> (n, g, f, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<3x2x3x7x4xf32>, tensor<2xFx3x3x3xf32>) outs(%f : tensor<3x2xFx5x2xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<3x2xFx5x2xf32>
      exec.yield %s : tensor<3x2xFx5x2xf32>
    })mlir";
    for (size_t at; (at = text.find('F')) != std::string::npos;)
      text.replace(at, 1, std::to_string(filters));
    compile(text);
    int64_t weights = filters * 27, result = filters * 10;
    auto x = randomFloats(6 * image, 1), w = randomFloats(2 * weights, 2);
    std::vector<float> y(6 * result);
    run("conv", {x.data(), w.data()}, {}, y);
    for (int64_t ng = 0; ng < 6; ++ng) {
      std::vector<float> part(x.begin() + ng * image,
                              x.begin() + (ng + 1) * image);
      std::vector<float> group(w.begin() + ng % 2 * weights,
                               w.begin() + (ng % 2 + 1) * weights);
      std::vector<float> want =
          convolve(part, group, 3, filters, Axis{7, 3}, Axis{4, 3});
      for (int64_t at = 0; at < result; ++at)
        ASSERT_EQ(y[ng * result + at], want[at]) << ng << ", " << at;
    }
  }
}

/// A sum in several blocks, of filters as they are and of filters that lie in
/// panels, the last of which is padded.
TEST_P(ConvolutionTest, DeepSumsAndPanels) {
  auto text = [](std::string name, std::string type, std::string map) {
    return "exec.kernel @" + name + "(%x: tensor<2x64x9x9xf32>, %w: " + type +
           R"mlir() -> tensor<2x48x7x7xf32> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<2x48x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x48x7x7xf32>) -> tensor<2x48x7x7xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>,
          affine_map<(n, f, y, x, c, i, j) -> ()mlir" +
           map + R"mlir()>,
          affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<2x64x9x9xf32>, )mlir" +
           type + R"mlir() outs(%f : tensor<2x48x7x7xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<2x48x7x7xf32>
      exec.yield %s : tensor<2x48x7x7xf32>
    })mlir";
  };
  compile(text("plain", "tensor<48x64x3x3xf32>", "f, c, i, j") +
              text("panels", "tensor<2x64x3x3x32xf32>",
                   "f floordiv 32, c, i, j, f mod 32"),
          "convolution");
  auto x = randomFloats(2 * 64 * 81, 1), w = randomFloats(48 * 576, 2);
  std::vector<float> packed(2 * 576 * 32);
  for (int64_t f = 0; f < 48; ++f)
    for (int64_t step = 0; step < 576; ++step)
      packed[(f / 32 * 576 + step) * 32 + f % 32] = w[f * 576 + step];
  std::vector<float> want = convolve(x, w, 64, 48, Axis{9, 3}, Axis{9, 3});
  std::vector<float> plain(want.size()), panels(want.size());
  run("plain", {x.data(), w.data()}, {}, plain);
  run("panels", {x.data(), packed.data()}, {}, panels);
  EXPECT_EQ(plain, want);
  EXPECT_EQ(panels, want);
}

/// Sums of several blocks for images whose sizes are known when it runs: those
/// of some rows are kept together, and bands have parts of wide rows.
TEST_P(ConvolutionTest, DeepSumsOfDynamicSizes) {
  const int64_t planes = 160, filters = 24;
  compile(R"mlir(
    exec.kernel @conv(%x: tensor<160x?x?xf32>, %w: tensor<24x160x3x3xf32>, %h: index, %v: index)
        -> tensor<24x?x?xf32> attributes {dims = [[0, 1], [], [0, 1]]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
      ^bb0(%a: index, %c: index, %d: index):
        tensor.yield %zero : f32
      } : tensor<160x?x?xf32> to tensor<160x?x?xf32>
      %e = tensor.empty(%h, %v) : tensor<24x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<24x?x?xf32>) -> tensor<24x?x?xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>,
          affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>,
          affine_map<(f, y, x, c, i, j) -> (f, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%p, %w : tensor<160x?x?xf32>, tensor<24x160x3x3xf32>) outs(%f : tensor<24x?x?xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<24x?x?xf32>
      exec.yield %s : tensor<24x?x?xf32>
    })mlir");
  auto w = randomFloats(filters * planes * 9, 2);
  for (auto [h, v] :
       {std::pair<int64_t, int64_t>{7, 7}, {1, 40}, {13, 3}, {19, 27}}) {
    Axis rows{h, 3, 1, 1, 1}, columns{v, 3, 1, 1, 1};
    auto x = randomFloats(planes * h * v, 1);
    std::vector<float> want = convolve(x, w, planes, filters, rows, columns);
    std::vector<float> y(want.size());
    run("conv", {x.data(), w.data()}, {h, v}, y);
    EXPECT_EQ(y, want) << h << " x " << v;
  }
}

/// Taps far apart, which for many results, or for all of them, read the zeros
/// around the image alone: they are left out where that is known, and else rows
/// of them at each tile.
TEST_P(ConvolutionTest, TapsInThePadding) {
  const int64_t planes = 20, filters = 40;
  auto text = [&](std::string name, std::string h, std::string v, Axis rows,
                  Axis columns) {
    auto type = [](std::string planes, std::string h, std::string v) {
      return "tensor<" + planes + "x" + h + "x" + v + "xf32>";
    };
    bool isDynamic = h == "?";
    std::string image = type("20", h, v), result = type("40", h, v);
    std::string ring =
        std::to_string(rows.pad) + ", " + std::to_string(columns.pad) + "]";
    std::string padded = isDynamic
                             ? image
                             : type("20", std::to_string(rows.getPadded()),
                                    std::to_string(columns.getPadded()));
    return "exec.kernel @" + name + "(%x: " + image +
           ", %w: tensor<2x20x3x3x32xf32>" +
           (isDynamic ? ", %h: index, %v: index" : "") + ") -> " + result +
           (isDynamic ? " attributes {dims = [[0, 1], [], [0, 1]]} {"
                      : " attributes {dims = [[], [], []]} {") +
           "  %zero = arith.constant 0.0 : f32\n"
           "  %p = tensor.pad %x low[0, " +
           ring + " high[0, " + ring +
           " {\n  ^bb0(%a: index, %c: index, %d: index):\n"
           "    tensor.yield %zero : f32\n  } : " +
           image + " to " + padded + "\n  %e = tensor.empty(" +
           (isDynamic ? "%h, %v" : "") + ") : " + result +
           "\n  %f = linalg.fill ins(%zero : f32) outs(%e : " + result +
           ") -> " + result +
           R"mlir(
      %s = linalg.generic {indexing_maps = [
          affine_map<(f, y, x, c, i, j) -> (c, )mlir" +
           rows.getIndex("y", "i") + ", " + columns.getIndex("x", "j") +
           R"mlir()>,
          affine_map<(f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>,
          affine_map<(f, y, x, c, i, j) -> (f, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%p, %w : )mlir" +
           padded + ", tensor<2x20x3x3x32xf32>) outs(%f : " + result +
           R"mlir() {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> )mlir" +
           result + "\n  exec.yield %s : " + result + "\n}\n";
  };
  Axis narrow{5, 3, 1, 36, 36}, wide{16, 3, 1, 12, 12}, twice{16, 3, 1, 2, 2};
  Axis rows{0, 3, 1, 60, 60}, columns{0, 3, 1, 2, 2};
  compile(text("centre", "5", "16", narrow, wide) +
              text("some", "16", "16", wide, twice) +
              text("unknown", "?", "?", rows, columns),
          "convolution");
  auto w = randomFloats(filters * planes * 9, 2);
  std::vector<float> packed(2 * planes * 9 * 32);
  for (int64_t f = 0; f < filters; ++f)
    for (int64_t step = 0; step < planes * 9; ++step)
      packed[(f / 32 * planes * 9 + step) * 32 + f % 32] =
          w[f * planes * 9 + step];
  auto check = [&](std::string name, Axis rows, Axis columns,
                   std::vector<int64_t> dims) {
    auto x = randomFloats(planes * rows.size * columns.size, 1);
    std::vector<float> want = convolve(x, w, planes, filters, rows, columns);
    std::vector<float> y(want.size());
    run(name, {x.data(), packed.data()}, dims, y);
    EXPECT_EQ(y, want) << name << ", " << rows.size << " x " << columns.size;
  };
  check("centre", narrow, wide, {});
  check("some", wide, twice, {});
  for (auto [h, v] :
       {std::pair<int64_t, int64_t>{1, 7}, {60, 40}, {61, 3}, {130, 9}}) {
    rows.size = h;
    columns.size = v;
    check("unknown", rows, columns, {h, v});
  }
}

/// Windows of one pixel, of an image that has few of them.
TEST_P(ConvolutionTest, PixelsOfSmallImages) {
  compile(R"mlir(
    exec.kernel @conv(%x: tensor<3x300x13x7xf32>, %w: tensor<40x300xf32>) -> tensor<3x40x7x7xf32>
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<3x40x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x40x7x7xf32>) -> tensor<3x40x7x7xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, f, y, x, c) -> (n, c, y * 2, x)>,
          affine_map<(n, f, y, x, c) -> (f, c)>,
          affine_map<(n, f, y, x, c) -> (n, f, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<3x300x13x7xf32>, tensor<40x300xf32>) outs(%f : tensor<3x40x7x7xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<3x40x7x7xf32>
      exec.yield %s : tensor<3x40x7x7xf32>
    })mlir",
          "convolution");
  auto x = randomFloats(3 * 300 * 91, 1), w = randomFloats(40 * 300, 2);
  std::vector<float> want = convolve(x, w, 300, 40, Axis{13, 1, 2}, Axis{7, 1});
  std::vector<float> y(want.size());
  run("conv", {x.data(), w.data()}, {}, y);
  EXPECT_EQ(y, want);
}

/// The pixels of a small image as one line, which tiles do not fill, and of so
/// many planes that a band has a part of the tiles: those of a block of columns
/// lie together, the last of which has few.
TEST_P(ConvolutionTest, LineOfPixels) {
  compile(R"mlir(
    exec.kernel @conv(%x: tensor<3x2900x49xf32>, %w: tensor<40x2900xf32>) -> tensor<3x40x49xf32>
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<3x40x49xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x40x49xf32>) -> tensor<3x40x49xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, f, x, c) -> (n, c, x)>,
          affine_map<(n, f, x, c) -> (f, c)>,
          affine_map<(n, f, x, c) -> (n, f, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<3x2900x49xf32>, tensor<40x2900xf32>) outs(%f : tensor<3x40x49xf32>) {
      ^bb0(%a: f32, %c: f32, %o: f32):
        %q = arith.mulf %a, %c : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<3x40x49xf32>
      exec.yield %s : tensor<3x40x49xf32>
    })mlir",
          "convolution");
  auto x = randomFloats(3 * 2900 * 49, 1), w = randomFloats(40 * 2900, 2);
  std::vector<float> want = convolve(x, w, 2900, 40, Axis{1, 1}, Axis{49, 1});
  std::vector<float> y(want.size());
  run("conv", {x.data(), w.data()}, {}, y);
  EXPECT_EQ(y, want);
}

/// Filters of bf16 in panels of words of two planes, the last of which has one
/// plane, over an image with a ring of zeros.
TEST_P(ConvolutionTest, WordsOfPlanes) {
  compile(R"mlir(
    exec.kernel @conv(%x: tensor<2x5x9x20xbf16>, %w: tensor<2x3x3x3x32x2xbf16>)
        -> tensor<2x40x5x20xf32> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %none = arith.constant 0.0 : bf16
      %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
      ^bb0(%a: index, %c: index, %d: index, %e: index):
        tensor.yield %none : bf16
      } : tensor<2x5x9x20xbf16> to tensor<2x5x11x22xbf16>
      %e = tensor.empty() : tensor<2x40x5x20xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x40x5x20xf32>) -> tensor<2x40x5x20xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, f, y, x, c, i, j) -> (n, c, y * 2 + i, x + j)>,
          affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c floordiv 2, i, j, f mod 32, c mod 2)>,
          affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%p, %w : tensor<2x5x11x22xbf16>, tensor<2x3x3x3x32x2xbf16>) outs(%f : tensor<2x40x5x20xf32>) {
      ^bb0(%a: bf16, %c: bf16, %o: f32):
        %aw = arith.extf %a : bf16 to f32
        %cw = arith.extf %c : bf16 to f32
        %q = arith.mulf %aw, %cw : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<2x40x5x20xf32>
      exec.yield %s : tensor<2x40x5x20xf32>
    })mlir");
  auto x = cutToBf16(randomFloats(2 * 5 * 9 * 20, 1)),
       w = cutToBf16(randomFloats(40 * 45, 2));
  std::vector<uint16_t> image(x.size()), panels(2 * 3 * 9 * 64);
  for (size_t i = 0; i < x.size(); ++i)
    image[i] = bitsOfBf16(x[i]);
  for (int64_t f = 0; f < 40; ++f)
    for (int64_t step = 0; step < 45; ++step) {
      int64_t plane = step / 9, word = plane / 2 * 9 + step % 9;
      panels[((f / 32 * 27 + word) * 32 + f % 32) * 2 + plane % 2] =
          bitsOfBf16(w[f * 45 + step]);
    }
  std::vector<float> want =
      convolve(x, w, 5, 40, Axis{9, 3, 2, 1, 1}, Axis{20, 3, 1, 1, 1});
  std::vector<float> y(want.size());
  run("conv", {image.data(), panels.data()}, {}, y);
  for (size_t at = 0; at < y.size(); ++at)
    ASSERT_NEAR(y[at], want[at], 1e-5) << at;
}

/// Eleven pixels of a row, which 32 registers hold the sums of in one tile;
/// lines of three filters are left over.
TEST_P(ConvolutionTest, NarrowRows) {
  compile(R"mlir(
    exec.kernel @conv(%x: tensor<2x8x7x11xf32>, %w: tensor<35x8x3x3xf32>)
        -> tensor<2x35x7x11xf32> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
      ^bb0(%a: index, %c: index, %d: index, %e: index):
        tensor.yield %zero : f32
      } : tensor<2x8x7x11xf32> to tensor<2x8x9x13xf32>
      %e = tensor.empty() : tensor<2x35x7x11xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x35x7x11xf32>) -> tensor<2x35x7x11xf32>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>,
          affine_map<(n, f, y, x, c, i, j) -> (f, c, i, j)>,
          affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%p, %w : tensor<2x8x9x13xf32>, tensor<35x8x3x3xf32>) outs(%f : tensor<2x35x7x11xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<2x35x7x11xf32>
      exec.yield %s : tensor<2x35x7x11xf32>
    })mlir",
          "convolution");
  auto x = randomFloats(2 * 8 * 7 * 11, 1), w = randomFloats(35 * 72, 2);
  std::vector<float> want =
      convolve(x, w, 8, 35, Axis{7, 3, 1, 1, 1}, Axis{11, 3, 1, 1, 1});
  std::vector<float> y(want.size());
  run("conv", {x.data(), w.data()}, {}, y);
  for (size_t at = 0; at < y.size(); ++at)
    ASSERT_NEAR(y[at], want[at], 1e-4) << at;
}

/// One axis, in f64, with gaps between the taps.
TEST_P(ConvolutionTest, OneAxisOfDoubles) {
  compile(R"mlir(
    exec.kernel @conv(%x: tensor<3x4x50xf64>, %w: tensor<19x4x5xf64>)
        -> tensor<3x19x19xf64> attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f64
      %e = tensor.empty() : tensor<3x19x19xf64>
      %f = linalg.fill ins(%zero : f64) outs(%e : tensor<3x19x19xf64>) -> tensor<3x19x19xf64>
      %s = linalg.generic {indexing_maps = [
          affine_map<(n, f, x, c, j) -> (n, c, x * 2 + j * 3)>,
          affine_map<(n, f, x, c, j) -> (f, c, j)>,
          affine_map<(n, f, x, c, j) -> (n, f, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %w : tensor<3x4x50xf64>, tensor<19x4x5xf64>) outs(%f : tensor<3x19x19xf64>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
        %q = arith.mulf %a, %b : f64
        %r = arith.addf %o, %q : f64
        linalg.yield %r : f64
      } -> tensor<3x19x19xf64>
      exec.yield %s : tensor<3x19x19xf64>
    })mlir");
  auto fewer = randomFloats(3 * 4 * 50, 1), taps = randomFloats(19 * 20, 2);
  std::vector<double> x(fewer.begin(), fewer.end()),
      w(taps.begin(), taps.end());
  std::vector<double> want =
      convolve(x, w, 4, 19, Axis{1, 1}, Axis{50, 5, 2, 3});
  std::vector<double> y(want.size());
  run("conv", {x.data(), w.data()}, {}, y);
  EXPECT_EQ(y, want);
}

KILN_TEST_LEVELS(ConvolutionTest)
