// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel must be a pure function of its arguments: an undefined symbol in
// the object means that the code generator fell back on a library.
#include "CPUTarget.h"
#include "llvm/Object/ObjectFile.h"

using namespace mlir;
using namespace kiln;
using namespace llvm::object;

/// The kernel whose function lies in `section`: `.text.<symbol>`.
static exec::KernelOp findKernel(ArrayRef<exec::KernelOp> kernels,
                                 ArrayRef<std::string> symbols,
                                 StringRef section) {
  section.consume_front(".text.");
  for (auto [kernel, symbol] : llvm::zip_equal(kernels, symbols))
    if (section == symbol)
      return kernel;
  return kernels.front();
}

LogicalResult kiln::checkSelfContained(ArrayRef<exec::KernelOp> kernels,
                                       ArrayRef<std::string> symbols,
                                       StringRef object) {
  // The code generator wrote it a moment ago: its structure is right.
  std::unique_ptr<ObjectFile> file = llvm::cantFail(
      ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "kernels")));
  for (const SectionRef &section : file->sections()) {
    section_iterator target = llvm::cantFail(section.getRelocatedSection());
    if (target == file->section_end())
      continue;
    for (const RelocationRef &relocation : section.relocations()) {
      symbol_iterator symbol = relocation.getSymbol();
      if (symbol == file->symbol_end() ||
          !(llvm::cantFail(symbol->getFlags()) & SymbolRef::SF_Undefined))
        continue;
      exec::KernelOp kernel =
          findKernel(kernels, symbols, llvm::cantFail(target->getName()));
      return emitError(kernel.getLoc(), "internal error: the code of kernel '")
             << kernel.getSymName() << "' needs the symbol '"
             << llvm::cantFail(symbol->getName()) << "', but must need nothing";
    }
  }
  return success();
}
