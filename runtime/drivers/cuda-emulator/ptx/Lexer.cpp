// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lexer.h"

#include <cctype>
#include <cstdlib>
#include <cstring>

using namespace kiln::emu;

static bool startsName(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' ||
         c == '%';
}

static bool continuesName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

namespace {
class Lexer {
public:
  explicit Lexer(std::string_view text) : text(text) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    do {
      tokens.push_back(next());
    } while (tokens.back().kind != Token::End &&
             tokens.back().kind != Token::Bad);
    return tokens;
  }

private:
  char peek(size_t ahead = 0) const {
    return at + ahead < text.size() ? text[at + ahead] : '\0';
  }

  void advance() {
    if (text[at++] == '\n') {
      ++here.line;
      here.column = 1;
    } else {
      ++here.column;
    }
  }

  /// Skips white space and comments; false where a comment does not end.
  bool skipBlank() {
    while (at < text.size()) {
      if (std::isspace(static_cast<unsigned char>(peek()))) {
        advance();
      } else if (peek() == '/' && peek(1) == '/') {
        while (at < text.size() && peek() != '\n')
          advance();
      } else if (peek() == '/' && peek(1) == '*') {
        while (at < text.size() && !(peek() == '*' && peek(1) == '/'))
          advance();
        if (at >= text.size())
          return false;
        advance();
        advance();
      } else {
        return true;
      }
    }
    return true;
  }

  std::string take(bool (*continues)(char)) {
    std::string taken;
    while (at < text.size() && continues(peek())) {
      taken += peek();
      advance();
    }
    return taken;
  }

  Token next() {
    Token token;
    bool ended = skipBlank();
    token.at = here;
    if (!ended)
      return bad(token, "the comment does not end");
    if (at >= text.size())
      return token;
    char c = peek();
    if (startsName(c)) {
      token.kind = Token::Name;
      token.text += c;
      advance();
      token.text += take(continuesName);
      return token;
    }
    if (c == '.' && continuesName(peek(1)))
      return dotted(token);
    if (std::isdigit(static_cast<unsigned char>(c)))
      return number(token);
    if (c == '"')
      return quoted(token);
    if (!std::strchr("{}[]()<>,;:@!|+-*/=~&^%?", c))
      return bad(token, std::string("unexpected character '") + c + "'");
    token.kind = Token::Mark;
    token.text = c;
    advance();
    return token;
  }

  Token dotted(Token token) {
    token.kind = Token::Dotted;
    advance();
    token.text = take(continuesName);
    while (peek() == ':' && peek(1) == ':') {
      advance();
      advance();
      token.text += "::" + take(continuesName);
    }
    return token;
  }

  Token quoted(Token token) {
    token.kind = Token::Text;
    advance();
    while (at < text.size() && peek() != '"' && peek() != '\n') {
      token.text += peek();
      advance();
    }
    if (peek() != '"')
      return bad(token, "the string does not end");
    advance();
    return token;
  }

  /// 0f and 0d are floats as bits, 1.5e3 a float in decimal, the rest integers.
  Token number(Token token) {
    std::string digits = take(continuesName);
    bool bits = digits.size() > 2 && digits[0] == '0' &&
                std::strchr("fFdD", digits[1]) &&
                digits.size() == (std::strchr("fF", digits[1]) ? 10u : 18u);
    if (bits)
      return floatBits(token, digits);
    if (peek() == '.' && std::isdigit(static_cast<unsigned char>(peek(1))))
      return decimal(token, digits);
    token.kind = Token::Integer;
    while (!digits.empty() && std::strchr("uU", digits.back()))
      digits.pop_back();
    bool binary = digits.size() > 2 && (digits[1] == 'b' || digits[1] == 'B');
    char *end = nullptr;
    token.bits =
        static_cast<int64_t>(binary ? std::strtoull(digits.c_str() + 2, &end, 2)
                                    : std::strtoull(digits.c_str(), &end, 0));
    if (*end)
      return bad(token, "malformed number '" + digits + "'");
    return token;
  }

  Token floatBits(Token token, const std::string &digits) {
    token.kind = Token::Float;
    token.width = digits.size() == 10 ? 32 : 64;
    char *end = nullptr;
    uint64_t bits = std::strtoull(digits.c_str() + 2, &end, 16);
    if (*end)
      return bad(token, "malformed number '" + digits + "'");
    token.bits = static_cast<int64_t>(bits);
    if (token.width == 32) {
      float value;
      auto narrow = static_cast<uint32_t>(bits);
      std::memcpy(&value, &narrow, 4);
      token.value = value;
    } else {
      std::memcpy(&token.value, &bits, 8);
    }
    return token;
  }

  Token decimal(Token token, std::string digits) {
    token.kind = Token::Float;
    token.width = 64;
    digits += peek();
    advance();
    digits += take(continuesName);
    if (std::strchr("eE", digits.back()) && (peek() == '-' || peek() == '+')) {
      digits += peek();
      advance();
      digits += take(continuesName);
    }
    char *end = nullptr;
    token.value = std::strtod(digits.c_str(), &end);
    if (*end)
      return bad(token, "malformed number '" + digits + "'");
    std::memcpy(&token.bits, &token.value, 8);
    return token;
  }

  static Token bad(Token token, std::string why) {
    token.kind = Token::Bad;
    token.text = std::move(why);
    return token;
  }

  std::string_view text;
  size_t at = 0;
  Location here{1, 1};
};
} // namespace

std::vector<Token> kiln::emu::tokensOf(std::string_view text) {
  return Lexer(text).run();
}
