// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA: kernels become one PTX module. No libdevice, no toolkit.
#include "CUDATarget.h"
#include "../Lowering/Lowering.h"
#include "kiln/Target/Emitters/Kernel.h"
#include "kiln/Target/Emitters/Naive.h"

using namespace mlir;
using namespace kiln;

// A thread computes one element: a row would be reduced for each.
static constexpr TargetTraits kTraits = {"cuda", /*wholeRows=*/false,
                                         /*panels=*/false, /*attention=*/false};

namespace {
class CUDATarget final : public Target {
public:
  explicit CUDATarget(const CudaInfo &info)
      : info(info), name(("cuda:" + info.name).str()) {}

  StringRef getName() const override { return name; }
  const TargetTraits &getTraits() const override { return kTraits; }
  std::string getRecordName() const override {
    return ("code/cuda-" + info.name + ".ptx").str();
  }
  FailureOr<TargetCode> compile(ArrayRef<exec::KernelOp> kernels,
                                const TargetOptions &options) const override;
  FailureOr<std::string> emit(ArrayRef<exec::KernelOp> kernels, EmitKind kind,
                              const TargetOptions &options) const override;

private:
  const CudaInfo &info;
  std::string name;
};
} // namespace

FailureOr<std::string> CUDATarget::emit(ArrayRef<exec::KernelOp> kernels,
                                        EmitKind kind,
                                        const TargetOptions &options) const {
  if (kernels.empty())
    return std::string();
  Location loc = kernels.front()->getLoc();
  OwningOpRef<ModuleOp> module =
      emitKernels(kernels, chooseKernelSymbols(kernels), emitNaiveCudaKernel);
  LoweringOptions lowering;
  lowering.hasBf16 = true;
  if (!module || failed(lowerToLLVMDialect(*module, lowering)))
    return failure();
  if (kind == EmitKind::Mlir)
    return printToString(*module);
  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(
      loc, "nvptx64-nvidia-cuda", info.name, info.features, options);
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      translateToLLVM(*module, context, *machine, options);
  if (!translated)
    return failure();
  if (kind == EmitKind::Llvm)
    return printToString(*translated);
  // PTX is both the assembly and the code record of the package.
  return generateCode(loc, *translated, *machine,
                      llvm::CodeGenFileType::AssemblyFile);
}

FailureOr<TargetCode> CUDATarget::compile(ArrayRef<exec::KernelOp> kernels,
                                          const TargetOptions &options) const {
  FailureOr<std::string> text = emit(kernels, EmitKind::Ptx, options);
  if (failed(text))
    return failure();
  TargetCode code;
  code.recordName = getRecordName();
  code.bytes = std::move(*text);
  for (const std::string &symbol : chooseKernelSymbols(kernels)) {
    KernelCode &entry = code.kernels.emplace_back();
    entry.symbol = symbol;
    entry.block = {kNaiveCudaBlock, 1, 1};
    entry.grid = {"CeilDiv(n, " + std::to_string(kNaiveCudaBlock) + ")", "1",
                  "1"};
  }
  return code;
}

std::unique_ptr<Target> kiln::createCudaTarget(const CudaInfo &info) {
  return std::make_unique<CUDATarget>(info);
}
