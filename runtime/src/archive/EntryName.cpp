// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/archive/ZipWriter.h"

#include <algorithm>

using namespace kiln::rt;

/// The length of the UTF-8 sequence at the start of `text`, 0 if it is bad:
/// overlong forms, surrogates and values past U+10FFFF are.
static size_t utf8Length(std::string_view text) {
  auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  auto tail = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  unsigned first = byte(0);
  if (first < 0x80)
    return 1;
  if (first >= 0xc2 && first <= 0xdf)
    return tail(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    bool overlong = first == 0xe0 && byte(1) < 0xa0;
    bool surrogate = first == 0xed && byte(1) >= 0xa0;
    return tail(1) && tail(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    bool overlong = first == 0xf0 && byte(1) < 0x90;
    bool tooLarge = first == 0xf4 && byte(1) >= 0x90;
    return tail(1) && tail(2) && tail(3) && !overlong && !tooLarge ? 4 : 0;
  }
  return 0;
}

static std::string_view badSegment(std::string_view segment, bool last) {
  if (segment.empty())
    return last ? "" : "the name has an empty part";
  if (segment == "." || segment == "..")
    return "the name leaves the archive";
  return "";
}

std::string_view kiln::rt::badEntryName(std::string_view name) {
  if (name.empty())
    return "the name is empty";
  if (name.size() > 4096)
    return "the name is longer than 4096 bytes";
  if (name.front() == '/')
    return "the name is absolute";
  if (name.size() > 1 && name[1] == ':')
    return "the name has a drive letter";
  // Nearly every name is plain: looked through at once.
  bool isPlain = true;
  for (char c : name)
    isPlain &= c >= 0x20 && c < 0x7f && c != '\\';
  for (size_t i = isPlain ? name.size() : 0; i < name.size();) {
    size_t length = utf8Length(name.substr(i));
    if (length == 0)
      return "the name is not UTF-8";
    if (name[i] == '\\')
      return "the name has a backslash";
    if (static_cast<unsigned char>(name[i]) < 0x20 || name[i] == 0x7f)
      return "the name has a control character";
    i += length;
  }
  for (size_t begin = 0; begin <= name.size();) {
    size_t end = std::min(name.find('/', begin), name.size());
    std::string_view reason =
        badSegment(name.substr(begin, end - begin), end == name.size());
    if (!reason.empty())
      return reason;
    begin = end + 1;
  }
  return "";
}
