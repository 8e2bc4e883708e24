// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quantising, as PyTorch decomposes it, against C++: halves, what is beyond the
// limits, and what is no number.
#include "../CPU/KernelsFixture.h"
#include <limits>

using namespace kiln;

namespace {
class ClampedFloatsTest : public KernelsTest {
protected:
  /// Compiles `quantise`, to bytes, and `dequantise`, to floats again.
  void compileQuantise(int zero, int least, int most, bool isSigned) {
    auto number = [](int value) { return std::to_string(value) + ".0"; };
    compile(replaceAll(
        replaceAll("KERNELBYTEKERNELFLOAT",
                   {{"KERNELBYTE", makeKernel("quantise", "i8", "%byte")},
                    {"KERNELFLOAT", makeKernel("dequantise", "f32", "%back")}}),
        {{"ZERO", number(zero)},
         {"LEAST", number(least)},
         {"MOST", number(most)},
         {"TOFP", isSigned ? "sitofp" : "uitofp"}}));
  }

  static std::string makeKernel(StringRef name, StringRef type,
                                StringRef result) {
    return replaceAll(
        R"mlir(
    exec.kernel @NAME(%x: tensor<?xf32>, %n: index) -> tensor<?xTYPE> attributes {dims = [[0], [0]]} {
      %zero = arith.constant ZERO : f32
      %least = arith.constant LEAST : f32
      %most = arith.constant MOST : f32
      %low = arith.constant -2.14748365E+9 : f32
      %high = arith.constant 2.14748365E+9 : f32
      %e = tensor.empty(%n) : tensor<?xTYPE>
      %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
          ins(%x : tensor<?xf32>) outs(%e : tensor<?xTYPE>) {
      ^bb0(%a: f32, %o: TYPE):
        %round = math.roundeven %a : f32
        %moved = arith.addf %round, %zero : f32
        %above = arith.maximumf %moved, %least : f32
        %both = arith.minimumf %above, %most : f32
        %from = arith.cmpf oge, %both, %low : f32
        %to = arith.cmpf olt, %both, %high : f32
        %fits = arith.andi %from, %to : i1
        %number = arith.select %fits, %both, %low : f32
        %integer = arith.fptosi %number : f32 to i32
        %byte = arith.trunci %integer : i32 to i8
        %float = arith.TOFP %byte : i8 to f32
        %back = arith.subf %float, %zero : f32
        linalg.yield RESULT : TYPE
      } -> tensor<?xTYPE>
      exec.yield %y : tensor<?xTYPE>
    })mlir",
        {{"NAME", name.str()}, {"TYPE", type.str()}, {"RESULT", result.str()}});
  }
};
} // namespace

TEST_P(ClampedFloatsTest, Quantise) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> x = {std::numeric_limits<float>::quiet_NaN(),
                          -kInfinity,
                          kInfinity,
                          0,
                          -0.0f,
                          0.5f,
                          1.5f,
                          2.5f,
                          -0.5f,
                          -1.5f,
                          -2.5f,
                          0.49999997f,
                          126.5f,
                          127.5f,
                          -127.5f,
                          -128.5f,
                          130.5f,
                          254.5f,
                          255.5f,
                          1e9f,
                          -1e9f,
                          3e38f,
                          -3e38f,
                          8388609,
                          16777218,
                          -8388609,
                          1e-40f};
  for (float value : randomFloats(200, 1))
    x.push_back(150 * value);
  for (auto [zero, least, most] : {std::tuple(0, -128, 127),
                                   {-128, -128, 127},
                                   {17, -128, 127},
                                   {-3, -127, 127},
                                   {0, 0, 255},
                                   {128, 0, 255}}) {
    bool isSigned = least < 0;
    compileQuantise(zero, least, most, isSigned);
    std::vector<uint8_t> bytes(x.size());
    std::vector<float> floats(x.size());
    run("quantise", {x.data()}, {int64_t(x.size())}, bytes);
    run("dequantise", {x.data()}, {int64_t(x.size())}, floats);
    for (size_t i = 0; i < x.size(); ++i) {
      float moved = std::nearbyint(x[i]) + float(zero);
      int want =
          std::isnan(x[i])
              ? 0
              : int(std::min(std::max(moved, float(least)), float(most)));
      ASSERT_EQ(isSigned ? int(int8_t(bytes[i])) : int(bytes[i]), want)
          << x[i] << " by " << zero;
      ASSERT_EQ(floats[i], float(want - zero)) << x[i] << " by " << zero;
    }
  }
}

KILN_TEST_LEVELS(ClampedFloatsTest)
