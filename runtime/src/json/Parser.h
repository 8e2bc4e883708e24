// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parser in one pass; texts without escapes point into the source. Memory is
// counted before it is taken: a few hundred kilobytes of brackets would
// otherwise become gigabytes.

#ifndef KILN_RT_SRC_JSON_PARSER_H
#define KILN_RT_SRC_JSON_PARSER_H

#include "kiln-rt/archive/Budget.h"
#include "kiln-rt/json/Document.h"
#include "json/Number.h"
#include "json/PlainText.h"
#include "json/Stack.h"

#include <array>

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
  [[gnu::noinline]] bool fail(rt::Code code, const Ts &...parts) {
    error = rt::makeError(code, parts..., " at byte ",
                          static_cast<int64_t>(p - begin));
    return false;
  }
  template <typename... Ts>
  bool complain(const Ts &...parts) {
    return fail(rt::Code::InvalidArgument, parts...);
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
           fail(rt::Code::ResourceExhausted, "more than ", limits.bytes,
                " bytes of memory are needed");
  }
  bool enter(unsigned depth) {
    return depth <= limits.depth || fail(rt::Code::ResourceExhausted,
                                         "nested deeper than ", limits.depth);
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
  /// `header` bytes, which it returns.
  template <typename T>
  void *pop(Stack<T> &stack, size_t base, size_t header) {
    void *room = arena.allocate(header + (stack.size() - base) * sizeof(T));
    stack.pop(base, reinterpret_cast<T *>(static_cast<char *>(room) + header));
    return room;
  }
  bool popArray(size_t base, Value &out);
  bool popObject(size_t base, size_t baseKey, const Object *same,
                 const Object *&closed, Value &out);
  void skipSpace() {
    // One comparison where there is none, as in what machines write.
    while (p != end && *p <= ' ' &&
           (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r'))
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
  /// Most values are texts and short numbers.
  [[gnu::always_inline]] bool parseItem(Value &out, unsigned depth) {
    std::string_view text;
    if (p == end || *p != '"')
      return readShortInteger(p, end, out) || parseValue(out, depth);
    if (!parseString(text))
      return false;
    out = Value(text);
    return true;
  }
  bool parseValue(Value &out, unsigned depth);
  bool parseArray(Value &out, unsigned depth);
  bool parseObject(Value &out, unsigned depth);
  bool consumeKey(const Object &other, size_t number);
  bool pushKeys(const Object *other, size_t count);
  bool parseKey();
  bool checkKeys(const std::string_view *first, size_t count, uint32_t &bits);
  bool parseString(std::string_view &out);
  [[gnu::noinline]] bool parseOddString(std::string_view &out);
  bool parseEscapes(const char *start, std::string_view &out);
  bool parseEscape(std::string &out);
  bool parseHex(uint32_t &code);
};

/// Most strings end where something special is first.
inline bool Parser::parseString(std::string_view &out) {
  const char *start = p + 1, *behind = findSpecial(start, end);
  if (behind == end || *behind != '"')
    return parseOddString(out);
  out = {start, static_cast<size_t>(behind - start)};
  p = behind + 1;
  return true;
}

} // namespace kiln::json

#endif // KILN_RT_SRC_JSON_PARSER_H
