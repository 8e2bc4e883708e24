// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The payload vectoriser: writes the body of a scalar loop once more for
// several items at a time. Each value is classified by how it depends on the
// item: the same in all lanes, linear in the lane, or one value per lane; each
// access by that of its position: uniform, contiguous or gathered.
#ifndef KILN_LIB_TARGET_VECTORIZE_LOOPVECTORIZER_H
#define KILN_LIB_TARGET_VECTORIZE_LOOPVECTORIZER_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace kiln {

/// A scalar of the loop in all lanes.
struct LaneValue {
  enum Kind {
    Uniform, ///< `value` in every lane
    Linear,  ///< `value` + lane * `stride`
    Clamped, ///< where `condition`, `value` + lane * `stride`; else `other`
    Vector   ///< the lanes of `value`; indices as i64
  };
  Kind kind = Uniform;
  Value value;
  int64_t stride = 0;
  Value condition, other;
};

/// The address of each lane of a pointer.
struct LanePointer {
  Value base;
  Type element;
  LaneValue position;
};

/// Of an element in memory.
inline unsigned bytesOf(Type element) {
  return std::max(1u, element.getIntOrFloatBitWidth() / 8);
}

/// How the result of an accumulator of the loop is put together.
struct Accumulator {
  mlir::OperationName combiner; ///< takes the old value and that of the item
  /// A sum in f64 of what f32 holds, or of products of that: the addition.
  mlir::Operation *wideSum = nullptr;
  template <typename... Ops>
  bool combinesBy() const {
    return ((combiner.getTypeID() == mlir::TypeID::get<Ops>()) || ...);
  }
};

/// The f32 values that `value`, of f64, is or is the product of; else empty.
SmallVector<Value> getNarrowFactors(Value value);

/// The outcome of vectorising a loop.
struct VectorizeReport {
  unsigned contiguous = 0; ///< accesses of neighbours
  unsigned gathered = 0;   ///< accesses lane by lane
  unsigned operations = 0; ///< operations on all lanes
  std::string refusal;     ///< why there is no vector loop
};

class LoopVectorizer {
public:
  /// `width` lanes of a target with registers of `vectorBits`; `hasMasks`:
  /// loads and stores of some lanes are cheap.
  LoopVectorizer(mlir::scf::ForOp loop, unsigned width, unsigned vectorBits,
                 bool hasMasks);

  /// Writes the vector loop before the scalar one. Success: `commit` or
  /// `discard` comes next. On failure nothing is left behind.
  LogicalResult emit();
  /// Leaves the remaining iterations to the scalar loop. True where there are
  /// none: then that is erased.
  bool commit();
  void discard();
  const VectorizeReport &getReport() const { return report; }

private:
  // LoopVectorizer.cpp
  LogicalResult findAccumulators();
  LogicalResult emitMain();
  FailureOr<mlir::scf::ForOp> emitVectors(Value from, Value to, Value step,
                                          ValueRange initial);
  bool isWhole();
  LogicalResult emitMaskedTail();
  LogicalResult emitBlock(Block &block);
  LogicalResult emitBody(mlir::scf::ForOp op);
  LogicalResult emitOp(Operation &op);
  LogicalResult emitFor(mlir::scf::ForOp op);
  LogicalResult emitElementwise(Operation &op);
  bool emitByTable(Operation &op);
  LogicalResult refuse(const Twine &reason);

  // LaneBranches.cpp
  LogicalResult emitIf(mlir::scf::IfOp op);
  FailureOr<SmallVector<Value>> emitBranch(Block &block, Value newMask);
  FailureOr<SmallVector<Value>> emitLanes(Block &block, Value newMask);

  // LaneValues.cpp
  LaneValue get(Value scalar) const;
  Type laneType(Type scalar) const;
  mlir::VectorType vectorType(Type scalar) const;
  Value vectorOf(Value scalar) { return toVector(get(scalar)); }
  Value toVector(const LaneValue &lanes);
  Value splat(Value scalar);
  Value laneNumbers(int64_t stride);
  Value constantVector(Type element, int64_t value);
  Value both(Value a, Value b);
  bool emitIndexOp(Operation &op);
  bool emitClampedIndex(Operation &op);
  bool emitIndexSelect(Operation &op);
  void set(Value scalar, LaneValue lanes) { lanes_[scalar] = lanes; }
  void setVector(Value scalar, Value vector) {
    set(scalar, {LaneValue::Vector, vector, 0, {}, {}});
  }
  void setVectors(ValueRange scalars, ValueRange vectors) {
    for (auto [scalar, vector] : llvm::zip(scalars, vectors))
      setVector(scalar, vector);
  }
  SmallVector<Value> vectorsOf(ValueRange scalars) {
    return llvm::map_to_vector(scalars, [&](Value v) { return vectorOf(v); });
  }
  bool isUniform(Operation &op) const;
  /// Writes `op` on one value of each operand.
  Operation *clone(Operation &op);

  // LaneComparisons.cpp
  bool emitComparison(Operation &op);
  Value compareLanes(mlir::arith::CmpIPredicate predicate,
                     const LaneValue &position, Value bound);

  // LaneMemory.cpp
  LogicalResult emitPointer(mlir::LLVM::GEPOp op);
  LogicalResult emitLoad(mlir::LLVM::LoadOp op);
  LogicalResult emitStore(mlir::LLVM::StoreOp op);
  void
  emitStream(Value vector, Value address, unsigned align,
             llvm::function_ref<mlir::LLVM::StoreOp(Value, unsigned)> storeAt);
  Value addressOf(const LanePointer &pointer, Value position);
  Value loadLanes(mlir::LLVM::LoadOp op, const LanePointer &pointer);
  Value loadNeighbours(mlir::LLVM::LoadOp op, Value address);
  Value loadEveryOther(mlir::LLVM::LoadOp op, Value address);
  Value loadEveryOther(mlir::LLVM::LoadOp op, Value address, Value condition,
                       Value rest);
  Value allLanes();

  // LaneGather.cpp
  Value loadApart(mlir::LLVM::LoadOp op, const LanePointer &pointer);
  bool mayBeNear(mlir::LLVM::LoadOp op, const LanePointer &pointer) const;
  Value gather(mlir::LLVM::LoadOp op, const LanePointer &pointer);
  Value loadTable(mlir::LLVM::LoadOp op, Value address, Value count);
  Value gatherNear(mlir::LLVM::LoadOp op, const LanePointer &pointer);

  // NarrowSums.cpp
  bool hasSpans();
  FailureOr<mlir::scf::ForOp> emitSpans(Value from, Value step,
                                        ValueRange initial);
  bool emitNarrowSum(Operation &op);

  // Accumulators.cpp
  std::optional<Accumulator> matchAccumulator(unsigned number);
  Value neutral(const Accumulator &accumulator, Value initial);
  Value reduceLanes(const Accumulator &accumulator, Value initial,
                    Value vector);
  Value combine(const Accumulator &accumulator, Value a, Value b);
  void carryLanes();

  mlir::scf::ForOp loop;
  unsigned width, vectorBits;
  bool hasMasks;
  OpBuilder builder;
  Location loc;
  VectorizeReport report;
  DenseMap<Value, LaneValue> lanes_;
  DenseMap<Value, LanePointer> pointers;
  SmallVector<Accumulator> accumulators;
  SmallVector<Value> sums;     ///< of all lanes, one vector per accumulator
  Value mask;                  ///< the lanes that are computed; null for all
  Value tailMask;              ///< of the items behind the last whole vector
  bool someLane = true;        ///< at least one lane is
  bool isNarrow = false;       ///< wide sums are taken in f32
  mlir::scf::ForOp main;       ///< the loop over whole vectors
  Value mainEnd;               ///< where it ends
  Operation *before = nullptr; ///< the op before all that was written
};

} // namespace kiln

#endif // KILN_LIB_TARGET_VECTORIZE_LOOPVECTORIZER_H
