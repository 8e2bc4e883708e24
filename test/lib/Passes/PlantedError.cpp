// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that are wrong on purpose.
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace kiln;

/// Replaces a function by its argument.
static void forget(Operation *op) {
  op->getResult(0).replaceAllUsesWith(op->getOperand(0));
}

namespace {
/// Forgets each relu that has several uses.
struct PlantedError
    : mlir::PassWrapper<PlantedError, mlir::OperationPass<ep::ProgramOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlantedError)

  StringRef getArgument() const override { return "planted-error"; }

  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (op->getName().getStringRef() == "aten.relu.default" &&
          !op->use_empty() && !op->hasOneUse())
        forget(op);
    });
  }
};

/// Forgets each tanh that was fused with a product.
struct PlantedFusion
    : mlir::PassWrapper<PlantedFusion, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlantedFusion)

  StringRef getArgument() const override { return "planted-fusion"; }

  void runOnOperation() override {
    getOperation().walk([](exec::KernelOp kernel) {
      bool hasProduct = false;
      kernel.walk([&](mlir::linalg::GenericOp op) {
        hasProduct |= op.getNumReductionLoops() > 0;
      });
      if (hasProduct)
        kernel.walk([](mlir::math::TanhOp op) { forget(op); });
    });
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "PlantedError", "1", [] {
            mlir::PassRegistration<PlantedError>();
            mlir::PassRegistration<PlantedFusion>();
          }};
}
