// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/cuda/Staging.h"

#include <algorithm>
#include <cstring>

using namespace kiln::rt::cuda;

Result Staging::prepare() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (memory_)
    return Result::Success;
  void *memory = nullptr;
  Result result = driver_.memHostAlloc(&memory, slotBytes * slotCount, 0);
  for (Slot &slot : slots_)
    if (result == Result::Success && !slot.done)
      result = driver_.eventCreate(&slot.done, eventWithoutTiming);
  if (result == Result::Success)
    memory_ = static_cast<char *>(memory);
  else if (memory)
    driver_.memFreeHost(memory);
  return result;
}

Result Staging::upload(DevicePointer to, const void *from, size_t bytes,
                       StreamHandle stream) {
  Result result = prepare();
  const char *source = static_cast<const char *>(from);
  while (bytes > 0 && result == Result::Success) {
    size_t slot = next_++ % slotCount, part = std::min(bytes, slotBytes);
    result = uploadBy(slots_[slot], memory_ + slot * slotBytes, to, source,
                      part, stream);
    to += part;
    source += part;
    bytes -= part;
  }
  return result;
}

Result Staging::uploadBy(Slot &slot, char *staged, DevicePointer to,
                         const void *from, size_t bytes, StreamHandle stream) {
  std::lock_guard<std::mutex> lock(slot.mutex);
  Result result = driver_.eventSynchronize(slot.done);
  if (result != Result::Success)
    return result;
  std::memcpy(staged, from, bytes);
  result = driver_.copyToDevice(to, staged, bytes, stream);
  return result == Result::Success ? driver_.eventRecord(slot.done, stream)
                                   : result;
}

void Staging::release() {
  for (Slot &slot : slots_)
    if (slot.done)
      driver_.eventDestroy(std::exchange(slot.done, nullptr));
  if (memory_)
    driver_.memFreeHost(std::exchange(memory_, nullptr));
}
