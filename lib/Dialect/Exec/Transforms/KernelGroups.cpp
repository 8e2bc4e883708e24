// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelGroups.h"
#include "ElementwiseEdges.h"
#include "LeadingConcats.h"
#include "LeadingSlices.h"
#include "kiln/Dialect/Aten/CustomOp.h"
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Support/Decision.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using linalg::GenericOp;

bool exec::isView(Operation *op) {
  return isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
      op);
}

/// Does `op` make a tensor without reading one?
static bool holdsNoData(Operation *op) {
  if (isView(op)) {
    Operation *source = op->getOperand(0).getDefiningOp();
    return source && holdsNoData(source);
  }
  return isa<tensor::EmptyOp, tensor::SplatOp, arith::ConstantOp,
             linalg::FillOp>(op);
}

/// Does `map` read one place of the last dimension?
static bool readsOnePlace(AffineMap map) {
  return map.getNumResults() > 0 &&
         isa<AffineConstantExpr>(map.getResults().back());
}

// The results would be as many bytes as what they are made of.
bool exec::isGroupSum(GenericOp op) {
  if (op.getNumReductionLoops() == 0 || op->getNumResults() != 1 ||
      !getElementTypeOrSelf(op.getResult(0)).isInteger(32) || op.use_empty())
    return false;
  auto sum = dyn_cast<GenericOp>(*op->user_begin());
  return sum && sum.getNumReductionLoops() > 0 &&
         llvm::all_of(op->getUses(), [&](OpOperand &use) {
           return use.getOwner() == sum && sum.isDpsInput(&use) &&
                  (op.hasIndexSemantics() ||
                   readsOnePlace(sum.getMatchingIndexingMap(&use)));
         });
}

/// Do attentions alone read it, as keys or values? They take each once for many
/// rows.
static bool isOfAttentions(tensor::ConcatOp concat) {
  return !concat->use_empty() &&
         llvm::all_of(concat->getUses(), [](OpOperand &use) {
           return isa<tx::AttentionOp>(use.getOwner()) &&
                  (use.getOperandNumber() == 1 || use.getOperandNumber() == 2);
         });
}

bool exec::isAbsorbed(Operation *op) {
  if (isa<tensor::PadOp, tensor::ExtractSliceOp>(op) || holdsNoData(op))
    return true;
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return isOfAttentions(concat);
  if (auto generic = dyn_cast<GenericOp>(op))
    return isDecoder(generic) || isGroupSum(generic);
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect());
}

bool exec::readsPart(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  return op && isa<tensor::PadOp, tensor::ExtractSliceOp>(op);
}

/// Does an absorbed op need memory of its own, for the graph's own ops?
static bool isStored(Operation *op) {
  return llvm::any_of(op->getUsers(), [](Operation *user) {
    return isGraphOp(user) && !isa<ep::SizeOp>(user);
  });
}

bool exec::isGraphOp(Operation *op) {
  if (isView(op))
    return !holdsNoData(op);
  if (isa<tensor::ExtractSliceOp>(op))
    return isStored(op) && isLeadingSlice(op);
  if (isa<tensor::ConcatOp>(op))
    return isLeadingConcat(op) && !isAbsorbed(op);
  return isa<ep::EPDialect>(op->getDialect()) || isa<DispatchOp>(op) ||
         aten::isCustomOp(op);
}

/// The one op that uses all results of `op`; null when there are several.
static Operation *getOnlyUser(Operation *op) {
  Operation *only = nullptr;
  for (Operation *user : op->getUsers()) {
    if (only && user != only)
      return nullptr;
    only = user;
  }
  return only;
}

/// Is `op` elementwise, on the domain of the results of `nest`, which it reads
/// at the place that it computes?
static bool isEpilogueOf(GenericOp op, Operation *nest) {
  if (op.getNumParallelLoops() != op.getNumLoops())
    return false;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!op.getMatchingIndexingMap(&init).isIdentity() ||
        init.get().getDefiningOp() == nest)
      return false;
  for (OpOperand *input : op.getDpsInputOperands())
    if (input->get().getDefiningOp() == nest &&
        !op.getMatchingIndexingMap(input).isIdentity())
      return false;
  // A tensor.extract in the body could read the nest at any place.
  return llvm::none_of(nest->getUses(), [&](OpOperand &use) {
    return use.getOwner() != op.getOperation();
  });
}

/// Adds the elementwise ops that follow the nest.
static void addEpilogue(KernelGroup &group,
                        llvm::DenseSet<Operation *> &grouped) {
  while (true) {
    Operation *user = getOnlyUser(group.back());
    auto epilogue = dyn_cast_or_null<GenericOp>(user);
    if (!epilogue || epilogue->getBlock() != group.front()->getBlock() ||
        grouped.contains(user) || !isEpilogueOf(epilogue, group.back()) ||
        !decideFusion({group.back(), user}))
      return;
    group.push_back(user);
    grouped.insert(user);
  }
}

/// Moves those of `waiting` that `op` uses before `place`, after their
/// operands.
static void placeOperands(Operation *op, Operation *place,
                          llvm::DenseSet<Operation *> &waiting) {
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (!producer || !waiting.erase(producer))
        continue;
      placeOperands(producer, place, waiting);
      producer->moveBefore(place);
    }
  });
}

/// Puts what is in no group right before what first uses it, so that it keeps
/// no group from being made later.
static void sinkUngrouped(Block &body) {
  llvm::DenseSet<Operation *> waiting;
  SmallVector<Operation *> others;
  for (Operation &op : body) {
    bool canSink = isView(&op) || isa<ep::FromBuiltinOp>(op) ||
                   (isAbsorbed(&op) && (!isStored(&op) || isGraphOp(&op)) &&
                    !isa<arith::ConstantOp>(op));
    if (canSink && !op.use_empty())
      waiting.insert(&op);
    else
      others.push_back(&op);
  }
  for (Operation *op : others)
    placeOperands(op, op, waiting);
}

SmallVector<KernelGroup> exec::formGroups(Block &body, bool wholeRows) {
  sinkUngrouped(body);
  SmallVector<KernelGroup> groups;
  llvm::DenseSet<Operation *> grouped;
  for (Operation &op : body) {
    if (isGraphOp(&op) || grouped.contains(&op))
      continue;
    if (isAbsorbed(&op) && !isStored(&op))
      continue;
    if (llvm::none_of(op.getResultTypes(),
                      [](Type type) { return isa<RankedTensorType>(type); }))
      continue;
    KernelGroup group{&op};
    grouped.insert(&op);
    auto generic = dyn_cast<GenericOp>(op);
    if (generic && wholeRows && isRowReduction(generic)) {
      KernelGroup rows = growRowGroup(generic, grouped);
      if (rows.size() > 1 && decideFusion(rows))
        group = std::move(rows);
      grouped.insert(group.begin(), group.end());
    }
    if (generic && generic.getNumReductionLoops() > 0 && group.size() == 1)
      addEpilogue(group, grouped);
    groups.push_back(std::move(group));
  }
  llvm::stable_sort(groups, [](const KernelGroup &a, const KernelGroup &b) {
    return a.back()->isBeforeInBlock(b.back());
  });
  joinGroups(groups);
  return groups;
}
