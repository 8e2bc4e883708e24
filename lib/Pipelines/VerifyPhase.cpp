// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check of IR that enters a phase from outside.
#include "kiln/Dialect/EP/Symbols.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Pipelines/Pipelines.h"
#include "kiln/Target/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace kiln;

/// The parts of a module that only some phases have; others have any.
static std::optional<std::pair<Phase, Phase>> getPhases(Operation *op) {
  bool isInVariant = isa<exec::VariantOp>(op->getParentOp());
  if (isa<ep::ProgramOp>(op))
    return isInVariant ? std::pair(Phase::Dispatches, Phase::Host)
                       : std::pair(Phase::Exported, Phase::Tensors);
  if (isa<ep::GraphOp>(op))
    return std::pair(Phase::Exported, Phase::Dispatches);
  if (isa<exec::VariantOp, exec::KernelOp>(op))
    return std::pair(Phase::Dispatches, Phase::Host);
  if (isa<exec::HostOp>(op))
    return std::pair(Phase::Host, Phase::Host);
  return std::nullopt;
}

static LogicalResult verifyPlace(Operation *op, Phase phase) {
  auto phases = getPhases(op);
  if (!phases || (phases->first <= phase && phase <= phases->second))
    return success();
  InFlightDiagnostic error = op->emitOpError("is part of phase ")
                             << getPhaseName(phases->first);
  if (phases->first != phases->second)
    error << " to " << getPhaseName(phases->second);
  error << ", but this is compiled from phase " << getPhaseName(phase);
  error.attachNote() << "--compile-from names the phase that IR is in";
  return error;
}

/// Each program has its graph, or its host program.
static LogicalResult verifyProgram(ep::ProgramOp program, Phase phase) {
  Block &body = program.getBody().front();
  bool isHost = phase == Phase::Host;
  bool hasMain = isHost ? !body.getOps<exec::HostOp>().empty()
                        : !body.getOps<ep::GraphOp>().empty();
  if (hasMain)
    return success();
  return program.emitOpError("has no ")
         << (isHost ? exec::HostOp::getOperationName()
                    : ep::GraphOp::getOperationName())
         << ", which a program in phase " << getPhaseName(phase) << " has";
}

/// Types name declared symbols alone. The first op that does not is reported:
/// the others have the same cause.
static LogicalResult verifySymbols(ep::ProgramOp program) {
  ep::Facts declared;
  for (auto symbol : program.getBody().getOps<ep::SymbolOp>())
    declared[symbol.getSymName()];
  WalkResult result = program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    std::string reason = ep::findUndeclaredSymbol(op, declared);
    return reason.empty() ? WalkResult::advance()
                          : WalkResult(op->emitOpError(reason));
  });
  return failure(result.wasInterrupted());
}

LogicalResult kiln::verifyPhase(ModuleOp module, Phase phase,
                                const PipelineOptions &options) {
  bool hasProgram = false;
  WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == module)
      return WalkResult::advance();
    if (failed(verifyPlace(op, phase)))
      return WalkResult::interrupt();
    auto program = dyn_cast<ep::ProgramOp>(op);
    hasProgram |= static_cast<bool>(program);
    if (program && (failed(verifyProgram(program, phase)) ||
                    failed(verifySymbols(program))))
      return WalkResult::interrupt();
    // What graphs, kernels and host programs hold is the verifiers' matter.
    return isa<exec::VariantOp, ep::ProgramOp>(op) ? WalkResult::advance()
                                                   : WalkResult::skip();
  });
  if (result.wasInterrupted())
    return failure();
  if (!hasProgram)
    return module.emitOpError("has no program in phase ")
           << getPhaseName(phase);
  PassManager manager(module->getName());
  buildVerification(manager, phase, options);
  // Names of targets and edited schedules are checked; missing ones are made.
  if (phase >= Phase::Dispatches)
    buildScheduleChoice(manager, options);
  return manager.run(module);
}
