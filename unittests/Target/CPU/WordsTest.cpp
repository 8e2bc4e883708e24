// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of small types, whose instructions take several steps of the sum.
#include "KernelsFixture.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kiln;

namespace {
/// How the right operand lies: [depth, columns], [columns, depth], or packed.
enum class Order { Depth, Columns, Panels };

struct Shape {
  int64_t rows, columns, depth;
  Order order;
};

/// Steps of the sum in a word of 32 bits.
int64_t stepsOf(StringRef element) { return element == "i8" ? 4 : 2; }

int64_t wordsOf(const Shape &shape, int64_t steps) {
  return (shape.depth + steps - 1) / steps;
}

int64_t panelsOf(const Shape &shape) { return (shape.columns + 31) / 32; }

class WordsTest : public KernelsTest {
protected:
  /// Compiles a product of `element`s, widened by `widen`, in `sum`.
  void compileProduct(const Shape &shape, StringRef element, StringRef sum,
                      StringRef leftWiden, StringRef rightWiden) {
    int64_t steps = stepsOf(element);
    std::string right, map;
    switch (shape.order) {
    case Order::Depth:
      right = llvm::formatv("{0}x{1}", shape.depth, shape.columns);
      map = "(k, n)";
      break;
    case Order::Columns:
      right = llvm::formatv("{0}x{1}", shape.columns, shape.depth);
      map = "(n, k)";
      break;
    case Order::Panels:
      right = llvm::formatv("{0}x{1}x32x{2}", panelsOf(shape),
                            wordsOf(shape, steps), steps);
      map = llvm::formatv(
          "(n floordiv 32, k floordiv {0}, n mod 32, k mod {0})", steps);
      break;
    }
    std::string suffix = sum[0] == 'f' ? "f" : "i";
    std::string text = llvm::formatv(
        R"mlir(
  exec.kernel @mm(%x: tensor<?x{0}x{5}>, %y: tensor<{1}x{5}>, %m: index) -> tensor<?x{2}x{6}>
      attributes {{dims = [[0], [], [0]]} {{
    %zero = arith.constant {3} : {6}
    %e = tensor.empty(%m) : tensor<?x{2}x{6}>
    %o = linalg.fill ins(%zero : {6}) outs(%e : tensor<?x{2}x{6}>) -> tensor<?x{2}x{6}>
    %p = linalg.generic {{
        indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> {4}>,
                         affine_map<(m, n, k) -> (m, n)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %y : tensor<?x{0}x{5}>, tensor<{1}x{5}>) outs(%o : tensor<?x{2}x{6}>) {{
    ^bb0(%a: {5}, %b: {5}, %s: {6}):
      %aw = arith.{7} %a : {5} to {6}
      %bw = arith.{8} %b : {5} to {6}
      %q = arith.mul{9} %aw, %bw : {6}
      %r = arith.add{9} %s, %q : {6}
      linalg.yield %r : {6}
    } -> tensor<?x{2}x{6}>
    exec.yield %p : tensor<?x{2}x{6}>
  })mlir",
        shape.depth, right, shape.columns, sum[0] == 'f' ? "0.0" : "0", map,
        element, sum, leftWiden, rightWiden, suffix);
    compile(text);
  }

  using FromBits = float (*)(uint16_t);
  /// Multiplies random `element`s, of which `mask` has bits that may be set
  /// and `bits` those that are.
  void checkHalves(StringRef element, FromBits fromBits, uint16_t mask,
                   uint16_t bits);

  static int64_t rightAt(const Shape &shape, int64_t k, int64_t n,
                         int64_t steps) {
    if (shape.order == Order::Depth)
      return k * shape.columns + n;
    if (shape.order == Order::Columns)
      return n * shape.depth + k;
    int64_t row = n / 32 * wordsOf(shape, steps) + k / steps;
    return (row * 32 + n % 32) * steps + k % steps;
  }
  static int64_t rightSize(const Shape &shape, int64_t steps) {
    return shape.order == Order::Panels
               ? panelsOf(shape) * wordsOf(shape, steps) * 32 * steps
               : shape.depth * shape.columns;
  }
};
} // namespace

// Whole and partial panels, words and blocks of words, one word alone; one row,
// few and many, which are packed where panels are many; fewer than a tile has
// by more panels than a cache holds.
static const Shape kShapes[] = {
    {1, 40, 24, Order::Columns},   {3, 33, 7, Order::Depth},
    {9, 64, 64, Order::Columns},   {17, 70, 131, Order::Depth},
    {20, 35, 133, Order::Columns}, {11, 32, 1100, Order::Depth},
    {8, 16, 1, Order::Columns},    {5, 48, 3, Order::Depth},
    {9, 64, 64, Order::Panels},    {17, 70, 131, Order::Panels},
    {5, 48, 1100, Order::Panels},  {2, 32, 1, Order::Panels},
    {37, 401, 301, Order::Depth},  {23, 416, 600, Order::Columns},
    {40, 400, 131, Order::Panels}, {5, 512, 4102, Order::Panels},
    {9, 70, 2, Order::Columns},    {9, 70, 4, Order::Columns},
};

static float fromBf16(uint16_t bits) {
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof value);
  return value;
}

static float fromF16(uint16_t bits) {
  llvm::APFloat value(llvm::APFloat::IEEEhalf(), llvm::APInt(16, bits));
  return value.convertToFloat();
}

void WordsTest::checkHalves(StringRef element, FromBits fromBits, uint16_t mask,
                            uint16_t bits) {
  for (const Shape &shape : kShapes) {
    compileProduct(shape, element, "f32", "extf", "extf");
    std::mt19937 generator(7);
    auto random = [&](size_t count) {
      std::vector<uint16_t> values(count);
      for (uint16_t &value : values)
        value = uint16_t((generator() & mask) | bits);
      return values;
    };
    std::vector<uint16_t> x = random(shape.rows * shape.depth);
    std::vector<uint16_t> y = random(rightSize(shape, 2));
    std::vector<float> result(shape.rows * shape.columns);
    run("mm", {x.data(), y.data()}, {shape.rows}, result);
    for (int64_t m = 0; m < shape.rows; ++m)
      for (int64_t n = 0; n < shape.columns; ++n) {
        double sum = 0, size = 0;
        for (int64_t k = 0; k < shape.depth; ++k) {
          double product = double(fromBits(x[m * shape.depth + k])) *
                           fromBits(y[rightAt(shape, k, n, 2)]);
          sum += product;
          size += std::abs(product);
        }
        ASSERT_NEAR(result[m * shape.columns + n], sum, 1e-6 * size)
            << m << " " << n << " of depth " << shape.depth;
      }
  }
}

// Numbers of a half to two.
TEST_P(WordsTest, Bf16) { checkHalves("bf16", fromBf16, 0x80ff, 0x3f00); }

// Numbers below two, which are subnormal or zero, too.
TEST_P(WordsTest, F16) { checkHalves("f16", fromF16, 0xbfff, 0); }

// Exact, whatever the signs; a left operand without sign needs no correction.
TEST_P(WordsTest, Int8) {
  for (const Shape &shape : kShapes)
    for (bool isSigned : {true, false}) {
      compileProduct(shape, "i8", "i32", isSigned ? "extsi" : "extui", "extsi");
      std::mt19937 generator(11);
      auto random = [&](size_t count) {
        std::vector<int8_t> values(count);
        for (int8_t &value : values)
          value = int8_t(generator());
        // The ends of the range, in one sum.
        values.front() = -128;
        values.back() = -128;
        return values;
      };
      std::vector<int8_t> x = random(shape.rows * shape.depth);
      std::vector<int8_t> y = random(rightSize(shape, 4));
      std::vector<int32_t> result(shape.rows * shape.columns);
      run("mm", {x.data(), y.data()}, {shape.rows}, result);
      for (int64_t m = 0; m < shape.rows; ++m)
        for (int64_t n = 0; n < shape.columns; ++n) {
          int32_t sum = 0;
          for (int64_t k = 0; k < shape.depth; ++k) {
            int8_t left = x[m * shape.depth + k];
            sum += (isSigned ? left : uint8_t(left)) *
                   int32_t(y[rightAt(shape, k, n, 4)]);
          }
          ASSERT_EQ(result[m * shape.columns + n], sum)
              << m << " " << n << " of depth " << shape.depth;
        }
    }
}

/// Weights of 8 bits that are scaled as they are read: floats by integers, by
/// way of bf16 or not, in one row and in many.
TEST_P(WordsTest, FloatsByIntegers) {
  auto text = [](StringRef name, StringRef type, StringRef widen) {
    return llvm::formatv(
               R"mlir(
  exec.kernel @{0}(%x: tensor<?x70x{1}>, %y: tensor<37x70xi8>, %m: index) -> tensor<?x37xf32>
      attributes {{dims = [[0], [], [0]]} {{
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty(%m) : tensor<?x37xf32>
    %o = linalg.fill ins(%zero : f32) outs(%e : tensor<?x37xf32>) -> tensor<?x37xf32>
    %p = linalg.generic {{
        indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                         affine_map<(m, n, k) -> (m, n)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %y : tensor<?x70x{1}>, tensor<37x70xi8>) outs(%o : tensor<?x37xf32>) {{
    ^bb0(%a: {1}, %b: i8, %s: f32):
      {2}
      %q = arith.mulf %aw, %bw : f32
      %r = arith.addf %s, %q : f32
      linalg.yield %r : f32
    } -> tensor<?x37xf32>
    exec.yield %p : tensor<?x37xf32>
  })mlir",
               name, type, widen)
        .str();
  };
  compile(text("direct", "bf16", R"mlir(%aw = arith.extf %a : bf16 to f32
      %bw = arith.sitofp %b : i8 to f32)mlir") +
          text("by_bf16", "bf16", R"mlir(%aw = arith.extf %a : bf16 to f32
      %bh = arith.uitofp %b : i8 to bf16
      %bw = arith.extf %bh : bf16 to f32)mlir"));
  std::mt19937 generator(5);
  for (int64_t rows : {1, 9}) {
    std::vector<uint16_t> x(rows * 70);
    for (uint16_t &value : x)
      value = uint16_t(0x3f00 + generator() % 0x200);
    std::vector<int8_t> y(37 * 70);
    for (int8_t &value : y)
      value = int8_t(generator());
    std::vector<float> direct(rows * 37), byBf16(rows * 37);
    run("direct", {x.data(), y.data()}, {rows}, direct);
    run("by_bf16", {x.data(), y.data()}, {rows}, byBf16);
    for (int64_t m = 0; m < rows; ++m)
      for (int64_t n = 0; n < 37; ++n) {
        double isSigned = 0, isUnsigned = 0;
        for (int64_t k = 0; k < 70; ++k) {
          isSigned += double(fromBf16(x[m * 70 + k])) * y[n * 70 + k];
          isUnsigned +=
              double(fromBf16(x[m * 70 + k])) * uint8_t(y[n * 70 + k]);
        }
        ASSERT_NEAR(direct[m * 37 + n], isSigned, 0.02) << m << " " << n;
        ASSERT_NEAR(byBf16[m * 37 + n], isUnsigned, 0.02) << m << " " << n;
      }
  }
}

KILN_TEST_LEVELS(WordsTest)
KILN_TEST_TILES(WordsTest)
