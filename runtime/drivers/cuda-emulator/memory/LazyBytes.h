// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Zeros that take memory where they are touched, so that a device may have
// arrays larger than the host.

#ifndef KILN_EMULATOR_MEMORY_LAZYBYTES_H
#define KILN_EMULATOR_MEMORY_LAZYBYTES_H

#include <cstddef>
#include <cstdint>
#include <memory>

namespace kiln::emu {

struct LazyBytesDeleter {
  size_t mapped = 0; ///< bytes; 0: they are of the heap
  void operator()(uint8_t *bytes) const;
};
using LazyBytes = std::unique_ptr<uint8_t[], LazyBytesDeleter>;

/// From this size on memory is mapped, and touched by nobody.
constexpr size_t leastMapped = size_t{1} << 20;

/// Throws std::bad_alloc where there are no addresses left.
LazyBytes makeLazyBytes(size_t size);

} // namespace kiln::emu

#endif // KILN_EMULATOR_MEMORY_LAZYBYTES_H
