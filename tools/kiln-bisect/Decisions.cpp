// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Decisions.h"
#include "kiln/Support/Decision.h"

using namespace kiln;
using namespace kiln::bisect;

DecisionLimit::DecisionLimit(MLIRContext &context, size_t limit,
                             const std::vector<Snapshot> &snapshots)
    : context(context) {
  context.registerActionHandler([this, limit, &snapshots](
                                    llvm::function_ref<void()> act,
                                    const mlir::tracing::Action &action) {
    auto *decision = dyn_cast<DecisionAction>(&action);
    if (!decision)
      return act();
    if (last.number == limit)
      return;
    last = {last.number + 1, decision->getTag().str() + ": ", snapshots.size()};
    llvm::raw_string_ostream os(last.text);
    decision->print(os);
    act();
  });
}

DecisionLimit::~DecisionLimit() { context.registerActionHandler(nullptr); }
