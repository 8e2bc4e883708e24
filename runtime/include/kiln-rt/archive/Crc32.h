// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checksum of zip archives.

#ifndef KILN_RT_ARCHIVE_CRC32_H
#define KILN_RT_ARCHIVE_CRC32_H

#include "kiln-rt/archive/Error.h"

namespace kiln::rt {

/// The CRC-32 of the bytes.
uint32_t crc32Of(ByteSpan bytes);

} // namespace kiln::rt

#endif // KILN_RT_ARCHIVE_CRC32_H
