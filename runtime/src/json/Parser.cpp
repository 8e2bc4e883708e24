// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parser in one pass; texts without escapes point into the source. Memory is
// counted before it is taken: a few hundred kilobytes of brackets would
// otherwise become gigabytes.

#include "kiln-rt/archive/Budget.h"
#include "kiln-rt/json/Document.h"
#include "json/Utf8.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace kiln::json;
using kiln::rt::Code;
using kiln::rt::concat;

namespace kiln::json {
/// One pass over a source. Open lists and objects keep their items on stacks,
/// which move to the arena when a bracket closes.
class Parser {
public:
  Parser(std::string_view source, Limits limits,
         std::pmr::monotonic_buffer_resource &arena)
      : begin(source.data()), p(begin), end(begin + source.size()),
        limits(limits), budget(limits.bytes), arena(arena) {}

  static rt::Expected<Document> run(std::string_view source, Limits limits) {
    Document document;
    Parser parser(source, limits, *document.arena);
    if (!parser.parseDocument(document.root))
      return std::move(parser.error);
    return document;
  }

private:
  const char *begin, *p, *end;
  Limits limits;
  rt::Budget budget;
  std::pmr::monotonic_buffer_resource &arena;
  std::vector<Value> items;
  std::vector<Member> members;
  rt::Error error;

  template <typename... Ts>
  bool fail(Code code, const Ts &...parts) {
    error = rt::makeError(code, parts..., " at byte ",
                          static_cast<int64_t>(p - begin));
    return false;
  }
  template <typename... Ts>
  bool complain(const Ts &...parts) {
    return fail(Code::InvalidArgument, parts...);
  }
  bool unexpected() {
    if (p == end)
      return complain("unexpected end");
    if (*p > ' ' && *p <= '~')
      return complain("syntax: unexpected '", *p, "'");
    return complain("syntax: unexpected character");
  }
  /// Counts memory before it is taken.
  bool take(uint64_t bytes) {
    return budget.take(bytes) ||
           fail(Code::ResourceExhausted, "more than ", limits.bytes,
                " bytes of memory are needed");
  }
  bool enter(unsigned depth) {
    return depth <= limits.depth ||
           fail(Code::ResourceExhausted, "nested deeper than ", limits.depth);
  }
  /// Room for `count` values in the arena.
  template <typename T>
  T *allocate(size_t count) {
    return static_cast<T *>(arena.allocate(count * sizeof(T), alignof(T)));
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
  /// Moves the items of a stack behind `base` to the arena.
  template <typename T>
  const T *pop(std::vector<T> &stack, size_t base) {
    T *stored = allocate<T>(stack.size() - base);
    std::uninitialized_copy(stack.begin() + base, stack.end(), stored);
    stack.resize(base);
    return stored;
  }
  void skipSpace() {
    while (p != end && (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r'))
      ++p;
  }
  /// Skips characters of a string that mean themselves, eight at a time.
  void skipPlain() {
    constexpr uint64_t ones = 0x0101010101010101, high = ones << 7;
    auto hasZero = [](uint64_t word) { return (word - ones) & ~word & high; };
    for (uint64_t word; end - p >= 8; p += 8) {
      std::memcpy(&word, p, sizeof(word));
      if ((word & high) || hasZero(word ^ (ones * '"')) ||
          hasZero(word ^ (ones * '\\')) || hasZero(word & (ones * 0xE0)))
        return;
    }
  }
  bool consume(char c) {
    if (p == end || *p != c)
      return false;
    ++p;
    return true;
  }
  std::string_view rest() const { return {p, static_cast<size_t>(end - p)}; }
  bool consumeWord(std::string_view word) {
    if (rest().substr(0, word.size()) != word)
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
  bool parseString(std::string_view &out);
  bool parseEscapes(const char *start, std::string_view &out);
  bool parseEscape(std::string &out);
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
  std::string_view text;
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
  if (!enter(depth))
    return false;
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
  const Value *stored = pop(items, base);
  out = Value(new (allocate<Array>(1)) Array(stored, count));
  return true;
}

bool Parser::parseObject(Value &out, unsigned depth) {
  if (!enter(depth))
    return false;
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
  const Member *stored = pop(members, base);
  out = Value(new (allocate<Object>(1)) Object(stored, count));
  return true;
}

static const std::string_view *findTwice(std::vector<std::string_view> &keys) {
  std::sort(keys.begin(), keys.end());
  auto twice = std::adjacent_find(keys.begin(), keys.end());
  return twice == keys.end() ? nullptr : &*twice;
}

bool Parser::checkKeys(const Member *first, size_t count) {
  constexpr size_t few = 16;
  const std::string_view *twice = nullptr;
  std::vector<std::string_view> keys;
  if (count > few) {
    for (size_t i = 0; i < count; ++i)
      keys.push_back(first[i].first);
    twice = findTwice(keys);
  } else {
    for (size_t i = 0; i < count; ++i)
      for (size_t j = 0; j < i; ++j)
        if (first[i].first == first[j].first)
          twice = &first[i].first;
  }
  return !twice || complain("duplicate key '", twice->substr(0, 100), "'");
}

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool Parser::parseNumber(Value &out) {
  const char *start = p;
  bool isInteger = true, isSmall = false;
  consume('-');
  if (consumeWord("Infinity")) {
    out = Value(-std::numeric_limits<double>::infinity());
    return true;
  }
  if (p == end || !isDigit(*p))
    return unexpected();
  if (*p == '0')
    ++p;
  else
    while (p != end && isDigit(*p))
      ++p;
  if (p != end && *p == '.') {
    ++p;
    isInteger = false;
    if (p == end || !isDigit(*p))
      return unexpected();
    while (p != end && isDigit(*p))
      ++p;
  }
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    isInteger = false;
    isSmall = p != end && *p == '-';
    if (isSmall || (p != end && *p == '+'))
      ++p;
    if (p == end || !isDigit(*p))
      return unexpected();
    while (p != end && isDigit(*p))
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
      isSmall)
    real = 0;
  out = Value(real, isInteger ? Value::Kind::HugeInteger : Value::Kind::Float);
  return true;
}

bool Parser::parseString(std::string_view &out) {
  const char *start = ++p;
  bool isASCII = true;
  skipPlain();
  for (; p != end && *p != '"' && *p != '\\'; ++p) {
    if (static_cast<unsigned char>(*p) < 0x20)
      return complain("syntax: control character in a string");
    isASCII &= static_cast<unsigned char>(*p) < 0x80;
  }
  if (p == end)
    return unexpected();
  if (*p == '\\')
    return parseEscapes(start, out);
  out = {start, static_cast<size_t>(p - start)};
  ++p;
  return isASCII || isUtf8(out) || complain("not UTF-8");
}

/// A string with escapes: `start` is its first character, `p` its first
/// backslash.
bool Parser::parseEscapes(const char *start, std::string_view &out) {
  std::string text;
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
  char *stored = allocate<char>(text.size());
  std::copy(text.begin(), text.end(), stored);
  out = {stored, text.size()};
  return isUtf8(out) || complain("not UTF-8");
}

bool Parser::parseHex(uint32_t &code) {
  if (end - p < 4)
    return complain("syntax: bad escape");
  if (std::from_chars(p, p + 4, code, 16).ptr != p + 4)
    return complain("syntax: bad escape");
  p += 4;
  return true;
}

/// The character after a backslash. Half of a surrogate pair becomes U+FFFD, as
/// metadata is free text.
bool Parser::parseEscape(std::string &out) {
  static constexpr std::string_view plain = "\"\\/bfnrt",
                                    meant = "\"\\/\b\f\n\r\t";
  if (p == end)
    return unexpected();
  char c = *p++;
  if (size_t at = plain.find(c); at != std::string_view::npos) {
    out.push_back(meant[at]);
    return true;
  }
  uint32_t code = 0;
  if (c != 'u')
    return complain("syntax: bad escape");
  if (!parseHex(code))
    return false;
  if (code >= 0xD800 && code < 0xDC00 && rest().substr(0, 2) == "\\u") {
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
  appendUtf8(code, out);
  return true;
}

kiln::rt::Expected<Document> Document::parse(std::string_view source,
                                             Limits limits) {
  if (source.size() > std::numeric_limits<uint32_t>::max())
    return rt::makeError(Code::ResourceExhausted, "longer than 4 GiB");
  return Parser::run(source, limits);
}
