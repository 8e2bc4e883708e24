// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A JSON document that is read once and only looked at: values lie in one
// arena, and texts without escapes point into the source. It keeps apart what
// Python keeps apart (4 is an integer, 4.0 is not), takes integers of any
// length and the tokens NaN, Infinity and -Infinity of Python's writer, and
// refuses duplicate keys. Memory is at most a small multiple of the source.
//
// A document and the source must outlive its values. Reading is thread-safe.
#ifndef KILN_SUPPORT_JSONDOCUMENT_H
#define KILN_SUPPORT_JSONDOCUMENT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace kiln::json {

class Value;
struct Member;

/// The items of a list, in order.
class Array {
public:
  Array(const Value *items, size_t count) : items(items), count(count) {}
  const Value *begin() const { return items; }
  inline const Value *end() const;
  inline const Value &operator[](size_t index) const;
  size_t size() const { return count; }
  bool empty() const { return count == 0; }

private:
  const Value *items;
  size_t count;
};

/// The members of an object, in order; no two have the same key.
class Object {
public:
  Object(const Member *members, size_t count)
      : members(members), count(count) {}
  const Member *begin() const { return members; }
  inline const Member *end() const;
  size_t size() const { return count; }
  bool empty() const { return count == 0; }

  /// The value of a key; null if there is none. Linear in the members.
  const Value *get(llvm::StringRef key) const;
  /// The same where the value has the kind; else nothing.
  std::optional<llvm::StringRef> getString(llvm::StringRef key) const;
  std::optional<int64_t> getInteger(llvm::StringRef key) const;
  std::optional<double> getNumber(llvm::StringRef key) const;
  const Object *getObject(llvm::StringRef key) const;
  const Array *getArray(llvm::StringRef key) const;

private:
  const Member *members;
  size_t count;
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
  explicit Value(llvm::StringRef text)
      : kind(Kind::String), length(text.size()), text(text.data()) {}
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
  std::optional<llvm::StringRef> getAsString() const {
    return kind == Kind::String
               ? std::optional<llvm::StringRef>(llvm::StringRef(text, length))
               : std::nullopt;
  }
  const Array *getAsArray() const {
    return kind == Kind::Array ? array : nullptr;
  }
  const Object *getAsObject() const {
    return kind == Kind::Object ? object : nullptr;
  }

  /// Writes the value as JSON, the keys of objects sorted.
  void print(llvm::raw_ostream &os) const;

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

struct Member {
  llvm::StringRef first;
  Value second;
};

inline const Value *Array::end() const { return items + count; }
inline const Value &Array::operator[](size_t index) const {
  return items[index];
}
inline const Member *Object::end() const { return members + count; }

/// Why a text is no document.
class ParseError : public llvm::ErrorInfo<ParseError> {
public:
  static char ID;
  ParseError(std::string message, bool isLimit)
      : text(std::move(message)), limit(isLimit) {}
  /// Is the text well-formed so far, but beyond a limit?
  bool isLimit() const { return limit; }
  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string text;
  bool limit;
};

class Document {
public:
  /// Lists and objects nest up to this depth; texts have up to 4 GiB.
  static constexpr unsigned maxDepth = 500;

  /// Parses `source`, all of it, in at most `maxBytes` of memory. Fails with a
  /// ParseError that names the byte.
  static llvm::Expected<Document> parse(llvm::StringRef source,
                                        uint64_t maxBytes = UINT64_MAX);
  const Value &getRoot() const { return root; }

private:
  Document() : arena(std::make_unique<llvm::BumpPtrAllocator>()) {}
  std::unique_ptr<llvm::BumpPtrAllocator> arena;
  Value root;
  friend class Parser;
};

} // namespace kiln::json

#endif // KILN_SUPPORT_JSONDOCUMENT_H
