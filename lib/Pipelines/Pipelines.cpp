// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Pipelines/Pipelines.h"
#include "kiln/Conversion/Passes.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Dialect/EP/Passes.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/TX/Passes.h"
#include "kiln/Package/Passes.h"
#include "kiln/Reference/Passes.h"
#include "kiln/Target/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace kiln;

/// The programs of each variant.
static OpPassManager &nestPrograms(OpPassManager &manager) {
  return manager.nest<exec::VariantOp>().nest<ep::ProgramOp>();
}

// The contracts of the phases. Nothing but the signature of a program, which
// its op verifies, holds for all that is exported.

static void verifyExported(OpPassManager &, const PipelineOptions &) {}

static void verifyCore(OpPassManager &manager, const PipelineOptions &options) {
  SmallVector<std::string> keep(options.keep.begin(), options.keep.end());
  manager.addNestedPass<ep::ProgramOp>(aten::createAtenVerifyCore(
      {options.decompositions, options.sizeRemarks, keep}));
}

static void verifyTensors(OpPassManager &manager, const PipelineOptions &) {
  manager.addNestedPass<ep::ProgramOp>(createVerifyTensors());
}

static void verifyDispatches(OpPassManager &manager, const PipelineOptions &) {
  nestPrograms(manager).addPass(exec::createVerifyDispatches());
}

static void verifyHost(OpPassManager &manager, const PipelineOptions &) {
  nestPrograms(manager).addPass(exec::createVerifyHost());
  // A package that compiles loads.
  manager.addNestedPass<exec::VariantOp>(package::createVerifyManifest());
}

void kiln::buildCorePipeline(OpPassManager &manager,
                             const PipelineOptions &options) {
  OpPassManager &program = manager.nest<ep::ProgramOp>();
  SmallVector<std::string> keep(options.keep.begin(), options.keep.end());
  // First: later passes know no modes.
  program.addPass(aten::createAtenApplyAutocast());
  program.addPass(ep::createEPInlineModes());
  // Tangents have neither casts nor modes of their own.
  program.addPass(aten::createAtenInlineJvp());
  // Before the writes of training form are functional.
  program.addPass(aten::createAtenSetForm({options.form}));
  // While a copy is still told from its source.
  program.addPass(aten::createAtenMarkViews());
  // Then: decompositions are written for functional ops only.
  program.addPass(aten::createAtenFunctionalize());
  program.addPass(aten::createAtenCleanUp());
  // While operands are still seen to be dequantised.
  program.addPass(aten::createAtenSimplifyQuantized());
  program.addPass(reference::createFormIntegerProducts());
  program.addPass(aten::createAtenDecompose({options.decompositions, keep}));
  // Decompositions leave views, dead and repeated ops behind.
  program.addPass(aten::createAtenCleanUp());
  program.addPass(createCSEPass());
  verifyCore(manager, options);
}

void kiln::buildTensorsPipeline(OpPassManager &manager,
                                const PipelineOptions &options) {
  OpPassManager &program = manager.nest<ep::ProgramOp>();
  // First: whether a dimension repeats is read off its size.
  program.addPass(ep::createEPSimplifySizes());
  // Before conversions take types at their word.
  program.addPass(aten::createAtenCheckSizes());
  program.addPass(aten::createAtenExpandCore());
  // Equal values become one constant.
  program.addPass(createCSEPass());
  program.addPass(reference::createFoldConstants({options.foldLimit}));
  program.addPass(createConvertAtenToLinalg({options.roundOperators}));
  program.addPass(createCanonicalizerPass());
  program.addPass(exec::createResolveSizes());
  // Equal sizes become the same SSA value.
  program.addPass(createCSEPass());
  verifyTensors(manager, options);
}

void kiln::buildScheduleChoice(OpPassManager &manager,
                               const PipelineOptions &options) {
  SmallVector<std::string> without(options.withoutEmitters.begin(),
                                   options.withoutEmitters.end());
  manager.addNestedPass<exec::VariantOp>(
      createChooseSchedulesPass({options.schedules, without}));
}

void kiln::buildDispatchesPipeline(OpPassManager &manager,
                                   const PipelineOptions &options) {
  SmallVector<std::string> targets(options.targets.begin(),
                                   options.targets.end());
  manager.addPass(createMakeVariantsPass({targets}));
  OpPassManager &program = nestPrograms(manager);
  program.addPass(exec::createJoinChannels());
  program.addPass(exec::createFuseElementwise());
  program.addPass(createSplitChoicesPass());
  // Ops that are fused by now move, or stay, together.
  program.addPass(exec::createMoveReshapes());
  program.addPass(exec::createFuseElementwise());
  // Bytes are faster where they are packed, which a limit of 0 rules out.
  if (options.foldLimit > 0)
    program.addPass(createSplitRowsPass());
  // Fusion leaves dead destinations behind that would become operands.
  program.addPass(createCanonicalizerPass());
  program.addPass(createCSEPass());
  program.addPass(tx::createFormAttention());
  program.addPass(exec::createFoldAttentionOperands());
  program.addPass(exec::createFormKernels({options.mergeEqual}));
  program.addPass(createPackWeightsPass({options.foldLimit}));
  program.addPass(createJoinPartsPass());
  // Weights that are packed are matched with what the program has.
  program.addPass(exec::createCollapseDimensions());
  manager.addNestedPass<exec::VariantOp>(createSplitReductionsPass());
  verifyDispatches(manager, options);
  // Before memory is planned.
  buildScheduleChoice(manager, options);
}

void kiln::buildHostPipeline(OpPassManager &manager,
                             const PipelineOptions &options) {
  OpPassManager &program = nestPrograms(manager);
  program.addPass(exec::createBuildHost({options.requireKnownOps}));
  program.addPass(exec::createPlanMemory());
  verifyHost(manager, options);
}

using AddPasses = void (*)(OpPassManager &, const PipelineOptions &);

void kiln::buildVerification(OpPassManager &manager, Phase phase,
                             const PipelineOptions &options) {
  static constexpr AddPasses builders[] = {
      verifyExported, verifyCore, verifyTensors, verifyDispatches, verifyHost};
  builders[static_cast<size_t>(phase)](manager, options);
}

namespace {
struct PhasePipeline {
  Phase phase;
  StringRef description;
  AddPasses build;
};
} // namespace

static constexpr PhasePipeline kPipelines[] = {
    {Phase::Core, "exported -> core: functional Core ATen", buildCorePipeline},
    {Phase::Tensors, "core -> tensors: linalg on builtin tensors",
     buildTensorsPipeline},
    {Phase::Dispatches, "tensors -> dispatches: kernels and their uses",
     buildDispatchesPipeline},
    {Phase::Host, "dispatches -> host: memory plan and host program",
     buildHostPipeline}};

void kiln::buildPipeline(OpPassManager &manager, Phase from, Phase to,
                         const PipelineOptions &options) {
  for (const PhasePipeline &pipeline : kPipelines)
    if (from < pipeline.phase && pipeline.phase <= to)
      pipeline.build(manager, options);
}

void kiln::registerPipelines() {
  static std::vector<std::unique_ptr<PassPipelineRegistration<PipelineOptions>>>
      registrations;
  for (const PhasePipeline &pipeline : kPipelines)
    registrations.push_back(
        std::make_unique<PassPipelineRegistration<PipelineOptions>>(
            ("kiln-" + getPhaseName(pipeline.phase) + "-pipeline").str(),
            pipeline.description, pipeline.build));
}
