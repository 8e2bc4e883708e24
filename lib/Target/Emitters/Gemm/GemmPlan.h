// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel as a matrix product: which operand gives rows and which
// columns, and how its tiles look on a processor.
#ifndef KILN_LIB_TARGET_EMITTERS_GEMM_GEMMPLAN_H
#define KILN_LIB_TARGET_EMITTERS_GEMM_GEMMPLAN_H

#include "../Tiles/MicroKernel.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Dialect/Exec/MatrixChoice.h"
#include "kiln/Target/TargetInfo.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kiln {

/// How a product of few rows reads the right operand.
enum class FewRows {
  Packed,  ///< as one of many rows does: neither of the others is possible
  Columns, ///< in place, vectors along its columns
  Dots,    ///< in place, vectors along the sum
  Lanes    ///< computed where it is read, vectors along its columns
};

/// A tile of the result: `rows` by `vectors` vectors of `lanes` elements, all
/// in registers.
struct GemmTile {
  unsigned rows, vectors, lanes;
  unsigned getColumns() const { return vectors * lanes; }
};

/// The result is [batch…, row…, column…]: rows index the left operand only,
/// columns the right one only. Rows are taken together to one dimension, and
/// so are columns.
struct GemmPlan {
  mlir::linalg::GenericOp contraction;
  unsigned left, right;                   ///< numbers of the operands
  unsigned numBatch, numRows, numColumns; ///< dimensions of the sum
  /// Rows choose a matrix of the right operand. How many choose the same one is
  /// known when it runs.
  std::optional<exec::MatrixChoice> choice;
  /// The first columns of the parts of a row of sums that a row of the kernel's
  /// results is computed of, where that is so; else empty.
  SmallVector<int64_t> parts;
  /// Then the tensor arguments as wide as the sum that the ops behind it read:
  /// a line of each row and part, which are fetched while a tile is summed.
  SmallVector<unsigned> readByParts;
  /// Length of the sum, of one matrix; dynamic sums read the right operand in
  /// place.
  std::optional<int64_t> depth;
  FewRows fewRows;
  /// Few rows are packed first, once for all columns of a call: the steps of
  /// the sum are no neighbours in them.
  bool packsRows;
  /// The steps of the sum are neighbours in the right operand, columns are not:
  /// blocks of it are transposed when it is packed.
  bool isTransposed;
  /// That operand is in no cache, and the columns of a panel are one stretch of
  /// it: while a panel is multiplied the next one is fetched.
  bool fetchesAhead = false;
  /// The result is in no cache of the core's own: while a tile is summed, its
  /// lines of the result are fetched.
  bool fetchesResults = false;
  /// The right operand lies in panels: none is packed.
  bool hasPanels;
  int64_t panelWidth; ///< columns side by side in those
  /// Rows of the left operand are packed as tiles take them, once for all
  /// columns of a block of rows.
  bool packsLeft = false;

  /// Are rows packed that other items read, too?
  bool packsForItems() const { return packsLeft || packsRows; }
  /// Few tiles read panels that are in no cache of the core's own: a row of
  /// them is fetched a while before it is read.
  bool fetchesPanelRows = false;
  /// The next panel is fetched while tiles of packed rows are summed.
  bool fetchesPanels = false;
  /// The instruction that adds products.
  std::shared_ptr<const MicroKernel> micro;
  GemmTile tile;
  int64_t rowBlock = 256;   ///< rows that one packed panel serves
  int64_t depthBlock = 256; ///< words that are summed without a stop

  /// Of one column: words of steps, the last one filled up with zeros.
  int64_t getWords() const {
    return llvm::divideCeil(*depth, micro->getSteps());
  }
  int64_t getWordBytes() const {
    return micro->getWord().getIntOrFloatBitWidth() / 8;
  }
  /// Of the panel that is packed; what zeros add to the sums is behind them.
  int64_t getPanelRows() const { return hasPanels ? 0 : getWords(); }
  /// Of the panel with what is behind it, in words.
  int64_t getPanelWords() const {
    return (getPanelRows() + micro->needsCorrection()) * tile.getColumns();
  }
  /// The sums of an item that wait for those of all parts.
  int64_t getPartSums() const {
    return std::max<int64_t>(getLeftRows(), tile.rows) * tile.getColumns();
  }
  /// Rows that are packed for an item, and the words of a tile of them.
  int64_t getLeftRows() const;
  int64_t getPackedTileWords() const {
    return getWords() * micro->countParts() * tile.rows;
  }
  /// Tiles of the rows of a block.
  int64_t countRowTiles() const {
    return llvm::divideCeil(getLeftRows(), tile.rows);
  }
  /// Can squares of words be loaded along the sum of each row?
  bool hasLeftSquares() const;
  bool hasRightSquares() const;
  int64_t getTileRowBytes() const { return tile.getColumns() * getWordBytes(); }
  /// Steps of the last word where that is not full; else 0.
  int64_t getRest() const { return *depth % micro->getSteps(); }

  /// Bytes of what is packed; nothing where no cache has room.
  std::optional<int64_t> getScratch(const CpuInfo &info) const;
  /// The columns that FewRows::Lanes takes together, as dimensions of the
  /// result: the last one, with a short one before; empty where their sums are
  /// no few whole vectors.
  ArrayRef<int64_t> getLaneColumns(int64_t lanes) const;
};

/// `kernel` as a product whose tiles are still to choose; nothing when it is
/// none that tiles pay for.
std::optional<GemmPlan> matchGemm(exec::KernelOp kernel, const CpuInfo &info);

/// The rows of the result by one matrix; nothing where they are not known.
std::optional<int64_t> countRows(const GemmPlan &plan);

/// Are the rows known to be so few that the right operand is read in place?
bool readsInPlace(const GemmPlan &plan);

/// Does a tile have room for the sums of few rows, which are taken together?
bool holdsFewRows(const GemmPlan &plan, const GemmTile &tile);

/// The sizes of the result, dimensions that are taken together as one.
struct GemmExtents {
  double batch, rows, columns, depth;
};
GemmExtents getExtents(const GemmPlan &plan);

/// Cycles of packing one column of the panel, for one word.
double countPackCycles(const GemmPlan &plan);

/// Are the steps of the innermost loop of the sum neighbours in `operand`?
bool hasVectorSteps(mlir::linalg::GenericOp op, unsigned operand);

/// The tile that registers hold; rows that are packed bring their words split.
GemmTile chooseTile(const CpuInfo &info, Type type, const MicroKernel &micro,
                    bool packsLeft = false);

/// The tile [rows, columns] that `wanted` says; nothing where its sums, a row
/// of vectors and an element are more than the registers.
std::optional<GemmTile> takeTile(ArrayRef<int64_t> wanted, const CpuInfo &info,
                                 Type type);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_GEMM_GEMMPLAN_H
