// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GroupsEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// Groups that are summed without a stop.
constexpr int64_t kGroupsInBlock = 16;

LogicalResult GroupsEmitter::run(Value begin, Value end,
                                 ArrayRef<Value> domain) {
  if (failed(prepare(domain, plan.getColumns())))
    return failure();
  return forEachItem(
      begin, end, index().constant(plan.panels), [&](Value panel) {
        Value none = index().constant(0), one = index().constant(1);
        return forEach(none, sizes.front(), one,
                       [&](Value row) { return emitRow(panel, row); });
      });
}

/// The sums of the groups [from, to) of a panel.
FailureOr<SmallVector<Value>> GroupsEmitter::sumGroups(Value panel, Value from,
                                                       Value to) {
  return forSums(
      from, to, index().constant(1), SmallVector<Value>(plan.getSums(), zero()),
      [&](Value group, ValueRange carried) -> FailureOr<SmallVector<Value>> {
        loops[reduced.front()] = group;
        FailureOr<SmallVector<Value>> digits = sumWords(panel, group);
        if (failed(digits))
          return failure();
        SmallVector<Value> results;
        for (auto [i, sum] : llvm::enumerate(carried)) {
          FailureOr<Value> result = addGroup(
              ArrayRef(*digits).slice(i * kRowDigits, kRowDigits), i, sum);
          if (failed(result))
            return failure();
          results.push_back(*result);
        }
        return results;
      });
}

LogicalResult GroupsEmitter::emitRow(Value panel, Value row) {
  loops[0] = row;
  loops[1] = panel;
  auto place = [&](unsigned i) {
    return address(sums, index().constant(i * plan.getLanes()));
  };
  auto sumBlock = [&](Value from, Value to) {
    return sumGroups(panel, from, to);
  };
  if (failed(sumInBlocks(index().constant(plan.groups), kGroupsInBlock, *fma,
                         sumBlock, place)))
    return failure();
  IndexBuilder index = this->index();
  Value columns = index.constant(plan.getColumns()), none = index.constant(0);
  Value number = index.add(index.mul(row, index.constant(plan.panels)), panel);
  return emitRun({row, panel}, sizes.size() - 2, none, columns,
                 index.mul(number, columns), none);
}

//===----------------------------------------------------------------------===//
// Digits of a group
//===----------------------------------------------------------------------===//

/// A word of the row at `loops`.
Value GroupsEmitter::rowWord(Value group, int64_t half, Value word,
                             int64_t digit) {
  IndexBuilder index = this->index();
  Value at =
      index.add(index.mul(index.constant(digit), sizes.front()), loops[0]);
  at = index.add(index.mul(at, index.constant(plan.groups)), group);
  if (plan.halves == Halves::Steps)
    at =
        index.add(index.mul(at, index.constant(kHalves)), index.constant(half));
  at = index.add(index.mul(at, index.constant(plan.words)), word);
  Value row = emitter.bufferOf(plan.products.getInputs()[0]);
  return LLVM::LoadOp::create(builder, loc, micro.getWord(),
                              address(row, at, micro.getWord()),
                              /*alignment=*/1);
}

/// Vector `v` of the words of all columns of a panel. What comes a while behind
/// it is fetched where that is in no cache: a line of numbers takes so many
/// instructions that processors do not ask for it in time.
Value GroupsEmitter::panelWords(Value panel, Value group, Value word,
                                int64_t v) {
  IndexBuilder index = this->index();
  Value at = index.add(index.mul(panel, index.constant(plan.groups)), group);
  at = index.add(index.mul(at, index.constant(plan.words)), word);
  at = index.add(index.mul(at, index.constant(plan.width)),
                 index.constant(v * plan.getLanes()));
  Value panels = emitter.bufferOf(plan.products.getInputs()[1]);
  if (plan.fetchesAhead) {
    Value ahead = index.add(at, index.constant(kAheadBytes / kWordSteps));
    fetchLine(address(panels, ahead, micro.getWord()), Fetch::Read);
  }
  return LLVM::LoadOp::create(builder, loc, micro.getWords(),
                              address(panels, at, micro.getWord()),
                              /*alignment=*/1);
}

/// The low or the high numbers of bytes, or bytes without a sign.
Value GroupsEmitter::takeNumbers(Value words, int64_t half) {
  auto constant = [&](uint32_t bits) -> Value {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(micro.getWords(), APInt(32, bits)));
  };
  if (plan.movesUp)
    return arith::XOrIOp::create(builder, loc, words, constant(0x80808080u));
  if (plan.halves == Halves::None)
    return words;
  if (half == 1)
    words = arith::ShRUIOp::create(builder, loc, words, constant(4));
  return arith::AndIOp::create(builder, loc, words, constant(0x0F0F0F0Fu));
}

/// Adds one word of the sum to the digits of all columns.
SmallVector<Value> GroupsEmitter::addWord(Value panel, Value group, Value word,
                                          ValueRange digits) {
  SmallVector<Value> results(digits);
  for (int64_t v = 0; v < plan.getVectors(); ++v) {
    Value words = panelWords(panel, group, word, v);
    for (int64_t half = 0; half < plan.getHalves(); ++half) {
      Value numbers = takeNumbers(words, half);
      int64_t column =
          plan.halves == Halves::Columns ? half * plan.getVectors() + v : v;
      for (int64_t digit = 0; digit < kRowDigits; ++digit) {
        Value &sum = results[column * kRowDigits + digit];
        Value row =
            micro.spread(builder, loc, rowWord(group, half, word, digit));
        sum = micro.addProducts(builder, loc, row, numbers, sum);
      }
    }
  }
  return results;
}

/// The digits of all columns' sums of one group, column by column.
FailureOr<SmallVector<Value>> GroupsEmitter::sumWords(Value panel,
                                                      Value group) {
  Value none = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(micro.getSums()));
  return forSums(
      index().constant(0), index().constant(plan.words), index().constant(1),
      SmallVector<Value>(plan.getSums() * kRowDigits, none),
      [&](Value word, ValueRange digits) -> FailureOr<SmallVector<Value>> {
        return addWord(panel, group, word, digits);
      });
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

Value GroupsEmitter::toLanes(Value value) {
  if (isa<VectorType>(value.getType()))
    return value;
  return micro.spread(builder, loc, value);
}

/// What an argument of the outer sum's body is, for the vector of columns at
/// `loops`.
FailureOr<Value> GroupsEmitter::argumentAt(OpOperand *input,
                                           ValueRange digits) {
  AffineMap map = contraction.getMatchingIndexingMap(input);
  if (input->get() == plan.products.getResult(0))
    return digits[cast<AffineConstantExpr>(map.getResults().back()).getValue()];
  if (map.isFunctionOfDim(sizes.size() - 1)) {
    Type element =
        cast<RankedTensorType>(input->get().getType()).getElementType();
    return LLVM::LoadOp::create(builder, loc,
                                VectorType::get(plan.getLanes(), element),
                                operandAddress(input->getOperandNumber()),
                                element.getIntOrFloatBitWidth() / 8)
        .getResult();
  }
  FailureOr<Value> value =
      emitter.valueAt(input->get(), index().affine(map, loops));
  if (failed(value))
    return failure();
  return toLanes(*value);
}

/// The same op on vectors; a product that is added is one operation with that.
Value GroupsEmitter::computeOp(Operation &op,
                               llvm::function_ref<Value(Value)> lookup) {
  if (auto sum = dyn_cast<arith::AddFOp>(op); sum && sum.getType().isF32())
    for (auto [value, other] :
         {std::pair(sum.getRhs(), sum.getLhs()), {sum.getLhs(), sum.getRhs()}})
      if (auto product = value.getDefiningOp<arith::MulFOp>();
          product && product->getBlock() == op.getBlock() &&
          product->hasOneUse())
        return addProduct(lookup(product.getLhs()), lookup(product.getRhs()),
                          lookup(other));
  OperationState state(loc, op.getName());
  for (Value operand : op.getOperands())
    state.operands.push_back(lookup(operand));
  state.addTypes(VectorType::get(plan.getLanes(), op.getResult(0).getType()));
  state.addAttributes(op.getAttrs());
  return builder.create(state)->getResult(0);
}

Value GroupsEmitter::computeBody(ArrayRef<Value> arguments) {
  Block *body = contraction.getBody();
  llvm::DenseMap<Value, Value> values;
  for (auto [argument, value] : llvm::zip(body->getArguments(), arguments))
    values[argument] = value;
  auto lookup = [&](Value value) -> Value {
    if (Value known = values.lookup(value))
      return known;
    auto constant = value.getDefiningOp<arith::ConstantOp>();
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            VectorType::get(plan.getLanes(), value.getType()),
            Attribute(constant.getValue())));
  };
  for (Operation &op : body->without_terminator())
    values[op.getResult(0)] = computeOp(op, lookup);
  return values.lookup(body->getTerminator()->getOperand(0));
}

/// Adds a group to the sums of vector `vector` of the columns.
FailureOr<Value> GroupsEmitter::addGroup(ValueRange digits, int64_t vector,
                                         Value sum) {
  int64_t perHalf = plan.getVectors();
  if (plan.halves == Halves::Columns)
    loops[2] = index().constant(vector / perHalf);
  loops[sizes.size() - 1] =
      index().constant(vector % perHalf * plan.getLanes());
  SmallVector<Value> arguments;
  for (OpOperand *input : contraction.getDpsInputOperands()) {
    FailureOr<Value> value = argumentAt(input, digits);
    if (failed(value))
      return failure();
    arguments.push_back(*value);
  }
  arguments.push_back(sum);
  return computeBody(arguments);
}
