// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on values of type `index`, short to write in bodies.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_INDICES_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_INDICES_H

#include "Lowering.h"

namespace kiln {

struct Indices {
  OpBuilder &builder;
  Location loc;
  using Predicate = mlir::arith::CmpIPredicate;

  Value number(int64_t value) const {
    return mlir::arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value add(Value a, Value b) const {
    return mlir::arith::AddIOp::create(builder, loc, a, b);
  }
  Value sub(Value a, Value b) const {
    return mlir::arith::SubIOp::create(builder, loc, a, b);
  }
  Value mul(Value a, Value b) const {
    return mlir::arith::MulIOp::create(builder, loc, a, b);
  }
  Value mul(Value a, int64_t b) const { return b == 1 ? a : mul(a, number(b)); }
  /// Quotient and remainder of numbers that are not negative.
  Value div(Value a, Value b) const {
    return mlir::arith::DivUIOp::create(builder, loc, a, b);
  }
  Value rem(Value a, Value b) const {
    return mlir::arith::RemUIOp::create(builder, loc, a, b);
  }
  Value min(Value a, Value b) const {
    return mlir::arith::MinSIOp::create(builder, loc, a, b);
  }
  Value max(Value a, Value b) const {
    return mlir::arith::MaxSIOp::create(builder, loc, a, b);
  }
  Value clamp(Value a, Value high) const {
    return min(max(a, number(0)), high);
  }
  Value select(Value condition, Value a, Value b) const {
    return mlir::arith::SelectOp::create(builder, loc, condition, a, b);
  }
  Value compare(Predicate predicate, Value a, Value b) const {
    return mlir::arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value both(Value a, Value b) const {
    return mlir::arith::AndIOp::create(builder, loc, a, b);
  }
  /// 0 <= a < size
  Value isInside(Value a, Value size) const {
    return compare(Predicate::ult, a, size);
  }
  /// An integer that is data.
  Value fromData(Value value) const {
    return mlir::arith::IndexCastOp::create(builder, loc,
                                            builder.getIndexType(), value);
  }
  Value toI64(Value value) const {
    return mlir::arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                            value);
  }
  /// Counted from the end where it is negative.
  Value wrap(Value a, Value size) const {
    Value isNegative = compare(Predicate::slt, a, number(0));
    return select(isNegative, add(a, size), a);
  }
};

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_INDICES_H
