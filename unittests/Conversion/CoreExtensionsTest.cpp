// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of operators that phase core keeps: what is in it can be evaluated
// and compiled, and what can be decomposed is not.
#include "kiln/Dialect/Aten/CoreExtensions.h"
#include "kiln/Conversion/AtenToLinalg.h"
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Reference/Kernel.h"
#include "mlir/Transforms/DialectConversion.h"
#include "gtest/gtest.h"

using namespace kiln;
using namespace mlir;

static llvm::StringSet<> getRoots(RewritePatternSet &patterns) {
  llvm::StringSet<> roots;
  for (const auto &pattern : patterns.getNativePatterns())
    if (std::optional<OperationName> root = pattern->getRootKind())
      roots.insert(root->getStringRef());
  return roots;
}

namespace {
struct CoreExtensionsTest : testing::Test {
  CoreExtensionsTest() {
    context.loadDialect<aten::AtenDialect, aten::PrimsDialect,
                        aten::QuantizedDialect, aten::CollectiveDialect>();
  }
  MLIRContext context;
};
} // namespace

TEST_F(CoreExtensionsTest, AreOverloadsOutsideOfCore) {
  llvm::StringSet<> seen;
  for (llvm::StringLiteral name : aten::getCoreExtensions()) {
    const aten::Schema *schema = aten::lookupSchema(name);
    ASSERT_TRUE(schema) << name.str();
    EXPECT_FALSE(schema->isCore()) << name.str();
    EXPECT_FALSE(schema->isMutating()) << name.str();
    EXPECT_TRUE(seen.insert(name).second) << name.str() << " is there twice";
    EXPECT_TRUE(aten::isCoreExtension(name));
  }
  EXPECT_FALSE(aten::isCoreExtension("aten.silu.default"));
}

TEST_F(CoreExtensionsTest, AreEvaluated) {
  const auto &kernels = reference::KernelTable::get();
  for (llvm::StringLiteral name : aten::getCoreExtensions())
    EXPECT_TRUE(kernels.lookup(name)) << name.str();
}

TEST_F(CoreExtensionsTest, AreConverted) {
  BuiltinTensorConverter converter;
  RewritePatternSet patterns(&context);
  populateAtenToLinalg(converter, patterns);
  aten::populateCoreExpansions(patterns);
  llvm::StringSet<> roots = getRoots(patterns);
  for (llvm::StringLiteral name : aten::getCoreExtensions())
    EXPECT_TRUE(roots.contains(name)) << name.str();
}

TEST_F(CoreExtensionsTest, AreNotDecomposed) {
  RewritePatternSet patterns(&context);
  aten::populateDecompositions(patterns, {});
  llvm::StringSet<> roots = getRoots(patterns);
  for (llvm::StringLiteral name : aten::getCoreExtensions())
    EXPECT_FALSE(roots.contains(name)) << name.str();
}
