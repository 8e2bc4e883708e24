// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of 4 bits, two to a byte.
#ifndef KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_NIBBLES_H
#define KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_NIBBLES_H

#include "kiln/Dialect/Aten/Term.h"

namespace kiln::aten::core {

/// The numbers from 0 to 15 of bytes, as i32: the low one and the high one are
/// along dimension `half`, of which the bytes have one. Shifts say both in one
/// op, so that a product can compute it where it reads it.
Term takeNibbles(Term bytes, int64_t half);

/// The same tensor in these sizes.
Term viewAs(Term x, Dims sizes);

} // namespace kiln::aten::core

#endif // KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_NIBBLES_H
