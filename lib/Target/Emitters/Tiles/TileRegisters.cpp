// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TileRegisters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

std::array<int8_t, 64> kiln::getTileConfig(ArrayRef<int64_t> rows) {
  constexpr int64_t kRowBytesAt = 16;
  std::array<int8_t, 64> config = {};
  config[0] = 1; // the only palette
  for (auto [tile, count] : llvm::enumerate(rows)) {
    config[kRowBytesAt + 2 * tile] = kTileRowBytes;
    config[kTileConfigRows + tile] = int8_t(count);
  }
  return config;
}

StringRef kiln::getTileProduct(const ProductTypes &types) {
  auto are = [&](auto isType) {
    return isType(types.left) && isType(types.right);
  };
  if (types.sum.isF32() && are([](Type type) { return type.isBF16(); }))
    return "llvm.x86.tdpbf16ps";
  if (!types.sum.isInteger(32) ||
      !are([](Type type) { return type.isInteger(8); }))
    return {};
  if (types.isLeftUnsigned)
    return types.isRightUnsigned ? "llvm.x86.tdpbuud" : "llvm.x86.tdpbusd";
  return types.isRightUnsigned ? "llvm.x86.tdpbsud" : "llvm.x86.tdpbssd";
}

void TileRegisters::call(StringRef name, ArrayRef<unsigned> tiles,
                         ValueRange rest) {
  SmallVector<Value> arguments;
  for (unsigned tile : tiles)
    arguments.push_back(LLVM::ConstantOp::create(
        builder, loc, builder.getI8Type(), builder.getI8IntegerAttr(tile)));
  for (Value value : rest)
    arguments.push_back(isa<IndexType>(value.getType())
                            ? arith::IndexCastOp::create(
                                  builder, loc, builder.getI64Type(), value)
                                  .getResult()
                            : value);
  LLVM::CallIntrinsicOp::create(builder, loc, builder.getStringAttr(name),
                                arguments);
}

void TileRegisters::configure(Value config) {
  call("llvm.x86.ldtilecfg", {}, config);
}

void TileRegisters::release() { call("llvm.x86.tilerelease", {}); }

void TileRegisters::zero(unsigned tile) { call("llvm.x86.tilezero", tile); }

void TileRegisters::load(unsigned tile, Value address, Value stride) {
  call("llvm.x86.tileloadd64", tile, {address, stride});
}

void TileRegisters::store(unsigned tile, Value address, Value stride) {
  call("llvm.x86.tilestored64", tile, {address, stride});
}

void TileRegisters::addProducts(StringRef product, unsigned sum, unsigned left,
                                unsigned right) {
  call(product, {sum, left, right});
}
