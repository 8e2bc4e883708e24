// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The road of a program: named phases, each ending in a verifier pass that
// checks its contract (docs/Architecture.md). Every boundary is printable IR
// and can be resumed.
#ifndef KILN_PIPELINES_PIPELINES_H
#define KILN_PIPELINES_PIPELINES_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassOptions.h"
#include <optional>
#include <string>

namespace mlir {
class OpPassManager;
class PassManager;
} // namespace mlir

namespace kiln {

/// In order. `Objects` and `Package` are not IR; the compiler makes them.
enum class Phase {
  Exported,   ///< ATen as exported
  Core,       ///< functional, Core ATen only
  Tensors,    ///< linalg on builtin tensors
  Dispatches, ///< kernels and their uses
  Host,       ///< memory plan and host program
  Objects,    ///< code per target
  Package,    ///< the .kiln file
};

/// The name on the command line, "core".
StringRef getPhaseName(Phase phase);
/// Nothing when no phase has this name.
std::optional<Phase> parsePhase(StringRef name);
/// The names of all phases, for messages.
std::string getPhaseNames();

struct PipelineOptions : mlir::PassPipelineOptions<PipelineOptions> {
  Option<std::string> decompositions{
      *this, "decompositions", llvm::cl::value_desc("default|none|file"),
      llvm::cl::desc("default, none, or a file with the overloads to "
                     "decompose, one on a line"),
      llvm::cl::init("default")};
  Option<std::string> form{
      *this, "form", llvm::cl::value_desc("form"),
      llvm::cl::desc("Form of dropout and batch norm: exported, inference or "
                     "training"),
      llvm::cl::init("exported")};
  Option<bool> sizeRemarks{
      *this, "size-remarks",
      llvm::cl::desc("Remark on sizes that core cannot prove, and count them"),
      llvm::cl::init(false)};
  ListOption<std::string> targets{
      *this, "targets",
      llvm::cl::desc("Targets to lower for, each class of them on its own; "
                     "without any, for CPUs in general")};
  Option<bool> mergeEqual{
      *this, "merge-equal",
      llvm::cl::desc("Kernels that are equal become one; otherwise each "
                     "dispatch has one of its own"),
      llvm::cl::init(true)};
  Option<int64_t> foldLimit{
      *this, "fold-limit", llvm::cl::value_desc("bytes"),
      llvm::cl::desc("Bytes of the largest value that is evaluated beforehand, "
                     "where it depends on no call; a larger one is made when "
                     "the weights are first needed; 0 folds nothing"),
      llvm::cl::init(1 << 20)};
  Option<bool> roundOperators{
      *this, "round-operators",
      llvm::cl::desc("Round f16 and bf16 behind each operator, as PyTorch does "
                     "that runs one by one; otherwise what a kernel computes "
                     "is rounded where it is stored"),
      llvm::cl::init(false)};
  Option<bool> requireKnownOps{
      *this, "require-known-ops",
      llvm::cl::desc("Refuse custom operators, which routines of the user "
                     "provide"),
      llvm::cl::init(false)};
  Option<std::string> schedules{
      *this, "schedules", llvm::cl::value_desc("file.json"),
      llvm::cl::desc("File of schedules that go before the choice of emitters"),
      llvm::cl::init("")};
  ListOption<std::string> withoutEmitters{
      *this, "without-emitters", llvm::cl::value_desc("emitter"),
      llvm::cl::desc("Emitters that are not chosen, such as winograd")};
  ListOption<std::string> keep{
      *this, "keep", llvm::cl::value_desc("overload"),
      llvm::cl::desc("Overloads that are not decomposed, such as "
                     "aten.silu.default")};

  /// The option of a name, whose flag a tool may take; null where there is
  /// none. It belongs to this object.
  llvm::cl::Option *find(StringRef name) { return OptionsMap.lookup(name); }
  /// The names of all options, sorted.
  SmallVector<StringRef> getNames() const {
    auto names = llvm::to_vector(OptionsMap.keys());
    llvm::sort(names);
    return names;
  }
};

/// Each builder adds the passes from the phase before to its own, and the
/// check of its contract. The pass manager is one on `builtin.module`.
void buildCorePipeline(mlir::OpPassManager &manager,
                       const PipelineOptions &options);
void buildTensorsPipeline(mlir::OpPassManager &manager,
                          const PipelineOptions &options);
void buildDispatchesPipeline(mlir::OpPassManager &manager,
                             const PipelineOptions &options);
void buildHostPipeline(mlir::OpPassManager &manager,
                       const PipelineOptions &options);

/// Adds the pass that says how each kernel is written for each target.
void buildScheduleChoice(mlir::OpPassManager &manager,
                         const PipelineOptions &options);

/// Adds the pipelines that lead from phase `from` to phase `to`; `to` is at
/// most `Host`.
void buildPipeline(mlir::OpPassManager &manager, Phase from, Phase to,
                   const PipelineOptions &options);

/// Adds the passes that check the contract of a phase, which is at most `Host`.
void buildVerification(mlir::OpPassManager &manager, Phase phase,
                       const PipelineOptions &options);

/// Checks that `module`, which somebody may have written or edited, is IR of
/// `phase` (at most `Host`) and keeps its contract: whatever compiles from
/// there on compiles from IR like that of the compiler. Errors name the op.
mlir::LogicalResult verifyPhase(mlir::ModuleOp module, Phase phase,
                                const PipelineOptions &options);

/// Registers `kiln-<phase>-pipeline` for each phase from `core` to `host`.
void registerPipelines();

} // namespace kiln

#endif // KILN_PIPELINES_PIPELINES_H
