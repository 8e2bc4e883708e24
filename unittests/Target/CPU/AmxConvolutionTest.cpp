// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions in tile registers against loops. What is around the image is
// zero, and scratch memory begins with NaNs.
#include "Axis.h"
#include "KernelsFixture.h"
#include "kiln/Support/CacheLine.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"

using namespace kiln;

namespace {
struct Convolution {
  int64_t images, planes, filters;
  Axis rows, columns;
  bool isDynamic = false;  ///< Are images and columns not known before?
  bool addsTensor = false; ///< Is another one like the result added?
  int64_t pixels() const { return rows.getResult() * columns.getResult(); }
  int64_t taps() const { return rows.taps * columns.taps; }
};

struct Element {
  const char *type, *sum, *widen, *widenImage, *multiply, *add, *zero;
  int64_t steps; ///< in a word
};
constexpr Element kBf16 = {
    "bf16",       "f32",        "arith.extf", "arith.extf",
    "arith.mulf", "arith.addf", "0.0",        2};
constexpr Element kBytes = {
    "i8",         "i32",        "arith.extsi", "arith.extsi",
    "arith.muli", "arith.addi", "0",           4};
constexpr Element kUnsigned = {
    "i8",         "i32",        "arith.extsi", "arith.extui",
    "arith.muli", "arith.addi", "0",           4};

int64_t wordsOf(const Convolution &c, int64_t steps) {
  return (c.planes + steps - 1) / steps;
}

std::string textOf(const Convolution &c, const Element &e) {
  auto number = [](int64_t value) { return std::to_string(value); };
  std::string images = c.isDynamic ? "?" : number(c.images);
  std::string type = e.type, sum = e.sum, steps = number(e.steps);
  auto image = [&](int64_t rows, int64_t columns) {
    return "tensor<" + images + "x" + number(c.planes) + "x" + number(rows) +
           "x" + (c.isDynamic ? "?" : number(columns)) + "x" + type + ">";
  };
  std::string x = image(c.rows.size, c.columns.size);
  std::string padded = image(c.rows.getPadded(), c.columns.getPadded());
  std::string w = "tensor<" + number((c.filters + 31) / 32) + "x" +
                  number(wordsOf(c, e.steps)) + "x" + number(c.rows.taps) +
                  "x" + number(c.columns.taps) + "x32x" + steps + "x" + type +
                  ">";
  std::string y = "tensor<" + images + "x" + number(c.filters) + "x" +
                  number(c.rows.getResult()) + "x" +
                  (c.isDynamic ? "?" : number(c.columns.getResult())) + "x" +
                  sum + ">";
  std::string around = "low[0, 0, " + number(c.rows.pad) + ", " +
                       number(c.columns.pad) + "] high[0, 0, " +
                       number(c.rows.behind) + ", " + number(c.columns.behind) +
                       "]";
  std::string loops = "(n, f, y, x, c, i, j)";
  std::string sizes = c.isDynamic ? ", %n: index, %v: index, %k: index" : "";
  std::string resultSizes = c.isDynamic ? "[0, 2]" : "[]", added, result = "%s";
  if (c.addsTensor) {
    std::string each = "affine_map<(n, f, y, x) -> (n, f, y, x)>";
    result = "%t";
    added = "\n%t = linalg.generic {indexing_maps = [" + each + ", " + each +
            ", " + each +
            "], iterator_types = [\"parallel\", \"parallel\", \"parallel\", "
            "\"parallel\"]} ins(%s, %z : " +
            y + ", " + y + ") outs(%e : " + y + ") {\n^bb0(%a: " + sum +
            ", %c: " + sum + ", %o: " + sum + "):\n%r = " + e.add +
            " %a, %c : " + sum + "\nlinalg.yield %r : " + sum + "\n} -> " + y;
  }
  return "exec.kernel @conv(%x: " + x + ", %w: " + w +
         (c.addsTensor ? ", %z: " + y : "") + sizes + ") -> " + y +
         " attributes {dims = [[" + (c.isDynamic ? "0, 1" : "") + "], [], " +
         (c.addsTensor ? resultSizes + ", " : "") + resultSizes + "]} {\n" +
         "%zero = arith.constant " + e.zero + " : " + sum +
         "\n%none = arith.constant " + e.zero + " : " + type +
         "\n%p = tensor.pad %x " + around +
         " {\n^bb0(%a: index, %b: index, %c: index, %d: index):\n"
         "tensor.yield %none : " +
         type + "\n} : " + x + " to " + padded + "\n%e = tensor.empty(" +
         (c.isDynamic ? "%n, %k" : "") + ") : " + y +
         "\n%f = linalg.fill ins(%zero : " + sum + ") outs(%e : " + y +
         ") -> " + y + "\n%s = linalg.generic {indexing_maps = [affine_map<" +
         loops + " -> (n, c, " + c.rows.getIndex("y", "i") + ", " +
         c.columns.getIndex("x", "j") + ")>, affine_map<" + loops +
         " -> (f floordiv 32, c floordiv " + steps +
         ", i, j, f mod 32, c mod " + steps + ")>, affine_map<" + loops +
         " -> (n, f, y, x)>], iterator_types = [\"parallel\", \"parallel\", "
         "\"parallel\", \"parallel\", \"reduction\", \"reduction\", "
         "\"reduction\"]} ins(%p, %w : " +
         padded + ", " + w + ") outs(%f : " + y + ") {\n^bb0(%a: " + type +
         ", %c: " + type + ", %o: " + sum + "):\n%aw = " + e.widenImage +
         " %a : " + type + " to " + sum + "\n%cw = " + e.widen +
         " %c : " + type + " to " + sum + "\n%q = " + e.multiply +
         " %aw, %cw : " + sum + "\n%r = " + e.add + " %o, %q : " + sum +
         "\nlinalg.yield %r : " + sum + "\n} -> " + y + added +
         "\nexec.yield " + result + " : " + y + "\n}";
}

/// The sums of `x` and `w`, which are plain arrays of numbers.
std::vector<double> convolve(const Convolution &c, const std::vector<float> &x,
                             const std::vector<float> &w) {
  std::vector<double> y(c.images * c.filters * c.pixels());
  size_t at = 0;
  for (int64_t n = 0; n < c.images; ++n)
    for (int64_t f = 0; f < c.filters; ++f)
      for (int64_t row = 0; row < c.rows.getResult(); ++row)
        for (int64_t column = 0; column < c.columns.getResult(); ++column, ++at)
          for (int64_t plane = 0; plane < c.planes; ++plane)
            for (int64_t tap = 0; tap < c.taps(); ++tap) {
              int64_t i = row * c.rows.stride - c.rows.pad +
                          tap / c.columns.taps * c.rows.dilation;
              int64_t j = column * c.columns.stride - c.columns.pad +
                          tap % c.columns.taps * c.columns.dilation;
              if (i < 0 || i >= c.rows.size || j < 0 || j >= c.columns.size)
                continue;
              int64_t image = n * c.planes + plane;
              y[at] +=
                  double(x[(image * c.rows.size + i) * c.columns.size + j]) *
                  w[(f * c.planes + plane) * c.taps() + tap];
            }
  return y;
}

/// What kernels with `RecordFetches` have fetched.
std::vector<const char *> fetched;
void recordFetch(const char *address) { fetched.push_back(address); }

/// Has a kernel tell what it fetches.
struct RecordFetches
    : mlir::PassWrapper<RecordFetches, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RecordFetches)

  void runOnOperation() final {
    getOperation().walk([](mlir::LLVM::Prefetch op) {
      OpBuilder b(op);
      Type pointer = op.getAddr().getType();
      Value number = mlir::LLVM::ConstantOp::create(
          b, op.getLoc(),
          b.getI64IntegerAttr(reinterpret_cast<int64_t>(&recordFetch)));
      Value function =
          mlir::LLVM::IntToPtrOp::create(b, op.getLoc(), pointer, number);
      auto type = mlir::LLVM::LLVMFunctionType::get(
          mlir::LLVM::LLVMVoidType::get(b.getContext()), pointer);
      mlir::LLVM::CallOp::create(b, op.getLoc(), type,
                                 {function, op.getAddr()});
    });
  }
};

class AmxConvolutionTest : public KernelsTest {
protected:
  template <typename Stored, typename Sum>
  void check(const Convolution &c, const Element &e,
             llvm::function_ref<Stored(float &)> round,
             llvm::function_ref<Stored(float &)> roundImage) {
    SCOPED_TRACE(textOf(c, e));
    compile(textOf(c, e), "amx_convolution");
    ASSERT_TRUE(kernels);
    int64_t words = wordsOf(c, e.steps) * c.taps();
    auto x = randomFloats(c.images * c.planes * c.rows.size * c.columns.size,
                          1),
         w = randomFloats(c.filters * c.planes * c.taps(), 2);
    std::vector<Stored> image(x.size()),
        panels((c.filters + 31) / 32 * words * 32 * e.steps);
    for (size_t i = 0; i < x.size(); ++i)
      image[i] = roundImage(x[i]);
    for (int64_t f = 0; f < c.filters; ++f)
      for (int64_t plane = 0; plane < c.planes; ++plane)
        for (int64_t tap = 0; tap < c.taps(); ++tap) {
          int64_t word = plane / e.steps * c.taps() + tap;
          panels[((f / 32 * words + word) * 32 + f % 32) * e.steps +
                 plane % e.steps] =
              round(w[(f * c.planes + plane) * c.taps() + tap]);
        }
    std::vector<double> want = convolve(c, x, w);
    std::vector<Sum> y(want.size()), other(want.size());
    std::vector<void *> inputs = {image.data(), panels.data()};
    if (c.addsTensor)
      inputs.push_back(other.data());
    for (size_t at = 0; c.addsTensor && at < want.size(); ++at)
      want[at] += other[at] = Sum(at % 7);
    std::vector<int64_t> sizes;
    if (c.isDynamic)
      sizes = {c.images, c.columns.size, c.columns.getResult()};
    run("conv", inputs, sizes, y);
    double most = 1e-6 * double(c.planes * c.taps());
    for (size_t at = 0; at < y.size(); ++at)
      ASSERT_NEAR(double(y[at]), want[at], most) << at;
  }
  void checkBf16(const Convolution &c) {
    auto cut = [](float &value) {
      uint16_t bits = bitsOfBf16(value);
      value = floatOfBf16(bits);
      return bits;
    };
    check<uint16_t, float>(c, kBf16, cut, cut);
  }
  /// Images of signed and of unsigned bytes, filters of signed ones.
  void checkBytes(const Convolution &c) {
    auto round = [](float &value) {
      value = std::round(value * 60);
      return int8_t(value);
    };
    auto roundUnsigned = [](float &value) {
      value = std::round(std::abs(value) * 120);
      return int8_t(uint8_t(value));
    };
    check<int8_t, int32_t>(c, kBytes, round, round);
    check<int8_t, int32_t>(c, kUnsigned, round, roundUnsigned);
  }
  /// What panels of 256 filters fetch, over bands of two lines of four pairs of
  /// stretches.
  void checkFetches(int64_t images, int64_t filters) {
    constexpr int64_t kPanelTiles = 8;
    using Line = std::array<char, kCacheLineBytes>;
    Convolution c = {images, 32, filters, {16, 3, 1, 1, 1}, {16, 3, 1, 1, 1}};
    TargetOptions options;
    options.setUp = [](mlir::PassManager &manager) {
      manager.addPass(std::make_unique<RecordFetches>());
      return mlir::success();
    };
    compile(
        replaceAll(textOf(c, kBf16),
                   {{"{dims", "{exec.schedules = {\"" + GetParam() +
                                  "\" = #exec.schedule<\"amx_convolution\" "
                                  "tile = [256] block = [16, 16]>}, dims"}}),
        {}, options);
    ASSERT_TRUE(kernels);
    int64_t tiles = (filters + 31) / 32;
    int64_t tileLines = wordsOf(c, kBf16.steps) * c.taps() * 2;
    std::vector<Line> panels(tiles * tileLines);
    std::vector<uint16_t> image(images * c.planes * 16 * 16);
    std::vector<float> y(images * filters * c.pixels());
    fetched.clear();
    ASSERT_EQ(kernels->run("conv", {image.data(), panels.data(), y.data()}, {},
                           y.size()),
              0);
    ASSERT_EQ(fetched.size(), panels.size());
    const char *base = panels.front().data();
    for (int64_t first = 0; first < tiles; first += kPanelTiles) {
      int64_t end = std::min(first + kPanelTiles, tiles);
      std::vector<int64_t> places, want;
      for (int64_t at = first * tileLines; at < end * tileLines; ++at) {
        places.push_back(fetched[at] - base);
        int64_t next = std::min(at / tileLines + kPanelTiles, tiles - 1);
        want.push_back((next * tileLines + at % tileLines) * kCacheLineBytes);
      }
      llvm::sort(places);
      llvm::sort(want);
      EXPECT_EQ(places, want) << "panel of tile " << first;
    }
  }
};
} // namespace

/// Whole steps of planes; rows that stretches run over, and rows of whole ones.
TEST_P(AmxConvolutionTest, Planes) {
  checkBf16({2, 32, 40, {9, 3, 1, 1, 1}, {9, 3, 1, 1, 1}});
  checkBf16({1, 64, 32, {5, 3, 1, 1, 1}, {16, 3, 1, 1, 1}});
  checkBf16({1, 31, 70, {6, 3}, {23, 3}});
}

/// Few planes: steps go over the columns of the window.
TEST_P(AmxConvolutionTest, FewPlanes) {
  checkBf16({2, 3, 64, {20, 7, 2, 1, 3}, {37, 7, 2, 1, 3}});
  checkBf16({1, 3, 40, {9, 3, 1, 1, 1}, {18, 5, 1, 1, 2}});
  checkBf16({1, 4, 32, {12, 3}, {40, 7, 2, 2, 3}});
  checkBf16({2, 12, 32, {9, 3, 1, 1, 1}, {21, 5, 2, 1, 2}});
}

/// Steps of fewer words than a tile has columns, one or two for a pixel.
TEST_P(AmxConvolutionTest, NarrowSteps) {
  checkBf16({1, 20, 16, {7, 3, 1, 1, 1}, {18, 5, 1, 1, 2}});
  checkBf16({1, 40, 16, {7, 3, 1, 1, 1}, {18, 3, 2, 1, 1}});
}

TEST_P(AmxConvolutionTest, StridesAndDilations) {
  checkBf16({2, 32, 33, {14, 3, 2, 1, 1}, {14, 3, 2, 1, 1}});
  checkBf16({1, 16, 32, {19, 3, 1, 2, 2}, {40, 3, 3, 2, 2}});
  checkBf16({1, 32, 32, {40, 5, 1, 1, 2}, {30, 5, 1, 1, 2}});
  checkBf16({2, 64, 40, {14, 1, 2}, {14, 1, 2}});
  checkBf16({2, 32, 32, {21, 3, 2, 2, 2}, {17, 3, 2, 2, 2}});
}

/// More columns than a band has, and sizes that only a call knows.
TEST_P(AmxConvolutionTest, BandsAndDynamicSizes) {
  checkBf16({1, 16, 32, {3, 3, 1, 1, 1}, {300, 3, 1, 1, 1}});
  checkBf16({3, 32, 48, {8, 3, 1, 1, 1}, {75, 3, 1, 1, 1}, true});
  checkBf16({2, 3, 48, {9, 5, 2, 1, 2}, {75, 5, 2, 1, 2}, true});
}

/// Several panels, for which bands are kept, and one axis.
TEST_P(AmxConvolutionTest, PanelsAndOneRow) {
  checkBf16({2, 256, 600, {3, 3, 1, 1, 1}, {7, 3, 1, 1, 1}});
  checkBf16({5, 128, 600, {7, 3, 2, 1, 1}, {5, 3, 2, 1, 1}});
  checkBf16({2, 32, 32, {1}, {50, 3, 1, 1, 1}});
}

/// A row of all filters is finished before the next one.
TEST_P(AmxConvolutionTest, AddsTensor) {
  checkBf16({2, 32, 40, {9, 3, 1, 1, 1}, {9, 3, 1, 1, 1}, false, true});
  checkBf16({3, 32, 48, {8, 3, 1, 1, 1}, {75, 3, 1, 1, 1}, true, true});
}

/// While all bands pass a panel, each line of the next one is fetched once: a
/// word of each step, or two, for each pair of stretches. What is behind the
/// last panel is its last tile.
TEST_P(AmxConvolutionTest, FetchesNextPanel) {
  checkFetches(2, 512);
  checkFetches(1, 768);
  checkFetches(2, 470);
}

TEST_P(AmxConvolutionTest, Bytes) {
  checkBytes({2, 64, 40, {9, 3, 1, 1, 1}, {9, 3, 1, 1, 1}});
  checkBytes({1, 6, 64, {20, 7, 2, 1, 3}, {37, 7, 2, 1, 3}});
}

KILN_TEST_TILES(AmxConvolutionTest)
