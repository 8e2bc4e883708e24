// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelTest.h"

#include <cmath>

using namespace kiln::reference;

using QuantizationTest = KernelTest;

TEST_F(QuantizationTest, PerTensor) {
  expect("quantized_decomposed.quantize_per_tensor.default %0, scale = 0.1, "
         "zero_point = 3, quant_min = -128, quant_max = 127, dtype = i8",
         {{"f32", {2, 3}, {-1.29999995, 0.25999999, 2.5, 40, -80, 0.125}}},
         {{"i8", {2, 3}, {-10, 6, 28, 127, -128, 4}}});
  expect("quantized_decomposed.quantize_per_tensor.tensor %0, %1, %2, "
         "quant_min = 0, quant_max = 255, dtype = ui8",
         {{"f32", {2, 3}, {-1.29999995, 0.25999999, 2.5, 40, -80, 0.125}},
          {"f32", {}, {0.300000012}},
          {"i64", {}, {7}}},
         {{"ui8", {2, 3}, {3, 8, 15, 140, 0, 7}}});
  expect("quantized_decomposed.dequantize_per_tensor.default %0, scale = 0.1, "
         "zero_point = 3, quant_min = -128, quant_max = 127, dtype = i8",
         {{"i8", {2, 3}, {-5, 7, 100, -128, 127, 0}}},
         {{"f32",
           {2, 3},
           {-0.800000012, 0.400000006, 9.69999981, -13.1000004, 12.4000006,
            -0.300000012}}});
  expect(
      "quantized_decomposed.dequantize_per_tensor.tensor %0, %1, %2, quant_min "
      "= -128, quant_max = 127, dtype = i8",
      {{"i8", {2, 3}, {-5, 7, 100, -128, 127, 0}},
       {"f32", {}, {0.300000012}},
       {"i64", {}, {7}}},
      {{"f32", {2, 3}, {-3.60000014, 0, 27.9000015, -40.5, 36, -2.10000014}}});
}

TEST_F(QuantizationTest, PerChannel) {
  expect("quantized_decomposed.quantize_per_channel.default %0, %1, %2, axis = "
         "0, quant_min = -128, quant_max = 127, dtype = i8",
         {{"f32", {2, 3}, {-1.29999995, 0.25999999, 2.5, 40, -80, 0.125}},
          {"f32", {2}, {0.100000001, 0.25}},
          {"i64", {2}, {3, -2}}},
         {{"i8", {2, 3}, {-10, 6, 28, 127, -128, -2}}});
  expect("quantized_decomposed.dequantize_per_channel.default %0, %1, %2, axis "
         "= 0, quant_min = -128, quant_max = 127, dtype = i8",
         {{"i8", {2, 3}, {-5, 7, 100, -128, 127, 0}},
          {"f32", {2}, {0.100000001, 0.25}},
          {"i64", {2}, {3, -2}}},
         {{"f32",
           {2, 3},
           {-0.800000012, 0.400000006, 9.69999981, -31.5, 32.25, 0.5}}});
  expect("quantized_decomposed.dequantize_per_channel.default %0, %1, none, "
         "axis = 1, quant_min = -128, quant_max = 127, dtype = i8",
         {{"i8", {2, 3}, {-5, 7, 100, -128, 127, 0}},
          {"f32", {3}, {0.5, 0.25, 0.100000001}}},
         {{"f32", {2, 3}, {-2.5, 1.75, 10, -64, 31.75, 0}}});
}

TEST_F(QuantizationTest, PerToken) {
  expect("quantized_decomposed.quantize_per_token.default %0, %1, %2, "
         "quant_min = -128, quant_max = 127, dtype = i8",
         {{"f32", {2, 3}, {-1.29999995, 0.25999999, 2.5, 40, -80, 0.125}},
          {"f32", {2, 1}, {0.100000001, 0.25}},
          {"i64", {2, 1}, {3, -2}}},
         {{"i8", {2, 3}, {-10, 6, 28, 127, -128, -2}}});
  expect("quantized_decomposed.dequantize_per_token.default %0, %1, %2, "
         "quant_min = -128, quant_max = 127, dtype = i8, output_dtype = f32",
         {{"i8", {2, 3}, {-5, 7, 100, -128, 127, 0}},
          {"f32", {2, 1}, {0.100000001, 0.25}},
          {"i64", {2, 1}, {3, -2}}},
         {{"f32",
           {2, 3},
           {-0.800000012, 0.400000006, 9.69999981, -31.5, 32.25, 0.5}}});
}

TEST_F(QuantizationTest, PerGroup) {
  expect("quantized_decomposed.quantize_per_channel_group.default %0, %1, %2, "
         "quant_min = -8, quant_max = 7, dtype = i8, group_size = 2",
         {{"f32", {2, 2}, {-1.29999995, 0.25999999, 40, -80}},
          {"f32", {2}, {0.100000001, 0.25}},
          {"i64", {2}, {3, -2}}},
         {{"i8", {2, 2}, {-8, 6, 7, -8}}});
  expect("quantized_decomposed.dequantize_per_channel_group.default %0, %1, "
         "%2, quant_min = -128, quant_max = 127, dtype = i8, group_size = 2, "
         "output_dtype = f32",
         {{"i8", {2, 2}, {-5, 7, -128, 127}},
          {"f32", {2}, {0.100000001, 0.25}},
          {"i64", {2}, {3, -2}}},
         {{"f32", {2, 2}, {-0.800000012, 0.400000006, -31.5, 32.25}}});
}

TEST_F(QuantizationTest, Errors) {
  EXPECT_EQ(
      errorOf("quantized_decomposed.quantize_per_tensor.default %0, scale "
              "= 1.0, zero_point = 0, quant_min = 0, quant_max = 1, dtype "
              "= ui8",
              {{"f32", {1}, {NAN}}}, {{"ui8", {1}, {}}}),
      "quantized_decomposed.quantize_per_tensor.default: a NaN has no "
      "quantised form");
  EXPECT_EQ(errorOf("quantized_decomposed.dequantize_per_channel.default %0, "
                    "%1, none, axis = 0, quant_min = 0, quant_max = 1, dtype = "
                    "ui8",
                    {{"ui8", {2}, {1, 2}}, {"f32", {3}, {1, 2, 3}}},
                    {{"f32", {2}, {}}}),
            "quantized_decomposed.dequantize_per_channel.default: it needs 2 "
            "scales");
}
