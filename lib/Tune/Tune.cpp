// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Tune/Tune.h"
#include "kiln-rt/loader/Loader.h"
#include "kiln/Dialect/Exec/KernelDigest.h"
#include "llvm/ADT/StringSet.h"
#include <chrono>

using namespace mlir;
using namespace kiln;

std::string kiln::checkTunable(const TargetInfo &target) {
  std::string reason;
  return rt::cpuTargetRank(target.name, reason) < 0 ? reason : "";
}

SmallVector<Schedule> kiln::getNeighbors(const Schedule &schedule) {
  SmallVector<Schedule> neighbors;
  auto vary = [&](int64_t number,
                  llvm::function_ref<int64_t &(Schedule &)> in) {
    for (int64_t other : {number * 2, number / 2, number + 1, number - 1}) {
      Schedule changed = schedule;
      in(changed) = other;
      if (other > 0 && other != number &&
          !llvm::is_contained(neighbors, changed))
        neighbors.push_back(changed);
    }
  };
  for (size_t i = 0; i < schedule.tile.size(); ++i)
    vary(schedule.tile[i], [&](Schedule &s) -> int64_t & { return s.tile[i]; });
  for (size_t i = 0; i < schedule.block.size(); ++i)
    vary(schedule.block[i],
         [&](Schedule &s) -> int64_t & { return s.block[i]; });
  if (schedule.depth)
    vary(schedule.depth, [&](Schedule &s) -> int64_t & { return s.depth; });
  return neighbors;
}

/// The schedules to try: those of all emitters, the least predicted time first,
/// then what is near the first.
static SmallVector<Schedule> getTries(exec::KernelOp kernel,
                                      const TargetInfo &target,
                                      ArrayRef<std::string> without) {
  auto plans = getCandidates(kernel, target, without);
  llvm::stable_sort(plans, [](const auto &a, const auto &b) {
    return a->predicted.total() < b->predicted.total();
  });
  SmallVector<Schedule> tries;
  for (const auto &plan : plans)
    tries.push_back(plan->schedule);
  for (const Schedule &near : getNeighbors(plans.front()->schedule))
    if (planKernel(kernel, target, &near))
      tries.push_back(near);
  return tries;
}

static llvm::json::Object makeRecord(exec::KernelOp kernel,
                                     const TargetInfo &target,
                                     const Schedule &schedule) {
  llvm::json::Object record{{"kernel", exec::getKernelDigest(kernel)},
                            {"target", target.name},
                            {"emitter", schedule.emitter}};
  if (!schedule.tile.empty())
    record["tile"] = llvm::json::Array(schedule.tile);
  if (!schedule.block.empty())
    record["block"] = llvm::json::Array(schedule.block);
  if (schedule.depth)
    record["depth"] = schedule.depth;
  return record;
}

/// The fastest of `tries` within `seconds`; the first is measured in any case.
static std::optional<Schedule> findFastest(exec::KernelOp kernel,
                                           const Target &target,
                                           ArrayRef<Schedule> tries,
                                           const TuneOptions &options,
                                           double seconds) {
  auto start = std::chrono::steady_clock::now();
  std::optional<Schedule> best;
  double least = 0;
  for (const Schedule &schedule : tries) {
    std::chrono::duration<double> taken =
        std::chrono::steady_clock::now() - start;
    if (best && taken.count() > seconds)
      break;
    std::optional<double> time = timeKernel(kernel, target, schedule);
    if (time && options.judge)
      time = options.judge(kernel, schedule, *time);
    if (time && (!best || *time < least)) {
      best = schedule;
      least = *time;
    }
  }
  return best;
}

void kiln::tuneSchedules(exec::VariantOp variant, const Target &target,
                         const TuneOptions &options,
                         llvm::json::Array &records) {
  struct Work {
    exec::KernelOp kernel;
    SmallVector<Schedule> tries;
  };
  SmallVector<Work> all;
  llvm::StringSet<> known;
  variant.walk([&](exec::KernelOp kernel) {
    SmallVector<Schedule> tries =
        getTries(kernel, target.getInfo(), options.without);
    if (tries.size() > 1 && known.insert(exec::getKernelDigest(kernel)).second)
      all.push_back({kernel, std::move(tries)});
  });
  for (const Work &work : all)
    if (std::optional<Schedule> best =
            findFastest(work.kernel, target, work.tries, options,
                        options.seconds / double(all.size())))
      records.push_back(makeRecord(work.kernel, target.getInfo(), *best));
}
