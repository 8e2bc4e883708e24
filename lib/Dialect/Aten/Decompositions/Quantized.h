// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For all operators that choose scales and zero points.
#ifndef KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_QUANTIZED_H
#define KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_QUANTIZED_H

#include "kiln/Dialect/Aten/Rule.h"

namespace kiln::aten::core {

/// A scale and a zero point in the sizes and the dtypes of the two results.
Terms finishParameters(Call &c, Term scale, Term zeroPoint);

} // namespace kiln::aten::core

#endif // KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_QUANTIZED_H
