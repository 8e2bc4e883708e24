// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parsed JSON document as plain data. The parser behind it is nlohmann-json's
// SAX interface, used in Json.cpp only and without exceptions. Stricter than
// most: duplicate keys, nesting over a limit, and text after the document are
// errors; integers that fit neither int64 nor uint64 become doubles.

#ifndef KILN_RT_SRC_JSON_JSON_H
#define KILN_RT_SRC_JSON_JSON_H

#include "kiln-rt/archive/Error.h"

#include <string>
#include <vector>

namespace kiln::rt {

struct JsonMember;

struct JsonValue {
  enum class Kind : uint8_t { Null, Bool, Int, Double, String, Array, Object };

  Kind kind = Kind::Null;
  bool boolean = false;
  int64_t integer = 0;
  double number = 0;
  std::string string;
  std::vector<JsonValue> items;
  std::vector<JsonMember> members; ///< in the order of the text

  bool isNull() const { return kind == Kind::Null; }
  bool isBool() const { return kind == Kind::Bool; }
  bool isInt() const { return kind == Kind::Int; }
  bool isString() const { return kind == Kind::String; }
  bool isArray() const { return kind == Kind::Array; }
  bool isObject() const { return kind == Kind::Object; }
  /// The member of this key, or null. Linear in the members.
  const JsonValue *find(std::string_view key) const;
};

struct JsonMember {
  std::string key;
  JsonValue value;
};

constexpr size_t maxJsonDepth = 64;

/// The limits of one document.
struct JsonLimits {
  size_t depth = maxJsonDepth;
  uint64_t bytes = UINT64_MAX; ///< of memory
};

/// Parses one document. Errors (InvalidArgument, ResourceExhausted for the
/// limits) name the fault, those of syntax its byte.
Expected<JsonValue> parseJson(std::string_view text, JsonLimits limits = {});

/// `text` as a JSON string, with its quotes.
std::string quoteJson(std::string_view text);

/// The value as compact JSON text, keys in their order.
std::string writeJson(const JsonValue &value);

/// "null", "boolean", "integer" …, for errors.
const char *jsonKindName(JsonValue::Kind kind);

} // namespace kiln::rt

#endif // KILN_RT_SRC_JSON_JSON_H
