// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/TokenStream.h"

using namespace kiln::emu;

rt::Error kiln::emu::errorAt(const std::string &module, Location at,
                             const std::string &text) {
  return rt::errorOf(
      rt::Code::InvalidArgument,
      rt::concat(module, ":", at.line, ":", at.column, ": error: ", text));
}

bool TokenStream::fail(Location where, const std::string &text) {
  if (!broken)
    error = peek().kind == Token::Bad ? errorAt(file, peek().at, peek().text)
                                      : errorAt(file, where, text);
  broken = true;
  return false;
}

/// A token as messages show it.
static std::string shown(const Token &token) {
  if (token.kind == Token::End)
    return "the end of the file";
  if (token.kind == Token::Integer)
    return rt::concat(token.bits);
  return rt::concat("'", token.kind == Token::Dotted ? "." : "", token.text,
                    "'");
}

bool TokenStream::expect(char mark) {
  if (takeMark(mark))
    return true;
  return fail(rt::concat("expected '", mark, "', not ", shown(peek())));
}

bool TokenStream::integer(int64_t &value) {
  if (peek().kind != Token::Integer)
    return fail(rt::concat("expected an integer, not ", shown(peek())));
  value = take().bits;
  return true;
}

bool TokenStream::name(std::string &text, const char *what) {
  if (peek().kind != Token::Name)
    return fail(
        rt::concat("expected the name of ", what, ", not ", shown(peek())));
  text = take().text;
  return true;
}

static bool parsePrimary(TokenStream &in, int64_t &value) {
  if (in.takeMark('-')) {
    if (!parsePrimary(in, value))
      return false;
    value = static_cast<int64_t>(-static_cast<uint64_t>(value));
    return true;
  }
  if (in.takeMark('~')) {
    if (!parsePrimary(in, value))
      return false;
    value = ~value;
    return true;
  }
  if (in.takeMark('('))
    return parseConstant(in, value) && in.expect(')');
  if (in.peek().kind == Token::Name && in.peek().text == "WARP_SZ") {
    in.take();
    value = 32;
    return true;
  }
  return in.integer(value);
}

static bool parseProduct(TokenStream &in, int64_t &value) {
  if (!parsePrimary(in, value))
    return false;
  while (in.takeMark('*')) {
    int64_t right = 0;
    if (!parsePrimary(in, right))
      return false;
    value = static_cast<int64_t>(static_cast<uint64_t>(value) *
                                 static_cast<uint64_t>(right));
  }
  return true;
}

bool kiln::emu::parseConstant(TokenStream &in, int64_t &value) {
  if (!parseProduct(in, value))
    return false;
  while (in.isMark('+') || in.isMark('-')) {
    bool minus = in.take().text[0] == '-';
    int64_t right = 0;
    if (!parseProduct(in, right))
      return false;
    uint64_t amount = static_cast<uint64_t>(right);
    value = static_cast<int64_t>(static_cast<uint64_t>(value) +
                                 (minus ? 0 - amount : amount));
  }
  return true;
}
