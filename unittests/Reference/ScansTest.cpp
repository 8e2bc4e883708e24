// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelTest.h"

#include <cmath>

using namespace kiln::reference;

using ScansTest = KernelTest;

TEST_F(ScansTest, Cumulative) {
  expect("aten.cumsum.default %0, dim = 1",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2, 3}, {1.5, -0.5, 2.5, 0.25, 5.25, -0.75}}});
  expect("aten.cumsum.default %0, dim = 0",
         {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {2, 3}, {3, -1, 2, 3, 6, 9}}});
  expect("aten.cumsum.default %0, dim = 1", {{"i1", {2, 2}, {1, 0, 1, 1}}},
         {{"i64", {2, 2}, {1, 1, 1, 2}}});
  expect("aten.cumsum.default %0, dim = -1, dtype = f32",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f32", {2, 3}, {1.5, -0.5, 2.5, 0.25, 5.25, -0.75}}});
  expect("aten.cumprod.default %0, dim = 0",
         {{"complex<f64>", {2, 2}, {1, 2, -0, -1, 3, 0, 2, -1}}},
         {{"complex<f64>", {2, 2}, {1, 2, 0, -1, 3, 6, -1, -2}}});
  expect("aten.cumprod.default %0, dim = 1",
         {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {2, 3}, {3, -3, -6, 0, 0, 0}}});
  expect("aten.cumsum.default %0, dim = 0", {{"f64", {}, {2.5}}},
         {{"f64", {}, {2.5}}});
  expect("aten.cumsum.default %0, dim = 1", {{"f64", {2, 0}, {}}},
         {{"f64", {2, 0}, {}}});
}

TEST_F(ScansTest, Extremes) {
  expect("aten.cummax.default %0, dim = 1",
         {{"f64", {2, 4}, {3, 1, 3, -2, NAN, 4, NAN, 0}}},
         {{"f64", {2, 4}, {3, 3, 3, 3, NAN, NAN, NAN, NAN}},
          {"i64", {2, 4}, {0, 0, 2, 2, 0, 0, 2, 2}}});
  expect("aten.cummin.default %0, dim = 1",
         {{"f64", {2, 4}, {3, 1, 3, -2, NAN, 4, NAN, 0}}},
         {{"f64", {2, 4}, {3, 1, 1, -2, NAN, NAN, NAN, NAN}},
          {"i64", {2, 4}, {0, 1, 1, 3, 0, 0, 2, 2}}});
  expect("aten.cummax.default %0, dim = 1",
         {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {2, 3}, {3, 3, 3, 0, 7, 7}},
          {"i64", {2, 3}, {0, 0, 0, 0, 1, 2}}});
  expect("aten.cummin.default %0, dim = 0",
         {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {2, 3}, {3, -1, 2, 0, -1, 2}},
          {"i64", {2, 3}, {0, 0, 0, 1, 0, 0}}});
}

TEST_F(ScansTest, LogCumSumExp) {
  expect("aten.logcumsumexp.default %0, dim = 1",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64",
           {2, 3},
           {1.5, 1.5297504182726205, 3.2069069336734133, 0.25,
            5.008614483762176, 5.0086310420672815}}});
  expect("aten.logcumsumexp.default %0, dim = 0",
         {{"f64", {5}, {-INFINITY, -INFINITY, 1, INFINITY, 2}}},
         {{"f64", {5}, {-INFINITY, -INFINITY, 1, INFINITY, INFINITY}}});
  expect("aten.logcumsumexp.default %0, dim = 1",
         {{"f64", {2, 4}, {3, 1, 3, -2, NAN, 4, NAN, 0}}},
         {{"f64",
           {2, 4},
           {3, 3.1269280110429727, 3.7586236756795137, 3.761774159226275, NAN,
            NAN, NAN, NAN}}});
}

TEST_F(ScansTest, Softmax) {
  expect(
      "aten._softmax.default %0, dim = 1, half_to_float = false",
      {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
      {{"f64",
        {2, 3},
        {0.18142608857948594, 0.005478593159646257, 0.8130953182608678,
         0.008577343386267335, 0.9914060984457149, 1.6558168017865164e-05}}});
  expect("aten._softmax.default %0, dim = 0, half_to_float = false",
         {{"f64", {2, 4}, {3, 1, 3, -2, NAN, 4, NAN, 0}}},
         {{"f64",
           {2, 4},
           {NAN, 0.04742587317756679, NAN, 0.11920292202211755, NAN,
            0.9525741268224334, NAN, 0.8807970779778823}}});
  expect("aten._log_softmax.default %0, dim = -1, half_to_float = false",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64",
           {2, 3},
           {-1.706906933673413, -5.206906933673413, -0.2069069336734131,
            -4.7586310420672815, -0.008631042067281268, -11.00863104206728}}});
  expect("aten._softmax.default %0, dim = 1, half_to_float = false",
         {{"f64", {2, 2}, {-INFINITY, -INFINITY, -INFINITY, 0}}},
         {{"f64", {2, 2}, {NAN, NAN, 0, 1}}});
  expect("aten._log_softmax.default %0, dim = 0, half_to_float = false",
         {{"f64", {3}, {-INFINITY, 0, 1000}}},
         {{"f64", {3}, {-INFINITY, -1000, 0}}});
  expect("aten._softmax.default %0, dim = 0, half_to_float = false",
         {{"f16", {4}, {1.5, 2.25, -3, 100}}}, {{"f16", {4}, {0, 0, 0, 1}}});
}

TEST_F(ScansTest, SoftmaxBackward) {
  expect(
      "aten._softmax_backward_data.default %0, %1, dim = 1, input_dtype = f64",
      {{"f64", {2, 4}, {0.5, -1, 2, 0.25, 1, 0, 3, -0.5}},
       {"f64",
        {2, 4},
        {0.1542348252841622, 0.034414441266120206, 0.6912325307415308,
         0.12011820270818684, 0.11135775988499753, 0.040966230476596546,
         0.8228287348414959, 0.024847274796909895}}},
      {{"f64",
        {2, 4},
        {-0.14732473240853955, -0.08449425303532232, 0.3765851530864644,
         -0.14476616764260247, -0.1745444164141586, -0.10517753284663273,
         0.3559389850436621, -0.07621703578287027}}});
  expect("aten._log_softmax_backward_data.default %0, %1, dim = 1, input_dtype "
         "= f64",
         {{"f64", {2, 4}, {0.5, -1, 2, 0.25, 1, 0, 3, -0.5}},
          {"f64",
           {2, 4},
           {-1.8692789984482534, -3.3692789984482534, -0.36927899844825335,
            -2.1192789984482534, -2.195007198573594, -3.1950071985735944,
            -0.1950071985735942, -3.695007198573594}}},
         {{"f64",
           {2, 4},
           {0.23008905575271613, -1.0602252722157104, 0.7903430712023212,
            0.03979314526067304, 0.6102478404025086, -0.1433818066680879,
            0.12009942805476442, -0.5869654617891846}}});
}
