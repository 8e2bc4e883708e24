// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tx.attention: its loops and verifiers.
#include "kiln/Dialect/TX/TX.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::tx;

static RankedTensorType getTensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

AffineMap AttentionOp::getMap(unsigned operand) {
  if (operand < getMaps().size())
    return cast<AffineMapAttr>(getMaps()[operand]).getValue();
  return AffineMap::getMultiDimIdentityMap(getNumLoops(), getContext())
      .getMajorSubMap(getType().getRank());
}

bool AttentionOp::isRowLoop(unsigned loop) {
  return loop < getColumnLoop() && !getMap(1).isFunctionOfDim(loop) &&
         !getMap(2).isFunctionOfDim(loop);
}

/// The name of operand `number` in an error.
static std::string describe(unsigned number) {
  constexpr StringRef names[] = {"query", "key", "value"};
  return number < 3 ? names[number].str()
                    : "input " + std::to_string(number - 3);
}

/// May operand `number` be read along the last `loop`s, or must it?
static LogicalResult verifyLoop(AttentionOp op, unsigned number, unsigned loop,
                                StringRef what, bool mayRead, bool mustRead) {
  bool reads = op.getMap(number).isFunctionOfDim(loop);
  if (reads ? mayRead : !mustRead)
    return success();
  return op.emitOpError("has a map of ")
         << describe(number) << (reads ? " with " : " without ") << what;
}

/// Is each dimension of `type` read along a loop of its own, or at one place?
static bool isReadBy(AffineMap map, RankedTensorType type) {
  if (map.getNumResults() != type.getRank())
    return false;
  llvm::SmallBitVector seen(map.getNumDims());
  for (auto [expr, size] : llvm::zip(map.getResults(), type.getShape())) {
    if (auto place = dyn_cast<AffineConstantExpr>(expr)) {
      if (place.getValue() < 0 ||
          (!ShapedType::isDynamic(size) && place.getValue() >= size))
        return false;
      continue;
    }
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop || seen.test(loop.getPosition()))
      return false;
    seen.set(loop.getPosition());
  }
  return true;
}

static LogicalResult verifyMap(AttentionOp op, unsigned number) {
  AffineMap map = op.getMap(number);
  if (map.getNumDims() != op.getNumLoops() || map.getNumSymbols() != 0 ||
      !isReadBy(map, getTensor(op->getOperand(number))))
    return op.emitOpError("has a map of ")
           << describe(number) << " that does not read "
           << op->getOperand(number).getType() << " along " << op.getNumLoops()
           << " loops";
  bool isQuery = number == 0, isKey = number == 1, isValue = number == 2;
  if (failed(verifyLoop(op, number, op.getKeyLoop(), "the keys", !isQuery,
                        isKey || isValue)) ||
      failed(verifyLoop(op, number, op.getDepthLoop(), "the depth",
                        isQuery || isKey, isQuery || isKey)))
    return failure();
  return verifyLoop(op, number, op.getColumnLoop(), "the elements of a value",
                    isValue, isValue);
}

/// Each loop has one extent, as far as it is known.
static LogicalResult verifyExtents(AttentionOp op) {
  SmallVector<int64_t> extents(op.getNumLoops(), ShapedType::kDynamic);
  llvm::copy(op.getType().getShape(), extents.begin());
  for (unsigned number = 0; number < op.getMaps().size(); ++number) {
    RankedTensorType type = getTensor(op->getOperand(number));
    for (auto [i, expr] : llvm::enumerate(op.getMap(number).getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || type.isDynamicDim(i))
        continue;
      int64_t &extent = extents[dim.getPosition()];
      if (ShapedType::isDynamic(extent))
        extent = type.getDimSize(i);
      if (extent != type.getDimSize(i))
        return op.emitOpError("has ")
               << type.getDimSize(i) << " of " << describe(number)
               << " along loop " << dim.getPosition() << ", and elsewhere "
               << extent;
    }
  }
  return success();
}

LogicalResult AttentionOp::verify() {
  if (getType().getRank() == 0 || getType().isDynamicDim(getColumnLoop()))
    return emitOpError("has values of unknown length in ") << getType();
  if (getMaps().size() != getInputs().size() + 3)
    return emitOpError("has ") << getMaps().size() << " maps for "
                               << getInputs().size() + 3 << " operands";
  for (unsigned number = 0; number < getMaps().size(); ++number)
    if (failed(verifyMap(*this, number)))
      return failure();
  return verifyExtents(*this);
}

/// The types of the region's computation and of its arguments.
LogicalResult AttentionOp::verifyRegions() {
  Block &body = getBody().front();
  SmallVector<Type> expected;
  if (body.getNumArguments() > 0)
    expected.push_back(body.getArgument(0).getType());
  for (Value input : getInputs())
    expected.push_back(getTensor(input).getElementType());
  expected.append(getType().getRank(), IndexType::get(getContext()));
  if (body.getArgumentTypes() != ArrayRef<Type>(expected))
    return emitOpError("has a region of ")
           << body.getNumArguments()
           << " arguments that are not a score, an element of each input, and "
              "a place along each loop but two";
  Type score = expected.front();
  if (!score.isF32() && !score.isF64())
    return emitOpError("has scores of ")
           << score << " where f32 or f64 is expected";
  for (Value tensor : {getQuery(), getKey(), getValue(), getInit()}) {
    auto element = dyn_cast<FloatType>(getTensor(tensor).getElementType());
    if (!element || element.getWidth() > score.getIntOrFloatBitWidth())
      return emitOpError("has elements of ")
             << getTensor(tensor).getElementType() << " for scores of "
             << score;
  }
  ValueRange yielded = body.getTerminator()->getOperands();
  if (yielded.size() != 1 || yielded.front().getType() != score)
    return emitOpError("yields no score of ") << score;
  return success();
}
