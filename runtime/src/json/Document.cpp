// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/json/Document.h"
#include "json/KeyBits.h"
#include "json/PlainText.h"

using namespace kiln::json;

static bool isKey(std::string_view found, std::string_view key) {
  return found.size() == key.size() &&
         areEqual(found.data(), key.data(), key.size());
}

const Value *Object::get(std::string_view key) const {
  uint32_t next = 0;
  return get(key, next);
}

const Value *Object::get(std::string_view key, uint32_t &next) const {
  if (next < count && isKey(keys[next], key))
    return &values[next++];
  if (!(bits & getKeyBit(key)))
    return nullptr;
  for (uint32_t i = 0; i < count; ++i)
    if (isKey(keys[i], key)) {
      next = i + 1;
      return &values[i];
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
