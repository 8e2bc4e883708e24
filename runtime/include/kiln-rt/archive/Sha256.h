// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SHA-256 digests, as 64 lower-case hexadecimal digits.

#ifndef KILN_RT_ARCHIVE_SHA256_H
#define KILN_RT_ARCHIVE_SHA256_H

#include "kiln-rt/archive/Error.h"

namespace kiln::rt {

/// The digest of a range of bytes.
std::string sha256Hex(ByteSpan bytes);

/// Is `text` the form that sha256Hex writes?
bool isSha256Hex(std::string_view text);

} // namespace kiln::rt

#endif // KILN_RT_ARCHIVE_SHA256_H
