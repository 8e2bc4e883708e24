// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a matrix product of small types is cut for tile registers.
#ifndef KILN_LIB_TARGET_EMITTERS_AMX_AMXPLAN_H
#define KILN_LIB_TARGET_EMITTERS_AMX_AMXPLAN_H

#include "../Gemm/GemmPlan.h"
#include "../Tiles/TileRegisters.h"

namespace kiln {

/// A step takes as many words as a tile has columns. Scratch memory is the
/// panel, with zeros behind the last word, or the last step of a panel that is
/// there without those; then the rows of the left operand.
struct AmxPlan : GemmPlan {
  StringRef product; ///< the instruction

  static constexpr int64_t kStepWords = kTileRowBytes / 4;
  /// Of the panel that is packed, or of a step of it.
  static constexpr int64_t kStepBytes = kStepWords * 2 * kTileRowBytes;

  int64_t getSteps() const { return llvm::divideCeil(getWords(), kStepWords); }
  /// Words of the last step where a panel that is there has no more; else 0.
  int64_t getTailWords() const {
    return hasPanels ? getWords() % kStepWords : 0;
  }
  int64_t getPackedSteps() const {
    return hasPanels ? getTailWords() != 0 : getSteps();
  }
  /// Elements of the sum that a step takes.
  int64_t getStepElements() const { return kStepWords * micro->getSteps(); }
  /// Of a row of the left operand.
  int64_t getRowBytes() const { return getSteps() * kTileRowBytes; }
  /// Of the rows that are packed for an item; rows that are not are a whole
  /// number of steps.
  int64_t getLeftBytes() const {
    return packsLeft ? getLeftRows() * getRowBytes() : 0;
  }
  /// From a step of a packed row to the next: all rows of an item have a step
  /// side by side, so that a tile is 1 KB in one piece.
  int64_t getLeftStepBytes() const { return getLeftRows() * kTileRowBytes; }
  /// Of scratch memory; nothing where no cache has room.
  std::optional<int64_t> getScratchBytes(const CpuInfo &info) const;
};

/// The number, among the dimensions of the left operand, of the last one that
/// rows go along, where neighbouring rows are equally far apart in it; nothing
/// where they are not.
std::optional<unsigned> findRowDimension(const GemmPlan &plan);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_AMX_AMXPLAN_H
