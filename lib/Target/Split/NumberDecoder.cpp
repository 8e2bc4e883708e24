// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NumberDecoder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

static std::optional<int64_t> getInteger(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getSExtValue();
}

/// A whole number of at most `most`, as a float or as an integer.
static std::optional<int64_t> getCenter(Value value, int64_t most) {
  APFloat number(0.0);
  std::optional<int64_t> center = getInteger(value);
  if (!center && matchPattern(value, m_ConstantFloat(&number))) {
    APSInt whole(32, /*isUnsigned=*/false);
    bool isExact = false;
    if (number.convertToInteger(whole, APFloat::rmTowardZero, &isExact) ==
            APFloat::opOK &&
        isExact)
      center = whole.getSExtValue();
  }
  return center && std::abs(*center) <= most ? center : std::nullopt;
}

/// The value of integer arithmetic where `index` is `at`.
static std::optional<int64_t> evaluate(Value value, Value index, int64_t at) {
  if (value == index)
    return at;
  if (std::optional<int64_t> number = getInteger(value))
    return number;
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  SmallVector<int64_t> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> number = evaluate(operand, index, at);
    if (!number)
      return std::nullopt;
    operands.push_back(*number);
  }
  if (isa<arith::IndexCastOp, arith::TruncIOp, arith::ExtSIOp, arith::ExtUIOp>(
          op))
    return operands[0];
  if (isa<arith::MulIOp>(op))
    return operands[0] * operands[1];
  if (isa<arith::SelectOp>(op))
    return operands[0] ? operands[1] : operands[2];
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (compare && compare.getPredicate() == arith::CmpIPredicate::ult &&
      operands[0] >= 0 && operands[1] >= 0)
    return operands[0] < operands[1];
  return std::nullopt;
}

/// The only place in the domain that `value` depends on.
static linalg::IndexOp findIndex(Value value) {
  if (auto index = value.getDefiningOp<linalg::IndexOp>())
    return index;
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  for (Value operand : op->getOperands())
    if (linalg::IndexOp index = findIndex(operand))
      return index;
  return {};
}

bool kiln::isConverted(Value value, Value except) {
  while (isa_and_nonnull<arith::ExtFOp, arith::SIToFPOp, arith::UIToFPOp,
                         arith::ExtSIOp, arith::ExtUIOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return isa<BlockArgument>(value) && value != except;
}

namespace {
class DecoderReader {
public:
  explicit DecoderReader(GenericOp op) : op(op) {}
  std::optional<NumberDecoder> read(Value value);

private:
  std::optional<NumberDecoder> readHalf(arith::AndIOp mask);
  std::optional<NumberDecoder> readByte(Operation *conversion);
  std::optional<NumberDecoder> readSum(Operation *sum, bool subtracts);
  std::optional<NumberDecoder> readProduct(arith::MulFOp product);
  bool isParameter(Value value) {
    if (!bytes || !value.getType().isF32())
      return false;
    APFloat number(0.0);
    return isConverted(value, bytes) ||
           matchPattern(value, m_ConstantFloat(&number));
  }

  GenericOp op;
  Value bytes; ///< the argument
};
} // namespace

/// `(byte >> 4 * index) & 15`.
std::optional<NumberDecoder> DecoderReader::readHalf(arith::AndIOp mask) {
  Operation *shift = mask.getLhs().getDefiningOp();
  if (getInteger(mask.getRhs()) != 15 ||
      !isa_and_nonnull<arith::ShRSIOp, arith::ShRUIOp>(shift))
    return std::nullopt;
  Value byte = shift->getOperand(0), by = shift->getOperand(1);
  if (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(byte.getDefiningOp()))
    byte = byte.getDefiningOp()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(byte);
  linalg::IndexOp index = findIndex(by);
  if (!argument || !byte.getType().isInteger(8) || !index ||
      evaluate(by, index, 0) != 0 || evaluate(by, index, 1) != 4)
    return std::nullopt;
  bytes = byte;
  NumberDecoder decoder;
  decoder.bytes = argument.getArgNumber();
  decoder.half = index.getDim();
  return decoder;
}

/// A byte as a float.
std::optional<NumberDecoder> DecoderReader::readByte(Operation *conversion) {
  auto argument = dyn_cast<BlockArgument>(conversion->getOperand(0));
  if (!argument || !argument.getType().isInteger(8))
    return std::nullopt;
  bytes = argument;
  NumberDecoder decoder;
  decoder.bytes = argument.getArgNumber();
  decoder.isSigned = isa<arith::SIToFPOp>(conversion);
  decoder.center = decoder.isSigned ? 128 : 0;
  return decoder;
}

std::optional<NumberDecoder> DecoderReader::readSum(Operation *sum,
                                                    bool subtracts) {
  std::optional<NumberDecoder> decoder = read(sum->getOperand(0));
  Value other = sum->getOperand(1);
  if (!decoder && !subtracts) {
    decoder = read(sum->getOperand(1));
    other = sum->getOperand(0);
  }
  if (!decoder || decoder->shift)
    return std::nullopt;
  std::optional<int64_t> center = getCenter(other, decoder->getMost());
  if (center && decoder->isPlain()) {
    decoder->center += subtracts ? *center : -*center;
    return decoder;
  }
  if (!isParameter(other) || !sum->getResult(0).getType().isF32())
    return std::nullopt;
  if (decoder->scale) {
    decoder->shift = other;
    decoder->subtractsShift = subtracts;
    return decoder;
  }
  if (decoder->zero)
    return std::nullopt;
  decoder->zero = other;
  decoder->addsZero = !subtracts;
  return decoder;
}

std::optional<NumberDecoder> DecoderReader::readProduct(arith::MulFOp product) {
  for (auto [value, scale] : {std::pair(product.getLhs(), product.getRhs()),
                              {product.getRhs(), product.getLhs()}}) {
    std::optional<NumberDecoder> decoder = read(value);
    if (!decoder)
      continue;
    if (decoder->scale || !product.getType().isF32() || !isParameter(scale))
      return std::nullopt;
    decoder->scale = scale;
    return decoder;
  }
  return std::nullopt;
}

std::optional<NumberDecoder> DecoderReader::read(Value value) {
  Operation *def = value.getDefiningOp();
  if (!def || def->getBlock() != op.getBody())
    return std::nullopt;
  if (auto mask = dyn_cast<arith::AndIOp>(def))
    return readHalf(mask);
  if (isa<arith::AddIOp, arith::AddFOp>(def))
    return readSum(def, /*subtracts=*/false);
  if (isa<arith::SubIOp, arith::SubFOp>(def))
    return readSum(def, /*subtracts=*/true);
  if (auto product = dyn_cast<arith::MulFOp>(def))
    return readProduct(product);
  if (!isa<arith::SIToFPOp, arith::UIToFPOp, arith::ExtFOp, arith::ExtSIOp,
           arith::ExtUIOp, arith::TruncIOp>(def))
    return std::nullopt;
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(def))
    if (std::optional<NumberDecoder> decoder = readByte(def))
      return decoder;
  // Small whole numbers are the same in all types, negative ones in those with
  // a sign.
  std::optional<NumberDecoder> decoder = read(def->getOperand(0));
  bool isUnsigned = isa<arith::UIToFPOp, arith::ExtUIOp>(def);
  bool isSame = decoder && decoder->isPlain() &&
                (!isUnsigned || decoder->center <= 0) &&
                (!isa<arith::TruncIOp>(def) ||
                 def->getResult(0).getType().getIntOrFloatBitWidth() >= 8);
  return isSame ? decoder : std::nullopt;
}

std::optional<NumberDecoder> kiln::matchNumberDecoder(GenericOp op) {
  if (op.getNumParallelLoops() != op.getNumLoops() ||
      op->getNumResults() != 1 ||
      !op.getIndexingMapsArray().back().isIdentity())
    return std::nullopt;
  Value result = op.getBody()->getTerminator()->getOperand(0);
  // What an operator rounds its result to need not be rounded in a kernel.
  auto rounded = result.getDefiningOp<arith::TruncFOp>();
  if (rounded && bitEnumContainsAll(
                     rounded.getFastmath().value_or(arith::FastMathFlags::none),
                     arith::FastMathFlags::contract))
    result = rounded.getIn();
  std::optional<NumberDecoder> decoder = DecoderReader(op).read(result);
  // Bytes that are only widened are a product of bytes.
  bool isWanted = decoder && result.getType().isF32() && decoder->center >= 0 &&
                  decoder->center <= decoder->getMost() &&
                  (decoder->half || decoder->scale);
  return isWanted ? decoder : std::nullopt;
}
