/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The C interface is C, and its frozen struct has the layout it had. */

#include "kiln-rt/kiln.h"

_Static_assert(sizeof(kiln_tensor) == 32 + 2 * 8 * KILN_MAX_RANK + 0,
               "kiln_tensor is frozen for KILN_ABI_VERSION 3");
_Static_assert(offsetof(kiln_tensor, sizes) == 32, "frozen");
_Static_assert(offsetof(kiln_tensor, strides) == 32 + 8 * KILN_MAX_RANK,
               "frozen");

int kiln_test_header_in_c(void) { return KILN_ABI_VERSION; }
