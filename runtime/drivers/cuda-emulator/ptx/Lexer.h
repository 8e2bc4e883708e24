// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tokens of PTX.

#ifndef KILN_EMULATOR_PTX_LEXER_H
#define KILN_EMULATOR_PTX_LEXER_H

#include "ptx/Module.h"

namespace kiln::emu {

struct Token {
  enum Kind { End, Name, Dotted, Integer, Float, Text, Mark, Bad };
  Kind kind = End;
  std::string text; ///< a name, what follows a dot, a string's content, a mark
  int64_t bits = 0;
  double value = 0;
  unsigned width = 0; ///< of a float written as bits: 32 or 64
  Location at;
};

/// Reads all tokens; the last is End, or Bad with what is wrong as text.
std::vector<Token> tokensOf(std::string_view text);

} // namespace kiln::emu

#endif // KILN_EMULATOR_PTX_LEXER_H
