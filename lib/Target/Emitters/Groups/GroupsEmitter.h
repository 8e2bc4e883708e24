// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of a grouped sum: an item is a panel, which rows read one after
// the other. All sums of one are in registers: those of digits for the words of
// one group, and those of columns, to which each group adds what its digits are
// together, scaled.
#ifndef KILN_LIB_TARGET_EMITTERS_GROUPS_GROUPSEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_GROUPS_GROUPSEMITTER_H

#include "../Tiles/TileEmitter.h"
#include "GroupedSum.h"

namespace kiln {

struct GroupsPlan : GroupedSum {
  explicit GroupsPlan(const GroupedSum &sum) : GroupedSum(sum) {}

  std::shared_ptr<const MicroKernel> micro;
  bool fetchesAhead = false; ///< the panels are in no cache of the core's own

  int64_t getLanes() const { return micro->getLanes(); }
  /// Vectors of a panel as it lies, and those of its columns.
  int64_t getVectors() const { return width / getLanes(); }
  /// Numbers in a byte.
  int64_t getHalves() const { return halves == Halves::None ? 1 : kHalves; }
  int64_t getSums() const { return getColumns() / getLanes(); }
};

class GroupsEmitter : TileEmitter {
public:
  GroupsEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                exec::KernelOp kernel, const GroupsPlan &plan,
                const CpuInfo &info, Value scratch)
      : TileEmitter(builder, emitter, kernel, plan.sum, info), plan(plan),
        micro(*this->plan.micro) {}

  /// Computes the panels that begin in the range [begin, end) of the domain
  /// `sizes`.
  LogicalResult run(Value begin, Value end, ArrayRef<Value> sizes);

private:
  LogicalResult emitRow(Value panel, Value row);
  FailureOr<SmallVector<Value>> sumGroups(Value panel, Value from, Value to);

  // Digits of a group.
  FailureOr<SmallVector<Value>> sumWords(Value panel, Value group);
  SmallVector<Value> addWord(Value panel, Value group, Value word,
                             ValueRange digits);
  Value takeNumbers(Value words, int64_t half);
  Value rowWord(Value group, int64_t half, Value word, int64_t digit);
  Value panelWords(Value panel, Value group, Value word, int64_t v);

  // Columns.
  FailureOr<Value> addGroup(ValueRange digits, int64_t vector, Value sum);
  FailureOr<Value> argumentAt(mlir::OpOperand *input, ValueRange digits);
  Value computeBody(ArrayRef<Value> arguments);
  Value toLanes(Value value);
  Value computeOp(Operation &op, llvm::function_ref<Value(Value)> lookup);

  GroupsPlan plan;
  const MicroKernel &micro;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_GROUPS_GROUPSEMITTER_H
