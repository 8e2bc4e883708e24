// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Scheduler.h"

#include "isa/Async.h"

using namespace kiln::emu;

uint64_t kiln::emu::clustersOf(const LaunchShape &shape) {
  uint64_t count = 1;
  for (int axis = 0; axis < 3; ++axis)
    count *= shape.grid[axis] / shape.cluster[axis];
  return count;
}

Scheduler::Scheduler(Launch &launch, uint64_t first, uint64_t end)
    : launch(launch), next(first), end(end),
      window(launch.options.cooperative ? end : 4) {}

void Scheduler::run() {
  while (!launch.stopped) {
    while (resident.size() < window && next < end)
      place(next++);
    if (resident.empty())
      return;
    if (!turn())
      deadlock();
    retire();
    if (launch.executed > launch.options.maxInstructions)
      giveUp();
  }
}

void Scheduler::place(uint64_t number) {
  const LaunchShape &shape = launch.shape;
  auto cluster = std::make_unique<Cluster>();
  uint64_t rest = number;
  for (int axis = 0; axis < 3; ++axis) {
    uint32_t along = shape.grid[axis] / shape.cluster[axis];
    cluster->id[axis] = static_cast<uint32_t>(rest % along);
    rest /= along;
  }
  uint32_t ranks = shape.cluster[0] * shape.cluster[1] * shape.cluster[2];
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    uint32_t id[3], left = rank;
    for (int axis = 0; axis < 3; ++axis) {
      id[axis] =
          cluster->id[axis] * shape.cluster[axis] + left % shape.cluster[axis];
      left /= shape.cluster[axis];
    }
    uint32_t linear = id[0] + shape.grid[0] * (id[1] + shape.grid[1] * id[2]);
    cluster->blocks.push_back(
        std::make_unique<Block>(launch, *cluster, id, linear, rank));
    for (auto &warp : cluster->blocks.back()->warps)
      warps.push_back(warp.get());
  }
  resident.push_back(std::move(cluster));
}

bool Scheduler::turn() {
  auto count = static_cast<uint32_t>(warps.size());
  uint32_t first = launch.draw(count);
  static const uint32_t budgets[] = {3, 17, 90, 400};
  for (uint32_t i = 0; i < count; ++i) {
    Warp &warp = *warps[first + i < count ? first + i : first + i - count];
    if (warp.run(budgets[launch.draw(4)])) {
      ended |= warp.done();
      return true;
    }
  }
  return false;
}

void Scheduler::retire() {
  if (!ended)
    return;
  ended = false;
  auto gone = [](Cluster &cluster) {
    for (auto &block : cluster.blocks)
      if (!block->done())
        return false;
    return true;
  };
  warps.erase(std::remove_if(warps.begin(), warps.end(),
                             [](Warp *warp) { return warp->done(); }),
              warps.end());
  for (auto &cluster : resident)
    if (gone(*cluster))
      for (auto &block : cluster->blocks)
        landAll(*block);
  resident.erase(std::remove_if(resident.begin(), resident.end(),
                                [&](auto &cluster) { return gone(*cluster); }),
                 resident.end());
}

void Scheduler::deadlock() {
  for (Warp *warp : warps)
    warp->reportWaiting();
  for (Warp *warp : warps)
    warp->kill();
  ended = true;
}

void Scheduler::giveUp() {
  launch.stopped = true;
  Warp &warp = *warps.front();
  warp.fault(
      FaultKind::TooLong, 0,
      rt::concat("given up after ", launch.executed, " instructions of warps"));
}
