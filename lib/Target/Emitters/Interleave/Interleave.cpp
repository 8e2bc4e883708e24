// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of a kernel whose innermost dimension is short, and is another
// one, or none, in what it reads: lanes along it would have nothing to do. The
// places of the short dimension are computed one after the other, each in
// vectors along the dimension before it, and are then shuffled to lie side by
// side.
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "../Scalar/KernelDomain.h"
#include "../Tiles/TileBuilder.h"
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Target/Cost.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kiln;

/// Columns that are computed before they are shuffled.
static constexpr int64_t kBlock = 256;

namespace {
/// The result is [row…, column, place].
struct InterleavePlan {
  int64_t places;
  Type element; ///< of the result
};

/// Some columns of a row.
struct Block {
  Value row, first, count;
  SmallVector<Value> indices; ///< of the row
};

class InterleaveEmitter : TileBuilder {
public:
  InterleaveEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                    exec::KernelOp kernel, const InterleavePlan &plan,
                    const CpuInfo &info, Value scratch)
      : TileBuilder(builder, emitter, kernel.getLoc(), plan.element, info),
        kernel(kernel), plan(plan), scratch(scratch) {}

  LogicalResult run(Value begin, Value end, ArrayRef<Value> domain);

private:
  Value place(int64_t number, Value column) {
    return address(scratch,
                   index().add(index().constant(number * kBlock), column));
  }
  Value linear(const Block &block, Value column);
  LogicalResult compute(const Block &block, int64_t number);
  LogicalResult shuffle(const Block &block);
  Value putSideBySide(SmallVector<Value> vectors);

  exec::KernelOp kernel;
  InterleavePlan plan;
  Value scratch;
  SmallVector<Value> sizes;
};
} // namespace

LogicalResult InterleaveEmitter::run(Value begin, Value end,
                                     ArrayRef<Value> domain) {
  sizes.assign(domain.begin(), domain.end());
  IndexBuilder index = this->index();
  ArrayRef<Value> outer = ArrayRef(sizes).drop_back(2);
  Value columns = sizes[sizes.size() - 2], length = index.constant(kBlock);
  Value blocks = ceilDiv(columns, length);
  Value items = index.mul(index.product(outer), blocks);
  return forEachItem(
      begin, end, index.product(sizes), items, [&](Value number) {
        IndexBuilder index = this->index();
        Block block;
        block.row = index.div(number, blocks);
        block.first = index.mul(index.rem(number, blocks), length);
        block.count = least(index.sub(columns, block.first), length);
        block.indices = index.delinearize(block.row, outer);
        for (int64_t number = 0; number < plan.places; ++number)
          if (failed(compute(block, number)))
            return failure();
        return shuffle(block);
      });
}

/// The number of the item at place 0 of a column of the block.
Value InterleaveEmitter::linear(const Block &block, Value column) {
  IndexBuilder index = this->index();
  Value before = index.mul(block.row, sizes[sizes.size() - 2]);
  return index.mul(index.add(index.add(before, block.first), column),
                   index.constant(plan.places));
}

/// Computes place `number` of each column of the block.
LogicalResult InterleaveEmitter::compute(const Block &block, int64_t number) {
  return forEachShort(index().constant(0), block.count, [&](Value column) {
    IndexBuilder index = this->index();
    SmallVector<Value> indices = block.indices;
    indices.push_back(index.add(block.first, column));
    indices.push_back(index.constant(number));
    emitter.setItem(index.add(linear(block, column), indices.back()), indices,
                    sizes);
    FailureOr<Value> value =
        emitter.valueAt(kernel.getYield().getOperand(0), indices);
    if (succeeded(value))
      store(*value, place(number, column));
    return LogicalResult(value);
  });
}

/// The elements of all `vectors`, those of one lane side by side.
Value InterleaveEmitter::putSideBySide(SmallVector<Value> vectors) {
  int64_t lanes = cast<VectorType>(vectors[0].getType()).getDimSize(0);
  SmallVector<int32_t> mask;
  for (int32_t lane = 0; lane < lanes; ++lane)
    for (int32_t number = 0; number < plan.places; ++number)
      mask.push_back(int32_t(number * lanes) + lane);
  Value any = LLVM::PoisonOp::create(builder, loc, vectors[0].getType());
  vectors.resize(llvm::PowerOf2Ceil(vectors.size()), any);
  while (vectors.size() > 2) {
    auto all = llvm::to_vector(llvm::seq<int32_t>(
        2 * cast<VectorType>(vectors[0].getType()).getDimSize(0)));
    SmallVector<Value> pairs;
    for (size_t i = 0; i < vectors.size(); i += 2)
      pairs.push_back(LLVM::ShuffleVectorOp::create(builder, loc, vectors[i],
                                                    vectors[i + 1], all));
    vectors = pairs;
  }
  return LLVM::ShuffleVectorOp::create(builder, loc, vectors[0], vectors[1],
                                       mask);
}

/// Stores the places of the block's columns, in vectors and the rest one by
/// one.
LogicalResult InterleaveEmitter::shuffle(const Block &block) {
  unsigned operand = kernel.getNumTensorArguments();
  int64_t lanes = vector.getNumElements();
  auto bits = VectorType::get(
      lanes, builder.getIntegerType(element.getIntOrFloatBitWidth()));
  Value width = index().constant(lanes);
  Value whole = index().mul(index().div(block.count, width), width);
  auto storeVectors = [&](Value column) {
    SmallVector<Value> vectors;
    for (int64_t number = 0; number < plan.places; ++number)
      vectors.push_back(LLVM::LoadOp::create(
          builder, loc, bits, place(number, column), getElementBytes()));
    LLVM::StoreOp::create(
        builder, loc, putSideBySide(vectors),
        address(emitter.bufferOf(operand), linear(block, column)),
        getElementBytes());
    return success();
  };
  auto storeElements = [&](Value column) {
    for (int64_t number = 0; number < plan.places; ++number)
      emitter.store(
          loc, operand,
          index().add(linear(block, column), index().constant(number)),
          load(place(number, column)));
    return success();
  };
  if (failed(forEach(index().constant(0), whole, width, storeVectors)))
    return failure();
  return forEach(whole, block.count, index().constant(1), storeElements);
}

/// Is each element computed for itself, and by no function? The code of each
/// place is written once more.
static bool isElementwise(exec::KernelOp kernel) {
  WalkResult result = kernel.walk([](Operation *op) {
    return isa<math::MathDialect>(op->getDialect()) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return false;
  return llvm::all_of(kernel.getBody().front(), [](Operation &op) {
    auto loops = dyn_cast<linalg::LinalgOp>(op);
    return op.getDialect() !=
               op.getContext()->getLoadedDialect<tx::TXDialect>() &&
           (!loops || loops.getNumReductionLoops() == 0);
  });
}

static std::optional<InterleavePlan> matchInterleave(exec::KernelOp kernel) {
  constexpr int64_t kMostPlaces = 8;
  // An update writes a part of what it is given.
  if (kernel.getResultTypes().size() != 1 || !isElementwise(kernel) ||
      kernel.getYield().getOperand(0).getDefiningOp<tensor::InsertSliceOp>())
    return std::nullopt;
  auto type = cast<RankedTensorType>(kernel.getResultTypes().front());
  if (type.getRank() < 2 || type.isDynamicDim(type.getRank() - 1) ||
      !type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() % 8 != 0)
    return std::nullopt;
  int64_t places = type.getShape().back();
  if (places < 2 || places > kMostPlaces || countRowDims(kernel) != 1)
    return std::nullopt;
  return InterleavePlan{places, type.getElementType()};
}

std::unique_ptr<KernelPlan> kiln::planInterleave(exec::KernelOp kernel,
                                                 const TargetInfo &target,
                                                 const Schedule *wanted) {
  std::optional<InterleavePlan> plan = matchInterleave(kernel);
  if (!plan)
    return nullptr;
  Schedule schedule = {"interleave", {plan->places}, {kBlock}};
  if (wanted && !(*wanted == schedule))
    return nullptr;
  int64_t scratch =
      plan->places * kBlock * plan->element.getIntOrFloatBitWidth() / 8;
  return makeCpuPlan<InterleaveEmitter>(
      kernel, target, schedule, scratch,
      CpuCycles{countCycles(kernel, target.cpu)}, *plan);
}
