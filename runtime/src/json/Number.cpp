// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "json/Number.h"

#include <charconv>
#include <cmath>
#include <limits>

using namespace kiln::json;

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// An integer of up to 18 digits: nearly every number of a manifest. False
/// where something else, or nothing right, is there.
static bool readShortInteger(const char *&p, const char *end, Value &out) {
  constexpr int most = 18; // below 2^63
  bool isNegative = p != end && *p == '-';
  const char *first = p + isNegative, *q = first;
  int64_t number = 0;
  for (; q != end && isDigit(*q); ++q) {
    if (q - first == most)
      return false;
    number = number * 10 + (*q - '0');
  }
  if (q == first || (*first == '0' && q - first > 1) ||
      (q != end && (*q == '.' || *q == 'e' || *q == 'E')))
    return false;
  p = q;
  out = Value(isNegative ? -number : number);
  return true;
}

bool kiln::json::readNumber(const char *&p, const char *end, Value &out) {
  if (readShortInteger(p, end, out))
    return true;
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
