// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from the host through pinned memory: the caller's may change as soon
// as upload() returns, and nobody has waited for the device.

#ifndef KILN_RT_SRC_DEVICE_CUDA_STAGING_H
#define KILN_RT_SRC_DEVICE_CUDA_STAGING_H

#include "device/cuda/Driver.h"

#include <array>
#include <atomic>
#include <mutex>

namespace kiln::rt::cuda {

/// Any number of threads, which fill different slots. The device's context is
/// current in all functions.
class Staging {
public:
  static constexpr size_t slotBytes = size_t(512) << 10, slotCount = 8;

  explicit Staging(const Driver &driver) : driver_(driver) {}

  /// Makes the memory, which upload() does otherwise.
  Result prepare();
  Result upload(DevicePointer to, const void *from, size_t bytes,
                StreamHandle stream);
  /// Gives the memory back, once no copy is under way.
  void release();

private:
  struct Slot {
    std::mutex mutex;
    EventHandle done = nullptr; ///< its last copy; under the mutex
  };

  Result uploadBy(Slot &slot, char *staged, DevicePointer to, const void *from,
                  size_t bytes, StreamHandle stream);

  const Driver &driver_;
  std::mutex mutex_;
  char *memory_ = nullptr; ///< of all slots; made once, under the mutex
  std::array<Slot, slotCount> slots_;
  std::atomic<size_t> next_{0};
};

} // namespace kiln::rt::cuda

#endif // KILN_RT_SRC_DEVICE_CUDA_STAGING_H
