// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --against: the results of a package beside those of the evaluator, kernel by
// kernel.
#ifndef KILN_TOOLS_KILN_INTERPRET_AGAINST_H
#define KILN_TOOLS_KILN_INTERPRET_AGAINST_H

#include "Interpreter.h"

namespace kiln::interpret {

struct AgainstOptions {
  std::string package;
  std::string inputs; ///< .npz
  std::string call;   ///< empty: all
  std::string folder; ///< of the reproducer
};

/// Runs recorded calls by both and compares what kernels write with the values
/// of the core program, in order. Names the first kernel that is wrong, writes
/// it to the folder with its operands, and says so in `wrong`. The interpreter
/// was loaded as the program is compiled.
rt::Status runAgainst(Interpreter &interpreter, const AgainstOptions &options,
                      const rt::PrintLine &print, bool &wrong);

} // namespace kiln::interpret

#endif // KILN_TOOLS_KILN_INTERPRET_AGAINST_H
