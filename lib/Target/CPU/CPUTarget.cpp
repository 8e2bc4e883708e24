// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CPUs: kernels become one self-contained ELF shared object.
#include "CPUTarget.h"
#include "../Lowering/Lowering.h"
#include "kiln-rt/loader/Loader.h"
#include "kiln/Target/Emitters/Kernel.h"

using namespace mlir;
using namespace kiln;

namespace {
class CPUTarget final : public Target {
public:
  using Target::Target;

  std::string getRecordName() const override {
    return ("code/cpu-" + info.getProcessor() + ".so").str();
  }
  FailureOr<TargetCode> compile(ArrayRef<exec::KernelOp> kernels,
                                const TargetOptions &options) const override;
  FailureOr<std::string> emit(ArrayRef<exec::KernelOp> kernels, EmitKind kind,
                              const TargetOptions &options) const override;

private:
  FailureOr<std::string> emitObject(exec::KernelOp kernel, KernelCode &code,
                                    const TargetOptions &options) const;
  FailureOr<std::string> link(Location loc, ArrayRef<std::string> objects,
                              bool lineTables) const;
};
} // namespace

FailureOr<std::string> CPUTarget::emit(ArrayRef<exec::KernelOp> kernels,
                                       EmitKind kind,
                                       const TargetOptions &options) const {
  if (kind == EmitKind::Object) {
    FailureOr<TargetCode> code = compile(kernels, options);
    if (failed(code))
      return failure();
    return std::move(code->bytes);
  }
  if (kind == EmitKind::Ptx && !kernels.empty())
    return emitError(kernels.front()->getLoc(), "target ")
           << getName() << " has no PTX";
  SmallVector<Launch> launches;
  return emitKernels(kernels, chooseKernelSymbols(kernels), info, kind, options,
                     launches);
}

/// The relocatable object of one kernel; `code` has its symbol, and gets its
/// launch.
FailureOr<std::string>
CPUTarget::emitObject(exec::KernelOp kernel, KernelCode &code,
                      const TargetOptions &options) const {
  SmallVector<Launch> launches;
  FailureOr<std::string> object = emitKernels(
      kernel, code.symbol, info, EmitKind::Object, options, launches);
  if (failed(object) ||
      failed(checkSelfContained(kernel, code.symbol, *object)))
    return failure();
  static_cast<Launch &>(code) = launches.front();
  return object;
}

FailureOr<std::string> CPUTarget::link(Location loc,
                                       ArrayRef<std::string> objects,
                                       bool lineTables) const {
  FailureOr<std::string> linked = linkSharedObject(loc, objects, lineTables);
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

FailureOr<TargetCode> CPUTarget::compile(ArrayRef<exec::KernelOp> kernels,
                                         const TargetOptions &options) const {
  TargetCode code;
  code.recordName = getRecordName();
  if (kernels.empty())
    return code;
  for (std::string &symbol : chooseKernelSymbols(kernels))
    code.kernels.emplace_back().symbol = std::move(symbol);
  std::vector<std::string> objects(kernels.size());
  auto compileKernel = [&](size_t i) -> LogicalResult {
    FailureOr<std::string> object =
        emitObject(kernels[i], code.kernels[i], options);
    if (succeeded(object))
      objects[i] = std::move(*object);
    return object;
  };
  if (failed(forEachKernel(kernels.front()->getContext(), kernels.size(),
                           options, compileKernel)))
    return failure();
  FailureOr<std::string> bytes =
      link(kernels.front()->getLoc(), objects, options.lineTables);
  if (failed(bytes))
    return failure();
  code.bytes = std::move(*bytes);
  return code;
}

std::unique_ptr<Target> kiln::createCpuTarget(TargetInfo info) {
  return std::make_unique<CPUTarget>(std::move(info));
}
