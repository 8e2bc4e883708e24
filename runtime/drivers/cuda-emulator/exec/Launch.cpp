// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Launch.h"

#include "exec/Apart.h"
#include "exec/Scheduler.h"

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

void Launch::seed(uint64_t part) {
  random = (options.seed + part * UINT64_C(0xd1342543de82ef95)) *
               UINT64_C(0x9e3779b97f4a7c15) +
           88172645463325252;
  if (!random)
    random = 1;
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
  launch.seed(0);
  uint64_t clusters = clustersOf(shape);
  if (canRunApart(launch, clusters))
    runApart(launch, clusters);
  else
    Scheduler(launch, 0, clusters).run();
  memory.clock.tick();
  launch.stats.instructions = launch.executed;
  countOccupancy(launch);
  return launch.stats;
}
