// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A JSON value with the way to it, so that every error of a manifest says
// where: "model.kiln: manifest.json: programs[0].inputs[1].dtype: …". Nodes are
// made on the way down and live on the stack; a child points to its parent.

#ifndef KILN_RT_SRC_PACKAGE_JSONNODE_H
#define KILN_RT_SRC_PACKAGE_JSONNODE_H

#include "kiln-rt/json/Document.h"
#include "package/ArenaList.h"

#include <optional>
#include <vector>

namespace kiln::rt {

class JsonNode {
public:
  /// The root of `document`, "model.kiln: manifest.json", which outlives it.
  JsonNode(const json::Value &value, const std::string &document)
      : value_(&value), document_(&document) {}

  const json::Value &value() const { return *value_; }
  bool isNull() const { return value_->isNull(); }
  /// The value of a key; null where there is none, or this is no object.
  const json::Value *find(json::Key key) const {
    const json::Object *object = value_->getAsObject();
    return object ? object->get(key, next_) : nullptr;
  }

  /// An error at this place.
  template <typename... Ts>
  Error error(const Ts &...parts) const {
    return errorHere(concat(parts...));
  }
  /// "document: path".
  std::string where() const;

  /// The member `key` of an object; an error if it is missing.
  Expected<JsonNode> member(json::Key key) const;
  /// The member, or nothing where it is missing or null.
  Expected<std::optional<JsonNode>> optional(json::Key key) const;
  /// An error unless this is a list; then its length.
  Expected<size_t> listSize() const;
  /// How many items the list `key` has; 0 where there is no list.
  size_t countOf(json::Key key) const;
  /// An error unless this is an object.
  [[gnu::always_inline]] Status requireObject() const {
    return value_->getAsObject() ? Status() : Status(wrongKind("an object"));
  }
  JsonNode item(size_t index) const;

  /// Texts live as long as the document.
  Expected<std::string_view> asString() const;
  Expected<bool> asBool() const;
  Expected<int64_t> asInt() const;
  /// An integer in [0, limit).
  Expected<uint32_t> asIndex(size_t limit, std::string_view of) const;
  Expected<uint64_t> asBytes() const; ///< an integer >= 0

  /// member(key) as the type.
  Expected<std::string_view> string(json::Key key) const;
  Expected<uint32_t> index(json::Key key, size_t limit,
                           std::string_view of) const;
  /// optional(key) as the type; the default where there is none.
  Expected<std::string_view> stringOr(json::Key key,
                                      std::string_view fallback) const;
  /// The numbers of the list `key`, none below 0, which move to the arena; a
  /// missing list is empty unless `required`.
  Expected<Numbers> indices(json::Key key, bool required,
                            BumpArena &arena) const;
  Expected<std::optional<int64_t>> optionalInt(json::Key key) const;
  Expected<bool> flagOr(json::Key key, bool fallback) const;
  Expected<uint32_t> indexOr(json::Key key, size_t limit, std::string_view of,
                             uint32_t fallback) const;

  /// Calls `body(JsonNode) -> Status` for each item of the list `key`; a
  /// missing list is empty unless `required`.
  template <typename Body>
  Status forEach(json::Key key, bool required, Body body) const {
    KILN_RT_ASSIGN(std::optional<JsonNode> list, optional(key));
    if (!list)
      return required
                 ? Status(error("the key '", key.getText(), "' is missing"))
                 : Status();
    KILN_RT_ASSIGN(size_t count, list->listSize());
    for (size_t i = 0; i < count; ++i)
      KILN_RT_TRY(body(list->item(i)));
    return {};
  }

  /// The items of the list `key`, which `read(JsonNode) -> Expected<T>` makes;
  /// a missing list is empty unless `required`.
  template <typename T, typename Read>
  Expected<ArenaList<T>> list(json::Key key, BumpArena &arena, Read read,
                              bool required = false) const {
    ArenaList<T> items(arena, countOf(key));
    T *next = items.data();
    KILN_RT_TRY(forEach(key, required, [&](const JsonNode &item) -> Status {
      KILN_RT_ASSIGN(*next++, read(item));
      return {};
    }));
    return items;
  }

private:
  JsonNode(const json::Value &value, const JsonNode &parent)
      : value_(&value), parent_(&parent), document_(parent.document_) {}
  Error wrongKind(const char *want) const;
  Error errorHere(const std::string &what) const;

  const json::Value *value_;
  /// The member behind the one that was found last: keys are asked for in the
  /// order in which they mostly are.
  mutable uint32_t next_ = 0;
  const JsonNode *parent_ = nullptr;
  const std::string *document_;
};

/// The document of a manifest, "model.kiln: manifest.json", or of a part of
/// one.
Expected<json::Document> parseManifest(std::string_view text,
                                       const std::string &document);

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_JSONNODE_H
