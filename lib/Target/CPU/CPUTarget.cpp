// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x86-64: kernels become one self-contained ELF shared object.
#include "CPUTarget.h"
#include "../Lowering/Lowering.h"
#include "kiln-rt/loader/Loader.h"
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Target/Emitters/Attention.h"
#include "kiln/Target/Emitters/Convolution.h"
#include "kiln/Target/Emitters/Gemm.h"
#include "kiln/Target/Emitters/Kernel.h"
#include "kiln/Target/Emitters/Naive.h"
#include "kiln/Target/Emitters/Window.h"

using namespace mlir;
using namespace kiln;

static constexpr TargetTraits kTraits = {"cpu", /*wholeRows=*/true,
                                         /*panels=*/true, /*attention=*/true};

namespace {
class CPUTarget final : public Target {
public:
  explicit CPUTarget(CpuInfo info)
      : info(std::move(info)), name("cpu:" + this->info.name) {}

  StringRef getName() const override { return name; }
  const TargetTraits &getTraits() const override { return kTraits; }
  std::string getRecordName() const override {
    return "code/cpu-" + info.name + ".so";
  }
  FailureOr<TargetCode> compile(ArrayRef<exec::KernelOp> kernels,
                                const TargetOptions &options) const override;
  FailureOr<std::string> emit(ArrayRef<exec::KernelOp> kernels, EmitKind kind,
                              const TargetOptions &options) const override;

private:
  FailureOr<std::string> emitObject(exec::KernelOp kernel,
                                    const std::string &symbol,
                                    const TargetOptions &options) const;
  FailureOr<std::string> link(ArrayRef<exec::KernelOp> kernels,
                              ArrayRef<std::string> symbols,
                              const TargetOptions &options) const;
  FailureOr<std::string> emitFor(ArrayRef<exec::KernelOp> kernels,
                                 ArrayRef<std::string> symbols, EmitKind kind,
                                 const TargetOptions &options) const;

  CpuInfo info;
  std::string name;
};
} // namespace

FailureOr<std::string> CPUTarget::emitFor(ArrayRef<exec::KernelOp> kernels,
                                          ArrayRef<std::string> symbols,
                                          EmitKind kind,
                                          const TargetOptions &options) const {
  if (kernels.empty())
    return std::string();
  Location loc = kernels.front()->getLoc();
  if (kind == EmitKind::Ptx)
    return emitError(loc, "target ") << name << " has no PTX";
  OwningOpRef<ModuleOp> module = emitKernels(
      kernels, symbols,
      [&](OpBuilder &builder, exec::KernelOp kernel, StringRef symbol) {
        if (getAttentionScratch(kernel, info))
          return emitAttentionCpuKernel(builder, kernel, symbol, info);
        if (getWindowScratch(kernel, info))
          return emitWindowCpuKernel(builder, kernel, symbol, info);
        if (getConvolutionScratch(kernel, info))
          return emitConvolutionCpuKernel(builder, kernel, symbol, info);
        if (getGemmScratch(kernel, info))
          return emitGemmCpuKernel(builder, kernel, symbol, info);
        return emitNaiveCpuKernel(builder, kernel, symbol);
      });
  LoweringOptions lowering;
  lowering.hasFma = info.hasFma;
  lowering.hasF16 = info.hasF16c;
  lowering.vectorBits = info.vectorBits;
  lowering.hasMasks = info.vectorBits >= 512;
  if (!module || failed(lowerToLLVMDialect(*module, lowering)))
    return failure();
  if (kind == EmitKind::Mlir)
    return printToString(*module);

  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(
      loc, "x86_64-unknown-linux-gnu", info.cpu, info.features, options);
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      translateToLLVM(*module, context, *machine, options);
  if (!translated)
    return failure();
  if (kind == EmitKind::Llvm)
    return printToString(*translated);
  if (kind == EmitKind::Asm)
    return generateCode(loc, *translated, *machine,
                        llvm::CodeGenFileType::AssemblyFile);
  return generateCode(loc, *translated, *machine,
                      llvm::CodeGenFileType::ObjectFile);
}

FailureOr<std::string>
CPUTarget::emitObject(exec::KernelOp kernel, const std::string &symbol,
                      const TargetOptions &options) const {
  FailureOr<std::string> object =
      emitFor(kernel, symbol, EmitKind::Object, options);
  if (failed(object) || failed(checkSelfContained(kernel, symbol, *object)))
    return failure();
  return object;
}

/// The shared object of all kernels.
FailureOr<std::string> CPUTarget::link(ArrayRef<exec::KernelOp> kernels,
                                       ArrayRef<std::string> symbols,
                                       const TargetOptions &options) const {
  if (kernels.empty())
    return std::string();
  std::vector<std::string> objects(kernels.size());
  auto compile = [&](size_t i) -> LogicalResult {
    FailureOr<std::string> object = emitObject(kernels[i], symbols[i], options);
    if (succeeded(object))
      objects[i] = std::move(*object);
    return object;
  };
  if (failed(forEachKernel(kernels.front()->getContext(), kernels.size(),
                           options, compile)))
    return failure();
  Location loc = kernels.front()->getLoc();
  FailureOr<std::string> linked = linkSharedObject(loc, objects);
  if (failed(linked))
    return failure();
  // What compiles loads.
  rt::Status status =
      rt::checkCode(rt::ByteSpan(std::string_view(*linked)), getRecordName());
  if (!status.ok())
    return emitError(loc, "no runtime would load this: ")
           << status.error().message;
  return linked;
}

FailureOr<std::string> CPUTarget::emit(ArrayRef<exec::KernelOp> kernels,
                                       EmitKind kind,
                                       const TargetOptions &options) const {
  SmallVector<std::string> symbols = chooseKernelSymbols(kernels);
  return kind == EmitKind::Object ? link(kernels, symbols, options)
                                  : emitFor(kernels, symbols, kind, options);
}

/// The least number of items that are worth a thread: about 4096 simple items,
/// fewer where an item runs through loops, but a whole row where that has them.
static int64_t chooseGrain(exec::KernelOp kernel) {
  constexpr int64_t kSimple = 4096, kReduction = 64, kMatrix = 4;
  // Of matrices, about as many elements as of others.
  if (kernel.getYield().getOperand(0).getDefiningOp<tx::MatrixOp>()) {
    auto room = cast<RankedTensorType>(kernel.getResultTypes().back());
    int64_t words = room.getShape().back();
    return ShapedType::isDynamic(words)
               ? kMatrix
               : std::max<int64_t>(kSimple / std::max<int64_t>(words, 1), 1);
  }
  if (!hasReduction(kernel))
    return kSimple;
  std::optional<int64_t> columns = getSharedRow(kernel);
  if (!columns)
    return kReduction;
  return ShapedType::isDynamic(*columns) ? kSimple
                                         : std::max(*columns, kReduction);
}

FailureOr<TargetCode> CPUTarget::compile(ArrayRef<exec::KernelOp> kernels,
                                         const TargetOptions &options) const {
  SmallVector<std::string> symbols = chooseKernelSymbols(kernels);
  FailureOr<std::string> bytes = link(kernels, symbols, options);
  if (failed(bytes))
    return failure();
  TargetCode code;
  code.recordName = getRecordName();
  code.bytes = std::move(*bytes);
  for (auto [kernel, symbol] : llvm::zip_equal(kernels, symbols)) {
    KernelCode &entry = code.kernels.emplace_back();
    entry.symbol = symbol;
    entry.grain = chooseGrain(kernel);
    std::optional<int64_t> scratch = getAttentionScratch(kernel, info);
    if (!scratch)
      scratch = getWindowScratch(kernel, info);
    if (!scratch)
      scratch = getConvolutionScratch(kernel, info);
    if (!scratch)
      scratch = getGemmScratch(kernel, info);
    entry.scratch = scratch.value_or(getNaiveScratch(kernel));
  }
  return code;
}

std::unique_ptr<Target> kiln::createCpuTarget(CpuInfo info) {
  return std::make_unique<CPUTarget>(std::move(info));
}
