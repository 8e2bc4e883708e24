// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words: as many steps of the sum as one instruction takes. Where that is one,
// a word is an element, and any loops of the sum give it; else there is one
// such loop.
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace kiln;

/// The full words of the outermost loop of the sum.
Value GemmEmitter::wordCount() {
  unsigned steps = micro.getSteps();
  return steps == 1 ? depths.front() : index().constant(*plan.depth / steps);
}

void GemmEmitter::setWord(Value number) {
  word = number;
  loops[reduced.back()] =
      index().mul(number, index().constant(micro.getSteps()));
}

/// Runs `body` at the words [from, end) of the innermost loop of the sum, and
/// at the one behind them where the last one is not full.
LogicalResult
GemmEmitter::forEachWord(Value from, Value end,
                         llvm::function_ref<LogicalResult(Value)> body) {
  auto run = [&](Value number) {
    setWord(number);
    return body(number);
  };
  if (failed(forEach(from, end, index().constant(1), run)))
    return failure();
  rest = plan.getRest();
  LogicalResult last = rest ? run(end) : success();
  rest = 0;
  return last;
}

/// The word of an operand at `loops`, in one load where its steps are
/// neighbours in a buffer.
FailureOr<Value> GemmEmitter::wordAt(unsigned operand) {
  unsigned steps = micro.getSteps();
  if (steps == 1)
    return operandAt(operand);
  OpOperand *input = plan.contraction.getDpsInputOperand(operand);
  unsigned bits = micro.getWord().getIntOrFloatBitWidth() / steps;
  if (rest == 0 && isa<BlockArgument>(input->get()) &&
      hasVectorSteps(plan.contraction, operand))
    return LLVM::LoadOp::create(builder, loc, micro.getWord(),
                                operandAddress(operand), bits / 8)
        .getResult();
  Value &step = loops[reduced.back()];
  llvm::SaveAndRestore<Value> first(step);
  SmallVector<Value> elements;
  for (unsigned i = 0; i < (rest ? rest : steps); ++i) {
    step = index().add(first.get(), index().constant(i));
    FailureOr<Value> element = emitter.valueAt(
        input->get(),
        index().affine(plan.contraction.getMatchingIndexingMap(input), loops));
    if (failed(element))
      return failure();
    elements.push_back(*element);
  }
  return joinWord(elements);
}
