// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What passes did, in numbers: statistics of MLIR's, and remarks.
#ifndef KILN_SUPPORT_PASSCOUNT_H
#define KILN_SUPPORT_PASSCOUNT_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace kiln {

/// Adds `number` to a statistic of `pass`, which runs on `op`, and says so,
/// where it is not 0, in an analysis remark of category `kiln-statistics`:
/// `kiln-exec-form-kernels: 12 kernels formed`. Where LLVM's libraries were
/// built without statistics, as Debian's are, there is the remark alone.
void count(Operation *op, mlir::Pass &pass, mlir::Pass::Statistic &statistic,
           uint64_t number, StringRef what);

/// Counts the operations that patterns replace: the listener of a driver.
struct ReplacementCounter : mlir::RewriterBase::Listener {
  using Listener::notifyOperationReplaced;
  void notifyOperationReplaced(Operation *, mlir::ValueRange) override {
    ++number;
  }
  uint64_t number = 0;
};

} // namespace kiln

#endif // KILN_SUPPORT_PASSCOUNT_H
