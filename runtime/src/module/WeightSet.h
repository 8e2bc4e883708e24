// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values that a module's state has for now: those of the package, or
// others in their place. Immutable and shared: a context keeps the set that it
// runs on, so that replacing a module's set waits for nobody.

#ifndef KILN_RT_SRC_MODULE_WEIGHTSET_H
#define KILN_RT_SRC_MODULE_WEIGHTSET_H

#include "device/Memory.h"
#include "package/Manifest.h"
#include "weights/WeightSource.h"

#include <mutex>

namespace kiln::rt {

class WeightSet {
public:
  /// `storages` are the package's bytes of each storage, none for those that
  /// the entry `fold` is to fill; `replaced`, which may
  /// be null, has been compared with the module. What cannot be used in place,
  /// because of how it lies or since the device has memory of its own, is
  /// copied; to the device, while work of it that needs no weights goes on.
  /// Storages of the package are there once for all modules: those that are
  /// verified for those that are. The manifest and both devices must outlive
  /// the set. Errors: ResourceExhausted.
  static Expected<std::shared_ptr<WeightSet>>
  make(const Manifest &manifest, Device &device, Device &host,
       std::vector<ByteSpan> storages, bool areVerified,
       WeightSourcePtr replaced, const std::string &file);

  /// The package's bytes of a storage on the host, aligned.
  ByteSpan storage(uint32_t index) const { return storages_[index]; }
  /// The row-major elements of a state entry, on the device; null for one that
  /// no call uses, or that calls change.
  const void *stateData(size_t program, size_t entry) const {
    return isRead(manifest_.programs[program].state[entry])
               ? state_[program][entry]
               : nullptr;
  }
  /// The same for any entry: one that no call uses is laid out when it is first
  /// asked for. Errors: ResourceExhausted, and those of the device.
  Expected<const void *> layOutState(size_t program, size_t entry,
                                     const std::string &file) const;
  /// What replaces a state entry, or null. What the compiler makes follows what
  /// it is made from, whatever has its name elsewhere.
  const kiln_tensor *replacement(const StateDecl &state) const {
    return replaced_ && !state.isMade ? replaced_->find(state.name) : nullptr;
  }
  /// What takes the place of the package's values, or null.
  const WeightSourcePtr &source() const { return replaced_; }
  bool isReplaced() const { return replaced_ != nullptr; }
  /// New memory of the device for a state entry, all zeros. Errors:
  /// ResourceExhausted.
  Expected<void *> renew(size_t program, size_t entry, uint64_t bytes,
                         const std::string &file);

private:
  WeightSet(const Manifest &manifest, Device &device, Device &host)
      : manifest_(manifest), device_(device), host_(host) {}
  Status alignStorages(const std::string &file);
  Expected<const void *> place(const StateDecl &entry,
                               const std::string &file) const;
  Expected<const void *> upload(const void *data, uint64_t bytes,
                                const std::string &file) const;
  Status beginUploads() const;
  Status share(const std::vector<uint32_t> &storages,
               const std::string &file) const;
  Status shareUsed(const std::string &file) const;
  bool isRead(const StateDecl &entry) const;
  bool isFolded(const StateDecl &entry) const;
  bool liesInStorage(const StateDecl &entry) const;
  Expected<const void *> dense(const StateDecl &entry,
                               const std::string &file) const;

  const Manifest &manifest_;
  Device &device_;
  Device &host_;
  std::vector<ByteSpan> storages_;
  bool areVerified_ = false;
  WeightSourcePtr replaced_;
  // What no call uses is added later, under the lock.
  mutable std::mutex laidOut_;
  mutable std::vector<Buffer> copies_; ///< storages and state not in place
  mutable std::vector<const void *> shared_; ///< storages on another device
  /// Per program and entry.
  mutable std::vector<std::vector<const void *>> state_;
  mutable std::vector<Upload> wanted_; ///< uploads that are not begun
  /// Go before what they copy.
  mutable std::vector<std::unique_ptr<DeviceUploads>> uploads_;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_MODULE_WEIGHTSET_H
