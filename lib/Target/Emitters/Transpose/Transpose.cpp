// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of an elementwise kernel that reads along another dimension than
// it writes. Some elements of the dimension written along are computed one
// after the other, each in vectors along the dimension read along; squares of
// these are transposed.
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "../Scalar/KernelDomain.h"
#include "../Tiles/TileBuilder.h"
#include "kiln/Target/Cost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

namespace {
struct TransposePlan {
  unsigned read; ///< the dimension of the result that is read along
  Type element;
  int64_t lanes; ///< of a vector

  /// Elements written along together: whole lines of the cache, since rows of
  /// the result that are a power of two apart have few places there.
  int64_t getWidth() const { return 4 * lanes; }
  /// Those read along together: two lines.
  int64_t getLength() const {
    return 2 * kCacheLineBytes / (element.getIntOrFloatBitWidth() / 8);
  }
  int64_t getBlock() const { return getLength() * getWidth(); }
};

/// A part of the result: [read along, written along] behind `indices`, which
/// leave both out.
struct Block {
  SmallVector<Value> indices;
  Value firstRead, reads, firstWritten, written;
};

class TransposeEmitter : TileBuilder {
public:
  TransposeEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                   exec::KernelOp kernel, const TransposePlan &plan,
                   const CpuInfo &info, Value scratch)
      : TileBuilder(builder, emitter, kernel.getLoc(), plan.element, info),
        kernel(kernel), plan(plan), scratch(scratch) {}

  LogicalResult run(Value begin, Value end, ArrayRef<Value> domain);

private:
  LogicalResult compute(const Block &block, Value written);
  void transpose(Value read, Value written);
  /// A vector of elements, which are only moved.
  VectorType getBits();
  LogicalResult storeBlock(const Block &block);
  SmallVector<Value> indicesOf(const Block &block, Value read, Value written);
  /// In scratch memory: what was computed, and what was transposed.
  Value computedAt(Value written, Value read);
  Value transposedAt(Value read, Value written);

  exec::KernelOp kernel;
  TransposePlan plan;
  Value scratch;
  SmallVector<Value> sizes;
};
} // namespace

LogicalResult TransposeEmitter::run(Value begin, Value end,
                                    ArrayRef<Value> domain) {
  sizes.assign(domain.begin(), domain.end());
  IndexBuilder index = this->index();
  SmallVector<Value> outer(ArrayRef(sizes).drop_back());
  Value reads = outer[plan.read], written = sizes.back();
  outer.erase(outer.begin() + plan.read);
  Value length = index.constant(plan.getLength());
  Value width = index.constant(plan.getWidth());
  Value lanes = index.constant(plan.lanes);
  Value readBlocks = ceilDiv(reads, length);
  Value writtenBlocks = ceilDiv(written, width);
  Value items =
      index.mul(index.product(outer), index.mul(readBlocks, writtenBlocks));
  return forEachItem(
      begin, end, index.product(sizes), items, [&](Value number) {
        IndexBuilder index = this->index();
        Value rest = index.div(number, writtenBlocks);
        Block block;
        block.firstWritten = index.mul(index.rem(number, writtenBlocks), width);
        block.written = least(index.sub(written, block.firstWritten), width);
        block.firstRead = index.mul(index.rem(rest, readBlocks), length);
        block.reads = least(index.sub(reads, block.firstRead), length);
        block.indices = index.delinearize(index.div(rest, readBlocks), outer);
        if (failed(forEach(
                index.constant(0), block.written, index.constant(1),
                [&](Value written) { return compute(block, written); })) ||
            failed(forEach(
                index.constant(0), block.written, lanes, [&](Value written) {
                  return forEach(this->index().constant(0), block.reads, lanes,
                                 [&](Value read) {
                                   transpose(read, written);
                                   return success();
                                 });
                })))
          return failure();
        return storeBlock(block);
      });
}

Value TransposeEmitter::computedAt(Value written, Value read) {
  IndexBuilder index = this->index();
  return address(
      scratch,
      index.add(index.mul(written, index.constant(plan.getLength())), read));
}

Value TransposeEmitter::transposedAt(Value read, Value written) {
  IndexBuilder index = this->index();
  Value before = index.constant(plan.getBlock());
  Value row = index.mul(read, index.constant(plan.getWidth()));
  return address(scratch, index.add(index.add(before, row), written));
}

SmallVector<Value> TransposeEmitter::indicesOf(const Block &block, Value read,
                                               Value written) {
  SmallVector<Value> indices = block.indices;
  indices.insert(indices.begin() + plan.read,
                 index().add(block.firstRead, read));
  indices.push_back(index().add(block.firstWritten, written));
  return indices;
}

/// Computes the elements of the block that are written at `written`.
LogicalResult TransposeEmitter::compute(const Block &block, Value written) {
  return forEachShort(index().constant(0), block.reads, [&](Value read) {
    SmallVector<Value> indices = indicesOf(block, read, written);
    emitter.setItem(index().linearize(indices, sizes), indices, sizes);
    FailureOr<Value> value =
        emitter.valueAt(kernel.getYield().getOperand(0), indices);
    if (succeeded(value))
      store(*value, computedAt(written, read));
    return LogicalResult(value);
  });
}

VectorType TransposeEmitter::getBits() {
  return VectorType::get(
      plan.lanes, builder.getIntegerType(element.getIntOrFloatBitWidth()));
}

/// Transposes the square from `read` and `written` on; what is behind the block
/// is anything.
void TransposeEmitter::transpose(Value read, Value written) {
  auto behind = [&](Value first, unsigned by) {
    return index().add(first, index().constant(by));
  };
  packSquare(
      getBits(), getElementBytes() * plan.lanes,
      [&](unsigned i) { return computedAt(behind(written, i), read); },
      [&](unsigned i) { return transposedAt(behind(read, i), written); });
}

LogicalResult TransposeEmitter::storeBlock(const Block &block) {
  unsigned operand = kernel.getNumTensorArguments();
  Value zero = index().constant(0), one = index().constant(1);
  Value lanes = index().constant(plan.lanes);
  Value whole = index().mul(index().div(block.written, lanes), lanes);
  return forEach(zero, block.reads, one, [&](Value read) {
    Value start = index().linearize(indicesOf(block, read, zero), sizes);
    auto storeVector = [&](Value written) {
      Value row = LLVM::LoadOp::create(builder, loc, getBits(),
                                       transposedAt(read, written),
                                       plan.lanes * getElementBytes());
      LLVM::StoreOp::create(
          builder, loc, row,
          address(emitter.bufferOf(operand), index().add(start, written)),
          getElementBytes());
      return success();
    };
    auto storeElement = [&](Value written) {
      emitter.store(loc, operand, index().add(start, written),
                    load(transposedAt(read, written)));
      return success();
    };
    return success(succeeded(forEach(zero, whole, lanes, storeVector)) &&
                   succeeded(forEach(whole, block.written, one, storeElement)));
  });
}

/// The dimension that all operands with as many dimensions as the result are
/// read along, which is not the last one; nothing where there are none.
static std::optional<unsigned> findRead(GenericOp op) {
  std::optional<unsigned> read;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isProjectedPermutation() || !isa<BlockArgument>(input->get()))
      return std::nullopt;
    if (map.getNumResults() != op.getNumLoops())
      continue;
    unsigned last = map.getDimPosition(map.getNumResults() - 1);
    if (last + 1 == op.getNumLoops() || (read && *read != last))
      return std::nullopt;
    read = last;
  }
  return read;
}

/// Nothing when `kernel` is more than one op, or has few elements one way.
static std::optional<TransposePlan> matchTranspose(exec::KernelOp kernel,
                                                   const CpuInfo &info) {
  if (kernel.getResultTypes().size() != 1)
    return std::nullopt;
  auto op = kernel.getYield().getOperand(0).getDefiningOp<GenericOp>();
  if (!op || op.getNumLoops() < 2 || op.getNumReductionLoops() != 0 ||
      op->getNumResults() != 1 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return std::nullopt;
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  Type element = type.getElementType();
  std::optional<unsigned> read = findRead(op);
  if (!read || !element.isIntOrFloat() || element.getIntOrFloatBitWidth() < 8)
    return std::nullopt;
  // A square of small elements in whole registers would be more than there are.
  int64_t lanes =
      info.vectorBits / std::max(32u, element.getIntOrFloatBitWidth());
  for (unsigned dim : {*read, unsigned(type.getRank() - 1)})
    if (!type.isDynamicDim(dim) && 2 * type.getDimSize(dim) < lanes)
      return std::nullopt;
  return TransposePlan{*read, element, lanes};
}

std::unique_ptr<KernelPlan> kiln::planTranspose(exec::KernelOp kernel,
                                                const TargetInfo &target,
                                                const Schedule *wanted) {
  std::optional<TransposePlan> plan = matchTranspose(kernel, target.cpu);
  if (!plan)
    return nullptr;
  Schedule schedule = {"transpose", {plan->getLength(), plan->getWidth()}, {}};
  if (wanted && !(*wanted == schedule))
    return nullptr;
  int64_t bytes = plan->element.getIntOrFloatBitWidth() / 8;
  return makeCpuPlan<TransposeEmitter>(
      kernel, target, schedule, 2 * plan->getBlock() * bytes,
      CpuCycles{countCycles(kernel, target.cpu)}, *plan);
}
