// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Support/PassCount.h"

namespace kiln::exec {
#define GEN_PASS_DEF_RESOLVESIZES
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace kiln;

namespace {
struct ResolveSizes : exec::impl::ResolveSizesBase<ResolveSizes> {
  void runOnOperation() override {
    for (auto graph : getOperation().getBody().getOps<ep::GraphOp>())
      if (failed(exec::resolveSizes(graph)))
        return signalPassFailure();
    uint64_t sizes = 0;
    getOperation().walk([&](ep::SizeOp) { ++sizes; });
    count(getOperation(), *this, numSizes, sizes, "distinct sizes");
  }
};
} // namespace
