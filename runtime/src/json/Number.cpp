// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "json/Number.h"

#include <charconv>
#include <cmath>
#include <limits>

using namespace kiln::json;

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool kiln::json::readNumber(const char *&p, const char *end, Value &out) {
  const char *start = p;
  bool isInteger = true, isSmall = false;
  if (p != end && *p == '-')
    ++p;
  constexpr std::string_view infinity = "Infinity";
  if (std::string_view(p, end - p).substr(0, infinity.size()) == infinity) {
    p += infinity.size();
    out = Value(-std::numeric_limits<double>::infinity());
    return true;
  }
  if (p == end || !isDigit(*p))
    return false;
  if (*p == '0')
    ++p;
  else
    while (p != end && isDigit(*p))
      ++p;
  if (p != end && *p == '.') {
    ++p;
    isInteger = false;
    if (p == end || !isDigit(*p))
      return false;
    while (p != end && isDigit(*p))
      ++p;
  }
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    isInteger = false;
    isSmall = p != end && *p == '-';
    if (isSmall || (p != end && *p == '+'))
      ++p;
    if (p == end || !isDigit(*p))
      return false;
    while (p != end && isDigit(*p))
      ++p;
  }
  int64_t integer;
  if (isInteger && std::from_chars(start, p, integer).ec == std::errc()) {
    out = Value(integer);
    return true;
  }
  // Beyond the range of double the result is left alone: infinity or zero.
  double real = *start == '-' ? -HUGE_VAL : HUGE_VAL;
  if (std::from_chars(start, p, real).ec == std::errc::result_out_of_range &&
      isSmall)
    real = 0;
  out = Value(real, isInteger ? Value::Kind::HugeInteger : Value::Kind::Float);
  return true;
}
