// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types and state spaces of PTX.

#ifndef KILN_EMULATOR_PTX_TYPE_H
#define KILN_EMULATOR_PTX_TYPE_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace kiln::emu {

enum class Type : uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  U16x2,
  S16x2,
  F16,
  F16x2,
  BF16,
  BF16x2,
  TF32,
  F32,
  F64,
  E4M3,
  E5M2,
  E4M3x2,
  E5M2x2,
  B1,
  U4,
  S4,
};

enum class Space : uint8_t {
  Generic,
  Register,
  Param,
  Global,
  Shared,
  Cluster,
  Local,
  Const,
};

/// The type that a modifier names ("f32", without its dot), if it names one.
std::optional<Type> typeFromName(std::string_view name);
const char *typeName(Type type);
/// Bits of a value in a register; 1 for predicates.
unsigned bitsOf(Type type);
inline unsigned bytesOf(Type type) { return (bitsOf(type) + 7) / 8; }
bool isSigned(Type type);
bool isFloat(Type type);
const char *spaceName(Space space);

} // namespace kiln::emu

#endif // KILN_EMULATOR_PTX_TYPE_H
