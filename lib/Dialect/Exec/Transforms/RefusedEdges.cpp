// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why groups are apart: a remark for each tensor that one of them makes for
// another one, and for each that two of them read in the same order.
#include "ElementwiseEdges.h"
#include "KernelGroups.h"
#include "kiln/Support/Origin.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using linalg::GenericOp;

namespace {
/// How a value comes from a group.
struct Source {
  Operation *producer = nullptr;
  bool isReshaped = false, isPart = false;
};

class RefusedEdges {
public:
  RefusedEdges(ArrayRef<KernelGroup> groups, bool wholeRows)
      : groups(groups), wholeRows(wholeRows) {
    for (auto [i, group] : llvm::enumerate(groups))
      for (Operation *op : group)
        owner[op] = i;
  }

  void remarkEdges() const {
    for (const KernelGroup &group : groups)
      for (Operation *op : group)
        op->walk([&](Operation *nested) {
          for (OpOperand &operand : nested->getOpOperands())
            remarkEdge(op, operand);
        });
  }

  void remarkSiblings() const {
    for (const Siblings &pair : getSiblings(groups)) {
      Operation *other = groups[pair.first].back();
      StringRef reason = refuseJoin(groups[pair.first], groups[pair.second]);
      emit(groups[pair.second].back(),
           "not in one kernel with " + nameOf(other) + ", which reads the same",
           reason.str());
    }
  }

private:
  void remarkEdge(Operation *op, OpOperand &operand) const {
    Source source = getSource(operand.get());
    if (!source.producer || owner.lookup(source.producer) == owner.lookup(op))
      return;
    std::string what =
        operand.getOwner() == op
            ? "operand " + std::to_string(operand.getOperandNumber())
            : "what " + operand.getOwner()->getName().getStringRef().str() +
                  " reads";
    emit(op, what + " is not fused", explain(op, operand, source));
  }

  Source getSource(Value value) const {
    Source source;
    while (Operation *op = value.getDefiningOp()) {
      if (owner.count(op)) {
        source.producer = op;
        break;
      }
      source.isReshaped |= isView(op);
      source.isPart |= readsPart(value);
      if (!isView(op) && !readsPart(value))
        break;
      value = op->getOperand(0);
    }
    return source;
  }

  std::string explain(Operation *op, OpOperand &operand,
                      const Source &source) const {
    auto consumer = dyn_cast<GenericOp>(op);
    auto producer = dyn_cast<GenericOp>(source.producer);
    if (!consumer || !producer) {
      Operation *lone = consumer ? source.producer : op;
      return (lone->getName().getStringRef() + " is a kernel of its own").str();
    }
    if (operand.getOwner() != op)
      return "it is read at places that are data";
    bool isReduced = consumer.getNumReductionLoops() > 0;
    if (isReduced && consumer.isDpsInput(&operand) &&
        !consumer.getMatchingIndexingMap(&operand).isPermutation())
      return "the reduction reads an element more than once";
    if (source.isPart)
      return "only a part of it is read";
    if (source.isReshaped)
      return "the reshape between them cannot be moved";
    SmallVector<StringRef> reasons;
    if (isElementwiseEdge(&operand))
      reasons.push_back(
          linalg::areElementwiseOpsFusable(&operand)
              ? refuseElementwise(&operand)
              : "the loops of producer and consumer do not line up");
    else if (isReduced)
      reasons.push_back("a reduction is computed before another one reads it");
    const KernelGroup &first = groups[owner.lookup(producer)];
    const KernelGroup &second = groups[owner.lookup(op)];
    auto front = dyn_cast<GenericOp>(first.front());
    if (front && isRowReduction(front))
      reasons.push_back(wholeRows ? refuseRow(first, consumer)
                                  : "each element is computed on its own, "
                                    "without its row");
    else if (!isReduced)
      reasons.push_back(refuseJoin(first, second));
    llvm::erase_if(reasons, [](StringRef reason) { return reason.empty(); });
    return llvm::join(reasons, "; ");
  }

  static std::string nameOf(Operation *op) {
    std::string origin = getOrigin(op->getLoc()).str();
    return origin.empty() ? "another op" : origin;
  }

  static void emit(Operation *op, const std::string &what,
                   const std::string &reason) {
    remark::missed(op->getLoc(),
                   remark::RemarkOpts::name("refused").category("kiln-fusion"))
        << remark::add("{0}: {1}", what, reason);
  }

  ArrayRef<KernelGroup> groups;
  bool wholeRows;
  llvm::DenseMap<Operation *, unsigned> owner;
};
} // namespace

void exec::remarkRefusedEdges(ArrayRef<KernelGroup> groups, bool wholeRows) {
  RefusedEdges edges(groups, wholeRows);
  edges.remarkEdges();
  edges.remarkSiblings();
}
