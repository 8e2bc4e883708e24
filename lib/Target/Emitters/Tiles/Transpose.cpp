// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transpose.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

namespace {
/// Transposes vectors of so many lanes.
class Transposer {
public:
  Transposer(OpBuilder &builder, Location loc, int64_t lanes)
      : builder(builder), loc(loc), lanes(lanes) {}

  /// Rows are shuffled like cards: halves of their stretches of `span` elements
  /// are put together, `unit` elements at a time. Done once for each factor two
  /// of `rows.size()`, element i of row k becomes element k of row i, where
  /// rows are counted in each stretch and elements in units.
  SmallVector<Value> shuffle(SmallVector<Value> rows, int64_t unit,
                             int64_t span) {
    size_t half = rows.size() / 2;
    for (size_t done = 1; done < rows.size(); done *= 2) {
      SmallVector<Value> next;
      for (size_t i = 0; i < half; ++i)
        for (bool isHigh : {false, true})
          next.push_back(
              interleave(rows[i], rows[i + half], unit, span, isHigh));
      rows = next;
    }
    return rows;
  }

private:
  Value interleave(Value a, Value b, int64_t unit, int64_t span, bool isHigh) {
    SmallVector<int32_t> mask;
    for (int64_t base = 0; base < lanes; base += span)
      for (int64_t at = 0; at < span / 2; at += unit)
        for (int64_t from : {int64_t(0), lanes})
          for (int64_t i = 0; i < unit; ++i)
            mask.push_back(from + base + isHigh * span / 2 + at + i);
    return LLVM::ShuffleVectorOp::create(builder, loc, a, b, mask);
  }

  OpBuilder &builder;
  Location loc;
  int64_t lanes;
};
} // namespace

// Inside of 128 bits first, where shuffles are cheap, then these as wholes.
SmallVector<Value> kiln::transposeSquare(OpBuilder &builder, Location loc,
                                         ArrayRef<Value> rows, unsigned bits) {
  int64_t lanes = rows.size(), part = std::min<int64_t>(lanes, 128 / bits);
  Transposer transposer(builder, loc, lanes);
  SmallVector<Value> inParts;
  for (int64_t first = 0; first < lanes; first += part)
    llvm::append_range(
        inParts,
        transposer.shuffle(llvm::to_vector(rows.slice(first, part)), 1, part));
  SmallVector<Value> result(lanes);
  for (int64_t i = 0; i < part; ++i) {
    SmallVector<Value> same;
    for (int64_t first = 0; first < lanes; first += part)
      same.push_back(inParts[first + i]);
    for (auto [at, row] :
         llvm::enumerate(transposer.shuffle(same, part, lanes)))
      result[at * part + i] = row;
  }
  return result;
}

SmallVector<Value> kiln::transposeRows(OpBuilder &builder, Location loc,
                                       ArrayRef<Value> rows, int64_t lanes) {
  return Transposer(builder, loc, lanes)
      .shuffle(llvm::to_vector(rows), 1, lanes);
}
