// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of few rows, whose columns are read in place, along the sum, or lie
// in panels: sums of small numbers, which are exact in any order.
#include "KernelsFixture.h"
#include "llvm/ADT/STLExtras.h"

using namespace kiln;

namespace {
class DotsTest : public KernelsTest {
protected:
  static float valueAt(int64_t at) {
    static const float values[] = {0, 1, 2, -3, 0.5f};
    return values[at * 7 % 11 % 5];
  }
  static float bitsOf(float, float value) { return value; }
  /// `like`: the bits of 1 in the type.
  static uint16_t bitsOf(uint16_t like, float value) {
    static const std::pair<float, uint16_t> halves[] = {
        {0, 0}, {1, 0x3c00}, {2, 0x4000}, {-3, 0xc200}, {0.5f, 0x3800}};
    if (like == bitsOfBf16(1))
      return bitsOfBf16(value);
    return llvm::find_if(halves,
                         [&](auto &half) { return half.first == value; })
        ->second;
  }

  static constexpr int64_t kColumns = 37;

  /// The columns of a tile.
  int64_t getWidth() const {
    StringRef level = GetParam();
    return level.contains("v4") ? 32 : level.contains("v3") ? 16 : 8;
  }
  int64_t countPanels() const { return llvm::divideCeil(kColumns, getWidth()); }
  /// Where step `k` of column `n` is: of columns that are stretches, or in
  /// panels.
  int64_t placeOf(bool isPanels, int64_t depth, int64_t n, int64_t k) const {
    int64_t width = getWidth();
    return isPanels ? (n / width * depth + k) * width + n % width
                    : n * depth + k;
  }

  template <typename T>
  void checkProduct(StringRef type, T one, int64_t rows, int64_t depth,
                    bool isPanels = false, bool areRowsKnown = true) {
    bool isWide = type == "f32";
    std::string width = std::to_string(getWidth());
    compile(replaceAll(
        R"mlir(
    exec.kernel @mm(%x: tensor<ROWSxDEPTHxTYPE>, %w: tensor<COLUMNSxTYPE>ARGUMENT) -> tensor<ROWSx37xf32>
        attributes {dims = [[DIM], [], [DIM]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(SIZE) : tensor<ROWSx37xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<ROWSx37xf32>) -> tensor<ROWSx37xf32>
      %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
          affine_map<(m, n, k) -> RIGHT>, affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<ROWSxDEPTHxTYPE>, tensor<COLUMNSxTYPE>) outs(%f : tensor<ROWSx37xf32>) {
      ^bb0(%a: TYPE, %c: TYPE, %o: f32):WIDEN
        %q = arith.mulf %s, %t : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<ROWSx37xf32>
      exec.yield %p : tensor<ROWSx37xf32>
    })mlir",
        {{"ROWS", areRowsKnown ? std::to_string(rows) : "?"},
         {"ARGUMENT", areRowsKnown ? "" : ", %m: index"},
         {"DIM", areRowsKnown ? "" : "0"},
         {"SIZE", areRowsKnown ? "" : "%m"},
         {"COLUMNS", isPanels
                         ? std::to_string(countPanels()) + "xDEPTHx" + width
                         : "37xDEPTH"},
         {"RIGHT", isPanels
                       ? "(n floordiv " + width + ", k, n mod " + width + ")"
                       : "(n, k)"},
         {"DEPTH", std::to_string(depth)},
         {"WIDEN", isWide ? "" : R"mlir(
        %s = arith.extf %a : TYPE to f32
        %t = arith.extf %c : TYPE to f32)mlir"},
         {"TYPE", type.str()},
         {isWide ? "%s, %t" : "%s", isWide ? "%a, %c" : "%s"}}));
    std::vector<T> x(rows * depth),
        w(std::max(kColumns, countPanels() * getWidth()) * depth);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = bitsOf(one, valueAt(i + i / depth));
    for (int64_t n = 0; n < kColumns; ++n)
      for (int64_t k = 0; k < depth; ++k)
        w[placeOf(isPanels, depth, n, k)] =
            bitsOf(one, valueAt(3 * (n * depth + k) + n));
    std::vector<float> y(rows * kColumns);
    std::vector<int64_t> sizes;
    if (!areRowsKnown)
      sizes = {rows};
    run("mm", {x.data(), w.data()}, sizes, y);
    for (int64_t m = 0; m < rows; ++m)
      for (int64_t n = 0; n < kColumns; ++n) {
        double sum = 0;
        for (int64_t k = 0; k < depth; ++k)
          sum += valueAt(m * depth + k + m) * valueAt(3 * (n * depth + k) + n);
        ASSERT_EQ(y[m * kColumns + n], sum)
            << type.str() << ", row " << m << " of " << rows << ", column " << n
            << ", depth " << depth;
      }
  }
};
} // namespace

// Sums of a few vectors, of one span, of even spans and of others, and with
// steps that are left of whole vectors.
TEST_P(DotsTest, FewRowsOfEachType) {
  for (int64_t rows : {1, 2, 3, 4})
    for (int64_t depth : {70, 1024, 2816, 4109, 40007}) {
      checkProduct<float>("f32", 1, rows, depth);
      checkProduct<uint16_t>("bf16", bitsOfBf16(1), rows, depth);
      checkProduct<uint16_t>("f16", 0x3c00, rows, depth);
    }
}

// Some of the panels are more than the second cache has: rows of an unknown
// number that fill no tile go in halves of one.
TEST_P(DotsTest, FewRowsOfPanels) {
  for (int64_t rows : {1, 2, 3, 4, 5, 7, 9})
    for (int64_t depth : {1, 70, 1024, 40007})
      for (bool areRowsKnown : {true, false})
        checkProduct<float>("f32", 1, rows, depth, /*isPanels=*/true,
                            areRowsKnown);
}

KILN_TEST_LEVELS(DotsTest)
