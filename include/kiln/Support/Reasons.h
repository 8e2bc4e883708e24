// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why patterns declined operations, for the error of the pass that needs one to
// take them.
#ifndef KILN_SUPPORT_REASONS_H
#define KILN_SUPPORT_REASONS_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseMap.h"

namespace kiln {

/// Keeps what patterns said when they declined. What a pattern makes has the
/// location of the op that it takes, so that reasons against it are found, too.
class Reasons : public mlir::RewriterBase::Listener {
public:
  void notifyMatchFailure(
      Location loc,
      llvm::function_ref<void(mlir::Diagnostic &)> tellReason) override;

  /// The first few different reasons against ops at `loc`, between semicolons;
  /// empty where there is none.
  std::string str(Location loc) const;

private:
  llvm::DenseMap<Location, SmallVector<std::string, 1>> byLocation;
};

/// Makes the patterns tell `reasons`, which outlives them. A dialect conversion
/// has no listener for declined patterns in a release build of MLIR.
void tellReasons(mlir::RewritePatternSet &patterns, Reasons &reasons);

} // namespace kiln

#endif // KILN_SUPPORT_REASONS_H
