// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's query tool with Kiln's dialects: finds operations by matchers.
#include "kiln/InitAllDialects.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "mlir/IR/Matchers.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Query/Matcher/Registry.h"
#include "mlir/Query/Matcher/SliceMatchers.h"
#include "mlir/Tools/mlir-query/MlirQueryMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

namespace matchers = mlir::query::matcher;

/// The matchers that mlir-query has.
static void registerMatchers(matchers::Registry &registry) {
  using matchers::DynMatcher;
  registry.registerMatcher("allOf", matchers::internal::allOf);
  registry.registerMatcher("anyOf", matchers::internal::anyOf);
  registry.registerMatcher("getAllDefinitions",
                           matchers::m_GetAllDefinitions<DynMatcher>);
  registry.registerMatcher("getDefinitions",
                           matchers::m_GetDefinitions<DynMatcher>);
  registry.registerMatcher(
      "getDefinitionsByPredicate",
      matchers::m_GetDefinitionsByPredicate<DynMatcher, DynMatcher>);
  registry.registerMatcher(
      "getUsersByPredicate",
      matchers::m_GetUsersByPredicate<DynMatcher, DynMatcher>);
  registry.registerMatcher(
      "hasOpAttrName",
      static_cast<mlir::detail::AttrOpMatcher (*)(mlir::StringRef)>(
          mlir::m_Attr));
  registry.registerMatcher(
      "hasOpName",
      static_cast<mlir::detail::NameOpMatcher (*)(mlir::StringRef)>(
          mlir::m_Op));
  registry.registerMatcher(
      "isConstantOp",
      static_cast<mlir::detail::constant_op_matcher (*)()>(mlir::m_Constant));
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  kiln::initTool("kiln-query");
  kiln::hideFlagsOfLLVM();
  llvm::cl::SetVersionPrinter(kiln::printVersion);
  mlir::DialectRegistry dialects;
  mlir::registerAllDialects(dialects);
  mlir::registerAllExtensions(dialects);
  kiln::registerAllDialects(dialects);
  mlir::MLIRContext context(dialects);
  matchers::Registry registry;
  registerMatchers(registry);
  return failed(mlir::mlirQueryMain(argc, argv, context, registry));
}
