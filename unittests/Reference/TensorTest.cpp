// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of every dtype: what is rounded, wrapped, saturated and promoted,
// against facts of the formats.
#include "OpTest.h"
#include <limits>

using namespace kiln;
using namespace kiln::reference;

namespace {
using TensorTest = OpTest;
constexpr double inf = std::numeric_limits<double>::infinity();

TEST_F(TensorTest, HalfIsRoundedOnce) {
  Type f16 = type("f16");
  EXPECT_EQ(roundTo(65504, f16), 65504);
  EXPECT_EQ(roundTo(65519.999, f16), 65504);
  EXPECT_EQ(roundTo(65520, f16), inf);
  EXPECT_EQ(roundTo(-1e9, f16), -inf);
  EXPECT_EQ(roundTo(0x1p-24, f16), 0x1p-24);
  EXPECT_EQ(roundTo(0x1p-25, f16), 0) << "a tie goes to even";
  EXPECT_EQ(roundTo(0x1.000001p-25, f16), 0x1p-24);
  EXPECT_EQ(roundTo(3 * 0x1p-25, f16), 0x1p-23);
  EXPECT_EQ(roundTo(1 + 0x1p-11, f16), 1);
  EXPECT_EQ(roundTo(1 + 3 * 0x1p-11, f16), 1 + 0x1p-9);
  // Through float this would be a tie.
  EXPECT_EQ(roundTo(1 + 0x1p-11 + 0x1p-40, f16), 1 + 0x1p-10);
  EXPECT_TRUE(std::isnan(roundTo(NAN, f16)));
  EXPECT_TRUE(std::signbit(roundTo(-0.0, f16)));
}

TEST_F(TensorTest, BFloatIsRoundedOnce) {
  Type bf16 = type("bf16");
  EXPECT_EQ(roundTo(1 + 0x1p-8, bf16), 1);
  EXPECT_EQ(roundTo(1 + 3 * 0x1p-8, bf16), 1 + 0x1p-6);
  EXPECT_EQ(roundTo(1 + 0x1p-8 + 0x1p-40, bf16), 1 + 0x1p-7);
  EXPECT_EQ(roundTo(3.4e38, bf16), inf);
  EXPECT_EQ(roundTo(0x1p-133, bf16), 0x1p-133);
  EXPECT_EQ(roundTo(1e300, bf16), inf);
  EXPECT_TRUE(std::isnan(roundTo(NAN, bf16)));
}

TEST_F(TensorTest, EightBitFloats) {
  Type e4m3 = type("f8E4M3FN"), e5m2 = type("f8E5M2"),
       e4m3z = type("f8E4M3FNUZ"), e5m2z = type("f8E5M2FNUZ"),
       e8m0 = type("f8E8M0FNU");
  EXPECT_EQ(roundTo(448, e4m3), 448);
  EXPECT_EQ(roundTo(464, e4m3), 448);
  EXPECT_TRUE(std::isnan(roundTo(465, e4m3))) << "it has no infinity";
  EXPECT_TRUE(std::isnan(roundTo(inf, e4m3)));
  EXPECT_EQ(roundTo(0x1p-9, e4m3), 0x1p-9);
  EXPECT_EQ(roundTo(57344, e5m2), 57344);
  EXPECT_EQ(roundTo(61440, e5m2), inf);
  EXPECT_EQ(roundTo(240, e4m3z), 240);
  EXPECT_TRUE(std::isnan(roundTo(1000, e4m3z)));
  EXPECT_FALSE(std::signbit(roundTo(-0.0, e4m3z))) << "it has one zero";
  EXPECT_EQ(roundTo(57344, e5m2z), 57344);
  EXPECT_TRUE(std::isnan(roundTo(1e6, e5m2z)));
  EXPECT_EQ(roundTo(1.4, e8m0), 1);
  EXPECT_EQ(roundTo(1.5, e8m0), 2);
  EXPECT_EQ(roundTo(-4, e8m0), 4) << "it has no sign";
  EXPECT_TRUE(std::isnan(roundTo(inf, e8m0)));
}

TEST_F(TensorTest, FactsOfTypes) {
  EXPECT_EQ(getEpsilon(type("f32")), 0x1p-23);
  EXPECT_EQ(getEpsilon(type("bf16")), 0x1p-7);
  EXPECT_EQ(getHighest(type("f16")), 65504);
  EXPECT_EQ(getLowest(type("f16")), -65504);
  EXPECT_EQ(getLowestInt(type("i8")), -128);
  EXPECT_EQ(getHighestInt(type("ui8")), 255);
  EXPECT_EQ(getHighestInt(type("i1")), 1);
  EXPECT_EQ(getHighestInt(type("i64")), INT64_MAX);
  EXPECT_EQ(getHighestInt(type("ui64")), -1);
  EXPECT_EQ(getElementBytes(type("i1")), 1);
  EXPECT_EQ(getElementBytes(type("complex<f16>")), 4);
  EXPECT_EQ(getElementBytes(type("i4")), 0);
  EXPECT_EQ(getElementBytes(type("index")), 0);
}

TEST_F(TensorTest, IntegersWrap) {
  EXPECT_EQ(wrapTo(300, type("i8")), 44);
  EXPECT_EQ(wrapTo(200, type("i8")), -56);
  EXPECT_EQ(wrapTo(-1, type("ui8")), 255);
  EXPECT_EQ(wrapTo(-1, type("ui32")), 4294967295);
  EXPECT_EQ(wrapTo(6, type("i1")), 1);
}

TEST_F(TensorTest, FloatsBecomeIntegers) {
  Tensor floats = f32({4}, {-1.7, 2.9, 3e9, NAN});
  EXPECT_EQ(show(convert(floats, type("i64"))), "[4] -1 2 3e+09 -9.22337e+18");
  EXPECT_EQ(load<int64_t>(convert(floats, type("i32")))[2], INT32_MIN);
  EXPECT_EQ(show(convert(floats, type("i8"))), "[4] -1 2 0 0");
  EXPECT_EQ(show(convert(floats, type("i1"))), "[4] 1 1 1 1");
  EXPECT_EQ(show(convert(f32({2}, {-1, 300}), type("ui8"))), "[2] 255 44");
}

TEST_F(TensorTest, IntegersBecomeFloats) {
  Dense<int64_t> big({2});
  big.values = {-1, 16777217};
  EXPECT_EQ(load<double>(convert(store(big, type("ui64")), type("f64")))[0],
            18446744073709551615.0);
  EXPECT_EQ(load<double>(convert(store(big, type("i64")), type("f32")))[1],
            16777216);
  EXPECT_EQ(show(convert(store(big, type("i64")), type("complex<f32>"))),
            "[2] -1 1.67772e+07");
}

TEST_F(TensorTest, DoublesBecomeSmallFloatsThroughFloat) {
  // To f16 at once this would be 1 + 2^-10.
  Tensor value = tensor("f64", {}, {1 + 0x1p-11 + 0x1p-40});
  EXPECT_EQ(load<double>(convert(value, type("f16")))[0], 1);
}

TEST_F(TensorTest, Broadcast) {
  std::optional<Sizes> sizes = broadcastSizes({{3, 1}, {2}, {}});
  ASSERT_TRUE(sizes);
  EXPECT_EQ(*sizes, Sizes({3, 2}));
  EXPECT_FALSE(broadcastSizes({{3}, {2}}));
  EXPECT_EQ(*broadcastSizes({{0}, {1}}), Sizes({0}));
  EXPECT_EQ(show(broadcastTo(i64({2, 1}, {1, 2}), {2, 2, 3})),
            "[2, 2, 3] 1 1 1 2 2 2 1 1 1 2 2 2");
  EXPECT_EQ(broadcastTo(load<double>(f32({}, {7})), {2}).values,
            std::vector<double>({7, 7}));
}

TEST_F(TensorTest, SharedBytes) {
  Tensor matrix = i64({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(matrix.reshape({3, 2}).getData(), matrix.getData());
  EXPECT_EQ(show(matrix.getRow(1)), "[3] 4 5 6");
  EXPECT_EQ(show(gatherStrided(matrix, {3, 2}, {1, 3}, 0)),
            "[3, 2] 1 4 2 5 3 6");
  EXPECT_EQ(load<int64_t>(matrix).at({1, 2}), 6);
  EXPECT_TRUE(Tensor().isNull());
  EXPECT_EQ(show(f32({1}, {1}).bitcast(type("i32"), {1})), "[1] 1.06535e+09");
}

TEST_F(TensorTest, Numbers) {
  EXPECT_EQ(toInt(Scalar(-2.5)), -2);
  EXPECT_EQ(toInt(Scalar(1e300)), INT64_MIN);
  EXPECT_TRUE(toBool(Scalar(0.5)));
  EXPECT_EQ(toDouble(Scalar(std::complex<double>(1, 2))), 1);
  for (Scalar scalar : {Scalar(int64_t(3)), Scalar(0.5), Scalar(true),
                        Scalar(std::complex<double>(1, 2))})
    EXPECT_EQ(toScalar(toTensor(&context, scalar)), scalar);
}

TEST_F(TensorTest, Philox) {
  // Known answers of Philox 4x32-10 for counters and keys of zeros and ones.
  EXPECT_EQ(Philox::block(0, 0),
            (std::array<uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c,
                                     0x9b00dbd8}));
  EXPECT_EQ(Philox::block(UINT64_MAX, UINT64_MAX, UINT64_MAX),
            (std::array<uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6,
                                     0x6d5451fd}));
  Philox a(1), b(1);
  double sum = 0, squares = 0;
  for (int i = 0; i < 10000; ++i) {
    double u = a.uniform();
    EXPECT_EQ(u, b.uniform());
    ASSERT_TRUE(u >= 0 && u < 1);
  }
  for (int i = 0; i < 10000; ++i) {
    double x = a.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / 10000, 0, 0.05);
  EXPECT_NEAR(squares / 10000, 1, 0.05);
}
} // namespace
