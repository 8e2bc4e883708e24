// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/AllOps.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace kiln;
using namespace kiln::aten;

namespace {
struct BuilderTest : testing::Test {
  BuilderTest() : builder(&context), loc(builder.getUnknownLoc()) {
    context.loadDialect<ep::EPDialect, AtenDialect>();
    module = mlir::ModuleOp::create(loc);
    builder.setInsertionPointToStart(module->getBody());
    type =
        ep::TensorType::get({ep::makeInt(&context, 4)}, builder.getF32Type());
    x = FullOp::create(builder, loc, type, type.getSizes(), 1.0)->getResult(0);
  }
  MLIRContext context;
  mlir::OpBuilder builder;
  Location loc;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ep::TensorType type;
  Value x;
};
} // namespace

TEST_F(BuilderTest, TypedOps) {
  auto add = AddTensorOp::create(builder, loc, type, x, x, 2);
  Operation *op = add;
  EXPECT_TRUE(isa<AddTensorOp>(op));
  EXPECT_FALSE(isa<MulTensorOp>(op));
  EXPECT_TRUE(isa<AtenOp>(op));
  EXPECT_EQ(cast<AddTensorOp>(op).getOther(), x);
  EXPECT_EQ(add.getAlpha(), Attribute(builder.getI64IntegerAttr(2)));
  EXPECT_EQ(add.getType(), type);
  EXPECT_TRUE(succeeded(mlir::verify(op)));
}

TEST_F(BuilderTest, DefaultsAreFilledAndNotStored) {
  auto sum = SumDimIntListOp::create(builder, loc, type, x,
                                     ArrayRef<int64_t>({0}), false);
  EXPECT_FALSE(sum->hasAttr("keepdim"));
  EXPECT_FALSE(sum.getKeepdim());
  EXPECT_FALSE(sum.getDtype());
  EXPECT_EQ(sum.getDim(), SmallVector<int64_t>{0});
}

TEST_F(BuilderTest, NamedArguments) {
  const Schema &schema = *lookupSchema("aten.conv1d.default");
  auto signal = type.withSizes(makeSizes(&context, {2, 2, 3}));
  Value x = FullOp::create(builder, loc, signal, signal.getSizes(), 1.0)
                ->getResult(0);
  Attribute two = builder.getI64IntegerAttr(2);
  Operation *op = buildAtenOp(
      builder, loc, schema,
      ArrayRef<NamedArgument>{{"weight", x}, {"input", x}, {"stride", two}},
      signal.withSizes(makeSizes(&context, {2, 2, 1})));
  Conv1dOp conv(op);
  EXPECT_EQ(conv.getWeight(), x);
  EXPECT_FALSE(conv.getBias());
  // One int is a list, a SymInt is an expression.
  ASSERT_EQ(conv.getStride().size(), 1u);
  EXPECT_TRUE(conv.getStride()[0].isInt(2));
  EXPECT_TRUE(succeeded(mlir::verify(op)));
}

TEST_F(BuilderTest, ListsWithNone) {
  Operation *op =
      buildAtenOp(builder, loc, *lookupSchema("aten.index.Tensor"),
                  ArrayRef<NamedArgument>{
                      {"self", x}, {"indices", SmallVector<Value>{{}, x}}},
                  type);
  SmallVector<Value> indices = IndexTensorOp(op).getIndices();
  ASSERT_EQ(indices.size(), 2u);
  EXPECT_FALSE(indices[0]);
  EXPECT_EQ(indices[1], x);
}

TEST_F(BuilderTest, NumbersBecomeAttributes) {
  Value number =
      ep::NumberOp::create(builder, loc, ep::makeSymbol(&context, "u0"));
  Operation *op = buildAtenOp(
      builder, loc, *lookupSchema("aten.add.Scalar"),
      ArrayRef<NamedArgument>{{"self", x}, {"other", number}}, type);
  EXPECT_EQ(op->getNumOperands(), 1u);
  EXPECT_EQ(AddScalarOp(op).getOther(),
            Attribute(ep::makeSymbol(&context, "u0")));
}

TEST_F(BuilderTest, MistakesAreLeftToTheVerifier) {
  mlir::ScopedDiagnosticHandler quiet(
      &context, [](mlir::Diagnostic &) { return success(); });
  Operation *op =
      buildAtenOp(builder, loc, *lookupSchema("aten.neg.default"),
                  ArrayRef<NamedArgument>{{"self", x}, {"no", x}}, type);
  EXPECT_TRUE(failed(mlir::verify(op)));
  op->erase();
  op = buildAtenOp(builder, loc, *lookupSchema("aten.cumsum.default"),
                   ArrayRef<NamedArgument>{{"self", x}, {"dim", x}}, type);
  EXPECT_TRUE(failed(mlir::verify(op)));
}
