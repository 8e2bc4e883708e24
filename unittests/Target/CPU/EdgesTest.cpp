// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows over padded rows: the items near an edge ask what is inside, all
// others do not, and maxima are the same bits.
#include "KernelsFixture.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kiln;

namespace {
struct Window {
  int64_t extent, stride, dilation, before, behind;
};

class EdgesTest : public KernelsTest {
protected:
  /// Maxima over windows of three rows of `type`, which is `T`: rows of a known
  /// width, and of any.
  template <typename T, typename MakeT, typename ReadT>
  void test(StringRef type, const Window &window, int64_t width, MakeT make,
            ReadT read) {
    int64_t reach = (window.extent - 1) * window.dilation + 1;
    int64_t count =
        (width + window.before + window.behind - reach) / window.stride + 1;
    auto values = cutToBf16(randomFloats(3 * width, width));
    std::vector<T> x, y(3 * count);
    for (float value : values)
      x.push_back(make(value));
    for (bool isStatic : {true, false}) {
      std::string sizes = isStatic ? "" : ", %n: index, %m: index";
      std::string in = isStatic ? std::to_string(width) : "?";
      std::string out = isStatic ? std::to_string(count) : "?";
      std::string padded =
          isStatic ? std::to_string(width + window.before + window.behind)
                   : "?";
      compile(llvm::formatv(
                  R"mlir(
  exec.kernel @pool(%x: tensor<3x{1}x{0}>{4}) -> tensor<3x{2}x{0}> attributes {{dims = {5}} {{
    %low = arith.constant -3.0 : {0}
    %p = tensor.pad %x low[0, {6}] high[0, {7}] {{
    ^bb0(%a: index, %b: index):
      tensor.yield %low : {0}
    } : tensor<3x{1}x{0}> to tensor<3x{3}x{0}>
    %window = tensor.empty() : tensor<{8}x{0}>
    %e = tensor.empty({11}) : tensor<3x{2}x{0}>
    %f = linalg.fill ins(%low : {0}) outs(%e : tensor<3x{2}x{0}>) -> tensor<3x{2}x{0}>
    %y = linalg.generic {{indexing_maps = [
        affine_map<(h, w, i) -> (h, w * {9} + i * {10})>,
        affine_map<(h, w, i) -> (i)>, affine_map<(h, w, i) -> (h, w)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%p, %window : tensor<3x{3}x{0}>, tensor<{8}x{0}>) outs(%f : tensor<3x{2}x{0}>) {{
    ^bb0(%a: {0}, %b: {0}, %o: {0}):
      %r = arith.maximumf %a, %o : {0}
      linalg.yield %r : {0}
    } -> tensor<3x{2}x{0}>
    exec.yield %y : tensor<3x{2}x{0}>
  })mlir",
                  type, in, out, padded, sizes,
                  isStatic ? "[[], []]" : "[[0], [1]]", window.before,
                  window.behind, window.extent, window.stride, window.dilation,
                  isStatic ? "" : "%m")
                  .str());
      ASSERT_FALSE(HasFatalFailure());
      std::vector<int64_t> given;
      if (!isStatic)
        given = {width, count};
      run("pool", {x.data()}, given, y);
      for (int64_t at = 0; at < 3 * count; ++at) {
        float most = -3;
        for (int64_t i = 0; i < window.extent; ++i) {
          int64_t place =
              at % count * window.stride + i * window.dilation - window.before;
          if (place >= 0 && place < width)
            most = std::max(most, values[at / count * width + place]);
        }
        ASSERT_EQ(read(y[at]), most) << "row of " << width << ", at " << at;
      }
    }
  }

  void testFloats(const Window &window, int64_t width) {
    auto same = [](float value) { return value; };
    test<float>("f32", window, width, same, same);
    test<uint16_t>("bf16", window, width, bitsOfBf16, floatOfBf16);
  }
};
} // namespace

TEST_P(EdgesTest, Halving) {
  testFloats({3, 2, 1, 1, 0}, 112);
  testFloats({3, 2, 1, 1, 1}, 203);
}

TEST_P(EdgesTest, Neighbours) {
  testFloats({5, 1, 1, 2, 2}, 64);
  testFloats({2, 1, 30, 9, 12}, 150);
}

TEST_P(EdgesTest, Farther) {
  testFloats({3, 3, 2, 4, 3}, 301);
  testFloats({2, 2, 1, 0, 0}, 90);
}

KILN_TEST_LEVELS(EdgesTest)
