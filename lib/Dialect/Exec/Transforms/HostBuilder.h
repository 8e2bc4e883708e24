// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the host program of a graph; see BuildHost in Passes.td. A tensor of
// the graph is a slot; what lies in it is written right before its first use.
#ifndef KILN_LIB_DIALECT_EXEC_TRANSFORMS_HOSTBUILDER_H
#define KILN_LIB_DIALECT_EXEC_TRANSFORMS_HOSTBUILDER_H

#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringSet.h"

namespace kiln::exec {

class HostBuilder {
public:
  /// `requireKnownOps`: refuses operators that a routine must provide.
  HostBuilder(ep::GraphOp graph, bool requireKnownOps);

  LogicalResult run();

  /// A size of a result of `ep.cond`, and what it is in each branch.
  struct BranchSize {
    ep::ExprAttr symbol, yes, no;
  };

  /// Has the result of `op` the bytes of its first operand?
  static bool isAlias(Operation *op);

private:
  /// How the value that a loop carries gets to the next round.
  enum class CarryKind {
    Copied,     ///< by a copy at the end of the round
    InPlace,    ///< it is computed over the one before
    Alternating ///< rounds take turns with two places
  };

  /// The memory of a carried value; no slot for a number.
  struct Carry {
    CarryKind kind = CarryKind::Copied;
    Value slot; ///< of both places where they alternate
    ep::ExprAttr bytes;
  };

  /// A copy that is still to be made.
  struct Move {
    Value from, to;
    ep::ExprAttr bytes;
    Location loc;
  };

  // Slots (BuildHost.cpp).
  LogicalResult declareInputs();
  void declareOutputs();
  void declareMade();
  void declareState(ArrayRef<BlockArgument> state);

  // Results of the program (BuildHost.cpp).
  void dropViews();
  SmallVector<Value> getOutputDestinations();
  void moveResults();
  void bindMutation(unsigned output, SmallVectorImpl<Move> &mutations);

  // Blocks of the graph (HostBlocks.cpp).
  /// Emits the instructions of a graph's body. Where `destinations` has a slot
  /// for an operand of its terminator, the value is written there.
  LogicalResult emitBlock(Block &body, ArrayRef<Value> destinations);
  LogicalResult emitOp(Operation &op);
  LogicalResult emitView(mlir::tensor::ExtractSliceOp slice);
  void declareParts(Block &body);
  Value makePart(Value result);
  LogicalResult emitDispatch(DispatchOp dispatch);
  LogicalResult emitItem(ep::ItemOp item);
  /// Custom operators (HostExtern.cpp).
  LogicalResult emitExtern(Operation *op);
  ep::ExprAttr findOwnSize(Operation *op);
  LogicalResult emitAutoFunctionalized(ep::AutoFunctionalizedOp op);
  void checkRange(Location loc, ep::ExprAttr symbol);
  void chooseDestinations(Operation *terminator, ArrayRef<Value> destinations);
  void copyToDestinations(Operation *terminator, ArrayRef<Value> destinations);

  // Control flow (HostControl.cpp).
  LogicalResult emitCond(ep::CondOp cond);
  LogicalResult emitWhile(ep::WhileLoopOp loop);
  LogicalResult emitScan(ep::ScanOp scan);
  LogicalResult emitMap(ep::MapOp map);
  LogicalResult emitBranch(Region &branch, ep::CondOp cond);
  void bindInputs(Region &branch, ep::CondOp cond);
  bool isSet(ep::ExprAttr size);
  LogicalResult bindBranchSizes(ep::CondOp cond, ep::ExprAttr predicate);
  LogicalResult emitSizes(Region &branch, ep::CondOp cond,
                          ArrayRef<BranchSize> sizes,
                          ep::ExprAttr BranchSize::*own);
  LogicalResult bindNumbers(Operation *op, ValueRange from, ValueRange to);
  /// Calls `emitRound` to emit one round for each slice of `xs`. Gives the
  /// register that counts them.
  FailureOr<ep::ExprAttr>
  emitRounds(Location loc, Value xs,
             llvm::function_ref<LogicalResult(ep::ExprAttr)> emitRound);
  /// A bool expression for a predicate, which is read if it is a tensor.
  ep::ExprAttr emitPredicate(Value predicate);
  /// The part of round `round` of the stack in `slot`.
  Value emitSlice(Location loc, Value slot, Type slice, ep::ExprAttr round);
  /// Binds the tensors among the values that a graph takes.
  void bindValues(ArrayRef<BlockArgument> arguments, ArrayRef<Value> values);
  /// Memory for the stacks of a loop.
  SmallVector<Value> makeStacks(ValueRange results);
  Block *addBlock();
  /// Puts `block` behind the current one and goes on in it.
  void begin(Block *block);
  /// Ends the current block by a jump, and goes on in `next`.
  void goOnIn(Block *next, Location loc);
  /// Ends the current block by a jump to `target` where `condition` is false,
  /// and goes on in `next`.
  void branch(ep::ExprAttr condition, Block *target, Block *next, Location loc);

  // Prefixes (HostPrefixes.cpp).
  /// What the loop over slices works with, a slot for each of `xs`.
  struct Prefixes {
    SmallVector<Value> work;  ///< the longest block that ends at each slice,
                              ///< and behind them the prefixes
    SmallVector<Value> block; ///< the one that grows
    SmallVector<Value> additional;
    ep::ExprAttr count;
    ep::ExprAttr span; ///< register: how many slices the block has
    ep::ExprAttr base; ///< register: 0 while it grows, then `count`
  };
  LogicalResult emitAssociativeScan(ep::AssociativeScanOp scan);
  LogicalResult emitPrefix(ep::AssociativeScanOp scan, ep::ExprAttr item,
                           const Prefixes &memory);
  /// Slice `number` of each of `stacks`, which `body` takes first.
  SmallVector<Value> emitSlices(Location loc, ArrayRef<Value> stacks,
                                Block &body, ep::ExprAttr number);
  void moveAll(Location loc, ArrayRef<Value> from, ArrayRef<Value> to,
               TypeRange types);

  // Carried values (HostCarries.cpp).
  /// Makes the memory of what `body` carries, which begins as `values`.
  SmallVector<Carry> beginCarries(ValueRange values, ValueRange results,
                                  Block &body);
  CarryKind chooseCarry(Block &body, unsigned number);
  /// The slots that round `round` reads carried values from.
  SmallVector<Value> getCarried(ArrayRef<Carry> carries, ep::ExprAttr round);
  /// Where round `round` computes them anew; null where they are copied.
  SmallVector<Value> getNextPlaces(ArrayRef<Carry> carries, ep::ExprAttr round);
  /// Copies what a body yields, where that must be.
  void copyCarries(ValueRange yielded, ArrayRef<Carry> carries);
  /// Binds the results of a loop that ended before round `round`.
  void endCarries(ArrayRef<Carry> carries, ValueRange results,
                  ep::ExprAttr round);
  Value emitPlace(const Carry &carry, ep::ExprAttr round);

  // Values.
  /// The value whose bytes `tensor` has: through conversions and views.
  static Value getRoot(Value tensor);
  Value getSlot(Value tensor) { return slots.at(getRoot(tensor)); }
  /// Where `result` is written: its destination, or a new temporary.
  Value makeSlot(Value result, ep::ExprAttr bytes);
  Value makeTemporary(Location loc, ep::ExprAttr bytes);
  void copy(Location loc, Value from, Value to);
  void move(SmallVectorImpl<Move> &moves);
  ep::ExprAttr getBytes(Type type);
  ep::ExprAttr makeRegister(StringRef prefix);
  bool isTensor(Value value) { return isa<ep::TensorType>(value.getType()); }

  ep::GraphOp graph;
  ep::ProgramOp program;
  bool requireKnownOps;
  OpBuilder builder;
  HostOp host;
  llvm::DenseMap<Value, Value> slots;        ///< of roots
  llvm::DenseMap<Value, Value> destinations; ///< of roots not yet written
  /// A stretch of what an op makes of several values.
  struct Part {
    Value whole;
    int64_t offset = 0, bytes = 0;
  };
  llvm::DenseMap<Value, Part> parts; ///< that kernels write, by root
  llvm::StringMap<Value> inputSlots, stateSlots;
  SmallVector<Value> outputSlots;
  llvm::DenseSet<Value> mutated; ///< slots that the end of the program writes
  llvm::StringSet<> registers;   ///< names that are taken
  llvm::StringSet<> boundSizes;  ///< symbols that branches have set
  unsigned numRegisters = 0;
};

} // namespace kiln::exec

#endif // KILN_LIB_DIALECT_EXEC_TRANSFORMS_HOSTBUILDER_H
