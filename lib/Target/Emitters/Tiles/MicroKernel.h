// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What emitters of products ask of a processor's instructions: to add products
// of an element and a vector to sums in vector registers. An instruction takes
// one or more steps of the sum at a time; that many neighbours along the sum
// are a word, and packed operands are made of words.
#ifndef KILN_LIB_TARGET_EMITTERS_TILES_MICROKERNEL_H
#define KILN_LIB_TARGET_EMITTERS_TILES_MICROKERNEL_H

#include "kiln/Support/LLVM.h"
#include "kiln/Target/TargetInfo.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include <memory>

namespace kiln {

/// The elements of operands as they lie in memory, and those of the result.
/// Integers are signed or not, which their type does not say.
struct ProductTypes {
  Type left, right, sum;
  bool isLeftUnsigned = false, isRightUnsigned = false;
};

class MicroKernel {
public:
  virtual ~MicroKernel();

  unsigned getSteps() const { return steps; } ///< of the sum, in a word
  /// A word has as many bits as a sum. It is an element where it is one step,
  /// in the type of the sum, else an integer, the first step in its low bits.
  Type getWord() const { return words.getElementType(); }
  mlir::VectorType getWords() const { return words; } ///< a register of them
  mlir::VectorType getSums() const { return sums; }   ///< a register of sums
  unsigned getLanes() const { return sums.getNumElements(); }

  /// The parts of a word, of which products are made: more than one take
  /// registers of their own, and an operation each unless they are packed.
  virtual unsigned countParts() const { return 1; }
  bool splitsWords() const { return countParts() > 1; }
  /// Does it take several instructions for each part of a word?
  virtual bool splitsSlowly() const { return false; }
  /// The parts of a register of words of the left operand, each as wide.
  virtual SmallVector<Value> split(OpBuilder &builder, Location loc,
                                   Value words) const {
    return {words};
  }
  /// Operations on vectors for each `addProducts` of a tile, whose products
  /// share what splitting their words takes.
  virtual double countOperations() const { return 1; }
  /// As `addProducts`, of the parts of left words, each spread.
  virtual Value addParts(OpBuilder &builder, Location loc, ArrayRef<Value> left,
                         Value right, Value sum) const {
    return addProducts(builder, loc, left.front(), right, sum);
  }
  /// Do sums begin with less the products of zeros (`addProducts` of words of
  /// zero) in place of zero?
  virtual bool needsCorrection() const { return false; }
  /// A word of the left operand in each lane.
  virtual Value spread(OpBuilder &builder, Location loc, Value word) const;
  /// The words of vectors of so many steps, whose elements have the type of the
  /// sum and are rounded to that of operands; only of one step, or of bf16.
  virtual Value join(OpBuilder &builder, Location loc,
                     ArrayRef<Value> steps) const;
  /// `sum` and the products of the words of `left`, which are spread, and
  /// `right`. Of scalars where a word is one step.
  virtual Value addProducts(OpBuilder &builder, Location loc, Value left,
                            Value right, Value sum) const = 0;
  /// The same where both operands have words that follow each other along the
  /// sum: lanes of `sum` may take any of their steps.
  virtual Value addDots(OpBuilder &builder, Location loc, Value left,
                        Value right, Value sum) const {
    return addProducts(builder, loc, left, right, sum);
  }
  virtual Value addSums(OpBuilder &builder, Location loc, Value a,
                        Value b) const;

protected:
  MicroKernel(unsigned steps, mlir::VectorType words, mlir::VectorType sums)
      : steps(steps), words(words), sums(sums) {}

private:
  unsigned steps;
  mlir::VectorType words, sums;
};

/// Are two of `type` a word of 32 bits, and is each an f32, exactly, that takes
/// few instructions? f16 takes F16C, which processors with FMA have.
bool takesHalves(const CpuInfo &info, Type type);

/// Are elements of `type` those of the sums, or halves that vectors of them are
/// widened from?
bool canWiden(const CpuInfo &info, Type type, Type sum);

/// Step `number` of each of `words`, of two halves of that type, as an f32.
Value takeHalf(OpBuilder &builder, Location loc, Value words, Type half,
               unsigned number);

/// Multiplies and adds elements of the type of the sum, a float: in one
/// operation where the processor has that.
std::unique_ptr<MicroKernel> makeFmaKernel(const CpuInfo &info, Type sum);

/// The instruction that takes the most steps of such a sum; else the above, and
/// nothing for integers.
std::unique_ptr<MicroKernel> chooseMicroKernel(const CpuInfo &info,
                                               const ProductTypes &types);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_TILES_MICROKERNEL_H
