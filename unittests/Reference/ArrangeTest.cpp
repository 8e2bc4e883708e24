// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views, arrangements, new tensors, writing through views.
#include "OpTest.h"

using namespace kiln;
using namespace kiln::reference;

namespace {
class ArrangeTest : public OpTest {
protected:
  /// [[0, 1, 2], [3, 4, 5]]
  Tensor matrix = i64({2, 3}, {0, 1, 2, 3, 4, 5});
  /// An op on the matrix with a result of `sizes`.
  std::string of(StringRef op, StringRef sizes) {
    return run("%r = " + op + " : (!ep.tensor<[2, 3], i64>) -> !ep.tensor<[" +
                   sizes + "], i64>",
               {matrix});
  }
  /// An op that makes a tensor.
  std::string made(StringRef op, StringRef type) {
    return run("%r = " + op + " : () -> !ep.tensor<" + type + ">");
  }
};

TEST_F(ArrangeTest, Shapes) {
  EXPECT_EQ(of("aten.view.default %0, size = [3, 2]", "3, 2"),
            "[3, 2] 0 1 2 3 4 5");
  EXPECT_EQ(of("aten.permute.default %0, dims = [1, 0]", "3, 2"),
            "[3, 2] 0 3 1 4 2 5");
  EXPECT_EQ(of("aten.permute.default %0, dims = [-1, 0]", "3, 2"),
            "[3, 2] 0 3 1 4 2 5");
  EXPECT_EQ(of("aten.transpose.int %0, dim0 = 0, dim1 = -1", "3, 2"),
            "[3, 2] 0 3 1 4 2 5");
  EXPECT_EQ(of("aten.expand.default %0, size = [2, -1, -1]", "2, 2, 3"),
            "[2, 2, 3] 0 1 2 3 4 5 0 1 2 3 4 5");
  EXPECT_EQ(of("aten.unsqueeze.default %0, dim = 1", "2, 1, 3"),
            "[2, 1, 3] 0 1 2 3 4 5");
}

TEST_F(ArrangeTest, Parts) {
  EXPECT_EQ(of("aten.slice.Tensor %0, dim = 1, start = -2, end = 100", "2, 2"),
            "[2, 2] 1 2 4 5");
  EXPECT_EQ(
      of("aten.slice.Tensor %0, dim = 1, start = 0, end = 3, step = 2", "2, 2"),
      "[2, 2] 0 2 3 5");
  EXPECT_EQ(of("aten.slice.Tensor %0, dim = 0, start = 2, end = 1", "0, 3"),
            "[0, 3]");
  EXPECT_EQ(of("aten.select.int %0, dim = 1, index = -1", "2"), "[2] 2 5");
  EXPECT_EQ(of("aten.diagonal.default %0, offset = 1", "2"), "[2] 1 5");
  EXPECT_EQ(of("aten.diagonal.default %0, offset = -1", "1"), "[1] 3");
  EXPECT_EQ(of("aten.unfold.default %0, dimension = 1, size = 2, step = 1",
               "2, 2, 2"),
            "[2, 2, 2] 0 1 1 2 3 4 4 5");
  EXPECT_EQ(run("%r:2 = aten.split_with_sizes.default %0, split_sizes = [1, "
                "2], dim = 1 : (!ep.tensor<[2, 3], i64>) -> (!ep.tensor<[2, "
                "1], i64>, !ep.tensor<[2, 2], i64>)",
                {matrix}),
            "[2, 1] 0 3; [2, 2] 1 2 4 5");
  EXPECT_EQ(run("%r:2 = aten.unbind.int %0 : (!ep.tensor<[2, 3], i64>) -> "
                "(!ep.tensor<[3], i64>, !ep.tensor<[3], i64>)",
                {matrix}),
            "[3] 0 1 2; [3] 3 4 5");
}

TEST_F(ArrangeTest, Strides) {
  EXPECT_EQ(of("aten.as_strided.default %0, size = [2, 2], stride = [1, 2], "
               "storage_offset = 1",
               "2, 2"),
            "[2, 2] 1 3 2 4");
  // The elements lie as the strides of the type say.
  EXPECT_EQ(run("%v = aten.as_strided.default %0, size = [6], stride = [1] : "
                "(!ep.tensor<[2, 3], i64>) -> !ep.tensor<[6], i64>",
                {matrix}),
            "[6] 0 1 2 3 4 5");
  EXPECT_NE(of("aten.as_strided.default %0, size = [7], stride = [1]", "7")
                .find("it views elements that its input does not show"),
            std::string::npos);
}

TEST_F(ArrangeTest, Arrangements) {
  EXPECT_EQ(of("aten.flip.default %0, dims = [-1]", "2, 3"),
            "[2, 3] 2 1 0 5 4 3");
  EXPECT_EQ(of("aten.roll.default %0, shifts = [1], dims = [1]", "2, 3"),
            "[2, 3] 2 0 1 5 3 4");
  EXPECT_EQ(of("aten.roll.default %0, shifts = [1]", "2, 3"),
            "[2, 3] 5 0 1 2 3 4");
  EXPECT_EQ(of("aten.repeat.default %0, repeats = [1, 2]", "2, 6"),
            "[2, 6] 0 1 2 0 1 2 3 4 5 3 4 5");
  EXPECT_EQ(
      of("aten.constant_pad_nd.default %0, pad = [1, -1, 0, 1], value = 7",
         "3, 3"),
      "[3, 3] 7 0 1 7 3 4 7 7 7");
  EXPECT_EQ(of("aten.tril.default %0", "2, 3"), "[2, 3] 0 0 0 3 4 0");
  EXPECT_EQ(of("aten.triu.default %0, diagonal = 1", "2, 3"),
            "[2, 3] 0 1 2 0 0 5");
  EXPECT_EQ(run("%r = aten.cat.default [%0, %1], dim = 1 : (!ep.tensor<[2, 3], "
                "i64>, !ep.tensor<[2, 1], f32>) -> !ep.tensor<[2, 4], f32>",
                {matrix, f32({2, 1}, {0.5, 1.5})}),
            "[2, 4] 0 1 2 0.5 3 4 5 1.5");
  EXPECT_EQ(run("%r = aten.stack.default [%0, %0] : (!ep.tensor<[2], i64>, "
                "!ep.tensor<[2], i64>) -> !ep.tensor<[2, 2], i64>",
                {i64({2}, {1, 2})}),
            "[2, 2] 1 2 1 2");
  EXPECT_EQ(run("%r = aten.repeat_interleave.Tensor %0 : (!ep.tensor<[3], "
                "i64>) -> !ep.tensor<[u0], i64>",
                {i64({3}, {2, 0, 1})}),
            "[3] 0 0 2");
}

TEST_F(ArrangeTest, NewTensors) {
  EXPECT_EQ(made("aten.full.default size = [2], fill_value = 1.5, dtype = f32",
                 "[2], f32"),
            "[2] 1.5 1.5");
  EXPECT_EQ(made("aten.full.default size = [], fill_value = true, dtype = i64",
                 "[], i64"),
            "[] 1");
  EXPECT_EQ(
      made("aten.arange.start_step start = 5, end = 0, step = -2", "[3], i64"),
      "[3] 5 3 1");
  EXPECT_EQ(made("aten.arange.start_step start = 0, end = 1, step = 0.25",
                 "[4], f32"),
            "[4] 0 0.25 0.5 0.75");
  EXPECT_NE(
      made("aten.arange.start_step start = 0, end = 1, step = 0", "[4], i64")
          .find("the step is 0"),
      std::string::npos);
  EXPECT_EQ(
      made("aten.linspace.default start = 0, end = 1, steps = 5", "[5], f32"),
      "[5] 0 0.25 0.5 0.75 1");
  EXPECT_EQ(made("aten.eye.m n = 2, m = 3", "[2, 3], f32"),
            "[2, 3] 1 0 0 0 1 0");
  EXPECT_EQ(made("aten.scalar_tensor.default s = 2.5", "[], f32"), "[] 2.5");
  EXPECT_EQ(of("aten.full_like.default %0, fill_value = 7", "2, 3"),
            "[2, 3] 7 7 7 7 7 7");
  EXPECT_EQ(run("%r = aten._to_copy.default %0, dtype = i8 : (!ep.tensor<[2], "
                "f32>) -> !ep.tensor<[2], i8>",
                {f32({2}, {-1.9, 130})}),
            "[2] -1 -126");
}

TEST_F(ArrangeTest, WritesThroughViews) {
  auto write = [&](StringRef op, StringRef sizes, Tensor source) {
    return run("%r = " + op + " : (!ep.tensor<[2, 3], i64>, !ep.tensor<[" +
                   sizes + "], i64>) -> !ep.tensor<[2, 3], i64>",
               {matrix, source});
  };
  EXPECT_EQ(write("aten.slice_scatter.default %0, %1, dim = 1, start = 1",
                  "2, 2", i64({2, 2}, {7, 8, 9, 10})),
            "[2, 3] 0 7 8 3 9 10");
  EXPECT_EQ(write("aten.select_scatter.default %0, %1, dim = 0, index = -1",
                  "3", i64({3}, {7, 8, 9})),
            "[2, 3] 0 1 2 7 8 9");
  EXPECT_EQ(write("aten.diagonal_scatter.default %0, %1, offset = 1", "2",
                  i64({2}, {7, 8})),
            "[2, 3] 0 7 2 3 4 8");
  EXPECT_EQ(write("aten.as_strided_scatter.default %0, %1, size = [2], stride "
                  "= [3], storage_offset = 1",
                  "2", i64({2}, {7, 8})),
            "[2, 3] 0 7 2 3 8 5");
  EXPECT_NE(write("aten.as_strided_scatter.default %0, %1, size = [2], stride "
                  "= [3], storage_offset = 5",
                  "2", i64({2}, {7, 8}))
                .find("it writes elements that its input does not show"),
            std::string::npos);
}

TEST_F(ArrangeTest, Errors) {
  auto has = [](StringRef text, StringRef part) { return text.contains(part); };
  EXPECT_TRUE(has(of("aten.view.default %0, size = [-1]", "u0"),
                  "the sizes of the result are not known"));
  SymbolValues symbols;
  symbols["s0"] = int64_t(5);
  EXPECT_TRUE(has(run("%r = aten.view.default %0, size = [s0] : "
                      "(!ep.tensor<[2, 3], i64>) -> !ep.tensor<[s0], i64>",
                      {matrix}, symbols),
                  "the result would have 5 elements, not 6"));
  EXPECT_TRUE(has(run("%r:2 = aten.split_with_sizes.default %0, split_sizes = "
                      "[1, s0], dim = 1 : (!ep.tensor<[2, 3], i64>) -> "
                      "(!ep.tensor<[2, 1], i64>, !ep.tensor<[2, s0], i64>)",
                      {matrix}, symbols),
                  "position 5 is outside of a dimension of 3"));
  symbols["s0"] = int64_t(1);
  EXPECT_TRUE(has(run("%r:2 = aten.split_with_sizes.default %0, split_sizes = "
                      "[1, s0], dim = 1 : (!ep.tensor<[2, 3], i64>) -> "
                      "(!ep.tensor<[2, 1], i64>, !ep.tensor<[2, s0], i64>)",
                      {matrix}, symbols),
                  "the parts have 4 elements together, not 6"));
  EXPECT_TRUE(
      has(run("%r = aten.slice_scatter.default %0, %1, dim = 1, end = 2 "
              ": (!ep.tensor<[2, 3], i64>, !ep.tensor<[3], i64>) -> "
              "!ep.tensor<[2, 3], i64>",
              {matrix, i64({3}, {1, 2, 3})}),
          "the source does not have the shape of the view"));
}
} // namespace
