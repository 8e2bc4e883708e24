// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loaded package: validated, its kernels mapped, its weights in place.
// Immutable once loaded and shared by threads, but for prepareWeights(), which
// is done once and guarded.

#ifndef KILN_RT_SRC_MODULE_MODULE_H
#define KILN_RT_SRC_MODULE_MODULE_H

#include "exec/Contract.h"
#include "exec/Executor.h"
#include "exec/Memory.h"
#include "kiln-rt/archive/ZipReader.h"
#include "module/CodeObject.h"
#include "module/CpuLevel.h"
#include "package/Manifest.h"

#include <memory>
#include <mutex>

namespace kiln::rt {

struct ExternBinding {
  kiln_extern_function function = nullptr;
  void *user = nullptr;
};

struct ModuleOptions {
  std::string target; ///< empty: the best
  size_t threads = 0;
  kiln_verify verify = KILN_VERIFY_LAZY;
  bool prefetch = false;
  std::optional<kiln_executor> executor;
  std::optional<kiln_allocator> allocator;
  std::unordered_map<std::string, ExternBinding> externs;
};

/// A kernel ready to be called.
struct KernelBinding {
  KernelFunction function = nullptr;
  int64_t grain = 1;
  size_t scratch = 0;
};

/// What a program needs beside its description.
struct ProgramBinding {
  BindingPlan plan;
  std::vector<ExternBinding> routines; ///< as Program::routines
};

class Module {
public:
  static Expected<std::unique_ptr<Module>> load(ZipReader archive,
                                                const ModuleOptions &options);

  const std::string &file() const { return archive_.name(); }
  const Manifest &manifest() const { return manifest_; }
  const std::string &explanation() const { return choice_.explanation; }
  const std::string &targetName() const {
    return manifest_.targets[choice_.target].name;
  }
  const KernelBinding &kernel(uint32_t index) const { return kernels_[index]; }
  const ProgramBinding &binding(size_t program) const {
    return bindings_[program];
  }
  const kiln_allocator &allocator() const { return allocator_; }
  Executor &executor() { return executor_; }
  uint64_t mappedBytes() const { return mappedBytes_; }
  /// Index of the program of this name (null: the first).
  std::optional<uint32_t> findProgram(const char *name) const;

  /// Verifies digests, if asked to, and packs what cannot be used in place.
  /// Cheap after the first call; call it before storage() and stateData().
  Status prepareWeights();
  /// The bytes of a storage, aligned.
  ByteSpan storage(uint32_t index) const { return storages_[index]; }
  /// The row-major elements of a state entry as the package has them.
  const void *stateData(size_t program, size_t entry) const;

private:
  Module(ZipReader archive, const ModuleOptions &options);
  Status initialise(const ModuleOptions &options);
  Status checkRecords() const;
  Status verifyRecord(const Record &record) const;
  Status verifyWeights() const;
  Status loadCode();
  Status bindPrograms(const ModuleOptions &options);
  Status mapWeights(bool prefetch);
  Status packState(size_t program);

  ZipReader archive_;
  kiln_allocator allocator_;
  Executor executor_;
  kiln_verify verify_;
  Manifest manifest_;
  TargetChoice choice_;
  std::optional<CodeObject> code_;
  std::vector<KernelBinding> kernels_;
  std::vector<ProgramBinding> bindings_;
  std::vector<ByteSpan> storages_;
  std::vector<Buffer> copies_; ///< storages and state that are not in place
  /// Per program and state entry: the packed copy, or null.
  std::vector<std::vector<const void *>> packed_;
  uint64_t mappedBytes_ = 0;
  std::mutex prepareMutex_;
  std::atomic<bool> prepared_{false};
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_MODULE_MODULE_H
