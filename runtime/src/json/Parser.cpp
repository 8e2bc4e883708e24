// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values, lists and objects.

#include "json/Parser.h"
#include "json/PlainText.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

using namespace kiln::json;

bool Parser::parseDocument(Value &root) {
  skipSpace();
  if (!parseItem(root, 0))
    return false;
  skipSpace();
  return p == end || complain("trailing text");
}

bool Parser::parseValue(Value &out, unsigned depth) {
  if (p == end)
    return unexpected();
  switch (*p) {
  case '{':
    return parseObject(out, depth + 1);
  case '[':
    return parseArray(out, depth + 1);
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
    if (!parseItem(item, depth) || !push(items, item))
      return false;
    skipSpace();
  }
  return popArray(base, out);
}

bool Parser::popArray(size_t base, Value &out) {
  if (!take(sizeof(Array)))
    return false;
  size_t count = items.size() - base;
  out = Value(new (pop(items, base, sizeof(Array))) Array(count));
  return true;
}

bool Parser::parseObject(Value &out, unsigned depth) {
  if (!enter(depth))
    return false;
  ++p;
  size_t base = items.size(), baseKey = keys.size();
  const Object *same = last[depth % last.size()];
  skipSpace();
  while (!consume('}')) {
    size_t count = items.size() - base;
    if (count != 0 && !consume(','))
      return unexpected();
    skipSpace();
    if (!same || !consumeKey(*same, count)) {
      if (!pushKeys(std::exchange(same, nullptr), count) || !parseKey())
        return false;
    }
    skipSpace();
    Value value;
    if (!parseItem(value, depth) || !push(items, value))
      return false;
    skipSpace();
  }
  if (same && same->size() != items.size() - base &&
      !pushKeys(std::exchange(same, nullptr), items.size() - base))
    return false;
  return popObject(base, baseKey, same, last[depth % last.size()], out);
}

/// The key of the member `number` of another object, with its colon, where it
/// stands here as it stood there.
bool Parser::consumeKey(const Object &other, size_t number) {
  if (number >= other.size())
    return false;
  std::string_view key = other.getKeys()->begin()[number];
  size_t size = key.size() + 2, left = static_cast<size_t>(end - p);
  // In the source it stands in quotes; what had escapes is not there.
  bool isInSource = key.data() > begin && key.data() <= end;
  if (!isInSource || left <= size || p[size] != ':' ||
      !areEqual(p, key.data() - 1, size))
    return false;
  p += size + 1;
  return true;
}

/// The first `count` keys of another object, if any, were passed by.
bool Parser::pushKeys(const Object *other, size_t count) {
  for (size_t i = 0; other && i < count; ++i)
    if (!push(keys, other->getKeys()->begin()[i]))
      return false;
  return true;
}

bool Parser::parseKey() {
  std::string_view key;
  if (p == end || *p != '"')
    return unexpected();
  if (!parseString(key) || !push(keys, key))
    return false;
  skipSpace();
  return consume(':') || unexpected();
}

static const std::string_view *findTwice(std::vector<std::string_view> &keys) {
  std::sort(keys.begin(), keys.end());
  auto twice = std::adjacent_find(keys.begin(), keys.end());
  return twice == keys.end() ? nullptr : &*twice;
}

/// Those of an object that has all keys of `same`, in order, are that one's.
bool Parser::popObject(size_t base, size_t baseKey, const Object *same,
                       const Object *&closed, Value &out) {
  const KeyList *own = same ? same->getKeys() : nullptr;
  if (!take(sizeof(Object) + (own ? 0 : sizeof(KeyList))))
    return false;
  if (!own) {
    auto count = static_cast<uint32_t>(keys.size() - baseKey);
    uint32_t bits = 0;
    if (!checkKeys(keys.data() + baseKey, count, bits))
      return false;
    own = new (pop(keys, baseKey, sizeof(KeyList))) KeyList{count, bits};
  }
  closed = new (pop(items, base, sizeof(Object))) Object(own);
  out = Value(closed);
  return true;
}

/// Finds the bits of keys, of which no two are the same. Keys whose bit no
/// other key has are not compared.
bool Parser::checkKeys(const std::string_view *first, size_t count,
                       uint32_t &bits) {
  constexpr size_t few = 16;
  const std::string_view *twice = nullptr;
  std::vector<std::string_view> sorted;
  if (count > few) {
    sorted.assign(first, first + count);
    twice = findTwice(sorted);
  }
  bits = 0;
  for (size_t i = 0; i < count; ++i) {
    uint32_t bit = Key(first[i]).getMask();
    for (size_t j = 0; count <= few && j < i && (bits & bit); ++j)
      if (first[i] == first[j])
        twice = &first[i];
    bits |= bit;
  }
  return !twice || complain("duplicate key '", twice->substr(0, 100), "'");
}

kiln::rt::Expected<Document> Document::parse(std::string_view source,
                                             Limits limits) {
  if (source.size() > std::numeric_limits<uint32_t>::max())
    return rt::makeError(rt::Code::ResourceExhausted, "longer than 4 GiB");
  return Parser::run(source, limits);
}
