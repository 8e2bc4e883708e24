// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Target/Cost.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace kiln;

llvm::raw_ostream &kiln::operator<<(llvm::raw_ostream &os, const Cost &cost) {
  auto time = [](double nanoseconds) {
    return llvm::format("%.3g", nanoseconds / 1000);
  };
  os << time(cost.total()) << " us";
  StringRef separator = ": ";
  for (auto [name, part] :
       {std::pair<StringRef, double>{"arithmetic", cost.arithmetic},
        {"memory", cost.memory},
        {"packing", cost.packing},
        {"start", cost.start}}) {
    if (part == 0)
      continue;
    os << separator << name << " " << time(part);
    separator = ", ";
  }
  return os;
}

double kiln::countPoints(ArrayRef<int64_t> extents) {
  double points = 1;
  for (int64_t extent : extents)
    points *= ShapedType::isDynamic(extent) ? kUnknownSize : extent;
  return points;
}

double kiln::countPoints(linalg::LinalgOp op) {
  return countPoints(op.getStaticLoopRanges());
}

double kiln::countPoints(tx::AttentionOp op, unsigned loop) {
  for (unsigned number = 0; number < op->getNumOperands(); ++number)
    for (auto [expr, size] : llvm::zip(
             op.getMap(number).getResults(),
             cast<ShapedType>(op->getOperand(number).getType()).getShape()))
      if (expr.isFunctionOfDim(loop))
        return countPoints(size);
  return 1;
}

static double evaluate(ep::ExprAttr expr, exec::KernelOp kernel) {
  llvm::DenseMap<ep::ExprAttr, ep::ExprAttr> sizes;
  for (unsigned i = 0, e = kernel.getSizeArguments().size(); i < e; ++i)
    sizes[exec::makeKernelSize(kernel.getContext(), i)] =
        ep::makeInt(kernel.getContext(), kUnknownSize);
  ep::ExprAttr value = ep::substitute(expr, sizes);
  // Else it is too large for a number, or divides by zero.
  return value.isInt() ? double(value.getValue()) : 0;
}

double kiln::countItems(exec::KernelOp kernel) {
  return evaluate(kernel.getNumItems(), kernel);
}

/// How many simple operations one takes.
static double weigh(Operation &op) {
  constexpr double kRoot = 8, kFunction = 24;
  if (isa<arith::DivFOp, math::SqrtOp, math::RsqrtOp>(op))
    return kRoot;
  return isa<math::MathDialect>(op.getDialect()) &&
                 !isa<math::AbsFOp, math::FmaOp, math::CopySignOp>(op)
             ? kFunction
             : 1;
}

/// The vector operations for one vector of points of `op`: those of its body,
/// and a load for each operand.
static double weighBody(linalg::LinalgOp op) {
  double weight = op->getNumOperands();
  for (Operation &inner : op.getBlock()->without_terminator())
    weight += weigh(inner);
  return weight;
}

static double getLanes(Operation *op, const CpuInfo &info) {
  constexpr unsigned kWidest = 64, kUsual = 32;
  unsigned bits = kUsual;
  for (Type type : op->getResultTypes())
    if (Type element = getElementTypeOrSelf(type); element.isIntOrFloat())
      bits = std::clamp(element.getIntOrFloatBitWidth(), kUsual, kWidest);
  // Sums of f32 are taken in f64.
  auto loops = dyn_cast<linalg::LinalgOp>(op);
  if (loops && loops.getNumReductionLoops() != 0)
    bits = kWidest;
  return double(info.vectorBits) / bits;
}

/// Are the steps of the innermost sum neighbours in every input?
static bool hasStretches(linalg::LinalgOp op) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = op.getMatchingIndexingMap(input);
    return map.getNumResults() != 0 &&
           map.getResults().back() ==
               getAffineDimExpr(reduced.back(), op.getContext());
  });
}

/// What is no stretch is gathered; windows are checked at their borders, too.
static double countLoopCycles(linalg::LinalgOp op, const CpuInfo &info) {
  constexpr double kGather = 4, kWindow = 6;
  double points = countPoints(op);
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInputs() == 1 ||
      hasStretches(op))
    return points * weighBody(op) /
           (getLanes(op, info) * info.operationsPerCycle);
  bool hasWindows = llvm::any_of(op.getIndexingMapsArray(), [](AffineMap map) {
    return !map.isProjectedPermutation();
  });
  return points * (hasWindows ? kWindow : kGather);
}

/// Rows of scores one element after another, as no emitter of tiles has them.
static double countSerialCycles(tx::AttentionOp op) {
  constexpr double kStep = 2;
  return kStep * countPoints(op.getType().getShape().drop_back()) *
         countPoints(op, op.getKeyLoop()) *
         (countPoints(op, op.getDepthLoop()) +
          countPoints(op, op.getColumnLoop()));
}

double kiln::countCycles(exec::KernelOp kernel, const CpuInfo &info,
                         Operation *except) {
  double cycles = 0;
  for (Operation &op : kernel.getBody().front()) {
    if (&op == except || isa<linalg::FillOp>(op))
      continue;
    if (auto attention = dyn_cast<tx::AttentionOp>(op))
      cycles += countSerialCycles(attention);
    else if (auto loops = dyn_cast<linalg::LinalgOp>(op))
      cycles += countLoopCycles(loops, info);
  }
  return cycles;
}

double kiln::countTileStep(const CpuInfo &info, double rows, double vectors) {
  double operations = rows * vectors * (info.hasFma ? 1 : 2);
  return std::max({operations / info.operationsPerCycle,
                   (rows + vectors) / info.loadsPerCycle,
                   // Each step waits for the sums of the one before.
                   double(info.sumLatency)});
}

/// Bytes per cycle of the nearest level that has room for `bytes`.
static double getRate(const CacheInfo &cache, double bytes) {
  if (bytes <= cache.level1)
    return cache.rate1;
  if (bytes <= cache.level2)
    return cache.rate2;
  return bytes <= cache.level3 ? cache.rate3 : cache.memoryRate;
}

Cost kiln::predictOnCpu(exec::KernelOp kernel, const CpuInfo &info,
                        CpuCycles cycles, int64_t grain) {
  double shares =
      std::min(std::floor(countItems(kernel) / grain), cycles.pieces);
  double threads = std::clamp<double>(shares, 1, info.cores);
  double bytes = evaluate(kernel.getBytes(), kernel);
  Cost cost;
  cost.arithmetic = cycles.arithmetic / threads / info.gigahertz;
  cost.packing = cycles.packing / threads / info.gigahertz;
  cost.memory = bytes / getRate(info.cache, bytes) / info.gigahertz /
                std::min(threads, double(info.cache.coresPerMemory));
  if (threads > 1)
    cost.start = info.threadStart / info.gigahertz;
  return cost;
}

Cost kiln::predictOnCuda(exec::KernelOp kernel, const CudaInfo &info,
                         int64_t threads) {
  double items = std::max(countItems(kernel), 1.0), steps = 0;
  for (Operation &op : kernel.getBody().front())
    if (auto loops = dyn_cast<linalg::LinalgOp>(op))
      steps += countPoints(loops) * weighBody(loops);
  double resident =
      double(info.processors) *
      llvm::alignDown(info.maxThreadsPerProcessor, uint64_t(threads));
  double waves = std::ceil(items / resident);
  double perLane =
      std::min(items, resident) / info.processors / info.lanesPerCycle;
  Cost cost;
  // A step waits for its operands; the threads of a processor hide that.
  cost.arithmetic = waves * steps / items *
                    std::max(perLane, double(info.loadLatency)) /
                    info.gigahertz;
  cost.memory = evaluate(kernel.getBytes(), kernel) / info.memoryRate;
  cost.start = info.launch;
  return cost;
}
