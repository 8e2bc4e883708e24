// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer operations on the bits of f32, short to write.
#ifndef KILN_LIB_TARGET_MATH_FLOATBITS_H
#define KILN_LIB_TARGET_MATH_FLOATBITS_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

namespace kiln {

struct FloatBits {
  mlir::PatternRewriter &rewriter;
  Location loc;

  Value number(int64_t n) {
    return mlir::arith::ConstantIntOp::create(rewriter, loc,
                                              rewriter.getI32Type(), n);
  }
  Value real(float x) {
    return mlir::arith::ConstantOp::create(rewriter, loc,
                                           rewriter.getF32FloatAttr(x));
  }
  Value both(Value a, Value b) { return make<mlir::arith::AndIOp>(a, b); }
  Value either(Value a, Value b) { return make<mlir::arith::OrIOp>(a, b); }
  Value add(Value a, Value b) { return make<mlir::arith::AddIOp>(a, b); }
  Value sum(Value a, Value b) { return make<mlir::arith::AddFOp>(a, b); }
  Value multiply(Value a, Value b) { return make<mlir::arith::MulFOp>(a, b); }
  Value least(Value a, Value b) { return make<mlir::arith::MinUIOp>(a, b); }
  Value right(Value a, int64_t n) {
    return make<mlir::arith::ShRUIOp>(a, number(n));
  }
  Value left(Value a, int64_t n) {
    return make<mlir::arith::ShLIOp>(a, number(n));
  }
  Value above(Value a, int64_t n) {
    return make<mlir::arith::CmpIOp>(mlir::arith::CmpIPredicate::ugt, a,
                                     number(n));
  }
  Value equal(Value a, int64_t n) {
    return make<mlir::arith::CmpIOp>(mlir::arith::CmpIPredicate::eq, a,
                                     number(n));
  }
  Value select(Value c, Value a, Value b) {
    return make<mlir::arith::SelectOp>(c, a, b);
  }
  Value toFloat(Value a) {
    return make<mlir::arith::BitcastOp>(rewriter.getF32Type(), a);
  }
  Value toBits(Value a) {
    return make<mlir::arith::BitcastOp>(rewriter.getI32Type(), a);
  }
  /// The bits of a smaller float.
  Value load(Value a) {
    unsigned width = a.getType().getIntOrFloatBitWidth();
    Value bits =
        make<mlir::arith::BitcastOp>(rewriter.getIntegerType(width), a);
    return make<mlir::arith::ExtUIOp>(rewriter.getI32Type(), bits);
  }
  /// The smaller float of these bits.
  Value store(Value bits, Type type) {
    unsigned width = type.getIntOrFloatBitWidth();
    bits = make<mlir::arith::TruncIOp>(rewriter.getIntegerType(width), bits);
    return make<mlir::arith::BitcastOp>(type, bits);
  }

private:
  template <typename Op, typename... Args>
  Value make(Args... args) {
    return Op::create(rewriter, loc, args...);
  }
};

} // namespace kiln

#endif // KILN_LIB_TARGET_MATH_FLOATBITS_H
