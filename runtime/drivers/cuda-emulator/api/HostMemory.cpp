// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of the host: pinned, and lent to copies.

#include "api/HostMemory.h"

#include <cstdlib>

using namespace kiln::emu;

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
  awaitAll(context);
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
  awaitAll(context);
  return context->pinned.erase(reinterpret_cast<uint64_t>(memory))
             ? context->sticky
             : CUDA_ERROR_INVALID_VALUE;
}

bool kiln::emu::isPinned(CUcontext context, const void *memory) {
  auto address = reinterpret_cast<uint64_t>(memory);
  auto after = context->pinned.upper_bound(address);
  return after != context->pinned.begin() &&
         address - std::prev(after)->first < std::prev(after)->second;
}

std::shared_ptr<HostRange>
kiln::emu::lendToCopy(CUstream stream, const void *memory, size_t size) {
  if (stream->capturing || !driver().options.checkRaces)
    return nullptr;
  const auto *bytes = static_cast<const uint8_t *>(memory);
  auto lent = std::make_shared<HostRange>();
  lent->at = bytes;
  lent->content.assign(bytes, bytes + size);
  stream->context->lent.push_back(lent);
  return lent;
}

void kiln::emu::takeBack(CUcontext context,
                         const std::shared_ptr<HostRange> &lent,
                         const char *name, bool written) {
  if (!lent)
    return;
  context->lent.remove(lent);
  if (std::memcmp(lent->at, lent->content.data(), lent->content.size()) == 0)
    return;
  Fault fault;
  fault.kind = written ? FaultKind::Race : FaultKind::AsyncSourceChanged;
  fault.access.work = name;
  fault.access.stream = context->order.stream;
  fault.access.write = written;
  fault.detail =
      rt::concat("the host wrote what the copy ", written ? "writes" : "reads",
                 " before it waited for the copy");
  context->report.add(std::move(fault));
}

void kiln::emu::hostWritten(CUcontext context, const void *memory,
                            size_t size) {
  const auto *begin = static_cast<const uint8_t *>(memory);
  for (const auto &lent : context->lent) {
    const uint8_t *from = std::max(begin, lent->at);
    const uint8_t *to = std::min(begin + size, lent->at + lent->content.size());
    if (from < to)
      std::copy(from, to, lent->content.begin() + (from - lent->at));
  }
}
