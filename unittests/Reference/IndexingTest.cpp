// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and writing by indices and masks.
#include "OpTest.h"

using namespace kiln;
using namespace kiln::reference;

namespace {
class IndexingTest : public OpTest {
protected:
  Tensor matrix = i64({2, 3}, {0, 1, 2, 3, 4, 5});

  static bool has(StringRef text, StringRef part) {
    return text.contains(part);
  }
};

TEST_F(IndexingTest, AdvancedIndexing) {
  EXPECT_EQ(run("%r = aten.index.Tensor %0, [none, %1] : (!ep.tensor<[2, 3], "
                "i64>, !ep.tensor<[2], i64>) -> !ep.tensor<[2, 2], i64>",
                {matrix, i64({2}, {-1, 0})}),
            "[2, 2] 2 0 5 3");
  EXPECT_EQ(run("%r = aten.index.Tensor %0, [%1, %2] : (!ep.tensor<[2, 3], "
                "i64>, !ep.tensor<[2], i64>, !ep.tensor<[2, 1], i64>) -> "
                "!ep.tensor<[2, 2], i64>",
                {matrix, i64({2}, {0, 1}), i64({2, 1}, {1, 2})}),
            "[2, 2] 1 4 2 5");
  EXPECT_EQ(run("%r = aten.index.Tensor %0, [%1] : (!ep.tensor<[2, 3], i64>, "
                "!ep.tensor<[2, 3], i1>) -> !ep.tensor<[u0], i64>",
                {matrix, i1({2, 3}, {0, 1, 0, 0, 1, 1})}),
            "[3] 1 4 5");
  EXPECT_TRUE(has(run("%r = aten.index.Tensor %0, [%1] : (!ep.tensor<[2, 3], "
                      "i64>, !ep.tensor<[1], i64>) -> !ep.tensor<[1, 3], i64>",
                      {matrix, i64({1}, {2})}),
                  "index 2 is outside of a dimension of 2"));
}

TEST_F(IndexingTest, IndicesThatAreNotAdjacentComeFirst) {
  Tensor cube = i64({2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(run("%r = aten.index.Tensor %0, [%1, none, %1] : (!ep.tensor<[2, "
                "2, 2], i64>, !ep.tensor<[1], i64>, !ep.tensor<[1], i64>) -> "
                "!ep.tensor<[1, 2], i64>",
                {cube, i64({1}, {1})}),
            "[1, 2] 5 7");
}

TEST_F(IndexingTest, Rows) {
  EXPECT_EQ(
      run("%r = aten.index_select.default %0, dim = 1, %1 : (!ep.tensor<[2, "
          "3], i64>, !ep.tensor<[2], i64>) -> !ep.tensor<[2, 2], i64>",
          {matrix, i64({2}, {2, 2})}),
      "[2, 2] 2 2 5 5");
  EXPECT_EQ(run("%r = aten.gather.default %0, dim = 1, %1 : (!ep.tensor<[2, "
                "3], i64>, !ep.tensor<[2, 1], i64>) -> !ep.tensor<[2, 1], i64>",
                {matrix, i64({2, 1}, {2, 0})}),
            "[2, 1] 2 3");
  EXPECT_EQ(run("%r = aten.embedding.default %0, %1 : (!ep.tensor<[2, 3], "
                "i64>, !ep.tensor<[2], i64>) -> !ep.tensor<[2, 3], i64>",
                {matrix, i64({2}, {1, 1})}),
            "[2, 3] 3 4 5 3 4 5");
  EXPECT_TRUE(
      has(run("%r = aten.embedding.default %0, %1 : (!ep.tensor<[2, 3], i64>, "
              "!ep.tensor<[1], i64>) -> !ep.tensor<[1, 3], i64>",
              {matrix, i64({1}, {-1})}),
          "index -1 is outside of a dimension of 2"));
}

TEST_F(IndexingTest, Conditions) {
  EXPECT_EQ(run("%r = aten.nonzero.default %0 : (!ep.tensor<[2, 3], i64>) -> "
                "!ep.tensor<[u0, 2], i64>",
                {i64({2, 3}, {0, 7, 0, 0, 0, -1})}),
            "[2, 2] 0 1 1 2");
  EXPECT_EQ(run("%r = aten.nonzero_static.default %0, size = 2, fill_value = "
                "-1 : (!ep.tensor<[3], i64>) -> !ep.tensor<[2, 1], i64>",
                {i64({3}, {0, 0, 1})}),
            "[2, 1] 2 -1");
  EXPECT_EQ(run("%r = aten.masked_select.default %0, %1 : (!ep.tensor<[2, 3], "
                "i64>, !ep.tensor<[3], i1>) -> !ep.tensor<[u0], i64>",
                {matrix, i1({3}, {1, 0, 1})}),
            "[4] 0 2 3 5");
}

TEST_F(IndexingTest, Scatter) {
  Tensor zeros = i64({2, 3}, {0, 0, 0, 0, 0, 0});
  Tensor index = i64({2, 2}, {0, 0, 2, 1}), source = i64({2, 2}, {1, 2, 3, 4});
  auto scatter = [&](StringRef op) {
    return run("%r = " + op +
                   " : (!ep.tensor<[2, 3], i64>, !ep.tensor<[2, 2], i64>, "
                   "!ep.tensor<[2, 2], i64>) -> !ep.tensor<[2, 3], i64>",
               {zeros, index, source});
  };
  EXPECT_EQ(scatter("aten.scatter.src %0, dim = 1, %1, %2"),
            "[2, 3] 2 0 0 0 4 3");
  EXPECT_EQ(scatter("aten.scatter_add.default %0, dim = 1, %1, %2"),
            "[2, 3] 3 0 0 0 4 3");
  EXPECT_EQ(scatter("aten.scatter_reduce.two %0, dim = 1, %1, %2, reduce = "
                    "\"mean\", include_self = false"),
            "[2, 3] 1 0 0 0 4 3");
  EXPECT_EQ(
      scatter("aten.scatter_reduce.two %0, dim = 1, %1, %2, reduce = \"amax\""),
      "[2, 3] 2 0 0 0 4 3");
  EXPECT_TRUE(has(
      scatter(
          "aten.scatter_reduce.two %0, dim = 1, %1, %2, reduce = \"median\""),
      "reduction 'median'"));
}

TEST_F(IndexingTest, Puts) {
  EXPECT_EQ(run("%r = aten.index_put.default %0, [%1], %2, accumulate = true : "
                "(!ep.tensor<[2, 3], i64>, !ep.tensor<[2], i64>, "
                "!ep.tensor<[], i64>) -> !ep.tensor<[2, 3], i64>",
                {matrix, i64({2}, {1, 1}), i64({}, {10})}),
            "[2, 3] 0 1 2 23 24 25");
  EXPECT_EQ(run("%r = aten.masked_scatter.default %0, %1, %2 : (!ep.tensor<[2, "
                "3], i64>, !ep.tensor<[3], i1>, !ep.tensor<[4], i64>) -> "
                "!ep.tensor<[2, 3], i64>",
                {matrix, i1({3}, {1, 0, 1}), i64({4}, {7, 8, 9, 10})}),
            "[2, 3] 7 1 8 9 4 10");
  EXPECT_TRUE(has(run("%r = aten.masked_scatter.default %0, %1, %2 : "
                      "(!ep.tensor<[2, 3], i64>, !ep.tensor<[3], i1>, "
                      "!ep.tensor<[1], i64>) -> !ep.tensor<[2, 3], i64>",
                      {matrix, i1({3}, {1, 0, 1}), i64({1}, {7})}),
                  "the mask chooses more elements than the source has"));
  EXPECT_EQ(run("%r = aten.index_add.default %0, dim = 1, %1, %2, alpha = 2 : "
                "(!ep.tensor<[2, 3], i64>, !ep.tensor<[1], i64>, "
                "!ep.tensor<[2, 1], i64>) -> !ep.tensor<[2, 3], i64>",
                {matrix, i64({1}, {1}), i64({2, 1}, {1, 10})}),
            "[2, 3] 0 3 2 3 24 5");
}

TEST_F(IndexingTest, Numbers) {
  EXPECT_EQ(run("%r = aten._local_scalar_dense.default %0 : (!ep.tensor<[], "
                "i64>) -> !ep.number<u0>",
                {i64({}, {42})}),
            "42");
  EXPECT_TRUE(has(run("%r = aten._local_scalar_dense.default %0 : "
                      "(!ep.tensor<[2], i64>) -> !ep.number<u0>",
                      {i64({2}, {1, 2})}),
                  "a tensor with 2 elements is not a number"));
  EXPECT_TRUE(has(run("aten._assert_async.msg %0, assert_msg = \"it is not "
                      "so\" : (!ep.tensor<[], i1>) -> ()",
                      {i1({}, {0})}),
                  "assertion failed: it is not so"));
  EXPECT_TRUE(has(run("aten._linalg_check_errors.default %0, api_name = "
                      "\"linalg.inv\", is_matrix = true : (!ep.tensor<[1], "
                      "i32>) -> ()",
                      {tensor("i32", {1}, {2})}),
                  "linalg.inv did not succeed"));
}

TEST_F(IndexingTest, Errors) {
  EXPECT_TRUE(
      has(run("%r = aten.index.Tensor %0, [%1, %2] : (!ep.tensor<[2, 3], "
              "i64>, !ep.tensor<[2], i1>, !ep.tensor<[3], i64>) -> "
              "!ep.tensor<[u0], i64>",
              {matrix, i1({2}, {1, 1}), i64({3}, {0, 0, 0})}),
          "the indices do not broadcast"));
  EXPECT_TRUE(has(run("%r = aten.masked_select.default %0, %1 : "
                      "(!ep.tensor<[2, 3], i64>, !ep.tensor<[2], i1>) -> "
                      "!ep.tensor<[u0], i64>",
                      {matrix, i1({2}, {1, 0})}),
                  "the tensor and the mask do not broadcast"));
  EXPECT_TRUE(has(run("aten.sym_constrain_range.default size = 5, min = 1, max "
                      "= 3 : () -> ()"),
                  "the number 5 is outside of its range"));
  EXPECT_TRUE(has(run("aten._assert_tensor_metadata.default %0, dtype = f32 : "
                      "(!ep.tensor<[2, 3], i64>) -> ()",
                      {matrix}),
                  "the dtype of the tensor is not as asserted"));
  EXPECT_TRUE(
      has(run("aten._assert_tensor_metadata.default %0, size = [3, 2] : "
              "(!ep.tensor<[2, 3], i64>) -> ()",
              {matrix}),
          "the sizes of the tensor are not as asserted"));
}
} // namespace
