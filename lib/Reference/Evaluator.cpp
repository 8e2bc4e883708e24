// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Run.h"
#include "Symbols.h"
#include "kiln/Support/Origin.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

llvm::Error reference::makeOpError(Operation *op, const Twine &message) {
  return llvm::createStringError(getOpName(op) + ": " + message);
}

static llvm::Error makeNoKernel(Operation *op) {
  return llvm::make_error<UnsupportedError>(
      getOpName(op) + ": the evaluator has no kernel for this operator");
}

bool Run::isKnown(Operation *op) {
  if (isa<aten::AtenOp>(op))
    return KernelTable::get().lookup(op->getName().getStringRef());
  return isa<ep::NumberOp, ep::NoneOp, ep::AssertOp, ep::ReturnOp, ep::YieldOp,
             ep::CondOp, ep::WhileLoopOp, ep::ScanOp, ep::AssociativeScanOp,
             ep::MapOp, ep::GradModeOp, ep::InvokeOp, ep::WithEffectsOp>(op);
}

llvm::Error Evaluator::checkKnown(ep::GraphOp graph) {
  Operation *unknown = nullptr, *sparse = nullptr;
  graph.getBody().walk([&](Operation *op) {
    if (!unknown && !Run::isKnown(op))
      unknown = op;
    if (!sparse && ep::findSparse(op))
      sparse = op;
  });
  if (sparse)
    return llvm::make_error<UnsupportedError>(
        getOpName(sparse) + ": the evaluator has strided tensors only");
  return unknown ? makeNoKernel(unknown) : llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The contract of a call
//===----------------------------------------------------------------------===//

/// The type and rank of a tensor must be as declared; sizes are observed.
static llvm::Error checkTensor(ep::TensorType type, const RuntimeValue &value) {
  const auto *tensor = std::get_if<Tensor>(&value);
  if (!tensor || tensor->isNull())
    return llvm::createStringError("a tensor is expected");
  auto print = [](Type type) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return text;
  };
  if (tensor->getElementType() != type.getElementType())
    return llvm::createStringError("dtype is " +
                                   print(tensor->getElementType()) + ", not " +
                                   print(type.getElementType()));
  if (tensor->getRank() != type.getRank())
    return llvm::createStringError("rank is " + Twine(tensor->getRank()) +
                                   ", not " + Twine(type.getRank()));
  return llvm::Error::success();
}

/// "input 'x' (model.py:12)": the line is that of its first use.
static std::string describeInput(ep::GraphOp graph, unsigned index) {
  std::string text =
      ("input '" + graph.getInput(index).getTarget().getValue() + "'").str();
  Operation *first = nullptr;
  for (Operation *user : graph.getArgument(index).getUsers())
    if (!first || user->isBeforeInBlock(first))
      first = user;
  Origin origin = first ? getOrigin(first->getLoc()) : Origin();
  origin.op = "";
  std::string line = origin.str();
  return line.empty() ? text : text + " (" + line + ")";
}

llvm::Error Run::bindInputs(ep::GraphOp graph, ArrayRef<RuntimeValue> inputs) {
  if (inputs.size() != graph.getNumArguments())
    return llvm::createStringError("the graph takes " +
                                   Twine(graph.getNumArguments()) +
                                   " inputs, not " + Twine(inputs.size()));
  SmallVector<Observation> observations;
  for (auto [i, value] : llvm::enumerate(inputs)) {
    Type type = graph.getArgumentTypes()[i];
    std::string what = describeInput(graph, i);
    if (auto tensor = dyn_cast<ep::TensorType>(type))
      if (llvm::Error error = checkTensor(tensor, value))
        return llvm::createStringError(what + ": " +
                                       llvm::toString(std::move(error)));
    observe(type, value, what, observations);
  }
  if (llvm::Error error = bindSymbols(observations, symbols))
    return error;
  return checkContract(graph.getProgram());
}

/// Is `value` inside the bounds?
static bool isInside(int64_t value, std::optional<int64_t> min,
                     std::optional<int64_t> max) {
  return (!min || *min <= value) && (!max || value <= *max);
}

llvm::Error Run::checkContract(ep::ProgramOp program) {
  for (auto symbol : program.getOps<ep::SymbolOp>()) {
    auto it = symbols.find(symbol.getSymName());
    const auto *value =
        it == symbols.end() ? nullptr : std::get_if<int64_t>(&it->second);
    if (value && !isInside(*value, symbol.getMin(), symbol.getMax()))
      return llvm::createStringError("symbol " + symbol.getSymName() + " is " +
                                     Twine(*value) + ", outside of its range");
  }
  for (auto guard : program.getOps<ep::GuardOp>()) {
    llvm::Expected<ep::ExprValue> value =
        ep::evaluate(guard.getCondition(), symbols);
    std::string name = getOrigin(guard.getLoc()).str();
    name += (name.empty() ? "" : ": ") + ("the guard " + guard.getText()).str();
    if (!value)
      return llvm::createStringError(name + ": " +
                                     llvm::toString(value.takeError()));
    if (*value == ep::ExprValue(false))
      return llvm::createStringError(
          name + " does not hold" +
          describeSymbols(guard.getCondition(), symbols));
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

llvm::Error Run::runAssert(ep::AssertOp op) {
  llvm::Expected<ep::ExprValue> value =
      ep::evaluate(op.getCondition(), symbols);
  if (!value)
    return makeOpError(op, llvm::toString(value.takeError()));
  if (*value == ep::ExprValue(false))
    return makeOpError(op, "assertion failed: " + op.getMessage() +
                               describeSymbols(op.getCondition(), symbols));
  return llvm::Error::success();
}

/// Results keep the promises of their types; symbols that the op binds become
/// known.
llvm::Error Run::checkResults(Operation *op, ArrayRef<RuntimeValue> results) {
  if (results.size() != op->getNumResults())
    return makeOpError(op, "the kernel made " + Twine(results.size()) +
                               " results, not " + Twine(op->getNumResults()));
  // PyTorch does not always keep the promise of a type where nothing uses the
  // value.
  SmallVector<Observation> observations, unused;
  for (auto [i, value] : llvm::enumerate(results)) {
    Type type = op->getResult(i).getType();
    std::string what = "result " + std::to_string(i);
    if (auto tensor = dyn_cast<ep::TensorType>(type))
      if (llvm::Error error = checkTensor(tensor, value))
        return makeOpError(op, what + ": " + llvm::toString(std::move(error)));
    observe(type, value, what,
            op->getResult(i).use_empty() ? unused : observations);
  }
  if (llvm::Error error = bindSymbols(observations, symbols))
    return makeOpError(op, llvm::toString(std::move(error)));
  llvm::consumeError(bindSymbols(unused, symbols));
  return llvm::Error::success();
}

llvm::Expected<RuntimeValues> Run::runAtenOp(Operation *op,
                                             ArrayRef<RuntimeValue> operands) {
  Kernel kernel = KernelTable::get().lookup(op->getName().getStringRef());
  if (!kernel)
    return makeNoKernel(op);
  llvm::Expected<Call> call = Call::make(op, operands, symbols, random);
  if (!call)
    return call.takeError();
  KernelResult results = kernel(*call);
  if (!results)
    return results.takeError();
  if (llvm::Error error = checkResults(op, *results))
    return error;
  return results;
}

llvm::Expected<RuntimeValues> Run::runOp(Operation *op,
                                         ArrayRef<RuntimeValue> operands) {
  if (auto number = dyn_cast<ep::NumberOp>(op)) {
    llvm::Expected<ep::ExprValue> value =
        ep::evaluate(number.getValue(), symbols);
    if (!value)
      return makeOpError(op, llvm::toString(value.takeError()));
    return RuntimeValues{
        RuntimeValue(std::visit([](auto v) { return Scalar(v); }, *value))};
  }
  if (isa<ep::NoneOp>(op))
    return RuntimeValues{RuntimeValue()};
  if (auto assertion = dyn_cast<ep::AssertOp>(op)) {
    if (llvm::Error error = runAssert(assertion))
      return error;
    return RuntimeValues();
  }
  if (isa<aten::AtenOp>(op))
    return runAtenOp(op, operands);
  std::optional<llvm::Expected<RuntimeValues>> results =
      runControlFlow(op, operands);
  if (!results)
    return makeNoKernel(op);
  if (*results)
    if (llvm::Error error = checkResults(op, **results))
      return error;
  return std::move(*results);
}

llvm::Expected<RuntimeValues> Run::runBlock(Block &block,
                                            ArrayRef<RuntimeValue> arguments) {
  llvm::DenseMap<Value, RuntimeValue> values;
  // Values that no later op uses give their memory back.
  llvm::DenseMap<Value, unsigned> usesLeft;
  auto define = [&](Value value, RuntimeValue content) {
    if (unsigned uses = std::distance(value.use_begin(), value.use_end())) {
      usesLeft[value] = uses;
      values[value] = std::move(content);
    }
  };
  for (auto [argument, value] : llvm::zip(block.getArguments(), arguments))
    define(argument, value);
  for (Operation &op : block) {
    RuntimeValues operands;
    for (Value operand : op.getOperands())
      operands.push_back(values.lookup(operand));
    for (Value operand : op.getOperands())
      if (--usesLeft[operand] == 0)
        values.erase(operand);
    if (op.hasTrait<OpTrait::IsTerminator>())
      return operands;
    llvm::Expected<RuntimeValues> results = runOp(&op, operands);
    if (!results)
      return results.takeError();
    if (observer)
      observer(&op, *results);
    for (auto [result, value] : llvm::zip(op.getResults(), *results))
      define(result, std::move(value));
  }
  return RuntimeValues();
}

llvm::Expected<RuntimeValues> Evaluator::run(ep::GraphOp graph,
                                             ArrayRef<RuntimeValue> inputs,
                                             const Observer &observer) {
  Run run({}, random);
  run.setObserver(observer);
  if (llvm::Error error = run.bindInputs(graph, inputs))
    return error;
  return run.runBlock(graph.getBody().front(), inputs);
}

llvm::Expected<RuntimeValues> Evaluator::runOp(Operation *op,
                                               ArrayRef<RuntimeValue> operands,
                                               const SymbolValues &symbols) {
  Run run(symbols, random);
  return run.runOp(op, operands);
}
