// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IndexBuilder.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace kiln;

Value ScopedMemo::lookup(const Key &key) const {
  for (const std::map<Key, Value> &scope : llvm::reverse(scopes))
    if (auto it = scope.find(key); it != scope.end())
      return it->second;
  return nullptr;
}

ScopedMemo::Key IndexBuilder::key(Operator op, Value a, Value b) {
  return {reinterpret_cast<const void *>(op), a.getAsOpaquePointer(),
          b.getAsOpaquePointer()};
}

template <typename Op, typename... Args>
Value IndexBuilder::create(Operator op, Value a, Value b, Args &&...args) {
  ScopedMemo::Key k = key(op, a, b);
  if (Value known = memo.lookup(k))
    return known;
  Value result = Op::create(builder, loc, a, b, std::forward<Args>(args)...);
  memo.insert(k, result);
  return result;
}

// Nothing here leaves the range of a buffer's size, which is below 2^63.
static constexpr arith::IntegerOverflowFlags kNoWrap =
    arith::IntegerOverflowFlags::nsw;

Value IndexBuilder::constant(int64_t value) {
  ScopedMemo::Key k = {reinterpret_cast<const void *>(Constant),
                       reinterpret_cast<const void *>(value)};
  if (Value known = memo.lookup(k))
    return known;
  // At the head of the function, so that it dominates all later uses and no
  // loop bound lies inside another loop.
  Block *block = builder.getInsertionBlock();
  while (!isa<FunctionOpInterface>(block->getParentOp()))
    block = block->getParentOp()->getBlock();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(block);
  Value result = arith::ConstantIndexOp::create(builder, loc, value);
  memo.insertForAll(k, result);
  return result;
}

Value IndexBuilder::add(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return constant(*x + *y);
  if (x == 0)
    return b;
  return y == 0 ? a : create<arith::AddIOp>(Add, a, b, kNoWrap);
}

Value IndexBuilder::sub(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return constant(*x - *y);
  return y == 0 ? a : create<arith::SubIOp>(Sub, a, b, kNoWrap);
}

Value IndexBuilder::mul(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return constant(*x * *y);
  if (x == 0 || y == 0)
    return constant(0);
  if (x == 1)
    return b;
  return y == 1 ? a : create<arith::MulIOp>(Mul, a, b, kNoWrap);
}

Value IndexBuilder::div(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y && *x >= 0 && *y > 0)
    return constant(*x / *y);
  return y == 1 ? a : create<arith::DivUIOp>(Div, a, b);
}

Value IndexBuilder::rem(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y && *x >= 0 && *y > 0)
    return constant(*x % *y);
  return y == 1 ? constant(0) : create<arith::RemUIOp>(Rem, a, b);
}

Value IndexBuilder::affine(AffineExpr expr, ValueRange dims) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return constant(number.getValue());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  if (binary.getKind() == AffineExprKind::Add)
    return add(affine(binary.getLHS(), dims), affine(binary.getRHS(), dims));
  if (binary.getKind() == AffineExprKind::Mul)
    return mul(affine(binary.getLHS(), dims), affine(binary.getRHS(), dims));
  // Divisions in maps may see negative numbers: leave the rounding to MLIR.
  return affine::expandAffineExpr(builder, loc, expr, dims, {});
}

SmallVector<Value> IndexBuilder::affine(AffineMap map, ValueRange dims) {
  return llvm::map_to_vector(
      map.getResults(), [&](AffineExpr expr) { return affine(expr, dims); });
}

ScopedMemo::Key IndexBuilder::linearKey(ValueRange indices, ValueRange sizes) {
  ScopedMemo::Key k = {reinterpret_cast<const void *>(Linear)};
  for (Value value : indices)
    k.push_back(value.getAsOpaquePointer());
  for (Value size : sizes)
    k.push_back(size.getAsOpaquePointer());
  return k;
}

void IndexBuilder::setLinear(ValueRange indices, ValueRange sizes,
                             Value linear) {
  memo.insert(linearKey(indices, sizes), linear);
}

Value IndexBuilder::linearize(ValueRange indices, ValueRange sizes) {
  if (Value known = memo.lookup(linearKey(indices, sizes)))
    return known;
  Value linear = constant(0);
  for (auto [index, size] : llvm::zip(indices, sizes))
    linear = add(mul(linear, size), index);
  return linear;
}

SmallVector<Value> IndexBuilder::delinearize(Value linear, ValueRange sizes) {
  SmallVector<Value> indices(sizes.size());
  for (size_t i = sizes.size(); i-- > 0;) {
    indices[i] = i == 0 ? linear : rem(linear, sizes[i]);
    if (i != 0)
      linear = div(linear, sizes[i]);
  }
  return indices;
}

Value IndexBuilder::product(ValueRange sizes) {
  Value result = constant(1);
  for (Value size : sizes)
    result = mul(result, size);
  return result;
}
