// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CpuFunction.h"
#include "KernelDomain.h"
#include "kiln/Target/Emitters/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// Loads item `position` of the array at `pointer`.
static Value loadItem(OpBuilder &builder, Location loc, Type type,
                      Value pointer, int32_t position) {
  Value address = LLVM::GEPOp::create(builder, loc, pointer.getType(), type,
                                      pointer, ArrayRef<LLVM::GEPArg>{position},
                                      LLVM::GEPNoWrapFlags::inbounds);
  return LLVM::LoadOp::create(builder, loc, type, address);
}

CpuFunction::CpuFunction(OpBuilder &builder, exec::KernelOp kernel,
                         StringRef symbol) {
  Location loc = kernel.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  function = LLVM::LLVMFuncOp::create(
      builder, loc, symbol,
      LLVM::LLVMFunctionType::get(i32, {pointer, pointer, i64, i64, pointer}));
  builder.setInsertionPointToStart(function.addEntryBlock(builder));
  Value one = arith::ConstantIntOp::create(builder, loc, i32, 1);
  Value zero = arith::ConstantIntOp::create(builder, loc, i32, 0);
  status = LLVM::AllocaOp::create(builder, loc, pointer, i32, one);
  LLVM::StoreOp::create(builder, loc, zero, status);

  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      value);
  };
  for (unsigned i = 0, e = kernel.getNumBuffers(); i < e; ++i)
    frame.buffers.push_back(
        loadItem(builder, loc, pointer, function.getArgument(0), i));
  for (unsigned i = 0, e = kernel.getSizeArguments().size(); i < e; ++i)
    frame.sizes.push_back(
        toIndex(loadItem(builder, loc, i64, function.getArgument(1), i)));
  frame.reportError = [status = status](OpBuilder &b, Location at,
                                        KernelError error) {
    Value code = arith::ConstantIntOp::create(b, at, b.getI32Type(),
                                              static_cast<int64_t>(error));
    LLVM::StoreOp::create(b, at, code, status);
  };
  frame.constantArray = makeConstantArrays(function, symbol);
  begin = toIndex(function.getArgument(2));
  end = toIndex(function.getArgument(3));
  scratch = function.getArgument(4);
}

void CpuFunction::finish(OpBuilder &builder) {
  Location loc = function.getLoc();
  Value code = LLVM::LoadOp::create(builder, loc, builder.getI32Type(), status);
  LLVM::ReturnOp::create(builder, loc, code);
}

/// Writes the function of `kernel` at the place of `builder`, which stays.
static LogicalResult emitCpuFunction(OpBuilder &builder, exec::KernelOp kernel,
                                     StringRef symbol, const CpuBody &body) {
  OpBuilder::InsertionGuard guard(builder);
  CpuFunction function(builder, kernel, symbol);
  ScalarEmitter emitter(builder, kernel, function.getFrame());
  if (failed(emitter.checkElementTypes()) ||
      failed(body(builder, emitter, function, emitter.domain())))
    return failure();
  function.finish(builder);
  return success();
}

/// The least number of items that are worth a thread: as many as take as long
/// as its start, as the cost of the kernel on one thread says.
static int64_t chooseGrain(exec::KernelOp kernel, const CpuInfo &info,
                           CpuCycles cycles) {
  constexpr double kMostItems = 1 << 20;
  Cost cost =
      predictOnCpu(kernel, info, cycles, std::numeric_limits<int64_t>::max());
  double perItem = std::max(cost.arithmetic + cost.packing, cost.memory) *
                   info.gigahertz / std::max(countItems(kernel), 1.0);
  return std::clamp(info.threadStart / perItem, 1.0, kMostItems);
}

Value kiln::skipLine(OpBuilder &builder, Value address) {
  return LLVM::GEPOp::create(builder, address.getLoc(), address.getType(),
                             builder.getI8Type(), address,
                             ArrayRef<LLVM::GEPArg>{kCacheLineBytes});
}

std::unique_ptr<KernelPlan> kiln::makeCpuPlan(exec::KernelOp kernel,
                                              const TargetInfo &target,
                                              Schedule schedule,
                                              int64_t scratch, CpuCycles cycles,
                                              CpuBody body) {
  auto plan = std::make_unique<KernelPlan>();
  plan->schedule = std::move(schedule);
  plan->launch.scratch = scratch;
  plan->launch.grain = chooseGrain(kernel, target.cpu, cycles);
  plan->predicted =
      predictOnCpu(kernel, target.cpu, cycles, plan->launch.grain);
  plan->emit = [=](OpBuilder &builder, StringRef symbol) {
    return emitCpuFunction(builder, kernel, symbol, body);
  };
  return plan;
}
