// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"

namespace kiln::exec {
#define GEN_PASS_DEF_RESOLVESIZES
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace kiln;

namespace {
struct ResolveSizes : exec::impl::ResolveSizesBase<ResolveSizes> {
  void runOnOperation() override {
    ep::GraphOp graph = getOperation().getGraph();
    if (graph && failed(exec::resolveSizes(graph)))
      signalPassFailure();
  }
};
} // namespace
