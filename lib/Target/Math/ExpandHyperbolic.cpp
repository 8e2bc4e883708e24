// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sinh, cosh and the inverses of the hyperbolic functions, by exp, expm1, log
// and log1p of the size of the argument.
#include "FloatBuilder.h"

using namespace mlir;
using namespace kiln;

using Arguments = ArrayRef<Value>;

static Value root(FloatBuilder &b, Value x) {
  return math::SqrtOp::create(b.getBuilder(), b.getLoc(), x);
}

/// e^x / 2, where e^x itself may be too large.
static Value halfExp(FloatBuilder &b, Value x) {
  Value part = expandExp(b, b.mul(x, b.number(0.5)));
  return b.mul(b.mul(b.number(0.5), part), part);
}

Value kiln::expandSinh(FloatBuilder &b, Value x) {
  return inDouble(b, x, [](FloatBuilder &w, Arguments args) {
    Value size = w.abs(args[0]), one = w.number(1);
    Value e = expandExpm1(w, size);
    Value small = w.mul(w.number(0.5), w.add(e, w.div(e, w.add(e, one))));
    Value isLarge = w.greater(size, w.number(20));
    return w.copySign(w.select(isLarge, halfExp(w, size), small), args[0]);
  });
}

Value kiln::expandCosh(FloatBuilder &b, Value x) {
  return inDouble(b, x, [](FloatBuilder &w, Arguments args) {
    Value size = w.abs(args[0]), half = w.number(0.5);
    Value e = expandExp(w, size);
    Value small = w.add(w.mul(half, e), w.div(half, e));
    Value isLarge = w.greater(size, w.number(20));
    return w.select(isLarge, halfExp(w, size), small);
  });
}

/// Where x^2 + 1 is x^2: log(2x).
static Value logOfTwice(FloatBuilder &w, Value x) {
  return w.add(expandLog(w, x), w.number(0x1.62e42fefa39efp-1));
}

Value kiln::expandAsinh(FloatBuilder &b, Value x) {
  return inDouble(b, x, [](FloatBuilder &w, Arguments args) {
    Value size = w.abs(args[0]), one = w.number(1);
    Value square = w.mul(size, size);
    Value rest = w.div(square, w.add(one, root(w, w.add(one, square))));
    Value small = expandLog1p(w, w.add(size, rest));
    Value isLarge = w.greater(size, w.number(1e8));
    return w.copySign(w.select(isLarge, logOfTwice(w, size), small), args[0]);
  });
}

/// NaN below 1.
Value kiln::expandAcosh(FloatBuilder &b, Value x) {
  return inDouble(b, x, [](FloatBuilder &w, Arguments args) {
    Value t = w.sub(args[0], w.number(1));
    Value inner = w.add(w.mul(w.number(2), t), w.mul(t, t));
    Value small = expandLog1p(w, w.add(t, root(w, inner)));
    Value isLarge = w.greater(args[0], w.number(1e8));
    Value value = w.select(isLarge, logOfTwice(w, args[0]), small);
    return w.select(w.less(args[0], w.number(1)), w.nan(), value);
  });
}

/// NaN outside of [-1, 1].
Value kiln::expandAtanh(FloatBuilder &b, Value x) {
  return inDouble(b, x, [](FloatBuilder &w, Arguments args) {
    Value size = w.abs(args[0]);
    Value ratio = w.div(w.mul(w.number(2), size), w.sub(w.number(1), size));
    Value half = w.mul(w.number(0.5), expandLog1p(w, ratio));
    return w.copySign(half, args[0]);
  });
}
