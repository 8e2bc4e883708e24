// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/json/Document.h"
#include "json/PlainText.h"

using namespace kiln::json;

static bool isKey(std::string_view found, std::string_view key) {
  return found.size() == key.size() &&
         areEqual(found.data(), key.data(), key.size());
}

const Value *Object::search(Key key, uint32_t &next) const {
  std::string_view text = key.getText();
  const std::string_view *names = keys->begin();
  if (next < keys->count && isKey(names[next], text))
    return getValues() + next++;
  for (uint32_t i = 0; i < keys->count; ++i)
    if (isKey(names[i], text)) {
      next = i + 1;
      return getValues() + i;
    }
  return nullptr;
}

std::optional<std::string_view> Object::getString(Key key) const {
  const Value *value = get(key);
  return value ? value->getAsString() : std::nullopt;
}

std::optional<int64_t> Object::getInteger(Key key) const {
  const Value *value = get(key);
  return value ? value->getAsInteger() : std::nullopt;
}

std::optional<double> Object::getNumber(Key key) const {
  const Value *value = get(key);
  return value ? value->getAsNumber() : std::nullopt;
}

const Object *Object::getObject(Key key) const {
  const Value *value = get(key);
  return value ? value->getAsObject() : nullptr;
}

const Array *Object::getArray(Key key) const {
  const Value *value = get(key);
  return value ? value->getAsArray() : nullptr;
}

const char *kiln::json::getKindName(Value::Kind kind) {
  static const char *const names[] = {
      "null",    "a boolean", "an integer", "an integer beyond 64 bits",
      "a float", "a string",  "a list",     "an object"};
  return names[static_cast<int>(kind)];
}
