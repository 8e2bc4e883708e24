// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of a graph depend on no call, and which of them are worth being
// constants. See FoldConstants in Passes.td.
#ifndef KILN_LIB_REFERENCE_TRANSFORMS_FOLDPLAN_H
#define KILN_LIB_REFERENCE_TRANSFORMS_FOLDPLAN_H

#include "kiln/Dialect/EP/EP.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace kiln::reference {

class FoldPlan {
public:
  /// Values of more than `limit` bytes, and what is made from such, cannot be
  /// evaluated beforehand.
  FoldPlan(ep::GraphOp graph, int64_t limit);

  /// The values that become constants, in the order of the graph.
  ArrayRef<mlir::OpResult> getRoots() const { return roots; }
  /// The state that a root is made from: arguments of the graph, in order.
  ArrayRef<unsigned> getSources(mlir::OpResult root) const {
    return facts.find(root)->second.sources;
  }
  /// Is a root made once the weights are there? It may be, or be made from,
  /// what is over the limit; or it has bytes that a package need not have.
  bool isMadeLater(mlir::OpResult root) const;
  /// The operations that compute `some` of the roots, in order.
  SmallVector<Operation *> getSlice(ArrayRef<mlir::OpResult> some) const;

private:
  /// About a value that depends on no call.
  struct Fact {
    /// The computed value, seen through views; null for plain state, literals,
    /// fills and ranges.
    Value computed;
    SmallVector<unsigned, 2> sources;
    bool isLarge = false;
    /// A call stores it, or one as large that it is made from: sums are not
    /// computed again for each element that a kernel reads.
    bool isStored = false;
  };

  void findStaticState();
  void findFacts(Operation &op);
  bool isLarge(Type type) const;
  bool isEvaluable(Operation &op) const;
  void chooseRoots(Operation &op);
  bool isWorthStoring(Value value) const;

  ep::GraphOp graph;
  int64_t limit;
  llvm::DenseMap<Value, Fact> facts;
  llvm::DenseSet<Operation *>
      staying; ///< the ops that the graph holds afterwards
  SmallVector<mlir::OpResult> roots;
};

/// The bytes of a tensor of known sizes, 0 for a number; nothing for the rest.
std::optional<int64_t> getStaticBytes(Type type);

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_TRANSFORMS_FOLDPLAN_H
