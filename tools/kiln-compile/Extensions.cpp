// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Extensions.h"
#include "kiln/InitAllPasses.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

namespace cl = llvm::cl;
using namespace kiln;

static cl::OptionCategory category("Plugins and passes");
static cl::list<std::string> passAfter(
    "pass-after", cl::cat(category), cl::value_desc("phase:pipeline"),
    cl::desc("Run passes behind those of a phase: 'core:my-pass', "
             "'host:exec.variant(ep.program(cse))'; what they leave is "
             "verified as IR of the phase"));
static cl::list<std::string>
    passPlugins("load-pass-plugin", cl::cat(category), cl::value_desc("file"),
                cl::desc("Load passes from a plugin of MLIR"));
static cl::list<std::string>
    dialectPlugins("load-dialect-plugin", cl::cat(category),
                   cl::value_desc("file"),
                   cl::desc("Load dialects from a plugin of MLIR"));

static mlir::LogicalResult complain(const llvm::Twine &message) {
  llvm::errs() << "kiln-compile: " << message << "\n";
  return mlir::failure();
}

const cl::OptionCategory &Extensions::getCategory() { return category; }

void Extensions::registerFlags() {
  // Flags name passes, so that those come first.
  mlir::registerAllPasses();
  registerAllPasses();
  mlir::registerPassManagerCLOptions();
  mlir::registerDefaultTimingManagerCLOptions();
}

/// Parses "phase:pipeline"; nothing but the form of the pipeline's text is
/// checked before it is built for a pass manager.
static mlir::LogicalResult
parsePassAfter(llvm::StringRef text,
               std::vector<std::pair<Phase, std::string>> &passes) {
  auto [name, pipeline] = text.split(':');
  std::optional<Phase> phase = parsePhase(name);
  if (!phase || *phase > Phase::Host || pipeline.empty())
    return complain("--pass-after: '" + text +
                    "' is not PHASE:PIPELINE; phases that end in IR: "
                    "exported, core, tensors, dispatches, host");
  mlir::OpPassManager manager(mlir::ModuleOp::getOperationName());
  std::string reason;
  llvm::raw_string_ostream os(reason);
  if (failed(mlir::parsePassPipeline(pipeline, manager, os)))
    return complain("--pass-after: " + llvm::StringRef(reason).rtrim());
  passes.emplace_back(*phase, pipeline);
  return mlir::success();
}

mlir::LogicalResult Extensions::load() {
  for (const std::string &path : dialectPlugins) {
    auto plugin = mlir::DialectPlugin::load(path);
    if (!plugin)
      return complain("--load-dialect-plugin: " +
                      llvm::toString(plugin.takeError()));
    dialects.push_back(*plugin);
  }
  for (const std::string &path : passPlugins) {
    auto plugin = mlir::PassPlugin::load(path);
    if (!plugin)
      return complain("--load-pass-plugin: " +
                      llvm::toString(plugin.takeError()));
    plugin->registerPassRegistryCallbacks();
  }
  for (const std::string &text : passAfter)
    if (failed(parsePassAfter(text, passes)))
      return mlir::failure();
  return mlir::success();
}

void Extensions::addDialects(mlir::DialectRegistry &registry) const {
  for (const mlir::DialectPlugin &plugin : dialects)
    plugin.registerDialectRegistryCallbacks(registry);
}

PhaseHooks Extensions::getHooks(mlir::TimingScope &timing) const {
  PhaseHooks hooks;
  hooks.setUp = [&timing](mlir::PassManager &manager) {
    manager.enableTiming(timing);
    return mlir::applyPassManagerCLOptions(manager);
  };
  hooks.addAfter = [this](Phase phase, mlir::OpPassManager &manager) {
    // load() parsed them.
    for (const auto &[after, pipeline] : passes)
      if (after == phase)
        (void)mlir::parsePassPipeline(pipeline, manager);
  };
  return hooks;
}

bool Extensions::areKernelsWatched() {
  return llvm::any_of(cl::getRegisteredOptions(), [](const auto &entry) {
    llvm::StringRef name = entry.first;
    return entry.second->getNumOccurrences() > 0 &&
           (name.starts_with("mlir-print-ir-") ||
            name.starts_with("mlir-pass-") || name == "mlir-timing");
  });
}
