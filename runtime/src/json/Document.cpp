// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/json/Document.h"

using namespace kiln::json;

const Value *Object::get(std::string_view key) const {
  for (const Member &member : *this)
    if (member.first == key)
      return &member.second;
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
