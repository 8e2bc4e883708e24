// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loaded package: validated, its kernels mapped, its weights in place.
// Immutable once loaded and shared by threads, but for its weights, which are
// prepared by the first who needs them, may be replaced, and are guarded.

#ifndef KILN_RT_SRC_MODULE_MODULE_H
#define KILN_RT_SRC_MODULE_MODULE_H

#include "device/CpuDevice.h"
#include "exec/Contract.h"
#include "kiln-rt/archive/ZipReader.h"
#include "module/TargetChoice.h"
#include "module/WeightSet.h"
#include "package/Manifest.h"

#include <memory>
#include <mutex>

namespace kiln::rt {

struct ExternBinding {
  kiln_extern_function function = nullptr;
  void *user = nullptr;
};

struct ModuleOptions {
  std::string target;               ///< empty: the best
  size_t threads = 0;               ///< of a pool of the module's own
  std::shared_ptr<ThreadPool> pool; ///< the caller's, in its place
  Logger logger;
  kiln_verify verify = KILN_VERIFY_NONE;
  bool prefetch = false;
  std::optional<kiln_executor> executor;
  std::optional<kiln_allocator> allocator;
  std::unordered_map<std::string, ExternBinding> externs;
  std::shared_ptr<Device> device; ///< null: the CPU
  bool outputsOnDevice = false;
  bool routinesOnHost = false;
  /// Runs in the place of every kernel, whose code is neither verified nor
  /// mapped: what host programs do can be tested without trusting them.
  KernelFunction standIn = nullptr;
};

/// The code and memory of a program, beside its description.
struct ProgramBinding {
  std::vector<ExternBinding> routines; ///< as Program::routines
};

class Module {
public:
  static Expected<std::unique_ptr<Module>> load(ZipReader archive,
                                                const ModuleOptions &options);

  const std::string &file() const { return archive_.name(); }
  const Manifest &manifest() const { return manifest_; }
  const std::string &explanation() const { return choice_.explanation; }
  const std::string &targetName() const { return choice_.target; }
  const ProgramBinding &binding(size_t program) const {
    return bindings_[program];
  }
  /// Where its programs run.
  Device &device() { return *device_; }
  /// Later work of a stream follows what another has to do by now; null is the
  /// device's own. Errors: InvalidArgument, and those of the device.
  Status follow(kiln_stream stream, kiln_stream other) const;
  /// Where outputs are allocated.
  Device &outputDevice() { return *outputDevice_; }
  /// Where routines get their buffers.
  Device &routineDevice() { return *routineDevice_; }
  /// The host, whatever the programs run on.
  CpuDevice &cpu() { return *cpu_; }
  /// What the device is, for people.
  const std::string &deviceName() const { return deviceName_; }
  const std::string &deviceDescription() const { return deviceDescription_; }
  const Logger &logger() const { return logger_; }
  /// Of all weights, in the package.
  uint64_t mappedBytes() const;
  /// Index of the program of this name (null: the first).
  std::optional<uint32_t> findProgram(const char *name) const;

  /// The values of the state. The first call finds them in the package,
  /// verifies digests, if that was asked for, and packs what cannot be used in
  /// place.
  Expected<std::shared_ptr<const WeightSet>> weights();
  /// Changes with each setWeights(): cheap to ask for, never 0.
  uint64_t weightsVersion() const {
    return weightsVersion_.load(std::memory_order_acquire);
  }
  /// Puts other values in the place of the package's (null: the package's), and
  /// makes again what is made from them. They have been compared with the
  /// manifest. What is missing among them is the package's, or, to
  /// `keepCurrent`, as it is now.
  Status setWeights(const WeightSourcePtr &replaced, bool keepCurrent);

private:
  Module(ZipReader archive, const ModuleOptions &options);
  Status initialise(const ModuleOptions &options);
  Status bindDetails();
  Status loadCode();
  Status loadRecord(const std::string &name,
                    const std::vector<KernelCode> &kernels);
  Status bindPrograms(const ModuleOptions &options);
  Status findWeights();
  Status prefetchWeights();
  Status verifyWeights();
  /// Once there are weights.
  bool isVerified() const { return verify_ != KILN_VERIFY_NONE; }
  Expected<std::shared_ptr<WeightSet>> makeWeights(WeightSourcePtr replaced);

  ZipReader archive_;
  Logger logger_;
  std::shared_ptr<CpuDevice> cpu_;
  std::shared_ptr<Device> device_;
  Device *outputDevice_, *routineDevice_;
  std::string deviceName_, deviceDescription_;
  kiln_verify verify_;
  Manifest manifest_;
  TargetChoice choice_;
  std::vector<ProgramBinding> bindings_;
  std::mutex weightsMutex_;
  std::vector<ByteSpan> storages_;           ///< under the mutex
  bool weightsVerified_ = false;             ///< under the mutex
  std::shared_ptr<const WeightSet> weights_; ///< under the mutex
  std::atomic<uint64_t> weightsVersion_{1};
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_MODULE_MODULE_H
