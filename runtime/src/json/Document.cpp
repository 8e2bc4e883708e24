// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/json/Document.h"

#include <cstring>

using namespace kiln::json;

template <typename Word>
static Word load(const char *p) {
  Word word;
  std::memcpy(&word, p, sizeof(word));
  return word;
}

/// Do `count` characters agree? Those of a short key by its first and last
/// word, which may overlap.
static bool areEqual(const char *a, const char *b, size_t count) {
  auto agree = [&](auto word, size_t at) {
    using Word = decltype(word);
    return load<Word>(a + at) == load<Word>(b + at);
  };
  if (count > 16)
    return std::memcmp(a, b, count) == 0;
  if (count >= 8)
    return agree(uint64_t(), 0) && agree(uint64_t(), count - 8);
  if (count >= 4)
    return agree(uint32_t(), 0) && agree(uint32_t(), count - 4);
  return count == 0 || (a[0] == b[0] && a[count / 2] == b[count / 2] &&
                        a[count - 1] == b[count - 1]);
}

static bool isKey(const Member &member, std::string_view key) {
  return member.first.size() == key.size() &&
         areEqual(member.first.data(), key.data(), key.size());
}

const Value *Object::get(std::string_view key) const {
  uint32_t next = 0;
  return get(key, next);
}

const Value *Object::get(std::string_view key, uint32_t &next) const {
  for (size_t i = next; i < count; ++i)
    if (isKey(members[i], key)) {
      next = static_cast<uint32_t>(i + 1);
      return &members[i].second;
    }
  for (size_t i = 0; i < next; ++i)
    if (isKey(members[i], key)) {
      next = static_cast<uint32_t>(i + 1);
      return &members[i].second;
    }
  return nullptr;
}

std::optional<std::string_view> Object::getString(std::string_view key) const {
  const Value *value = get(key);
  return value ? value->getAsString() : std::nullopt;
}

std::optional<int64_t> Object::getInteger(std::string_view key) const {
  const Value *value = get(key);
  return value ? value->getAsInteger() : std::nullopt;
}

std::optional<double> Object::getNumber(std::string_view key) const {
  const Value *value = get(key);
  return value ? value->getAsNumber() : std::nullopt;
}

const Object *Object::getObject(std::string_view key) const {
  const Value *value = get(key);
  return value ? value->getAsObject() : nullptr;
}

const Array *Object::getArray(std::string_view key) const {
  const Value *value = get(key);
  return value ? value->getAsArray() : nullptr;
}

const char *kiln::json::getKindName(Value::Kind kind) {
  static const char *const names[] = {
      "null",    "a boolean", "an integer", "an integer beyond 64 bits",
      "a float", "a string",  "a list",     "an object"};
  return names[static_cast<int>(kind)];
}
