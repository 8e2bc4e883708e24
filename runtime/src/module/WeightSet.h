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

namespace kiln::rt {

class WeightSet {
public:
  /// `storages` are the package's bytes of each storage; `replaced`, which may
  /// be null, has been compared with the module. What cannot be used in place,
  /// because of how it lies or since the device has memory of its own, is
  /// copied. Both devices must outlive the set. Errors: ResourceExhausted.
  static Expected<std::shared_ptr<WeightSet>>
  make(const Manifest &manifest, Device &device, Device &host,
       std::vector<ByteSpan> storages, WeightSourcePtr replaced,
       const std::string &file);

  /// The package's bytes of a storage on the host, aligned.
  ByteSpan storage(uint32_t index) const { return storages_[index]; }
  /// The row-major elements of a state entry, on the device.
  const void *stateData(size_t program, size_t entry) const {
    return state_[program][entry];
  }
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
  WeightSet(Device &device, Device &host) : device_(device), host_(host) {}
  Status alignStorages(const std::string &file);
  Expected<const void *> place(const StateDecl &entry, const std::string &file);
  Expected<const void *> upload(const void *data, uint64_t bytes,
                                const std::string &file);
  Expected<const void *> dense(const StateDecl &entry, const std::string &file);

  Device &device_;
  Device &host_;
  std::vector<ByteSpan> storages_;
  WeightSourcePtr replaced_;
  std::vector<Buffer> copies_; ///< storages and state that are not in place
  std::vector<const void *> uploaded_; ///< storages on a device of its own
  std::vector<std::vector<const void *>> state_; ///< per program and entry
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_MODULE_WEIGHTSET_H
