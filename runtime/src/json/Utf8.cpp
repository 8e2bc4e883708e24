// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "json/Utf8.h"

using namespace kiln::json;

namespace {
/// First bytes, how many bytes follow, and the range of the second: the table
/// 3-7 of the Unicode standard.
struct Row {
  uint8_t first, last, follow, low, high;
};
} // namespace

static constexpr Row rows[] = {
    {0x00, 0x7F, 0, 0x80, 0xBF}, {0xC2, 0xDF, 1, 0x80, 0xBF},
    {0xE0, 0xE0, 2, 0xA0, 0xBF}, {0xE1, 0xEC, 2, 0x80, 0xBF},
    {0xED, 0xED, 2, 0x80, 0x9F}, {0xEE, 0xEF, 2, 0x80, 0xBF},
    {0xF0, 0xF0, 3, 0x90, 0xBF}, {0xF1, 0xF3, 3, 0x80, 0xBF},
    {0xF4, 0xF4, 3, 0x80, 0x8F}};

static bool isFollowedWell(const Row &row, std::string_view text) {
  if (text.size() <= row.follow)
    return false;
  uint8_t low = row.low, high = row.high;
  for (size_t i = 1; i <= row.follow; ++i, low = 0x80, high = 0xBF) {
    auto byte = static_cast<uint8_t>(text[i]);
    if (byte < low || byte > high)
      return false;
  }
  return true;
}

size_t kiln::json::getUtf8Length(std::string_view text) {
  auto first = static_cast<uint8_t>(text[0]);
  for (const Row &row : rows)
    if (first >= row.first && first <= row.last)
      return isFollowedWell(row, text) ? row.follow + 1 : 0;
  return 0;
}

bool kiln::json::isUtf8(std::string_view text) {
  while (!text.empty()) {
    size_t length = getUtf8Length(text);
    if (length == 0)
      return false;
    text.remove_prefix(length);
  }
  return true;
}

void kiln::json::appendUtf8(uint32_t code, std::string &out) {
  auto append = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80)
    return append(code);
  if (code < 0x800) {
    append(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    append(0xE0 | code >> 12);
    append(0x80 | (code >> 6 & 0x3F));
  } else {
    append(0xF0 | code >> 18);
    append(0x80 | (code >> 12 & 0x3F));
    append(0x80 | (code >> 6 & 0x3F));
  }
  append(0x80 | (code & 0x3F));
}
