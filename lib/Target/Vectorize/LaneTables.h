// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What AVX-512, or AVX2 too, has one instruction for, on vectors of f32 of any
// length.
#ifndef KILN_LIB_TARGET_VECTORIZE_LANETABLES_H
#define KILN_LIB_TARGET_VECTORIZE_LANETABLES_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/Builders.h"

namespace kiln {

/// Lane by lane, the one of the numbers in `table` that the low bits of
/// `indices` (i32) choose: `vpermps`, which looks at no other bits. There are
/// eight or, on AVX-512, sixteen.
Value lookUpLanes(OpBuilder &builder, Location loc, Value table, Value indices);

/// a * 2^floor(n) of each lane, rounded once: `vscalefps` of AVX-512.
Value scaleLanes(OpBuilder &builder, Location loc, Value a, Value n);

} // namespace kiln

#endif // KILN_LIB_TARGET_VECTORIZE_LANETABLES_H
