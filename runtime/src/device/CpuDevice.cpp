// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels over their domain, in parts that threads share.

#include "device/CpuDevice.h"
#include "device/Shares.h"
#include "kiln-rt/loader/Loader.h"

#include <algorithm>
#include <atomic>

using namespace kiln::rt;

namespace {
/// One dispatch as its tasks see it.
struct Work {
  KernelFunction function;
  void *const *buffers;
  const int64_t *sizes;
  char *scratch;
  size_t scratchBytes; ///< per task
  Shares shares;
  std::atomic<int32_t> error{0};

  static void run(void *argument, size_t task) {
    auto &work = *static_cast<Work *>(argument);
    void *scratch = CpuDevice::beginTask(
        work.scratch + task * work.scratchBytes, work.scratchBytes);
    while (work.error.load(std::memory_order_relaxed) == 0) {
      Part part = work.shares.take(task);
      if (part.isEmpty())
        return;
      int32_t result = work.function(work.buffers, work.sizes, part.begin,
                                     part.end, scratch);
      if (result != 0)
        work.error.store(result, std::memory_order_relaxed);
    }
  }
};
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

Error CpuDevice::kernelError(const Kernel &kernel, int32_t result) {
  return makeError(Code::OutOfRange, "kernel '", kernel.name,
                   "' reported error ", result, ": ", kernelErrorText(result));
}

Error CpuDevice::noScratch(uint64_t bytes) {
  return makeError(Code::ResourceExhausted, "no memory for ", bytes,
                   " bytes of kernel scratch");
}

std::string CpuDevice::describe() const { return "the processor of the host"; }

int CpuDevice::rankTarget(std::string_view target, std::string &reason) const {
  return cpuTargetRank(target, reason);
}

void *CpuDevice::allocate(uint64_t bytes) {
  void *memory = allocator_.allocate(allocator_.user, bytes, memoryAlignment);
  if (reinterpret_cast<uintptr_t>(memory) % memoryAlignment == 0)
    return memory;
  allocator_.free(allocator_.user, memory, bytes);
  return nullptr;
}

Status CpuDevice::fill(void *memory, uint64_t bytes, std::string_view pattern,
                       kiln_stream) {
  char *data = static_cast<char *>(memory);
  // By doubling: the filled part is the pattern of the rest.
  uint64_t done = std::min<uint64_t>(bytes, pattern.size());
  if (done > 0)
    std::memcpy(data, pattern.data(), done);
  while (done < bytes) {
    uint64_t step = std::min(done, bytes - done);
    std::memcpy(data + done, data, step);
    done += step;
  }
  return {};
}

Status CpuDevice::load(CodeImage code, const std::string &name,
                       const std::vector<KernelCode> &kernels) {
  Expected<CodeObject> object = CodeObject::load(std::move(code), name);
  if (!object.ok())
    return object.takeError();
  code_.emplace(*std::move(object));
  for (const KernelCode &kernel : kernels) {
    KILN_RT_ASSIGN(KernelFunction function, code_->kernel(kernel.code->symbol));
    size_t scratch =
        (static_cast<size_t>(kernel.code->scratch) + memoryAlignment - 1) &
        ~(memoryAlignment - 1);
    kernels_.push_back({function, kernel.code->grain, scratch, kernel.name});
  }
  return {};
}

void CpuDevice::loadStandIn(KernelFunction function, size_t count) {
  kernels_.assign(count, {function, 1, 0, ""});
}

Status CpuDevice::launchTasks(const Kernel &kernel, const Launch &launch) {
  size_t tasks =
      std::min<size_t>(launch.domain / kernel.grain, executor_.concurrency());
  // The shares of many tasks lie in scratch memory, behind that of the tasks.
  constexpr size_t fewTasks = 16;
  alignas(Shares::Share) std::byte fewShares[fewTasks * sizeof(Shares::Share)];
  size_t bytes = kernel.scratch * tasks;
  size_t shares = tasks > fewTasks ? sizeof(Shares::Share) * tasks : 0;
  if (bytes + shares > 0 && !launch.scratch.ensure(bytes + shares))
    return noScratch(bytes);
  char *scratch = static_cast<char *>(launch.scratch.data());
  if (tasks == 1)
    return checkResult(
        kernel, kernel.function(launch.buffers, launch.sizes, 0, launch.domain,
                                beginTask(scratch, kernel.scratch)));
  Work work = {
      kernel.function,
      launch.buffers,
      launch.sizes,
      scratch,
      kernel.scratch,
      Shares(shares > 0 ? scratch + bytes : reinterpret_cast<char *>(fewShares),
             tasks, launch.domain, kernel.grain),
      {0}};
  executor_.parallelFor(tasks, Work::run, &work);
  return checkResult(kernel, work.error.load());
}
