// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of a CUDA device, copies and fills.

#include "device/Memory.h"
#include "device/cuda/CudaDevice.h"

#include <algorithm>
#include <cstring>

using namespace kiln::rt;
using namespace kiln::rt::cuda;

static DevicePointer pointerOf(const void *memory) {
  return reinterpret_cast<uintptr_t>(memory);
}

void *CudaDevice::allocate(uint64_t bytes) {
  PrimaryContext::Scope scope(context_);
  if (allocator_)
    return allocateByCaller(bytes);
  DevicePointer memory = 0;
  auto take = [&] {
    return hasMemoryPools_ ? driver_.memAllocAsync(&memory, bytes, own_)
                           : driver_.memAlloc(&memory, bytes);
  };
  Result result = take();
  // What was freed may be in use until then.
  if (result == Result::OutOfMemory && synchronize(own_).ok())
    result = take();
  if (!check(result, "allocating").ok())
    return nullptr;
  ++allocations_;
  return reinterpret_cast<void *>(static_cast<uintptr_t>(memory));
}

void *CudaDevice::allocateByCaller(uint64_t bytes) {
  void *memory = allocator_->allocate(allocator_->user, bytes, memoryAlignment);
  if (reinterpret_cast<uintptr_t>(memory) % memoryAlignment == 0)
    return memory;
  allocator_->free(allocator_->user, memory, bytes);
  return nullptr;
}

void CudaDevice::free(void *memory, uint64_t bytes) {
  PrimaryContext::Scope scope(context_);
  // Whose streams are gone by now cannot be asked for an event.
  if (othersWork_.exchange(false))
    driver_.ctxSynchronize();
  if (allocator_) {
    // It knows no streams.
    driver_.streamSynchronize(own_);
    return allocator_->free(allocator_->user, memory, bytes);
  }
  if (hasMemoryPools_)
    driver_.memFreeAsync(pointerOf(memory), own_);
  else
    driver_.memFree(pointerOf(memory));
}

Status CudaDevice::copy(void *to, Place toPlace, const void *from,
                        Place fromPlace, uint64_t bytes, kiln_stream given) {
  if (bytes == 0)
    return {};
  if (toPlace == Place::Host && fromPlace == Place::Host) {
    std::memmove(to, from, bytes);
    return {};
  }
  PrimaryContext::Scope scope(context_);
  KILN_RT_ASSIGN(StreamHandle stream, enter(given));
  const void *touched[] = {to, from};
  KILN_RT_TRY(followUploads(touched, 2, stream));
  if (toPlace == Place::Host) {
    KILN_RT_TRY(check(driver_.copyToHost(to, pointerOf(from), bytes, stream),
                      "copying to the host"));
    return synchronize(stream);
  }
  if (fromPlace == Place::Host)
    return check(staging_.upload(pointerOf(to), from, bytes, stream),
                 "copying to the device");
  DevicePointer target = pointerOf(to), source = pointerOf(from);
  if (target == source)
    return {};
  bool overlaps = target < source + bytes && source < target + bytes;
  if (overlaps)
    return copyOverlapping(target, source, bytes, stream);
  return check(driver_.copyWithin(target, source, bytes, stream),
               "copying on the device");
}

/// By way of other memory: the driver says nothing of ranges that overlap.
Status CudaDevice::copyOverlapping(DevicePointer to, DevicePointer from,
                                   uint64_t bytes, StreamHandle stream) {
  if (stream == capture_)
    return makeError(Code::Unimplemented,
                     "a graph has no copy between ranges that overlap");
  void *between = allocate(bytes);
  if (!between)
    return makeError(Code::ResourceExhausted, "no memory for a copy of ", bytes,
                     " bytes");
  KILN_RT_ASSIGN(stream, enter(stream));
  Result result = driver_.copyWithin(pointerOf(between), from, bytes, stream);
  if (result == Result::Success)
    result = driver_.copyWithin(to, pointerOf(between), bytes, stream);
  free(between, bytes);
  return check(result, "copying on the device");
}

/// The pattern as a word, if it repeats one of `Word`.
template <typename Word>
static bool isRepeated(std::string_view pattern, DevicePointer memory,
                       Word &word) {
  if (pattern.size() % sizeof(Word) != 0 || memory % sizeof(Word) != 0)
    return false;
  std::memcpy(&word, pattern.data(), sizeof(Word));
  for (size_t i = 0; i < pattern.size(); i += sizeof(Word))
    if (std::memcmp(pattern.data() + i, &word, sizeof(Word)) != 0)
      return false;
  return true;
}

Status CudaDevice::fill(void *memory, uint64_t bytes, std::string_view pattern,
                        kiln_stream given) {
  if (bytes == 0)
    return {};
  PrimaryContext::Scope scope(context_);
  KILN_RT_ASSIGN(StreamHandle stream, enter(given));
  DevicePointer target = pointerOf(memory);
  uint32_t word = 0;
  uint16_t half = 0;
  uint8_t byte = 0;
  Result result = Result::Success;
  if (isRepeated(pattern, target, word))
    result = driver_.fill32(target, word, bytes / sizeof(word), stream);
  else if (isRepeated(pattern, target, half))
    result = driver_.fill16(target, half, bytes / sizeof(half), stream);
  else if (isRepeated(pattern, target, byte))
    result = driver_.fill8(target, byte, bytes, stream);
  else
    return fillByCopies(target, bytes, pattern, stream);
  return check(result, "filling memory");
}

/// By doubling: the filled part is the pattern of the rest.
Status CudaDevice::fillByCopies(DevicePointer memory, uint64_t bytes,
                                std::string_view pattern, StreamHandle stream) {
  Result result = Result::Success;
  uint64_t done = 0;
  for (; done < pattern.size() && result == Result::Success; ++done)
    result = driver_.fill8(
        memory + done, static_cast<unsigned char>(pattern[done]), 1, stream);
  while (done < bytes && result == Result::Success) {
    uint64_t part = std::min(done, bytes - done);
    result = driver_.copyWithin(memory + done, memory, part, stream);
    done += part;
  }
  return check(result, "filling memory");
}
