// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/json/Document.h"
#include "json/Utf8.h"

#include <charconv>
#include <cmath>

using namespace kiln::json;

static void appendEscape(char c, std::string &out) {
  static constexpr std::string_view plain = "\"\\bfnrt",
                                    meant = "\"\\\b\f\n\r\t";
  static constexpr char digits[] = "0123456789abcdef";
  size_t at = meant.find(c);
  if (at != std::string_view::npos) {
    out += {'\\', plain[at]};
    return;
  }
  out += "\\u00";
  out += {digits[static_cast<uint8_t>(c) >> 4], digits[c & 15]};
}

std::string kiln::json::quote(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    char c = text[0];
    size_t length = getUtf8Length(text);
    if (length == 0)
      out += "\uFFFD";
    else if (length == 1 && (c == '"' || c == '\\' || (c >= 0 && c < 0x20)))
      appendEscape(c, out);
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out + '"';
}

/// The shortest text that reads as the same number, and as a float.
static std::string writeFloat(double number) {
  if (std::isnan(number))
    return "NaN";
  if (std::isinf(number))
    return number < 0 ? "-Infinity" : "Infinity";
  char digits[32];
  std::string out(digits, std::to_chars(digits, std::end(digits), number).ptr);
  return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
}

static std::string writeHugeInteger(double number) {
  if (std::isinf(number))
    return writeFloat(number);
  char digits[320];
  return {digits, std::to_chars(digits, std::end(digits), number,
                                std::chars_format::fixed)
                      .ptr};
}

std::string kiln::json::write(const Value &value) {
  std::string out;
  switch (value.getKind()) {
  case Value::Kind::Null:
    return "null";
  case Value::Kind::Bool:
    return *value.getAsBoolean() ? "true" : "false";
  case Value::Kind::Integer:
    return std::to_string(*value.getAsInteger());
  case Value::Kind::HugeInteger:
    return writeHugeInteger(*value.getAsNumber());
  case Value::Kind::Float:
    return writeFloat(*value.getAsNumber());
  case Value::Kind::String:
    return quote(*value.getAsString());
  case Value::Kind::Array:
    for (const Value &item : *value.getAsArray())
      out += (out.empty() ? "" : ",") + write(item);
    return "[" + out + "]";
  case Value::Kind::Object:
    for (Member member : *value.getAsObject())
      out += (out.empty() ? "" : ",") + quote(member.first) + ":" +
             write(member.second);
    return "{" + out + "}";
  }
  return out;
}
