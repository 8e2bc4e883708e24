// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of weights in the safetensors format: every element that a header
// speaks of is in the file.
#include "Fuzzer.h"
#include "dtype/Dtype.h"
#include "weights/WeightSource.h"
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace kiln::rt;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const int file = memfd_create("fuzz.safetensors", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (ftruncate(file, 0) ||
      pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    return 0;
  auto weights = readSafetensors(path);
  if (!weights.ok())
    return 0;
  uint8_t sum = 0;
  for (const NamedTensor &named : (*weights)->tensors()) {
    uint64_t bytes = dtypeBytes(named.tensor.dtype);
    for (int32_t d = 0; d < named.tensor.rank; ++d)
      bytes *= static_cast<uint64_t>(named.tensor.sizes[d]);
    for (uint64_t i = 0; i < bytes; ++i)
      sum ^= static_cast<const uint8_t *>(named.tensor.data)[i];
  }
  volatile uint8_t kept = sum;
  (void)kept;
  return 0;
}
