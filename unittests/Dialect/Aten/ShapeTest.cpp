// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"
#include "gtest/gtest.h"

using namespace kiln;
using namespace kiln::aten;

namespace {
struct ShapeTest : testing::Test {
  ShapeTest() { context.loadDialect<ep::EPDialect>(); }
  Sizes parse(llvm::ArrayRef<const char *> texts) {
    Sizes sizes;
    for (const char *text : texts)
      sizes.push_back(llvm::cantFail(ep::parseExpr(&context, text)));
    return sizes;
  }
  static std::string str(FailureOr<Sizes> sizes) {
    if (failed(sizes))
      return "failure";
    std::string text;
    for (ep::ExprAttr size : *sizes)
      text += (text.empty() ? "" : ", ") + size.str();
    return text;
  }
  MLIRContext context;
};
} // namespace

TEST_F(ShapeTest, Broadcast) {
  EXPECT_EQ(str(broadcastSizes({parse({"s0", "1"}), parse({"5"})})), "s0, 5");
  EXPECT_EQ(str(broadcastSizes({parse({"3"}), parse({"s0"})})), "3");
  EXPECT_EQ(str(broadcastSizes({parse({"3"}), parse({"4"})})), "failure");
}

TEST_F(ShapeTest, Views) {
  Sizes from = parse({"s0", "6"});
  EXPECT_EQ(str(viewSizes(from, parse({"-1", "3"}))), "2*s0, 3");
  EXPECT_EQ(str(viewSizes(from, parse({"s0", "-1"}))), "s0, 6");
  EXPECT_EQ(str(viewSizes(parse({"4", "5"}), parse({"3", "-1"}))), "failure");
  EXPECT_EQ(str(viewSizes(from, parse({"-1", "-1"}))), "failure");
  EXPECT_EQ(str(viewSizes({}, parse({"1", "1"}))), "1, 1");
  EXPECT_EQ(str(flattenSizes(parse({"s0", "2", "3"}), 1, -1)), "s0, 6");
  EXPECT_EQ(str(permuteSizes(from, {-1, 0})), "6, s0");
  EXPECT_EQ(str(expandSizes(parse({"1", "6"}), parse({"2", "s0", "-1"}))),
            "2, s0, 6");
  EXPECT_EQ(str(catSizes({from, parse({"s1", "6"})}, 0)), "s0 + s1, 6");
}

TEST_F(ShapeTest, Slices) {
  auto slice = [&](const char *size, const char *start, const char *end,
                   const char *step) {
    Sizes e = parse({size, start, end, step});
    ep::Facts facts;
    facts["n"] = {0, 7};
    facts["s0"] = {0, std::nullopt};
    return sliceSize(e[0], e[1], e[2], e[3], facts).str();
  };
  EXPECT_EQ(slice("8", "1", "6", "2"), "3");
  EXPECT_EQ(slice("8", "-3", "9223372036854775807", "1"), "3");
  EXPECT_EQ(slice("8", "6", "2", "1"), "0");
  EXPECT_EQ(slice("s0", "0", "9223372036854775807", "1"), "s0");
  const char *end = "9223372036854775807";
  // -0 is 0, and no place from the end.
  EXPECT_EQ(slice("8", "-n", end, "1"),
            "-Max(0, Where(Lt(-n, 0), -n + 8, -n)) + 8");
  EXPECT_EQ(slice("8", "-n - 1", end, "1"), "n + 1");
  EXPECT_EQ(slice("8", "0", "n", "1"), "n");
  EXPECT_EQ(slice("s0", "n", "3", "1"), "Max(0, -Min(n, s0) + Min(3, s0))");
}

TEST_F(ShapeTest, Windows) {
  EXPECT_EQ(str(convolutionSizes(parse({"s0", "3", "s1", "8"}),
                                 parse({"4", "3", "3", "3"}), parse({"2"}),
                                 parse({"1"}), parse({"1"}))),
            "s0, 4, FloorDiv(s1 + 1, 2), 4");
  EXPECT_EQ(str(convolutionSizes(parse({"3"}), parse({"4", "3", "3"}),
                                 parse({"1"}), parse({"0"}), parse({"1"}))),
            "failure");
  Sizes input = parse({"1", "2", "6", "6"});
  EXPECT_EQ(str(poolSizes(input, {3, 3}, {2, 2}, {0, 0}, {1}, false)),
            "1, 2, 2, 2");
  EXPECT_EQ(str(poolSizes(input, {3, 3}, {2, 2}, {0, 0}, {1}, true)),
            "1, 2, 3, 3");
  EXPECT_EQ(str(poolSizes(input, {2, 2}, {}, {0}, {1}, false)), "1, 2, 3, 3");
}

TEST_F(ShapeTest, MatrixProductsAndReductions) {
  EXPECT_EQ(str(matmulSizes(parse({"s0", "4"}), parse({"4", "5"}))), "s0, 5");
  EXPECT_EQ(
      str(matmulSizes(parse({"s0", "1", "3", "4"}), parse({"7", "4", "5"}))),
      "s0, 7, 3, 5");
  EXPECT_EQ(str(matmulSizes(parse({"4"}), parse({"4"}))), "");
  EXPECT_EQ(str(matmulSizes(parse({"3", "4"}), parse({"5", "4"}))), "failure");
  EXPECT_EQ(str(reduceSizes(parse({"s0", "4", "5"}), {1}, true)), "s0, 1, 5");
  EXPECT_TRUE(failed(wrapDims({0, -3}, 3, false)));
  EXPECT_TRUE(failed(wrapDim(3, 3)));
  EXPECT_EQ(*wrapDim(-1, 0), 0);
}

TEST_F(ShapeTest, Promotion) {
  mlir::Builder b(&context);
  Type u8 = mlir::IntegerType::get(&context, 8, mlir::IntegerType::Unsigned);
  EXPECT_EQ(promoteTypes(b.getI8Type(), u8), b.getIntegerType(16));
  EXPECT_EQ(promoteTypes(b.getF16Type(), b.getBF16Type()), b.getF32Type());
  EXPECT_EQ(promoteTypes(b.getI64Type(), b.getF16Type()), b.getF16Type());
  EXPECT_EQ(promoteTypes(b.getI1Type(), u8), u8);
  EXPECT_EQ(
      promoteTypes(mlir::ComplexType::get(b.getF32Type()), b.getF64Type()),
      Type(mlir::ComplexType::get(b.getF64Type())));
  EXPECT_EQ(toFloating(b.getI32Type()), b.getF32Type());
}
