// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CompiledKernels.h"
#include "AmxEmulator.h"
#include "kiln-rt/loader/Loader.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "kiln/Target/Emitter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace kiln;

OwningOpRef<ModuleOp> kiln::parseKernels(StringRef text, MLIRContext &context) {
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, config);
  if (!module)
    return module;
  for (auto kernel : module->getOps<exec::KernelOp>())
    exec::stateContract(kernel);
  return succeeded(verify(*module)) ? std::move(module) : nullptr;
}

/// Asks for `kernel` to be written by `emitter`, in the way that this one
/// proposes, or as a package has it where none is named. False where it cannot.
static bool setEmitter(exec::KernelOp kernel, StringRef target,
                       StringRef emitter) {
  TargetInfo info = *getTargetInfo(target);
  if (emitter.empty())
    return succeeded(chooseSchedule(kernel, info));
  for (const auto &plan : getCandidates(kernel, info))
    if (plan->schedule.emitter == emitter) {
      setSchedule(kernel, info, plan->schedule);
      return true;
    }
  return false;
}

std::unique_ptr<CompiledKernels>
CompiledKernels::compile(StringRef text, StringRef name, std::string &errors,
                         StringRef emitter, const TargetOptions &options) {
  DialectRegistry registry;
  registerTargetDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors += diagnostic.str() + "\n";
  });
  OwningOpRef<ModuleOp> module = parseKernels(text, context);
  FailureOr<std::unique_ptr<Target>> target = parseTarget(name, errors);
  if (!module || failed(target))
    return nullptr;
  SmallVector<exec::KernelOp> kernels(module->getOps<exec::KernelOp>());
  for (exec::KernelOp kernel : kernels)
    if (!setEmitter(kernel, name, emitter)) {
      errors += (kernel.getSymName() + " is nothing for " + emitter).str();
      return nullptr;
    }
  FailureOr<TargetCode> code = (*target)->compile(kernels, options);
  if (failed(code))
    return nullptr;
  auto result = std::make_unique<CompiledKernels>();
  result->code = std::move(*code);
  result->file = memfd_create("kernels", MFD_CLOEXEC);
  StringRef bytes = result->code.bytes;
  if (result->file < 0 ||
      write(result->file, bytes.data(), bytes.size()) != ssize_t(bytes.size()))
    return nullptr;
  std::string path = "/proc/self/fd/" + std::to_string(result->file);
  result->library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!result->library)
    errors += dlerror();
  // The linker has put LLVM's handlers of signals in place.
  if (name.contains("+amx"))
    amx::enable();
  return result->library ? std::move(result) : nullptr;
}

CompiledKernels::~CompiledKernels() {
  if (library)
    dlclose(library);
  if (file >= 0)
    close(file);
}

CompiledKernels::Function CompiledKernels::get(StringRef symbol) const {
  return reinterpret_cast<Function>(dlsym(library, symbol.str().c_str()));
}

int64_t CompiledKernels::getScratch(StringRef symbol) const {
  auto kernel = llvm::find_if(code.kernels, [&](const KernelCode &kernel) {
    return symbol == kernel.symbol;
  });
  return kernel == code.kernels.end() ? 0 : kernel->scratch;
}

int32_t CompiledKernels::run(StringRef symbol, std::vector<void *> buffers,
                             std::vector<int64_t> sizes, int64_t domain,
                             std::vector<int64_t> cuts) const {
  Function function = get(symbol);
  TaskMemory scratch(getScratch(symbol));
  cuts.push_back(domain);
  std::vector<std::pair<int64_t, int64_t>> ranges;
  int64_t begin = 0;
  for (int64_t end : cuts)
    ranges.emplace_back(std::exchange(begin, end), end);
  // The first range comes last, as when a task has helped another one.
  std::rotate(ranges.begin(), ranges.begin() + 1, ranges.end());
  for (auto [first, end] : ranges)
    if (int32_t result =
            function(buffers.data(), sizes.data(), first, end, scratch.data()))
      return result;
  return 0;
}

std::vector<std::string> kiln::getTileTargets() {
  std::string name = "cpu:x86-64-v4+bf16+vnni", reason;
  if (rt::cpuTargetRank(name, reason) < 0 || !amx::enable())
    return {};
  return {name + "+amx"};
}

std::vector<std::string> kiln::getRunnableTargets() {
  std::vector<std::string> targets = {"cpu:x86-64-v2"};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    targets.push_back("cpu:x86-64-v3");
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    targets.push_back("cpu:x86-64-v4");
  std::string native = getTargetInfo("cpu:native")->name;
  if (!llvm::is_contained(targets, native))
    targets.push_back(native);
  return targets;
}
