// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProgramManifest.h"
#include "kiln/Dialect/Aten/CustomOp.h"
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Package/Manifest.h"
#include "llvm/ADT/SetVector.h"

using namespace kiln;
using llvm::json::Array;
using llvm::json::Object;
namespace json = llvm::json;

static json::Value makeBound(std::optional<int64_t> bound) {
  return bound ? json::Value(*bound) : json::Value(nullptr);
}

static Array makeExprs(ArrayRef<ep::ExprAttr> exprs) {
  Array array;
  for (ep::ExprAttr expr : exprs)
    array.push_back(expr.isInt() ? json::Value(expr.getValue())
                                 : json::Value(expr.str()));
  return array;
}

static void addTensor(Object &object, ep::TensorType type) {
  object["dtype"] = getDtypeName(type.getElementType());
  object["sizes"] = makeExprs(type.getSizes());
  if (!type.isContiguous())
    object["strides"] = makeExprs(type.getStrides());
}

static std::string print(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream os(text);
  attribute.print(os, /*elideType=*/true);
  return text;
}

/// One input or output: its kind, name, and type or value.
static Object makeValue(StringRef kind, StringAttr name, Attribute value,
                        Type type) {
  Object object{{"kind", kind}, {"name", name.getValue()}};
  if (auto tensor = mlir::dyn_cast<ep::TensorType>(type))
    addTensor(object, tensor);
  else if (auto number = mlir::dyn_cast<ep::NumberType>(type))
    object["value"] = number.getValue().str();
  if (value)
    object["value"] = print(value);
  return object;
}

template <typename StateOp>
static void addState(Array &state, ep::ProgramOp program, StringRef kind,
                     const llvm::StringMap<int64_t> &storages) {
  for (auto op : program.getBody().getOps<StateOp>()) {
    Object entry{{"kind", kind}, {"name", op.getSymName()}};
    addTensor(entry, mlir::cast<ep::TensorType>(op.getType()));
    entry["storage"] = storages.lookup(op.getStorage());
    state.push_back(std::move(entry));
  }
}

static Object makeProgram(ep::ProgramOp program, Array &storages) {
  Array symbols, constraints, guards, inputs, outputs, state;
  for (auto symbol : program.getBody().getOps<ep::SymbolOp>())
    symbols.push_back(Object{{"name", symbol.getSymName()},
                             {"min", makeBound(symbol.getMin())},
                             {"max", makeBound(symbol.getMax())}});
  for (auto constraint : program.getBody().getOps<ep::ConstraintOp>())
    constraints.push_back(Object{{"expr", constraint.getExpr().str()},
                                 {"min", makeBound(constraint.getMin())},
                                 {"max", makeBound(constraint.getMax())}});
  for (auto guard : program.getBody().getOps<ep::GuardOp>())
    guards.push_back(Object{{"expr", guard.getCondition().str()}});
  if (ep::GraphOp graph = program.getGraph()) {
    for (auto [i, type] : llvm::enumerate(graph.getArgumentTypes())) {
      ep::InputAttr input = graph.getInput(i);
      bool isState = input.getKind() == ep::InputKind::Parameter ||
                     input.getKind() == ep::InputKind::Buffer ||
                     input.getKind() == ep::InputKind::ConstantTensor;
      if (!isState)
        inputs.push_back(makeValue(ep::stringifyInputKind(input.getKind()),
                                   input.getTarget(), input.getValue(), type));
    }
    for (auto [i, type] : llvm::enumerate(graph.getResultTypes())) {
      ep::OutputAttr output = graph.getOutput(i);
      outputs.push_back(makeValue(ep::stringifyOutputKind(output.getKind()),
                                  output.getTarget(), output.getValue(), type));
    }
  }
  llvm::SetVector<llvm::StringRef> routines;
  program.walk([&](mlir::Operation *op) {
    if (aten::isCustomOp(op))
      routines.insert(aten::getCustomOpName(op).getValue());
  });
  llvm::StringMap<int64_t> numbers;
  for (auto storage : program.getBody().getOps<ep::StorageOp>()) {
    numbers[storage.getSymName()] = storages.size();
    storages.push_back(
        Object{{"bytes", static_cast<int64_t>(storage.getBytes())}});
  }
  addState<ep::ParameterOp>(state, program, "parameter", numbers);
  addState<ep::BufferOp>(state, program, "buffer", numbers);
  addState<ep::ConstantOp>(state, program, "constant", numbers);
  return Object{{"name", program.getSymName()},
                {"symbols", std::move(symbols)},
                {"constraints", std::move(constraints)},
                {"guards", std::move(guards)},
                {"inputs", std::move(inputs)},
                {"outputs", std::move(outputs)},
                {"routines", Array(routines.getArrayRef())},
                {"state", std::move(state)}};
}

Object kiln::makeProgramManifest(mlir::ModuleOp module) {
  Array programs, storages;
  for (auto program : module.getOps<ep::ProgramOp>())
    programs.push_back(makeProgram(program, storages));
  return Object{{"storages", std::move(storages)},
                {"programs", std::move(programs)}};
}
