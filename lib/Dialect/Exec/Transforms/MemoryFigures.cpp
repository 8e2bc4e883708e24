// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/MemoryFigures.h"
#include "Lives.h"
#include "kiln/Dialect/EP/Facts.h"
#include "kiln/Dialect/Exec/MemoryPlan.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;

MemoryFigures exec::measureMemory(HostOp host) {
  ep::Facts facts = getFacts(cast<ep::ProgramOp>(host->getParentOp()));
  Lives lives(host);
  MemoryFigures figures;
  std::map<int64_t, int64_t> changes;  // by step
  std::map<int64_t, int64_t> segments; // by index
  host.walk([&](Operation *op) {
    if (auto segment = dyn_cast<SegmentOp>(op)) {
      int64_t &bytes = segments[segment.getIndex()];
      bytes = std::max(bytes, evaluateAtBounds(segment.getSize(), facts));
    }
    auto view = dyn_cast<ViewOp>(op);
    if (!view || !view.getBase().getDefiningOp<SegmentOp>() ||
        view->use_empty())
      return;
    int64_t bytes = llvm::alignTo(evaluateAtBounds(view.getBytes(), facts),
                                  kArenaAlignment);
    Life life = lives.getUse(view);
    ++figures.buffers;
    figures.total += bytes;
    changes[life.first] += bytes;
    changes[life.last + 1] -= bytes;
  });
  for (auto [index, bytes] : segments)
    figures.planned += bytes;
  int64_t live = 0;
  for (auto [step, change] : changes) {
    live += change;
    figures.live = std::max(figures.live, live);
  }
  return figures;
}
