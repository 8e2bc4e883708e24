// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an embedder does with the decompositions: keeps some, and adds patterns.
#include "kiln/Dialect/Aten/Builder.h"
#include "kiln/Dialect/Aten/Rule.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "gtest/gtest.h"

using namespace kiln;
using namespace kiln::aten;

namespace {
/// silu(x) as x / (1 + exp(-x)), which this embedder likes better.
struct MySilu : mlir::RewritePattern {
  explicit MySilu(mlir::MLIRContext *context)
      : RewritePattern("aten.silu.default", /*benefit=*/2, context) {}

  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op,
                  mlir::PatternRewriter &rewriter) const override {
    mlir::Value x = AtenOp(op).tensor("self");
    auto build = [&](llvm::StringRef name,
                     llvm::ArrayRef<ArgumentValue> arguments) {
      return buildAtenOp(rewriter, op->getLoc(), *lookupSchema(name), arguments,
                         op->getResultTypes())
          ->getResult(0);
    };
    mlir::Value negated = build("aten.neg.default", {x});
    mlir::Value power = build("aten.exp.default", {negated});
    mlir::Attribute one = rewriter.getI64IntegerAttr(1);
    mlir::Value sum = build("aten.add.Scalar", {power, one});
    rewriter.replaceOp(op, build("aten.div.Tensor", {x, sum}));
    return mlir::success();
  }
};

struct DecompositionTest : testing::Test {
  DecompositionTest() {
    context.loadDialect<ep::EPDialect, AtenDialect, PrimsDialect>();
  }

  /// The names of the ops that are left of silu and mish, in order.
  std::string run(mlir::RewritePatternSet patterns) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(
        R"(!t = !ep.tensor<[s0], f32>
ep.program @p { ep.symbol @s0 range(1, 8)
  ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "0">}) {
    %0 = aten.silu.default %x : (!t) -> !t
    %1 = aten.absolute.default %0 : (!t) -> !t
    ep.return %1 : !t
} })",
        &context);
    if (!module)
      return "no module";
    mlir::GreedyRewriteConfig config;
    config.enableFolding(false);
    if (failed(applyPatternsGreedily(module->getOperation(),
                                     std::move(patterns), config)))
      return "no fixpoint";
    std::string names;
    module->walk([&](AtenOp op) {
      names += (names.empty() ? "" : " ") + op.getSchema().getBaseName().str();
    });
    return names;
  }

  mlir::MLIRContext context;
};
} // namespace

TEST_F(DecompositionTest, Default) {
  mlir::RewritePatternSet patterns(&context);
  populateDecompositions(patterns, {});
  EXPECT_EQ(run(std::move(patterns)), "sigmoid mul abs");
}

TEST_F(DecompositionTest, Keep) {
  KeepSet keep;
  keep.insert("aten.silu.default");
  keep.insert("aten.absolute.default");
  mlir::RewritePatternSet patterns(&context);
  populateDecompositions(patterns, keep);
  EXPECT_EQ(run(std::move(patterns)), "silu absolute");
}

static core::Term gate(core::Call &c) { return sigmoid(c("self")); }

TEST_F(DecompositionTest, OneRule) {
  mlir::RewritePatternSet patterns(&context);
  core::addRules(patterns, {}, {{"aten.silu.default", gate}});
  EXPECT_EQ(run(std::move(patterns)), "sigmoid absolute");
}

TEST_F(DecompositionTest, OwnPattern) {
  mlir::RewritePatternSet patterns(&context);
  populateDecompositions(patterns, {});
  patterns.add<MySilu>(&context);
  EXPECT_EQ(run(std::move(patterns)), "neg exp add div abs");
}
