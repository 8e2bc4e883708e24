// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types: inputs, outputs and state declare theirs, and so do the
// operands of kernels, the tensors of routines and the scalars that are read.
// Segments hold the last written type.

#include "dtype/Dtype.h"
#include "package/Accesses.h"

using namespace kiln::rt;

/// What memory holds, to a kernel: integers have no sign there, and a complex
/// number is two of its parts.
static kiln_dtype storedAs(kiln_dtype dtype) {
  switch (dtype) {
  case KILN_DTYPE_U8:
    return KILN_DTYPE_I8;
  case KILN_DTYPE_U16:
    return KILN_DTYPE_I16;
  case KILN_DTYPE_U32:
    return KILN_DTYPE_I32;
  case KILN_DTYPE_U64:
    return KILN_DTYPE_I64;
  case KILN_DTYPE_C32:
    return KILN_DTYPE_F16;
  case KILN_DTYPE_C64:
    return KILN_DTYPE_F32;
  case KILN_DTYPE_C128:
    return KILN_DTYPE_F64;
  default:
    return dtype;
  }
}

/// The element type that a slot declares, or NONE.
static kiln_dtype declaredType(const Program &program, uint32_t slot) {
  size_t inputs = program.inputs.size();
  if (slot < inputs)
    return program.inputs[slot].dtype;
  if (isOutputSlot(program, slot))
    return program.outputs[slot - inputs].dtype;
  size_t state = slot - program.stateSlot(0);
  return state < program.state.size() ? program.state[state].dtype
                                      : KILN_DTYPE_NONE;
}

/// Calls visit(slot, dtype) for each slot that an instruction takes for a type.
template <typename Visit>
static void forEachTypedUse(const Manifest &manifest, const Program &program,
                            const Instruction &instruction, Visit visit) {
  if (instruction.opcode == Opcode::Dispatch) {
    const Dispatch &dispatch = program.dispatches[instruction.a];
    const Kernel &kernel = manifest.kernels[dispatch.kernel];
    for (uint32_t i = 0; i < dispatch.slotCount; ++i)
      visit(program.pool[dispatch.slots + i], kernel.operands[i].dtype);
  } else if (instruction.opcode == Opcode::Extern) {
    const ExternCall &call = program.externs[instruction.a];
    for (uint32_t i = 0; i < call.tensors.size(); ++i)
      visit(program.pool[call.slots + i], call.tensors[i].dtype);
  } else if (instruction.opcode == Opcode::ReadScalar) {
    visit(instruction.b, static_cast<kiln_dtype>(instruction.c));
  }
}

Status kiln::rt::validateTypes(const Manifest &manifest, const Program &program,
                               uint32_t entry, const std::string &file) {
  const std::vector<Instruction> &code = program.entries[entry].code;
  Status status;
  for (size_t i = 0; i < code.size() && status.ok(); ++i) {
    auto check = [&](uint32_t slot, kiln_dtype dtype) {
      kiln_dtype declared = declaredType(program, slot);
      // A bool is read as the number that its byte is.
      bool isByte = code[i].opcode == Opcode::ReadScalar &&
                    declared == KILN_DTYPE_BOOL &&
                    storedAs(dtype) == KILN_DTYPE_I8;
      if (declared == KILN_DTYPE_NONE || isByte ||
          storedAs(declared) == storedAs(dtype) || !status.ok())
        return;
      status =
          instructionError(program, file, entry, i, "slot ", slot, " holds ",
                           dtypeName(declared), ", not ", dtypeName(dtype));
    };
    forEachTypedUse(manifest, program, code[i], check);
  }
  return status;
}
