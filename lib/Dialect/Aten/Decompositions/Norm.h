// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formulas that several families use.
#ifndef KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_NORM_H
#define KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_NORM_H

#include "kiln/Dialect/Aten/Term.h"

namespace kiln::aten::core {

/// (sum |x|^order)^(1/order), in the limit for 0 and infinities. No dims are
/// all of them.
Term vectorNorm(Term x, double order, Dims dims, bool keepdim);

/// [c] -> a vector that broadcasts along dimension 1, the channels, of `rank`
/// ones; null of null.
Term overChannels(Term vector, int64_t rank);

} // namespace kiln::aten::core

#endif // KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_NORM_H
