// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuTensorMapEncodeTiled.

#include "isa/TensorMap.h"

#include "api/Driver.h"

#include <cstring>

using namespace kiln::emu;

/// Bytes of the driver's types of elements, in its order.
static const uint8_t elementBytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

/// `strides` are in bytes, of dimensions 1 and up. Elements lie densely in a
/// box (`elementStrides` of 1); tensors are not interleaved.
KILN_EMULATOR_API CUresult cuTensorMapEncodeTiled(
    void *map, int type, unsigned rank, void *address, const uint64_t *sizes,
    const uint64_t *strides, const uint32_t *box,
    const uint32_t *elementStrides, int interleave, int swizzle, int, int) {
  bool known = type >= 0 && static_cast<size_t>(type) < sizeof elementBytes &&
               rank >= 1 && rank <= 5 && interleave == 0 && swizzle >= 0 &&
               swizzle <= 3;
  auto base = reinterpret_cast<uint64_t>(address);
  if (!known || base % 16)
    return CUDA_ERROR_INVALID_VALUE;
  TensorMap made;
  made.magic = TensorMap::expectedMagic;
  made.rank = static_cast<uint8_t>(rank);
  made.elementBytes = elementBytes[type];
  made.swizzle = static_cast<Swizzle>(swizzle);
  made.address = base;
  for (unsigned d = 0; d < rank; ++d) {
    bool fits = sizes[d] >= 1 && sizes[d] <= UINT64_C(1) << 32 && box[d] >= 1 &&
                box[d] <= 256 && elementStrides[d] == 1 &&
                (d == 0 || (strides[d - 1] % 16 == 0 &&
                            strides[d - 1] < UINT64_C(1) << 40));
    if (!fits)
      return CUDA_ERROR_INVALID_VALUE;
    made.sizes[d] = static_cast<uint32_t>(sizes[d]);
    made.box[d] = static_cast<uint16_t>(box[d]);
    if (d)
      made.strides[d - 1] = strides[d - 1];
  }
  // A line is whole chunks, and not wider than what the swizzle permutes.
  unsigned line = box[0] * made.elementBytes;
  if (line % 16 || (swizzle && line > 16u << swizzle))
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(map, &made, sizeof made);
  return CUDA_SUCCESS;
}
