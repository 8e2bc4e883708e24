// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parser in one pass; texts without escapes point into the source. Memory is
// counted before it is taken: a few hundred kilobytes of brackets would
// otherwise become gigabytes.
#include "kiln/Support/JSONDocument.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace kiln::json;
using llvm::StringRef;

namespace kiln::json {
/// One pass over a source. Open lists and objects keep their items on stacks,
/// which move to the arena when a bracket closes.
class Parser {
public:
  Parser(StringRef source, uint64_t maxBytes, llvm::BumpPtrAllocator &arena)
      : begin(source.begin()), p(source.begin()), end(source.end()),
        maxBytes(maxBytes), bytesLeft(maxBytes), arena(arena) {}

  static llvm::Expected<Document> run(StringRef source, uint64_t maxBytes) {
    Document document;
    Parser parser(source, maxBytes, *document.arena);
    if (!parser.parseDocument(document.root))
      return llvm::make_error<ParseError>(std::move(parser.message),
                                          parser.isLimit);
    return document;
  }

private:
  const char *begin, *p, *end;
  uint64_t maxBytes, bytesLeft;
  llvm::BumpPtrAllocator &arena;
  std::vector<Value> items;
  std::vector<Member> members;
  std::string message;
  bool isLimit = false;

  bool complain(const llvm::Twine &what, bool limit = false) {
    message = (what + " at byte " + llvm::Twine(p - begin)).str();
    isLimit = limit;
    return false;
  }
  bool unexpected() {
    if (p == end)
      return complain("unexpected end");
    return complain(llvm::isPrint(*p)
                        ? llvm::Twine("syntax: unexpected '") +
                              StringRef(p, 1) + "'"
                        : llvm::Twine("syntax: unexpected character"));
  }
  /// Counts memory before it is taken.
  bool take(uint64_t bytes) {
    if (bytes > bytesLeft)
      return complain("more than " + llvm::Twine(maxBytes) +
                          " bytes of memory are needed",
                      /*limit=*/true);
    bytesLeft -= bytes;
    return true;
  }
  /// An item on a stack takes its place there, as much again while the
  /// stack grows, and its place in the arena.
  template <typename T>
  bool push(std::vector<T> &stack, const T &value) {
    if (!take(3 * sizeof(T)))
      return false;
    stack.push_back(value);
    return true;
  }
  void skipSpace() {
    while (p != end && (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r'))
      ++p;
  }
  bool consume(char c) {
    if (p == end || *p != c)
      return false;
    ++p;
    return true;
  }
  bool consumeWord(StringRef word) {
    if (!StringRef(p, end - p).starts_with(word))
      return false;
    p += word.size();
    return true;
  }

  bool parseDocument(Value &root);
  bool parseValue(Value &out, unsigned depth);
  bool parseArray(Value &out, unsigned depth);
  bool parseObject(Value &out, unsigned depth);
  bool checkKeys(const Member *first, size_t count);
  bool parseNumber(Value &out);
  bool parseString(StringRef &out);
  bool parseEscapes(const char *start, StringRef &out);
  bool parseEscape(llvm::SmallVectorImpl<char> &out);
  bool parseHex(uint32_t &code);
};
} // namespace kiln::json

bool Parser::parseDocument(Value &root) {
  skipSpace();
  if (!parseValue(root, 0))
    return false;
  skipSpace();
  return p == end || complain("trailing text");
}

bool Parser::parseValue(Value &out, unsigned depth) {
  if (p == end)
    return unexpected();
  StringRef text;
  switch (*p) {
  case '{':
    return parseObject(out, depth + 1);
  case '[':
    return parseArray(out, depth + 1);
  case '"':
    if (!parseString(text))
      return false;
    out = Value(text);
    return true;
  case 't':
    out = Value(true);
    return consumeWord("true") || unexpected();
  case 'f':
    out = Value(false);
    return consumeWord("false") || unexpected();
  case 'n':
    out = Value();
    return consumeWord("null") || unexpected();
  case 'N':
    out = Value(std::numeric_limits<double>::quiet_NaN());
    return consumeWord("NaN") || unexpected();
  case 'I':
    out = Value(std::numeric_limits<double>::infinity());
    return consumeWord("Infinity") || unexpected();
  default:
    return parseNumber(out);
  }
}

bool Parser::parseArray(Value &out, unsigned depth) {
  if (depth > Document::maxDepth)
    return complain("nested deeper than 500", /*limit=*/true);
  ++p;
  size_t base = items.size();
  skipSpace();
  while (!consume(']')) {
    if (items.size() != base && !consume(','))
      return unexpected();
    skipSpace();
    Value item;
    if (!parseValue(item, depth) || !push(items, item))
      return false;
    skipSpace();
  }
  size_t count = items.size() - base;
  if (!take(sizeof(Array)))
    return false;
  Value *stored = arena.Allocate<Value>(count);
  std::uninitialized_copy(items.begin() + base, items.end(), stored);
  items.resize(base);
  out = Value(new (arena.Allocate<Array>()) Array(stored, count));
  return true;
}

bool Parser::parseObject(Value &out, unsigned depth) {
  if (depth > Document::maxDepth)
    return complain("nested deeper than 500", /*limit=*/true);
  ++p;
  size_t base = members.size();
  skipSpace();
  while (!consume('}')) {
    if (members.size() != base && !consume(','))
      return unexpected();
    skipSpace();
    if (p == end || *p != '"')
      return unexpected();
    Member member;
    if (!parseString(member.first))
      return false;
    skipSpace();
    if (!consume(':'))
      return unexpected();
    skipSpace();
    if (!parseValue(member.second, depth) || !push(members, member))
      return false;
    skipSpace();
  }
  size_t count = members.size() - base;
  if (!checkKeys(members.data() + base, count) || !take(sizeof(Object)))
    return false;
  Member *stored = arena.Allocate<Member>(count);
  std::uninitialized_copy(members.begin() + base, members.end(), stored);
  members.resize(base);
  out = Value(new (arena.Allocate<Object>()) Object(stored, count));
  return true;
}

bool Parser::checkKeys(const Member *first, size_t count) {
  constexpr size_t kFew = 16;
  llvm::DenseSet<StringRef> seen;
  for (size_t i = 0; i < count; ++i) {
    bool isNew = true;
    if (count > kFew)
      isNew = seen.insert(first[i].first).second;
    else
      for (size_t j = 0; j < i; ++j)
        isNew &= first[i].first != first[j].first;
    if (!isNew)
      return complain("duplicate key '" + first[i].first.take_front(100) + "'");
  }
  return true;
}

bool Parser::parseNumber(Value &out) {
  const char *start = p;
  bool isInteger = true;
  consume('-');
  if (consumeWord("Infinity")) {
    out = Value(-std::numeric_limits<double>::infinity());
    return true;
  }
  if (p == end || !llvm::isDigit(*p))
    return unexpected();
  if (*p == '0')
    ++p;
  else
    while (p != end && llvm::isDigit(*p))
      ++p;
  if (p != end && *p == '.') {
    ++p;
    isInteger = false;
    if (p == end || !llvm::isDigit(*p))
      return unexpected();
    while (p != end && llvm::isDigit(*p))
      ++p;
  }
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    isInteger = false;
    if (p != end && (*p == '+' || *p == '-'))
      ++p;
    if (p == end || !llvm::isDigit(*p))
      return unexpected();
    while (p != end && llvm::isDigit(*p))
      ++p;
  }
  int64_t integer;
  if (isInteger && std::from_chars(start, p, integer).ec == std::errc()) {
    out = Value(integer);
    return true;
  }
  // Beyond the range of double the result is left alone: infinity or zero.
  double real = *start == '-' ? -HUGE_VAL : HUGE_VAL;
  if (std::from_chars(start, p, real).ec == std::errc::result_out_of_range &&
      StringRef(start, p - start).contains_insensitive("e-"))
    real = 0;
  out = Value(real, isInteger ? Value::Kind::HugeInteger : Value::Kind::Float);
  return true;
}

bool Parser::parseString(StringRef &out) {
  const char *start = ++p;
  bool isASCII = true;
  for (; p != end && *p != '"' && *p != '\\'; ++p) {
    if (static_cast<unsigned char>(*p) < 0x20)
      return complain("syntax: control character in a string");
    isASCII &= static_cast<unsigned char>(*p) < 0x80;
  }
  if (p == end)
    return unexpected();
  if (*p == '\\')
    return parseEscapes(start, out);
  out = StringRef(start, p - start);
  ++p;
  return isASCII || llvm::json::isUTF8(out) || complain("not UTF-8");
}

/// A string with escapes: `start` is its first character, `p` its first
/// backslash.
bool Parser::parseEscapes(const char *start, StringRef &out) {
  llvm::SmallString<256> text;
  while (p != end && *p != '"') {
    text.append(start, p);
    ++p; // the backslash
    if (!parseEscape(text))
      return false;
    start = p;
    for (; p != end && *p != '"' && *p != '\\'; ++p)
      if (static_cast<unsigned char>(*p) < 0x20)
        return complain("syntax: control character in a string");
  }
  if (p == end)
    return unexpected();
  text.append(start, p);
  ++p;
  if (!take(text.size()))
    return false;
  out = text.str().copy(arena);
  return llvm::json::isUTF8(out) || complain("not UTF-8");
}

bool Parser::parseHex(uint32_t &code) {
  if (end - p < 4)
    return complain("syntax: bad escape");
  if (StringRef(p, 4).getAsInteger(16, code) || *p == '-' || *p == '+')
    return complain("syntax: bad escape");
  p += 4;
  return true;
}

/// The character after a backslash. Half of a surrogate pair becomes U+FFFD, as
/// metadata is free text.
bool Parser::parseEscape(llvm::SmallVectorImpl<char> &out) {
  static constexpr StringRef plain = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
  if (p == end)
    return unexpected();
  char c = *p++;
  if (size_t at = plain.find(c); at != StringRef::npos) {
    out.push_back(meant[at]);
    return true;
  }
  uint32_t code = 0;
  if (c != 'u')
    return complain("syntax: bad escape");
  if (!parseHex(code))
    return false;
  if (code >= 0xD800 && code < 0xDC00 &&
      StringRef(p, end - p).starts_with("\\u")) {
    const char *back = p;
    uint32_t low = 0;
    p += 2;
    if (!parseHex(low))
      return false;
    if (low >= 0xDC00 && low < 0xE000)
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    else
      p = back;
  }
  if (code >= 0xD800 && code < 0xE000)
    code = 0xFFFD;
  char bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT], *stop = bytes;
  llvm::ConvertCodePointToUTF8(code, stop);
  out.append(bytes, stop);
  return true;
}

llvm::Expected<Document> Document::parse(StringRef source, uint64_t maxBytes) {
  if (source.size() > std::numeric_limits<uint32_t>::max())
    return llvm::make_error<ParseError>("longer than 4 GiB", true);
  return Parser::run(source, maxBytes);
}
