// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of JSON, and the infinity below zero of Python's writer.

#ifndef KILN_RT_SRC_JSON_NUMBER_H
#define KILN_RT_SRC_JSON_NUMBER_H

#include "kiln-rt/json/Document.h"

namespace kiln::json {

/// An integer of up to 18 digits, none of them a sign: nearly every number of a
/// manifest. False, and nothing is changed, where something else is there.
inline bool readShortInteger(const char *&p, const char *end, Value &out) {
  constexpr int most = 18; // below 2^63
  const char *q = p;
  uint64_t number = 0; // wraps where there are too many digits
  for (unsigned digit; q != end && (digit = *q - '0') <= 9; ++q)
    number = number * 10 + digit;
  if (q == p || q - p > most || (*p == '0' && q - p > 1) ||
      (q != end && (*q == '.' || *q == 'e' || *q == 'E')))
    return false;
  p = q;
  out = Value(static_cast<int64_t>(number));
  return true;
}

/// Reads the number at `p`, which becomes what is behind it; or false, and `p`
/// is the character at fault.
bool readNumber(const char *&p, const char *end, Value &out);

} // namespace kiln::json

#endif // KILN_RT_SRC_JSON_NUMBER_H
