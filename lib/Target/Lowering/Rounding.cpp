// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rounding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

bool kiln::usesBFloat(llvm::Module &module) {
  return llvm::any_of(module, [](llvm::Function &function) {
    return llvm::any_of(
        llvm::instructions(function), [](llvm::Instruction &instruction) {
          return instruction.getType()->getScalarType()->isBFloatTy();
        });
  });
}

void kiln::addRounding(llvm::Module &module,
                       const llvm::TargetMachine &machine) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Type *type = builder.getBFloatTy(), *wide = builder.getFloatTy();
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(type, {wide}, /*isVarArg=*/false),
      llvm::GlobalValue::InternalLinkage, "__truncsfbf2", module);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr("target-cpu", machine.getTargetCPU());
  function->addFnAttr("target-features", machine.getTargetFeatureString());
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "", function));
  llvm::Value *number = function->getArg(0);
  llvm::Value *bits = builder.CreateBitCast(number, builder.getInt32Ty());
  // Half of the lost bits, and one more where the kept part is odd.
  llvm::Value *odd = builder.CreateAnd(builder.CreateLShr(bits, 16), 1);
  llvm::Value *half = builder.CreateAdd(odd, builder.getInt32(0x7fff));
  llvm::Value *rounded = builder.CreateLShr(builder.CreateAdd(bits, half), 16);
  llvm::Value *quiet = builder.CreateOr(builder.CreateLShr(bits, 16), 0x40);
  llvm::Value *kept = builder.CreateSelect(
      builder.CreateFCmpUNO(number, number), quiet, rounded);
  builder.CreateRet(builder.CreateBitCast(
      builder.CreateTrunc(kept, builder.getInt16Ty()), type));
  llvm::appendToCompilerUsed(module, {function});
}
