// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaneTables.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// The lanes of `vector` from `first` on that a register of `size` lanes holds,
/// with anything behind the last one.
static Value takeRegister(OpBuilder &builder, Location loc, Value vector,
                          int64_t first, int64_t size) {
  int64_t width = cast<VectorType>(vector.getType()).getDimSize(0);
  SmallVector<int32_t> lanes;
  for (int64_t lane = first; lane < first + size; ++lane)
    lanes.push_back(lane < width ? int32_t(lane) : -1);
  return LLVM::ShuffleVectorOp::create(builder, loc, vector, vector, lanes);
}

/// Calls `compute` for each register of `size` lanes in [first, first + width),
/// and puts the results side by side.
static Value forEachRegister(OpBuilder &builder, Location loc, int64_t first,
                             int64_t width, int64_t size,
                             llvm::function_ref<Value(int64_t)> compute) {
  if (width == size)
    return compute(first);
  auto lanes = llvm::to_vector(llvm::seq<int32_t>(width));
  if (width < size) {
    Value whole = compute(first);
    return LLVM::ShuffleVectorOp::create(builder, loc, whole, whole, lanes);
  }
  Value low = forEachRegister(builder, loc, first, width / 2, size, compute);
  Value high = forEachRegister(builder, loc, first + width / 2, width / 2, size,
                               compute);
  return LLVM::ShuffleVectorOp::create(builder, loc, low, high, lanes);
}

static Value call(OpBuilder &builder, Location loc, StringRef name,
                  ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(builder, loc, operands[0].getType(),
                                       builder.getStringAttr(name), operands)
      .getResult(0);
}

Value kiln::lookUpLanes(OpBuilder &builder, Location loc, Value table,
                        Value indices) {
  int64_t width = cast<VectorType>(indices.getType()).getDimSize(0);
  int64_t size = cast<VectorType>(table.getType()).getDimSize(0);
  StringRef name =
      size == 8 ? "llvm.x86.avx2.permps" : "llvm.x86.avx512.permvar.sf.512";
  return forEachRegister(builder, loc, 0, width, size, [&](int64_t first) {
    return call(builder, loc, name,
                {table, takeRegister(builder, loc, indices, first, size)});
  });
}

Value kiln::scaleLanes(OpBuilder &builder, Location loc, Value a, Value n) {
  constexpr int64_t kLanes = 16;
  constexpr int32_t kRoundAsEver = 4;
  auto constant = [&](IntegerAttr value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, value.getType(), value);
  };
  Value all = constant(builder.getI16IntegerAttr(-1));
  Value rounding = constant(builder.getI32IntegerAttr(kRoundAsEver));
  int64_t width = cast<VectorType>(a.getType()).getDimSize(0);
  return forEachRegister(builder, loc, 0, width, kLanes, [&](int64_t first) {
    Value part = takeRegister(builder, loc, a, first, kLanes);
    return call(builder, loc, "llvm.x86.avx512.mask.scalef.ps.512",
                {part, takeRegister(builder, loc, n, first, kLanes), part, all,
                 rounding});
  });
}
