// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A checksum is the remainder of a polynomial of bits. Zlib divides a few bits
// at a time, which for the manifest of a large program is a tenth of a load.
// Here 16 bytes are multiplied to where they are added to 16 bytes further on,
// without a carry, which leaves the remainder as it is.

#include "kiln-rt/archive/Crc32.h"

#include <zlib.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace kiln::rt;

#if defined(__x86_64__)
/// What moves 64 bits on by `bits`: x^bits modulo the polynomial, in the order
/// of a zip's bits, whose highest power is the lowest bit.
static constexpr int64_t moveBy(int bits) {
  uint32_t power = uint32_t(1) << 31;
  for (int i = 0; i < bits; ++i)
    power = (power >> 1) ^ ((power & 1) ? 0xedb88320u : 0u);
  return static_cast<int64_t>(power) << 1;
}

#define KILN_TARGET __attribute__((target("pclmul")))

/// `block` moved on to `next`: its halves are 64 bits apart. A product of bits
/// in this order lies one bit and, for 32 bits of the factor, 32 bits off.
template <int bits>
KILN_TARGET static __m128i moveOn(__m128i block, __m128i next) {
  const __m128i factors = _mm_set_epi64x(moveBy(bits - 32), moveBy(bits + 32));
  __m128i low = _mm_clmulepi64_si128(block, factors, 0x00);
  __m128i high = _mm_clmulepi64_si128(block, factors, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

KILN_TARGET static __m128i blockAt(const uint8_t *data) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i *>(data));
}

/// Of at least 64 bytes.
KILN_TARGET static uint32_t sumByMultiplying(const uint8_t *data, size_t size) {
  // Four blocks side by side, since a product takes a while.
  __m128i blocks[4];
  for (int i = 0; i < 4; ++i)
    blocks[i] = blockAt(data + 16 * i);
  // The remainder that everything begins with is added to the first bits.
  blocks[0] = _mm_xor_si128(blocks[0], _mm_cvtsi32_si128(-1));
  size_t done = 64;
  for (; size - done >= 64; done += 64)
    for (int i = 0; i < 4; ++i)
      blocks[i] = moveOn<512>(blocks[i], blockAt(data + done + 16 * i));
  __m128i all = blocks[0];
  for (int i = 1; i < 4; ++i)
    all = moveOn<128>(all, blocks[i]);
  uint8_t last[16];
  _mm_storeu_si128(reinterpret_cast<__m128i *>(last), all);
  // Zlib begins with the inverse of what it is given: with nothing, here.
  uLong sum = ::crc32_z(0xffffffff, last, sizeof(last));
  return static_cast<uint32_t>(::crc32_z(sum, data + done, size - done));
}
#endif

uint32_t kiln::rt::crc32Of(ByteSpan bytes) {
#if defined(__x86_64__)
  static const bool canMultiply = __builtin_cpu_supports("pclmul") != 0;
  if (canMultiply && bytes.size >= 64)
    return sumByMultiplying(bytes.data, bytes.size);
#endif
  return static_cast<uint32_t>(::crc32_z(0, bytes.data, bytes.size));
}
