// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parser in one pass; texts without escapes point into the source. Memory is
// counted before it is taken: a few hundred kilobytes of brackets would
// otherwise become gigabytes.

#include "kiln-rt/archive/Budget.h"
#include "kiln-rt/json/Document.h"
#include "json/Number.h"
#include "json/PlainText.h"
#include "json/Stack.h"
#include "json/Utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
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
  Parser(std::string_view source, Limits limits, rt::BumpArena &arena)
      : begin(source.data()), p(begin), end(begin + source.size()),
        limits(limits), budget(limits.bytes), arena(arena) {}

  static rt::Expected<Document> run(std::string_view source, Limits limits) {
    Document document;
    Parser parser(source, limits, document.arena);
    if (!parser.parseDocument(document.root))
      return std::move(parser.error);
    return document;
  }

private:
  const char *begin, *p, *end;
  Limits limits;
  rt::Budget budget;
  rt::BumpArena &arena;
  Stack<Value> items;
  Stack<std::string_view> keys;
  /// By depth, the object that was closed last there: the next one mostly has
  /// its keys.
  std::array<const Object *, 16> last = {};
  rt::Error error;

  template <typename... Ts>
  [[gnu::noinline]] bool fail(Code code, const Ts &...parts) {
    error = rt::makeError(code, parts..., " at byte ",
                          static_cast<int64_t>(p - begin));
    return false;
  }
  template <typename... Ts>
  bool complain(const Ts &...parts) {
    return fail(Code::InvalidArgument, parts...);
  }
  [[gnu::noinline]] bool unexpected() {
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
  /// An item on a stack takes its place there, as much again while the
  /// stack grows, and its place in the arena.
  template <typename T>
  bool push(Stack<T> &stack, const T &value) {
    if (!take(3 * sizeof(T)))
      return false;
    stack.push(value);
    return true;
  }
  /// Moves the items of a stack behind `base` to the arena, behind room for
  /// `header` bytes.
  template <typename T>
  T *pop(Stack<T> &stack, size_t base, size_t header, void *&room) {
    room = arena.allocate(header + (stack.size() - base) * sizeof(T));
    T *stored = reinterpret_cast<T *>(static_cast<char *>(room) + header);
    stack.pop(base, stored);
    return stored;
  }
  bool popArray(size_t base, Value &out);
  bool popObject(size_t base, size_t baseKey, unsigned depth, Value &out);
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
  bool checkKeys(const std::string_view *first, size_t count);
  bool parseString(std::string_view &out);
  [[gnu::noinline]] bool parseOddString(std::string_view &out);
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
    return readNumber(p, end, out) || unexpected();
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
  return popArray(base, out);
}

bool Parser::popArray(size_t base, Value &out) {
  if (!take(sizeof(Array)))
    return false;
  void *room = nullptr;
  size_t count = items.size() - base;
  const Value *stored = pop(items, base, sizeof(Array), room);
  out = Value(new (room) Array(stored, count));
  return true;
}

bool Parser::parseObject(Value &out, unsigned depth) {
  if (!enter(depth))
    return false;
  ++p;
  size_t base = items.size(), baseKey = keys.size();
  skipSpace();
  while (!consume('}')) {
    if (items.size() != base && !consume(','))
      return unexpected();
    skipSpace();
    if (p == end || *p != '"')
      return unexpected();
    std::string_view key;
    if (!parseString(key) || !push(keys, key))
      return false;
    skipSpace();
    if (!consume(':'))
      return unexpected();
    skipSpace();
    Value value;
    if (!parseValue(value, depth) || !push(items, value))
      return false;
    skipSpace();
  }
  return popObject(base, baseKey, depth, out);
}

static const std::string_view *findTwice(std::vector<std::string_view> &keys) {
  std::sort(keys.begin(), keys.end());
  auto twice = std::adjacent_find(keys.begin(), keys.end());
  return twice == keys.end() ? nullptr : &*twice;
}

/// One of 64 bits for a key, which those of an object rarely share.
static uint64_t getKeyBit(std::string_view key) {
  if (key.empty())
    return 1;
  auto byte = [&](size_t i) { return static_cast<uint8_t>(key[i]); };
  size_t mixed = key.size() * 7 + byte(0) * 11 + byte(key.size() - 1) * 5;
  return uint64_t(1) << ((mixed + byte(key.size() / 2)) % 64);
}

/// Are the keys those of the object, in the same order?
static bool areKeysOf(const Object &other, const std::string_view *first,
                      size_t count) {
  if (count != other.size())
    return false;
  const std::string_view *same = other.getKeys();
  for (size_t i = 0; i < count; ++i)
    if (first[i].size() != same[i].size() ||
        !areEqual(first[i].data(), same[i].data(), first[i].size()))
      return false;
  return true;
}

bool Parser::popObject(size_t base, size_t baseKey, unsigned depth,
                       Value &out) {
  void *room = nullptr;
  size_t count = items.size() - base;
  const std::string_view *first = keys.data() + baseKey;
  const Object *&same = last[depth % last.size()];
  if (!take(sizeof(Object)))
    return false;
  if (same && areKeysOf(*same, first, count)) {
    first = same->getKeys();
    keys.drop(baseKey);
  } else {
    if (!checkKeys(first, count))
      return false;
    first = pop(keys, baseKey, 0, room);
  }
  const Value *stored = pop(items, base, sizeof(Object), room);
  out = Value(new (room) Object(first, stored, count));
  same = out.getAsObject();
  return true;
}

/// Keys whose bit no other key has are not compared.
bool Parser::checkKeys(const std::string_view *first, size_t count) {
  constexpr size_t few = 16;
  const std::string_view *twice = nullptr;
  std::vector<std::string_view> sorted;
  if (count > few) {
    sorted.assign(first, first + count);
    twice = findTwice(sorted);
  } else {
    uint64_t seen = 0;
    for (size_t i = 0; i < count; ++i) {
      uint64_t bit = getKeyBit(first[i]);
      for (size_t j = 0; j < i && (seen & bit); ++j)
        if (first[i] == first[j])
          twice = &first[i];
      seen |= bit;
    }
  }
  return !twice || complain("duplicate key '", twice->substr(0, 100), "'");
}

bool Parser::parseString(std::string_view &out) {
  const char *start = p + 1, *behind = findSpecial(start, end);
  if (behind == end || *behind != '"')
    return parseOddString(out);
  out = {start, static_cast<size_t>(behind - start)};
  p = behind + 1;
  return true;
}

/// A string that may have escapes, or more than ASCII.
bool Parser::parseOddString(std::string_view &out) {
  const char *start = ++p;
  p = findSpecial(p, end);
  while (p != end && static_cast<unsigned char>(*p) >= 0x80)
    p = findSpecial(p + 1, end);
  if (p == end)
    return unexpected();
  if (*p == '\\')
    return parseEscapes(start, out);
  if (*p != '"')
    return complain("syntax: control character in a string");
  out = {start, static_cast<size_t>(p - start)};
  ++p;
  return isUtf8(out) || complain("not UTF-8");
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
  auto *stored = static_cast<char *>(arena.allocate(text.size()));
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
