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

/// Writes `kernels` for `target` in the form `kind`, which a target of this
/// class has, an object being one relocatable file. `launches` gets what
/// starting each takes. On failure errors were emitted.
FailureOr<std::string> emitKernels(ArrayRef<exec::KernelOp> kernels,
                                   ArrayRef<std::string> symbols,
                                   const TargetInfo &target, EmitKind kind,
                                   const TargetOptions &options,
                                   SmallVectorImpl<Launch> &launches);

/// Calls `compile` with each number below `count`, on as many threads as
/// `options` says, and says how far it is. Errors are shown in the order of the
/// numbers.
LogicalResult forEachKernel(MLIRContext *context, size_t count,
                            const TargetOptions &options,
                            llvm::function_ref<LogicalResult(size_t)> compile);

/// The machine that `code` describes.
std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const CodeInfo &code, const TargetOptions &options);

/// LLVM IR for `machine`, optimized.
std::unique_ptr<llvm::Module> translateToLLVM(mlir::ModuleOp module,
                                              llvm::LLVMContext &context,
                                              llvm::TargetMachine &machine,
                                              const TargetOptions &options);

/// The assembly or the object code of `module`, which is used up.
std::string generateCode(llvm::Module &module, llvm::TargetMachine &machine,
                         llvm::CodeGenFileType type);

} // namespace kiln

#endif // KILN_LIB_TARGET_LOWERING_LOWERING_H
