// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UTF-8 (RFC 3629): at most four bytes, no surrogates, no longer form than is
// needed.

#ifndef KILN_RT_SRC_JSON_UTF8_H
#define KILN_RT_SRC_JSON_UTF8_H

#include <cstdint>
#include <string>
#include <string_view>

namespace kiln::json {

/// The bytes of the well-formed character that `text` begins with; 0 where it
/// begins with none.
size_t getUtf8Length(std::string_view text);

bool isUtf8(std::string_view text);

/// Appends a code point that is no surrogate.
void appendUtf8(uint32_t code, std::string &out);

} // namespace kiln::json

#endif // KILN_RT_SRC_JSON_UTF8_H
