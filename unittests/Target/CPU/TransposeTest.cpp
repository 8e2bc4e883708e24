// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is read along another dimension than it is written: each element lies
// where it should, for squares and blocks that are full, and not, whole and in
// pieces.
#include "KernelsFixture.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kiln;

namespace {
class TransposeTest : public KernelsTest {
protected:
  /// Adds one number for each column to [2, rows, 3, columns], as
  /// [2, columns, 3, rows].
  template <typename T>
  void test(StringRef type, StringRef add) {
    std::string text = llvm::formatv(
        R"mlir(
  exec.kernel @turn(%x: tensor<2x?x3x?x{0}>, %b: tensor<?x{0}>, %m: index, %n: index)
      -> tensor<2x?x3x?x{0}> attributes {{dims = [[0, 1], [1], [1, 0]]} {{
    %e = tensor.empty(%n, %m) : tensor<2x?x3x?x{0}>
    %y = linalg.generic {{
        indexing_maps = [affine_map<(r, c, p, m) -> (r, m, p, c)>, affine_map<(r, c, p, m) -> (c)>,
                         affine_map<(r, c, p, m) -> (r, c, p, m)>],
        iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%x, %b : tensor<2x?x3x?x{0}>, tensor<?x{0}>) outs(%e : tensor<2x?x3x?x{0}>) {{
    ^bb0(%a: {0}, %c: {0}, %o: {0}):
      %r = {1} %a, %c : {0}
      linalg.yield %r : {0}
    } -> tensor<2x?x3x?x{0}>
    exec.yield %y : tensor<2x?x3x?x{0}>
  })mlir",
        type, add);
    compile(text, "transpose");
    ASSERT_FALSE(HasFatalFailure());
    for (auto [rows, columns] :
         {std::pair<int64_t, int64_t>{1, 1}, {16, 32}, {21, 130}, {40, 257}}) {
      std::vector<T> x(2 * rows * 3 * columns), b(columns), y(x.size());
      for (size_t i = 0; i < x.size(); ++i)
        x[i] = T(i % 997);
      for (size_t i = 0; i < b.size(); ++i)
        b[i] = T(1000 * i);
      run("turn", {x.data(), b.data()}, {rows, columns}, y);
      for (int64_t at = 0; at < (int64_t)y.size(); ++at) {
        int64_t row = at % rows, place = at / rows % 3;
        int64_t column = at / rows / 3 % columns,
                outer = at / rows / 3 / columns;
        ASSERT_EQ(y[at],
                  T(x[((outer * rows + row) * 3 + place) * columns + column] +
                    b[column]))
            << rows << " rows, " << columns << " columns, at " << at;
      }
    }
  }
};
} // namespace

TEST_P(TransposeTest, Types) {
  test<float>("f32", "arith.addf");
  test<double>("f64", "arith.addf");
  test<int32_t>("i32", "arith.addi");
  test<int16_t>("i16", "arith.addi");
  test<int8_t>("i8", "arith.addi");
}

KILN_TEST_LEVELS(TransposeTest)
