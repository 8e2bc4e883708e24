// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LinkRoutines.h"
#include "kiln/Matrix/Routines.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"

using namespace kiln;

static bool isRoutine(const llvm::Function &function) {
  return function.isDeclaration() &&
         function.getName().starts_with("kiln_matrix_");
}

/// Removes the attributes that name the processor and options of the bitcode.
static void neutralize(llvm::Module &routines, const llvm::Module &target) {
  routines.setTargetTriple(target.getTargetTriple());
  routines.setDataLayout(target.getDataLayout());
  while (routines.named_metadata_begin() != routines.named_metadata_end())
    routines.eraseNamedMetadata(&*routines.named_metadata_begin());
  for (llvm::Function &function : routines)
    for (llvm::StringRef attribute :
         {"target-cpu", "target-features", "tune-cpu", "frame-pointer",
          "min-legal-vector-width", "stack-protector-buffer-size"})
      function.removeFnAttr(attribute);
}

void kiln::linkRoutines(llvm::Module &module) {
  if (llvm::none_of(module, isRoutine))
    return;
  // The bitcode of the build can be read.
  std::unique_ptr<llvm::Module> routines =
      llvm::cantFail(llvm::getLazyBitcodeModule(
          llvm::MemoryBufferRef(matrix::getRoutineBitcode(), "routines"),
          module.getContext()));
  neutralize(*routines, module);
  bool hasFailed = llvm::Linker::linkModules(
      module, std::move(routines), llvm::Linker::LinkOnlyNeeded,
      [](llvm::Module &linked, const llvm::StringSet<> &names) {
        for (const auto &name : names)
          if (llvm::GlobalValue *value = linked.getNamedValue(name.getKey())) {
            value->setLinkage(llvm::GlobalValue::InternalLinkage);
            if (auto *object = llvm::dyn_cast<llvm::GlobalObject>(value))
              object->setComdat(nullptr);
          }
      });
  assert(!hasFailed && "the routines fit every module");
  (void)hasFailed;
}
