// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a package as weights for another.

#include "dtype/Dtype.h"
#include "package/PackageRecords.h"
#include "weights/WeightSource.h"

#include <algorithm>

using namespace kiln::rt;

static const Program *findProgram(const Manifest &manifest, const char *name) {
  for (const Program &program : manifest.programs)
    if (!name || program.name == name)
      return &program;
  return nullptr;
}

Expected<WeightSourcePtr> kiln::rt::readPackageWeights(const std::string &path,
                                                       const char *program) {
  Expected<ZipReader> opened = ZipReader::openFile(path);
  if (!opened.ok())
    return opened.takeError();
  auto archive = std::make_shared<ZipReader>(*std::move(opened));
  // All variants have these weights.
  KILN_RT_ASSIGN(PackageIndex index, readPackageIndex(*archive));
  KILN_RT_ASSIGN(Manifest manifest, readVariant(*archive, std::move(index), 0));
  KILN_RT_TRY(verifyStorages(*archive, manifest, /*pool=*/nullptr));
  const Program *chosen = findProgram(manifest, program);
  if (!chosen)
    return makeError(Code::NotFound, path, ": there is no program '",
                     program ? program : "", "'");
  std::vector<NamedTensor> tensors;
  for (const StateDecl &state : chosen->state) {
    if (state.isMade)
      continue;
    KILN_RT_ASSIGN(ByteSpan bytes,
                   archive->bytesInPlace(*archive->find(
                       manifest.storages[state.storage].record)));
    NamedTensor named;
    named.name = state.name;
    named.tensor.dtype = state.dtype;
    named.tensor.rank = static_cast<int32_t>(state.sizes.size());
    named.tensor.flags = KILN_TENSOR_STRIDED;
    std::copy(state.sizes.begin(), state.sizes.end(), named.tensor.sizes);
    std::copy(state.strides.begin(), state.strides.end(), named.tensor.strides);
    named.tensor.data =
        const_cast<uint8_t *>(bytes.data) +
        static_cast<size_t>(state.offset) * dtypeBytes(state.dtype);
    tensors.push_back(std::move(named));
  }
  return WeightSource::make(std::move(tensors), std::move(archive));
}
