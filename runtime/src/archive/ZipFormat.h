// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of the zip format (APPNOTE 6.3) that reader and writer share, and
// little-endian access.

#ifndef KILN_RT_SRC_ARCHIVE_ZIPFORMAT_H
#define KILN_RT_SRC_ARCHIVE_ZIPFORMAT_H

#include <cstddef>
#include <cstdint>

namespace kiln::rt::zip {

constexpr uint32_t localSignature = 0x04034b50;
constexpr uint32_t centralSignature = 0x02014b50;
constexpr uint32_t endSignature = 0x06054b50;
constexpr uint32_t end64Signature = 0x06064b50;
constexpr uint32_t locator64Signature = 0x07064b50;

constexpr size_t localBytes = 30;
constexpr size_t centralBytes = 46;
constexpr size_t endBytes = 22;
constexpr size_t end64Bytes = 56;
constexpr size_t locator64Bytes = 20;

constexpr uint16_t flagEncrypted = 1u << 0;
constexpr uint16_t flagDescriptor = 1u << 3;
constexpr uint16_t flagStrongEncryption = 1u << 6;
constexpr uint16_t flagUtf8 = 1u << 11;
constexpr uint16_t flagMasked = 1u << 13;

constexpr uint16_t methodStored = 0;
constexpr uint16_t methodDeflated = 8;

constexpr uint16_t extraZip64 = 0x0001;
/// The alignment field of Android's zipalign: alignment, then padding.
constexpr uint16_t extraAlignment = 0xd935;

inline uint16_t load16(const uint8_t *p) {
  return static_cast<uint16_t>(p[0] | p[1] << 8);
}
inline uint32_t load32(const uint8_t *p) {
  return load16(p) | static_cast<uint32_t>(load16(p + 2)) << 16;
}
inline uint64_t load64(const uint8_t *p) {
  return load32(p) | static_cast<uint64_t>(load32(p + 4)) << 32;
}

} // namespace kiln::rt::zip

#endif // KILN_RT_SRC_ARCHIVE_ZIPFORMAT_H
