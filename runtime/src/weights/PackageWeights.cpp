// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a package as weights for another.

#include "device/CpuDevice.h"
#include "dtype/Dtype.h"
#include "package/PackageRecords.h"
#include "weights/StateLayout.h"
#include "weights/WeightSource.h"

#include <algorithm>

using namespace kiln::rt;

static const Program *findProgram(const Manifest &manifest, const char *name) {
  for (const Program &program : manifest.programs)
    if (!name || program.name == name)
      return &program;
  return nullptr;
}

namespace {
/// The archive, and what does not lie in it as tensors do.
struct Owner {
  explicit Owner(ZipReader archive) : archive(std::move(archive)) {}
  ZipReader archive;
  std::vector<Buffer> copies;
};
} // namespace

/// The tensor of a state entry, in place, or copied where it lies in blocks.
static Expected<kiln_tensor> makeTensor(const StateDecl &state,
                                        const uint8_t *storage, Owner &owner) {
  static CpuDevice host(defaultAllocator(), Executor(std::nullopt, nullptr));
  kiln_tensor tensor = {};
  size_t element = dtypeBytes(state.dtype);
  tensor.dtype = state.dtype;
  tensor.rank = static_cast<int32_t>(state.sizes.size());
  std::copy(state.sizes.begin(), state.sizes.end(), tensor.sizes);
  if (state.blocks.empty()) {
    tensor.flags = KILN_TENSOR_STRIDED;
    std::copy(state.strides.begin(), state.strides.end(), tensor.strides);
    tensor.data = const_cast<uint8_t *>(storage) +
                  static_cast<size_t>(state.offset) * element;
    return tensor;
  }
  Buffer &copy = owner.copies.emplace_back(host);
  if (!copy.ensure(static_cast<uint64_t>(state.elements) * element))
    return makeError(Code::ResourceExhausted, "no memory for the weight '",
                     state.name, "'");
  copyOutOfStorage(state, storage, copy.data());
  tensor.data = copy.data();
  return tensor;
}

Expected<WeightSourcePtr> kiln::rt::readPackageWeights(const std::string &path,
                                                       const char *program) {
  Expected<ZipReader> opened = ZipReader::openFile(path);
  if (!opened.ok())
    return opened.takeError();
  auto owner = std::make_shared<Owner>(*std::move(opened));
  const ZipReader &archive = owner->archive;
  // All variants have these weights.
  KILN_RT_ASSIGN(PackageIndex index, readPackageIndex(archive));
  KILN_RT_ASSIGN(Manifest manifest, readVariant(archive, std::move(index), 0));
  KILN_RT_TRY(verifyStorages(archive, manifest, /*pool=*/nullptr));
  const Program *chosen = findProgram(manifest, program);
  if (!chosen)
    return makeError(Code::NotFound, path, ": there is no program '",
                     program ? program : "", "'");
  std::vector<NamedTensor> tensors;
  for (const StateDecl &state : chosen->state) {
    if (state.isMade)
      continue;
    const Record &record =
        manifest.records[manifest.storages[state.storage].record];
    KILN_RT_ASSIGN(ByteSpan bytes,
                   archive.bytesInPlace(archive.entries()[record.entry]));
    NamedTensor named;
    named.name = state.name;
    KILN_RT_ASSIGN(named.tensor, makeTensor(state, bytes.data, *owner));
    tensors.push_back(std::move(named));
  }
  return WeightSource::make(std::move(tensors), std::move(owner));
}
