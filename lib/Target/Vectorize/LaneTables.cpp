// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaneTables.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// Lanes of a register of f32.
constexpr int64_t kLanes = 16;

/// The lanes of `vector` from `first` on that a register holds, with anything
/// behind the last one.
static Value takeRegister(OpBuilder &builder, Location loc, Value vector,
                          int64_t first) {
  int64_t width = cast<VectorType>(vector.getType()).getDimSize(0);
  SmallVector<int32_t> lanes;
  for (int64_t lane = first; lane < first + kLanes; ++lane)
    lanes.push_back(lane < width ? int32_t(lane) : -1);
  return LLVM::ShuffleVectorOp::create(builder, loc, vector, vector, lanes);
}

/// Calls `compute` for each register of the lanes [first, first + width), and
/// puts the results side by side.
static Value forEachRegister(OpBuilder &builder, Location loc, int64_t first,
                             int64_t width,
                             llvm::function_ref<Value(int64_t)> compute) {
  if (width == kLanes)
    return compute(first);
  auto lanes = llvm::to_vector(llvm::seq<int32_t>(width));
  if (width < kLanes) {
    Value whole = compute(first);
    return LLVM::ShuffleVectorOp::create(builder, loc, whole, whole, lanes);
  }
  Value low = forEachRegister(builder, loc, first, width / 2, compute);
  Value high =
      forEachRegister(builder, loc, first + width / 2, width / 2, compute);
  return LLVM::ShuffleVectorOp::create(builder, loc, low, high, lanes);
}

static Value call(OpBuilder &builder, Location loc, StringRef name,
                  ValueRange operands) {
  auto type = VectorType::get(kLanes, builder.getF32Type());
  return LLVM::CallIntrinsicOp::create(builder, loc, type,
                                       builder.getStringAttr(name), operands)
      .getResult(0);
}

Value kiln::lookUpLanes(OpBuilder &builder, Location loc, Value table,
                        Value indices) {
  int64_t width = cast<VectorType>(indices.getType()).getDimSize(0);
  return forEachRegister(builder, loc, 0, width, [&](int64_t first) {
    return call(builder, loc, "llvm.x86.avx512.permvar.sf.512",
                {table, takeRegister(builder, loc, indices, first)});
  });
}

Value kiln::scaleLanes(OpBuilder &builder, Location loc, Value a, Value n) {
  constexpr int32_t kRoundAsEver = 4;
  auto constant = [&](IntegerAttr value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, value.getType(), value);
  };
  Value all = constant(builder.getI16IntegerAttr(-1));
  Value rounding = constant(builder.getI32IntegerAttr(kRoundAsEver));
  int64_t width = cast<VectorType>(a.getType()).getDimSize(0);
  return forEachRegister(builder, loc, 0, width, [&](int64_t first) {
    Value part = takeRegister(builder, loc, a, first);
    return call(
        builder, loc, "llvm.x86.avx512.mask.scalef.ps.512",
        {part, takeRegister(builder, loc, n, first), part, all, rounding});
  });
}
