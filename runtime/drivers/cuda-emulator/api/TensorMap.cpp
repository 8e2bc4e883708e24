// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuTensorMapEncodeTiled.

#include "isa/TensorMap.h"

#include "api/Driver.h"

#include <cstring>
#include <iterator>

using namespace kiln::emu;

/// The driver's types of elements, in its order.
static constexpr Type elementTypes[] = {
    Type::U8,  Type::U16,  Type::U32, Type::S32, Type::U64,
    Type::S64, Type::F16,  Type::F32, Type::F64, Type::BF16,
    Type::F32, Type::TF32, Type::TF32};

/// `strides` are in bytes, of dimensions 1 and up. Elements lie densely in a
/// box (`elementStrides` of 1); tensors are not interleaved, and zeros lie
/// outside of them.
KILN_EMULATOR_API CUresult
cuTensorMapEncodeTiled(void *map, int type, unsigned rank, void *address,
                       const uint64_t *sizes, const uint64_t *strides,
                       const uint32_t *box, const uint32_t *elementStrides,
                       int interleave, int swizzle, int, int fill) {
  bool known = type >= 0 &&
               static_cast<size_t>(type) < std::size(elementTypes) &&
               rank >= 1 && rank <= 5 && interleave == 0 && swizzle >= 0 &&
               swizzle <= 3 && fill == 0;
  if (!known)
    return CUDA_ERROR_INVALID_VALUE;
  TensorMap made;
  made.magic = TensorMap::expectedMagic;
  made.rank = static_cast<uint8_t>(rank);
  made.type = elementTypes[type];
  made.elementBytes = static_cast<uint8_t>(bytesOf(made.type));
  made.swizzle = static_cast<Swizzle>(swizzle);
  made.address = reinterpret_cast<uint64_t>(address);
  for (unsigned d = 0; d < rank; ++d) {
    bool fits = sizes[d] <= UINT64_C(1) << 32 && box[d] <= 256 &&
                elementStrides[d] == 1 &&
                (d == 0 || strides[d - 1] < UINT64_C(1) << 40);
    if (!fits)
      return CUDA_ERROR_INVALID_VALUE;
    made.sizes[d] = static_cast<uint32_t>(sizes[d]);
    made.box[d] = static_cast<uint16_t>(box[d]);
    if (d)
      made.strides[d - 1] = strides[d - 1];
  }
  if (!misfitOf(made).empty())
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(map, &made, sizeof made);
  return CUDA_SUCCESS;
}
