// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The strings of a document, with their escapes.

#include "json/Parser.h"
#include "json/PlainText.h"
#include "json/Utf8.h"

#include <algorithm>
#include <charconv>

using namespace kiln::json;

/// A string that may have escapes, or more than ASCII.
bool Parser::parseOddString(std::string_view &out) {
  const char *start = ++p;
  p = findSpecial(p, end);
  while (p != end && static_cast<unsigned char>(*p) >= 0x80)
    p = findSpecial(p + 1, end);
  if (p == end)
    return unexpected();
  if (*p == '\\')
    return parseEscapes(start, out);
  if (*p != '"')
    return complain("syntax: control character in a string");
  out = {start, static_cast<size_t>(p - start)};
  ++p;
  return isUtf8(out) || complain("not UTF-8");
}

/// A string with escapes: `start` is its first character, `p` its first
/// backslash.
bool Parser::parseEscapes(const char *start, std::string_view &out) {
  std::string text;
  while (p != end && *p != '"') {
    text.append(start, p);
    ++p; // the backslash
    if (!parseEscape(text))
      return false;
    start = p;
    for (; p != end && *p != '"' && *p != '\\'; ++p)
      if (static_cast<unsigned char>(*p) < 0x20)
        return complain("syntax: control character in a string");
  }
  if (p == end)
    return unexpected();
  text.append(start, p);
  ++p;
  if (!take(text.size()))
    return false;
  auto *stored = static_cast<char *>(arena.allocate(text.size()));
  std::copy(text.begin(), text.end(), stored);
  out = {stored, text.size()};
  return isUtf8(out) || complain("not UTF-8");
}

bool Parser::parseHex(uint32_t &code) {
  if (end - p < 4)
    return complain("syntax: bad escape");
  if (std::from_chars(p, p + 4, code, 16).ptr != p + 4)
    return complain("syntax: bad escape");
  p += 4;
  return true;
}

/// The character after a backslash. Half of a surrogate pair becomes U+FFFD, as
/// metadata is free text.
bool Parser::parseEscape(std::string &out) {
  static constexpr std::string_view plain = "\"\\/bfnrt",
                                    meant = "\"\\/\b\f\n\r\t";
  if (p == end)
    return unexpected();
  char c = *p++;
  if (size_t at = plain.find(c); at != std::string_view::npos) {
    out.push_back(meant[at]);
    return true;
  }
  uint32_t code = 0;
  if (c != 'u')
    return complain("syntax: bad escape");
  if (!parseHex(code))
    return false;
  if (code >= 0xD800 && code < 0xDC00 && rest().substr(0, 2) == "\\u") {
    const char *back = p;
    uint32_t low = 0;
    p += 2;
    if (!parseHex(low))
      return false;
    if (low >= 0xDC00 && low < 0xE000)
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    else
      p = back;
  }
  if (code >= 0xD800 && code < 0xE000)
    code = 0xFFFD;
  appendUtf8(code, out);
  return true;
}
