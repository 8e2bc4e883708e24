// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels over their domain, in parallel chunks.

#include "exec/Interpreter.h"

#include <algorithm>
#include <atomic>

using namespace kiln::rt;

namespace {
/// One dispatch as its tasks see it.
struct Work {
  KernelFunction function;
  void *const *buffers;
  const int64_t *sizes;
  int64_t domain;
  int64_t chunk;
  char *scratch;
  size_t scratchBytes; ///< per task
  std::atomic<int64_t> next{0};
  std::atomic<int32_t> error{0};

  static void run(void *argument, size_t task) {
    auto &work = *static_cast<Work *>(argument);
    void *scratch =
        work.scratch ? work.scratch + task * work.scratchBytes : nullptr;
    while (work.error.load(std::memory_order_relaxed) == 0) {
      int64_t begin = work.next.fetch_add(work.chunk);
      if (begin >= work.domain)
        return;
      int64_t end = begin + std::min(work.chunk, work.domain - begin);
      int32_t result =
          work.function(work.buffers, work.sizes, begin, end, scratch);
      if (result != 0)
        work.error.store(result, std::memory_order_relaxed);
    }
  }
};

/// Operands and sizes that need no allocation; programs rarely have more.
constexpr uint32_t inlineOperands = 32;
} // namespace

/// The meaning of the numbers that generated kernels return.
static const char *kernelErrorText(int32_t error) {
  switch (error) {
  case 1:
    return "an index is out of range";
  case 2:
    return "an integer is divided by zero";
  case 3:
    return "an algorithm on a matrix does not converge";
  default:
    return "it failed";
  }
}

Status Interpreter::runKernel(const Instruction &instruction,
                              const Dispatch &dispatch, void *const *buffers,
                              const int64_t *sizes, int64_t domain) {
  const KernelBinding &kernel = module_.kernel(dispatch.kernel);
  // Domains are far from the end of int64, but the sum of a chunk's end must
  // not wrap for any.
  constexpr int64_t maxDomain = INT64_MAX / 2;
  if (domain < 0 || domain > maxDomain)
    return error(Code::OutOfRange, instruction, "a dispatch over ", domain,
                 " items");
  if (domain == 0)
    return {};
  // Small domains never ask the executor.
  int64_t parts = 1;
  if (domain >= 2 * kernel.grain) {
    constexpr int64_t chunksPerThread = 4;
    auto threads = static_cast<int64_t>(module_.executor().concurrency());
    if (threads > 1)
      parts = std::min(domain / kernel.grain, threads * chunksPerThread);
  }
  int64_t chunk = (domain + parts - 1) / parts;
  size_t tasks = 1;
  if (parts > 1)
    tasks = std::min<size_t>(static_cast<size_t>(parts),
                             module_.executor().concurrency());
  size_t scratchBytes =
      (kernel.scratch + memoryAlignment - 1) & ~(memoryAlignment - 1);
  if (scratchBytes > 0 && !frame_.arena.scratch.ensure(scratchBytes * tasks))
    return error(Code::ResourceExhausted, instruction, "no memory for ",
                 scratchBytes * tasks, " bytes of kernel scratch");
  char *scratch = scratchBytes > 0
                      ? static_cast<char *>(frame_.arena.scratch.data())
                      : nullptr;
  int32_t result = 0;
  if (tasks == 1) {
    result = kernel.function(buffers, sizes, 0, domain, scratch);
  } else {
    Work work = {kernel.function, buffers,      sizes, domain, chunk,
                 scratch,         scratchBytes, {0},   {0}};
    module_.executor().parallelFor(tasks, Work::run, &work);
    result = work.error.load();
  }
  if (result != 0)
    return error(Code::OutOfRange, instruction, "kernel '",
                 module_.manifest().kernels[dispatch.kernel].name,
                 "' reported error ", result, ": ", kernelErrorText(result));
  return {};
}

Status Interpreter::dispatch(const Instruction &instruction) {
  const Dispatch &dispatch = program_.dispatches[instruction.a];
  void *inlineBuffers[inlineOperands];
  int64_t inlineSizes[inlineOperands];
  std::vector<void *> moreBuffers;
  std::vector<int64_t> moreSizes;
  void **buffers = inlineBuffers;
  int64_t *sizes = inlineSizes;
  if (dispatch.slotCount > inlineOperands) {
    moreBuffers.resize(dispatch.slotCount);
    buffers = moreBuffers.data();
  }
  if (dispatch.sizeCount > inlineOperands) {
    moreSizes.resize(dispatch.sizeCount);
    sizes = moreSizes.data();
  }
  const uint32_t *slots = program_.pool.data() + dispatch.slots;
  for (uint32_t i = 0; i < dispatch.slotCount; ++i)
    buffers[i] = frame_.slots[slots[i]].data;
  const uint32_t *expressions = program_.pool.data() + dispatch.sizes;
  for (uint32_t i = 0; i < dispatch.sizeCount; ++i)
    if (!value(expressions[i], instruction, sizes[i]))
      return std::move(status_);
  Word domain = 0;
  if (!value(dispatch.domain, instruction, domain))
    return std::move(status_);
  return runKernel(instruction, dispatch, buffers, sizes, domain);
}
