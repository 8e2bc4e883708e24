// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Few rows by columns that both lie in memory as the instruction takes them:
// vectors of words along the sum. A right operand that is in no cache arrives
// as fast as it is asked for, so a loop has few instructions for a line of it,
// and all lines are asked for by the same ones: processors fetch ahead for an
// instruction whose places follow each other.
#include "GemmEmitter.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// Sums in vectors that are taken side by side: one alone would wait for each
/// of its additions.
constexpr int64_t kChains = 4;

/// A lane adds so many words without a stop.
constexpr int64_t kWordsPerLane = 128;

/// Shorter sums are written out by LLVM as well.
constexpr int64_t kFewestTurns = 4;

/// Vectors of words of a turn, for each of the tile's sums.
static int64_t countVectors(const DotTile &tile) {
  return std::max<int64_t>(1, kChains / (tile.rows * tile.columns));
}

/// The vector of words of an operand from step `at` of the sum on.
Value GemmEmitter::dotVectorAt(unsigned operand, Value at) {
  loops[reduced.back()] = at;
  int64_t bytes = micro.getWord().getIntOrFloatBitWidth() / 8;
  return LLVM::LoadOp::create(builder, loc, micro.getWords(),
                              operandAddress(operand),
                              bytes / micro.getSteps());
}

/// Adds a vector of words from step `at` of the sum on to `sums`, which has one
/// vector for each sum of the tile.
SmallVector<Value> GemmEmitter::addDotVectors(const DotTile &tile, Value at,
                                              ValueRange sums) {
  SmallVector<Value> left, results(sums);
  for (unsigned r = 0; r < tile.rows; ++r) {
    Value row = index().add(tile.row, index().constant(r));
    setRow(index().add(tile.firstRow, row));
    left.push_back(dotVectorAt(plan.left, at));
  }
  for (unsigned c = 0; c < tile.columns; ++c) {
    setColumn(index().add(tile.column, index().constant(c)));
    Value right = dotVectorAt(plan.right, at);
    for (unsigned r = 0; r < tile.rows; ++r) {
      Value &sum = results[r * tile.columns + c];
      sum = micro.addDots(builder, loc, left[r], right, sum);
    }
  }
  return results;
}

/// The steps [from, to), whole turns, added to `sums`.
FailureOr<SmallVector<Value>> GemmEmitter::dotTurns(const DotTile &tile,
                                                    Value from, Value to,
                                                    ValueRange sums) {
  size_t count = sums.size();
  int64_t vectors = countVectors(tile);
  int64_t width = micro.getLanes() * micro.getSteps();
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(micro.getSums()));
  FailureOr<SmallVector<Value>> chains = forSums(
      from, to, index().constant(vectors * width),
      SmallVector<Value>(count * vectors, zero),
      [&](Value at, ValueRange carried) -> FailureOr<SmallVector<Value>> {
        SmallVector<Value> results;
        for (int64_t v = 0; v < vectors; ++v)
          llvm::append_range(
              results,
              addDotVectors(tile, index().add(at, index().constant(v * width)),
                            carried.slice(v * count, count)));
        return results;
      });
  if (failed(chains))
    return failure();
  keepAsWritten(chains->front().getDefiningOp<scf::ForOp>());
  SmallVector<Value> results;
  for (auto [i, sum] : llvm::enumerate(sums)) {
    Value chain = (*chains)[i];
    for (int64_t v = 1; v < vectors; ++v)
      chain = micro.addSums(builder, loc, chain, (*chains)[v * count + i]);
    results.push_back(LLVM::vector_reduce_fadd::create(
        builder, loc, sum.getType(), sum, chain, LLVM::FastmathFlags::reassoc));
  }
  return results;
}

bool GemmEmitter::hasDotVectors() {
  int64_t turn = kChains * micro.getLanes() * micro.getSteps();
  return reduced.size() == 1 && plan.depth &&
         *plan.depth >= kFewestTurns * turn && !plan.packsRows &&
         plan.hasLeftSquares() && plan.hasRightSquares();
}

/// All steps of the sum, added to `sums`: what is left of whole turns is a span
/// of elements.
FailureOr<SmallVector<Value>> GemmEmitter::dotVectors(const DotTile &tile,
                                                      ValueRange sums) {
  int64_t turn = countVectors(tile) * micro.getLanes() * micro.getSteps();
  int64_t whole = llvm::alignDown(*plan.depth, turn);
  Value end = index().constant(whole);
  FailureOr<SmallVector<Value>> results =
      forSpans(end, turn * kWordsPerLane, turn, sums,
               [&](Value from, Value to, ValueRange carried) {
                 return dotTurns(tile, from, to, carried);
               });
  if (failed(results) || whole == *plan.depth)
    return results;
  return dotSpan(tile, 0, end, index().constant(*plan.depth), *results);
}
