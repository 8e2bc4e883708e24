// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pass that is wrong on purpose: it forgets each relu that has several uses.
#include "kiln/Dialect/EP/EP.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

namespace {
struct PlantedError
    : mlir::PassWrapper<PlantedError,
                        mlir::OperationPass<kiln::ep::ProgramOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlantedError)

  llvm::StringRef getArgument() const override { return "planted-error"; }

  void runOnOperation() override {
    getOperation().walk([](mlir::Operation *op) {
      if (op->getName().getStringRef() == "aten.relu.default" &&
          !op->use_empty() && !op->hasOneUse())
        op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    });
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "PlantedError", "1",
          [] { mlir::PassRegistration<PlantedError>(); }};
}
