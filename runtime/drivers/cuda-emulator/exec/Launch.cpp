// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Launch.h"

#include "isa/Async.h"

using namespace kiln::emu;

void LaunchShape::place(uint32_t thread, FaultAccess &access) const {
  uint32_t perBlock = warpsPerBlock() * lanes;
  uint32_t number = thread / perBlock, linear = thread % perBlock;
  access.block[0] = number % grid[0];
  access.block[1] = number / grid[0] % grid[1];
  access.block[2] = number / grid[0] / grid[1];
  access.thread[0] = linear % block[0];
  access.thread[1] = linear / block[0] % block[1];
  access.thread[2] = linear / block[0] / block[1];
}

static rt::Error bad(const Function &kernel, const std::string &text) {
  return rt::makeError(rt::Code::InvalidArgument, "kernel ", kernel.name, ": ",
                       text);
}

/// Errors that the driver would answer a launch with.
static rt::Status checkShape(const kiln::emu::Code &code,
                             const LaunchShape &shape, uint32_t sharedBytes) {
  const Function &kernel = *code.function;
  uint64_t threads = 1, limit = 1;
  for (int axis = 0; axis < 3; ++axis) {
    uint64_t most = axis == 0 ? UINT64_C(0x7fffffff) : 65535;
    if (shape.grid[axis] == 0 || shape.grid[axis] > most)
      return bad(kernel, rt::concat("a grid of ", shape.grid[axis],
                                    " blocks along axis ", axis, ", but 1 to ",
                                    most, " are possible"));
    if (shape.cluster[axis] == 0 || shape.grid[axis] % shape.cluster[axis])
      return bad(kernel, rt::concat("a grid of ", shape.grid[axis],
                                    " blocks is not divided by clusters of ",
                                    shape.cluster[axis]));
    uint32_t required = kernel.requiredThreads[axis];
    if (required && shape.block[axis] != required)
      return bad(kernel, rt::concat("blocks of ", shape.block[axis],
                                    " threads, but .reqntid says ", required));
    uint32_t cluster = kernel.requiredCluster[axis];
    if (cluster && shape.cluster[axis] != cluster)
      return bad(kernel,
                 rt::concat("clusters of ", shape.cluster[axis],
                            " blocks, but .reqnctapercluster says ", cluster));
    threads *= shape.block[axis];
    limit *= kernel.maxThreads[axis] ? kernel.maxThreads[axis] : 1;
  }
  if (!kernel.maxThreads[0])
    limit = maxThreadsOfBlock;
  if (threads == 0 || threads > limit || threads > maxThreadsOfBlock)
    return bad(kernel,
               rt::concat("blocks of ", threads, " threads, but at most ",
                          limit, " are possible"));
  if (sharedBytes > maxSharedBytes)
    return bad(kernel,
               rt::concat(sharedBytes, " bytes of shared memory, but at most ",
                          maxSharedBytes, " are possible"));
  if (uint64_t{shape.cluster[0]} * shape.cluster[1] * shape.cluster[2] > 16)
    return bad(kernel, "clusters have at most 16 blocks");
  return {};
}

/// What is static, and behind it what is dynamic, aligned for any swizzle.
static uint32_t sharedBytesOf(const Code &code, const LaunchShape &shape) {
  if (!shape.dynamicShared)
    return code.sharedBytes;
  return (code.sharedBytes + 1023) / 1024 * 1024 + shape.dynamicShared;
}

rt::Status kiln::emu::checkLaunch(const Code &code, const LaunchShape &shape) {
  return checkShape(code, shape, sharedBytesOf(code, shape));
}

namespace {
class Scheduler {
public:
  explicit Scheduler(Launch &launch) : launch(launch) {
    const LaunchShape &shape = launch.shape;
    total = 1;
    for (int axis = 0; axis < 3; ++axis)
      total *= shape.grid[axis] / shape.cluster[axis];
    window = launch.options.cooperative ? total : 4;
  }

  void run() {
    while (!launch.stopped) {
      while (resident.size() < window && next < total)
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

private:
  void place(uint64_t number) {
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
        id[axis] = cluster->id[axis] * shape.cluster[axis] +
                   left % shape.cluster[axis];
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

  /// Runs a warp that the seed picks; false where none can run.
  bool turn() {
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

  void retire() {
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
    resident.erase(
        std::remove_if(resident.begin(), resident.end(),
                       [&](auto &cluster) { return gone(*cluster); }),
        resident.end());
  }

  /// Everybody waits: says what for, and ends the resident blocks.
  void deadlock() {
    for (Warp *warp : warps)
      warp->reportWaiting();
    for (Warp *warp : warps)
      warp->kill();
    ended = true;
  }

  void giveUp() {
    launch.stopped = true;
    Warp &warp = *warps.front();
    warp.fault(FaultKind::TooLong, 0,
               rt::concat("given up after ", launch.executed,
                          " instructions of warps"));
  }

  Launch &launch;
  uint64_t total = 0, next = 0, window = 0;
  std::vector<std::unique_ptr<Cluster>> resident;
  std::vector<Warp *> warps;
  bool ended = false;
};
} // namespace

/// Blocks that an SM of the newest generations holds, by the three limits
/// that PTX knows.
static void countOccupancy(Launch &launch) {
  constexpr uint32_t threadsOfSm = 2048, blocksOfSm = 32,
                     sharedOfSm = 228 * 1024, reserved = 1024;
  uint32_t threads = launch.warpsPerBlock * lanes;
  uint32_t blocks = std::min(blocksOfSm, threadsOfSm / threads);
  blocks = std::min(blocks, sharedOfSm / (launch.sharedBytes + reserved));
  launch.stats.blocksPerSm = blocks;
  launch.stats.occupancy = static_cast<double>(blocks * threads) / threadsOfSm;
}

rt::Expected<Stats> kiln::emu::runKernel(
    const Program &program, const kiln::emu::Code &code, Memory &memory,
    const LaunchShape &shape, const std::vector<uint8_t> &params,
    const RunOptions &options, Report &report, const Order *order) {
  KILN_RT_TRY(checkLaunch(code, shape));
  if (params.size() != code.paramBytes)
    return bad(*code.function,
               rt::concat("takes ", code.paramBytes,
                          " bytes of parameters, not ", params.size()));
  Launch launch{program, code,         memory, shape, options,
                report,  memory.clock, order,  {},    {}};
  launch.params = std::make_shared<Allocation>(0, params.size(), "parameters");
  std::copy(params.begin(), params.end(), launch.params->data.get());
  launch.params->shadow.setWritten(0, params.size());
  launch.params->readOnly = true;
  launch.start = memory.clock.tick();
  launch.sharedBytes = sharedBytesOf(code, shape);
  launch.warpsPerBlock = shape.warpsPerBlock();
  launch.random =
      options.seed * UINT64_C(0x9e3779b97f4a7c15) + 88172645463325252;
  if (!launch.random)
    launch.random = 1;
  Scheduler(launch).run();
  memory.clock.tick();
  launch.stats.instructions = launch.executed;
  countOccupancy(launch);
  return launch.stats;
}
