// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a kernel, as kiln-ptx-emu's command line gives them.

#ifndef KILN_EMULATOR_TOOL_ARGUMENTS_H
#define KILN_EMULATOR_TOOL_ARGUMENTS_H

#include "exec/Code.h"
#include "kiln-rt/npz/Npz.h"

#include <optional>

namespace kiln::emu {

/// One --arg: in:FILE.npy, inout:FILE.npy, out:DTYPE:SHAPE:FILE.npy, or
/// TYPE:VALUE.
struct Argument {
  std::string file; ///< of an array
  std::optional<rt::NpyArray> array;
  bool written = false; ///< to the file, after the run
  bool initialized = true;
  std::vector<uint8_t> scalar;
  Allocation *allocation = nullptr;
};

/// Parses one, and reads the array that it names.
rt::Expected<Argument> parseArgument(const std::string &text);

/// Places the arrays in memory and lays out the parameters of a kernel.
rt::Expected<std::vector<uint8_t>>
placeArguments(std::vector<Argument> &arguments, const Code &kernel,
               Memory &memory);

/// Writes the arrays that the kernel wrote.
rt::Status writeArguments(const std::vector<Argument> &arguments);

} // namespace kiln::emu

#endif // KILN_EMULATOR_TOOL_ARGUMENTS_H
