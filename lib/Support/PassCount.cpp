// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/PassCount.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;

void kiln::count(Operation *op, Pass &pass, Pass::Statistic &statistic,
                 uint64_t number, StringRef what) {
  // The size of a statistic depends on assertions: what MLIR's library made
  // without them must not be touched by code that was compiled with them.
#if KILN_LLVM_HAS_ASSERTIONS
  statistic += number;
#else
  (void)statistic;
#endif
  if (number > 0)
    remark::analysis(op->getLoc(), remark::RemarkOpts::name("count").category(
                                       "kiln-statistics"))
        << remark::add("{0}: {1} {2}", pass.getArgument(), number, what);
}
