// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Compiler/Compiler.h"
#include "kiln-rt/archive/Budget.h"
#include "kiln/InitAllDialects.h"
#include "kiln/Package/PackageWriter.h"
#include "kiln/Support/InputFile.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/SourceMgr.h"

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

/// A few bytes of text may stand for many: one element that is repeated. What
/// the program holds must be explained by its size.
static llvm::Error checkSplats(ModuleOp module, uint64_t fileBytes) {
  uint64_t most = rt::memoryBudget(fileBytes);
  std::string reason;
  module.walk([&](Operation *op) {
    op->getAttrDictionary().walk([&](DenseElementsAttr elements) {
      Type type = elements.getElementType();
      if (!elements.isSplat() || !type.isIntOrFloat())
        return WalkResult::advance();
      auto count = static_cast<uint64_t>(elements.getNumElements());
      uint64_t bytes = llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
      if (count <= most / bytes)
        return WalkResult::advance();
      reason = ("'" + op->getName().getStringRef() + "' holds " + Twine(count) +
                " elements of " + Twine(bytes) + " bytes, over the limit of " +
                Twine(most) + " bytes")
                   .str();
      return WalkResult::interrupt();
    });
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (reason.empty())
    return llvm::Error::success();
  return llvm::createStringError(reason);
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
  StringRef text = (*buffer)->getBuffer();
  if (text.starts_with("PK"))
    return importPt2(context, path, options);
  if (llvm::Error error = checkNesting(text))
    return refuse(std::move(error));
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, context);
  if (!module)
    return llvm::createStringError(path + ": neither an archive nor IR");
  if (llvm::Error error = checkSplats(*module, text.size()))
    return refuse(std::move(error));
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
