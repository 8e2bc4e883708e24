// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_RANDOM_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_RANDOM_H

#include "kiln/Dialect/EP/EP.h"

namespace kiln {

/// Replaces rand, randn, randperm and native_dropout in `graph` by tensor code.
/// Where there are any the program gets the buffer `kiln.random`, its seed and
/// the number of places of the random stream that were used, which each call
/// moves on. Those in graphs inside of `graph` stay.
void lowerRandom(ep::GraphOp graph);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_RANDOM_H
