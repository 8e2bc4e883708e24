// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of devices, copies, fills.

#include "api/HostMemory.h"

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
  if (CUresult result = awaitAll(context))
    return result;
  return context->memory.free(address) ? CUDA_SUCCESS
                                       : CUDA_ERROR_INVALID_VALUE;
}

/// Names the work that runs and marks what it accesses.
static void access(CUcontext context, const char *name, Allocation &allocation,
                   uint64_t offset, size_t size, bool write) {
  context->running->name = name;
  if (driver().options.checkRaces)
    accessRange(context->order, name, context->memory, allocation, offset, size,
                write, context->report);
}

/// The address is there at once; its memory may be used behind this in the
/// stream.
KILN_EMULATOR_API CUresult cuMemAllocAsync(CUdeviceptr *address, size_t size,
                                           CUstream handle) {
  KILN_EMULATOR_ENTER();
  CUresult result = cuMemAlloc_v2(address, size);
  CUstream stream = streamOf(handle);
  if (result || stream->capturing)
    return result;
  Allocation *made = context->memory.find(*address);
  return enqueue(stream, [context, made] {
    access(context, "allocation", *made, 0, made->size, true);
    return resultOf(context->report);
  });
}

KILN_EMULATOR_API CUresult cuMemFreeAsync(CUdeviceptr address,
                                          CUstream handle) {
  KILN_EMULATOR_ENTER();
  return enqueue(streamOf(handle), [context, address] {
    Allocation *freed = context->memory.find(address);
    if (freed && !freed->freed)
      access(context, "release", *freed, 0, freed->size, true);
    if (!context->memory.free(address))
      return CUDA_ERROR_INVALID_VALUE;
    return resultOf(context->report);
  });
}

KILN_EMULATOR_API CUresult cuMemGetInfo_v2(size_t *left, size_t *total) {
  KILN_EMULATOR_ENTER();
  *total = driver().memoryBytes;
  *left = *total - std::min<size_t>(*total, context->memory.bytesInUse());
  return CUDA_SUCCESS;
}

static const char *const copyToDevice = "copy to the device",
                         *const copyToHost = "copy to the host",
                         *const copyWithin = "copy on the device";

static CUresult toDevice(CUcontext context, const char *name, CUdeviceptr to,
                         const void *from, size_t size) {
  uint64_t offset;
  Allocation *target = bytesAt(context, to, size, offset);
  if (!target)
    return CUDA_ERROR_INVALID_VALUE;
  access(context, name, *target, offset, size, true);
  std::memcpy(target->data.get() + offset, from, size);
  target->shadow.setWritten(offset, size);
  return resultOf(context->report);
}

static CUresult toHost(CUcontext context, void *to, CUdeviceptr from,
                       size_t size) {
  uint64_t offset;
  Allocation *source = bytesAt(context, from, size, offset);
  if (!source)
    return CUDA_ERROR_INVALID_VALUE;
  access(context, copyToHost, *source, offset, size, false);
  std::memcpy(to, source->data.get() + offset, size);
  hostWritten(context, to, size);
  return resultOf(context->report);
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
  if (isPinned(context, from)) {
    auto lent = lendToCopy(streamOf(handle), from, size);
    return enqueue(streamOf(handle), [context, to, from, size, lent] {
      takeBack(context, lent, copyToDevice, false);
      return toDevice(context, copyToDevice, to, from, size);
    });
  }
  auto bytes = std::make_shared<std::vector<uint8_t>>(
      static_cast<const uint8_t *>(from),
      static_cast<const uint8_t *>(from) + size);
  return enqueue(streamOf(handle), [context, to, bytes] {
    return toDevice(context, copyToDevice, to, bytes->data(), bytes->size());
  });
}

KILN_EMULATOR_API CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from,
                                                size_t size, CUstream handle) {
  KILN_EMULATOR_ENTER();
  uint64_t offset;
  if (!bytesAt(context, from, size, offset))
    return CUDA_ERROR_INVALID_VALUE;
  CUstream stream = streamOf(handle);
  bool pinned = isPinned(context, to);
  auto lent = pinned ? lendToCopy(stream, to, size) : nullptr;
  CUresult result = enqueue(stream, [context, to, from, size, lent] {
    takeBack(context, lent, copyToHost, true);
    return toHost(context, to, from, size);
  });
  return result || pinned || stream->capturing ? result : await(stream);
}

KILN_EMULATOR_API CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from,
                                           size_t size) {
  if (CUresult result = cuMemcpyHtoDAsync_v2(to, from, size, nullptr))
    return result;
  return await(streamOf(nullptr));
}

KILN_EMULATOR_API CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from,
                                           size_t size) {
  if (CUresult result = cuMemcpyDtoHAsync_v2(to, from, size, nullptr))
    return result;
  return await(streamOf(nullptr));
}

/// What was not written stays so in the copy.
static CUresult between(CUcontext context, CUdeviceptr to, CUdeviceptr from,
                        size_t size) {
  uint64_t source, target;
  Allocation *read = bytesAt(context, from, size, source);
  Allocation *written = bytesAt(context, to, size, target);
  if (!read || !written)
    return CUDA_ERROR_INVALID_VALUE;
  access(context, copyWithin, *read, source, size, false);
  access(context, copyWithin, *written, target, size, true);
  std::memmove(written->data.get() + target, read->data.get() + source, size);
  for (size_t i = 0; i < size; ++i)
    written->shadow.setWritten(target + i, 1,
                               read->shadow.isWritten(source + i, 1));
  return resultOf(context->report);
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
    return toDevice(context, "fill", to, values.data(), count * sizeof(T));
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
