// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from the host through pinned memory: the caller's may change as soon
// as upload() returns, and nobody has waited for the device.

#ifndef KILN_RT_SRC_DEVICE_CUDA_STAGING_H
#define KILN_RT_SRC_DEVICE_CUDA_STAGING_H

#include "device/cuda/Driver.h"

#include <array>
#include <mutex>

namespace kiln::rt::cuda {

/// Any number of threads. The device's context is current in all functions.
class Staging {
public:
  explicit Staging(const Driver &driver) : driver_(driver) {}

  Result upload(DevicePointer to, const void *from, size_t bytes,
                StreamHandle stream);
  /// Gives the memory back, once no copy is under way.
  void release();

private:
  static constexpr size_t slotBytes = size_t(512) << 10, slotCount = 8;

  Result prepare();

  const Driver &driver_;
  std::mutex mutex_;
  char *memory_ = nullptr;                       ///< of all slots
  std::array<EventHandle, slotCount> done_ = {}; ///< a slot's last copy
  size_t next_ = 0;
};

} // namespace kiln::rt::cuda

#endif // KILN_RT_SRC_DEVICE_CUDA_STAGING_H
