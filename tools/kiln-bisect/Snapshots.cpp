// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Snapshots.h"
#include "mlir/Pass/Pass.h"

using namespace kiln;
using namespace kiln::bisect;

void SnapshotTaker::runAfterPass(mlir::Pass *pass, Operation *op) {
  // What only nests other passes has no name in a pipeline.
  if (pass->getArgument().empty())
    return;
  auto module = dyn_cast<mlir::ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<mlir::ModuleOp>();
  snapshots.push_back({pass->getArgument().str(), module.clone()});
}

size_t
bisect::findFirst(llvm::ArrayRef<Snapshot> snapshots,
                  llvm::function_ref<bool(mlir::ModuleOp)> isInteresting) {
  size_t dull = 0, interesting = snapshots.size() - 1;
  while (interesting - dull > 1) {
    size_t middle = dull + (interesting - dull) / 2;
    (isInteresting(*snapshots[middle].module) ? interesting : dull) = middle;
  }
  return interesting;
}
