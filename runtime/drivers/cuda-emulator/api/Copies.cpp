// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of devices and of the host, copies, fills.

#include "api/State.h"

#include <cstdlib>

using namespace kiln::emu;

/// The bytes at a device address, or null where they are not in one
/// allocation. `device` is its context.
static Allocation *bytesAt(CUcontext context, CUdeviceptr address, size_t size,
                           uint64_t &offset) {
  Allocation *allocation = context->memory.find(address);
  offset = allocation ? address - allocation->base : 0;
  bool inside =
      allocation && !allocation->freed && offset + size <= allocation->size;
  return inside ? allocation : nullptr;
}

KILN_EMULATOR_API CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size) {
  KILN_EMULATOR_ENTER();
  if (!size)
    return CUDA_ERROR_INVALID_VALUE;
  if (size > driver().memoryBytes ||
      context->memory.bytesInUse() > driver().memoryBytes - size)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *address = context->memory.allocate(size).base;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuMemFree_v2(CUdeviceptr address) {
  KILN_EMULATOR_ENTER();
  if (CUresult result = drainAll(context))
    return result;
  return context->memory.free(address) ? CUDA_SUCCESS
                                       : CUDA_ERROR_INVALID_VALUE;
}

/// The address is there at once; its memory may be used behind this in the
/// stream.
KILN_EMULATOR_API CUresult cuMemAllocAsync(CUdeviceptr *address, size_t size,
                                           CUstream) {
  return cuMemAlloc_v2(address, size);
}

KILN_EMULATOR_API CUresult cuMemFreeAsync(CUdeviceptr address,
                                          CUstream handle) {
  KILN_EMULATOR_ENTER();
  return enqueue(streamOf(handle), [context, address] {
    return context->memory.free(address) ? CUDA_SUCCESS
                                         : CUDA_ERROR_INVALID_VALUE;
  });
}

KILN_EMULATOR_API CUresult cuMemGetInfo_v2(size_t *left, size_t *total) {
  KILN_EMULATOR_ENTER();
  *total = driver().memoryBytes;
  *left = *total - std::min<size_t>(*total, context->memory.bytesInUse());
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuMemHostAlloc(void **memory, size_t size,
                                          unsigned) {
  KILN_EMULATOR_ENTER();
  *memory = std::aligned_alloc(4096, (size + 4095) / 4096 * 4096);
  if (!*memory)
    return CUDA_ERROR_OUT_OF_MEMORY;
  context->pinned[reinterpret_cast<uint64_t>(*memory)] = size;
  context->hostMemory.emplace(
      *memory,
      std::unique_ptr<void, decltype(&std::free)>(*memory, &std::free));
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuMemAllocHost_v2(void **memory, size_t size) {
  return cuMemHostAlloc(memory, size, 0);
}

KILN_EMULATOR_API CUresult cuMemFreeHost(void *memory) {
  KILN_EMULATOR_ENTER();
  drainAll(context);
  if (!context->hostMemory.erase(memory))
    return CUDA_ERROR_INVALID_VALUE;
  context->pinned.erase(reinterpret_cast<uint64_t>(memory));
  return context->sticky;
}

KILN_EMULATOR_API CUresult cuMemHostRegister_v2(void *memory, size_t size,
                                                unsigned) {
  KILN_EMULATOR_ENTER();
  context->pinned[reinterpret_cast<uint64_t>(memory)] = size;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuMemHostUnregister(void *memory) {
  KILN_EMULATOR_ENTER();
  drainAll(context);
  return context->pinned.erase(reinterpret_cast<uint64_t>(memory))
             ? context->sticky
             : CUDA_ERROR_INVALID_VALUE;
}

static bool isPinned(CUcontext context, const void *memory) {
  auto address = reinterpret_cast<uint64_t>(memory);
  auto after = context->pinned.upper_bound(address);
  return after != context->pinned.begin() &&
         address - std::prev(after)->first < std::prev(after)->second;
}

static CUresult toDevice(CUcontext context, CUdeviceptr to, const void *from,
                         size_t size) {
  uint64_t offset;
  Allocation *target = bytesAt(context, to, size, offset);
  if (!target)
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(target->data.get() + offset, from, size);
  target->shadow.setWritten(offset, size);
  return CUDA_SUCCESS;
}

static CUresult toHost(CUcontext context, void *to, CUdeviceptr from,
                       size_t size) {
  uint64_t offset;
  Allocation *source = bytesAt(context, from, size, offset);
  if (!source)
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(to, source->data.get() + offset, size);
  return CUDA_SUCCESS;
}

/// From pinned memory the bytes are read when the copy is done; from other
/// memory now.
KILN_EMULATOR_API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to,
                                                const void *from, size_t size,
                                                CUstream handle) {
  KILN_EMULATOR_ENTER();
  uint64_t offset;
  if (!bytesAt(context, to, size, offset))
    return CUDA_ERROR_INVALID_VALUE;
  if (isPinned(context, from))
    return enqueue(streamOf(handle), [context, to, from, size] {
      return toDevice(context, to, from, size);
    });
  auto bytes = std::make_shared<std::vector<uint8_t>>(
      static_cast<const uint8_t *>(from),
      static_cast<const uint8_t *>(from) + size);
  return enqueue(streamOf(handle), [context, to, bytes] {
    return toDevice(context, to, bytes->data(), bytes->size());
  });
}

KILN_EMULATOR_API CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from,
                                                size_t size, CUstream handle) {
  KILN_EMULATOR_ENTER();
  uint64_t offset;
  if (!bytesAt(context, from, size, offset))
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = enqueue(streamOf(handle), [context, to, from, size] {
    return toHost(context, to, from, size);
  });
  if (result || isPinned(context, to) || streamOf(handle)->capturing)
    return result;
  return drain(streamOf(handle));
}

KILN_EMULATOR_API CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from,
                                           size_t size) {
  if (CUresult result = cuMemcpyHtoDAsync_v2(to, from, size, nullptr))
    return result;
  return drain(streamOf(nullptr));
}

KILN_EMULATOR_API CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from,
                                           size_t size) {
  if (CUresult result = cuMemcpyDtoHAsync_v2(to, from, size, nullptr))
    return result;
  return drain(streamOf(nullptr));
}

/// What was not written stays so in the copy.
static CUresult between(CUcontext context, CUdeviceptr to, CUdeviceptr from,
                        size_t size) {
  uint64_t source, target;
  Allocation *read = bytesAt(context, from, size, source);
  Allocation *written = bytesAt(context, to, size, target);
  if (!read || !written)
    return CUDA_ERROR_INVALID_VALUE;
  std::memmove(written->data.get() + target, read->data.get() + source, size);
  for (size_t i = 0; i < size; ++i)
    written->shadow.setWritten(target + i, 1,
                               read->shadow.isWritten(source + i, 1));
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to,
                                                CUdeviceptr from, size_t size,
                                                CUstream handle) {
  KILN_EMULATOR_ENTER();
  uint64_t offset;
  if (!bytesAt(context, to, size, offset) ||
      !bytesAt(context, from, size, offset))
    return CUDA_ERROR_INVALID_VALUE;
  return enqueue(streamOf(handle), [context, to, from, size] {
    return between(context, to, from, size);
  });
}

template <typename T>
static CUresult fill(CUdeviceptr to, T value, size_t count, CUstream handle) {
  KILN_EMULATOR_ENTER();
  uint64_t offset;
  if (!bytesAt(context, to, count * sizeof(T), offset) || to % sizeof(T))
    return CUDA_ERROR_INVALID_VALUE;
  return enqueue(streamOf(handle), [context, to, value, count] {
    std::vector<T> values(count, value);
    return toDevice(context, to, values.data(), count * sizeof(T));
  });
}

KILN_EMULATOR_API CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value,
                                           size_t count, CUstream handle) {
  return fill<uint8_t>(to, value, count, handle);
}

KILN_EMULATOR_API CUresult cuMemsetD16Async(CUdeviceptr to,
                                            unsigned short value, size_t count,
                                            CUstream handle) {
  return fill<uint16_t>(to, value, count, handle);
}

KILN_EMULATOR_API CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value,
                                            size_t count, CUstream handle) {
  return fill<uint32_t>(to, value, count, handle);
}
