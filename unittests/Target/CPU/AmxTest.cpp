// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products in tile registers against loops that sum in the same order: equal
// bits. Operands end where memory ends: what is read behind them is a fault.
#include "KernelsFixture.h"
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace kiln;

namespace {
/// How the left operand gives rows of steps.
enum class Rows {
  Plain,      ///< [rows, depth]
  Nested,     ///< [2, rows / 2, depth]: two dimensions of rows
  Heads,      ///< [rows, 2, depth]: one of two, told apart by a batch
  Transposed, ///< [depth, rows]
  Computed    ///< the larger one of an element and zero
};
/// How the right operand lies: [depth, columns], [columns, depth], or packed.
enum class Order { Depth, Columns, Panels };

struct Product {
  int64_t rows, columns, depth;
  Order order = Order::Columns;
  Rows left = Rows::Plain;
  bool isDynamic = false;
};

struct Element {
  StringRef type, sum, leftWiden, rightWiden;
  int64_t steps() const { return type == "bf16" ? 2 : 4; }
  int64_t bytes() const { return 4 / steps(); }
};
constexpr Element kBf16 = {"bf16", "f32", "extf", "extf"};

/// Memory of so many bytes, at whose end the process may not read.
class Guarded {
public:
  explicit Guarded(size_t bytes) {
    size_t page = sysconf(_SC_PAGESIZE);
    size_t whole = (bytes + page - 1) / page * page;
    size = whole + page;
    base = static_cast<char *>(mmap(nullptr, size, PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(base + whole, page, PROT_NONE);
    start = base + whole - bytes;
  }
  Guarded(const Guarded &) = delete;
  ~Guarded() { munmap(base, size); }
  template <typename T>
  T *as() const {
    return reinterpret_cast<T *>(start);
  }

private:
  char *base, *start;
  size_t size;
};

int64_t wordsOf(const Product &product, int64_t steps) {
  return (product.depth + steps - 1) / steps;
}
int64_t panelsOf(const Product &product) { return (product.columns + 31) / 32; }

/// The number of the element of the right operand.
int64_t rightAt(const Product &product, int64_t steps, int64_t k, int64_t n) {
  if (product.order == Order::Depth)
    return k * product.columns + n;
  if (product.order == Order::Columns)
    return n * product.depth + k;
  int64_t row = n / 32 * wordsOf(product, steps) + k / steps;
  return (row * 32 + n % 32) * steps + k % steps;
}
int64_t rightSize(const Product &product, int64_t steps) {
  return product.order == Order::Panels
             ? panelsOf(product) * wordsOf(product, steps) * 32 * steps
             : product.depth * product.columns;
}
int64_t batchOf(const Product &product) {
  return product.left == Rows::Heads ? 2 : 1;
}
/// The number of the element of the left operand: row `m` of all batches.
int64_t leftAt(const Product &product, int64_t m, int64_t k) {
  if (product.left == Rows::Transposed)
    return k * product.rows + m;
  if (product.left == Rows::Heads)
    return (m % product.rows * 2 + m / product.rows) * product.depth + k;
  return m * product.depth + k;
}

/// The product with a number added to each column, which is fused.
std::string textOf(const Product &product, const Element &element) {
  bool isHeads = product.left == Rows::Heads;
  bool isNested = product.left == Rows::Nested;
  bool isComputed = product.left == Rows::Computed;
  std::string rows = product.isDynamic
                         ? "?"
                         : std::to_string(product.rows / (isNested ? 2 : 1));
  std::string depth = std::to_string(product.depth);
  std::string columns = std::to_string(product.columns);
  std::string x = rows + "x" + depth, xMap = "(m, k)", y, yMap,
              z = rows + "x" + columns, zMap = "(m, n)", loops = "(m, n, k)";
  if (isHeads) {
    x = rows + "x2x" + depth;
    xMap = "(m, h, k)";
  } else if (product.left == Rows::Transposed) {
    x = depth + "x" + rows;
    xMap = "(k, m)";
  }
  if (isHeads || isNested) {
    z = "2x" + z;
    zMap = "(h, m, n)";
    loops = "(h, m, n, k)";
  }
  if (isNested) {
    x = "2x" + x;
    xMap = "(h, m, k)";
  }
  switch (product.order) {
  case Order::Depth:
    y = depth + "x" + columns;
    yMap = "(k, n)";
    break;
  case Order::Columns:
    y = columns + "x" + depth;
    yMap = "(n, k)";
    break;
  case Order::Panels:
    y = std::to_string(panelsOf(product)) + "x" +
        std::to_string(wordsOf(product, element.steps())) + "x32x" +
        std::to_string(element.steps());
    yMap = "(n floordiv 32, k floordiv WORD, n mod 32, k mod WORD)";
    break;
  }
  const char *computed = R"mlir(
    %xe = tensor.empty(SIZE) : tensor<XxELEMENT>
    %l = linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m, k)>],
        iterator_types = ["parallel", "parallel"]} ins(%x : tensor<XxELEMENT>) outs(%xe : tensor<XxELEMENT>) {
    ^bb0(%a: ELEMENT, %o: ELEMENT):
      %none = arith.constant ZERO : ELEMENT
      %r = arith.LARGER %a, %none : ELEMENT
      linalg.yield %r : ELEMENT
    } -> tensor<XxELEMENT>)mlir";
  const char *text = R"mlir(
  exec.kernel @mm(%x: tensor<XxELEMENT>, %y: tensor<YxELEMENT>, %b: tensor<COLUMNSxSUM>ARGUMENT) -> tensor<ZxSUM>
      attributes {dims = DIMS} {
    %zero = arith.constant ZERO : SUM
    %e = tensor.empty(SIZE) : tensor<ZxSUM>COMPUTED
    %o = linalg.fill ins(%zero : SUM) outs(%e : tensor<ZxSUM>) -> tensor<ZxSUM>
    %p = linalg.generic {
        indexing_maps = [affine_map<LOOPS -> XMAP>, affine_map<LOOPS -> YMAP>, affine_map<LOOPS -> RESULT>],
        iterator_types = [PARALLEL, "reduction"]}
        ins(LEFT, %y : tensor<XxELEMENT>, tensor<YxELEMENT>) outs(%o : tensor<ZxSUM>) {
    ^bb0(%a: ELEMENT, %c: ELEMENT, %s: SUM):
      %aw = arith.LWIDEN %a : ELEMENT to SUM
      %cw = arith.RWIDEN %c : ELEMENT to SUM
      %q = arith.mulKIND %aw, %cw : SUM
      %r = arith.addKIND %s, %q : SUM
      linalg.yield %r : SUM
    } -> tensor<ZxSUM>
    %f = linalg.generic {
        indexing_maps = [affine_map<RESULT -> RESULT>, affine_map<RESULT -> (n)>, affine_map<RESULT -> RESULT>],
        iterator_types = [PARALLEL]} ins(%p, %b : tensor<ZxSUM>, tensor<COLUMNSxSUM>) outs(%e : tensor<ZxSUM>) {
    ^bb0(%a: SUM, %c: SUM, %s: SUM):
      %r = arith.addKIND %a, %c : SUM
      linalg.yield %r : SUM
    } -> tensor<ZxSUM>
    exec.yield %f : tensor<ZxSUM>
  })mlir";
  bool isFloat = element.type == "bf16";
  return replaceAll(
      text,
      {{"COMPUTED", isComputed ? computed : ""},
       {"LEFT", isComputed ? "%l" : "%x"},
       {"LARGER", isFloat ? "maximumf" : "maxsi"},
       {"ARGUMENT", product.isDynamic ? ", %m: index" : ""},
       {"SIZE", product.isDynamic ? "%m" : ""},
       {"DIMS", product.isDynamic ? "[[0], [], [], [0]]" : "[[], [], [], []]"},
       {"PARALLEL", isHeads || isNested
                        ? "\"parallel\", \"parallel\", \"parallel\""
                        : "\"parallel\", \"parallel\""},
       {"XMAP", xMap},
       {"YMAP", yMap},
       {"RESULT", zMap},
       {"LOOPS", loops},
       {"WORD", std::to_string(element.steps())},
       {"ZERO", isFloat ? "0.0" : "0"},
       {"ELEMENT", element.type.str()},
       {"COLUMNS", columns},
       {"LWIDEN", element.leftWiden.str()},
       {"RWIDEN", element.rightWiden.str()},
       {"KIND", isFloat ? "f" : "i"},
       {"SUM", element.sum.str()},
       {"tensor<Xx", "tensor<" + x + "x"},
       {"tensor<Yx", "tensor<" + y + "x"},
       {"tensor<Zx", "tensor<" + z + "x"}});
}

class AmxTest : public KernelsTest {
protected:
  /// Numbers around one, of both signs; bytes of all values.
  void fill(const Element &element, void *to, int64_t count, unsigned seed) {
    std::mt19937 generator(seed);
    for (int64_t i = 0; i < count; ++i)
      if (element.type == "bf16")
        static_cast<uint16_t *>(to)[i] = uint16_t(
            0x3f00 + generator() % 0x200 + (generator() % 2 ? 0x8000 : 0));
      else
        static_cast<uint8_t *>(to)[i] =
            uint8_t(i == 0 || i + 1 == count ? 0x80 : generator());
  }

  /// A sum as tiles add it: even and odd steps of 32 apart.
  float bf16Sum(const Product &product, const uint16_t *x, const uint16_t *y,
                int64_t m, int64_t n) {
    float total = 0;
    for (int64_t first = 0; first < product.depth; first += 32) {
      float sums[2] = {0, 0};
      for (int64_t k = first; k < std::min(first + 32, product.depth); ++k) {
        float left = floatOfBf16(x[leftAt(product, m, k)]);
        if (product.left == Rows::Computed)
          left = std::max(left, 0.0f);
        sums[k % 2] = std::fma(left, floatOfBf16(y[rightAt(product, 2, k, n)]),
                               sums[k % 2]);
      }
      total += sums[0] + sums[1];
    }
    return total;
  }

  int32_t byteSum(const Product &product, const Element &element,
                  const uint8_t *x, const uint8_t *y, int64_t m, int64_t n) {
    auto widen = [](uint8_t byte, StringRef how) {
      return how == "extsi" ? int32_t(int8_t(byte)) : int32_t(byte);
    };
    int32_t sum = 0;
    for (int64_t k = 0; k < product.depth; ++k) {
      int8_t left = int8_t(x[leftAt(product, m, k)]);
      if (product.left == Rows::Computed)
        left = std::max<int8_t>(left, 0);
      sum += widen(uint8_t(left), element.leftWiden) *
             widen(y[rightAt(product, 4, k, n)], element.rightWiden);
    }
    return sum;
  }

  /// Compiles the product for tiles, runs it, and compares.
  void check(const Product &product, const Element &element) {
    SCOPED_TRACE(testing::Message()
                 << product.rows << " x " << product.columns << " x "
                 << product.depth << ", order " << int(product.order)
                 << ", rows " << int(product.left)
                 << (product.isDynamic ? ", dynamic" : ""));
    compile(textOf(product, element), "amx");
    if (HasFatalFailure())
      return;
    runAndCompare(product, element);
  }

  void runAndCompare(const Product &product, const Element &element) {
    int64_t rows = product.rows * batchOf(product);
    int64_t leftSize = rows * product.depth, size = rows * product.columns;
    Guarded x(leftSize * element.bytes());
    Guarded y(rightSize(product, element.steps()) * element.bytes());
    fill(element, x.as<void>(), leftSize, 1);
    fill(element, y.as<void>(), rightSize(product, element.steps()), 2);
    bool isFloat = element.type == "bf16";
    std::vector<int32_t> sums(product.columns), result(size);
    std::vector<float> offsets = randomFloats(product.columns, 3);
    for (int64_t n = 0; n < product.columns; ++n)
      if (isFloat)
        std::memcpy(&sums[n], &offsets[n], sizeof(float));
      else
        sums[n] = int32_t(1000 * n);
    std::vector<int64_t> sizes;
    if (product.isDynamic)
      sizes.push_back(product.rows);
    run("mm", {x.as<void>(), y.as<void>(), sums.data()}, sizes, result);
    for (int64_t at = 0; at < size; ++at) {
      int64_t m = at / product.columns, n = at % product.columns;
      if (!isFloat) {
        ASSERT_EQ(result[at], byteSum(product, element, x.as<uint8_t>(),
                                      y.as<uint8_t>(), m, n) +
                                  sums[n])
            << m << " " << n;
        continue;
      }
      float sum,
          wanted = bf16Sum(product, x.as<uint16_t>(), y.as<uint16_t>(), m, n) +
                   offsets[n];
      std::memcpy(&sum, &result[at], sizeof sum);
      // Few rows whose number is not known before are summed in other lanes.
      if (product.rows <= 4 && product.isDynamic)
        ASSERT_NEAR(sum, wanted, 1e-5 * product.depth) << m << " " << n;
      else
        ASSERT_EQ(sum, wanted) << m << " " << n;
    }
  }
};
} // namespace

// Rows that fill tiles, that do not, and more than one block; columns of whole
// and partial panels; steps of whole tiles, of a part of one, and less.
TEST_P(AmxTest, RowsColumnsAndSteps) {
  for (Order order : {Order::Depth, Order::Columns, Order::Panels})
    for (const Product &product :
         {Product{5, 32, 64, order}, Product{16, 33, 32, order},
          Product{17, 1, 96, order}, Product{31, 16, 33, order},
          Product{32, 64, 1, order}, Product{33, 70, 31, order},
          Product{48, 31, 160, order}, Product{100, 40, 100, order},
          Product{260, 32, 64, order}, Product{270, 50, 34, order},
          Product{515, 33, 65, order}})
      check(product, kBf16);
}

/// Sums of more steps than the first cache has room for.
TEST_P(AmxTest, LongSums) {
  for (Order order : {Order::Depth, Order::Columns, Order::Panels}) {
    for (const Product &product :
         {Product{32, 32, 2000, order}, Product{70, 40, 768, order},
          Product{100, 33, 1000, order}, Product{290, 64, 830, order}})
      check(product, kBf16);
    Product product = {5, 40, 900, order, Rows::Plain, true};
    check(product, kBf16);
    ASSERT_TRUE(kernels);
    for (int64_t rows : {7, 40, 300}) {
      product.rows = rows;
      runAndCompare(product, kBf16);
    }
  }
}

/// Rows that many panels read are packed, though they could be read in place.
TEST_P(AmxTest, RowsThatPanelsShare) {
  for (Order order : {Order::Depth, Order::Columns, Order::Panels}) {
    for (const Product &product :
         {Product{16, 512, 64, order}, Product{70, 530, 96, order},
          Product{33, 544, 800, order}})
      check(product, kBf16);
    Product product = {5, 512, 64, order, Rows::Plain, true};
    check(product, kBf16);
    ASSERT_TRUE(kernels);
    for (int64_t rows : {31, 40}) {
      product.rows = rows;
      runAndCompare(product, kBf16);
    }
  }
}

TEST_P(AmxTest, RowsThatAreNotKnownBefore) {
  for (Order order : {Order::Depth, Order::Columns, Order::Panels})
    for (int64_t depth : {64, 70}) {
      Product product = {5, 40, depth, order, Rows::Plain, true};
      check(product, kBf16);
      ASSERT_TRUE(kernels);
      for (int64_t rows : {1, 2, 4, 6, 15, 16, 31, 32, 33, 47, 64, 257, 300}) {
        product.rows = rows;
        runAndCompare(product, kBf16);
      }
    }
}

TEST_P(AmxTest, BytesOfAllSigns) {
  for (StringRef left : {"extsi", "extui"})
    for (StringRef right : {"extsi", "extui"}) {
      Element bytes = {"i8", "i32", left, right};
      for (Order order : {Order::Depth, Order::Columns, Order::Panels})
        for (const Product &product :
             {Product{2, 32, 64, order}, Product{33, 40, 128, order},
              Product{40, 33, 67, order}, Product{7, 16, 3, order},
              Product{270, 35, 130, order}})
          check(product, bytes);
    }
}

TEST_P(AmxTest, RowsThatLieOtherwise) {
  for (Rows left :
       {Rows::Nested, Rows::Heads, Rows::Transposed, Rows::Computed})
    for (int64_t depth : {64, 70})
      for (int64_t rows : {20, 34, 270}) {
        check({rows, 40, depth, Order::Columns, left}, kBf16);
        check({rows, 40, depth, Order::Panels, left},
              {"i8", "i32", "extsi", "extsi"});
      }
}

/// A sum that is no known number of words is one of other instructions.
TEST_P(AmxTest, StepsThatAreNotKnownBefore) {
  std::string text = textOf({20, 40, 64}, kBf16), errors;
  text = replaceAll(
      text, {{"x64xbf16", "x?xbf16"},
             {"[[], [], [], []]", "[[0], [0], [], []]"},
             {"%b: tensor<40xf32>)", "%b: tensor<40xf32>, %k: index)"}});
  EXPECT_FALSE(CompiledKernels::compile(text, GetParam(), errors, "amx"));
  EXPECT_EQ(errors, "mm is nothing for amx");
}

/// Sizes that are asked for are taken whole or not at all.
TEST_P(AmxTest, WantedSizes) {
  const Product product = {100, 70, 100};
  auto asking = [&](StringRef sizes) {
    return replaceAll(textOf(product, kBf16),
                      {{"{dims", "{exec.schedules = {\"" + GetParam() +
                                     "\" = #exec.schedule<\"amx\" " +
                                     sizes.str() + ">}, dims "}});
  };
  for (StringRef sizes :
       {"tile = [20, 32] block = [44]", "tile = [7, 32] block = [7]"}) {
    compile(asking(sizes));
    ASSERT_TRUE(kernels);
    runAndCompare(product, kBf16);
  }
  for (StringRef sizes :
       {"tile = [33, 32] block = [256]", "tile = [32, 64] block = [256]",
        "tile = [0, 32] block = [256]", "tile = [32, 32] block = [31]",
        "tile = [32, 32] block = [256] depth = 256",
        "tile = [32] block = [256]"}) {
    std::string errors;
    EXPECT_FALSE(CompiledKernels::compile(asking(sizes), GetParam(), errors));
    EXPECT_NE(errors.find("cannot be written for"), std::string::npos)
        << errors;
  }
}

/// Each thread has tiles, and packs rows, of its own.
TEST_P(AmxTest, TwoThreads) {
  const Product product = {300, 70, 100};
  compile(textOf(product, kBf16), "amx");
  ASSERT_TRUE(kernels);
  int64_t size = product.rows * product.columns;
  std::vector<uint16_t> x(product.rows * product.depth),
      y(product.columns * product.depth);
  fill(kBf16, x.data(), x.size(), 1);
  fill(kBf16, y.data(), y.size(), 2);
  std::vector<float> offsets(product.columns), whole(size), shared(size);
  run("mm", {x.data(), y.data(), offsets.data()}, {}, whole);
  void *buffers[] = {x.data(), y.data(), offsets.data(), shared.data()};
  CompiledKernels::Function function = kernels->get("mm");
  auto compute = [&](int64_t begin, int64_t end) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      TaskMemory scratch(kernels->getScratch("mm"));
      function(buffers, nullptr, begin, end, scratch.data());
    }
  };
  std::thread other(compute, 0, size / 2 + 7);
  compute(size / 2 + 7, size);
  other.join();
  EXPECT_EQ(shared, whole);
}

KILN_TEST_TILES(AmxTest)
