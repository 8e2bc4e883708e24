// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For all operators that have scales and zero points.
#ifndef KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_QUANTIZED_H
#define KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_QUANTIZED_H

#include "kiln/Dialect/Aten/Rule.h"

namespace kiln::aten::core {

/// A scale and a zero point in the sizes and the dtypes of the two results.
Terms finishParameters(Call &c, Term scale, Term zeroPoint);

/// An argument of one element, which PyTorch reads as a number.
Term numberOf(Call &c, StringRef argument, Type dtype);

/// A vector with a value for each index of dimension `axis` of `x`, as f32.
Term alongAxis(Call &c, Term vector, Term x);

} // namespace kiln::aten::core

#endif // KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_QUANTIZED_H
