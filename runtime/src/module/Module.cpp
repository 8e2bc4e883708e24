// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/Module.h"
#include "device/DeviceName.h"
#include "exec/Prepare.h"
#include "package/PackageRecords.h"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

using namespace kiln::rt;

static std::shared_ptr<CpuDevice> makeCpu(const ModuleOptions &options) {
  std::shared_ptr<ThreadPool> pool =
      options.pool
          ? options.pool
          : std::make_shared<ThreadPool>(options.executor ? 1 : options.threads,
                                         options.logger);
  return std::make_shared<CpuDevice>(
      options.allocator.value_or(defaultAllocator()),
      Executor(options.executor, std::move(pool)));
}

Module::Module(ZipReader archive, const ModuleOptions &options)
    : archive_(std::move(archive)), logger_(options.logger),
      cpu_(makeCpu(options)), device_(options.device ? options.device : cpu_),
      outputDevice_(options.outputsOnDevice ? device_.get() : cpu_.get()),
      routineDevice_(options.routinesOnHost ? cpu_.get() : device_.get()),
      deviceName_(rt::deviceName(device_->id())),
      deviceDescription_(device_->describe()), verify_(options.verify) {}

Expected<std::unique_ptr<Module>> Module::load(ZipReader archive,
                                               const ModuleOptions &options) {
  std::unique_ptr<Module> module(new Module(std::move(archive), options));
  KILN_RT_TRY(module->initialise(options));
  const Manifest &manifest = module->manifest_;
  module->logger_.log(KILN_LOG_INFO, module->file(), ": loaded for ",
                      module->targetName(), ": ", manifest.programs.size(),
                      " programs, ", manifest.kernels.size(), " kernels, ",
                      module->mappedBytes(), " bytes of weights");
  return module;
}

Status Module::initialise(const ModuleOptions &options) {
  KILN_RT_ASSIGN(PackageIndex index, readPackageIndex(archive_));
  KILN_RT_ASSIGN(choice_,
                 chooseTarget(index, options.target, *device_, file()));
  KILN_RT_ASSIGN(manifest_,
                 readVariant(archive_, std::move(index), choice_.variant));
  KILN_RT_TRY(bindDetails());
  KILN_RT_TRY(validateManifest(manifest_, file()));
  KILN_RT_TRY(bindPrograms(options));
  if (options.prefetch)
    KILN_RT_TRY(prefetchWeights());
  if (verify_ == KILN_VERIFY_FULL)
    KILN_RT_TRY(verifyStorages(archive_, manifest_, cpu_->executor().pool()));
  if (options.standIn) {
    cpu_->loadStandIn(options.standIn, manifest_.kernels.size());
    return {};
  }
  return loadCode();
}

/// Most modules are never asked for details. What is wrong with them keeps
/// nobody from calling, unless all is to be verified.
Status Module::bindDetails() {
  if (manifest_.detailsRecord == noIndex)
    return {};
  if (verify_ == KILN_VERIFY_FULL)
    return readDetails(archive_, manifest_);
  manifest_.details->readLater(
      [this] { return readDetails(archive_, manifest_); },
      [this](const std::string &problem) {
        logger_.log(KILN_LOG_WARNING, problem);
      });
  return {};
}

/// The cubin of a target that suits a device best; null where none does.
static const Cubin *bestCubin(const Target &target, const Device &device) {
  const Cubin *best = nullptr;
  int rank = -1;
  for (const Cubin &cubin : target.cubins)
    if (int other = device.rankCubin(cubin.architecture); other > rank) {
      best = &cubin;
      rank = other;
    }
  return best;
}

/// Where each kernel is in the code of a target.
static Expected<std::vector<KernelCode>> kernelsOf(const Manifest &manifest,
                                                   const Target &target,
                                                   const std::string &file) {
  std::vector<KernelCode> kernels;
  kernels.reserve(manifest.kernels.size());
  for (const Kernel &kernel : manifest.kernels) {
    const TargetCode *code = kernel.findCode(target.name);
    if (!code)
      return makeError(Code::InvalidArgument, file, ": manifest.json: kernel '",
                       kernel.name, "' has no code for ", target.name);
    kernels.push_back({kernel.name, code, manifest.details.get()});
  }
  return kernels;
}

/// Verifies the chosen code, maps it, and finds the kernels. Where a cubin is
/// refused, the code that the driver compiles is taken.
Status Module::loadCode() {
  auto target = std::find_if(
      manifest_.targets.begin(), manifest_.targets.end(),
      [&](const Target &other) { return other.name == choice_.target; });
  if (target == manifest_.targets.end())
    return makeError(Code::InvalidArgument, file(),
                     ": manifest.json: the manifest of the variant has no "
                     "target '",
                     choice_.target, "'");
  KILN_RT_ASSIGN(std::vector<KernelCode> kernels,
                 kernelsOf(manifest_, *target, file()));
  if (const Cubin *cubin = bestCubin(*target, *device_)) {
    Status status = loadRecord(cubin->record, kernels);
    if (status.ok())
      logger_.log(KILN_LOG_INFO, file(), ": ", cubin->record, " is taken");
    if (status.ok() || status.error().code != Code::FailedPrecondition)
      return status;
    logger_.log(KILN_LOG_WARNING, status.error().message, "; ", target->record,
                " is taken instead");
  }
  return loadRecord(target->record, kernels);
}

/// A package without kernels, whose programs only copy, has an empty record.
Status Module::loadRecord(const std::string &name,
                          const std::vector<KernelCode> &kernels) {
  const Record &record = manifest_.records[manifest_.findRecord(name)];
  KILN_RT_ASSIGN(ByteSpan stored,
                 archive_.bytesInPlace(archive_.entries()[record.entry]));
  CodeImage code(stored);
  KILN_RT_TRY(verifyDigest(code.bytes(), record, file()));
  if (kernels.empty())
    return {};
  return device_->load(std::move(code), concat(file(), ": ", record.name),
                       kernels);
}

/// Names the routine and where the program calls it.
static Error unknownRoutine(const Manifest &manifest, const Program &program,
                            const std::string &file, uint32_t routine) {
  Error error = makeError(Code::Unimplemented, file, ": ", program.name,
                          ": the routine '", program.routines[routine],
                          "' is not known; register it with "
                          "kiln_register_extern");
  for (const kiln::rt::Entry &entry : program.entries)
    for (const Instruction &instruction : entry.code) {
      if (instruction.opcode != Opcode::Extern ||
          program.externs[instruction.a].binding != routine ||
          instruction.origin == noIndex)
        continue;
      const Origin &origin = manifest.details->origin(instruction.origin);
      std::string at = origin.op;
      if (*origin.file)
        at += concat(at.empty() ? "" : ", ", origin.file, ":", origin.line);
      error.message = concat(error.message, at.empty() ? "" : " (", at,
                             at.empty() ? "" : ")");
      error.file = origin.file;
      error.line = origin.line;
      return error;
    }
  return error;
}

Status Module::bindPrograms(const ModuleOptions &options) {
  for (const Program &program : manifest_.programs) {
    ProgramBinding binding;
    for (uint32_t i = 0; i < program.routines.size(); ++i) {
      auto found = options.externs.find(program.routines[i]);
      if (found == options.externs.end())
        return unknownRoutine(manifest_, program, file(), i);
      binding.routines.push_back(found->second);
    }
    bindings_.push_back(std::move(binding));
  }
  return {};
}

Status Module::prefetchWeights() {
  KILN_RT_TRY(findWeights());
  auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  for (ByteSpan bytes : storages_) {
    auto begin = reinterpret_cast<uintptr_t>(bytes.data) & ~(page - 1);
    auto end = reinterpret_cast<uintptr_t>(bytes.data) + bytes.size;
    // Only advice: pages that fail here are read when they are used.
    if (bytes.size > 0 && ::madvise(reinterpret_cast<void *>(begin),
                                    end - begin, MADV_WILLNEED) != 0)
      logger_.log(KILN_LOG_WARNING, file(), ": the weights are not read ahead");
  }
  return {};
}

/// Once, where they are needed first: each has a local header on a page of its
/// own, and the pages are those that a call reads. Under the mutex.
Status Module::findWeights() {
  if (storages_.size() == manifest_.storages.size())
    return {};
  std::vector<ByteSpan> found;
  found.reserve(manifest_.storages.size());
  for (const Storage &storage : manifest_.storages) {
    if (storage.isFolded()) {
      found.emplace_back();
      continue;
    }
    const Record &record = manifest_.records[storage.record];
    KILN_RT_ASSIGN(ByteSpan bytes,
                   archive_.bytesInPlace(archive_.entries()[record.entry]));
    found.emplace_back(bytes.data, storage.bytes);
  }
  storages_ = std::move(found);
  return {};
}

uint64_t Module::mappedBytes() const {
  uint64_t bytes = 0;
  for (const Storage &storage : manifest_.storages)
    bytes += storage.isFolded() ? 0 : storage.bytes;
  return bytes;
}

/// Once, if that was asked for. Under the mutex.
Status Module::verifyWeights() {
  if (verify_ != KILN_VERIFY_LAZY || weightsVerified_)
    return {};
  KILN_RT_TRY(verifyStorages(archive_, manifest_, cpu_->executor().pool()));
  weightsVerified_ = true;
  logger_.log(KILN_LOG_INFO, file(), ": the weights are verified");
  return {};
}

Expected<std::shared_ptr<const WeightSet>> Module::weights() {
  std::unique_lock<std::mutex> lock(weightsMutex_);
  if (!weights_) {
    KILN_RT_TRY(findWeights());
    KILN_RT_TRY(verifyWeights());
    // Callers who come first at once may all make what the package lacks.
    bool runsKernels = hasFolded(manifest_);
    if (runsKernels)
      lock.unlock();
    KILN_RT_ASSIGN(std::shared_ptr<const WeightSet> set, makeWeights(nullptr));
    if (runsKernels)
      lock.lock();
    if (!weights_)
      weights_ = std::move(set);
  }
  return std::shared_ptr<const WeightSet>(weights_);
}

/// Without the mutex where kernels run: they do on an executor whose threads
/// may be waiting for weights.
Expected<std::shared_ptr<WeightSet>>
Module::makeWeights(WeightSourcePtr replaced) {
  KILN_RT_ASSIGN(std::shared_ptr<WeightSet> set,
                 WeightSet::make(manifest_, *device_, *cpu_, storages_,
                                 isVerified(), std::move(replaced), file()));
  KILN_RT_TRY(prepareWeights(*this, *set));
  return set;
}

Status Module::setWeights(const WeightSourcePtr &replaced, bool keepCurrent) {
  while (true) {
    uint64_t version = 0;
    WeightSourcePtr source = replaced;
    {
      std::lock_guard<std::mutex> lock(weightsMutex_);
      KILN_RT_TRY(findWeights());
      KILN_RT_TRY(verifyWeights());
      version = weightsVersion();
      if (keepCurrent && weights_)
        source = WeightSource::overlay(weights_->source(), replaced);
    }
    KILN_RT_ASSIGN(std::shared_ptr<WeightSet> set,
                   makeWeights(std::move(source)));
    std::lock_guard<std::mutex> lock(weightsMutex_);
    // Somebody was faster: the rest is not now what it was.
    if (keepCurrent && version != weightsVersion())
      continue;
    weights_ = std::move(set);
    weightsVersion_.fetch_add(1, std::memory_order_release);
    logger_.log(KILN_LOG_INFO, file(), ": ",
                replaced
                    ? concat(replaced->tensors().size(), " weights are new")
                    : "the weights are the package's");
    return {};
  }
}

Status Module::follow(kiln_stream stream, kiln_stream other) const {
  if (device_->isHost() && (stream || other))
    return makeError(Code::InvalidArgument, file(),
                     ": a stream is given, but the module runs on the CPU, "
                     "which has none");
  KILN_RT_ASSIGN(void *done, device_->recordEvent(other));
  return device_->waitEvent(stream, done);
}

std::optional<uint32_t> Module::findProgram(const char *name) const {
  if (!name)
    return 0;
  for (uint32_t i = 0; i < manifest_.programs.size(); ++i)
    if (manifest_.programs[i].name == name)
      return i;
  return std::nullopt;
}
