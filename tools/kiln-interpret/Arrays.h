// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between recorded arrays and the values of the evaluator.
#ifndef KILN_TOOLS_KILN_INTERPRET_ARRAYS_H
#define KILN_TOOLS_KILN_INTERPRET_ARRAYS_H

#include "kiln-rt/npz/Npz.h"
#include "kiln/Reference/Kernel.h"

namespace kiln::interpret {

/// The dtype of an element type; KILN_DTYPE_NONE when the runtime has none.
kiln_dtype getDtype(Type elementType);

/// The value of an input of this type that was recorded so: a tensor, or a
/// number out of an array of one element. The array is copied.
reference::RuntimeValue toValue(MLIRContext *context, const rt::NpyArray &array,
                                Type type);

/// A tensor or a number as an array; nothing for None.
std::optional<rt::NpyArray> toArray(const reference::RuntimeValue &value,
                                    MLIRContext *context);

} // namespace kiln::interpret

#endif // KILN_TOOLS_KILN_INTERPRET_ARRAYS_H
