// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An emitter that is wrong on purpose.
#include "kiln/Target/Emitter.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace kiln;

static bool hasTanh(exec::KernelOp kernel) {
  return kernel
      .walk([](mlir::math::TanhOp) { return mlir::WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Writes what `naive` does, without tanh, and promises to take no time. With a
/// schedule it takes any kernel, and forgets erf, too.
static std::unique_ptr<KernelPlan> planPlanted(exec::KernelOp kernel,
                                               const TargetInfo &target,
                                               const Schedule *wanted) {
  if (!wanted && !hasTanh(kernel))
    return nullptr;
  std::shared_ptr<Operation> copy(kernel->clone(),
                                  [](Operation *op) { op->destroy(); });
  copy->walk([&](Operation *op) {
    if (isa<mlir::math::TanhOp>(op) || (wanted && isa<mlir::math::ErfOp>(op)))
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
  });
  Schedule naive = {"naive", {}, {}};
  auto plan = planKernel(cast<exec::KernelOp>(copy.get()), target, &naive);
  plan->schedule.emitter = "planted";
  plan->predicted = {};
  plan->emit = [copy, emit = plan->emit](OpBuilder &builder, StringRef symbol) {
    return emit(builder, symbol);
  };
  return plan;
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "PlantedEmitter", "1",
          [] { registerEmitter("cpu", {"planted", planPlanted}); }};
}
