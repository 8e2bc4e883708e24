// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/WeightSet.h"
#include "dtype/Dtype.h"
#include "weights/StateLayout.h"

#include <cstring>

using namespace kiln::rt;

static Error noMemory(const std::string &file, uint64_t bytes) {
  return makeError(Code::ResourceExhausted, file, ": no memory for ", bytes,
                   " bytes of weights");
}

static bool isAligned(const void *data, size_t alignment) {
  return reinterpret_cast<uintptr_t>(data) % alignment == 0;
}

/// Only a package in the caller's memory can be misaligned.
Status WeightSet::alignStorages(const std::string &file) {
  for (ByteSpan &storage : storages_) {
    if (isAligned(storage.data, memoryAlignment))
      continue;
    Buffer &copy = copies_.emplace_back(host_);
    if (!copy.ensure(storage.size))
      return noMemory(file, storage.size);
    if (storage.size > 0)
      std::memcpy(copy.data(), storage.data, storage.size);
    storage.data = static_cast<const uint8_t *>(copy.data());
  }
  return {};
}

/// A copy of what the host has, where the device needs one.
Expected<const void *> WeightSet::upload(const void *data, uint64_t bytes,
                                         const std::string &file) const {
  if (device_.isHost() || bytes == 0)
    return static_cast<const void *>(data);
  Buffer &copy = copies_.emplace_back(device_);
  if (!copy.ensure(bytes))
    return noMemory(file, bytes);
  wanted_.push_back({copy.data(), data, bytes});
  return static_cast<const void *>(copy.data());
}

Status WeightSet::beginUploads() const {
  std::vector<Upload> wanted = std::exchange(wanted_, {});
  if (wanted.empty())
    return {};
  return device_.beginUploads(wanted, uploads_.emplace_back());
}

/// Do calls read it here? Contexts have storages of their own for what changes.
bool WeightSet::isRead(const StateDecl &entry) const {
  return entry.isUsed && !manifest_.storages[entry.storage].isMutable;
}

/// Will the entry `fold` make it?
bool WeightSet::isFolded(const StateDecl &entry) const {
  return manifest_.storages[entry.storage].isFolded();
}

/// Is the entry part of a storage of the package as it is?
bool WeightSet::liesInStorage(const StateDecl &entry) const {
  return !replacement(entry) && entry.isDense && entry.elements > 0;
}

/// Puts storages on the device.
Status WeightSet::share(const std::vector<uint32_t> &storages,
                        const std::string &file) const {
  std::vector<NamedBytes> wanted;
  for (uint32_t i : storages) {
    std::string_view digest =
        manifest_.records[manifest_.storages[i].record].sha256;
    // Only what is verified is surely what it is named after.
    wanted.push_back(
        {concat(digest, areVerified_ ? "" : " unverified"), storages_[i]});
  }
  std::vector<const void *> memory;
  Status status = device_.shareUploads(wanted, memory, uploads_.emplace_back());
  if (!status.ok()) {
    status.error().message = concat(file, ": ", status.error().message);
    return status;
  }
  for (size_t i = 0; i < storages.size(); ++i)
    shared_[storages[i]] = memory[i];
  return {};
}

/// Puts all storages on the device that calls read, in the order of their use.
Status WeightSet::shareUsed(const std::string &file) const {
  std::vector<uint32_t> used;
  std::vector<bool> isKnown(storages_.size());
  for (const Program &program : manifest_.programs)
    for (const StateDecl &entry : program.state) {
      if (!isRead(entry) || isFolded(entry) || !liesInStorage(entry) ||
          isKnown[entry.storage])
        continue;
      isKnown[entry.storage] = true;
      used.push_back(entry.storage);
    }
  return share(used, file);
}

/// The entry's elements on the device.
Expected<const void *> WeightSet::place(const StateDecl &entry,
                                        const std::string &file) const {
  size_t element = dtypeBytes(entry.dtype);
  if (device_.isHost() || !liesInStorage(entry)) {
    KILN_RT_ASSIGN(const void *data, dense(entry, file));
    return upload(data, static_cast<uint64_t>(entry.elements) * element, file);
  }
  const void *&storage = shared_[entry.storage];
  if (!storage)
    KILN_RT_TRY(share({entry.storage}, file));
  return static_cast<const void *>(static_cast<const char *>(storage) +
                                   static_cast<size_t>(entry.offset) * element);
}

/// The entry's elements in row-major order on the host, in place where they are
/// so.
Expected<const void *> WeightSet::dense(const StateDecl &entry,
                                        const std::string &file) const {
  size_t element = dtypeBytes(entry.dtype);
  auto rank = static_cast<int32_t>(entry.sizes.size());
  const uint8_t *storage = storages_[entry.storage].data;
  const void *data = storage + static_cast<size_t>(entry.offset) * element;
  const kiln_tensor *tensor = replacement(entry);
  const int64_t *strides = nullptr; ///< of the replacement
  bool inPlace = entry.isDense;
  if (tensor) {
    data = tensor->data;
    strides = tensor->flags & KILN_TENSOR_STRIDED ? tensor->strides : nullptr;
    inPlace = isAligned(data, element) &&
              (!strides || isRowMajor(rank, tensor->sizes, strides));
  }
  if (inPlace || entry.elements == 0)
    return static_cast<const void *>(data);
  uint64_t bytes = static_cast<uint64_t>(entry.elements) * element;
  Buffer &copy = copies_.emplace_back(host_);
  if (!copy.ensure(bytes))
    return noMemory(file, bytes);
  if (tensor)
    copyStrided({element, rank, entry.sizes.data(), strides, nullptr}, data,
                copy.data());
  else
    copyOutOfStorage(entry, storage, copy.data());
  return static_cast<const void *>(copy.data());
}

Expected<const void *> WeightSet::layOutState(size_t program, size_t entry,
                                              const std::string &file) const {
  const StateDecl &decl = manifest_.programs[program].state[entry];
  std::lock_guard<std::mutex> lock(laidOut_);
  const void *&data = state_[program][entry];
  if (!data && !decl.isUsed) {
    KILN_RT_ASSIGN(data, place(decl, file));
    KILN_RT_TRY(beginUploads());
  }
  return static_cast<const void *>(data);
}

Expected<void *> WeightSet::renew(size_t program, size_t entry, uint64_t bytes,
                                  const std::string &file) {
  Buffer &made = copies_.emplace_back(device_);
  if (!made.ensure(bytes))
    return noMemory(file, bytes);
  constexpr std::string_view zero("", 1);
  KILN_RT_TRY(device_.fill(made.data(), bytes, zero, nullptr));
  state_[program][entry] = made.data();
  return static_cast<void *>(made.data());
}

Expected<std::shared_ptr<WeightSet>>
WeightSet::make(const Manifest &manifest, Device &device, Device &host,
                std::vector<ByteSpan> storages, bool areVerified,
                WeightSourcePtr replaced, const std::string &file) {
  std::shared_ptr<WeightSet> set(new WeightSet(manifest, device, host));
  set->storages_ = std::move(storages);
  set->areVerified_ = areVerified;
  set->replaced_ = std::move(replaced);
  set->shared_.resize(set->storages_.size());
  KILN_RT_TRY(set->alignStorages(file));
  if (!device.isHost())
    KILN_RT_TRY(set->shareUsed(file));
  for (const Program &program : manifest.programs) {
    std::vector<const void *> &state = set->state_.emplace_back();
    for (const StateDecl &entry : program.state) {
      const void *&data = state.emplace_back();
      if (set->isRead(entry) && !set->isFolded(entry)) {
        KILN_RT_ASSIGN(data, set->place(entry, file));
      }
    }
  }
  KILN_RT_TRY(set->beginUploads());
  return std::shared_ptr<WeightSet>(std::move(set));
}
