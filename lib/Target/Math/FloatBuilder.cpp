// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FloatBuilder.h"
#include "kiln/Target/Scale.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <limits>

using namespace mlir;
using namespace kiln;

Value FloatBuilder::number(double value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getFloatAttr(type, value));
}

Value FloatBuilder::infinity() {
  return number(std::numeric_limits<double>::infinity());
}

Value FloatBuilder::nan() {
  return number(std::numeric_limits<double>::quiet_NaN());
}

Value FloatBuilder::integer(int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(intType, value));
}

Value FloatBuilder::compare(Predicate predicate, Value a, Value b) {
  return arith::CmpFOp::create(builder, loc, predicate, a, b);
}

Value FloatBuilder::mad(Value a, Value b, Value c) {
  if (facts.hasFma)
    return math::FmaOp::create(builder, loc, a, b, c);
  return add(mul(a, b), c);
}

Value FloatBuilder::polynomial(Value x, ArrayRef<double> coefficients) {
  // Even and odd powers apart, where each step would wait for the one before.
  constexpr size_t kLong = 6;
  size_t step = coefficients.size() < kLong ? 1 : 2;
  Value power = step == 1 ? x : mul(x, x);
  auto sumFrom = [&](size_t first) {
    size_t last = first + (coefficients.size() - 1 - first) / step * step;
    Value result = number(coefficients[last]);
    for (size_t i = last; i > first; i -= step)
      result = mad(result, power, number(coefficients[i - step]));
    return result;
  };
  return step == 1 ? sumFrom(0) : mad(sumFrom(1), x, sumFrom(0));
}

Value FloatBuilder::choose(ArrayRef<double> numbers, Value index) {
  SmallVector<float> table(numbers.begin(), numbers.end());
  auto vector = VectorType::get(numbers.size(), type);
  Value all = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(vector, ArrayRef(table)));
  return LLVM::ExtractElementOp::create(
      builder, loc, all, andI(index, integer(numbers.size() - 1)));
}

Value FloatBuilder::scaleByFloor(Value a, Value n) {
  return makeScale(builder, loc, a, n);
}

Value FloatBuilder::clamp(Value a, double low, double high) {
  Value lowest = number(low), highest = number(high);
  a = select(less(a, lowest), lowest, a);
  return select(greater(a, highest), highest, a);
}

std::pair<Value, Value> FloatBuilder::nearest(Value a) {
  // 1.5 * 2^fractionBits: the sum has no bits left behind the point.
  Value magic = number(pick(0x1.8p23, 0x1.8p52));
  Value sum = add(a, magic);
  return {sub(sum, magic), subI(bits(sum), bits(magic))};
}

Value FloatBuilder::power(Value n) {
  return fromBits(shiftLeft(addI(n, integer(bias())), fractionBits()));
}

Value FloatBuilder::scale(Value a, Value n) {
  // Two steps: 2^n itself may overflow or be subnormal.
  Value first = shiftRight(n, 1);
  Value second = subI(n, first);
  return mul(mul(a, power(first)), power(second));
}

Value kiln::inDouble(
    FloatBuilder &b, ArrayRef<Value> arguments,
    llvm::function_ref<Value(FloatBuilder &, ArrayRef<Value>)> compute) {
  if (b.isDouble())
    return compute(b, arguments);
  OpBuilder &builder = b.getBuilder();
  FloatBuilder wide(builder, b.getLoc(), builder.getF64Type(), b.getFacts());
  SmallVector<Value> widened;
  for (Value argument : arguments)
    widened.push_back(arith::ExtFOp::create(builder, b.getLoc(),
                                            builder.getF64Type(), argument));
  return arith::TruncFOp::create(builder, b.getLoc(), b.getType(),
                                 compute(wide, widened));
}
