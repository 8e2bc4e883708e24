// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A nested value of Python: an argument or result of a program. Plain
// data, which copies; tensors are views of memory that somebody else holds.
// C++17.

#ifndef KILN_RT_KILN_VALUE_HPP
#define KILN_RT_KILN_VALUE_HPP

#include "kiln-rt/kiln.h"

#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace kiln::runtime {

/// A key of a dict or the name of a field.
struct Key {
  Key(const char *text) : text(text) {}
  Key(std::string text) : text(std::move(text)) {}
  Key(int64_t number) : isText(false), text(std::to_string(number)) {}
  Key(int number) : Key(int64_t(number)) {}
  /// A key of another type, as JSON writes it: "true", "null", "0.5".
  static Key json(std::string text) {
    Key key(std::move(text));
    key.isText = false;
    return key;
  }
  /// The key of a node in its parent.
  static Key of(const kiln_tree_info &node) {
    bool isText = node.key_kind == KILN_TREE_KEY_STRING ||
                  node.key_kind == KILN_TREE_KEY_FIELD;
    return isText ? Key(node.key) : json(node.key);
  }

  bool operator==(const Key &other) const {
    return isText == other.isText && text == other.text;
  }

  bool isText = true;
  std::string text;
};

namespace detail {
/// "a dict with the keys 'mask', 3", "a tuple of 2".
inline std::string describeNode(kiln_tree_kind kind, const std::string &type,
                                const std::vector<Key> &keys) {
  if (kind == KILN_TREE_TUPLE)
    return "a tuple of " + std::to_string(keys.size());
  if (kind == KILN_TREE_LIST)
    return "a list of " + std::to_string(keys.size());
  if (kind == KILN_TREE_LEAF)
    return "a tensor or a constant";
  bool isDict = kind == KILN_TREE_DICT;
  std::string text = isDict                          ? "a dict"
                     : kind == KILN_TREE_NAMED_TUPLE ? "a named tuple " + type
                                                     : "an object " + type;
  if (keys.empty())
    return text + " of nothing";
  text += isDict ? " with the keys " : " of ";
  for (size_t i = 0; i < keys.size(); ++i) {
    bool quoted = isDict && keys[i].isText;
    text += (i == 0 ? "" : ", ") + std::string(quoted ? "'" : "") +
            keys[i].text + (quoted ? "'" : "");
  }
  return text;
}
} // namespace detail

/// None, a bool, an int, a float, a string, a tensor, or a container of values.
class Value {
public:
  /// A container.
  struct Node {
    kiln_tree_kind kind = KILN_TREE_TUPLE;
    std::string type;      ///< of a named tuple or object; "": any
    std::vector<Key> keys; ///< one per item, or none: then by position
    std::vector<Value> items;

    /// The item of a key; items.size() where there is none.
    size_t find(const Key &key) const {
      for (size_t i = 0; i < keys.size(); ++i)
        if (keys[i] == key)
          return i;
      return items.size();
    }
  };
  using Members = std::vector<std::pair<Key, Value>>;

  Value() = default; ///< None
  Value(const kiln_tensor &tensor) : data_(tensor) {}
  Value(const char *text) : data_(std::string(text)) {}
  Value(std::string text) : data_(std::move(text)) {}
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  Value(T number) {
    if constexpr (std::is_same_v<T, bool>)
      data_ = number;
    else if constexpr (std::is_integral_v<T>)
      data_ = static_cast<int64_t>(number);
    else
      data_ = static_cast<double>(number);
  }
  explicit Value(Node node) : data_(std::move(node)) {}

  static Value tuple(std::vector<Value> items) {
    return Value(Node{KILN_TREE_TUPLE, "", {}, std::move(items)});
  }
  static Value list(std::vector<Value> items) {
    return Value(Node{KILN_TREE_LIST, "", {}, std::move(items)});
  }
  /// A dict, an OrderedDict or a defaultdict.
  static Value dict(Members members) {
    return keyed(KILN_TREE_DICT, "", std::move(members));
  }
  /// `type` is the registered name, or "" for any.
  static Value namedTuple(std::string type, Members fields) {
    return keyed(KILN_TREE_NAMED_TUPLE, std::move(type), std::move(fields));
  }
  /// A dataclass; of another registered type, the children in their order with
  /// no names: Value(Value::Node{…}).
  static Value object(std::string type, Members fields) {
    return keyed(KILN_TREE_OBJECT, std::move(type), std::move(fields));
  }

  bool isNone() const { return std::holds_alternative<std::monostate>(data_); }
  /// The bool, int64_t, double or std::string; null where it is none.
  template <typename T>
  const T *get() const {
    return std::get_if<T>(&data_);
  }
  const kiln_tensor *tensor() const { return get<kiln_tensor>(); }
  const Node *node() const { return get<Node>(); }
  /// The item of a container; null where there is none.
  const Value *at(size_t index) const {
    return node() && index < node()->items.size() ? &node()->items[index]
                                                  : nullptr;
  }
  const Value *at(const Key &key) const {
    return node() ? at(node()->find(key)) : nullptr;
  }

  /// Equal constants of one type. Tensors and containers equal nothing.
  bool operator==(const Value &other) const {
    return data_.index() == other.data_.index() &&
           (isNone() || same<bool>(other) || same<int64_t>(other) ||
            same<double>(other) || same<std::string>(other));
  }
  /// In words, for errors: "None", "the int 3", "a dict with the keys 'x'".
  std::string describe() const {
    if (isNone())
      return "None";
    if (const bool *boolean = get<bool>())
      return *boolean ? "True" : "False";
    if (const int64_t *integer = get<int64_t>())
      return "the int " + std::to_string(*integer);
    if (const double *real = get<double>())
      return "the float " + std::to_string(*real);
    if (const std::string *text = get<std::string>())
      return "the string '" + *text + "'";
    if (tensor())
      return "a tensor";
    std::vector<Key> keys = node()->keys;
    for (size_t i = keys.size(); i < node()->items.size(); ++i)
      keys.push_back(Key(static_cast<int64_t>(i)));
    return detail::describeNode(node()->kind, node()->type, keys);
  }

private:
  static Value keyed(kiln_tree_kind kind, std::string type, Members members) {
    Node node{kind, std::move(type), {}, {}};
    for (auto &[key, value] : members) {
      node.keys.push_back(std::move(key));
      node.items.push_back(std::move(value));
    }
    return Value(std::move(node));
  }
  template <typename T>
  bool same(const Value &other) const {
    return get<T>() && *get<T>() == *other.get<T>();
  }

  std::variant<std::monostate, bool, int64_t, double, std::string, kiln_tensor,
               Node>
      data_;
};

} // namespace kiln::runtime

#endif // KILN_RT_KILN_VALUE_HPP
