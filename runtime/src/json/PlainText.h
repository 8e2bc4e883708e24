// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most of a document is text that means itself: it is looked through many bytes
// at a time.

#ifndef KILN_RT_SRC_JSON_PLAINTEXT_H
#define KILN_RT_SRC_JSON_PLAINTEXT_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace kiln::json {

/// Is it a quote, a backslash, a control character or no ASCII?
inline bool isSpecial(char c) {
  return static_cast<signed char>(c) < 0x20 || c == '"' || c == '\\';
}

/// The first special character of [p, end); `end` where there is none.
inline const char *findSpecial(const char *p, const char *end) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'),
                space = _mm_set1_epi8(0x20);
  for (; end - p >= 16; p += 16) {
    __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
    __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, quote),
                                 _mm_cmpeq_epi8(bytes, backslash));
    // Bytes have signs here: those beyond ASCII are below a space, too.
    found = _mm_or_si128(found, _mm_cmplt_epi8(bytes, space));
    if (int mask = _mm_movemask_epi8(found))
      return p + __builtin_ctz(static_cast<unsigned>(mask));
  }
#else
  constexpr uint64_t ones = 0x0101010101010101, high = ones << 7;
  auto hasZero = [](uint64_t word) { return (word - ones) & ~word & high; };
  for (uint64_t word; end - p >= 8; p += 8) {
    std::memcpy(&word, p, sizeof(word));
    if ((word & high) || hasZero(word ^ (ones * '"')) ||
        hasZero(word ^ (ones * '\\')) || hasZero(word & (ones * 0xE0)))
      break;
  }
#endif
  while (p != end && !isSpecial(*p))
    ++p;
  return p;
}

/// Do `count` characters agree? Those of a short key by its first and last
/// word, which may overlap.
inline bool areEqual(const char *a, const char *b, size_t count) {
  auto agree = [&](auto word, size_t at) {
    auto other = word;
    std::memcpy(&word, a + at, sizeof(word));
    std::memcpy(&other, b + at, sizeof(word));
    return word == other;
  };
  if (count > 16)
    return std::memcmp(a, b, count) == 0;
  if (count >= 8)
    return agree(uint64_t(), 0) && agree(uint64_t(), count - 8);
  if (count >= 4)
    return agree(uint32_t(), 0) && agree(uint32_t(), count - 4);
  return count == 0 || (a[0] == b[0] && a[count / 2] == b[count / 2] &&
                        a[count - 1] == b[count - 1]);
}

} // namespace kiln::json

#endif // KILN_RT_SRC_JSON_PLAINTEXT_H
