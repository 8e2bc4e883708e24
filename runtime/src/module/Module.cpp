// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/Module.h"
#include "dtype/Dtype.h"
#include "kiln-rt/archive/Sha256.h"
#include "module/CpuLevel.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace kiln::rt;

static constexpr std::string_view manifestName = "manifest.json";

Module::Module(ZipReader archive, const ModuleOptions &options)
    : archive_(std::move(archive)),
      allocator_(options.allocator.value_or(defaultAllocator())),
      executor_(options.executor, options.threads), verify_(options.verify) {}

Expected<std::unique_ptr<Module>> Module::load(ZipReader archive,
                                               const ModuleOptions &options) {
  std::unique_ptr<Module> module(new Module(std::move(archive), options));
  KILN_RT_TRY(module->initialise(options));
  return module;
}

Status Module::initialise(const ModuleOptions &options) {
  const std::vector<ZipEntry> &entries = archive_.entries();
  if (entries.empty() || entries.front().name != manifestName)
    return makeError(Code::InvalidArgument, file(),
                     ": not a Kiln package: its first record is not ",
                     manifestName);
  KILN_RT_ASSIGN(ByteSpan text, archive_.bytesInPlace(entries.front()));
  KILN_RT_ASSIGN(manifest_, readManifest(text.text(), file()));
  KILN_RT_TRY(checkRecords());
  KILN_RT_TRY(validateManifest(manifest_, file()));
  KILN_RT_ASSIGN(choice_, chooseTarget(manifest_, options.target, file()));
  KILN_RT_TRY(bindPrograms(options));
  KILN_RT_TRY(mapWeights(options.prefetch));
  if (verify_ == KILN_VERIFY_FULL)
    KILN_RT_TRY(verifyWeights());
  return loadCode();
}

/// Archive and manifest list the same records, of the same sizes.
Status Module::checkRecords() const {
  for (const ZipEntry &entry : archive_.entries()) {
    if (entry.deflated)
      return makeError(Code::InvalidArgument, file(), ": ", entry.name,
                       ": the record of a package must be stored");
    if (entry.name != manifestName &&
        manifest_.recordIndex.count(entry.name) == 0)
      return makeError(Code::InvalidArgument, file(), ": ", entry.name,
                       ": the manifest does not list the record");
  }
  for (const Record &record : manifest_.records) {
    KILN_RT_ASSIGN(const ZipEntry *entry, archive_.require(record.name));
    if (entry->bytes != record.bytes)
      return makeError(Code::DataLoss, file(), ": ", record.name,
                       ": the record has ", entry->bytes,
                       " bytes, but the manifest says ", record.bytes);
  }
  return {};
}

Status Module::verifyRecord(const Record &record) const {
  KILN_RT_ASSIGN(ByteSpan bytes,
                 archive_.bytesInPlace(*archive_.find(record.name)));
  if (sha256Hex(bytes) != record.sha256)
    return makeError(Code::DataLoss, file(), ": ", record.name,
                     ": the digest (SHA-256) does not agree");
  return {};
}

Status Module::verifyWeights() const {
  for (const Record &record : manifest_.records)
    for (const Storage &storage : manifest_.storages)
      if (storage.record == record.name) {
        KILN_RT_TRY(verifyRecord(record));
        break;
      }
  return {};
}

/// Verifies the chosen code, maps it, and finds the kernels. A package without
/// kernels, whose programs only copy, has an empty record.
Status Module::loadCode() {
  const Target &target = manifest_.targets[choice_.target];
  const Record &record =
      manifest_.records[manifest_.recordIndex.at(target.record)];
  KILN_RT_TRY(verifyRecord(record));
  if (manifest_.kernels.empty())
    return {};
  KILN_RT_ASSIGN(ByteSpan bytes,
                 archive_.bytesInPlace(*archive_.find(record.name)));
  Expected<CodeObject> code =
      CodeObject::load(bytes, concat(file(), ": ", record.name));
  if (!code.ok())
    return code.takeError();
  code_.emplace(*std::move(code));
  for (const Kernel &kernel : manifest_.kernels) {
    auto found = kernel.cpuCode.find(target.name);
    if (found == kernel.cpuCode.end())
      return makeError(Code::InvalidArgument, file(),
                       ": manifest.json: kernel '", kernel.name,
                       "' has no code for ", target.name);
    KernelBinding binding;
    KILN_RT_ASSIGN(binding.function, code_->kernel(found->second.symbol));
    binding.grain = found->second.grain;
    binding.scratch = static_cast<size_t>(found->second.scratch);
    kernels_.push_back(binding);
  }
  return {};
}

Status Module::bindPrograms(const ModuleOptions &options) {
  for (const Program &program : manifest_.programs) {
    ProgramBinding binding;
    KILN_RT_ASSIGN(binding.plan, planBinding(program, file()));
    for (const std::string &routine : program.routines) {
      auto found = options.externs.find(routine);
      if (found == options.externs.end())
        return makeError(Code::Unimplemented, file(), ": ", program.name,
                         ": the routine '", routine,
                         "' is not known; register it with "
                         "kiln_register_extern");
      binding.routines.push_back(found->second);
    }
    bindings_.push_back(std::move(binding));
  }
  return {};
}

Status Module::mapWeights(bool prefetch) {
  for (const Storage &storage : manifest_.storages) {
    KILN_RT_ASSIGN(ByteSpan bytes,
                   archive_.bytesInPlace(*archive_.find(storage.record)));
    bytes.size = storage.bytes;
    mappedBytes_ += bytes.size;
    storages_.push_back(bytes);
    if (!prefetch || bytes.size == 0)
      continue;
    auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
    auto begin = reinterpret_cast<uintptr_t>(bytes.data) & ~(page - 1);
    auto end = reinterpret_cast<uintptr_t>(bytes.data) + bytes.size;
    // Only advice: what fails here is read when it is used.
    (void)::madvise(reinterpret_cast<void *>(begin), end - begin,
                    MADV_WILLNEED);
  }
  return {};
}

static Error noMemory(const std::string &file, uint64_t bytes) {
  return makeError(Code::ResourceExhausted, file, ": no memory for ", bytes,
                   " bytes of weights");
}

/// Gives state entries that are not row-major in their storage a copy that is.
Status Module::packState(size_t program) {
  const std::vector<StateDecl> &state = manifest_.programs[program].state;
  packed_[program].assign(state.size(), nullptr);
  for (size_t i = 0; i < state.size(); ++i) {
    const StateDecl &entry = state[i];
    if (entry.isDense)
      continue;
    size_t element = dtypeBytes(entry.dtype);
    uint64_t bytes = static_cast<uint64_t>(entry.elements) * element;
    Buffer &copy = copies_.emplace_back(allocator_);
    if (!copy.ensure(bytes))
      return noMemory(file(), bytes);
    StridedCopy shape = {element, static_cast<int32_t>(entry.sizes.size()),
                         entry.sizes.data(), entry.strides.data(), nullptr};
    copyStrided(shape,
                storages_[entry.storage].data +
                    static_cast<size_t>(entry.offset) * element,
                copy.data());
    packed_[program][i] = copy.data();
  }
  return {};
}

Status Module::prepareWeights() {
  if (prepared_.load(std::memory_order_acquire))
    return {};
  std::lock_guard<std::mutex> lock(prepareMutex_);
  if (prepared_.load(std::memory_order_relaxed))
    return {};
  if (verify_ == KILN_VERIFY_LAZY)
    KILN_RT_TRY(verifyWeights());
  copies_.clear();
  for (ByteSpan &storage : storages_) {
    // Only a package in the caller's memory can be misaligned.
    if (reinterpret_cast<uintptr_t>(storage.data) % memoryAlignment == 0)
      continue;
    Buffer &copy = copies_.emplace_back(allocator_);
    if (!copy.ensure(storage.size))
      return noMemory(file(), storage.size);
    std::memcpy(copy.data(), storage.data, storage.size);
    storage.data = static_cast<const uint8_t *>(copy.data());
  }
  packed_.resize(manifest_.programs.size());
  for (size_t i = 0; i < manifest_.programs.size(); ++i)
    KILN_RT_TRY(packState(i));
  prepared_.store(true, std::memory_order_release);
  return {};
}

const void *Module::stateData(size_t program, size_t entry) const {
  if (const void *packed = packed_[program][entry])
    return packed;
  const StateDecl &state = manifest_.programs[program].state[entry];
  return storages_[state.storage].data +
         static_cast<size_t>(state.offset) * dtypeBytes(state.dtype);
}

std::optional<uint32_t> Module::findProgram(const char *name) const {
  if (!name)
    return 0;
  for (uint32_t i = 0; i < manifest_.programs.size(); ++i)
    if (manifest_.programs[i].name == name)
      return i;
  return std::nullopt;
}
