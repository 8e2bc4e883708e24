// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU as a device. Its type is final and its functions are inline, so that
// an interpreter that knows it calls kernels as directly as one without any
// device would.

#ifndef KILN_RT_SRC_DEVICE_CPUDEVICE_H
#define KILN_RT_SRC_DEVICE_CPUDEVICE_H

#include "device/Device.h"
#include "device/Executor.h"
#include "device/Memory.h"
#include "dtype/Dtype.h"
#include "module/CodeObject.h"

#include <cstring>

namespace kiln::rt {

class CpuDevice final : public Device {
public:
  CpuDevice(const kiln_allocator &allocator, Executor executor)
      : Device({KILN_DEVICE_CPU, 0}), allocator_(allocator),
        executor_(std::move(executor)) {}

  Executor &executor() { return executor_; }
  std::string describe() const override;
  int rankTarget(std::string_view target, std::string &reason) const override;

  void *allocate(uint64_t bytes) override;
  void free(void *memory, uint64_t bytes) override {
    allocator_.free(allocator_.user, memory, bytes);
  }

  Status copy(void *to, Place, const void *from, Place, uint64_t bytes,
              kiln_stream) override {
    if (bytes > 0)
      std::memmove(to, from, bytes);
    return {};
  }
  Status copyStrided(const StridedCopy &shape, void *to, Place,
                     const void *from, Place, kiln_stream) override {
    rt::copyStrided(shape, from, to);
    return {};
  }
  Status fill(void *memory, uint64_t bytes, std::string_view pattern,
              kiln_stream) override;
  Status readScalar(const void *from, kiln_dtype dtype,
                    std::optional<Word> &value, kiln_stream) override {
    value = loadScalar(from, dtype);
    return {};
  }

  Status load(CodeImage code, const std::string &name,
              const std::vector<KernelCode> &kernels) override;
  /// Runs a function in the place of `count` kernels.
  void loadStandIn(KernelFunction function, size_t count);
  Status launch(const Launch &launch) override;
  /// Makes scratch memory what a task expects: a kernel notes in its first
  /// bytes what it leaves there from one range to the next.
  static void *beginTask(void *scratch, size_t bytes) {
    constexpr size_t noteBytes = 16;
    return bytes > 0 ? std::memset(scratch, 0, noteBytes) : scratch;
  }

  // Nothing is ever left to be done.
  Status wait(kiln_stream) override { return {}; }
  Expected<void *> recordEvent(kiln_stream) override {
    return static_cast<void *>(nullptr);
  }
  Status waitEvent(kiln_stream, void *) override { return {}; }

private:
  struct Kernel {
    KernelFunction function = nullptr;
    int64_t grain = 1;
    size_t scratch = 0; ///< bytes per task, a multiple of the alignment
    std::string_view name;
  };

  Status launchTasks(const Kernel &kernel, const Launch &launch);
  static Status checkResult(const Kernel &kernel, int32_t result) {
    return result == 0 ? Status() : Status(kernelError(kernel, result));
  }
  static Error kernelError(const Kernel &kernel, int32_t result);
  static Error noScratch(uint64_t bytes);

  kiln_allocator allocator_;
  Executor executor_;
  std::optional<CodeObject> code_;
  std::vector<Kernel> kernels_;
};

[[gnu::always_inline]] inline Status CpuDevice::launch(const Launch &launch) {
  const Kernel &kernel = kernels_[launch.kernel];
  // Small domains never ask the executor.
  if (launch.domain >= 2 * kernel.grain)
    return launchTasks(kernel, launch);
  void *scratch = nullptr;
  if (kernel.scratch > 0) {
    if (!launch.scratch.ensure(kernel.scratch))
      return noScratch(kernel.scratch);
    scratch = beginTask(launch.scratch.data(), kernel.scratch);
  }
  return checkResult(kernel, kernel.function(launch.buffers, launch.sizes, 0,
                                             launch.domain, scratch));
}

} // namespace kiln::rt

#endif // KILN_RT_SRC_DEVICE_CPUDEVICE_H
