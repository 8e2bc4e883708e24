// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TileRegisters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// What `ldtilecfg` reads.
static std::array<int8_t, 64> getTileConfig(ArrayRef<TileShape> shapes) {
  constexpr int64_t kRowBytesAt = 16;
  std::array<int8_t, 64> config = {};
  config[0] = 1; // the only palette
  for (auto [tile, shape] : llvm::enumerate(shapes)) {
    config[kRowBytesAt + 2 * tile] = int8_t(shape.rowBytes);
    config[kTileConfigRows + tile] = int8_t(shape.rows);
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

Value TileRegisters::makeConfig(ArrayRef<TileShape> shapes) {
  std::array<int8_t, 64> bytes = getTileConfig(shapes);
  auto type = VectorType::get(bytes.size(), builder.getI8Type());
  Value count =
      LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                               builder.getI32IntegerAttr(bytes.size()));
  auto place = LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      builder.getI8Type(), count);
  place.setAlignment(bytes.size());
  Value config = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, ArrayRef(bytes)));
  LLVM::StoreOp::create(builder, loc, config, place);
  return place;
}

void TileRegisters::configure(Value config) {
  call("llvm.x86.ldtilecfg", {}, config);
}

void TileRegisters::release() { call("llvm.x86.tilerelease", {}); }

void TileRegisters::zero(unsigned tile) { call("llvm.x86.tilezero", tile); }

void TileRegisters::load(unsigned tile, Value address, Value stride,
                         bool passes) {
  call(passes ? "llvm.x86.tileloaddt164" : "llvm.x86.tileloadd64", tile,
       {address, stride});
}

void TileRegisters::store(unsigned tile, Value address, Value stride) {
  call("llvm.x86.tilestored64", tile, {address, stride});
}

void TileRegisters::addProducts(StringRef product, unsigned sum, unsigned left,
                                unsigned right) {
  call(product, {sum, left, right});
}

void TileRegisters::zeroSums() {
  for (unsigned sum = kTileSums; sum < kLeftTiles; ++sum)
    zero(sum);
}

void TileRegisters::loadSums(const Sums &sums) {
  for (auto [number, place] : llvm::enumerate(sums.places))
    load(kTileSums + number, place, sums.stride);
}

void TileRegisters::storeSums(const Sums &sums) {
  for (auto [number, place] : llvm::enumerate(sums.places))
    store(kTileSums + number, place, sums.stride);
}

void TileRegisters::addStep(StringRef product, const Pair &left,
                            const Pair &right, Operand passing) {
  bool passesLeft = passing == Operand::Left;
  load(kRightTiles, right.first, right.stride, !passesLeft);
  load(kRightTiles + 1, right.second, right.stride, !passesLeft);
  for (unsigned row : {0, 1}) {
    load(kLeftTiles + row, row == 0 ? left.first : left.second, left.stride,
         passesLeft);
    for (unsigned column : {0, 1})
      addProducts(product, kTileSums + 2 * row + column, kLeftTiles + row,
                  kRightTiles + column);
  }
}
