// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CUDA form of a naive kernel: one thread computes one item of the domain,
// or a few neighbours.
#include "../Emitters.h"
#include "../Scalar/KernelDomain.h"
#include "LaunchLimits.h"
#include "ThreadItems.h"
#include "kiln/Dialect/Exec/InPlace.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kiln;

namespace {
/// How the items of a kernel are dealt out.
struct Grid {
  int64_t threads; ///< of a block
  int64_t items;   ///< of a block
  int64_t row;     ///< the most blocks along the first axis
  bool hasRows;    ///< the second axis has what is more

  std::array<std::string, 3> blocks() const {
    std::string all = "CeilDiv(n, " + std::to_string(items) + ")";
    if (!hasRows)
      return {all, "1", "1"};
    return {"Min(" + all + ", " + std::to_string(row) + ")",
            "CeilDiv(n, " + std::to_string(items * row) + ")", "1"};
  }
};
} // namespace

/// The most items that a launch of `kernel` has; nothing where that is open.
static std::optional<int64_t> findMostItems(exec::KernelOp kernel) {
  if (ep::ExprAttr items = kernel.getNumItems(); items.isInt())
    return items.getValue();
  if (auto limits = findLaunchLimits(kernel).back())
    return limits->second;
  return std::nullopt;
}

static Grid makeGrid(exec::KernelOp kernel, const CudaInfo &info,
                     int64_t threads, int64_t itemsPerThread) {
  // An item is a byte at least, and no device has so many.
  constexpr int64_t kMostBytes = 500'000'000'000;
  int64_t items = threads * itemsPerThread, row = info.maxBlocks * items;
  bool hasRows =
      row < kMostBytes && findMostItems(kernel).value_or(kMostBytes) > row;
  return {threads, items, info.maxBlocks, hasRows};
}

/// The number of this thread among those of the whole grid, as i64.
static Value emitThreadNumber(OpBuilder &builder, Location loc,
                              const Grid &grid) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto widen = [&](Value value) -> Value {
    return arith::ExtUIOp::create(builder, loc, i64, value);
  };
  Value block = widen(NVVM::BlockIdXOp::create(builder, loc, i32));
  if (grid.hasRows) {
    Value row = widen(NVVM::BlockIdYOp::create(builder, loc, i32));
    Value blocks = arith::ConstantIntOp::create(builder, loc, i64, grid.row);
    Value before = arith::MulIOp::create(builder, loc, row, blocks);
    block = arith::AddIOp::create(builder, loc, before, block);
  }
  Value threads = widen(NVVM::BlockDimXOp::create(builder, loc, i32));
  Value thread = widen(NVVM::ThreadIdXOp::create(builder, loc, i32));
  Value before = arith::MulIOp::create(builder, loc, block, threads);
  return arith::AddIOp::create(builder, loc, before, thread);
}

/// Is the memory of a tensor argument written by nobody while the kernel runs?
static bool isReadOnly(exec::KernelOp kernel, unsigned argument) {
  if (kernel.getBufferAccess(argument) != exec::Access::Read)
    return false;
  return llvm::none_of(llvm::seq<unsigned>(0, kernel.getResultTypes().size()),
                       [&](unsigned result) {
                         return exec::canReuse(kernel, argument, result);
                       });
}

/// Says of the pointers what holds for all launches: elements lie where their
/// size allows, and what is only read may go through the read-only cache.
static void describeBuffers(LLVM::LLVMFuncOp function, exec::KernelOp kernel) {
  MLIRContext *context = function.getContext();
  for (unsigned i = 0, count = kernel.getNumBuffers(); i < count; ++i) {
    int64_t alignment =
        exec::getElementBytes(kernel.getBufferType(i).getElementType());
    function.setArgAttr(
        i, LLVM::LLVMDialect::getAlignAttrName(),
        IntegerAttr::get(IntegerType::get(context, 64), alignment));
    if (i >= kernel.getNumTensorArguments() || !isReadOnly(kernel, i))
      continue;
    for (StringRef name : {LLVM::LLVMDialect::getNoAliasAttrName(),
                           LLVM::LLVMDialect::getReadonlyAttrName()})
      function.setArgAttr(i, name, UnitAttr::get(context));
  }
}

/// Says of the sizes, and of the number of items behind them, which values they
/// have: LLVM computes in 32 bits what these prove.
static void describeSizes(LLVM::LLVMFuncOp function, exec::KernelOp kernel) {
  constexpr unsigned bits = 64;
  for (auto [i, limits] : llvm::enumerate(findLaunchLimits(kernel))) {
    if (!limits)
      continue;
    auto range = LLVM::ConstantRangeAttr::get(function.getContext(),
                                              APInt(bits, limits->first),
                                              APInt(bits, limits->second) + 1);
    function.setArgAttr(kernel.getNumBuffers() + i,
                        LLVM::LLVMDialect::getRangeAttrName(), range);
  }
}

static LLVM::LLVMFuncOp makeFunction(OpBuilder &builder, exec::KernelOp kernel,
                                     StringRef symbol, int32_t threads) {
  SmallVector<Type> types(kernel.getNumBuffers(),
                          LLVM::LLVMPointerType::get(builder.getContext()));
  types.append(kernel.getSizeArguments().size() + 1, builder.getI64Type());
  auto function = LLVM::LLVMFuncOp::create(
      builder, kernel.getLoc(), symbol,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  types));
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getMaxntidAttrName(),
                    builder.getDenseI32ArrayAttr({threads, 1, 1}));
  describeBuffers(function, kernel);
  describeSizes(function, kernel);
  return function;
}

static LogicalResult emitFunction(OpBuilder &builder, exec::KernelOp kernel,
                                  StringRef symbol, const Grid &grid,
                                  const ThreadItems &items) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = kernel.getLoc();
  LLVM::LLVMFuncOp function =
      makeFunction(builder, kernel, symbol, static_cast<int32_t>(grid.threads));
  builder.setInsertionPointToStart(function.addEntryBlock(builder));
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      value);
  };
  KernelFrame frame;
  unsigned numSizes = kernel.getSizeArguments().size();
  unsigned operands = function.getNumArguments() - numSizes - 1;
  for (Value buffer : function.getArguments().take_front(operands))
    frame.buffers.push_back(buffer);
  for (Value size : function.getArguments().slice(operands, numSizes))
    frame.sizes.push_back(toIndex(size));
  // A kernel has no other way to say it: stop, as a device-side assert does.
  frame.reportError = [](OpBuilder &b, Location at, KernelError) {
    LLVM::Trap::create(b, at);
  };
  frame.constantArray = makeConstantArrays(function, symbol);

  ScalarEmitter emitter(builder, kernel, frame);
  if (failed(emitter.checkElementTypes()))
    return failure();
  SmallVector<Value> sizes = emitter.domain();
  Value thread = emitThreadNumber(builder, loc, grid);
  // Of a number that is known LLVM computes indices in 32 bits.
  Value count = function.getArguments().back();
  if (auto known = getConstantIntValue(emitter.index(loc).product(sizes)))
    count = arith::ConstantIntOp::create(builder, loc, builder.getI64Type(),
                                         *known);
  Value number = thread;
  if (items.count > 1) {
    Value step = arith::ConstantIntOp::create(
        builder, loc, builder.getI64Type(), items.count);
    number = arith::MulIOp::create(builder, loc, thread, step);
  }
  Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       number, count);
  LogicalResult result = emitter.when(loc, inside, [&] {
    Value linear = toIndex(number);
    SmallVector<Value> indices = emitter.index(loc).delinearize(linear, sizes);
    if (items.count > 1)
      return emitThreadItems(emitter, kernel, items, linear, indices, sizes);
    return emitItem(emitter, kernel, linear, indices);
  });
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  return result;
}

/// Of blocks of `threads`, each of which computes `count` items.
static Schedule makeSchedule(int64_t count, int64_t threads) {
  Schedule schedule = {"naive", {}, {threads}};
  if (count > 1)
    schedule.tile = {count};
  return schedule;
}

std::unique_ptr<KernelPlan> kiln::planNaiveCuda(exec::KernelOp kernel,
                                                const TargetInfo &target,
                                                const Schedule *wanted) {
  auto plan = std::make_unique<KernelPlan>();
  ThreadItems items = findThreadItems(kernel);
  plan->schedule = wanted ? *wanted : makeSchedule(items.count, 256);
  ArrayRef<int64_t> block = plan->schedule.block, tile = plan->schedule.tile;
  if (block.size() != 1 || block[0] < 1 ||
      block[0] > target.cuda.maxThreadsPerBlock)
    return nullptr;
  // A part of what is possible is possible, too.
  int64_t count = tile.empty() ? 1 : tile.front();
  if (count < 1 || items.count % count != 0 ||
      !(plan->schedule == makeSchedule(count, block[0])))
    return nullptr;
  items.count = count;
  plan->launch.block = {block[0], 1, 1};
  Grid grid = makeGrid(kernel, target.cuda, block[0], count);
  plan->launch.grid = grid.blocks();
  plan->predicted = predictOnCuda(kernel, target.cuda, block[0]);
  plan->emit = [kernel, grid, items](OpBuilder &builder, StringRef symbol) {
    return emitFunction(builder, kernel, symbol, grid, items);
  };
  return plan;
}
