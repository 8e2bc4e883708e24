// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The line of the cache.

#ifndef KILN_RT_SRC_DEVICE_CACHELINE_H
#define KILN_RT_SRC_DEVICE_CACHELINE_H

#include <cstddef>

namespace kiln::rt {

/// Bytes that threads take from each other together, even where each writes
/// others of them.
constexpr size_t cacheLineBytes = 64;

} // namespace kiln::rt

#endif // KILN_RT_SRC_DEVICE_CACHELINE_H
