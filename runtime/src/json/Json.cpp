// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "json/Json.h"
#include "kiln-rt/archive/Budget.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

using namespace kiln::rt;

namespace {

/// Builds the document from the parser's events. Every handler returns whether
/// to go on.
class Builder {
public:
  using Event = nlohmann::json;

  explicit Builder(JsonLimits limits)
      : limits_(limits), budget_(limits.bytes) {}

  bool null() { return place({}) != nullptr; }
  bool boolean(bool value) {
    JsonValue json;
    json.kind = JsonValue::Kind::Bool;
    json.boolean = value;
    return place(std::move(json)) != nullptr;
  }
  bool number_integer(int64_t value) {
    JsonValue json;
    json.kind = JsonValue::Kind::Int;
    json.integer = value;
    json.number = static_cast<double>(value);
    return place(std::move(json)) != nullptr;
  }
  bool number_unsigned(uint64_t value) {
    if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
      return number_float(static_cast<double>(value), "");
    return number_integer(static_cast<int64_t>(value));
  }
  bool number_float(double value, const std::string &) {
    JsonValue json;
    json.kind = JsonValue::Kind::Double;
    json.number = value;
    return place(std::move(json)) != nullptr;
  }
  bool string(std::string &value) {
    JsonValue json;
    json.kind = JsonValue::Kind::String;
    json.string = std::move(value);
    return place(std::move(json)) != nullptr;
  }
  bool binary(Event::binary_t &) { return false; }
  bool start_object(size_t) { return open(JsonValue::Kind::Object); }
  bool start_array(size_t) { return open(JsonValue::Kind::Array); }
  bool end_object() {
    const JsonValue &object = *stack_.back();
    stack_.pop_back();
    std::vector<std::string_view> keys;
    keys.reserve(object.members.size());
    for (const JsonMember &member : object.members)
      keys.push_back(member.key);
    std::sort(keys.begin(), keys.end());
    auto twice = std::adjacent_find(keys.begin(), keys.end());
    if (twice == keys.end())
      return true;
    error = makeError(Code::InvalidArgument, "the key '", twice->substr(0, 100),
                      "' occurs twice");
    return false;
  }
  bool end_array() {
    stack_.pop_back();
    return true;
  }
  bool key(std::string &value) {
    key_ = std::move(value);
    return true;
  }
  bool parse_error(size_t position, const std::string &,
                   const nlohmann::detail::exception &) {
    error = makeError(Code::InvalidArgument, "JSON syntax error at byte ",
                      position);
    return false;
  }

  JsonValue root;
  Error error;

private:
  /// A list that grows takes its place twice. Null over the limit.
  JsonValue *place(JsonValue value) {
    if (!budget_.take(2 * sizeof(JsonMember) + value.string.capacity() +
                      key_.capacity())) {
      error = makeError(Code::ResourceExhausted, "more than ", limits_.bytes,
                        " bytes of memory are needed");
      return nullptr;
    }
    if (stack_.empty()) {
      root = std::move(value);
      return &root;
    }
    JsonValue &parent = *stack_.back();
    if (parent.isArray())
      return &parent.items.emplace_back(std::move(value));
    parent.members.push_back({std::move(key_), std::move(value)});
    return &parent.members.back().value;
  }
  bool open(JsonValue::Kind kind) {
    if (stack_.size() >= limits_.depth) {
      error = makeError(Code::ResourceExhausted, "JSON is nested more than ",
                        limits_.depth, " deep");
      return false;
    }
    JsonValue json;
    json.kind = kind;
    // A container is finished before its parent gets another child, so the
    // pointers of the stack stay valid.
    JsonValue *placed = place(std::move(json));
    stack_.push_back(placed);
    return placed != nullptr;
  }

  JsonLimits limits_;
  Budget budget_;
  std::vector<JsonValue *> stack_;
  std::string key_;
};

} // namespace

const JsonValue *JsonValue::find(std::string_view key) const {
  for (const JsonMember &member : members)
    if (member.key == key)
      return &member.value;
  return nullptr;
}

Expected<JsonValue> kiln::rt::parseJson(std::string_view text,
                                        JsonLimits limits) {
  Builder builder(limits);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
    return std::move(builder.error);
  return std::move(builder.root);
}

std::string kiln::rt::quoteJson(std::string_view text) {
  return nlohmann::json(std::string(text))
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string kiln::rt::writeJson(const JsonValue &value) {
  std::string out;
  switch (value.kind) {
  case JsonValue::Kind::Null:
    return "null";
  case JsonValue::Kind::Bool:
    return value.boolean ? "true" : "false";
  case JsonValue::Kind::Int:
    return std::to_string(value.integer);
  case JsonValue::Kind::Double:
    return nlohmann::json(value.number).dump();
  case JsonValue::Kind::String:
    return quoteJson(value.string);
  case JsonValue::Kind::Array:
    for (const JsonValue &item : value.items)
      out += (out.empty() ? "" : ",") + writeJson(item);
    return "[" + out + "]";
  case JsonValue::Kind::Object:
    for (const JsonMember &member : value.members)
      out += (out.empty() ? "" : ",") + quoteJson(member.key) + ":" +
             writeJson(member.value);
    return "{" + out + "}";
  }
  return out;
}

const char *kiln::rt::jsonKindName(JsonValue::Kind kind) {
  static const char *const names[] = {"null",     "a boolean", "an integer",
                                      "a float",  "a string",  "a list",
                                      "an object"};
  return names[static_cast<int>(kind)];
}
