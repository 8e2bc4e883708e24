// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Complex tensors and their parts.
#ifndef KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_COMPLEX_H
#define KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_COMPLEX_H

#include "kiln/Dialect/Aten/Term.h"

namespace kiln::aten::core {

/// Both parts of a complex tensor in a last dimension, a view.
Term getParts(Term x);
/// The real (0) or imaginary (1) part of a complex tensor, a view.
Term getPart(Term x, int64_t which);
/// real + i imaginary, broadcast.
Term makeComplex(Term real, Term imaginary);

} // namespace kiln::aten::core

#endif // KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_COMPLEX_H
