// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/cuda/Staging.h"

#include <algorithm>
#include <cstring>

using namespace kiln::rt::cuda;

/// Under the mutex.
Result Staging::prepare() {
  void *memory = nullptr;
  Result result = driver_.memHostAlloc(&memory, slotBytes * slotCount, 0);
  for (EventHandle &event : done_)
    if (result == Result::Success && !event)
      result = driver_.eventCreate(&event, eventWithoutTiming);
  if (result == Result::Success)
    memory_ = static_cast<char *>(memory);
  else if (memory)
    driver_.memFreeHost(memory);
  return result;
}

Result Staging::upload(DevicePointer to, const void *from, size_t bytes,
                       StreamHandle stream) {
  std::lock_guard<std::mutex> lock(mutex_);
  Result result = memory_ ? Result::Success : prepare();
  const char *source = static_cast<const char *>(from);
  while (bytes > 0 && result == Result::Success) {
    size_t slot = next_++ % slotCount, part = std::min(bytes, slotBytes);
    char *staged = memory_ + slot * slotBytes;
    result = driver_.eventSynchronize(done_[slot]);
    if (result != Result::Success)
      break;
    std::memcpy(staged, source, part);
    result = driver_.copyToDevice(to, staged, part, stream);
    if (result == Result::Success)
      result = driver_.eventRecord(done_[slot], stream);
    to += part;
    source += part;
    bytes -= part;
  }
  return result;
}

void Staging::release() {
  for (EventHandle &event : done_)
    if (event)
      driver_.eventDestroy(std::exchange(event, nullptr));
  if (memory_)
    driver_.memFreeHost(std::exchange(memory_, nullptr));
}
