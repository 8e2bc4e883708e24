// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels to the LLVM dialect.
#include "Lowering.h"
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Target/Passes.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace kiln;

void kiln::registerTargetDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect,
                  exec::ExecDialect, linalg::LinalgDialect, LLVM::LLVMDialect,
                  math::MathDialect, NVVM::NVVMDialect, scf::SCFDialect,
                  tensor::TensorDialect, tx::TXDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

/// A module with the functions of all kernels, in their order; null where an
/// error was emitted.
static OwningOpRef<ModuleOp> writeFunctions(ArrayRef<exec::KernelOp> kernels,
                                            ArrayRef<std::string> symbols,
                                            const TargetInfo &target,
                                            SmallVectorImpl<Launch> &launches) {
  MLIRContext *context = kernels.front()->getContext();
  context->loadDialect<arith::ArithDialect, LLVM::LLVMDialect,
                       math::MathDialect, NVVM::NVVMDialect, scf::SCFDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  LogicalResult result = success();
  for (auto [kernel, symbol] : llvm::zip_equal(kernels, symbols)) {
    FailureOr<std::unique_ptr<KernelPlan>> plan = planScheduled(kernel, target);
    if (failed(plan) || failed((*plan)->emit(builder, symbol))) {
      result = failure();
      continue;
    }
    launches.push_back((*plan)->launch);
  }
  if (failed(result))
    return nullptr;
  return module;
}

void kiln::buildObjectsPipeline(OpPassManager &manager,
                                const TargetInfo &target) {
  const CpuInfo &cpu = target.cpu;
  bool isGpu = cpu.vectorBits == 0;
  // Before math: arithmetic on small floats is done in f32 and rounded.
  manager.addPass(arith::createArithEmulateUnsupportedFloats(
      {{"bf16", "f16", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ",
        "f8E8M0FNU"},
       "f32"}));
  if (!isGpu) {
    manager.addPass(createSplitLoopsPass());
    manager.addPass(createPeelEdgesPass());
  }
  manager.addPass(
      createExpandMathPass({isGpu || cpu.hasFma, isGpu || cpu.hasF16c, isGpu,
                            cpu.hasBf16Dots, cpu.tableSize}));
  if (!isGpu)
    manager.addPass(createVectorizeLoopsPass({cpu.vectorBits, cpu.hasMasks}));
  if (cpu.tableSize == 16)
    manager.addPass(createLookUpNibblesPass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
}

namespace {
struct ObjectsOptions : PassPipelineOptions<ObjectsOptions> {
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("Target, as in kiln-compile"),
                             llvm::cl::init("cpu:x86-64-v3")};
};
} // namespace

void kiln::registerObjectsPipeline() {
  static PassPipelineRegistration<ObjectsOptions> registration(
      "kiln-objects-pipeline", "kernels -> the LLVM dialect of a target",
      [](OpPassManager &manager, const ObjectsOptions &options) {
        // The pass reports a target that is not known.
        manager.addPass(createEmitKernelsPass({options.target, ""}));
        if (std::optional<TargetInfo> info = getTargetInfo(options.target))
          buildObjectsPipeline(manager, *info);
      });
}

/// Gives each operation one line of its kernel's file: of fused ones LLVM would
/// make none, and a line table would look for others in the kernel's file.
static void chooseLines(ModuleOp module) {
  module.walk([](LLVM::LLVMFuncOp function) {
    auto line = function.getLoc()->findInstanceOf<FileLineColLoc>();
    if (!line || function.isExternal())
      return;
    function.getBody().walk([&](Operation *op) {
      auto own = op->getLoc()->findInstanceOf<FileLineColLoc>();
      bool isInFile = own && own.getFilename() == line.getFilename();
      op->setLoc(isInFile ? own : line);
    });
  });
}

/// Lowers `module` to the LLVM dialect, in place.
static LogicalResult lowerToLLVMDialect(ModuleOp module,
                                        const TargetInfo &target,
                                        const TargetOptions &options) {
  PassManager manager(module->getName());
  if (options.setUp && failed(options.setUp(manager)))
    return failure();
  buildObjectsPipeline(manager, target);
  // A driver has no use for Python lines.
  bool hasLines = options.lineTables && target.cpu.vectorBits > 0;
  if (hasLines)
    manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
  if (failed(manager.run(module)))
    return failure();
  if (hasLines)
    chooseLines(module);
  // Ops that are left cannot be translated: say so before LLVM asserts.
  WalkResult walk = module.walk([](Operation *op) -> WalkResult {
    if (isa<ModuleOp>(op) ||
        isa<LLVM::LLVMDialect, NVVM::NVVMDialect>(op->getDialect()))
      return WalkResult::advance();
    return op->emitError("no target can compile operation '")
           << op->getName() << "'";
  });
  return failure(walk.wasInterrupted());
}

static std::string
printToString(llvm::function_ref<void(llvm::raw_ostream &)> print) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  print(stream);
  return text;
}

FailureOr<std::string> kiln::emitKernels(ArrayRef<exec::KernelOp> kernels,
                                         ArrayRef<std::string> symbols,
                                         const TargetInfo &target,
                                         EmitKind kind,
                                         const TargetOptions &options,
                                         SmallVectorImpl<Launch> &launches) {
  if (kernels.empty())
    return std::string();
  OwningOpRef<ModuleOp> module =
      writeFunctions(kernels, symbols, target, launches);
  if (!module || failed(lowerToLLVMDialect(*module, target, options)))
    return failure();
  if (kind == EmitKind::Mlir)
    return printToString([&](llvm::raw_ostream &os) {
      module->print(os);
      os << "\n";
    });
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(target.code, options);
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      translateToLLVM(*module, context, *machine, options);
  if (!translated)
    return failure();
  if (kind == EmitKind::Llvm)
    return printToString(
        [&](llvm::raw_ostream &os) { translated->print(os, nullptr); });
  return generateCode(*translated, *machine,
                      kind == EmitKind::Object
                          ? llvm::CodeGenFileType::ObjectFile
                          : llvm::CodeGenFileType::AssemblyFile);
}
