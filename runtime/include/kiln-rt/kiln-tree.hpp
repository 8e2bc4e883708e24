// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls with nested values, as Python makes them: tuples, lists, dicts, named
// tuples and dataclasses of tensors and constants. They are checked against the
// trees that torch.export recorded, made flat for kiln_run, and the results are
// put together again. Header only, like kiln.hpp; C++17.

#ifndef KILN_RT_KILN_TREE_HPP
#define KILN_RT_KILN_TREE_HPP

#include "kiln-rt/kiln-value.hpp"
#include "kiln-rt/kiln.hpp"

#include <cstring>
#include <deque>

namespace kiln::runtime {

/// The inputs of kiln_run. The memory of tensors is the caller's, that of
/// numbers lies here.
struct FlatInputs {
  std::vector<kiln_tensor> tensors;
  std::deque<int64_t> numbers; ///< the bytes of an int, a float or a bool
};

namespace detail {
/// A tree of a program, of a module that stays.
class TreeView {
public:
  TreeView(const Module &module, size_t program, kiln_tree_side side)
      : module_(module.get()), program_(program), side_(side) {
    kiln_program_info info = module.program(program);
    name_ = info.name;
    nodes_ =
        side == KILN_TREE_INPUTS ? info.in_tree_nodes : info.out_tree_nodes;
  }

  bool isEmpty() const { return nodes_ == 0; }
  kiln_tree_info node(size_t index) const {
    kiln_tree_info info = {};
    info.struct_size = sizeof(info);
    kiln_module_tree_node(module_, program_, side_, index, &info);
    return info;
  }
  /// Calls `visit(number, info)` for each child of a node, in order.
  template <typename Visit>
  void forEachChild(size_t index, Visit visit) const {
    size_t end = node(index).end;
    for (size_t child = index + 1; child < end;) {
      kiln_tree_info info = node(child);
      visit(child, info);
      child = info.end;
    }
  }
  /// The kind of a node, in words.
  std::string describe(size_t index) const {
    std::vector<Key> keys;
    forEachChild(index, [&](size_t, const kiln_tree_info &child) {
      keys.push_back(Key::of(child));
    });
    kiln_tree_info info = node(index);
    return describeNode(info.kind,
                        info.class_name[0] ? info.class_name : info.type, keys);
  }
  /// An error about the node: "model: args[1]['mask']: …".
  Status error(size_t index, const std::string &text) const {
    std::string path = node(index).path;
    Error error;
    error.code = KILN_INVALID_ARGUMENT;
    error.message = name_ + ": " + path + ": " + text;
    error.program = name_;
    error.path = std::move(path);
    return Status(std::move(error));
  }
  Status mismatch(size_t index, const std::string &expected,
                  const Value &found) const {
    return error(index,
                 "expected " + expected + ", but found " + found.describe());
  }

private:
  const kiln_module *module_;
  size_t program_;
  kiln_tree_side side_;
  std::string name_;
  size_t nodes_ = 0;
};

/// A constant of a program as a value.
inline Value constantOf(const kiln_value_info &info) {
  switch (info.constant_kind) {
  case KILN_CONSTANT_BOOL:
    return Value(info.constant_int != 0);
  case KILN_CONSTANT_INT:
    return Value(info.constant_int);
  case KILN_CONSTANT_FLOAT:
    return Value(info.constant_float);
  case KILN_CONSTANT_STRING:
    return Value(info.constant_string);
  default:
    return Value();
  }
}

/// A scalar in memory as a value, as results of kind NUMBER are.
inline Value numberOf(const kiln_tensor &tensor) {
  int64_t integer = 0;
  double real = 0;
  switch (tensor.dtype) {
  case KILN_DTYPE_BOOL:
    return Value(*static_cast<const uint8_t *>(tensor.data) != 0);
  case KILN_DTYPE_F64:
    std::memcpy(&real, tensor.data, sizeof(real));
    return Value(real);
  default:
    std::memcpy(&integer, tensor.data, sizeof(integer));
    return Value(integer);
  }
}

/// Matches a value with the tree of a program's inputs.
class Flattener {
public:
  Flattener(const Module &module, size_t program)
      : module_(module), program_(program),
        tree_(module, program, KILN_TREE_INPUTS) {}

  StatusOr<FlatInputs> run(const Value &root) {
    if (tree_.isEmpty())
      return Status(KILN_FAILED_PRECONDITION,
                    "the package has no tree of its inputs");
    Status status = visit(0, root);
    if (!status.ok())
      return status;
    return std::move(inputs_);
  }

private:
  Status visit(size_t index, const Value &value) {
    kiln_tree_info info = tree_.node(index);
    if (info.kind == KILN_TREE_LEAF)
      return addLeaf(index, info, value);
    const Value::Node *node = value.node();
    bool agrees = node && node->kind == info.kind;
    const char *type = info.class_name[0] ? info.class_name : info.type;
    if (agrees && !node->type.empty() && node->type != type)
      agrees = false;
    // Fields go by position where one side does not name them.
    bool isKeyed =
        agrees && (info.kind == KILN_TREE_DICT ||
                   (!node->keys.empty() &&
                    tree_.node(index + 1).key_kind == KILN_TREE_KEY_FIELD));
    if (!agrees || (!isKeyed && node->items.size() != info.child_count))
      return tree_.mismatch(index, tree_.describe(index), value);
    return isKeyed ? visitKeyed(index, *node, value) : visitItems(index, *node);
  }

  Status visitItems(size_t index, const Value::Node &node) {
    Status status;
    size_t item = 0;
    tree_.forEachChild(index, [&](size_t child, const kiln_tree_info &) {
      if (status.ok())
        status = visit(child, node.items[item]);
      ++item;
    });
    return status;
  }

  /// Keys may come in any order. Fields that torch.export left out are None.
  Status visitKeyed(size_t index, const Value::Node &node, const Value &value) {
    Status status;
    std::vector<bool> used(node.items.size(), false);
    tree_.forEachChild(index, [&](size_t child, const kiln_tree_info &info) {
      if (!status.ok())
        return;
      size_t item = node.find(Key::of(info));
      if (item == node.items.size()) {
        status =
            tree_.error(child, "is missing: expected " + tree_.describe(index));
        return;
      }
      used[item] = true;
      status = visit(child, node.items[item]);
    });
    for (size_t i = 0; status.ok() && i < used.size(); ++i)
      if (!used[i] &&
          !(node.kind == KILN_TREE_OBJECT && node.items[i].isNone()))
        status = tree_.mismatch(index, tree_.describe(index), value);
    return status;
  }

  Status addLeaf(size_t index, const kiln_tree_info &leaf, const Value &value) {
    kiln_value_info input = {};
    input.struct_size = sizeof(input);
    kiln_module_input(module_.get(), program_, leaf.value, &input);
    inputs_.tensors.emplace_back();
    if (input.kind == KILN_VALUE_CONSTANT)
      return checkConstant(index, constantOf(input), value);
    if (const kiln_tensor *tensor = value.tensor()) {
      inputs_.tensors.back() = *tensor;
      return Status();
    }
    if (input.kind == KILN_VALUE_NUMBER)
      return addNumber(index, input.dtype, value);
    return tree_.mismatch(index, "a tensor", value);
  }

  /// The run is not told of constants: they are checked here, types included.
  Status checkConstant(size_t index, const Value &constant,
                       const Value &value) {
    if (value == constant)
      return Status();
    return tree_.mismatch(
        index, constant.describe() + ", to which it was fixed at export",
        value);
  }

  Status addNumber(size_t index, kiln_dtype dtype, const Value &value) {
    int64_t &room = inputs_.numbers.emplace_back(0);
    kiln_tensor &tensor = inputs_.tensors.back();
    tensor.data = &room;
    tensor.dtype = dtype;
    if (const int64_t *integer = value.get<int64_t>();
        integer && dtype == KILN_DTYPE_I64)
      room = *integer;
    else if (const double *real = value.get<double>();
             real && dtype == KILN_DTYPE_F64)
      std::memcpy(&room, real, sizeof(*real));
    else if (const bool *boolean = value.get<bool>();
             boolean && dtype == KILN_DTYPE_BOOL)
      std::memcpy(&room, boolean, sizeof(*boolean));
    else
      return tree_.mismatch(index,
                            dtype == KILN_DTYPE_I64   ? "an int"
                            : dtype == KILN_DTYPE_F64 ? "a float"
                                                      : "a bool",
                            value);
    return Status();
  }

  const Module &module_;
  size_t program_;
  TreeView tree_;
  FlatInputs inputs_;
};

/// Puts the results of a run together.
class Builder {
public:
  Builder(const Module &module, size_t program, const Outputs &outputs)
      : outputs_(outputs), tree_(module, program, KILN_TREE_RESULTS) {
    kiln_value_info info = {};
    info.struct_size = sizeof(info);
    for (size_t i = 0; kiln_module_output(module.get(), program, i, &info); ++i)
      if (info.result >= 0)
        infos_.push_back(info);
  }

  /// Without a tree, a tuple of all results.
  Value run() const {
    if (!tree_.isEmpty())
      return build(0);
    std::vector<Value> items;
    for (size_t i = 0; i < infos_.size(); ++i)
      items.push_back(result(i));
    return Value::tuple(std::move(items));
  }

private:
  Value build(size_t index) const {
    kiln_tree_info info = tree_.node(index);
    if (info.kind == KILN_TREE_LEAF)
      return result(info.value);
    Value::Node node;
    node.kind = info.kind;
    node.type = info.class_name[0]              ? info.class_name
                : info.kind == KILN_TREE_OBJECT ? info.type
                                                : "";
    tree_.forEachChild(index, [&](size_t child, const kiln_tree_info &key) {
      if (key.key_kind != KILN_TREE_KEY_INDEX)
        node.keys.push_back(Key::of(key));
      node.items.push_back(build(child));
    });
    return Value(std::move(node));
  }
  Value result(size_t index) const {
    const kiln_value_info &info = infos_[index];
    if (info.kind == KILN_VALUE_CONSTANT)
      return constantOf(info);
    return info.kind == KILN_VALUE_NUMBER ? numberOf(outputs_[index])
                                          : Value(outputs_[index]);
  }

  const Outputs &outputs_;
  TreeView tree_;
  std::vector<kiln_value_info> infos_; ///< of results
};
} // namespace detail

/// Checks `args` (a tuple) and `kwargs` (a dict) against the inputs' tree of a
/// program, and makes them flat. The tensors' contract is checked by the run.
///
/// Types count: a list is no tuple, 1 is not True. Keys may come in any order.
/// Constants must have the value that was fixed at export. An error says where
/// ("model: args[1]['mask']: expected a tensor, but found None"), and in its
/// `path`.
inline StatusOr<FlatInputs> flatten(const Module &module, size_t program,
                                    const Value &args,
                                    const Value &kwargs = Value::dict({})) {
  return detail::Flattener(module, program).run(Value::tuple({args, kwargs}));
}

/// The result of a call. The tensors in `value` are those of `outputs`, which
/// owns their memory.
struct Results {
  Outputs outputs;
  Value value;
};

/// Calls a program with nested values: flatten(), a run, and the results in the
/// form in which the Python program returned them.
inline StatusOr<Results> call(Context &context, const std::string &program,
                              const Value &args,
                              const Value &kwargs = Value::dict({})) {
  const Module &module = context.module();
  int64_t index = kiln_module_find_program(module.get(), program.c_str());
  if (index < 0)
    return Status(KILN_NOT_FOUND, "there is no program '" + program + "'");
  auto number = static_cast<size_t>(index);
  StatusOr<FlatInputs> inputs = flatten(module, number, args, kwargs);
  if (!inputs.ok())
    return inputs.status();
  StatusOr<Outputs> outputs = context.run(program, inputs->tensors);
  if (!outputs.ok())
    return outputs.status();
  Value value = detail::Builder(module, number, *outputs).run();
  return Results{*std::move(outputs), std::move(value)};
}

} // namespace kiln::runtime

#endif // KILN_RT_KILN_TREE_HPP
