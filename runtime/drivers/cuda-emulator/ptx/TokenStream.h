// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parsers share: a position in the tokens and the first error.

#ifndef KILN_EMULATOR_PTX_TOKENSTREAM_H
#define KILN_EMULATOR_PTX_TOKENSTREAM_H

#include "ptx/Lexer.h"

namespace kiln::emu {

class TokenStream {
public:
  TokenStream(std::vector<Token> tokens, const std::string &file)
      : tokens(std::move(tokens)), file(file) {}

  const Token &peek(size_t ahead = 0) const {
    return tokens[std::min(at + ahead, tokens.size() - 1)];
  }
  /// At the end of the file, or at text that is no token.
  bool isAtEnd() const {
    return peek().kind == Token::End || peek().kind == Token::Bad;
  }
  Token take() {
    Token token = peek();
    if (at + 1 < tokens.size())
      ++at;
    return token;
  }
  bool isMark(char mark, size_t ahead = 0) const {
    const Token &token = peek(ahead);
    return token.kind == Token::Mark && token.text[0] == mark;
  }
  bool isDotted(std::string_view text) const {
    return peek().kind == Token::Dotted && peek().text == text;
  }
  bool takeMark(char mark) { return isMark(mark) && (take(), true); }
  bool takeDotted(std::string_view text) {
    return isDotted(text) && (take(), true);
  }

  /// Takes a mark, or fails.
  bool expect(char mark);
  /// Takes an integer, or fails.
  bool integer(int64_t &value);
  /// Takes a name, or fails.
  bool name(std::string &text, const char *what);
  /// The first failure counts. Always false.
  bool fail(Location where, const std::string &text);
  bool fail(const std::string &text) { return fail(peek().at, text); }
  bool failed() const { return broken; }
  rt::Error takeError() { return std::move(error); }

private:
  std::vector<Token> tokens;
  size_t at = 0;
  std::string file;
  bool broken = false;
  rt::Error error;
};

/// A constant expression of integers: 3, -(4+1)*2, WARP_SZ.
bool parseConstant(TokenStream &in, int64_t &value);

/// A variable after its state space, up to what follows it: alignment, type,
/// name, sizes, initialiser. `count` copies for name<N>.
bool parseVariable(TokenStream &in, Space space, Variable &variable,
                   unsigned &count);

/// The body of a function, after its opening brace and with it closed.
bool parseBody(TokenStream &in, Function &function);

} // namespace kiln::emu

#endif // KILN_EMULATOR_PTX_TOKENSTREAM_H
