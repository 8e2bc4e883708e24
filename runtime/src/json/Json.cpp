// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "json/Json.h"

#include <limits>
#include <nlohmann/json.hpp>

using namespace kiln::rt;

namespace {

/// Builds the document from the parser's events. Every handler returns whether
/// to go on.
class Builder {
public:
  using Event = nlohmann::json;

  explicit Builder(size_t maxDepth) : maxDepth_(maxDepth) {}

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
    stack_.pop_back();
    return true;
  }
  bool end_array() { return end_object(); }
  bool key(std::string &value) {
    const JsonValue &object = *stack_.back();
    if (object.find(value)) {
      error = makeError(Code::InvalidArgument, "the key '", value,
                        "' occurs twice");
      return false;
    }
    if (object.members.size() >= maxJsonKeys) {
      error = makeError(Code::ResourceExhausted, "an object has more than ",
                        maxJsonKeys, " keys");
      return false;
    }
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
  JsonValue *place(JsonValue value) {
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
    if (stack_.size() >= maxDepth_) {
      error = makeError(Code::ResourceExhausted, "JSON is nested more than ",
                        maxDepth_, " deep");
      return false;
    }
    JsonValue json;
    json.kind = kind;
    // A container is finished before its parent gets another child, so the
    // pointers of the stack stay valid.
    stack_.push_back(place(std::move(json)));
    return true;
  }

  size_t maxDepth_;
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
                                        size_t maxDepth) {
  Builder builder(maxDepth);
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
