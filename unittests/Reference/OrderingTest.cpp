// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelTest.h"

#include <cmath>

using namespace kiln::reference;

using OrderingTest = KernelTest;

TEST_F(OrderingTest, Arg) {
  expect("aten.argmax.default %0", {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"i64", {}, {4}}});
  expect("aten.argmax.default %0, dim = 1",
         {{"f64", {3, 4}, {3, 1, NAN, 3, NAN, 4, 4, NAN, 5, 5, 5, 1}}},
         {{"i64", {3}, {2, 0, 0}}});
  expect("aten.argmin.default %0, dim = 1, keepdim = true",
         {{"f64", {3, 4}, {3, 1, NAN, 3, NAN, 4, 4, NAN, 5, 5, 5, 1}}},
         {{"i64", {3, 1}, {2, 0, 3}}});
  expect("aten.argmin.default %0", {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {}, {1}}});
  expect("aten.argmax.default %0, dim = 0", {{"ui8", {2, 2}, {1, 0, 1, 1}}},
         {{"i64", {2}, {0, 1}}});
  expect("aten.max.dim %0, dim = 1",
         {{"f64", {3, 4}, {3, 1, NAN, 3, NAN, 4, 4, NAN, 5, 5, 5, 1}}},
         {{"f64", {3}, {NAN, NAN, 5}}, {"i64", {3}, {2, 0, 0}}});
  expect("aten.min.dim %0, dim = 0, keepdim = true",
         {{"f64", {3, 4}, {3, 1, NAN, 3, NAN, 4, 4, NAN, 5, 5, 5, 1}}},
         {{"f64", {1, 4}, {NAN, 1, NAN, NAN}}, {"i64", {1, 4}, {1, 0, 0, 1}}});
  expect("aten.max.dim %0, dim = -1", {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {2}, {3, 7}}, {"i64", {2}, {0, 1}}});
  expect("aten.min.dim %0, dim = 0", {{"f64", {}, {2.5}}},
         {{"f64", {}, {2.5}}, {"i64", {}, {0}}});
  expect("aten.max.dim %0, dim = 1", {{"i1", {2, 2}, {1, 0, 1, 1}}},
         {{"i1", {2}, {1, 1}}, {"i64", {2}, {0, 0}}});
}

TEST_F(OrderingTest, Sort) {
  expect("aten.sort.default %0, dim = 1",
         {{"f64", {3, 4}, {3, 1, NAN, 3, NAN, 4, 4, NAN, 5, 5, 5, 1}}},
         {{"f64", {3, 4}, {1, 3, 3, NAN, 4, 4, NAN, NAN, 1, 5, 5, 5}},
          {"i64", {3, 4}, {1, 0, 3, 2, 1, 2, 0, 3, 3, 0, 1, 2}}});
  expect("aten.sort.default %0, dim = 1, descending = true",
         {{"f64", {3, 4}, {3, 1, NAN, 3, NAN, 4, 4, NAN, 5, 5, 5, 1}}},
         {{"f64", {3, 4}, {NAN, 3, 3, 1, NAN, NAN, 4, 4, 5, 5, 5, 1}},
          {"i64", {3, 4}, {2, 0, 3, 1, 0, 3, 1, 2, 0, 1, 2, 3}}});
  expect("aten.sort.stable %0, stable = true, dim = 0",
         {{"f64", {3, 4}, {3, 1, NAN, 3, NAN, 4, 4, NAN, 5, 5, 5, 1}}},
         {{"f64", {3, 4}, {3, 1, 4, 1, 5, 4, 5, 3, NAN, 5, NAN, NAN}},
          {"i64", {3, 4}, {0, 0, 1, 2, 2, 1, 2, 0, 1, 2, 0, 1}}});
  expect("aten.sort.default %0, dim = 1, descending = true",
         {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {2, 3}, {3, 2, -1, 7, 7, 0}},
          {"i64", {2, 3}, {0, 2, 1, 1, 2, 0}}});
  expect("aten.sort.default %0, dim = 0", {{"i1", {2, 2}, {1, 0, 1, 1}}},
         {{"i1", {2, 2}, {1, 0, 1, 1}}, {"i64", {2, 2}, {0, 0, 1, 1}}});
  expect("aten.sort.default %0", {{"f64", {}, {2.5}}},
         {{"f64", {}, {2.5}}, {"i64", {}, {0}}});
  expect("aten.sort.default %0, dim = 1", {{"f64", {2, 0}, {}}},
         {{"f64", {2, 0}, {}}, {"i64", {2, 0}, {}}});
}

TEST_F(OrderingTest, TopK) {
  expect("aten.topk.default %0, k = 2",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2, 2}, {3, 1.5, 5, 0.25}}, {"i64", {2, 2}, {2, 0, 1, 0}}});
  expect("aten.topk.default %0, k = 2, dim = 0, largest = false",
         {{"f64", {3, 4}, {3, 1, NAN, 3, NAN, 4, 4, NAN, 5, 5, 5, 1}}},
         {{"f64", {2, 4}, {3, 1, 4, 1, 5, 4, 5, 3}},
          {"i64", {2, 4}, {0, 0, 1, 2, 2, 1, 2, 0}}});
  expect("aten.topk.default %0, k = 1, dim = 1",
         {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {2, 1}, {3, 7}}, {"i64", {2, 1}, {0, 1}}});
  expect("aten.topk.default %0, k = 0",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2, 0}, {}}, {"i64", {2, 0}, {}}});
}

TEST_F(OrderingTest, Middle) {
  expect("aten.kthvalue.default %0, k = 2",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2}, {1.5, 0.25}}, {"i64", {2}, {0, 0}}});
  expect("aten.kthvalue.default %0, k = 2, dim = 0, keepdim = true",
         {{"f64", {3, 4}, {3, 1, NAN, 3, NAN, 4, 4, NAN, 5, 5, 5, 1}}},
         {{"f64", {1, 4}, {5, 4, 5, 3}}, {"i64", {1, 4}, {2, 1, 2, 0}}});
  expect("aten.median.default %0", {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {}, {0.25}}});
  expect("aten.median.default %0",
         {{"f64", {3, 4}, {3, 1, NAN, 3, NAN, 4, 4, NAN, 5, 5, 5, 1}}},
         {{"f64", {}, {NAN}}});
  expect("aten.nanmedian.default %0",
         {{"f64", {3, 4}, {3, 1, NAN, 3, NAN, 4, 4, NAN, 5, 5, 5, 1}}},
         {{"f64", {}, {4}}});
  expect("aten.median.dim %0, dim = 1",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2}, {1.5, 0.25}}, {"i64", {2}, {0, 0}}});
  expect("aten.median.dim %0, dim = 0", {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {3}, {0, -1, 2}}, {"i64", {3}, {1, 0, 0}}});
  expect("aten.nanmedian.dim %0, dim = 1",
         {{"f64", {3, 4}, {3, 1, NAN, 3, NAN, 4, 4, NAN, 5, 5, 5, 1}}},
         {{"f64", {3}, {3, 4, 5}}, {"i64", {3}, {0, 1, 0}}});
  expect("aten.median.default %0", {{"f32", {0}, {}}}, {{"f32", {}, {NAN}}});
}

TEST_F(OrderingTest, Mode) {
  expect("aten.mode.default %0", {{"f32", {2, 4}, {2, 1, 2, 1, 3, 3, 1, 0}}},
         {{"f32", {2}, {1, 3}}, {"i64", {2}, {3, 1}}});
  expect("aten.mode.default %0, dim = 1, keepdim = true",
         {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {2, 1}, {-1, 7}}, {"i64", {2, 1}, {1, 2}}});
}

TEST_F(OrderingTest, Errors) {
  EXPECT_EQ(errorOf("aten.kthvalue.default %0, k = 3", {{"f32", {2}, {1, 2}}},
                    {{"f32", {}, {}}, {"i64", {}, {}}}),
            "aten.kthvalue.default: there is no element number 3");
  EXPECT_EQ(errorOf("aten.topk.default %0, k = 3", {{"f32", {2}, {1, 2}}},
                    {{"f32", {3}, {}}, {"i64", {3}, {}}}),
            "aten.topk.default: there are no 3 elements of 2");
  EXPECT_EQ(
      errorOf("aten.argmax.default %0", {{"f32", {0}, {}}}, {{"i64", {}, {}}}),
      "aten.argmax.default: a choice among no elements");
  EXPECT_EQ(errorOf("aten.sort.default %0", {{"complex<f32>", {1}, {1, 2}}},
                    {{"complex<f32>", {1}, {}}, {"i64", {1}, {}}}),
            "aten.sort.default: complex numbers have no order");
  EXPECT_EQ(errorOf("aten.sort.default %0", {{"ui64", {1}, {1}}},
                    {{"ui64", {1}, {}}, {"i64", {1}, {}}}),
            "aten.sort.default: uint64 is not ordered here");
}
