// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What atomics, and copies that reduce, do to memory.

#ifndef KILN_EMULATOR_ISA_ATOMIC_H
#define KILN_EMULATOR_ISA_ATOMIC_H

#include "ptx/Table.h"

namespace kiln::emu {

enum class AtomicOp : uint16_t {
  Add,
  Min,
  Max,
  Inc,
  Dec,
  And,
  Or,
  Xor,
  Exch,
  Cas
};

/// The operation that a form names.
AtomicOp atomicOpOf(const Form &form);
/// Whether a type has an operation.
bool hasAtomic(AtomicOp op, Type type);
/// Combines one element in memory with an operand; Cas is not among these.
void modify(AtomicOp op, Type type, uint8_t *memory, const uint8_t *operand);

} // namespace kiln::emu

#endif // KILN_EMULATOR_ISA_ATOMIC_H
