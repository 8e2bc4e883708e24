// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between recorded arrays and the tensors of the C interface.

#ifndef KILN_RT_TOOLS_KILN_RUN_ARRAYS_H
#define KILN_RT_TOOLS_KILN_RUN_ARRAYS_H

#include "kiln-rt/npz/Npz.h"

namespace kiln::rt::tool {

/// A dense tensor over the array's memory.
kiln_tensor tensorOf(NpyArray &array);

/// Takes over an error of the C interface.
Status statusOf(kiln_error *error);

} // namespace kiln::rt::tool

#endif // KILN_RT_TOOLS_KILN_RUN_ARRAYS_H
