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
  Stack<Member> members;
  /// The object that was closed last: the next one mostly has its keys.
  const Object *last = nullptr;
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
  /// Moves the items of a stack behind `base` to the arena, behind the list or
  /// object that has them.
  template <typename Holder, typename T>
  bool pop(Stack<T> &stack, size_t base, Value &out) {
    static_assert(sizeof(Holder) % alignof(T) == 0);
    if (!take(sizeof(Holder)))
      return false;
    size_t count = stack.size() - base;
    void *room = arena.allocate(sizeof(Holder) + count * sizeof(T));
    T *stored = reinterpret_cast<T *>(static_cast<Holder *>(room) + 1);
    stack.pop(base, stored);
    out = Value(new (room) Holder(stored, count));
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
  return pop<Array>(items, base, out);
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
  if (!checkKeys(members.data() + base, members.size() - base) ||
      !pop<Object>(members, base, out))
    return false;
  last = out.getAsObject();
  return true;
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

/// Do both have the same keys, in the same order?
static bool haveSameKeys(const Member *first, size_t count,
                         const Object &other) {
  if (count != other.size())
    return false;
  const Member *same = other.begin();
  for (size_t i = 0; i < count; ++i)
    if (first[i].first.size() != same[i].first.size() ||
        !areEqual(first[i].first.data(), same[i].first.data(),
                  first[i].first.size()))
      return false;
  return true;
}

/// Keys whose bit no other key has are not compared.
bool Parser::checkKeys(const Member *first, size_t count) {
  if (last && haveSameKeys(first, count, *last))
    return true;
  constexpr size_t few = 16;
  const std::string_view *twice = nullptr;
  std::vector<std::string_view> keys;
  if (count > few) {
    for (size_t i = 0; i < count; ++i)
      keys.push_back(first[i].first);
    twice = findTwice(keys);
  } else {
    uint64_t seen = 0;
    for (size_t i = 0; i < count; ++i) {
      uint64_t bit = getKeyBit(first[i].first);
      for (size_t j = 0; j < i && (seen & bit); ++j)
        if (first[i].first == first[j].first)
          twice = &first[i].first;
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
