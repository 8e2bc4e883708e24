// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Test tool: compiles the kernels of an IR file by one target and prints what
// was asked for.
//   kiln-test-target <file.mlir> <target> mlir|llvm|asm|ptx|object|kernels
// `object` writes the code record to standard output, `kernels` prints what a
// package says of each kernel.
#include "kiln/Target/Target.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace mlir;
using namespace kiln;

static LogicalResult printKernels(const Target &target,
                                  ArrayRef<exec::KernelOp> kernels) {
  FailureOr<TargetCode> code = target.compile(kernels, {});
  if (failed(code))
    return failure();
  llvm::outs() << code->recordName << "\n";
  for (const KernelCode &kernel : code->kernels)
    llvm::outs() << kernel.symbol << " grain " << kernel.grain << " scratch "
                 << kernel.scratch << " block " << kernel.block[0] << " grid "
                 << kernel.grid[0] << " shared " << kernel.shared << "\n";
  return success();
}

int main(int argc, char **argv) {
  if (argc != 4) {
    llvm::errs() << "usage: kiln-test-target <file> <target> <what>\n";
    return 1;
  }
  std::string error;
  FailureOr<std::unique_ptr<Target>> target = parseTarget(argv[2], error);
  if (failed(target)) {
    llvm::errs() << error << "\n";
    return 1;
  }
  DialectRegistry registry;
  registerTargetDialects(registry);
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(argv[1], sources, &context);
  if (!module)
    return 1;
  SmallVector<exec::KernelOp> kernels;
  module->walk([&](exec::KernelOp kernel) { kernels.push_back(kernel); });
  StringRef what = argv[3];
  if (what == "kernels")
    return failed(printKernels(**target, kernels));
  auto kind = llvm::StringSwitch<EmitKind>(what)
                  .Case("mlir", EmitKind::Mlir)
                  .Case("llvm", EmitKind::Llvm)
                  .Case("asm", EmitKind::Asm)
                  .Case("ptx", EmitKind::Ptx)
                  .Default(EmitKind::Object);
  FailureOr<std::string> text = (*target)->emit(kernels, kind, {});
  if (failed(text))
    return 1;
  llvm::outs() << *text;
  return 0;
}
