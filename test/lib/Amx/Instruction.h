// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_TEST_LIB_AMX_INSTRUCTION_H
#define KILN_TEST_LIB_AMX_INSTRUCTION_H

#include <cstdint>

namespace kiln::amx {

enum class Opcode {
  LoadConfig,
  StoreConfig,
  Release,
  Zero,
  Load,
  Store,
  MultiplyBf16,
  MultiplySS, ///< bytes: left signed, right signed
  MultiplySU,
  MultiplyUS,
  MultiplyUU
};

/// One instruction. Tiles are numbers of registers; what it has no use for is
/// zero.
struct Instruction {
  Opcode opcode;
  unsigned length; ///< in bytes
  unsigned tile;   ///< that is written, or stored
  unsigned left, right;
  uint64_t address, stride;
};

/// The general registers, numbered as instructions number them, and the place
/// of the instruction.
struct Registers {
  uint64_t general[16];
  uint64_t place;
};

/// Decodes the instruction at `registers.place`. False where that is none of
/// AMX.
bool decode(const Registers &registers, Instruction &instruction);

} // namespace kiln::amx

#endif // KILN_TEST_LIB_AMX_INSTRUCTION_H
