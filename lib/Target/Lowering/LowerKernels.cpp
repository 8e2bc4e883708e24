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
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
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

OwningOpRef<ModuleOp> kiln::emitKernels(ArrayRef<exec::KernelOp> kernels,
                                        ArrayRef<std::string> symbols,
                                        KernelEmitter emitter) {
  MLIRContext *context = kernels.front()->getContext();
  context->loadDialect<arith::ArithDialect, LLVM::LLVMDialect,
                       math::MathDialect, NVVM::NVVMDialect, scf::SCFDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  LogicalResult result = success();
  for (auto [kernel, symbol] : llvm::zip_equal(kernels, symbols))
    if (failed(emitter(builder, kernel, symbol)))
      result = failure();
  if (failed(result))
    return nullptr;
  return module;
}

LogicalResult kiln::lowerToLLVMDialect(ModuleOp module,
                                       const LoweringOptions &options) {
  PassManager manager(module.getContext());
  // Before math: arithmetic on small floats is done in f32 and rounded.
  manager.addPass(arith::createArithEmulateUnsupportedFloats(
      {{"bf16", "f16", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ",
        "f8E8M0FNU"},
       "f32"}));
  manager.addPass(
      createExpandMathPass({options.hasFma, options.hasF16, options.hasBf16}));
  if (options.vectorBits != 0)
    manager.addPass(
        createVectorizeLoopsPass({options.vectorBits, options.hasMasks}));
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  if (failed(manager.run(module)))
    return failure();
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

std::string kiln::printToString(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  stream << "\n";
  return text;
}
