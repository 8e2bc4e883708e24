// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Reference/Program.h"
#include "kiln/Dialect/EP/Prepare.h"
#include <cstring>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static bool isUserInput(ep::InputKind kind) {
  return kind == ep::InputKind::UserInput ||
         kind == ep::InputKind::ConstantInput;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

/// Sizes or strides of state, which are constants.
static Sizes getConstants(ArrayRef<ep::ExprAttr> exprs) {
  return llvm::map_to_vector<6>(
      exprs, [](ep::ExprAttr expr) { return expr.getValue(); });
}

/// A state entry as a view of its storage.
static Program::Entry getEntry(ep::ProgramOp program, StringRef name) {
  // The verifier saw that the name is known and that the view fits.
  Operation *op = SymbolTable::lookupSymbolIn(program, name);
  auto make = [](auto state) -> Program::Entry {
    return {cast<ep::TensorType>(state.getType()), state.getStorage(),
            static_cast<int64_t>(state.getOffset())};
  };
  if (auto parameter = dyn_cast<ep::ParameterOp>(op))
    return make(parameter);
  if (auto buffer = dyn_cast<ep::BufferOp>(op))
    return make(buffer);
  return make(cast<ep::ConstantOp>(op));
}

/// The bytes of a storage; an error names it.
static llvm::Expected<ep::StorageBytes>
readStorage(ep::StorageReader &reader, ep::ProgramOp program, StringRef name) {
  auto storage =
      cast<ep::StorageOp>(SymbolTable::lookupSymbolIn(program, name));
  llvm::Expected<ep::StorageBytes> read = reader.read(storage);
  if (!read)
    return llvm::createStringError("cannot read storage " +
                                   storage.getSymName() + ": " +
                                   llvm::toString(read.takeError()));
  return read;
}

/// The elements of an entry in the bytes of its storage, packed.
static Tensor getView(const Program::Entry &entry, ArrayRef<uint8_t> bytes,
                      const std::shared_ptr<const void> &owner) {
  Type type = entry.type.getElementType();
  Sizes sizes = getConstants(entry.type.getSizes());
  if (entry.type.isContiguous())
    return Tensor::fromBytes(type, sizes, owner,
                             bytes.data() +
                                 entry.offset * getElementBytes(type));
  int64_t elements = static_cast<int64_t>(bytes.size()) / getElementBytes(type);
  return gatherStrided(Tensor::fromBytes(type, {elements}, owner, bytes.data()),
                       sizes, getConstants(entry.type.getStridesOrDefault()),
                       entry.offset);
}

llvm::Expected<Tensor> reference::readState(ep::StorageReader &reader,
                                            ep::ProgramOp program,
                                            StringAttr name) {
  Program::Entry entry = getEntry(program, name);
  llvm::Expected<ep::StorageBytes> read =
      readStorage(reader, program, entry.storage);
  if (!read)
    return read.takeError();
  auto owner = std::make_shared<ep::StorageBytes>(std::move(*read));
  return getView(entry, owner->bytes, owner);
}

void Program::addEntry(StringRef name) {
  entries[name] = getEntry(program, name);
}

/// Makes the constants that have no bytes before the first call needs them.
llvm::Error Program::fold(ep::StorageReader &reader) {
  ep::GraphOp graph = ep::getFold(program);
  if (!graph)
    return llvm::Error::success();
  RuntimeValues weights;
  for (unsigned i = 0, e = graph.getNumArguments(); i < e; ++i) {
    llvm::Expected<Tensor> weight =
        reference::readState(reader, program, graph.getInput(i).getTarget());
    if (!weight)
      return weight.takeError();
    weights.push_back(*std::move(weight));
  }
  llvm::Expected<RuntimeValues> made = evaluator.run(graph, weights, {});
  if (!made)
    return made.takeError();
  for (auto [i, value] : llvm::enumerate(*made)) {
    const auto &tensor = std::get<Tensor>(value);
    StringRef name = graph.getOutput(i).getTarget();
    initial[getEntry(program, name).storage] =
        std::make_shared<std::vector<uint8_t>>(
            tensor.getData(), tensor.getData() + tensor.getNumBytes());
  }
  return llvm::Error::success();
}

llvm::Error Program::readStorages() {
  ep::StorageReader reader;
  if (llvm::Error error = fold(reader))
    return error;
  for (const auto &item : entries) {
    Bytes &bytes = initial[item.second.storage];
    if (bytes)
      continue;
    llvm::Expected<ep::StorageBytes> read =
        readStorage(reader, program, item.second.storage);
    if (!read)
      return read.takeError();
    bytes = std::make_shared<std::vector<uint8_t>>(read->bytes.begin(),
                                                   read->bytes.end());
  }
  return llvm::Error::success();
}

llvm::Expected<Program> Program::load(ep::ProgramOp op) {
  Program program(op);
  ep::GraphOp graph = op.getGraph();
  if (!graph)
    return llvm::createStringError("the program has no graph");
  if (llvm::Error error = Evaluator::checkKnown(graph))
    return error;
  for (unsigned i = 0, e = graph.getNumArguments(); i < e; ++i) {
    ep::InputAttr input = graph.getInput(i);
    if (isUserInput(input.getKind())) {
      program.userInputs.push_back(i);
    } else if (input.getKind() == ep::InputKind::CustomObject ||
               input.getKind() == ep::InputKind::Token) {
      if (input.getKind() == ep::InputKind::CustomObject)
        return llvm::createStringError(
            "input '" + input.getTarget().getValue() + "' is a custom object");
    } else {
      program.addEntry(input.getTarget());
    }
  }
  // A mutation may name state that the graph does not read.
  for (unsigned i = 0, e = graph.getResultTypes().size(); i < e; ++i) {
    ep::OutputAttr output = graph.getOutput(i);
    if (output.getKind() == ep::OutputKind::BufferMutation ||
        output.getKind() == ep::OutputKind::ParameterMutation)
      program.addEntry(output.getTarget());
  }
  if (llvm::Error error = program.readStorages())
    return error;
  program.reset();
  return program;
}

void Program::reset() {
  storages.clear();
  for (const auto &item : initial)
    storages[item.first()] = item.second;
  evaluator = Evaluator();
}

Tensor Program::readState(const Entry &entry) const {
  const Bytes &bytes = storages.find(entry.storage)->second;
  return getView(entry, *bytes, bytes);
}

void Program::writeState(const Entry &entry, const Tensor &tensor) {
  // Tensors of earlier reads keep the old bytes.
  Bytes &bytes = storages[entry.storage];
  bytes = std::make_shared<std::vector<uint8_t>>(*bytes);
  int64_t element = getElementBytes(tensor.getElementType());
  Sizes strides = getConstants(entry.type.getStridesOrDefault());
  forEachIndex(tensor.getSizes(), [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t position = entry.offset + getLinear(index, strides);
    std::memcpy(bytes->data() + position * element,
                tensor.getData() + i * element, element);
  });
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

StringRef Program::getInputName(unsigned index) const {
  ep::GraphOp graph = ep::ProgramOp(program).getGraph();
  return graph.getInput(userInputs[index]).getTarget().getValue();
}

Type Program::getInputType(unsigned index) const {
  ep::GraphOp graph = ep::ProgramOp(program).getGraph();
  return graph.getArgumentTypes()[userInputs[index]];
}

/// The number that a constant output is; None and strings are None.
static RuntimeValue getConstant(Attribute value) {
  if (auto boolean = dyn_cast_or_null<BoolAttr>(value))
    return Scalar(boolean.getValue());
  if (auto integer = dyn_cast_or_null<IntegerAttr>(value))
    return Scalar(integer.getInt());
  if (auto number = dyn_cast_or_null<FloatAttr>(value))
    return Scalar(number.getValueAsDouble());
  return {};
}

void Program::collectResult(unsigned index, const RuntimeValue &value,
                            CallResults &results) {
  ep::GraphOp graph = program.getGraph();
  ep::OutputAttr output = graph.getOutput(index);
  StringRef target = output.getTarget().getValue();
  switch (output.getKind()) {
  case ep::OutputKind::BufferMutation:
  case ep::OutputKind::ParameterMutation:
    writeState(entries[target], std::get<Tensor>(value));
    results.mutatedState.emplace_back(target.str(), std::get<Tensor>(value));
    break;
  case ep::OutputKind::UserInputMutation:
    for (auto [i, input] : llvm::enumerate(userInputs))
      if (graph.getInput(input).getTarget() == target)
        results.mutatedInputs.emplace_back(i, std::get<Tensor>(value));
    break;
  case ep::OutputKind::Token:
    break;
  case ep::OutputKind::ConstantOutput:
    results.outputs.push_back(getConstant(output.getValue()));
    break;
  default:
    results.outputs.push_back(value);
  }
}

llvm::Expected<CallResults> Program::call(ArrayRef<RuntimeValue> inputs) {
  ep::GraphOp graph = program.getGraph();
  if (inputs.size() != userInputs.size())
    return llvm::createStringError("the program takes " +
                                   Twine(userInputs.size()) + " inputs, not " +
                                   Twine(inputs.size()));
  RuntimeValues arguments(graph.getNumArguments());
  for (auto [position, value] : llvm::zip(userInputs, inputs))
    arguments[position] = value;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    auto entry = entries.find(graph.getInput(i).getTarget());
    if (!isUserInput(graph.getInput(i).getKind()) && entry != entries.end())
      arguments[i] = readState(entry->second);
  }
  llvm::Expected<RuntimeValues> values =
      evaluator.run(graph, arguments, observer);
  if (!values)
    return values.takeError();
  CallResults results;
  for (auto [i, value] : llvm::enumerate(*values))
    collectResult(i, value, results);
  return results;
}
