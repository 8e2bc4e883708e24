// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of JSON, and the infinity below zero of Python's writer.

#ifndef KILN_RT_SRC_JSON_NUMBER_H
#define KILN_RT_SRC_JSON_NUMBER_H

#include "kiln-rt/json/Document.h"

namespace kiln::json {

/// Reads the number at `p`, which becomes what is behind it; or false, and `p`
/// is the character at fault.
bool readNumber(const char *&p, const char *end, Value &out);

} // namespace kiln::json

#endif // KILN_RT_SRC_JSON_NUMBER_H
