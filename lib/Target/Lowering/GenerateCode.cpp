// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The LLVM dialect to optimized LLVM IR, and that to text or bytes.
#include "LinkRoutines.h"
#include "Lowering.h"
#include "Rounding.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetOptions.h"
#include <mutex>

using namespace mlir;
using namespace kiln;

static void initializeBackends() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
  });
}

std::unique_ptr<llvm::TargetMachine>
kiln::createTargetMachine(const CodeInfo &code, const TargetOptions &options) {
  initializeBackends();
  std::string error;
  llvm::Triple triple(code.triple);
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  assert(target && "LLVM has the backends of the table");
  llvm::TargetOptions machineOptions;
  // No multiply and add becomes one operation behind the kernel's back.
  machineOptions.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  // A section per kernel: the object then shows the needs of each kernel.
  machineOptions.FunctionSections = true;
  auto level = static_cast<llvm::CodeGenOptLevel>(
      std::min(options.optimizationLevel, 3u));
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, code.processor, code.features, machineOptions, llvm::Reloc::PIC_,
      code.model, level));
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     const TargetOptions &options) {
  llvm::PassBuilder builder(&machine);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  // No function of the C library may be assumed: none will be there.
  llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
  library.disableAllFunctions();
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  static const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1,
      llvm::OptimizationLevel::O2, llvm::OptimizationLevel::O3};
  llvm::OptimizationLevel level =
      levels[std::min(options.optimizationLevel, 3u)];
  llvm::ModulePassManager manager =
      level == llvm::OptimizationLevel::O0
          ? builder.buildO0DefaultPipeline(level)
          : builder.buildPerModuleDefaultPipeline(level);
  manager.run(module, modules);
}

std::unique_ptr<llvm::Module>
kiln::translateToLLVM(ModuleOp module, llvm::LLVMContext &context,
                      llvm::TargetMachine &machine,
                      const TargetOptions &options) {
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, context, "kiln");
  if (!translated)
    return nullptr;
  translated->setTargetTriple(machine.getTargetTriple());
  translated->setDataLayout(machine.createDataLayout());
  linkRoutines(*translated);
  for (llvm::Function &function : *translated) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr(llvm::Attribute::NoUnwind);
    // Loops stay loops: a call to memcpy or memset would find no library.
    function.addFnAttr("no-builtins");
    // On a GPU a jump through a table parts the lanes as branches do, and costs
    // more.
    if (machine.getTargetTriple().isNVPTX())
      function.addFnAttr("no-jump-tables", "true");
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
  optimize(*translated, machine, options);
  if (machine.getTargetTriple().isX86() && usesBFloat(*translated))
    addRounding(*translated, machine);
  return translated;
}

std::string kiln::generateCode(llvm::Module &module,
                               llvm::TargetMachine &machine,
                               llvm::CodeGenFileType type) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager manager;
  llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
  library.disableAllFunctions();
  manager.add(new llvm::TargetLibraryInfoWrapperPass(library));
  bool unsupported =
      machine.addPassesToEmitFile(manager, stream, nullptr, type);
  assert(!unsupported && "both backends write both kinds of file");
  (void)unsupported;
  manager.run(module);
  return std::string(bytes.begin(), bytes.end());
}
