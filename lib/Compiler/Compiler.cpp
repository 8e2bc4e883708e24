// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Compiler/Compiler.h"
#include "kiln/InitAllDialects.h"
#include "kiln/Package/PackageWriter.h"
#include "kiln/Support/BoundedParser.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/InputFile.h"
#include "kiln/Target/Emitter.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace kiln;

std::unique_ptr<MLIRContext>
kiln::makeCompilerContext(llvm::function_ref<void(DialectRegistry &)> add) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  kiln::registerAllDialects(registry);
  registerTargetDialects(registry);
  if (add)
    add(registry);
  return std::make_unique<MLIRContext>(registry);
}

/// IR names its archive as it was called where it was written; it may lie
/// beside the IR as well.
static void findArchives(ModuleOp module, StringRef path) {
  for (auto program : module.getOps<ep::ProgramOp>()) {
    std::optional<StringRef> archive = program.getArchive();
    if (!archive || llvm::sys::path::is_absolute(*archive))
      continue;
    llvm::SmallString<128> beside(llvm::sys::path::parent_path(path));
    llvm::sys::path::append(beside, *archive);
    if (llvm::sys::fs::exists(beside))
      program.setArchive(beside);
  }
}

llvm::Expected<OwningOpRef<ModuleOp>>
kiln::readProgram(MLIRContext *context, StringRef path,
                  const ImportOptions &options) {
  auto buffer = readInputFile(path);
  if (!buffer)
    return buffer.takeError();
  if ((*buffer)->getBuffer().starts_with("PK"))
    return importPt2(context, path, options);
  bool isIR = (*buffer)->getBuffer().contains("ep.program");
  auto module = parseVerified(std::move(*buffer), context);
  if (module) {
    findArchives(**module, path);
    return module;
  }
  if (isIR || !module.errorIsA<DiagnosedError>())
    return module.takeError();
  llvm::consumeError(module.takeError());
  return llvm::createStringError(path + ": neither an archive nor IR\n" + path +
                                 ": note: torch.export.save() writes archives, "
                                 "kiln-compile --compile-to=core IR");
}

/// Runs the passes that `add` adds, if there are any.
static LogicalResult runPasses(ModuleOp module, const PhaseHooks &hooks,
                               llvm::function_ref<void(PassManager &)> add) {
  PassManager manager(module->getName());
  if (hooks.setUp && failed(hooks.setUp(manager)))
    return failure();
  add(manager);
  return manager.empty() ? success() : manager.run(module);
}

/// Runs what a hook adds behind a phase.
static LogicalResult runAfter(ModuleOp module, Phase phase,
                              const PipelineOptions &options,
                              const PhaseHooks &hooks) {
  if (!hooks.addAfter)
    return success();
  bool isExtended = false;
  if (failed(runPasses(module, hooks, [&](PassManager &manager) {
        hooks.addAfter(phase, manager);
        isExtended = !manager.empty();
      })))
    return failure();
  return isExtended ? verifyPhase(module, phase, options) : success();
}

LogicalResult kiln::lower(ModuleOp module, Phase from, Phase to,
                          const PipelineOptions &options,
                          const PhaseHooks &hooks) {
  if (from == Phase::Exported && failed(runAfter(module, from, options, hooks)))
    return failure();
  while (from < to) {
    auto next = static_cast<Phase>(static_cast<int>(from) + 1);
    if (failed(runPasses(module, hooks,
                         [&](PassManager &manager) {
                           buildPipeline(manager, from, next, options);
                         })) ||
        failed(runAfter(module, next, options, hooks)))
      return failure();
    from = next;
  }
  return success();
}

FailureOr<exec::VariantOp> kiln::findVariant(ModuleOp module,
                                             const Target &target) {
  auto variants = module.getOps<exec::VariantOp>();
  for (exec::VariantOp variant : variants)
    if (variant.getSymName() == target.getClass())
      return variant;
  return emitError(module.getLoc(), "no variant is lowered for ")
         << target.getName() << "; there is "
         << (variants.empty()
                 ? "none"
                 : llvm::join(
                       llvm::map_range(variants,
                                       [](auto variant) {
                                         return variant.getSymName().str();
                                       }),
                       ", "));
}

SmallVector<exec::KernelOp> kiln::getKernels(exec::VariantOp variant) {
  SmallVector<exec::KernelOp> kernels;
  variant.walk([&](exec::KernelOp kernel) { kernels.push_back(kernel); });
  return kernels;
}

/// The part of the package for each variant that `targets` ask for, in their
/// order.
static FailureOr<SmallVector<PackageVariant>>
compileVariants(ModuleOp module, ArrayRef<std::unique_ptr<Target>> targets,
                const TargetOptions &options) {
  SmallVector<PackageVariant> variants;
  for (const std::unique_ptr<Target> &target : targets) {
    FailureOr<exec::VariantOp> variant = findVariant(module, *target);
    if (failed(variant))
      return failure();
    SmallVector<exec::KernelOp> kernels = getKernels(*variant);
    // IR that was lowered for other targets of the class says nothing of this.
    for (exec::KernelOp kernel : kernels)
      if (failed(chooseSchedule(kernel, target->getInfo())))
        return failure();
    FailureOr<TargetCode> code = target->compile(kernels, options);
    if (failed(code))
      return failure();
    auto *found = llvm::find_if(variants, [&](const PackageVariant &known) {
      return known.scope == *variant;
    });
    if (found == variants.end()) {
      variants.push_back({variant->getSymName(), *variant, {}, {}});
      found = &variants.back();
    }
    found->targets.push_back(target->getName().str());
    found->code.push_back(std::move(*code));
  }
  return variants;
}

LogicalResult kiln::compilePackage(ModuleOp module,
                                   ArrayRef<std::unique_ptr<Target>> targets,
                                   const TargetOptions &options,
                                   StringRef path) {
  auto variants = compileVariants(module, targets, options);
  return failure(failed(variants) || failed(writePackage(*variants, path)));
}
