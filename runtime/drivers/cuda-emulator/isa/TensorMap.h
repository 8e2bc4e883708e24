// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptions of tensors for copies of boxes: 128 bytes, opaque to programs,
// laid out as the emulator likes.

#ifndef KILN_EMULATOR_ISA_TENSORMAP_H
#define KILN_EMULATOR_ISA_TENSORMAP_H

#include "ptx/Type.h"

#include <string>

namespace kiln::emu {

enum class Swizzle : uint8_t { None, Bytes32, Bytes64, Bytes128 };

struct TensorMap {
  static constexpr uint32_t expectedMagic = 0x4b544d50;
  static constexpr uint64_t align = 64; ///< bytes, of a map itself
  uint32_t magic = 0;
  uint8_t rank = 0;
  uint8_t elementBytes = 0;
  Swizzle swizzle = Swizzle::None;
  Type type = Type::None; ///< of an element
  uint64_t address = 0;
  uint64_t strides[4] = {}; ///< bytes, of dimensions 1 and up
  uint32_t sizes[5] = {};   ///< elements; dimension 0 lies together
  uint16_t box[5] = {};     ///< elements of a copy
  uint16_t padding = 0;
  uint64_t rest[6] = {};
};
static_assert(sizeof(TensorMap) == 128, "programs reserve 128 bytes");

/// Why something is no map that copies can use; "" where it is one.
std::string misfitOf(const TensorMap &map);

/// A shared address as a swizzle places it: 16-byte chunks within 128 bytes
/// are permuted by the number of the 128 bytes.
inline uint64_t swizzled(Swizzle swizzle, uint64_t address) {
  uint64_t mask = (UINT64_C(1) << static_cast<unsigned>(swizzle)) - 1;
  return address ^ ((address >> 7 & mask) << 4);
}

} // namespace kiln::emu

#endif // KILN_EMULATOR_ISA_TENSORMAP_H
