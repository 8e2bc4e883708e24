// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise kernels in the corners of PyTorch's semantics.
#include "OpTest.h"

using namespace kiln;
using namespace kiln::reference;

namespace {
using PointwiseTest = OpTest;

/// "!ep.tensor<[2], f32>"
std::string t(StringRef sizes, StringRef dtype) {
  return ("!ep.tensor<[" + sizes + "], " + dtype + ">").str();
}
/// A unary op on a tensor of `sizes`.
std::string unary(StringRef op, StringRef sizes, StringRef from, StringRef to) {
  return ("%r = " + op + " %0 : (" + t(sizes, from) + ") -> " + t(sizes, to))
      .str();
}
std::string binary(StringRef op, StringRef sizes, StringRef dtype,
                   StringRef to = "") {
  std::string from = t(sizes, dtype);
  return ("%r = " + op + " : (" + from + ", " + from + ") -> " +
          t(sizes, to.empty() ? dtype : to))
      .str();
}

TEST_F(PointwiseTest, IntegersWrapInArithmetic) {
  Tensor a = tensor("i8", {2}, {100, -128}), b = tensor("i8", {2}, {100, -1});
  EXPECT_EQ(run(binary("aten.add.Tensor %0, %1", "2", "i8"), {a, b}),
            "[2] -56 127");
  EXPECT_EQ(run(binary("aten.mul.Tensor %0, %1", "2", "i8"), {a, b}),
            "[2] 16 -128");
  EXPECT_EQ(run(unary("aten.neg.default", "2", "i8", "i8"), {a}),
            "[2] -100 -128");
  EXPECT_EQ(run(unary("aten.abs.default", "2", "i8", "i8"), {a}),
            "[2] 100 -128");
  Tensor u = tensor("ui8", {2}, {3, 200});
  EXPECT_EQ(run(unary("aten.neg.default", "2", "ui8", "ui8"), {u}),
            "[2] 253 56");
}

TEST_F(PointwiseTest, BoolArithmeticIsLogic) {
  Tensor a = i1({4}, {0, 0, 1, 1}), b = i1({4}, {0, 1, 0, 1});
  EXPECT_EQ(run(binary("aten.add.Tensor %0, %1", "4", "i1"), {a, b}),
            "[4] 0 1 1 1");
  EXPECT_EQ(run(binary("aten.mul.Tensor %0, %1", "4", "i1"), {a, b}),
            "[4] 0 0 0 1");
  EXPECT_EQ(run(unary("aten.bitwise_not.default", "4", "i1", "i1"), {a}),
            "[4] 1 1 0 0");
  EXPECT_EQ(run(binary("aten.bitwise_xor.Tensor %0, %1", "4", "i1"), {a, b}),
            "[4] 0 1 1 0");
}

TEST_F(PointwiseTest, ScaledSums) {
  Tensor a = f32({2}, {1, 2}), b = f32({2}, {10, 20});
  EXPECT_EQ(
      run(binary("aten.add.Tensor %0, %1, alpha = 0.5", "2", "f32"), {a, b}),
      "[2] 6 12");
  EXPECT_EQ(
      run(binary("aten.sub.Tensor %0, %1, alpha = 2", "2", "f32"), {a, b}),
      "[2] -19 -38");
  EXPECT_EQ(run("%r = aten.rsub.Scalar %0, other = 1 : (!ep.tensor<[2], f32>) "
                "-> !ep.tensor<[2], f32>",
                {a}),
            "[2] 0 -1");
}

TEST_F(PointwiseTest, Divisions) {
  Tensor a = i64({4}, {7, -7, 7, -7}), b = i64({4}, {2, 2, -2, -2});
  auto mode = [](StringRef text) {
    return ("aten.div.Tensor_mode %0, %1, rounding_mode = \"" + text + "\"")
        .str();
  };
  EXPECT_EQ(run(binary(mode("floor"), "4", "i64"), {a, b}), "[4] 3 -4 -4 3");
  EXPECT_EQ(run(binary(mode("trunc"), "4", "i64"), {a, b}), "[4] 3 -3 -3 3");
  EXPECT_EQ(run(binary("aten.remainder.Tensor %0, %1", "4", "i64"), {a, b}),
            "[4] 1 1 -1 -1");
  EXPECT_EQ(run(binary("aten.fmod.Tensor %0, %1", "4", "i64"), {a, b}),
            "[4] 1 -1 1 -1");
  EXPECT_EQ(run(binary("aten.div.Tensor %0, %1", "4", "i64", "f32"), {a, b}),
            "[4] 3.5 -3.5 -3.5 3.5");
  Tensor zero = i64({4}, {1, 1, 0, 1});
  for (StringRef op :
       {"aten.div.Tensor_mode %0, %1, rounding_mode = \"floor\"",
        "aten.remainder.Tensor %0, %1", "aten.fmod.Tensor %0, %1",
        "aten.floor_divide.default %0, %1"})
    EXPECT_NE(
        run(binary(op, "4", "i64"), {a, zero}).find("integer division by zero"),
        std::string::npos);
  // 6 - 2^-22 over 1: the quotient is rounded to f32 before it is cut off.
  Tensor x = f32({3}, {-1, 1, 0}), y = f32({3}, {0, 0, 0});
  EXPECT_EQ(run(binary(mode("floor"), "3", "f32"), {x, y}),
            "[3] -inf inf -nan");
}

TEST_F(PointwiseTest, Powers) {
  Tensor a = i64({4}, {2, 3, -1, 1}), b = i64({4}, {10, -1, -3, -5});
  EXPECT_EQ(run(binary("aten.pow.Tensor_Tensor %0, %1", "4", "i64"), {a, b}),
            "[4] 1024 0 -1 1");
  EXPECT_EQ(run("%r = aten.pow.Tensor_Scalar %0, exponent = 0.5 : "
                "(!ep.tensor<[2], f32>) -> !ep.tensor<[2], f32>",
                {f32({2}, {4, -1})}),
            "[2] 2 -nan");
}

TEST_F(PointwiseTest, NaNInOrder) {
  Tensor a = f32({3}, {NAN, 1, 2}), b = f32({3}, {1, NAN, 3});
  EXPECT_EQ(run(binary("aten.maximum.default %0, %1", "3", "f32"), {a, b}),
            "[3] nan nan 3");
  EXPECT_EQ(run(binary("aten.fmin.default %0, %1", "3", "f32"), {a, b}),
            "[3] 1 1 2");
  EXPECT_EQ(run(binary("aten.lt.Tensor %0, %1", "3", "f32", "i1"), {a, b}),
            "[3] 0 0 1");
  EXPECT_EQ(run("%r = aten.clamp.default %0, min = 1.5, max = 1.75 : "
                "(!ep.tensor<[3], f32>) -> !ep.tensor<[3], f32>",
                {a}),
            "[3] nan 1.5 1.75");
  EXPECT_EQ(run(unary("aten.relu.default", "3", "f32", "f32"),
                {f32({3}, {NAN, -1, 2})}),
            "[3] nan 0 2");
}

TEST_F(PointwiseTest, ComparisonsPromote) {
  // 0.1 is rounded to the tensor's dtype first.
  EXPECT_EQ(run("%r = aten.eq.Scalar %0, other = 0.1 : (!ep.tensor<[1], f32>) "
                "-> !ep.tensor<[1], i1>",
                {f32({1}, {0.1})}),
            "[1] 1");
  EXPECT_EQ(run("%r = aten.lt.Scalar %0, other = 2.5 : (!ep.tensor<[2], i64>) "
                "-> !ep.tensor<[2], i1>",
                {i64({2}, {2, 3})}),
            "[2] 1 0");
  Dense<int64_t> bits({2});
  bits.values = {-1, 1};
  Tensor wide = store(bits, type("ui64"));
  EXPECT_EQ(run("%r = aten.gt.Scalar %0, other = 5 : (!ep.tensor<[2], ui64>) "
                "-> !ep.tensor<[2], i1>",
                {wide}),
            "[2] 1 0");
  EXPECT_EQ(run("%r = aten.eq.Tensor %0, %1 : (!ep.tensor<[2], i8>, "
                "!ep.tensor<[2], f32>) -> !ep.tensor<[2], i1>",
                {tensor("i8", {2}, {1, 2}), f32({2}, {1, 2.5})}),
            "[2] 1 0");
  EXPECT_EQ(
      run(binary("aten.ne.Tensor %0, %1", "2", "complex<f64>", "i1"),
          {complex({2}, {{1, 2}, {3, 0}}), complex({2}, {{1, 2}, {3, 1}})}),
      "[2] 0 1");
  EXPECT_NE(run(binary("aten.lt.Tensor %0, %1", "1", "complex<f64>", "i1"),
                {complex({1}, {{1, 2}}), complex({1}, {{1, 2}})})
                .find("complex numbers have no order"),
            std::string::npos);
}

TEST_F(PointwiseTest, Rounding) {
  Tensor a = f32({5}, {0.5, 1.5, -0.5, 2.5, -2.7});
  EXPECT_EQ(run(unary("aten.round.default", "5", "f32", "f32"), {a}),
            "[5] 0 2 -0 2 -3");
  EXPECT_EQ(run(unary("aten.trunc.default", "5", "f32", "f32"), {a}),
            "[5] 0 1 -0 2 -2");
  EXPECT_EQ(run("%r = aten.round.decimals %0, decimals = 1 : (!ep.tensor<[2], "
                "f32>) -> !ep.tensor<[2], f32>",
                {f32({2}, {1.25, -1.26})}),
            "[2] 1.2 -1.3");
  EXPECT_EQ(
      run(unary("aten.sign.default", "2", "i64", "i64"), {i64({2}, {-3, 0})}),
      "[2] -1 0");
}

TEST_F(PointwiseTest, Functions) {
  Tensor x = f32({3}, {-1, 0, 1});
  EXPECT_EQ(run(unary("aten.exp.default", "3", "f32", "f32"), {x}),
            "[3] 0.367879 1 2.71828");
  EXPECT_EQ(run(unary("aten.sigmoid.default", "3", "f32", "f32"), {x}),
            "[3] 0.268941 0.5 0.731059");
  EXPECT_EQ(run(unary("aten.erf.default", "3", "f32", "f32"), {x}),
            "[3] -0.842701 0 0.842701");
  EXPECT_EQ(run(unary("aten.gelu.default", "3", "f32", "f32"), {x}),
            "[3] -0.158655 0 0.841345");
  EXPECT_EQ(run(unary("aten.isinf.default", "3", "f32", "i1"),
                {f32({3}, {HUGE_VAL, -HUGE_VAL, NAN})}),
            "[3] 1 1 0");
  EXPECT_EQ(run(unary("aten.signbit.default", "2", "f32", "i1"),
                {f32({2}, {-0.0, 0})}),
            "[2] 1 0");
  EXPECT_EQ(run("%r:2 = aten.frexp.Tensor %0 : (!ep.tensor<[2], f32>) -> "
                "(!ep.tensor<[2], f32>, !ep.tensor<[2], i32>)",
                {f32({2}, {3, 0.25})}),
            "[2] 0.75 0.5; [2] 2 -1");
  EXPECT_EQ(
      run(unary("aten.log1p.default", "1", "complex<f64>", "complex<f64>"),
          {complex({1}, {{0, 1}})}),
      "[1] 0.346574+0.785398j");
}

TEST_F(PointwiseTest, ComplexNumbers) {
  Tensor z = complex({2}, {{3, 4}, {0, -1}});
  EXPECT_EQ(run(unary("aten.abs.default", "2", "complex<f64>", "f64"), {z}),
            "[2] 5 1");
  EXPECT_EQ(
      run(unary("aten._conj.default", "2", "complex<f64>", "complex<f64>"),
          {z}),
      "[2] 3-4j 0+1j");
  EXPECT_EQ(run(unary("aten.angle.default", "2", "complex<f64>", "f64"), {z}),
            "[2] 0.927295 -1.5708");
  EXPECT_EQ(run("%r = aten.complex.default %0, %1 : (!ep.tensor<[1], f32>, "
                "!ep.tensor<[1], f32>) -> !ep.tensor<[1], complex<f32>>",
                {f32({1}, {1}), f32({1}, {2})}),
            "[1] 1+2j");
  EXPECT_EQ(run("%r = aten.view_as_real.default %0 : (!ep.tensor<[2], "
                "complex<f64>>) -> !ep.tensor<[2, 2], f64>",
                {z}),
            "[2, 2] 3 4 0 -1");
}

TEST_F(PointwiseTest, Shifts) {
  Tensor a = tensor("i8", {3}, {1, -128, 64}), b = tensor("i8", {3}, {7, 9, 1});
  EXPECT_EQ(
      run(binary("aten.bitwise_left_shift.Tensor %0, %1", "3", "i8"), {a, b}),
      "[3] -128 0 -128");
  EXPECT_EQ(
      run(binary("aten.bitwise_right_shift.Tensor %0, %1", "3", "i8"), {a, b}),
      "[3] 0 -1 32");
  Tensor c = tensor("ui8", {3}, {255, 255, 255}),
         d = tensor("ui8", {3}, {7, 8, 100});
  EXPECT_EQ(
      run(binary("aten.bitwise_right_shift.Tensor %0, %1", "3", "ui8"), {c, d}),
      "[3] 1 0 0");
}

TEST_F(PointwiseTest, Where) {
  EXPECT_EQ(run("%r = aten.where.self %0, %1, %2 : (!ep.tensor<[2, 1], i1>, "
                "!ep.tensor<[2], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[2, "
                "2], f32>",
                {i1({2, 1}, {1, 0}), f32({2}, {1, 2}), f32({}, {9})}),
            "[2, 2] 1 2 9 9");
}

TEST_F(PointwiseTest, NextNumbers) {
  EXPECT_EQ(
      run(binary("aten.nextafter.default %0, %1", "3", "bf16"),
          {tensor("bf16", {3}, {1, 1, 0}), tensor("bf16", {3}, {2, 0, 1})}),
      "[3] 1.00781 0.996094 9.18355e-41");
}

TEST_F(PointwiseTest, Polynomials) {
  Tensor x = tensor("f64", {4}, {0.5, 0.5, 2, 0.5}),
         n = tensor("f64", {4}, {0, 1, 2, 3});
  auto of = [&](StringRef name) {
    return run(
        binary(("aten.special_" + name + ".default %0, %1").str(), "4", "f64"),
        {x, n});
  };
  EXPECT_EQ(of("chebyshev_polynomial_t"), "[4] 1 0.5 7 -1");
  EXPECT_EQ(of("chebyshev_polynomial_u"), "[4] 1 1 15 -1");
  EXPECT_EQ(of("chebyshev_polynomial_v"), "[4] 1 0 11 -1");
  EXPECT_EQ(of("chebyshev_polynomial_w"), "[4] 1 2 19 -1");
  EXPECT_EQ(of("shifted_chebyshev_polynomial_t"), "[4] 1 0 17 -0");
  EXPECT_EQ(of("hermite_polynomial_h"), "[4] 1 1 14 -5");
  EXPECT_EQ(of("hermite_polynomial_he"), "[4] 1 0.5 3 -1.375");
  EXPECT_EQ(of("laguerre_polynomial_l"), "[4] 1 0.5 -1 -0.145833");
  EXPECT_EQ(of("legendre_polynomial_p"), "[4] 1 0.5 5.5 -0.4375");
  EXPECT_EQ(run("%r = aten.special_legendre_polynomial_p.n_scalar %0, n = -1 : "
                "(!ep.tensor<[4], f64>) -> !ep.tensor<[4], f64>",
                {x}),
            "[4] 0 0 0 0");
}
} // namespace
