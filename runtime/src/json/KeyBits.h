// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A few bits that tell most keys apart, so that most are not compared.

#ifndef KILN_RT_SRC_JSON_KEYBITS_H
#define KILN_RT_SRC_JSON_KEYBITS_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kiln::json {

/// One of 32 bits for a key, which those of an object rarely share.
inline uint32_t getKeyBit(std::string_view key) {
  if (key.empty())
    return 1;
  auto byte = [&](size_t i) { return static_cast<uint8_t>(key[i]); };
  size_t mixed = key.size() * 7 + byte(0) * 11 + byte(key.size() - 1) * 5;
  return uint32_t(1) << ((mixed + byte(key.size() / 2)) % 32);
}

} // namespace kiln::json

#endif // KILN_RT_SRC_JSON_KEYBITS_H
