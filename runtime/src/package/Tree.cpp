// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "package/Tree.h"
#include "kiln-rt/json/Document.h"

#include <optional>

using namespace kiln::rt;
namespace json = kiln::json;

/// A node of a tree takes two levels of JSON.
static constexpr json::Limits treeLimits = {128};
/// All paths of a tree together: they repeat the keys of their ancestors.
static constexpr size_t maxPathBytes = size_t(1) << 24;

namespace {

struct KindRow {
  std::string_view type;
  kiln_tree_kind kind;
};

/// The key of a node in its parent.
struct Key {
  kiln_tree_key kind = KILN_TREE_KEY_NONE;
  int64_t index = 0;
  std::string text;
};

class TreeReader {
public:
  explicit TreeReader(const NamedTuples &namedTuples)
      : namedTuples_(namedTuples) {}

  Status read(const json::Value &spec, size_t parent, Key key,
              std::string path);
  Tree take() { return std::move(tree_); }

private:
  Expected<std::vector<Key>> readKeys(const json::Value &spec, TreeNode &node);
  Expected<std::vector<Key>> dictKeys(const json::Value &context);
  Expected<std::vector<Key>> fieldKeys(const json::Value &spec,
                                       const TreeNode &node);

  const NamedTuples &namedTuples_;
  Tree tree_;
  size_t leaves_ = 0;
  size_t pathBytes_ = 0;
};

} // namespace

static constexpr KindRow kinds[] = {
    {"builtins.tuple", KILN_TREE_TUPLE},
    {"builtins.list", KILN_TREE_LIST},
    {"collections.deque", KILN_TREE_LIST},
    {"builtins.dict", KILN_TREE_DICT},
    {"collections.OrderedDict", KILN_TREE_DICT},
    {"collections.defaultdict", KILN_TREE_DICT},
    {"collections.namedtuple", KILN_TREE_NAMED_TUPLE},
};

static kiln_tree_kind kindOf(std::string_view type) {
  for (const KindRow &row : kinds)
    if (type == row.type)
      return row.kind;
  return KILN_TREE_OBJECT;
}

template <typename... Ts>
static Error treeError(const Ts &...parts) {
  return makeError(Code::InvalidArgument, "not a TreeSpec: ", parts...);
}

/// How Python writes the way from a value to a part of it.
static std::string step(const Key &key) {
  switch (key.kind) {
  case KILN_TREE_KEY_NONE:
    return "";
  case KILN_TREE_KEY_STRING:
    return concat("['", key.text, "']");
  case KILN_TREE_KEY_FIELD:
    return concat(".", key.text);
  default:
    return concat("[", key.text, "]");
  }
}

/// Keys are of any type that JSON has.
Expected<std::vector<Key>> TreeReader::dictKeys(const json::Value &context) {
  // A defaultdict says more than its keys.
  const json::Value *list =
      context.getAsObject() ? context.find("dict_context") : &context;
  if (!list || !list->getAsArray())
    return treeError("a dict without a list of keys");
  std::vector<Key> keys;
  for (const json::Value &item : *list->getAsArray()) {
    std::optional<int64_t> index = item.getAsInteger();
    if (std::optional<std::string_view> text = item.getAsString())
      keys.push_back({KILN_TREE_KEY_STRING, 0, std::string(*text)});
    else
      keys.push_back({index ? KILN_TREE_KEY_INT : KILN_TREE_KEY_OTHER,
                      index.value_or(0), json::write(item)});
  }
  return keys;
}

static std::vector<Key> indexKeys(size_t count) {
  std::vector<Key> keys;
  for (size_t i = 0; i < count; ++i)
    keys.push_back(
        {KILN_TREE_KEY_INDEX, static_cast<int64_t>(i), std::to_string(i)});
  return keys;
}

/// The context of a dataclass is `[[fields], [fields that are None]]`.
static std::optional<std::vector<Key>> dataclassKeys(const json::Value &context,
                                                     size_t count) {
  const json::Array *lists = context.getAsArray();
  const json::Array *fields =
      lists && lists->size() == 2 ? (*lists)[0].getAsArray() : nullptr;
  if (!fields || fields->size() != count)
    return std::nullopt;
  std::vector<Key> keys;
  for (const json::Value &field : *fields) {
    if (!field.getAsString())
      return std::nullopt;
    keys.push_back({KILN_TREE_KEY_FIELD, 0, std::string(*field.getAsString())});
  }
  return keys;
}

Expected<std::vector<Key>> TreeReader::readKeys(const json::Value &spec,
                                                TreeNode &node) {
  size_t count = spec.find("children_spec")->getAsArray()->size();
  const json::Value *context = spec.find("context");
  std::optional<std::string_view> text =
      context ? context->getAsString() : std::nullopt;
  if (node.kind == KILN_TREE_NAMED_TUPLE) {
    node.className = text.value_or("");
    std::vector<Key> keys = indexKeys(count);
    auto fields = namedTuples_.find(node.className);
    if (fields == namedTuples_.end() || fields->second.size() != count)
      return keys;
    for (size_t i = 0; i < count; ++i)
      keys[i] = {KILN_TREE_KEY_FIELD, keys[i].index, fields->second[i]};
    return keys;
  }
  if (node.kind != KILN_TREE_DICT && node.kind != KILN_TREE_OBJECT)
    return indexKeys(count);
  // The context is text that is JSON, but for a defaultdict's; that of an
  // unknown type may be anything.
  Expected<json::Document> parsed =
      json::Document::parse(text.value_or("null"));
  bool isDict = node.kind == KILN_TREE_DICT;
  if (!parsed.ok() && isDict)
    return parsed.takeError();
  if (!parsed.ok())
    return indexKeys(count);
  const json::Value &value = context && !text ? *context : parsed->getRoot();
  if (isDict)
    return dictKeys(value);
  std::optional<std::vector<Key>> fields = dataclassKeys(value, count);
  return fields ? *std::move(fields) : indexKeys(count);
}

Status TreeReader::read(const json::Value &spec, size_t parent, Key key,
                        std::string path) {
  const json::Value *type = spec.find("type");
  const json::Value *list = spec.find("children_spec");
  const json::Array *children = list ? list->getAsArray() : nullptr;
  if (!type || !children || !(type->isNull() || type->getAsString()))
    return treeError("a node needs a type and children_spec");
  size_t index = tree_.size();
  TreeNode node;
  node.parent = parent;
  node.firstLeaf = leaves_;
  node.children = children->size();
  node.keyKind = key.kind;
  node.keyIndex = key.index;
  node.path = concat(path, step(key));
  node.key = std::move(key.text);
  pathBytes_ += node.path.size();
  if (pathBytes_ > maxPathBytes)
    return makeError(Code::ResourceExhausted,
                     "the tree has paths of more than ", maxPathBytes,
                     " bytes");
  if (type->isNull() && node.children > 0)
    return treeError("a leaf has children");
  std::vector<Key> keys;
  if (type->isNull()) {
    ++leaves_;
  } else {
    node.type = *type->getAsString();
    node.kind = kindOf(node.type);
    KILN_RT_ASSIGN(keys, readKeys(spec, node));
    if (keys.size() != node.children)
      return treeError("a dict has ", keys.size(), " keys, but ", node.children,
                       " children");
  }
  std::string here = node.path;
  tree_.push_back(std::move(node));
  for (size_t i = 0; i < keys.size(); ++i)
    KILN_RT_TRY(read((*children)[i], index, std::move(keys[i]), here));
  tree_[index].end = tree_.size();
  tree_[index].leaves = leaves_ - tree_[index].firstLeaf;
  return {};
}

/// torch.export calls a program with the tuple `args` and the dict `kwargs`.
static void nameArguments(Tree &tree, const std::string &root) {
  const std::string first = concat(root, "[0]"), second = concat(root, "[1]");
  for (TreeNode &node : tree)
    for (auto [prefix, name] : {std::pair(&first, "args"), {&second, "kwargs"}})
      if (node.path.compare(0, prefix->size(), *prefix) == 0) {
        node.path.replace(0, prefix->size(), name);
        break;
      }
}

Expected<Tree> kiln::rt::readTree(std::string_view text,
                                  const NamedTuples &namedTuples,
                                  const std::string &root) {
  KILN_RT_ASSIGN(json::Document document,
                 json::Document::parse(text, treeLimits));
  const json::Array *pair = document.getRoot().getAsArray();
  if (!pair || pair->size() != 2 || !(*pair)[0].getAsInteger())
    return treeError("a pair of a version and a tree is expected");
  if (int64_t version = *(*pair)[0].getAsInteger(); version != 1)
    return makeError(Code::Unimplemented, "TreeSpec version ", version,
                     " is not known; 1 is");
  TreeReader reader(namedTuples);
  KILN_RT_TRY(reader.read((*pair)[1], 0, {}, root));
  Tree tree = reader.take();
  if (root == "inputs" && tree[0].kind == KILN_TREE_TUPLE &&
      tree[0].children == 2 && tree[1].kind == KILN_TREE_TUPLE &&
      tree[tree[1].end].kind == KILN_TREE_DICT)
    nameArguments(tree, root);
  return tree;
}
