// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GraphReducer.h"
#include "kiln/Dialect/Aten/Term.h"
#include "kiln/Dialect/EP/EP.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"

using namespace kiln;
using mlir::ModuleOp;

/// What may be changed, in an order that clones of a module share.
using Candidates = SmallVector<Operation *>;

static SmallVector<ep::GraphOp> findGraphs(ModuleOp module) {
  SmallVector<ep::GraphOp> graphs;
  module.walk([&](ep::GraphOp graph) { graphs.push_back(graph); });
  return graphs;
}

//===----------------------------------------------------------------------===//
// Cleaning up
//===----------------------------------------------------------------------===//

static void eraseDeadOps(ep::GraphOp graph) {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(graph.getBody().front())))
    if (mlir::isOpTriviallyDead(&op))
      op.erase();
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// Erases those outputs, counted through all graphs, that lie in [begin, end).
static void dropOutputs(ModuleOp module, size_t begin, size_t end) {
  size_t index = 0;
  for (ep::GraphOp graph : findGraphs(module)) {
    llvm::BitVector erased(graph.getNumResults());
    for (unsigned i = 0; i < erased.size(); ++i, ++index)
      erased[i] = begin <= index && index < end;
    graph.getReturn()->eraseOperands(erased);
    (void)graph.eraseResults(erased);
  }
}

static size_t countOutputs(ModuleOp module) {
  size_t count = 0;
  for (ep::GraphOp graph : findGraphs(module))
    count += graph.getNumResults();
  return count;
}

/// Inputs that nothing reads; whether an output names one is the verifier's.
static SmallVector<mlir::BlockArgument> findUnusedInputs(ModuleOp module) {
  SmallVector<mlir::BlockArgument> inputs;
  for (ep::GraphOp graph : findGraphs(module))
    llvm::copy_if(graph.getArguments(), std::back_inserter(inputs),
                  [](mlir::BlockArgument input) { return input.use_empty(); });
  return inputs;
}

static void dropInputs(ModuleOp module, size_t begin, size_t end) {
  SmallVector<mlir::BlockArgument> inputs = findUnusedInputs(module);
  for (ep::GraphOp graph : findGraphs(module)) {
    llvm::BitVector erased(graph.getNumArguments());
    for (size_t i = begin; i < end; ++i)
      if (inputs[i].getOwner() == &graph.getBody().front())
        erased.set(inputs[i].getArgNumber());
    (void)graph.eraseArguments(erased);
  }
}

/// State, guards, module calls: all of a program but its graphs and symbols,
/// which types may name. Users of a storage stand behind it.
static Candidates findEntries(ModuleOp module) {
  Candidates entries;
  module.walk([&](ep::ProgramOp program) {
    for (Operation &op : llvm::reverse(program.getBody().front()))
      if (!isa<ep::GraphOp, ep::SymbolOp>(op))
        entries.push_back(&op);
  });
  return entries;
}

static void dropEntries(ModuleOp module, size_t begin, size_t end) {
  Candidates entries = findEntries(module);
  for (size_t i = begin; i < end; ++i)
    entries[i]->erase();
}

static Candidates findOps(ModuleOp module) {
  Candidates ops;
  for (ep::GraphOp graph : findGraphs(module))
    for (Operation &op : graph.getBody().front().without_terminator())
      ops.push_back(&op);
  return ops;
}

/// The first operand that could stand for a result.
static Value findSubstitute(mlir::OpResult result) {
  auto operands = result.getOwner()->getOperands();
  auto found = llvm::find_if(operands, [&](Value operand) {
    return operand.getType() == result.getType();
  });
  return found == operands.end() ? Value() : *found;
}

static void bypassOps(ModuleOp module, size_t begin, size_t end) {
  Candidates ops = findOps(module);
  for (size_t i = begin; i < end; ++i)
    for (mlir::OpResult result : ops[i]->getResults())
      if (Value operand = findSubstitute(result))
        result.replaceAllUsesWith(operand);
}

static bool isZeros(Operation *op) {
  return op->getName().getStringRef() == "aten.full.default";
}

/// Null where `full` does not make tensors of the type.
static Value makeZeros(mlir::OpResult result) {
  auto type = dyn_cast<ep::TensorType>(result.getType());
  if (!type)
    return {};
  mlir::OpBuilder builder(result.getOwner());
  aten::core::Builder in(builder, result.getLoc(), type.getDevice());
  Value zeros = aten::core::full(in, type.getSizes(), 0, type.getElementType());
  return zeros.getType() == type ? zeros : Value();
}

static void zeroOps(ModuleOp module, size_t begin, size_t end) {
  Candidates ops = findOps(module);
  for (Operation *op : llvm::ArrayRef(ops).slice(begin, end - begin)) {
    for (mlir::OpResult result : op->getResults())
      if (!isZeros(op) && !result.use_empty())
        if (Value zeros = makeZeros(result))
          result.replaceAllUsesWith(zeros);
    if (op->use_empty())
      op->erase();
  }
}

/// The attribute of an operation that holds many numbers, if they are not all
/// the same: the bytes of a storage, the value of a constant.
static std::optional<mlir::NamedAttribute> findNumbers(Operation *op) {
  for (mlir::NamedAttribute attribute : op->getAttrs())
    if (auto numbers = dyn_cast<mlir::ElementsAttr>(attribute.getValue()))
      if (!numbers.isSplat() && numbers.getNumElements() > 1)
        return attribute;
  return std::nullopt;
}

static Candidates findConstants(ModuleOp module) {
  Candidates constants;
  module.walk([&](Operation *op) {
    if (isa<ep::StorageOp, mlir::arith::ConstantOp>(op) && findNumbers(op))
      constants.push_back(op);
  });
  return constants;
}

/// All numbers become 0.
static void clearConstants(ModuleOp module, size_t begin, size_t end) {
  Candidates constants = findConstants(module);
  for (size_t i = begin; i < end; ++i) {
    mlir::NamedAttribute numbers = *findNumbers(constants[i]);
    mlir::ShapedType type =
        cast<mlir::ElementsAttr>(numbers.getValue()).getShapedType();
    if (mlir::TypedAttr zero =
            mlir::Builder(module.getContext()).getZeroAttr(type))
      constants[i]->setAttr(numbers.getName(), zero);
  }
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

namespace {
/// A kind of change, which can be made to any range of what it counts.
struct Change {
  size_t (*count)(ModuleOp);
  void (*apply)(ModuleOp, size_t begin, size_t end);
};

class Search {
public:
  Search(ModuleOp module, llvm::function_ref<bool(ModuleOp)> isInteresting)
      : module(module), isInteresting(isInteresting) {}

  /// Makes the change to ever shorter ranges. Did one succeed?
  bool run(const Change &change);

private:
  bool attempt(const Change &change, size_t begin, size_t end);

  ModuleOp module;
  llvm::function_ref<bool(ModuleOp)> isInteresting;
};
} // namespace

static size_t countAllOps(ModuleOp module) {
  size_t count = 0;
  module.walk([&](Operation *) { ++count; });
  return count;
}

/// Fewer operations, inputs and outputs; or as many with fewer operators that
/// are not zeros, or with fewer constants of different numbers.
static std::tuple<size_t, size_t, size_t> measure(ModuleOp module) {
  size_t interfaces = countOutputs(module);
  for (ep::GraphOp graph : findGraphs(module))
    interfaces += graph.getNumArguments();
  size_t zeros = llvm::count_if(findOps(module), isZeros);
  size_t ops = countAllOps(module);
  return {ops + interfaces, ops - zeros, findConstants(module).size()};
}

bool Search::attempt(const Change &change, size_t begin, size_t end) {
  mlir::OwningOpRef<ModuleOp> variant = module.clone();
  change.apply(*variant, begin, end);
  for (ep::GraphOp graph : findGraphs(*variant))
    eraseDeadOps(graph);
  if (measure(*variant) >= measure(module))
    return false;
  mlir::ScopedDiagnosticHandler silence(
      module.getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
  if (failed(mlir::verify(*variant)) || !isInteresting(*variant))
    return false;
  module.getBodyRegion().takeBody(variant->getBodyRegion());
  return true;
}

bool Search::run(const Change &change) {
  bool changed = false;
  for (size_t length = change.count(module); length > 0; length /= 2)
    for (size_t begin = 0; begin < change.count(module);) {
      size_t end = std::min(begin + length, change.count(module));
      if (attempt(change, begin, end))
        changed = true; // what follows has moved to `begin`
      else
        begin = end;
    }
  return changed;
}

void reduce::reduceGraphs(ModuleOp module,
                          llvm::function_ref<bool(ModuleOp)> isInteresting) {
  auto countOps = [](ModuleOp m) -> size_t { return findOps(m).size(); };
  auto countInputs = [](ModuleOp m) -> size_t {
    return findUnusedInputs(m).size();
  };
  auto countEntries = [](ModuleOp m) -> size_t {
    return findEntries(m).size();
  };
  auto countConstants = [](ModuleOp m) -> size_t {
    return findConstants(m).size();
  };
  const Change changes[] = {
      {countOutputs, dropOutputs}, {countOps, zeroOps},
      {countOps, bypassOps},       {countEntries, dropEntries},
      {countInputs, dropInputs},   {countConstants, clearConstants}};
  Search search(module, isInteresting);
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Change &change : changes)
      changed |= search.run(change);
  }
}
