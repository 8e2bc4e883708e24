// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FailingMemory.h"
#if KILN_TEST_MEMORY

#include <cstdint>
#include <cstdlib>
#include <new>

using namespace kiln::rt::test;

static thread_local size_t remaining = SIZE_MAX;
static thread_local size_t made = 0;

FailingMemory::FailingMemory(size_t after) { remaining = after; }
FailingMemory::~FailingMemory() { remaining = SIZE_MAX; }
size_t kiln::rt::test::allocationCount() { return made; }

static void *allocate(size_t size) noexcept {
  ++made;
  // Sanitizers end the process where the C library returns null.
  constexpr size_t largest = size_t(1) << 40;
  if (remaining == 0 || size > largest)
    return nullptr;
  if (remaining != SIZE_MAX)
    --remaining;
  return std::malloc(size ? size : 1);
}

void *operator new(size_t size) {
  if (void *memory = allocate(size))
    return memory;
  throw std::bad_alloc();
}
void *operator new[](size_t size) { return operator new(size); }
void *operator new(size_t size, const std::nothrow_t &) noexcept {
  return allocate(size);
}
void *operator new[](size_t size, const std::nothrow_t &) noexcept {
  return allocate(size);
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, size_t) noexcept { std::free(memory); }

#endif // KILN_TEST_MEMORY
