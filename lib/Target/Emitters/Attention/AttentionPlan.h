// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How an attention is cut, and where its parts lie in scratch memory.
#ifndef KILN_LIB_TARGET_EMITTERS_ATTENTION_ATTENTIONPLAN_H
#define KILN_LIB_TARGET_EMITTERS_ATTENTION_ATTENTIONPLAN_H

#include "../Gemm/GemmPlan.h"
#include "../Tiles/TileRegisters.h"
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Support/FewRows.h"

namespace kiln {

/// A block of rows of the result goes through all keys, a block after the
/// other. All sizes are numbers of elements of the scores' type, and of words
/// of queries and keys, which take as many bits.
struct AttentionPlan {
  tx::AttentionOp op;
  SmallVector<unsigned> batchLoops, rowLoops; ///< of the result
  int64_t depth, columns; ///< the lengths of a key, in words, and of a value
  std::shared_ptr<const MicroKernel> micro; ///< of queries and keys
  /// Of weights and values. Where it takes words, weights are rounded to the
  /// type of values.
  std::shared_ptr<const MicroKernel> valueMicro;
  /// The instruction of both products in tile registers; empty: in vectors.
  StringRef product;
  GemmTile scoreTile; ///< rows by keys
  GemmTile valueTile; ///< rows by elements of a value
  int64_t blockRows, blockKeys;
  int64_t paddedColumns; ///< `columns`, filled up to whole tiles
  /// Few rows read keys and values where they lie.
  bool readsInPlace = false;
  /// Of which they take so many before the next ones: as long stretches as
  /// there is room for scores.
  static constexpr int64_t kFewRowsKeys = 512;

  // Offsets in scratch memory.
  int64_t queries; ///< the rows' queries, row after row
  int64_t staged;  ///< keys of one panel, key after key
  int64_t keys;    ///< panels of keys, step after step of the depth
  int64_t values;  ///< values, key after key, or word of keys after word
  int64_t scores;  ///< of the rows of a tile
  int64_t weights; ///< of them; the scores themselves where they are no words
  int64_t sums;    ///< of weights times values, row after row
  int64_t totals;  ///< of the weights, for each row
  int64_t maxima;  ///< of the scores, for each row
  int64_t factors; ///< the scales of the sums of a tile's rows
  int64_t scratch; ///< all of it, in bytes

  bool hasTiles() const { return !product.empty(); }
  bool hasWeightWords() const { return valueMicro->getSteps() > 1; }
  /// Keys that weights and values are filled up to, with zeros.
  int64_t getKeyUnit() const {
    return hasTiles() ? kTileRows * valueMicro->getSteps()
                      : valueMicro->getSteps();
  }
  /// From the weights of a row to those of the next.
  int64_t getWeightStride() const { return blockKeys / valueMicro->getSteps(); }
};

/// The parts of keys or values, one behind the other.
SmallVector<Value> getKeyParts(Value tensor);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_ATTENTION_ATTENTIONPLAN_H
