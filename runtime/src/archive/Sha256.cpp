// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/archive/Sha256.h"

#include <nettle/sha2.h>

/// Nettle is small and every distribution has it. It takes the CPU's SHA
/// instructions where there are some, which is found when it is loaded.
std::string kiln::rt::sha256Hex(ByteSpan bytes) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, bytes.size, bytes.data);
  uint8_t digest[SHA256_DIGEST_SIZE];
  sha256_digest(&context, sizeof(digest), digest);
  std::string text;
  text.reserve(2 * sizeof(digest));
  for (uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

bool kiln::rt::isSha256Hex(std::string_view text) {
  bool areDigits = true;
  for (char c : text)
    areDigits &= (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  return text.size() == 2 * SHA256_DIGEST_SIZE && areDigits;
}
