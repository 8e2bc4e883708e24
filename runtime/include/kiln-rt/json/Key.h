// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A key to ask an object of JSON for, with a bit that tells most keys apart, so
// that most are not compared. That of a literal is the compiler's work.

#ifndef KILN_RT_JSON_KEY_H
#define KILN_RT_JSON_KEY_H

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace kiln::json {

/// Passed by value, in two registers.
class Key {
public:
  /// Of a literal, or of anything else that is a text.
  template <typename Text, typename = std::enable_if_t<std::is_convertible_v<
                               const Text &, std::string_view>>>
  [[gnu::always_inline]] constexpr Key(const Text &given) {
    std::string_view text = given;
    data = text.data();
    size = static_cast<uint32_t>(text.size());
    bit = uint32_t(1) << getBit(text);
  }

  constexpr std::string_view getText() const { return {data, size}; }
  /// One of 32, which the keys of an object rarely share.
  constexpr uint32_t getMask() const { return bit; }

private:
  static constexpr uint32_t getBit(std::string_view text) {
    if (text.empty())
      return 0;
    auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
    size_t mixed = text.size() * 7 + byte(0) * 11 + byte(text.size() - 1) * 5;
    return static_cast<uint32_t>((mixed + byte(text.size() / 2)) % 32);
  }

  const char *data = nullptr;
  uint32_t size = 0, bit = 0;
};

} // namespace kiln::json

#endif // KILN_RT_JSON_KEY_H
