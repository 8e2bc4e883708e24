// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The line of the cache, which all processors that kernels are written for
// share.
#ifndef KILN_SUPPORT_CACHELINE_H
#define KILN_SUPPORT_CACHELINE_H

#include <cstdint>

namespace kiln {

/// Bytes that processors fetch together.
constexpr int64_t kCacheLineBytes = 64;

} // namespace kiln

#endif // KILN_SUPPORT_CACHELINE_H
