// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ElementwiseEdges.h"
#include "kiln/Dialect/Exec/LoopRange.h"
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Support/FewRows.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

namespace {
/// The cost of one element of a producer: `Copy` moves and converts only,
/// `Cheap` is a few simple instructions, `Expensive` is more.
enum class Cost { Copy, Cheap, Expensive };
} // namespace

static Cost getCost(Operation &op) {
  if (isa<linalg::YieldOp, linalg::IndexOp, arith::ConstantOp, arith::ExtFOp,
          arith::TruncFOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
          arith::SIToFPOp, arith::UIToFPOp, arith::IndexCastOp,
          arith::BitcastOp>(op))
    return Cost::Copy;
  if (isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::DivUIOp,
          arith::FloorDivSIOp, arith::RemSIOp, arith::RemUIOp,
          tensor::ExtractOp, tx::PhiloxOp>(op))
    return Cost::Expensive;
  // A loop.
  if (op.getNumRegions() != 0)
    return Cost::Expensive;
  bool isCheapMath = isa<math::AbsFOp, math::AbsIOp, math::FloorOp,
                         math::CeilOp, math::CopySignOp, math::FmaOp>(op);
  if (isa<math::MathDialect>(op.getDialect()) && !isCheapMath)
    return Cost::Expensive;
  return Cost::Cheap;
}

/// Does `op` compute a number? A mask only compares positions.
static bool computesFloat(Operation &op) {
  return getCost(op) == Cost::Cheap &&
         llvm::all_of(op.getResultTypes(), llvm::IsaPred<FloatType>);
}

static Cost getCost(GenericOp producer) {
  // A reduction goes from one bound to the other, and reads no mask.
  if (exec::isLoopRange(producer))
    return Cost::Copy;
  constexpr unsigned kFew = 3; // A scale, a shift, and a bound.
  Cost cost = Cost::Copy;
  for (Operation &op : *producer.getBody())
    cost = std::max(cost, getCost(op));
  return llvm::count_if(*producer.getBody(), computesFloat) > kFew
             ? Cost::Expensive
             : cost;
}

/// Does `consumer` read a stretch of a tensor with this map for each point of
/// the loops that do not index it, as sums of bags do? Stretches may overlap.
static bool readsStretches(GenericOp consumer, AffineMap map) {
  std::optional<exec::LoopRange> range = exec::matchLoopRange(consumer);
  if (!range || !map.isProjectedPermutation())
    return false;
  auto dependsOn = [&](ArrayRef<OpOperand *> bounds, unsigned loop) {
    return llvm::any_of(bounds, [&](OpOperand *bound) {
      return consumer.getMatchingIndexingMap(bound).isFunctionOfDim(loop);
    });
  };
  return llvm::all_of(llvm::seq(map.getNumDims()), [&](unsigned loop) {
    return map.isFunctionOfDim(loop) ||
           (dependsOn(range->begins, loop) && dependsOn(range->ends, loop));
  });
}

/// Does `operand` read each element of its tensor about once at most?
static bool readsOnce(OpOperand *operand) {
  auto consumer = cast<GenericOp>(operand->getOwner());
  AffineMap map = consumer.getMatchingIndexingMap(operand);
  return map.isPermutation() || readsStretches(consumer, map);
}

static unsigned bitsOf(Value value) {
  Type type = getElementTypeOrSelf(value);
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

/// Does `op` round its operand to fewer bits?
static bool roundsOperand(GenericOp op) {
  return op.getNumDpsInputs() == 1 && op->getNumResults() == 1 &&
         bitsOf(op->getResult(0)) < bitsOf(op.getInputs()[0]) &&
         !op.getBody()->getOps<arith::TruncFOp>().empty();
}

/// Why fusing the producer of `operand` into its owner costs more than it
/// saves, without a look at other consumers; empty when it does not.
static StringRef refuseAlone(OpOperand *operand, Cost cost) {
  auto consumer = cast<GenericOp>(operand->getOwner());
  if (readsOnce(operand))
    return "";
  bool isReduction = consumer.getNumReductionLoops() > 0;
  // Instructions multiply numbers that lie there in fewer bits.
  bool isRoundedFactor =
      isReduction && consumer.getNumDpsInputs() > 1 &&
      roundsOperand(operand->get().getDefiningOp<GenericOp>());
  if (cost == Cost::Copy && !isRoundedFactor)
    return "";
  if (isReduction)
    return "the reduction reads an element more than once";
  if (cost == Cost::Expensive)
    return "an expensive producer would be computed along the loops that do "
           "not index it";
  return "";
}

/// How many tensors with an element for each item does `producer` read?
static unsigned countWholeInputs(GenericOp producer) {
  return llvm::count_if(
      producer.getDpsInputOperands(), [&](OpOperand *operand) {
        return producer.getMatchingIndexingMap(operand).isPermutation();
      });
}

/// Does `op` only widen its operand, for products that then read it in fewer
/// bits?
static bool widensForProducts(GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op->getNumResults() != 1 ||
      getCost(op) != Cost::Copy)
    return false;
  return bitsOf(op->getResult(0)) > bitsOf(op.getInputs()[0]) &&
         !op->use_empty() && llvm::all_of(op->getUses(), [](OpOperand &use) {
           auto user = dyn_cast<GenericOp>(use.getOwner());
           return user && user.getNumReductionLoops() > 0 && !readsOnce(&use) &&
                  linalg::areElementwiseOpsFusable(&use);
         });
}

/// The bytes of a tensor of known shape.
static std::optional<int64_t> getBytes(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || !type.hasStaticShape() || !type.getElementType().isIntOrFloat())
    return std::nullopt;
  return llvm::divideCeil(type.getNumElements() * type.getElementTypeBitWidth(),
                          8);
}

OpOperand *exec::getFactor(Value value) {
  if (!value.hasOneUse())
    return nullptr;
  if (auto view = dyn_cast<tensor::CollapseShapeOp>(*value.user_begin()))
    return getFactor(view.getResult());
  OpOperand &use = *value.use_begin();
  auto user = dyn_cast<GenericOp>(use.getOwner());
  bool isFactor = user && user.isDpsInput(&use) &&
                  user.getNumDpsInputs() == 2 &&
                  user.getNumReductionLoops() > 0 && !readsOnce(&use);
  return isFactor ? &use : nullptr;
}

/// The bytes of all inputs, where those are known.
static std::optional<int64_t> getBytesRead(GenericOp op) {
  int64_t all = 0;
  for (Value input : op.getInputs()) {
    std::optional<int64_t> bytes = getBytes(input);
    if (!bytes)
      return std::nullopt;
    all += *bytes;
  }
  return all;
}

/// How often does a product read each element of `factor`? Nothing where that
/// is not known.
static std::optional<int64_t> countReads(OpOperand *factor) {
  auto product = cast<GenericOp>(factor->getOwner());
  AffineMap map = product.getMatchingIndexingMap(factor);
  int64_t reads = 1;
  for (auto [loop, extent] : llvm::enumerate(product.getStaticLoopRanges())) {
    if (map.isFunctionOfDim(loop))
      continue;
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    reads *= extent;
  }
  return reads;
}

bool exec::hasFewReads(OpOperand *factor) {
  std::optional<int64_t> reads = countReads(factor);
  return reads && *reads <= kFewRows;
}

bool exec::isDecoder(GenericOp op) {
  if (op.getNumParallelLoops() != op.getNumLoops() ||
      op->getNumResults() != 1 || getCost(op) == Cost::Expensive)
    return false;
  OpOperand *factor = getFactor(op->getResult(0));
  std::optional<int64_t> read = getBytesRead(op);
  std::optional<int64_t> made = getBytes(op->getResult(0));
  if (!factor || !read || !made || *made <= 2 * *read)
    return false;
  // For more rows it costs less to decode once.
  return hasFewReads(factor);
}

/// Does `op` make fewer bits of the sum that it reads first, which nothing else
/// reads?
static bool narrowsSum(GenericOp op) {
  if (op.getNumDpsInputs() == 0 || op->getNumResults() != 1)
    return false;
  auto sum = op.getInputs()[0].getDefiningOp<GenericOp>();
  return sum && sum->hasOneUse() && sum.getNumReductionLoops() > 0 &&
         bitsOf(sum->getResult(0)) > bitsOf(op->getResult(0)) &&
         readsOnce(op.getDpsInputOperand(0));
}

/// Does `consumer` alone read a sum beside `producer`, or what makes fewer bits
/// of one?
static bool readsOtherSum(GenericOp consumer, GenericOp producer) {
  return llvm::any_of(consumer.getInputs(), [&](Value input) {
    auto other = input.getDefiningOp<GenericOp>();
    return other && other != producer && other->hasOneUse() &&
           (other.getNumReductionLoops() > 0 || narrowsSum(other));
  });
}

/// Why a sum had better be stored as `producer` makes it, which is not
/// computed where it is read then; empty where it had not. Ops of one kernel
/// are one loop though they are not one op.
static StringRef storesNarrowly(GenericOp producer, GenericOp consumer) {
  constexpr unsigned kByte = 8;
  if (!narrowsSum(producer))
    return "";
  if (bitsOf(producer->getResult(0)) == kByte)
    return "sums are stored as bytes";
  // Of two that are added afterwards one is stored.
  if (producer->hasOneUse() && readsOtherSum(consumer, producer))
    return "one of two sums is stored rounded";
  return consumer.getNumReductionLoops() > 0 ? "sums are stored rounded" : "";
}

/// Is `operand` a bound of a loop, or what positions are compared with for one?
static bool isLoopBound(OpOperand *operand) {
  auto consumer = cast<GenericOp>(operand->getOwner());
  std::optional<exec::LoopRange> range = exec::matchLoopRange(consumer);
  return range ? llvm::is_contained(range->begins, operand) ||
                     llvm::is_contained(range->ends, operand)
               : exec::isLoopRange(consumer);
}

StringRef exec::refuseElementwise(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<GenericOp>();
  auto consumer = cast<GenericOp>(operand->getOwner());
  if (isLoopBound(operand))
    return "a loop reads its bounds";
  if (StringRef reason = storesNarrowly(producer, consumer); !reason.empty())
    return reason;
  if (widensForProducts(consumer))
    return "products widen what they read";
  Cost cost = getCost(producer);
  StringRef reason = refuseAlone(operand, cost);
  // Fewer bits are worth storing once.
  if (!reason.empty() || (cost == Cost::Copy && !roundsOperand(producer)))
    return reason;
  for (OpOperand &use : producer->getUses()) {
    if (use.getOwner() == operand->getOwner())
      continue;
    if (cost == Cost::Expensive)
      return "an expensive producer has other consumers";
    // Else sums of residuals would grow from layer to layer.
    if (countWholeInputs(producer) > 1)
      return "a producer that reads more than it makes has other consumers";
    auto other = dyn_cast<GenericOp>(use.getOwner());
    if (!other || widensForProducts(other) ||
        !linalg::areElementwiseOpsFusable(&use) ||
        !refuseAlone(&use, cost).empty())
      return "the producer is stored for another consumer anyway";
  }
  return "";
}

bool exec::isElementwiseEdge(OpOperand *operand) {
  auto consumer = dyn_cast<GenericOp>(operand->getOwner());
  auto producer = operand->get().getDefiningOp<GenericOp>();
  return consumer && producer && consumer.isDpsInput(operand) &&
         producer.getNumParallelLoops() == producer.getNumLoops();
}
