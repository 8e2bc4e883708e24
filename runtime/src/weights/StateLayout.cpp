// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weights/StateLayout.h"
#include "device/Memory.h"
#include "dtype/Dtype.h"

#include <cstring>

using namespace kiln::rt;

namespace {
/// A copy out of blocks.
struct BlockedCopy {
  const StateDecl &entry;
  size_t elementBytes;
  char *to;

  void run(size_t dimension, const uint8_t *from) {
    if (dimension == entry.stored().size()) {
      std::memcpy(to, from, elementBytes);
      to += elementBytes;
      return;
    }
    int64_t block = entry.blocks[dimension];
    for (int64_t i = 0; i < entry.stored()[dimension]; ++i)
      run(dimension + 1, from + static_cast<size_t>(
                                    i / block * entry.strides[dimension] +
                                    i % block * entry.blockStrides[dimension]) *
                                    elementBytes);
  }
};
} // namespace

void kiln::rt::copyOutOfStorage(const StateDecl &entry, const uint8_t *storage,
                                void *to) {
  size_t element = dtypeBytes(entry.dtype);
  const uint8_t *from = storage + static_cast<size_t>(entry.offset) * element;
  if (entry.elements == 0)
    return;
  if (!entry.blocks.empty())
    BlockedCopy{entry, element, static_cast<char *>(to)}.run(0, from);
  else
    copyStrided({element, static_cast<int32_t>(entry.sizes.size()),
                 entry.sizes.data(), entry.strides.data(), nullptr},
                from, to);
}
