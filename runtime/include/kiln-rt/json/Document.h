// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A JSON document that is read once and only looked at: values lie in one
// arena, and texts without escapes point into the source. It keeps apart what
// Python keeps apart (4 is an integer, 4.0 is not), takes integers of any
// length and the tokens NaN, Infinity and -Infinity of Python's writer, and
// refuses duplicate keys. Memory is at most a small multiple of the source.
//
// A document and the source must outlive its values. Reading is thread-safe.
#ifndef KILN_RT_JSON_DOCUMENT_H
#define KILN_RT_JSON_DOCUMENT_H

#include "kiln-rt/archive/BumpArena.h"
#include "kiln-rt/archive/Error.h"
#include "kiln-rt/json/Key.h"

#include <optional>

namespace kiln::json {

class Value;

/// The items of a list, in order. They lie behind it.
class Array {
public:
  explicit Array(size_t count) : count(count) {}
  Array(const Array &) = delete;
  const Value *begin() const {
    return reinterpret_cast<const Value *>(this + 1);
  }
  inline const Value *end() const;
  inline const Value &operator[](size_t index) const;
  size_t size() const { return count; }
  bool empty() const { return count == 0; }

private:
  size_t count;
};

/// A key of an object and its value.
struct Member {
  std::string_view first;
  const Value &second;
};

/// The keys of an object, which lie behind it. Objects of the same keys, which
/// lists mostly have, share them.
struct KeyList {
  uint32_t count, bits; ///< `bits` has that of each key

  const std::string_view *begin() const {
    return reinterpret_cast<const std::string_view *>(this + 1);
  }
};

/// The members of an object, in order; no two have the same key. Their values
/// lie behind it.
class Object {
public:
  /// Gives members by value.
  class Iterator {
  public:
    Iterator(const std::string_view *key, const Value *value)
        : key(key), value(value) {}
    Member operator*() const { return {*key, *value}; }
    inline Iterator &operator++();
    bool operator!=(const Iterator &other) const { return key != other.key; }

  private:
    const std::string_view *key;
    const Value *value;
  };

  explicit Object(const KeyList *keys) : keys(keys) {}
  Object(const Object &) = delete;
  Iterator begin() const { return {keys->begin(), getValues()}; }
  inline Iterator end() const;
  const KeyList *getKeys() const { return keys; }
  size_t size() const { return keys->count; }
  bool empty() const { return size() == 0; }

  /// The value of a key; null if there is none. Linear in the members.
  const Value *get(Key key) const {
    uint32_t next = 0;
    return get(key, next);
  }
  /// The same, from the member `next` on, and around: whoever asks for keys in
  /// their order finds each at once. `next` becomes the one behind.
  const Value *get(Key key, uint32_t &next) const {
    return keys->bits & key.getMask() ? search(key, next) : nullptr;
  }
  /// The same where the value has the kind; else nothing.
  std::optional<std::string_view> getString(Key key) const;
  std::optional<int64_t> getInteger(Key key) const;
  std::optional<double> getNumber(Key key) const;
  const Object *getObject(Key key) const;
  const Array *getArray(Key key) const;

private:
  const Value *getValues() const {
    return reinterpret_cast<const Value *>(this + 1);
  }
  const Value *search(Key key, uint32_t &next) const;

  const KeyList *keys;
};

class Value {
public:
  enum class Kind : uint8_t {
    Null,
    Bool,
    Integer,
    HugeInteger, ///< an integer beyond 64 bits
    Float,
    String,
    Array,
    Object
  };

  Value() : kind(Kind::Null), integer(0) {}
  explicit Value(bool flag) : kind(Kind::Bool), integer(flag) {}
  explicit Value(int64_t number) : kind(Kind::Integer), integer(number) {}
  explicit Value(double number, Kind kind = Kind::Float)
      : kind(kind), real(number) {}
  explicit Value(std::string_view text)
      : kind(Kind::String), length(static_cast<uint32_t>(text.size())),
        text(text.data()) {}
  explicit Value(const Array *array) : kind(Kind::Array), array(array) {}
  explicit Value(const Object *object) : kind(Kind::Object), object(object) {}

  Kind getKind() const { return kind; }
  bool isNull() const { return kind == Kind::Null; }
  /// Nothing where the value is of another kind.
  std::optional<bool> getAsBoolean() const {
    return kind == Kind::Bool ? std::optional<bool>(integer) : std::nullopt;
  }
  std::optional<int64_t> getAsInteger() const {
    return kind == Kind::Integer ? std::optional<int64_t>(integer)
                                 : std::nullopt;
  }
  /// Any number; a huge integer is rounded.
  std::optional<double> getAsNumber() const {
    if (kind == Kind::Integer)
      return static_cast<double>(integer);
    return kind == Kind::Float || kind == Kind::HugeInteger
               ? std::optional<double>(real)
               : std::nullopt;
  }
  std::optional<std::string_view> getAsString() const {
    return kind == Kind::String
               ? std::optional<std::string_view>(std::in_place, text, length)
               : std::nullopt;
  }
  const Array *getAsArray() const {
    return kind == Kind::Array ? array : nullptr;
  }
  const Object *getAsObject() const {
    return kind == Kind::Object ? object : nullptr;
  }
  /// The member of an object; null where there is none, or no object.
  const Value *find(Key key) const {
    return kind == Kind::Object ? object->get(key) : nullptr;
  }

private:
  Kind kind;
  uint32_t length = 0;
  union {
    int64_t integer;
    double real;
    const char *text;
    const Array *array;
    const Object *object;
  };
};

inline const Value *Array::end() const { return begin() + count; }
inline const Value &Array::operator[](size_t index) const {
  return begin()[index];
}
inline Object::Iterator &Object::Iterator::operator++() {
  ++key;
  ++value;
  return *this;
}
inline Object::Iterator Object::end() const {
  return {keys->begin() + size(), getValues() + size()};
}

/// The limits of one document.
struct Limits {
  unsigned depth = 500;        ///< to which lists and objects nest
  uint64_t bytes = UINT64_MAX; ///< of memory
};

class Document {
public:
  /// Parses `source`, all of it, of up to 4 GiB. Errors name the byte:
  /// InvalidArgument, and ResourceExhausted beyond a limit.
  static rt::Expected<Document> parse(std::string_view source,
                                      Limits limits = {});
  const Value &getRoot() const { return root; }

private:
  Document() = default;
  rt::BumpArena arena;
  Value root;
  friend class Parser;
};

/// "null", "a boolean", "an integer" …, for errors.
const char *getKindName(Value::Kind kind);

/// The value as compact text, keys in their order. It reads as the same value,
/// but for huge integers, which are rounded.
std::string write(const Value &value);

/// `text` as a JSON string, with its quotes; what is not UTF-8 becomes U+FFFD.
std::string quote(std::string_view text);

} // namespace kiln::json

#endif // KILN_RT_JSON_DOCUMENT_H
