// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Dialect/Exec/MatrixChoice.h"
#include "kiln/Support/Decision.h"
#include "kiln/Support/Extension.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Emitter.h"
#include "kiln/Target/Passes.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SetVector.h"

namespace kiln {
#define GEN_PASS_DEF_SPLITCHOICESPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

namespace {
/// A sum of the products of rows and matrices, which each row looks up.
struct ChosenProduct {
  GenericOp op;
  tensor::ExtractOp weight; ///< the step of the matrix
  unsigned choice;          ///< the dimension of the weights that it is along
  unsigned rowLoop;         ///< that the number of the matrix is along
  BlockArgument number;     ///< which that is computed of
  unsigned rows;            ///< the input that is multiplied
};
} // namespace

/// The product that `op` sums in its only result; null where there is none.
static arith::MulFOp findProduct(GenericOp op) {
  if (op->getNumResults() != 1)
    return nullptr;
  Value before = op.getBody()->getArguments().back();
  auto sum = op.getBody()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  if (!sum || (sum.getLhs() != before && sum.getRhs() != before))
    return nullptr;
  Value added = sum.getLhs() == before ? sum.getRhs() : sum.getLhs();
  return added.getDefiningOp<arith::MulFOp>();
}

/// The operations in the body of `op` that `value` is computed by, in order.
static SetVector<Operation *> findComputation(GenericOp op, Value value) {
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *each) {
    return each->getBlock() == op.getBody();
  };
  SetVector<Operation *> slice;
  if (value.getDefiningOp())
    (void)getBackwardSlice(value, &slice, options);
  return slice;
}

/// The only argument of the body of `op` that arithmetic computes `value` of;
/// null where there is none.
static BlockArgument findOnlySource(GenericOp op, Value value) {
  BlockArgument source;
  for (Operation *each : findComputation(op, value)) {
    if (!isa<arith::ArithDialect>(each->getDialect()))
      return nullptr;
    for (Value operand : each->getOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      if (!argument || argument.getOwner() != op.getBody())
        continue;
      if (source && source != argument)
        return nullptr;
      source = argument;
    }
  }
  return source;
}

/// Takes the places of the weights apart: one is computed, and the others are
/// the loops but that of the rows.
static bool matchPlaces(ChosenProduct &product) {
  llvm::SmallSetVector<unsigned, 2> loops;
  for (auto [i, place] : llvm::enumerate(product.weight.getIndices())) {
    if (auto loop = place.getDefiningOp<linalg::IndexOp>()) {
      loops.insert(loop.getDim());
      continue;
    }
    product.choice = i;
    product.number = findOnlySource(product.op, place);
  }
  if (loops.size() != 2 || !product.number ||
      product.number.getArgNumber() >= product.op.getNumDpsInputs())
    return false;
  AffineMap map =
      product.op.getIndexingMapsArray()[product.number.getArgNumber()];
  if (map.getNumResults() != 1 || !isa<AffineDimExpr>(map.getResult(0)))
    return false;
  product.rowLoop = map.getDimPosition(0);
  return !loops.contains(product.rowLoop);
}

/// Are the rows of `product` those of the result, each of the steps of the sum?
static bool matchRows(ChosenProduct &product) {
  GenericOp op = product.op;
  AffineMap rows = op.getIndexingMapsArray()[product.rows];
  AffineMap result = op.getIndexingMapsArray().back();
  return op.getIteratorTypesArray()[product.rowLoop] ==
             utils::IteratorType::parallel &&
         result.isProjectedPermutation() && result.getNumResults() == 2 &&
         result.getDimPosition(0) == product.rowLoop &&
         rows.isFunctionOfDim(product.rowLoop) &&
         !rows.isFunctionOfDim(result.getDimPosition(1));
}

static std::optional<ChosenProduct> matchProduct(GenericOp op) {
  arith::MulFOp product = findProduct(op);
  if (!product || op.getNumDpsInputs() != 2 || op.getNumLoops() != 3 ||
      op.getNumReductionLoops() != 1)
    return std::nullopt;
  Value left = stripExtensions(product.getLhs());
  Value right = stripExtensions(product.getRhs());
  if (left.getDefiningOp<tensor::ExtractOp>())
    std::swap(left, right);
  auto rows = dyn_cast<BlockArgument>(left);
  auto weight = right.getDefiningOp<tensor::ExtractOp>();
  if (!rows || rows.getArgNumber() > 1 || !weight ||
      !weight.getTensor().getType().hasStaticShape() ||
      weight.getTensor().getType().getRank() != 3 ||
      op->isAncestor(weight.getTensor().getParentRegion()->getParentOp()))
    return std::nullopt;
  ChosenProduct found = {op, weight, 0, 0, nullptr, rows.getArgNumber()};
  if (!matchPlaces(found) || found.number == rows || !matchRows(found))
    return std::nullopt;
  return found;
}

/// The numbers of the matrices that rows choose, a list.
static Value buildTable(OpBuilder &builder, ChosenProduct &product) {
  Location loc = product.op.getLoc();
  Value numbers =
      product.op.getDpsInputOperand(product.number.getArgNumber())->get();
  Value place = product.weight.getIndices()[product.choice];
  auto compute = [&](OpBuilder &inside, Location loc, ValueRange arguments) {
    IRMapping mapping;
    mapping.map(product.number, arguments.front());
    for (Operation *each : findComputation(product.op, place))
      inside.clone(*each, mapping);
    Value number = inside.createOrFold<arith::IndexCastOp>(
        loc, inside.getI64Type(), mapping.lookup(place));
    linalg::YieldOp::create(inside, loc, number);
  };
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, numbers),
      builder.getI64Type());
  AffineMap map = builder.getMultiDimIdentityMap(1);
  return GenericOp::create(builder, loc, init.getType(), numbers, init,
                           {map, map}, utils::IteratorType::parallel, compute)
      .getResult(0);
}

/// The loops of the sum over all matrices are those of `product` and, before
/// that of the steps, one through the matrices.
static GenericOp buildSum(OpBuilder &builder, ChosenProduct &product,
                          Value table) {
  GenericOp op = product.op;
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  unsigned stepLoop = reduced.front(), matrixLoop = op.getNumLoops() - 1;
  // The loop of the steps is the last one.
  SmallVector<AffineExpr> loops;
  SmallVector<utils::IteratorType> kinds;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    loops.push_back(builder.getAffineDimExpr(
        loop == stepLoop ? matrixLoop + 1 : loop - (loop > stepLoop)));
  kinds.append(matrixLoop, utils::IteratorType::parallel);
  kinds.append(2, utils::IteratorType::reduction);
  auto renumber = [&](AffineMap map) {
    return map.replaceDimsAndSymbols(loops, {}, kinds.size(), 0);
  };
  SmallVector<AffineExpr> places;
  for (Value place : product.weight.getIndices()) {
    auto loop = place.getDefiningOp<linalg::IndexOp>();
    places.push_back(loop ? loops[loop.getDim()]
                          : builder.getAffineDimExpr(matrixLoop));
  }
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto rowLoop = cast<AffineDimExpr>(loops[product.rowLoop]).getPosition();
  auto sum = [&](OpBuilder &inside, Location loc, ValueRange arguments) {
    IRMapping mapping;
    mapping.map(op.getBody()->getArgument(product.rows), arguments[0]);
    mapping.map(product.weight.getResult(), arguments[1]);
    mapping.map(op.getBody()->getArguments().back(), arguments[2]);
    Value total = op.getBody()->getTerminator()->getOperand(0);
    auto lookUp = findComputation(op, product.weight.getResult());
    for (Operation *each : findComputation(op, total))
      if (!lookUp.contains(each))
        inside.clone(*each, mapping);
    Value next =
        exec::createMatrixChoice(inside, loc, table, rowLoop, matrixLoop,
                                 mapping.lookup(total), arguments[2]);
    linalg::YieldOp::create(inside, loc, next);
  };
  return GenericOp::create(
      builder, op.getLoc(), op->getResultTypes(),
      {op.getDpsInputOperand(product.rows)->get(), product.weight.getTensor()},
      op.getOutputs(),
      {renumber(maps[product.rows]),
       AffineMap::get(kinds.size(), 0, places, builder.getContext()),
       renumber(maps.back())},
      kinds, sum);
}

/// Is the sum over all matrices written instead? Then a remark says so.
static bool isTaken(GenericOp op) {
  static constexpr llvm::StringLiteral kTag = "kiln-split";
  if (!decide(kTag, {op}, [](llvm::raw_ostream &os) {
        os << "rows by the matrices that they choose";
      }))
    return false;
  remark::passed(op.getLoc(), remark::RemarkOpts::name("choice").category(kTag))
      << "rows are multiplied matrix by matrix";
  return true;
}

/// Are there targets, and are all of them processors? Others look a matrix up
/// for each element.
static bool areProcessors(ArrayRef<TargetInfo> targets) {
  return !targets.empty() && llvm::all_of(targets, [](const TargetInfo &each) {
    return each.getClass() == "cpu";
  });
}

namespace {
struct SplitChoices : kiln::impl::SplitChoicesPassBase<SplitChoices> {
  void runOnOperation() override {
    ep::ProgramOp program = getOperation();
    if (!areProcessors(getVariantTargets(program)))
      return;
    SmallVector<GenericOp> ops;
    program.walk([&](GenericOp op) { ops.push_back(op); });
    uint64_t split = 0;
    for (GenericOp op : ops) {
      std::optional<ChosenProduct> product = matchProduct(op);
      if (!product || !isTaken(op))
        continue;
      OpBuilder builder(op);
      Value table = buildTable(builder, *product);
      op.replaceAllUsesWith(buildSum(builder, *product, table));
      op.erase();
      ++split;
    }
    count(program, *this, numSplit, split, "products of chosen matrices split");
  }
};
} // namespace
