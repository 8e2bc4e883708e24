// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/WeightSet.h"
#include "dtype/Dtype.h"

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
    Buffer &copy = copies_.emplace_back(allocator_);
    if (!copy.ensure(storage.size))
      return noMemory(file, storage.size);
    if (storage.size > 0)
      std::memcpy(copy.data(), storage.data, storage.size);
    storage.data = static_cast<const uint8_t *>(copy.data());
  }
  return {};
}

/// The entry's elements in row-major order, in place where they are so.
Expected<const void *> WeightSet::dense(const StateDecl &entry,
                                        const std::string &file) {
  size_t element = dtypeBytes(entry.dtype);
  auto rank = static_cast<int32_t>(entry.sizes.size());
  const void *data = storages_[entry.storage].data +
                     static_cast<size_t>(entry.offset) * element;
  const int64_t *strides = entry.strides.data();
  bool inPlace = entry.isDense;
  if (const kiln_tensor *tensor = replacement(entry)) {
    data = tensor->data;
    strides = tensor->flags & KILN_TENSOR_STRIDED ? tensor->strides : nullptr;
    inPlace = isAligned(data, element) &&
              (!strides || isRowMajor(rank, tensor->sizes, strides));
  }
  if (inPlace || entry.elements == 0)
    return static_cast<const void *>(data);
  uint64_t bytes = static_cast<uint64_t>(entry.elements) * element;
  Buffer &copy = copies_.emplace_back(allocator_);
  if (!copy.ensure(bytes))
    return noMemory(file, bytes);
  copyStrided({element, rank, entry.sizes.data(), strides, nullptr}, data,
              copy.data());
  return static_cast<const void *>(copy.data());
}

Expected<void *> WeightSet::renew(size_t program, size_t entry, uint64_t bytes,
                                  const std::string &file) {
  Buffer &made = copies_.emplace_back(allocator_);
  if (!made.ensure(bytes))
    return noMemory(file, bytes);
  if (bytes > 0)
    std::memset(made.data(), 0, bytes);
  state_[program][entry] = made.data();
  return static_cast<void *>(made.data());
}

Expected<std::shared_ptr<WeightSet>>
WeightSet::make(const Manifest &manifest, const kiln_allocator &allocator,
                std::vector<ByteSpan> storages, WeightSourcePtr replaced,
                const std::string &file) {
  std::shared_ptr<WeightSet> set(new WeightSet(allocator));
  set->storages_ = std::move(storages);
  set->replaced_ = std::move(replaced);
  KILN_RT_TRY(set->alignStorages(file));
  for (const Program &program : manifest.programs) {
    std::vector<const void *> &state = set->state_.emplace_back();
    for (const StateDecl &entry : program.state) {
      KILN_RT_ASSIGN(const void *data, set->dense(entry, file));
      state.push_back(data);
    }
  }
  return std::shared_ptr<WeightSet>(std::move(set));
}
