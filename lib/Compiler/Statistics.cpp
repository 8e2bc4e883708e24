// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Compiler/Statistics.h"
#include "kiln/Dialect/EP/Facts.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "kiln/Dialect/Exec/MemoryFigures.h"
#include "kiln/Dialect/Exec/MemoryPlan.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Package/PackagedState.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;

void PhaseTimes::finish(StringRef phase) {
  auto now = std::chrono::steady_clock::now();
  entries.push_back(
      {phase.str(), std::chrono::duration<double>(now - last).count()});
  last = now;
}

/// The bytes of a state entry or an input; 0 for other slots.
static int64_t getSlotBytes(Value slot, ep::ProgramOp program) {
  Type type;
  if (auto input = slot.getDefiningOp<InputOp>())
    type = input.getType();
  if (auto state = slot.getDefiningOp<StateOp>())
    type = cast<TypeAttr>(
               SymbolTable::lookupSymbolIn(program, state.getStateAttr())
                   ->getAttr("type"))
               .getValue();
  auto tensor = dyn_cast_or_null<ep::TensorType>(type);
  if (!tensor)
    return 0;
  return getElementBytes(tensor.getElementType()) *
         evaluateAtBounds(ep::product(program.getContext(), tensor.getSizes()),
                          getFacts(program));
}

static void writeMemory(llvm::json::OStream &json, HostOp host) {
  MemoryFigures figures = measureMemory(host);
  json.attributeObject("memory", [&] {
    json.attribute("planned", figures.planned);
    json.attribute("live", figures.live);
    json.attribute("ratio",
                   figures.live ? double(figures.planned) / figures.live : 1.0);
    json.attribute("total", figures.total);
    json.attribute("buffers", figures.buffers);
  });
}

static void writeWeights(llvm::json::OStream &json, ep::ProgramOp program) {
  int64_t bytes = 0, made = 0;
  package::PackagedState state(program);
  for (auto storage : program.getBody().getOps<ep::StorageOp>())
    if (state.isNeeded(storage) && !ep::isFold(storage))
      bytes += storage.getBytes();
  // Each has a storage of its own.
  for (auto constant : program.getBody().getOps<ep::ConstantOp>()) {
    auto storage = cast<ep::StorageOp>(
        SymbolTable::lookupSymbolIn(program, constant.getStorageAttr()));
    if (ep::getMadeFrom(constant) && !ep::isFold(storage))
      made += storage.getBytes();
  }
  json.attributeObject("weights", [&] {
    json.attribute("bytes", bytes);
    json.attribute("made_bytes", made);
  });
}

void kiln::writeStatistics(llvm::raw_ostream &os, ModuleOp module,
                           const PhaseTimes &times) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.objectBegin();
  json.attributeObject("phases", [&] {
    for (const PhaseTimes::Entry &entry : times.get())
      json.attribute(entry.phase, entry.seconds);
  });
  HostOp host;
  module.walk([&](HostOp first) {
    host = first;
    return WalkResult::interrupt();
  });
  if (host) {
    auto program = cast<ep::ProgramOp>(host->getParentOp());
    std::map<std::string, int64_t> instructions;
    int64_t copied = 0, moved = 0;
    host.walk([&](Operation *op) {
      if (op != host.getOperation() && !isa<InputOp, OutputOp, StateOp>(op))
        ++instructions[op->getName().stripDialect().str()];
      if (auto copy = dyn_cast<CopyOp>(op))
        copied += getSlotBytes(copy.getTo(), program);
      if (auto launch = dyn_cast<LaunchOp>(op))
        // Work in loops counts once.
        moved += evaluateAtBounds(
            launch.getExpr(launch.getKernelOp().getBytes()), getFacts(program));
    });
    writeMemory(json, host);
    json.attributeObject("kernels", [&] {
      auto kernels = program.getBody().getOps<KernelOp>();
      json.attribute("dispatches", instructions["launch"]);
      json.attribute("distinct", std::distance(kernels.begin(), kernels.end()));
      json.attribute("moved_bytes", moved);
    });
    json.attributeObject("instructions", [&] {
      for (const auto &[name, count] : instructions)
        json.attribute(name, count);
    });
    writeWeights(json, program);
    json.attribute("copied_state_bytes", copied);
  }
  json.objectEnd();
  os << "\n";
}
