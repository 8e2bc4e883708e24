// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/JSONDocument.h"
#include "llvm/Support/JSON.h"

using namespace kiln::json;
using llvm::StringRef;

char ParseError::ID = 0;

const Value *Object::get(StringRef key) const {
  for (const Member &member : *this)
    if (member.first == key)
      return &member.second;
  return nullptr;
}

std::optional<StringRef> Object::getString(StringRef key) const {
  const Value *value = get(key);
  return value ? value->getAsString() : std::nullopt;
}

std::optional<int64_t> Object::getInteger(StringRef key) const {
  const Value *value = get(key);
  return value ? value->getAsInteger() : std::nullopt;
}

std::optional<double> Object::getNumber(StringRef key) const {
  const Value *value = get(key);
  return value ? value->getAsNumber() : std::nullopt;
}

const Object *Object::getObject(StringRef key) const {
  const Value *value = get(key);
  return value ? value->getAsObject() : nullptr;
}

const Array *Object::getArray(StringRef key) const {
  const Value *value = get(key);
  return value ? value->getAsArray() : nullptr;
}

/// The same value in LLVM's form, which knows how to print.
static llvm::json::Value convert(const Value &value) {
  switch (value.getKind()) {
  case Value::Kind::Null:
    return nullptr;
  case Value::Kind::Bool:
    return *value.getAsBoolean();
  case Value::Kind::Integer:
    return *value.getAsInteger();
  case Value::Kind::HugeInteger:
  case Value::Kind::Float:
    return *value.getAsNumber();
  case Value::Kind::String:
    return *value.getAsString();
  case Value::Kind::Array: {
    llvm::json::Array array;
    for (const Value &item : *value.getAsArray())
      array.push_back(convert(item));
    return array;
  }
  case Value::Kind::Object: {
    llvm::json::Object object;
    for (const Member &member : *value.getAsObject())
      object[member.first] = convert(member.second);
    return object;
  }
  }
  llvm_unreachable("unknown kind");
}

void Value::print(llvm::raw_ostream &os) const { os << convert(*this); }
