// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attentions against loops in double, by the emitter `attention` and, where the
// length of a key is not known, by `naive`: whole and in pieces.
#include "KernelsFixture.h"
#include <limits>

using namespace kiln;

namespace {
constexpr int64_t kBatch = 2, kHeads = 3, kDepth = 40, kColumns = 24;
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kScale = 0.15811388f;

const char *const kKernels = R"mlir(
#query = affine_map<(b, i, h, n, j, d) -> (b, i, h, d)>
#key = affine_map<(b, i, h, n, j, d) -> (b, j, h, d)>
#value = affine_map<(b, i, h, n, j, d) -> (b, h, j, n)>
#bias = affine_map<(b, i, h, n, j, d) -> (b, j)>
exec.kernel @tiles(%q: tensor<2x?x3x40xf32>, %k: tensor<2x?x3x40xf32>, %v: tensor<2x3x?x24xf32>, %b: tensor<2x?xf32>,
    %m: index, %n: index) -> tensor<2x?x3x24xf32> attributes {dims = [[0], [1], [1], [1], [0]]} {
  %scale = arith.constant 0.15811388 : f32
  %e = tensor.empty(%m) : tensor<2x?x3x24xf32>
  %y = tx.attention safe %q, %k, %v with %b into %e maps = [#query, #key, #value, #bias] {
  ^bb0(%s: f32, %x: f32, %p0: index, %p1: index, %p2: index, %p3: index):
    %scaled = arith.mulf %s, %scale : f32
    %sum = arith.addf %scaled, %x : f32
    tx.yield %sum : f32
  } : (tensor<2x?x3x40xf32>, tensor<2x?x3x40xf32>, tensor<2x3x?x24xf32>, tensor<2x?xf32>, tensor<2x?x3x24xf32>) -> tensor<2x?x3x24xf32>
  exec.yield %y : tensor<2x?x3x24xf32>
}
exec.kernel @loops(%q: tensor<2x?x3x?xf32>, %k: tensor<2x?x3x?xf32>, %v: tensor<2x3x?x24xf32>, %b: tensor<2x?xf32>,
    %m: index, %n: index, %d: index) -> tensor<2x?x3x24xf32> attributes {dims = [[0, 2], [1, 2], [1], [1], [0]]} {
  %scale = arith.constant 0.15811388 : f32
  %e = tensor.empty(%m) : tensor<2x?x3x24xf32>
  %y = tx.attention safe %q, %k, %v with %b into %e maps = [#query, #key, #value, #bias] {
  ^bb0(%s: f32, %x: f32, %p0: index, %p1: index, %p2: index, %p3: index):
    %scaled = arith.mulf %s, %scale : f32
    %sum = arith.addf %scaled, %x : f32
    tx.yield %sum : f32
  } : (tensor<2x?x3x?xf32>, tensor<2x?x3x?xf32>, tensor<2x3x?x24xf32>, tensor<2x?xf32>, tensor<2x?x3x24xf32>) -> tensor<2x?x3x24xf32>
  exec.yield %y : tensor<2x?x3x24xf32>
}
#row = affine_map<(g, i, n, j, d) -> (g, i, d)>
#shared = affine_map<(g, i, n, j, d) -> (j, d)>
#elements = affine_map<(g, i, n, j, d) -> (j, n)>
exec.kernel @causal(%q: tensor<3x?x16xf32>, %k: tensor<?x16xf32>, %v: tensor<?x70xf32>, %m: index, %n: index)
    -> tensor<3x?x70xf32> attributes {dims = [[0], [1], [1], [0]]} {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty(%m) : tensor<3x?x70xf32>
  %y = tx.attention %q, %k, %v into %e maps = [#row, #shared, #elements] {
  ^bb0(%s: f32, %g: index, %i: index, %j: index):
    %isSeen = arith.cmpi sge, %i, %j : index
    %score = arith.select %isSeen, %s, %low : f32
    tx.yield %score : f32
  } : (tensor<3x?x16xf32>, tensor<?x16xf32>, tensor<?x70xf32>, tensor<3x?x70xf32>) -> tensor<3x?x70xf32>
  exec.yield %y : tensor<3x?x70xf32>
}
)mlir";

/// The kernel `tiles`, without the maps before it.
std::string getTiles() {
  std::string text = kKernels;
  size_t begin = text.find("exec.kernel @tiles");
  return text.substr(begin, text.find("exec.kernel", begin + 1) - begin);
}

/// The maps, and `tiles` as `parts`: operands of `type`, with keys of 48 and
/// values of 32 elements, whole vectors of any processor, so that few rows read
/// them where they lie, in two parts of each.
std::string getParts(const std::string &type) {
  std::string keys = "tensor<2x?x3x48x" + type + ">";
  std::string values = "tensor<2x3x?x32x" + type + ">";
  std::string concats = "%k = tensor.concat dim(1) %k0, %k1 : (" + keys + ", " +
                        keys + ") -> " + keys +
                        "\n  %v = tensor.concat dim(2) %v0, %v1 : (" + values +
                        ", " + values + ") -> " + values + "\n  %y = tx";
  std::string tiles =
      replaceAll(getTiles(), {{"@tiles", "@parts"},
                              {"x40xf32", "x48x" + type},
                              {"2x3x?x24xf32", "2x3x?x32x" + type},
                              {"x24xf32", "x32xf32"}});
  tiles = replaceAll(
      tiles,
      {{"%k: " + keys, "%k0: " + keys + ", %k1: " + keys},
       {"%v: " + values, "%v0: " + values + ", %v1: " + values},
       {"%n: index", "%n: index, %n0: index, %n1: index"},
       {"[[0], [1], [1], [1], [0]]", "[[0], [2], [3], [2], [3], [1], [0]]"},
       {"%y = tx", concats}});
  std::string text = kKernels;
  return text.substr(0, text.find("exec.kernel")) + tiles;
}

/// The kernels; `tiles` with queries and keys of bf16 as `words`, with values
/// of bf16, too, as `halves`, and that with keys of 64 elements as `registers`.
std::string getSmallKernels() {
  std::string text = kKernels, tiles = getTiles();
  std::string words = replaceAll(tiles, {{"x40xf32", "x40xbf16"}});
  std::string halves = replaceAll(words, {{"2x3x?x24xf32", "2x3x?x24xbf16"}});
  std::string registers = replaceAll(halves, {{"x40xbf16", "x64xbf16"}});
  return text + replaceAll(words, {{"@tiles", "@words"}}) +
         replaceAll(halves, {{"@tiles", "@halves"}}) +
         replaceAll(registers, {{"@tiles", "@registers"}});
}

class AttentionTest : public KernelsTest {
protected:
  void SetUp() override { compile(kKernels); }

  void resize(int64_t m, int64_t n, int64_t keyLength = kDepth,
              int64_t valueLength = kColumns) {
    queries = m, keys = n, depth = keyLength, columns = valueLength;
    q = randomFloats(kBatch * m * kHeads * depth, 1);
    k = randomFloats(kBatch * n * kHeads * depth, 2);
    v = randomFloats(kBatch * kHeads * n * columns, 3);
    bias = randomFloats(kBatch * n, 4);
  }
  void cutOperands() {
    for (std::vector<float> *floats : {&q, &k, &v})
      *floats = cutToBf16(*floats);
  }

  /// Are values of bf16, too? Weights are then, as well.
  static bool isOfHalves(StringRef symbol) {
    return symbol == "halves" || symbol == "registers";
  }

  /// The keys [from, to) of `all`, of which each of the items has `keys`.
  static std::vector<float> cut(ArrayRef<float> all, int64_t items,
                                int64_t keys, int64_t from, int64_t to) {
    std::vector<float> part;
    int64_t length = keys ? all.size() / items / keys : 0;
    for (int64_t item = 0; item < items; ++item)
      llvm::append_range(
          part, all.slice((item * keys + from) * length, (to - from) * length));
    return part;
  }

  /// Runs `parts` with the first keys and the others.
  std::vector<float> attendParts(int64_t first, StringRef type) {
    int64_t domain = kBatch * queries * kHeads;
    std::vector<float> result(domain * columns);
    std::vector<float> operands[] = {
        q, cut(k, kBatch, keys, 0, first), cut(k, kBatch, keys, first, keys),
        cut(v, kBatch * kHeads, keys, 0, first),
        cut(v, kBatch * kHeads, keys, first, keys)};
    std::vector<uint16_t> bits[5];
    std::vector<void *> buffers;
    for (auto [operand, halves] : llvm::zip(operands, bits)) {
      llvm::transform(operand, std::back_inserter(halves), bitsOfBf16);
      buffers.push_back(type == "bf16" ? static_cast<void *>(halves.data())
                                       : operand.data());
    }
    buffers.push_back(bias.data());
    buffers.push_back(result.data());
    EXPECT_EQ(kernels->run("parts", buffers,
                           {queries, keys, first, keys - first}, domain),
              0);
    return result;
  }

  /// Runs `symbol` whole and in pieces, which must be equal bits.
  std::vector<float> attend(StringRef symbol) {
    int64_t domain = kBatch * queries * kHeads;
    std::vector<float> whole(domain * columns), pieces(domain * columns);
    std::vector<int64_t> sizes = {queries, keys};
    if (symbol == "loops")
      sizes.push_back(kDepth);
    std::vector<uint16_t> bits[3];
    std::vector<void *> buffers = {q.data(), k.data(), v.data(), bias.data(),
                                   whole.data()};
    int halves = symbol == "words" ? 2 : isOfHalves(symbol) ? 3 : 0;
    const std::vector<float> *operands[] = {&q, &k, &v};
    for (int i = 0; i < halves; ++i) {
      llvm::transform(*operands[i], std::back_inserter(bits[i]), bitsOfBf16);
      buffers[i] = bits[i].data();
    }
    EXPECT_EQ(kernels->run(symbol, buffers, sizes, domain), 0);
    buffers.back() = pieces.data();
    EXPECT_EQ(kernels->run(symbol, buffers, sizes, domain,
                           {domain / 7, domain / 7, domain / 3, domain / 2}),
              0);
    EXPECT_EQ(std::memcmp(whole.data(), pieces.data(), whole.size() * 4), 0);
    return whole;
  }

  /// The row of the result at a place, in double.
  std::vector<double> expectRow(int64_t b, int64_t i, int64_t h) {
    std::vector<double> scores(keys), row(columns);
    double largest = -kInf, total = 0;
    for (int64_t j = 0; j < keys; ++j) {
      for (int64_t d = 0; d < depth; ++d)
        scores[j] += double(q[((b * queries + i) * kHeads + h) * depth + d]) *
                     k[((b * keys + j) * kHeads + h) * depth + d];
      scores[j] = scores[j] * kScale + bias[b * keys + j];
      largest =
          std::isnan(scores[j]) ? scores[j] : std::max(scores[j], largest);
    }
    if (largest == -kInf)
      return row;
    for (int64_t j = 0; j < keys; ++j) {
      double weight = std::exp(scores[j] - largest);
      total += weight;
      for (int64_t n = 0; n < columns; ++n)
        row[n] += weight * v[((b * kHeads + h) * keys + j) * columns + n];
    }
    for (double &element : row)
      element /= total;
    return row;
  }

  void check(ArrayRef<StringRef> symbols = {"tiles", "loops"}) {
    for (StringRef symbol : symbols)
      compare(attend(symbol), symbol, isOfHalves(symbol) ? 6e-3 : 2e-5);
  }

  void compare(ArrayRef<float> result, StringRef symbol, double most) {
    for (int64_t row = 0; row < kBatch * queries * kHeads; ++row) {
      std::vector<double> expected = expectRow(
          row / kHeads / queries, row / kHeads % queries, row % kHeads);
      for (int64_t n = 0; n < columns; ++n) {
        float got = result[row * columns + n];
        if (std::isnan(expected[n]))
          ASSERT_TRUE(std::isnan(got)) << symbol.str() << " row " << row;
        else
          ASSERT_NEAR(got, expected[n], most)
              << symbol.str() << " row " << row << " element " << n;
      }
    }
  }

  int64_t queries = 0, keys = 0, depth = kDepth, columns = kColumns;
  std::vector<float> q, k, v, bias;
};
} // namespace

TEST_P(AttentionTest, SizesAroundThoseOfBlocks) {
  for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{
           {1, 1}, {3, 5}, {9, 33}, {37, 200}, {128, 128}, {131, 257}}) {
    resize(m, n);
    check();
  }
}

TEST_P(AttentionTest, QueriesAndKeysOfBf16) {
  compile(getSmallKernels());
  ASSERT_TRUE(kernels);
  for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{
           {1, 1}, {9, 33}, {37, 200}, {131, 257}}) {
    resize(m, n);
    cutOperands();
    check({"words", "halves", "tiles"});
    resize(m, n, 64);
    cutOperands();
    check({"registers"});
  }
}

/// As below, in words and in tile registers, where what fills them up must not
/// count.
TEST_P(AttentionTest, HalvesThatDoNotCount) {
  compile(getSmallKernels());
  ASSERT_TRUE(kernels);
  for (int64_t length : {kDepth, int64_t(64)}) {
    StringRef symbol = length == kDepth ? "halves" : "registers";
    resize(19, 301, length);
    cutOperands();
    std::fill_n(bias.begin(), 140, -kInf);
    std::fill_n(bias.begin() + keys, keys, -kInf);
    check({symbol});
    resize(11, 151, length);
    cutOperands();
    q[5 * kHeads * depth] = std::nanf("");
    check({symbol});
    EXPECT_FALSE(std::isnan(attend(symbol).front()));
    resize(3, 141, length);
    cutOperands();
    bias[2] = -kInf;
    v[2 * columns] = kInf;
    check({symbol});
    resize(4, 0, length);
    check({symbol});
  }
}

/// Few rows and many, with as many keys as a vector has, and others; of each
/// part all, some or none.
TEST_P(AttentionTest, KeysInParts) {
  for (const std::string &type : {std::string("f32"), std::string("bf16")}) {
    compile(getParts(type));
    ASSERT_TRUE(kernels);
    for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{
             {1, 1}, {1, 300}, {2, 16}, {4, 33}, {5, 129}, {40, 150}})
      for (int64_t first : {int64_t(0), n / 3, n - 1, n}) {
        resize(m, n, 48, 32);
        if (type == "bf16")
          cutOperands();
        compare(attendParts(first, type), type, type == "bf16" ? 6e-3 : 2e-5);
        // A whole vector and more that does not count, and nothing that does.
        std::fill_n(bias.begin(), n / 2, -kInf);
        std::fill_n(bias.begin() + keys, keys, -kInf);
        compare(attendParts(first, type), type, type == "bf16" ? 6e-3 : 2e-5);
      }
  }
}

TEST_P(AttentionTest, NoQueriesAndNoKeys) {
  resize(0, 4);
  check();
  resize(4, 0);
  check();
}

TEST_P(AttentionTest, MaskedKeys) {
  resize(19, 300);
  // A block before the first key that counts, and a batch item without any.
  std::fill_n(bias.begin(), 140, -kInf);
  std::fill_n(bias.begin() + keys, keys, -kInf);
  check();
  // As large as floats get: what is taken away is not lost.
  std::fill_n(bias.begin() + keys, keys, -std::numeric_limits<float>::max());
  check();
}

TEST_P(AttentionTest, ExtremeScores) {
  resize(11, 150);
  bias[3] = std::numeric_limits<float>::max();
  bias[keys + 149] = 1e30f;
  check();
  bias[3] = kInf;
  check();
}

TEST_P(AttentionTest, NaNStaysInItsRow) {
  resize(11, 150);
  q[5 * kHeads * depth] = std::nanf("");
  check();
  EXPECT_FALSE(std::isnan(attend("tiles").front()));
}

TEST_P(AttentionTest, ValuesThatAreNoNumbers) {
  resize(3, 140);
  // 0 times infinity, where the key is masked.
  bias[2] = -kInf;
  v[2 * columns] = kInf;
  check();
}

TEST_P(AttentionTest, HeadsShareKeysAndValues) {
  const int64_t m = 45, n = 45, depth = 16, columns = 70;
  auto x = randomFloats(3 * m * depth, 1), y = randomFloats(n * depth, 2),
       z = randomFloats(n * columns, 3);
  std::vector<float> result(3 * m * columns);
  std::vector<void *> buffers = {x.data(), y.data(), z.data(), result.data()};
  ASSERT_EQ(kernels->run("causal", buffers, {m, n}, 3 * m), 0);
  for (int64_t row = 0; row < 3 * m; ++row) {
    std::vector<double> expected(columns);
    double total = 0;
    for (int64_t j = 0; j <= row % m; ++j) {
      double score = 0;
      for (int64_t d = 0; d < depth; ++d)
        score += double(x[row * depth + d]) * y[j * depth + d];
      total += std::exp(score);
      for (int64_t c = 0; c < columns; ++c)
        expected[c] += std::exp(score) * z[j * columns + c];
    }
    for (int64_t c = 0; c < columns; ++c)
      ASSERT_NEAR(result[row * columns + c], expected[c] / total, 4e-5);
  }
}

KILN_TEST_LEVELS(AttentionTest)
KILN_TEST_TILES(AttentionTest)
