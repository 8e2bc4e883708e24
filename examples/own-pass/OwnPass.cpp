// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pass that Kiln does not know: it remarks on each graph of a program and
// the operators in it.
#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/EP/EP.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

namespace {
struct RemarkGraphs
    : mlir::PassWrapper<RemarkGraphs, mlir::OperationPass<kiln::ep::ProgramOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RemarkGraphs)

  llvm::StringRef getArgument() const override { return "own-remark-graphs"; }

  void runOnOperation() override {
    getOperation().walk([](mlir::Operation *op) {
      auto graph = llvm::dyn_cast<kiln::ep::GraphOp>(op);
      if (!graph)
        return;
      unsigned operators = 0;
      graph.walk([&](mlir::Operation *inner) {
        operators += llvm::isa<kiln::aten::AtenOp>(inner);
      });
      graph.emitRemark("graph ") << graph.getSymName() << " has " << operators
                                 << " operators";
    });
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "OwnPass", "1",
          [] { mlir::PassRegistration<RemarkGraphs>(); }};
}
