// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "package/JsonNode.h"
#include "kiln-rt/archive/Budget.h"

using namespace kiln::rt;
namespace json = kiln::json;

/// To which the lists and objects of a manifest nest.
static constexpr unsigned maxDepth = 64;

Expected<json::Document> kiln::rt::parseManifest(std::string_view text,
                                                 const std::string &document) {
  Expected<json::Document> parsed =
      json::Document::parse(text, {maxDepth, memoryBudget(text.size())});
  if (!parsed.ok())
    parsed.error().message = concat(document, ": ", parsed.error().message);
  return parsed;
}

/// The step from a container to a value in it: ".key" or "[3]".
static std::string stepTo(const json::Value &parent, const json::Value &child) {
  if (const json::Array *items = parent.getAsArray())
    return concat("[", static_cast<int64_t>(&child - items->begin()), "]");
  for (json::Member member : *parent.getAsObject())
    if (&member.second == &child)
      return concat(".", member.first);
  return "";
}

std::string JsonNode::where() const {
  std::string path;
  for (const JsonNode *node = this; node->parent_; node = node->parent_)
    path = stepTo(*node->parent_->value_, *node->value_) + path;
  if (!path.empty() && path.front() == '.')
    path.erase(0, 1);
  return concat(*document_, path.empty() ? "" : ": ", path);
}

Error JsonNode::errorHere(const std::string &what) const {
  return makeError(Code::InvalidArgument, where(), ": ", what);
}

Error JsonNode::wrongKind(const char *want) const {
  return error(want, " is expected, not ",
               json::getKindName(value_->getKind()));
}

Expected<JsonNode> JsonNode::member(json::Key key) const {
  if (const json::Value *found = find(key))
    return JsonNode(*found, *this);
  KILN_RT_TRY(requireObject());
  return error("the key '", key.getText(), "' is missing");
}

Expected<std::optional<JsonNode>> JsonNode::optional(json::Key key) const {
  const json::Value *found = find(key);
  if (!found)
    KILN_RT_TRY(requireObject());
  if (!found || found->isNull())
    return std::optional<JsonNode>();
  return std::optional<JsonNode>(JsonNode(*found, *this));
}

Expected<size_t> JsonNode::listSize() const {
  if (const json::Array *items = value_->getAsArray())
    return items->size();
  return wrongKind("a list");
}

size_t JsonNode::countOf(json::Key key) const {
  const json::Value *found = find(key);
  const json::Array *items = found ? found->getAsArray() : nullptr;
  return items ? items->size() : 0;
}

JsonNode JsonNode::item(size_t index) const {
  return JsonNode((*value_->getAsArray())[index], *this);
}

Expected<std::string_view> JsonNode::asString() const {
  if (std::optional<std::string_view> text = value_->getAsString())
    return std::string_view(*text);
  return wrongKind("a string");
}

Expected<bool> JsonNode::asBool() const {
  if (std::optional<bool> flag = value_->getAsBoolean())
    return bool(*flag);
  return wrongKind("a boolean");
}

Expected<int64_t> JsonNode::asInt() const {
  if (std::optional<int64_t> integer = value_->getAsInteger())
    return int64_t(*integer);
  return wrongKind("a 64-bit integer");
}

Expected<uint32_t> JsonNode::asIndex(size_t limit, std::string_view of) const {
  KILN_RT_ASSIGN(int64_t value, asInt());
  if (value < 0 || static_cast<uint64_t>(value) >= limit)
    return error("there is no ", of, " ", value);
  return static_cast<uint32_t>(value);
}

Expected<uint64_t> JsonNode::asBytes() const {
  KILN_RT_ASSIGN(int64_t value, asInt());
  if (value < 0)
    return error("the number is negative");
  return static_cast<uint64_t>(value);
}

// What is as it should be needs no node; errors are the longer way's.

Expected<std::string_view> JsonNode::string(json::Key key) const {
  const json::Value *found = find(key);
  if (found && found->getKind() == json::Value::Kind::String)
    return std::string_view(*found->getAsString());
  KILN_RT_ASSIGN(JsonNode node, member(key));
  return node.asString();
}

Expected<uint32_t> JsonNode::index(json::Key key, size_t limit,
                                   std::string_view of) const {
  const json::Value *found = find(key);
  if (!found) {
    KILN_RT_ASSIGN(JsonNode node, member(key));
    return node.asIndex(limit, of);
  }
  std::optional<int64_t> number = found->getAsInteger();
  if (number && *number >= 0 && static_cast<uint64_t>(*number) < limit)
    return static_cast<uint32_t>(*number);
  return JsonNode(*found, *this).asIndex(limit, of);
}

Expected<std::string_view> JsonNode::stringOr(json::Key key,
                                              std::string_view fallback) const {
  const json::Value *found = find(key);
  if (!found || found->isNull()) {
    KILN_RT_TRY(requireObject());
    return std::string_view(fallback);
  }
  return JsonNode(*found, *this).asString();
}

Expected<Numbers> JsonNode::indices(json::Key key, bool required,
                                    BumpArena &arena) const {
  const json::Value *found = find(key);
  const json::Array *items = found ? found->getAsArray() : nullptr;
  if (!items) {
    if (required || (found && !found->isNull())) {
      KILN_RT_ASSIGN(JsonNode list, member(key));
      return list.wrongKind("a list");
    }
    KILN_RT_TRY(requireObject());
    return Numbers();
  }
  Numbers numbers(arena, items->size());
  for (size_t i = 0; i < items->size(); ++i) {
    std::optional<int64_t> number = (*items)[i].getAsInteger();
    if (!number || *number < 0) {
      KILN_RT_ASSIGN(JsonNode list, member(key));
      return list.item(i).asBytes().takeError();
    }
    numbers[i] = *number;
  }
  return numbers;
}

Expected<std::optional<int64_t>> JsonNode::optionalInt(json::Key key) const {
  const json::Value *found = find(key);
  if (!found || found->isNull()) {
    KILN_RT_TRY(requireObject());
    return std::optional<int64_t>();
  }
  KILN_RT_ASSIGN(int64_t value, JsonNode(*found, *this).asInt());
  return std::optional<int64_t>(value);
}

Expected<bool> JsonNode::flagOr(json::Key key, bool fallback) const {
  const json::Value *found = find(key);
  if (!found || found->isNull()) {
    KILN_RT_TRY(requireObject());
    return bool(fallback);
  }
  return JsonNode(*found, *this).asBool();
}

Expected<uint32_t> JsonNode::indexOr(json::Key key, size_t limit,
                                     std::string_view of,
                                     uint32_t fallback) const {
  const json::Value *found = find(key);
  if (!found || found->isNull()) {
    KILN_RT_TRY(requireObject());
    return uint32_t(fallback);
  }
  return JsonNode(*found, *this).asIndex(limit, of);
}
