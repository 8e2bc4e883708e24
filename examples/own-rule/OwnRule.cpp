// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A decomposition of silu that goes before Kiln's, which takes a sigmoid.
#include "kiln/Dialect/Aten/Rule.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term silu(Call &c) {
  Term x = c("self");
  return x / (exp(-x) + 1);
}

static void populate(mlir::RewritePatternSet &patterns, const KeepSet &keep) {
  addRules(patterns, keep, {{"aten.silu.default", silu}}, RuleKind::Pointwise);
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "OwnRule", "1",
          [] { registerDecompositions(populate); }};
}
