// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tx.matrix: its operands are those of a routine, for a batch.
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Matrix/Flags.h"
#include "kiln/Matrix/Routines.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::tx;
using matrix::Routine;
using matrix::RoutineOperand;

static_assert(matrix::kUpper == int64_t(MatrixFlags::Upper) &&
              matrix::kUnit == int64_t(MatrixFlags::Unit) &&
              matrix::kRight == int64_t(MatrixFlags::Right) &&
              matrix::kTranspose == int64_t(MatrixFlags::Transpose) &&
              matrix::kConjugate == int64_t(MatrixFlags::Conjugate) &&
              matrix::kHermitian == int64_t(MatrixFlags::Hermitian) &&
              matrix::kUnpivoted == int64_t(MatrixFlags::Unpivoted) &&
              matrix::kGreatest == int64_t(MatrixFlags::Greatest) &&
              matrix::kSorted == int64_t(MatrixFlags::Sorted));

static RankedTensorType getTensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

int64_t MatrixOp::getBatchRank() {
  return getTensor(getInits().back()).getRank() - 1;
}

std::pair<Value, int64_t> MatrixOp::getSizeSource(char letter) {
  const Routine *routine = matrix::lookupRoutine(getRoutine());
  for (auto [operand, value] : llvm::zip(routine->operands, getOperands()))
    if (size_t at = operand.sizes.find(letter); at != StringRef::npos)
      return {value, getBatchRank() + static_cast<int64_t>(at)};
  llvm_unreachable("the operands of a routine have all of its sizes");
}

namespace {
/// Compares the operands of an op with those of its routine.
class MatrixVerifier {
public:
  MatrixVerifier(MatrixOp op, const Routine &routine)
      : op(op), routine(routine) {}

  LogicalResult run() {
    for (auto [i, operand] :
         llvm::enumerate(ArrayRef(routine.operands).drop_back(numScratch())))
      if (failed(verifyOperand(i, operand)))
        return failure();
    return verifyRoom();
  }

private:
  size_t numScratch() const {
    return routine.operands.size() - routine.numInputs - routine.numOutputs;
  }

  bool hasElement(const RoutineOperand &operand, Type type) const {
    return operand.element == 'I'
               ? type.isSignlessInteger(32) || type.isSignlessInteger(64)
               : type.isF32() || type.isF64();
  }

  LogicalResult verifyOperand(unsigned number, const RoutineOperand &operand) {
    RankedTensorType type = getTensor(op->getOperand(number));
    ArrayRef<int64_t> shape = type.getShape();
    size_t batch = op.getBatchRank(), sizes = operand.sizes.size();
    bool isComplex = operand.isComplex(op.getIsComplex());
    bool fits = shape.size() == batch + sizes + isComplex &&
                hasElement(operand, type.getElementType()) &&
                (!isComplex || shape.back() == 2);
    for (size_t i = 0; fits && i < batch; ++i)
      fits = merge(batchSizes[i], shape[i]);
    for (size_t i = 0; fits && i < sizes; ++i)
      fits = merge(letters[operand.sizes[i]], shape[batch + i]);
    if (fits)
      return success();
    return op.emitOpError("operand ")
           << number << " of type " << type << " does not fit the operand '"
           << operand.element << operand.sizes << "' of the routine";
  }

  /// Equal sizes of several operands; 0 stands for one that is not known.
  static bool merge(int64_t &known, int64_t size) {
    if (ShapedType::isDynamic(size))
      return true;
    if (known == 0)
      known = size + 1;
    return known == size + 1;
  }

  LogicalResult verifyRoom() {
    RankedTensorType room = getTensor(op.getInits().back());
    int64_t words = 0;
    for (const RoutineOperand &operand : routine.operands) {
      int64_t count = operand.wordsOfElement(op.getIsComplex());
      for (char letter : operand.sizes) {
        if (letters[letter] == 0)
          return success();
        count *= letters[letter] - 1;
      }
      words += count;
    }
    if (room.getElementType().isF64() &&
        (ShapedType::isDynamic(room.getShape().back()) ||
         room.getShape().back() == words))
      return success();
    return op.emitOpError("needs room for ")
           << words << " words of f64, but has " << room;
  }

  MatrixOp op;
  const Routine &routine;
  llvm::SmallDenseMap<char, int64_t> letters; ///< one more than the size
  llvm::SmallDenseMap<size_t, int64_t> batchSizes;
};
} // namespace

LogicalResult MatrixOp::verify() {
  const Routine *routine = matrix::lookupRoutine(getRoutine());
  if (!routine)
    return emitOpError("knows no routine '") << getRoutine() << "'";
  if (getInputs().size() != routine->numInputs ||
      getInits().size() != routine->numOutputs + 1)
    return emitOpError("has ")
           << getInputs().size() << " inputs and " << getInits().size()
           << " destinations where the routine has " << routine->numInputs
           << " and " << routine->numOutputs << ", and room";
  if (getTensor(getInits().back()).getRank() == 0)
    return emitOpError("has room of rank 0");
  return MatrixVerifier(*this, *routine).run();
}
