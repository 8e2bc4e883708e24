// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs as IR, on the road that they take through kiln-opt: parsed within
// limits, verified, printed. What verifies reads the same again from bytecode.
// MLIR's own reader does not survive every damaged bytecode, so that of an
// input meets only the walk over it that comes first.
#include "../lib/Support/BytecodeTexts.h"
#include "Fuzzer.h"
#include "kiln/InitAllDialects.h"
#include "kiln/Support/BoundedParser.h"
#include "kiln/Support/InputFile.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include <cstdio>
#include <cstdlib>

using namespace mlir;

static std::unique_ptr<MLIRContext> makeContext() {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                  math::MathDialect, scf::SCFDialect, tensor::TensorDialect>();
  kiln::registerAllDialects(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->getDiagEngine().registerHandler(
      [](Diagnostic &) { return success(); });
  return context;
}

/// Null where it is refused.
static OwningOpRef<ModuleOp> read(llvm::StringRef file, MLIRContext *context) {
  auto module = kiln::parseBounded(
      llvm::MemoryBuffer::getMemBufferCopy(file, "fuzz"), context);
  if (module && *module && succeeded(verify(**module)))
    return std::move(*module);
  if (!module)
    llvm::consumeError(module.takeError());
  return nullptr;
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

static void compareWithBytecode(ModuleOp module) {
  std::string code;
  llvm::raw_string_ostream os(code);
  if (failed(writeBytecodeToFile(module, os)))
    return;
  OwningOpRef<ModuleOp> again = read(code, module.getContext());
  if (again && print(*again) == print(module))
    return;
  std::fprintf(stderr, "%s\n", print(module).c_str());
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // Uniqued attributes live as long as the context: a new one now and then.
  static std::unique_ptr<MLIRContext> context;
  static unsigned runs = 0;
  if (runs++ % 500 == 0)
    context = makeContext();
  llvm::StringRef file(reinterpret_cast<const char *>(data), size);
  if (kiln::isBytecode(file)) {
    kiln::forEachBytecodeText(file, [](llvm::StringRef text) {
      llvm::consumeError(kiln::checkNesting(text));
    });
    return 0;
  }
  if (OwningOpRef<ModuleOp> module = read(file, context.get()))
    compareWithBytecode(*module);
  return 0;
}
