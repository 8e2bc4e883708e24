// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Compiler/Compiler.h"
#include "kiln/InitAllDialects.h"
#include "kiln/Package/PackageWriter.h"
#include "kiln/Support/BoundedParser.h"
#include "kiln/Support/InputFile.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace kiln;

std::unique_ptr<MLIRContext> kiln::makeCompilerContext() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  kiln::registerAllDialects(registry);
  registerTargetDialects(registry);
  return std::make_unique<MLIRContext>(registry);
}

llvm::Expected<OwningOpRef<ModuleOp>>
kiln::readProgram(MLIRContext *context, StringRef path,
                  const ImportOptions &options) {
  auto buffer = readInputFile(path);
  if (!buffer)
    return buffer.takeError();
  auto refuse = [&](llvm::Error reason) {
    return llvm::createStringError(path + ": " +
                                   llvm::toString(std::move(reason)));
  };
  if ((*buffer)->getBuffer().starts_with("PK"))
    return importPt2(context, path, options);
  auto module = parseBounded(std::move(*buffer), context);
  if (!module)
    return refuse(module.takeError());
  if (!*module || failed(verify(**module)))
    return llvm::createStringError(path + ": neither an archive nor IR");
  return module;
}

LogicalResult kiln::lower(ModuleOp module, Phase from, Phase to,
                          const PipelineOptions &options) {
  PassManager manager(module->getName());
  buildPipeline(manager, from, to, options);
  return manager.run(module);
}

SmallVector<exec::KernelOp> kiln::getKernels(ModuleOp module) {
  SmallVector<exec::KernelOp> kernels;
  module.walk([&](exec::KernelOp kernel) { kernels.push_back(kernel); });
  return kernels;
}

LogicalResult kiln::compilePackage(ModuleOp module,
                                   ArrayRef<std::unique_ptr<Target>> targets,
                                   const TargetOptions &options,
                                   StringRef path) {
  SmallVector<exec::KernelOp> kernels = getKernels(module);
  std::vector<TargetCode> code;
  for (const std::unique_ptr<Target> &target : targets) {
    FailureOr<TargetCode> compiled = target->compile(kernels, options);
    if (failed(compiled))
      return failure();
    code.push_back(std::move(*compiled));
  }
  return writePackage(module, targets, code, path);
}
