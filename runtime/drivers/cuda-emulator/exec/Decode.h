// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From statements to what the engine executes.

#ifndef KILN_EMULATOR_EXEC_DECODE_H
#define KILN_EMULATOR_EXEC_DECODE_H

#include "exec/Code.h"

namespace kiln::emu {

/// Where the names of a function's variables lie.
struct SymbolPlace {
  Space space = Space::Global;
  uint64_t address = 0; ///< in its space
  bool dynamic = false; ///< of shared memory: behind what is static
  Ref slot = noRef;     ///< of a parameter of a device function or of a call
  uint32_t bytes = 0;
};

using SymbolPlaces = std::map<std::string, SymbolPlace>;

/// Decodes the body of `code.function`. `places` holds the symbols of the
/// module and of the function; frames begin behind `code.frameBytes`.
rt::Status decodeBody(Program &program, Code &code, const SymbolPlaces &places);

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_DECODE_H
