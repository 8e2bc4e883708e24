// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled kernels against loops in C++: values, splits of the domain, errors.
#include "KernelsFixture.h"

using namespace kiln;

TEST_P(KernelsTest, ElementwiseWithBroadcastAndDynamicSizes) {
  compile(R"mlir(
    exec.kernel @add_row(%x: tensor<?x?xf32>, %r: tensor<?xf32>, %m: index, %n: index)
        -> tensor<?x?xf32> attributes {dims = [[0, 1], [1], [0, 1]]} {
      %e = tensor.empty(%m, %n) : tensor<?x?xf32>
      %half = arith.constant 0.5 : f32
      %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
          affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
          iterator_types = ["parallel", "parallel"]}
          ins(%x, %r : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %s = arith.addf %a, %b : f32
        %t = arith.mulf %s, %half : f32
        linalg.yield %t : f32
      } -> tensor<?x?xf32>
      exec.yield %y : tensor<?x?xf32>
    })mlir");
  for (int64_t m : {0, 1, 5})
    for (int64_t n : {0, 1, 37}) {
      std::vector<float> x = randomFloats(m * n, 1), r = randomFloats(n, 2);
      std::vector<float> y(m * n);
      run("add_row", {x.data(), r.data()}, {m, n}, y);
      for (int64_t i = 0; i < m * n; ++i)
        EXPECT_EQ(y[i], (x[i] + r[i % n]) * 0.5f);
    }
}

TEST_P(KernelsTest, MaxPoolWithWindowOperand) {
  compile(R"mlir(
    exec.kernel @pool(%x: tensor<6x6xf32>) -> tensor<3x3xf32> attributes {dims = [[], []]} {
      %low = arith.constant 0xFF800000 : f32
      %p = tensor.pad %x low[1, 1] high[1, 1] {
      ^bb0(%a: index, %b: index):
        tensor.yield %low : f32
      } : tensor<6x6xf32> to tensor<8x8xf32>
      %window = tensor.empty() : tensor<3x3xf32>
      %e = tensor.empty() : tensor<3x3xf32>
      %f = linalg.fill ins(%low : f32) outs(%e : tensor<3x3xf32>) -> tensor<3x3xf32>
      %y = linalg.generic {indexing_maps = [
          affine_map<(h, w, i, j) -> (h * 2 + i, w * 2 + j)>,
          affine_map<(h, w, i, j) -> (i, j)>, affine_map<(h, w, i, j) -> (h, w)>],
          iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
          ins(%p, %window : tensor<8x8xf32>, tensor<3x3xf32>) outs(%f : tensor<3x3xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %r = arith.maximumf %a, %o : f32
        linalg.yield %r : f32
      } -> tensor<3x3xf32>
      exec.yield %y : tensor<3x3xf32>
    })mlir");
  auto x = randomFloats(36, 5);
  std::vector<float> y(9);
  run("pool", {x.data()}, {}, y);
  for (int64_t at = 0; at < 9; ++at) {
    float most = -INFINITY;
    for (int64_t i = 0; i < 9; ++i) {
      int64_t h = at / 3 * 2 + i / 3 - 1, w = at % 3 * 2 + i % 3 - 1;
      if (h >= 0 && h < 6 && w >= 0 && w < 6)
        most = std::max(most, x[h * 6 + w]);
    }
    EXPECT_EQ(y[at], most);
  }
}

TEST_P(KernelsTest, SoftmaxInThreeKernelsAndMean) {
  compile(R"mlir(
    #ij = affine_map<(i, j) -> (i, j)>
    #i = affine_map<(i, j) -> (i)>
    exec.kernel @rowmax(%x: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?xf32>
        attributes {dims = [[0, 1], [0]]} {
      %low = arith.constant 0xFF800000 : f32
      %e = tensor.empty(%m) : tensor<?xf32>
      %f = linalg.fill ins(%low : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
      %y = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<?x?xf32>) outs(%f : tensor<?xf32>) {
      ^bb0(%a: f32, %o: f32):
        %r = arith.maximumf %a, %o : f32
        linalg.yield %r : f32
      } -> tensor<?xf32>
      exec.yield %y : tensor<?xf32>
    }
    exec.kernel @rowsum(%x: tensor<?x?xf32>, %max: tensor<?xf32>, %m: index, %n: index)
        -> tensor<?xf32> attributes {dims = [[0, 1], [0], [0]]} {
      %zero = arith.constant 0.0 : f32
      %e2 = tensor.empty(%m, %n) : tensor<?x?xf32>
      %p = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
          ins(%x, %max : tensor<?x?xf32>, tensor<?xf32>) outs(%e2 : tensor<?x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %d = arith.subf %a, %b : f32
        %r = math.exp %d : f32
        linalg.yield %r : f32
      } -> tensor<?x?xf32>
      %e = tensor.empty(%m) : tensor<?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
      %y = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
          ins(%p : tensor<?x?xf32>) outs(%f : tensor<?xf32>) {
      ^bb0(%a: f32, %o: f32):
        %r = arith.addf %a, %o : f32
        linalg.yield %r : f32
      } -> tensor<?xf32>
      exec.yield %y : tensor<?xf32>
    }
    exec.kernel @mean(%x: tensor<?x?xf32>, %m: index, %n: index) -> tensor<f32>
        attributes {dims = [[0, 1], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<f32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
      %s = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
          ins(%x : tensor<?x?xf32>) outs(%f : tensor<f32>) {
      ^bb0(%a: f32, %o: f32):
        %r = arith.addf %a, %o : f32
        linalg.yield %r : f32
      } -> tensor<f32>
      %c = arith.muli %m, %n : index
      %ci = arith.index_cast %c : index to i64
      %cf = arith.sitofp %ci : i64 to f32
      %y = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
          ins(%s : tensor<f32>) outs(%e : tensor<f32>) {
      ^bb0(%a: f32, %o: f32):
        %r = arith.divf %a, %cf : f32
        linalg.yield %r : f32
      } -> tensor<f32>
      exec.yield %y : tensor<f32>
    })mlir");
  const int64_t m = 4, n = 300;
  auto x = randomFloats(m * n, 1);
  std::vector<float> most(m), sum(m), mean(1);
  run("rowmax", {x.data()}, {m, n}, most);
  run("rowsum", {x.data(), most.data()}, {m, n}, sum);
  run("mean", {x.data()}, {m, n}, mean);
  double total = 0;
  for (int64_t i = 0; i < m; ++i) {
    double wanted = 0;
    EXPECT_EQ(most[i], *std::max_element(&x[i * n], &x[i * n] + n));
    for (int64_t j = 0; j < n; ++j) {
      wanted += std::exp(double(x[i * n + j] - most[i]));
      total += x[i * n + j];
    }
    EXPECT_NEAR(sum[i], wanted, wanted * 1e-7);
  }
  EXPECT_NEAR(mean[0], total / (m * n), 1e-7);
}

TEST_P(KernelsTest, MovesOfElements) {
  compile(R"mlir(
    #id = affine_map<(i) -> (i)>
    exec.kernel @moves(%x: tensor<?x4xf32>, %z: tensor<6xf32>, %s: index) -> tensor<12xf32>
        attributes {dims = [[0], [], []]} {
      %slice = tensor.extract_slice %x[1, 0] [2, 3] [1, 1] : tensor<?x4xf32> to tensor<2x3xf32>
      %flat = tensor.collapse_shape %slice [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
      %all = tensor.concat dim(0) %flat, %z : (tensor<6xf32>, tensor<6xf32>) -> tensor<12xf32>
      %up = tensor.expand_shape %all [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
      %e = tensor.empty() : tensor<4x3xf32>
      %t = linalg.transpose ins(%up : tensor<3x4xf32>) outs(%e : tensor<4x3xf32>) permutation = [1, 0]
      %back = tensor.collapse_shape %t [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
      %table = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0]> : tensor<12xf32>
      %flags = arith.constant dense<[true, false, true, true, true, true, true, true, true, true, true, false]> : tensor<12xi1>
      %o = tensor.empty() : tensor<12xf32>
      %y = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
          ins(%back, %table, %flags : tensor<12xf32>, tensor<12xf32>, tensor<12xi1>) outs(%o : tensor<12xf32>) {
      ^bb0(%a: f32, %b: f32, %c: i1, %d: f32):
        %p = arith.addf %a, %b : f32
        %i = linalg.index 0 : index
        %j = arith.index_cast %i : index to i64
        %k = arith.sitofp %j : i64 to f32
        %q = arith.addf %p, %k : f32
        %r = arith.select %c, %q, %a : f32
        linalg.yield %r : f32
      } -> tensor<12xf32>
      exec.yield %y : tensor<12xf32>
    })mlir");
  const int64_t s = 3;
  auto x = randomFloats(s * 4, 1), z = randomFloats(6, 2);
  std::vector<float> y(12);
  run("moves", {x.data(), z.data()}, {s}, y);
  for (int64_t i = 0; i < 12; ++i) {
    int64_t from = i % 3 * 4 + i / 3;
    float a = from < 6 ? x[(1 + from / 3) * 4 + from % 3] : z[from - 6];
    EXPECT_EQ(y[i], i == 1 || i == 11 ? a : a + i + i);
  }
}

TEST_P(KernelsTest, GatherReportsIndicesOutOfRange) {
  compile(R"mlir(
    #id = affine_map<(i) -> (i)>
    exec.kernel @gather(%table: tensor<?xf32>, %index: tensor<4xi64>, %s: index) -> tensor<4xf32>
        attributes {dims = [[0], [], []]} {
      %e = tensor.empty() : tensor<4xf32>
      %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%index : tensor<4xi64>) outs(%e : tensor<4xf32>) {
      ^bb0(%a: i64, %o: f32):
        %i = arith.index_cast %a : i64 to index
        %r = tensor.extract %table[%i] : tensor<?xf32>
        linalg.yield %r : f32
      } -> tensor<4xf32>
      exec.yield %y : tensor<4xf32>
    })mlir");
  auto table = randomFloats(5, 1);
  std::vector<int64_t> index = {4, 0, 2, 1};
  std::vector<float> y(4);
  run("gather", {table.data(), index.data()}, {5}, y);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(y[i], table[index[i]]);
  for (int64_t bad : {int64_t(5), int64_t(-1), INT64_MIN, INT64_MAX}) {
    index[2] = bad;
    std::vector<void *> buffers = {table.data(), index.data(), y.data()};
    EXPECT_NE(kernels->run("gather", buffers, {5}, 4), 0);
    EXPECT_EQ(kernels->get("gather")(buffers.data(), &index[3], 0, 0, nullptr),
              0);
  }
}

TEST_P(KernelsTest, ArgmaxHasTwoResults) {
  compile(R"mlir(
    #ij = affine_map<(i, j) -> (i, j)>
    #i = affine_map<(i, j) -> (i)>
    exec.kernel @argmax(%x: tensor<?x7xf32>, %s: index) -> (tensor<?xf32>, tensor<?xi64>)
        attributes {dims = [[0], [0], [0]]} {
      %low = arith.constant 0xFF800000 : f32
      %none = arith.constant 0 : i64
      %e = tensor.empty(%s) : tensor<?xf32>
      %g = tensor.empty(%s) : tensor<?xi64>
      %f = linalg.fill ins(%low : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
      %h = linalg.fill ins(%none : i64) outs(%g : tensor<?xi64>) -> tensor<?xi64>
      %y:2 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<?x7xf32>) outs(%f, %h : tensor<?xf32>, tensor<?xi64>) {
      ^bb0(%a: f32, %o: f32, %p: i64):
        %j = linalg.index 1 : index
        %k = arith.index_cast %j : index to i64
        %c = arith.cmpf ogt, %a, %o : f32
        %q = arith.select %c, %a, %o : f32
        %r = arith.select %c, %k, %p : i64
        linalg.yield %q, %r : f32, i64
      } -> (tensor<?xf32>, tensor<?xi64>)
      exec.yield %y#0, %y#1 : tensor<?xf32>, tensor<?xi64>
    })mlir");
  const int64_t s = 11;
  auto x = randomFloats(s * 7, 8);
  std::vector<float> most(s);
  std::vector<int64_t> where(s);
  ASSERT_EQ(kernels->run("argmax", {x.data(), most.data(), where.data()}, {s},
                         s, {3}),
            0);
  for (int64_t i = 0; i < s; ++i) {
    float *row = &x[i * 7];
    EXPECT_EQ(where[i], std::max_element(row, row + 7) - row);
    EXPECT_EQ(most[i], row[where[i]]);
  }
}

TEST_P(KernelsTest, SmallFloatsRoundAsIeee) {
  compile(R"mlir(
    #id = affine_map<(i) -> (i)>
    exec.kernel @half(%x: tensor<?xf32>, %n: index) -> tensor<?xf16> attributes {dims = [[0], [0]]} {
      %e = tensor.empty(%n) : tensor<?xf16>
      %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%x : tensor<?xf32>) outs(%e : tensor<?xf16>) {
      ^bb0(%a: f32, %o: f16):
        %r = arith.truncf %a : f32 to f16
        linalg.yield %r : f16
      } -> tensor<?xf16>
      exec.yield %y : tensor<?xf16>
    }
    exec.kernel @single(%x: tensor<?xf16>, %n: index) -> tensor<?xf32> attributes {dims = [[0], [0]]} {
      %e = tensor.empty(%n) : tensor<?xf32>
      %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%x : tensor<?xf16>) outs(%e : tensor<?xf32>) {
      ^bb0(%a: f16, %o: f32):
        %r = arith.extf %a : f16 to f32
        linalg.yield %r : f32
      } -> tensor<?xf32>
      exec.yield %y : tensor<?xf32>
    }
    exec.kernel @brain(%x: tensor<?xbf16>, %n: index) -> tensor<?xbf16> attributes {dims = [[0], [0]]} {
      %e = tensor.empty(%n) : tensor<?xbf16>
      %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%x : tensor<?xbf16>) outs(%e : tensor<?xbf16>) {
      ^bb0(%a: bf16, %o: bf16):
        %p = arith.mulf %a, %a : bf16
        %r = math.tanh %p : bf16
        linalg.yield %r : bf16
      } -> tensor<?xbf16>
      exec.yield %y : tensor<?xbf16>
    })mlir");
  // Every f16 survives the way to f32 and back, and is what it should be.
  const int64_t n = 65536;
  std::vector<uint16_t> halves(n), again(n);
  std::vector<float> singles(n);
  for (int64_t i = 0; i < n; ++i)
    halves[i] = i;
  run("single", {halves.data()}, {n}, singles);
  run("half", {singles.data()}, {n}, again);
  for (int64_t i = 0; i < n; ++i) {
    int exponent = i >> 10 & 31, fraction = i & 1023;
    double size = exponent == 0 ? std::ldexp(fraction, -24)
                                : std::ldexp(fraction + 1024, exponent - 25);
    if (exponent == 31) {
      EXPECT_EQ(std::isnan(singles[i]), fraction != 0);
    } else {
      EXPECT_EQ(singles[i], (float)(i >> 15 ? -size : size));
    }
    if (exponent != 31 || fraction == 0)
      EXPECT_EQ(again[i], halves[i]);
  }
  // Ties go to even: 1 + 2^-11 down, 1 + 3 * 2^-11 up; 65520 is infinity.
  singles = {1 + 0x1p-11f, 1 + 0x3p-11f, 65519.9f, 65520, 0x1p-25f, 0x3p-26f};
  again.resize(6);
  run("half", {singles.data()}, {6}, again);
  EXPECT_EQ(again,
            (std::vector<uint16_t>{0x3c00, 0x3c02, 0x7bff, 0x7c00, 0, 1}));
  std::vector<uint16_t> brain = {0x3f80, 0x4000, 0x7fc0, 0xbf00}, out(4);
  run("brain", {brain.data()}, {4}, out);
  EXPECT_EQ(out[0], 0x3f43); // tanh(1) = 0.7616
  EXPECT_EQ(out[1], 0x3f80); // tanh(4) = 0.9993
  EXPECT_GT(out[2] & 0x7fff, 0x7f80);
  EXPECT_EQ(out[3], 0x3e7b); // tanh(0.25) = 0.2449
}

KILN_TEST_LEVELS(KernelsTest)
