// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bits of code that emitters of tiles are made of.
#ifndef KILN_LIB_TARGET_EMITTERS_TILES_TILEBUILDER_H
#define KILN_LIB_TARGET_EMITTERS_TILES_TILEBUILDER_H

#include "../Scalar/ScalarEmitter.h"
#include "MicroKernel.h"
#include "kiln/Support/CacheLine.h"

namespace kiln {

class TileBuilder {
public:
  /// Says that scratch memory stays as the items of one range left it until the
  /// next range of the same task begins. `note`, of two i64 that are zero when
  /// a task begins, says which items these were.
  void keepItems(Value note) { keptItems = note; }

protected:
  /// Vectors are registers of `element`s on a processor as `info` says.
  TileBuilder(OpBuilder &builder, ScalarEmitter &emitter, Location loc,
              Type element, const CpuInfo &info);

  /// Runs `body` for those of `items` items that the range [begin, end) of a
  /// domain of `size` elements has. Items are spread over the domain at equal
  /// distances: there are at most as many as elements, and a range has those
  /// that begin in it. The first of a range is `firstItem`, or where items are
  /// kept the first of the ranges before it that follow each other.
  LogicalResult forEachItem(Value begin, Value end, Value size, Value items,
                            llvm::function_ref<LogicalResult(Value)> body);

  IndexBuilder index() { return emitter.index(loc); }
  LogicalResult forEach(Value from, Value to, Value step,
                        llvm::function_ref<LogicalResult(Value)> body) {
    return emitter.forEach(loc, from, to, step, body);
  }
  /// A loop that carries `sums`; `body` gets the place in it and the sums so
  /// far, and gives those after it. Marked for vectors of steps if `inLanes`.
  FailureOr<SmallVector<Value>> forSums(
      Value from, Value to, Value step, ValueRange sums,
      llvm::function_ref<FailureOr<SmallVector<Value>>(Value, ValueRange)> body,
      bool inLanes = false) {
    return emitter.loop(loc, from, to, step, sums, body, inLanes);
  }
  /// As `forSums` with steps of 1, where each adds so many `products`: of few
  /// products some steps are written out in one turn of the loop, since
  /// counting would take a part of the instructions. `body` adds step `first` +
  /// `next`.
  FailureOr<SmallVector<Value>>
  forSteps(Value from, Value to, int64_t products, ValueRange sums,
           llvm::function_ref<FailureOr<SmallVector<Value>>(
               Value first, int64_t next, ValueRange)>
               body);
  /// A loop over a few items, in vectors where that pays.
  LogicalResult forEachShort(Value from, Value to,
                             llvm::function_ref<LogicalResult(Value)> body) {
    return emitter.forEach(loc, from, to, index().constant(1), body,
                           /*inLanes=*/true);
  }
  /// The same where what lies behind the last item may be stored to.
  LogicalResult forEachOverrun(Value from, Value to,
                               llvm::function_ref<LogicalResult(Value)> body);
  Value ceilDiv(Value value, Value by);
  /// The height of `blocks` blocks that share `rows` evenly, in whole units:
  /// one that is `most` high leaves the last block little, and a thread idle.
  Value evenHeight(Value rows, Value blocks, int64_t unit, int64_t most);
  Value least(Value a, Value b);
  /// Element `position` behind `base`, of the type of sums or of `type`.
  Value address(Value base, Value position, Type type = {});
  int64_t getElementBytes() const {
    return element.getIntOrFloatBitWidth() / 8;
  }
  /// An element, or a vector of elements; of the latter the address is a
  /// multiple of its own size where it `isAligned`.
  Value load(Value address);
  void store(Value value, Value address);
  Value loadVector(Value address, bool isAligned = false);
  /// A vector of elements that are `stored` as halves, or as they are, loaded
  /// under a `mask` where one is given.
  Value loadWidened(Value address, Type stored, Value mask = {});
  void storeVector(Value value, Value address, bool isAligned = false);
  /// LLVM moves no load or store over this place, and keeps nothing that was
  /// stored behind `memory` in registers.
  void orderAccesses(Value memory);
  /// The same for all memory; and `values`, vectors of x86, are in registers
  /// there, none of them still to be computed.
  SmallVector<Value> holdInRegisters(ArrayRef<Value> values);
  /// Fetches the line of the cache at `address`: into the first cache, to be
  /// read or written soon, or into the second one, to be read later.
  enum class Fetch { Read, Write, ReadLater };
  /// How far ahead of what is read the lines of a stretch of memory that is in
  /// no cache are fetched (decision 072).
  static constexpr int64_t kAheadBytes = 8 << 10;
  void fetchLine(Value address, Fetch purpose);
  /// Elements, the first in the low bits, as a word of as many bits as a sum;
  /// missing ones are zero.
  Value joinWord(ArrayRef<Value> elements);
  Value splat(Value scalar) { return fma->spread(builder, loc, scalar); }
  Value zero();
  Value addProduct(Value a, Value b, Value sum) {
    return fma->addProducts(builder, loc, a, b, sum);
  }
  /// A sum that is taken in blocks of steps: the longer one sum runs, the more
  /// it loses. `sum` gives the sums of the steps [from, to), and `place` is the
  /// memory of each, which has those of all steps from 0 to `end` then.
  LogicalResult sumInBlocks(
      Value end, int64_t block, const MicroKernel &micro,
      llvm::function_ref<FailureOr<SmallVector<Value>>(Value from, Value to)>
          sum,
      llvm::function_ref<Value(unsigned)> place);
  /// The transposed square of `count` vectors of `words`, each from `from` on,
  /// which is a multiple of `align` bytes: as many vectors as they have lanes,
  /// whose lanes beyond `count` have no value. Where `load` is given it makes a
  /// vector of what lies at an address.
  SmallVector<Value> loadSquare(mlir::VectorType words, unsigned count,
                                unsigned align,
                                llvm::function_ref<Value(unsigned)> from,
                                llvm::function_ref<Value(Value)> load = {});
  /// Packs a square: as many vectors of `words` as they have lanes, each from
  /// `from` on, which is a multiple of `align` bytes, are transposed and stored
  /// as whole vectors at `to` of each.
  void packSquare(mlir::VectorType words, unsigned align,
                  llvm::function_ref<Value(unsigned)> from,
                  llvm::function_ref<Value(unsigned)> to,
                  llvm::function_ref<Value(Value)> load = {});
  /// The lanes of a vector whose number, counted from `first` on, is less than
  /// `count` and not negative.
  Value lanesBelow(Value first, Value count);
  /// The words that `mask` has; others are zero, and may lie outside of the
  /// memory.
  Value loadMasked(mlir::VectorType words, Value address, Value mask,
                   unsigned align);
  /// Stores sums, with those that are in memory added where `adds`.
  void storeSums(ValueRange sums, bool adds, const MicroKernel &micro,
                 llvm::function_ref<Value(unsigned)> place);

  OpBuilder &builder;
  ScalarEmitter &emitter;
  Location loc;
  Type element;
  mlir::VectorType vector;
  /// Adds products of one step.
  std::shared_ptr<const MicroKernel> fma;
  Value firstItem;

private:
  Value resumeItems(Value first, Value last);

  Value keptItems;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_TILES_TILEBUILDER_H
