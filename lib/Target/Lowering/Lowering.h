// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The road that all targets share: kernels → functions → the LLVM dialect →
// LLVM IR → optimized LLVM IR → text or bytes.
#ifndef KILN_LIB_TARGET_LOWERING_LOWERING_H
#define KILN_LIB_TARGET_LOWERING_LOWERING_H

#include "kiln/Target/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace kiln {

/// How to get from functions of arith, math and scf to the LLVM dialect.
struct LoweringOptions {
  bool hasFma = true;      ///< fused multiply-add in hardware
  bool hasF16 = true;      ///< f16 conversions in hardware
  bool hasBf16 = false;    ///< bf16 conversions in hardware
  unsigned vectorBits = 0; ///< width of a vector register; 0: one lane each
  bool hasMasks = false;   ///< loads and stores of some lanes in hardware
};

/// Writes one kernel as a function with the given symbol.
using KernelEmitter = llvm::function_ref<LogicalResult(
    OpBuilder &, exec::KernelOp, StringRef symbol)>;

/// A module with the functions of all kernels, in their order; null where an
/// error was emitted.
mlir::OwningOpRef<mlir::ModuleOp> emitKernels(ArrayRef<exec::KernelOp> kernels,
                                              ArrayRef<std::string> symbols,
                                              KernelEmitter emitter);

/// Lowers `module` to the LLVM dialect, in place.
LogicalResult lowerToLLVMDialect(mlir::ModuleOp module,
                                 const LoweringOptions &options);

/// Calls `compile` with each number below `count`, on as many threads as
/// `options` says, and says how far it is. Errors are shown in the order of the
/// numbers.
LogicalResult forEachKernel(MLIRContext *context, size_t count,
                            const TargetOptions &options,
                            llvm::function_ref<LogicalResult(size_t)> compile);

/// A machine for `triple`; null with an error at `loc` where this LLVM has no
/// such backend.
std::unique_ptr<llvm::TargetMachine>
createTargetMachine(Location loc, StringRef triple, StringRef cpu,
                    StringRef features, const TargetOptions &options);

/// LLVM IR for `machine`, optimized.
std::unique_ptr<llvm::Module> translateToLLVM(mlir::ModuleOp module,
                                              llvm::LLVMContext &context,
                                              llvm::TargetMachine &machine,
                                              const TargetOptions &options);

/// The assembly or the object code of `module`, which is used up.
FailureOr<std::string> generateCode(Location loc, llvm::Module &module,
                                    llvm::TargetMachine &machine,
                                    llvm::CodeGenFileType type);

/// `op` or `module` as text.
std::string printToString(mlir::ModuleOp module);
std::string printToString(const llvm::Module &module);

} // namespace kiln

#endif // KILN_LIB_TARGET_LOWERING_LOWERING_H
