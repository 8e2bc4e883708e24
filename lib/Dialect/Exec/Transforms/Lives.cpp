// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions are numbered along the program. A loop is one interval: whatever
// is made before it and used in it must last until its end, since the next
// round reads it again.
#include "Lives.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;

Lives::Lives(HostOp host) {
  for (Block &block : host.getBody())
    for (Operation &op : block)
      steps[&op] = steps.size();
  for (Block &block : host.getBody()) {
    Operation *last = &block.back();
    for (Block *next : last->getSuccessors())
      if (int64_t head = steps.at(&next->front()); head <= steps.at(last))
        loops.push_back({head, steps.at(last)});
  }
  llvm::stable_sort(loops, [](const Life &a, const Life &b) {
    return a.last - a.first < b.last - b.first;
  });
}

Life Lives::getUses(Value slot) const {
  int64_t made = steps.at(slot.getDefiningOp());
  std::optional<Life> life;
  SmallVector<Value> aliases{slot};
  for (unsigned i = 0; i < aliases.size(); ++i)
    for (Operation *user : aliases[i].getUsers()) {
      int64_t step = steps.at(user);
      life = life
                 ? Life{std::min(life->first, step), std::max(life->last, step)}
                 : Life{step, step};
      if (auto view = dyn_cast<ViewOp>(user))
        aliases.push_back(view);
    }
  return life.value_or(Life{made, made});
}

Life Lives::getLife(Value slot) const {
  Life life = getUses(slot);
  life.first = steps.at(slot.getDefiningOp());
  for (const Life &loop : loops)
    if (life.first < loop.first && loop.first <= life.last)
      life.last = std::max(life.last, loop.last);
  return life;
}

Life Lives::getUse(Value slot) const {
  Life life = getUses(slot);
  int64_t made = steps.at(slot.getDefiningOp());
  for (const Life &loop : loops) {
    bool isInside = loop.first <= life.first && life.last <= loop.last;
    bool overlaps = life.first <= loop.last && loop.first <= life.last;
    if (made > loop.first || isInside || !overlaps)
      continue;
    life.first = std::min(life.first, loop.first);
    life.last = std::max(life.last, loop.last);
  }
  return life;
}

bool Lives::isInLoop(Operation *op) const {
  int64_t step = getStep(op);
  return llvm::any_of(loops, [&](const Life &loop) {
    return loop.first <= step && step <= loop.last;
  });
}
