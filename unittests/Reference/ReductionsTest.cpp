// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelTest.h"

#include <cmath>

using namespace kiln::reference;

using ReductionsTest = KernelTest;

TEST_F(ReductionsTest, Sum) {
  expect("aten.sum.dim_IntList %0, dim = [1], keepdim = true",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2, 1}, {2.5, -0.75}}});
  expect("aten.sum.dim_IntList %0, dim = [-2]",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {3}, {1.75, 3, -3}}});
  expect("aten.sum.dim_IntList %0, dim = []",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}}, {{"f64", {}, {1.75}}});
  expect("aten.sum.dim_IntList %0",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}}, {{"f64", {}, {1.75}}});
  expect("aten.sum.default %0", {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {}, {18}}});
  expect("aten.sum.default %0", {{"i1", {2, 2}, {1, 0, 1, 1}}},
         {{"i64", {}, {3}}});
  expect("aten.sum.default %0",
         {{"complex<f64>", {2, 2}, {1, 2, -0, -1, 3, 0, 2, -1}}},
         {{"complex<f64>", {}, {6, 0}}});
  expect("aten.sum.default %0, dtype = f32",
         {{"f16", {4}, {1.5, 2.25, -3, 100}}}, {{"f32", {}, {100.75}}});
  expect("aten.sum.dim_IntList %0, dim = [1]", {{"f64", {2, 0}, {}}},
         {{"f64", {2}, {0, 0}}});
  expect("aten.sum.default %0", {{"f64", {}, {2.5}}}, {{"f64", {}, {2.5}}});
  expect("aten.sum.dim_IntList %0, dim = [0]", {{"ui8", {3}, {200, 100, 3}}},
         {{"i64", {}, {303}}});
  expect("aten.sum.dim_IntList %0, dim = [0], dtype = i64",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"i64", {3}, {1, 3, -3}}});
  expect("aten.nansum.default %0", {{"f64", {2, 3}, {1, NAN, 3, 2, 2, -1}}},
         {{"f64", {}, {7}}});
}

TEST_F(ReductionsTest, Mean) {
  expect("aten.mean.dim %0, dim = [0]",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {3}, {0.875, 1.5, -1.5}}});
  expect("aten.mean.dim %0, dim = [0, 1], keepdim = true",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {1, 1}, {0.2916666666666667}}});
  expect("aten.mean.default %0",
         {{"complex<f64>", {2, 2}, {1, 2, -0, -1, 3, 0, 2, -1}}},
         {{"complex<f64>", {}, {1.5, 0}}});
  expect("aten.mean.dim %0, dim = [1]", {{"f64", {2, 0}, {}}},
         {{"f64", {2}, {NAN, NAN}}});
  expect("aten.mean.default %0, dtype = f64",
         {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}}, {{"f64", {}, {3}}});
  expect("aten.mean.dim %0, dim = [0]", {{"f16", {4}, {1.5, 2.25, -3, 100}}},
         {{"f16", {}, {25.1875}}});
}

TEST_F(ReductionsTest, Prod) {
  expect("aten.prod.dim_int %0, dim = 1",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2}, {-9, -7.5}}});
  expect("aten.prod.default %0", {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {}, {0}}});
  expect("aten.prod.dim_int %0, dim = 0", {{"ui8", {3}, {200, 100, 3}}},
         {{"i64", {}, {60000}}});
  expect("aten.prod.default %0",
         {{"complex<f64>", {2, 2}, {1, 2, -0, -1, 3, 0, 2, -1}}},
         {{"complex<f64>", {}, {9, -12}}});
  expect("aten.prod.default %0", {{"f64", {2, 0}, {}}}, {{"f64", {}, {1}}});
  expect("aten.prod.dim_int %0, dim = 0", {{"f64", {}, {2.5}}},
         {{"f64", {}, {2.5}}});
}

TEST_F(ReductionsTest, AnyAll) {
  expect("aten.any.default %0", {{"i1", {2, 2}, {1, 0, 1, 1}}},
         {{"i1", {}, {1}}});
  expect("aten.any.dim %0, dim = 1, keepdim = true",
         {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}}, {{"i1", {2, 1}, {1, 1}}});
  expect("aten.any.dims %0, dim = [0]", {{"i1", {2, 2}, {1, 0, 1, 1}}},
         {{"i1", {2}, {1, 1}}});
  expect("aten.any.dims %0, dim = []", {{"i1", {2, 2}, {1, 0, 1, 1}}},
         {{"i1", {2, 2}, {1, 0, 1, 1}}});
  expect("aten.any.dims %0", {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"i1", {}, {1}}});
  expect("aten.all.default %0", {{"f64", {2, 3}, {1, NAN, 3, 2, 2, -1}}},
         {{"i1", {}, {1}}});
  expect("aten.all.dim %0, dim = 0", {{"i1", {2, 2}, {1, 0, 1, 1}}},
         {{"i1", {2}, {1, 0}}});
  expect("aten.all.dims %0, dim = []", {{"i1", {2, 2}, {1, 0, 1, 1}}},
         {{"i1", {2, 2}, {1, 0, 1, 1}}});
  expect("aten.any.dim %0, dim = 1", {{"f64", {2, 0}, {}}},
         {{"i1", {2}, {0, 0}}});
  expect("aten.all.dim %0, dim = 1", {{"f64", {2, 0}, {}}},
         {{"i1", {2}, {1, 1}}});
  expect("aten.any.default %0", {{"ui8", {3}, {200, 100, 3}}},
         {{"ui8", {}, {1}}});
  expect("aten.any.default %0",
         {{"complex<f64>", {2, 2}, {1, 2, -0, -1, 3, 0, 2, -1}}},
         {{"i1", {}, {1}}});
  expect("aten.count_nonzero.default %0",
         {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}}, {{"i64", {}, {5}}});
  expect("aten.count_nonzero.dim_IntList %0, dim = [1]",
         {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}}, {{"i64", {2}, {3, 2}}});
}

TEST_F(ReductionsTest, Extremes) {
  expect("aten.amax.default %0, dim = [1]",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}}, {{"f64", {2}, {3, 5}}});
  expect("aten.amin.default %0, dim = [1], keepdim = true",
         {{"f64", {2, 3}, {1, NAN, 3, 2, 2, -1}}},
         {{"f64", {2, 1}, {NAN, -1}}});
  expect("aten.amax.default %0", {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {}, {7}}});
  expect("aten.max.default %0", {{"f64", {2, 3}, {1, NAN, 3, 2, 2, -1}}},
         {{"f64", {}, {NAN}}});
  expect("aten.min.default %0", {{"i64", {2, 3}, {3, -1, 2, 0, 7, 7}}},
         {{"i64", {}, {-1}}});
  expect("aten.amax.default %0, dim = [0]", {{"i1", {2, 2}, {1, 0, 1, 1}}},
         {{"i1", {2}, {1, 1}}});
  expect("aten.amax.default %0, dim = [0]",
         {{"f16", {4}, {1.5, 2.25, -3, 100}}}, {{"f16", {}, {100}}});
  expect("aten.max.default %0", {{"f64", {}, {2.5}}}, {{"f64", {}, {2.5}}});
  expect("aten.aminmax.default %0, dim = 0",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {3}, {0.25, -2, -6}}, {"f64", {3}, {1.5, 5, 3}}});
  expect("aten.aminmax.default %0, dim = 1, keepdim = true",
         {{"f64", {2, 3}, {1, NAN, 3, 2, 2, -1}}},
         {{"f64", {2, 1}, {NAN, -1}}, {"f64", {2, 1}, {NAN, 2}}});
}

TEST_F(ReductionsTest, Hash) {
  expect("aten.hash_tensor.default %0, dim = [1]",
         {{"i64", {2, 3}, {3, 1, 2, 0, 7, 7}}}, {{"ui64", {2}, {0, 0}}});
}

TEST_F(ReductionsTest, Variance) {
  expect("aten.var.correction %0, dim = [1]",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2}, {6.583333333333334, 30.4375}}});
  expect("aten.var.correction %0, dim = [1], correction = 0",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2}, {4.388888888888889, 20.291666666666668}}});
  expect("aten.var.correction %0, correction = 2.5",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {}, {21.6577380952381}}});
  expect("aten.var.correction %0, dim = [0], correction = 3, keepdim = true",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {1, 3}, {INFINITY, INFINITY, INFINITY}}});
  expect("aten.var.dim %0, dim = [0], unbiased = false",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {3}, {0.390625, 12.25, 20.25}}});
  expect("aten.var.default %0", {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {}, {15.160416666666668}}});
  expect("aten.std.correction %0, dim = [1], correction = 1",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2}, {2.565800719723442, 5.5170191226784775}}});
  expect("aten.var.correction %0, dim = [1]",
         {{"complex<f64>", {2, 2}, {1, 2, -0, -1, 3, 0, 2, -1}}},
         {{"f64", {2}, {5, 1}}});
  expect(
      "aten.var_mean.correction %0, dim = [0], correction = 0, keepdim = true",
      {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
      {{"f64", {1, 3}, {0.390625, 12.25, 20.25}},
       {"f64", {1, 3}, {0.875, 1.5, -1.5}}});
  expect("aten.std_mean.correction %0, dim = [1]",
         {{"complex<f64>", {2, 2}, {1, 2, -0, -1, 3, 0, 2, -1}}},
         {{"f64", {2}, {2.23606797749979, 1}},
          {"complex<f64>", {2}, {0.5, 0.5, 2.5, -0.5}}});
  expect("aten.var.correction %0, dim = [1]", {{"f64", {2, 0}, {}}},
         {{"f64", {2}, {NAN, NAN}}});
  expect("aten.var.correction %0, dim = [1]",
         {{"f64", {2, 3}, {1, NAN, 3, 2, 2, -1}}}, {{"f64", {2}, {NAN, 3}}});
}

TEST_F(ReductionsTest, Norms) {
  expect("aten.linalg_vector_norm.default %0",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {}, {8.735702604828074}}});
  expect("aten.linalg_vector_norm.default %0, ord = 1, dim = [1]",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2}, {6.5, 11.25}}});
  expect("aten.linalg_vector_norm.default %0, ord = Inf, dim = [0]",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {3}, {1.5, 5, 6}}});
  expect("aten.linalg_vector_norm.default %0, ord = -Inf, dim = [0], keepdim = "
         "true",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {1, 3}, {0.25, 2, 3}}});
  expect("aten.linalg_vector_norm.default %0, ord = 0",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}}, {{"f64", {}, {6}}});
  expect("aten.linalg_vector_norm.default %0, ord = 3, dim = [1]",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2}, {3.372998355852712, 6.986474733911134}}});
  expect("aten.linalg_vector_norm.default %0, ord = -1.5, dim = [1]",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2}, {0.9439742656036176, 0.2467719782679948}}});
  expect("aten.linalg_vector_norm.default %0, dim = [1]",
         {{"complex<f64>", {2, 2}, {1, 2, -0, -1, 3, 0, 2, -1}}},
         {{"f64", {2}, {2.4494897427831783, 3.7416573867739413}}});
  expect("aten.linalg_vector_norm.default %0, dim = [1]",
         {{"f64", {2, 3}, {1, NAN, 3, 2, 2, -1}}}, {{"f64", {2}, {NAN, 3}}});
  expect("aten.linalg_vector_norm.default %0, ord = Inf, dim = [1]",
         {{"f64", {2, 3}, {1, NAN, 3, 2, 2, -1}}}, {{"f64", {2}, {NAN, 2}}});
  expect("aten.norm.ScalarOpt_dim %0, p = 2, dim = [0]",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64",
           {3},
           {1.5206906325745548, 5.385164807134504, 6.708203932499369}}});
  expect("aten.linalg_vector_norm.default %0, dim = [1]", {{"f64", {2, 0}, {}}},
         {{"f64", {2}, {0, 0}}});
  expect(
      "aten.dist.default %0, %1",
      {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}, {"f64", {3}, {1.5, -2, 3}}},
      {{"f64", {}, {11.470069746954461}}});
  expect("aten.dist.default %0, %1, p = 3",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}, {"f64", {}, {2.5}}},
         {{"f64", {}, {9.018032262343553}}});
  expect("aten.dist.default %0, %1, p = Inf",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}, {"f64", {}, {2.5}}},
         {{"f64", {}, {8.5}}});
}

TEST_F(ReductionsTest, LogSumExp) {
  expect("aten.logsumexp.default %0, dim = [1]",
         {{"f64", {2, 3}, {1.5, -2, 3, 0.25, 5, -6}}},
         {{"f64", {2}, {3.2069069336734133, 5.0086310420672815}}});
  expect("aten.logsumexp.default %0, dim = [0]",
         {{"f64", {2}, {-INFINITY, -INFINITY}}}, {{"f64", {}, {-INFINITY}}});
  expect("aten.logsumexp.default %0, dim = [0]", {{"f64", {2}, {INFINITY, 1}}},
         {{"f64", {}, {INFINITY}}});
  expect("aten.logsumexp.default %0, dim = [0, 1], keepdim = true",
         {{"f64", {2, 3}, {1, NAN, 3, 2, 2, -1}}}, {{"f64", {1, 1}, {NAN}}});
}
