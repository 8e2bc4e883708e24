// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that four bits of each lane choose: sixteen of them, in a register.
#include "LaneTables.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;

namespace kiln {
#define GEN_PASS_DEF_LOOKUPNIBBLESPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

constexpr int64_t kValues = 16;

static VectorType getVector(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  bool isWhole =
      vector && vector.getRank() == 1 && vector.getDimSize(0) % kValues == 0;
  return isWhole ? vector : VectorType();
}

/// The lanes that `value` has the low four bits of; or null.
static Value matchBits(Value value) {
  auto mask = value.getDefiningOp<arith::AndIOp>();
  DenseElementsAttr constant;
  bool isMasked = mask && matchPattern(mask.getRhs(), m_Constant(&constant)) &&
                  constant.isSplat() &&
                  constant.getSplatValue<APInt>() == kValues - 1 &&
                  constant.getElementType().getIntOrFloatBitWidth() <= 32;
  return isMasked ? mask.getLhs() : Value();
}

/// Does a vector have one value in all lanes?
static bool isSplat(Value value) {
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant.isSplat();
  auto shuffle = value.getDefiningOp<LLVM::ShuffleVectorOp>();
  return shuffle && llvm::all_equal(shuffle.getMask()) &&
         shuffle.getMask().front() == 0;
}

namespace {
/// What four bits and values that are the same in all lanes decide on.
class Chosen {
public:
  explicit Chosen(Operation *root) {
    root->walk([&](Operation *op) {
      if (op->getNumResults() == 1 && getVector(op->getResult(0).getType()))
        add(op);
    });
  }

  bool contains(Value value) const { return bits.contains(value); }
  /// `value`, sixteen lanes at a time, by its bits.
  Value lookUp(OpBuilder &builder, Value value);

private:
  void add(Operation *op);
  Value getTable(OpBuilder &builder, Value value);

  llvm::DenseMap<Value, Value> bits;
};
} // namespace

void Chosen::add(Operation *op) {
  Value found = matchBits(op->getResult(0));
  if (!found && OpTrait::hasElementwiseMappableTraits(op)) {
    for (Value operand : op->getOperands()) {
      Value of = bits.lookup(operand);
      if ((!of && !isSplat(operand)) || (of && found && of != found))
        return;
      found = of ? of : found;
    }
  }
  if (found)
    bits[op->getResult(0)] = found;
}

/// The values of `value` where the bits are 0, 1, … 15.
Value Chosen::getTable(OpBuilder &builder, Value value) {
  Location loc = value.getLoc();
  Type element = cast<VectorType>(value.getType()).getElementType();
  auto type = VectorType::get(kValues, element);
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return arith::ConstantOp::create(builder, loc, constant.resizeSplat(type));
  if (!contains(value)) {
    Value first = value.getDefiningOp<LLVM::ShuffleVectorOp>().getV1();
    return LLVM::ShuffleVectorOp::create(builder, loc, first, first,
                                         SmallVector<int32_t>(kValues, 0));
  }
  if (matchBits(value)) {
    SmallVector<APInt> numbers;
    for (int64_t number = 0; number < kValues; ++number)
      numbers.emplace_back(element.getIntOrFloatBitWidth(), number);
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, numbers));
  }
  Operation *op = value.getDefiningOp();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getTable(builder, operand));
  OperationState state(loc, op->getName(), operands, type, op->getAttrs());
  return builder.create(state)->getResult(0);
}

Value Chosen::lookUp(OpBuilder &builder, Value value) {
  Location loc = value.getLoc();
  auto type = cast<VectorType>(value.getType());
  auto indices = VectorType::get(type.getShape(), builder.getI32Type());
  Value table = getTable(builder, value), all = bits.lookup(value);
  if (all.getType() != indices)
    all = arith::ExtUIOp::create(builder, loc, indices, all);
  return lookUpLanes(builder, loc, table, all);
}

namespace {
struct LookUpNibbles : kiln::impl::LookUpNibblesPassBase<LookUpNibbles> {
  void runOnOperation() override {
    Chosen chosen(getOperation());
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (op->getNumResults() == 1 && chosen.contains(op->getResult(0)))
        ops.push_back(op);
    });
    uint64_t found = 0;
    // What is looked up needs nothing of what it was computed from.
    for (Operation *op : llvm::reverse(ops)) {
      OpBuilder builder(op);
      Value value = op->getResult(0);
      bool isTable = cast<VectorType>(value.getType()).getElementType().isF32();
      if (isTable && !value.use_empty()) {
        value.replaceAllUsesWith(chosen.lookUp(builder, value));
        ++found;
      }
      if (isOpTriviallyDead(op))
        op->erase();
    }
    count(getOperation(), *this, numTables, found, "tables of sixteen values");
  }
};
} // namespace
