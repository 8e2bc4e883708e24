// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memory/LazyBytes.h"

#include <new>
#include <sys/mman.h>

using namespace kiln::emu;

LazyBytes kiln::emu::makeLazyBytes(size_t size) {
  if (size < leastMapped)
    return LazyBytes(new uint8_t[size]());
  void *bytes = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (bytes == MAP_FAILED)
    throw std::bad_alloc();
  return LazyBytes(static_cast<uint8_t *>(bytes), LazyBytesDeleter{size});
}

void LazyBytesDeleter::operator()(uint8_t *bytes) const {
  if (mapped)
    munmap(bytes, mapped);
  else
    delete[] bytes;
}
