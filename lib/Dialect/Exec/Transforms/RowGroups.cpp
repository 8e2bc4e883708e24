// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups of reductions along the same rows, with the elementwise ops between
// and behind them: a softmax or a layer norm is one kernel, whose row stays in
// the cache.
#include "KernelGroups.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include <set>

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using linalg::GenericOp;

bool exec::isRowReduction(GenericOp op) {
  // One row alone is better split among threads.
  if (op.getNumLoops() < 2 || op.getNumReductionLoops() != 1)
    return false;
  unsigned last = op.getNumLoops() - 1;
  if (op.getIteratorTypesArray()[last] != utils::IteratorType::reduction)
    return false;
  AffineMap row = AffineMap::getMultiDimIdentityMap(last + 1, op.getContext())
                      .dropResult(last);
  for (OpOperand &init : op.getDpsInitsMutable())
    if (op.getMatchingIndexingMap(&init) != row)
      return false;
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return op.getMatchingIndexingMap(input).isIdentity();
  });
}

namespace {
/// Grows a group from its first reduction.
class RowGroup {
public:
  explicit RowGroup(GenericOp first) : first(first) {
    for (OpOperand *input : first.getDpsInputOperands())
      if (first.getMatchingIndexingMap(input).isIdentity())
        sizes = getShapeExprs(input->get());
    members.insert(first);
  }

  /// With `siblings`, also by reductions that read what a member reads.
  KernelGroup grow(const llvm::DenseSet<Operation *> &grouped, bool siblings);
  void add(Operation *op) { members.insert(op); }
  /// The reason to keep `op` out; empty when there is none.
  StringRef refuse(GenericOp op) const;

private:
  bool readsSame(Operation *op) const;
  bool isBehind(Operation *op) const;
  StringRef refuseOperand(GenericOp op, OpOperand &operand) const;
  bool isOnDomain(GenericOp op) const;
  bool hasSizes(Value tensor, size_t rank) const;
  bool isComplete(ArrayRef<Operation *> group) const;
  bool uses(Operation *op, const llvm::SetVector<Operation *> &made) const;

  GenericOp first;
  FailureOr<SmallVector<ep::ExprAttr>> sizes = failure(); ///< row, then column
  llvm::SetVector<Operation *> members;
};
} // namespace

bool RowGroup::hasSizes(Value tensor, size_t rank) const {
  FailureOr<SmallVector<ep::ExprAttr>> other = getShapeExprs(tensor);
  return succeeded(other) && other->size() == rank &&
         ArrayRef(*other) == ArrayRef(*sizes).take_front(rank);
}

/// Does `op` compute over the rows, or over the elements of the rows, in order?
bool RowGroup::isOnDomain(GenericOp op) const {
  size_t rank = sizes->size();
  if (isRowReduction(op))
    return op.getNumLoops() == rank &&
           llvm::all_of(op->getResults(), [&](Value result) {
             return hasSizes(result, rank - 1);
           });
  if (op.getNumParallelLoops() != op.getNumLoops())
    return false;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!op.getMatchingIndexingMap(&init).isIdentity())
      return false;
  return llvm::all_of(op->getResults(), [&](Value result) {
    return hasSizes(result, rank) || hasSizes(result, rank - 1);
  });
}

/// A tensor of the group is read at the place where `op` computes.
StringRef RowGroup::refuseOperand(GenericOp op, OpOperand &operand) const {
  if (op.isDpsInit(&operand))
    return "it continues a reduction of the group";
  AffineMap map = op.getMatchingIndexingMap(&operand);
  AffineMap all =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext());
  size_t rank = cast<RankedTensorType>(operand.get().getType()).getRank();
  bool inPlace = rank <= all.getNumResults() &&
                 map.getResults() == all.getResults().take_front(rank) &&
                 rank + 1 >= sizes->size();
  return inPlace ? "" : "it reads a result of the group at other places";
}

StringRef RowGroup::refuse(GenericOp op) const {
  if (!isOnDomain(op))
    return "it does not compute over the same rows";
  if (isRowReduction(op))
    for (OpOperand *input : op.getDpsInputOperands())
      if (op.getMatchingIndexingMap(input).isIdentity() &&
          !hasSizes(input->get(), sizes->size()))
        return "it does not compute over the same rows";
  for (OpOperand &operand : op->getOpOperands())
    if (members.contains(operand.get().getDefiningOp()))
      if (StringRef reason = refuseOperand(op, operand); !reason.empty())
        return reason;
  llvm::SetVector<Value> inBody;
  getUsedValuesDefinedAbove(op->getRegions(), inBody);
  for (Value value : inBody)
    if (members.contains(value.getDefiningOp()))
      return "it reads a result of the group at other places";
  return "";
}

bool RowGroup::uses(Operation *op,
                    const llvm::SetVector<Operation *> &made) const {
  bool found = false;
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      found |= made.contains(operand.getDefiningOp());
  });
  return found;
}

/// May `group` be one kernel: are all its results wanted outside of one shape,
/// and none of them before its last op?
bool RowGroup::isComplete(ArrayRef<Operation *> group) const {
  std::optional<int64_t> rank;
  for (Operation *op : group)
    for (Value result : op->getResults())
      for (Operation *user : result.getUsers()) {
        user = op->getBlock()->findAncestorOpInBlock(*user);
        if (llvm::is_contained(group, user))
          continue;
        int64_t used = cast<RankedTensorType>(result.getType()).getRank();
        if (!user || user->isBeforeInBlock(group.back()) ||
            rank.value_or(used) != used)
          return false;
        rank = used;
      }
  return rank.has_value();
}

/// Does `op` reduce rows of a tensor that a reduction of the group reads?
bool RowGroup::readsSame(Operation *op) const {
  auto generic = dyn_cast<GenericOp>(op);
  if (!generic || !isRowReduction(generic))
    return false;
  return llvm::any_of(generic.getDpsInputOperands(), [&](OpOperand *input) {
    return generic.getMatchingIndexingMap(input).isIdentity() &&
           llvm::any_of(input->get().getUsers(), [&](Operation *user) {
             auto member = dyn_cast<GenericOp>(user);
             return member && members.contains(user) && isRowReduction(member);
           });
  });
}

/// What `op` reads of what its block computes behind the first member.
static SmallVector<Operation *> getProducers(Operation *op, Operation *first) {
  SmallVector<Operation *> producers;
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (producer && producer->getBlock() == first->getBlock() &&
          !producer->isBeforeInBlock(first))
        producers.push_back(producer);
    }
  });
  return producers;
}

/// Does `op` depend on the group by way of what is not in it?
bool RowGroup::isBehind(Operation *op) const {
  llvm::SetVector<Operation *> others;
  auto add = [&](Operation *reader) {
    for (Operation *producer : getProducers(reader, first))
      if (!members.contains(producer))
        others.insert(producer);
  };
  add(op);
  for (unsigned i = 0; i < others.size(); ++i) {
    if (uses(others[i], members))
      return true;
    add(others[i]);
  }
  return false;
}

KernelGroup RowGroup::grow(const llvm::DenseSet<Operation *> &grouped,
                           bool siblings) {
  if (failed(sizes))
    return {first};
  auto isBefore = [](Operation *a, Operation *b) {
    return a != b && a->isBeforeInBlock(b);
  };
  std::set<Operation *, decltype(isBefore)> next(isBefore);
  auto addUsers = [&](Value value) {
    for (Operation *user : value.getUsers()) {
      user = first->getBlock()->findAncestorOpInBlock(*user);
      if (user && first->isBeforeInBlock(user))
        next.insert(user);
    }
  };
  auto addNext = [&](GenericOp op) {
    for (Value result : op->getResults())
      addUsers(result);
    if (siblings && isRowReduction(op))
      for (OpOperand *input : op.getDpsInputOperands())
        if (op.getMatchingIndexingMap(input).isIdentity())
          addUsers(input->get());
  };
  addNext(first);
  while (!next.empty()) {
    auto op = dyn_cast<GenericOp>(*next.begin());
    next.erase(next.begin());
    bool isWanted = op && !members.contains(op) && !grouped.contains(op) &&
                    (uses(op, members) || (siblings && readsSame(op)));
    if (!isWanted || !refuse(op).empty() || isBehind(op))
      continue;
    members.insert(op);
    addNext(op);
  }
  KernelGroup group(members.begin(), members.end());
  llvm::sort(group, isBefore);
  // A sibling must not cost the group what follows the reduction.
  if (siblings && !isComplete(group))
    return RowGroup(first).grow(grouped, false);
  while (group.size() > 1 && !isComplete(group))
    group.pop_back();
  return group;
}

KernelGroup exec::growRowGroup(GenericOp first,
                               const llvm::DenseSet<Operation *> &grouped) {
  return RowGroup(first).grow(grouped, /*siblings=*/true);
}

StringRef exec::refuseRow(const KernelGroup &rows, GenericOp op) {
  RowGroup group(cast<GenericOp>(rows.front()));
  for (Operation *member : rows)
    group.add(member);
  StringRef reason = group.refuse(op);
  return reason.empty() ? "a result would be wanted before the kernel ends, or "
                          "in another shape"
                        : reason;
}
