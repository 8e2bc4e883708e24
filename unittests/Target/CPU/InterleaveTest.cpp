// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A short innermost dimension that is another one in memory: each element
// lies where it should, for blocks that are full, and not, whole and in pieces.
#include "KernelsFixture.h"

using namespace kiln;

namespace {
class InterleaveTest : public KernelsTest {
protected:
  /// Twice each element of [2, places, columns], as [2, columns, places].
  template <typename T>
  void test(const std::string &type, const std::string &add, int64_t places,
            int64_t columns) {
    std::string n = std::to_string(places);
    std::string from = "tensor<2x" + n + "x?x" + type + ">";
    std::string to = "tensor<2x?x" + n + "x" + type + ">";
    compile("exec.kernel @turn(%x: " + from + ", %n: index) -> " + to +
                " attributes {dims = [[0], [0]]} {\n"
                "  %e = tensor.empty(%n) : " +
                to +
                "\n"
                "  %y = linalg.generic {indexing_maps = [\n"
                "      affine_map<(r, c, p) -> (r, p, c)>,\n"
                "      affine_map<(r, c, p) -> (r, c, p)>],\n"
                "      iterator_types = [\"parallel\", \"parallel\", "
                "\"parallel\"]}\n"
                "      ins(%x : " +
                from + ") outs(%e : " + to +
                ") {\n"
                "  ^bb0(%a: " +
                type + ", %o: " + type +
                "):\n"
                "    %r = " +
                add + " %a, %a : " + type +
                "\n"
                "    linalg.yield %r : " +
                type +
                "\n"
                "  } -> " +
                to + "\n  exec.yield %y : " + to + "\n}\n",
            "interleave");
    ASSERT_FALSE(HasFatalFailure());
    std::vector<T> x(2 * places * columns), y(x.size());
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = T(i % 61);
    run("turn", {x.data()}, {columns}, y);
    for (int64_t row = 0; row < 2; ++row)
      for (int64_t column = 0; column < columns; ++column)
        for (int64_t place = 0; place < places; ++place)
          ASSERT_EQ(y[(row * columns + column) * places + place],
                    T(2 * x[(row * places + place) * columns + column]))
              << type << ", " << columns << " columns, " << places
              << " places, at " << column << ", " << place;
  }
};
} // namespace

TEST_P(InterleaveTest, Places) {
  for (int64_t places : {2, 3, 5, 8})
    for (int64_t columns : {1, 33, 256, 300})
      test<float>("f32", "arith.addf", places, columns);
}

TEST_P(InterleaveTest, Types) {
  test<double>("f64", "arith.addf", 2, 100);
  test<int8_t>("i8", "arith.addi", 4, 517);
  test<int16_t>("i16", "arith.addi", 3, 70);
}

KILN_TEST_LEVELS(InterleaveTest)
