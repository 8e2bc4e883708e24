// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module after each pass of a pipeline.
#ifndef KILN_TOOLS_KILN_BISECT_SNAPSHOTS_H
#define KILN_TOOLS_KILN_BISECT_SNAPSHOTS_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassInstrumentation.h"
#include <vector>

namespace kiln::bisect {

struct Snapshot {
  std::string pass; ///< as in a pipeline; empty for the input
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// Keeps a clone of the module for each run of a pass on one of its
/// operations. The context must run passes on one thread.
class SnapshotTaker : public mlir::PassInstrumentation {
public:
  explicit SnapshotTaker(std::vector<Snapshot> &snapshots)
      : snapshots(snapshots) {}
  void runAfterPass(mlir::Pass *pass, Operation *op) override;

private:
  std::vector<Snapshot> &snapshots; ///< outlives the pass manager
};

/// The index of the first snapshot that is interesting, by halving, where the
/// first is not and the last is.
size_t findFirst(llvm::ArrayRef<Snapshot> snapshots,
                 llvm::function_ref<bool(mlir::ModuleOp)> isInteresting);

} // namespace kiln::bisect

#endif // KILN_TOOLS_KILN_BISECT_SNAPSHOTS_H
