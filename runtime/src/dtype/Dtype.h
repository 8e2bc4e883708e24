// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types: the numbers of kiln_dtype, the names of the manifest, sizes.

#ifndef KILN_RT_SRC_DTYPE_DTYPE_H
#define KILN_RT_SRC_DTYPE_DTYPE_H

#include "expr/Expression.h"
#include "kiln-rt/kiln.h"

#include <optional>
#include <string_view>

namespace kiln::rt {

/// "f32" …; "none" for KILN_DTYPE_NONE and numbers that are no dtype.
const char *dtypeName(kiln_dtype dtype);
std::optional<kiln_dtype> dtypeFromName(std::string_view name);
/// Bytes of one element, 0 for KILN_DTYPE_NONE.
size_t dtypeBytes(kiln_dtype dtype);
/// The sort of the register that a scalar of this type is read into; nothing
/// for types without one (complex, 8-bit floats).
std::optional<Sort> dtypeSort(kiln_dtype dtype);

/// The scalar at `data` as a register's content. `dtype` must have a sort.
/// A u64 above 2^63-1 gives nothing.
std::optional<Word> loadScalar(const void *data, kiln_dtype dtype);

} // namespace kiln::rt

#endif // KILN_RT_SRC_DTYPE_DTYPE_H
