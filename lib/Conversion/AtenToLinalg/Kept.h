// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formulas of the pointwise operators that phase core keeps (CoreExtensions.h).
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_KEPT_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_KEPT_H

#include "Pointwise.h"

namespace kiln::formula {

Value emitCopysign(Payload &p, ArrayRef<Value> args);
Value emitExponent(Payload &p, ArrayRef<Value> args);
Value emitGcd(Payload &p, ArrayRef<Value> args);
Value emitLcm(Payload &p, ArrayRef<Value> args);
Value emitMantissa(Payload &p, ArrayRef<Value> args);
Value emitNextafter(Payload &p, ArrayRef<Value> args);
Value emitRoundDecimals(Payload &p, ArrayRef<Value> args);
Value emitShiftLeft(Payload &p, ArrayRef<Value> args);
Value emitShiftRight(Payload &p, ArrayRef<Value> args);
Value emitSignbit(Payload &p, ArrayRef<Value> args);

} // namespace kiln::formula

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_KEPT_H
