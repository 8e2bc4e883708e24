// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"
#include "kiln-rt/json/Document.h"
#include "kiln-rt/kiln-tree.hpp"

#include <optional>

using namespace kiln::rt::test;
using kiln::runtime::Value;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

std::string leaf() {
  return R"({"type":null,"context":null,"children_spec":[]})";
}

/// A node of a TreeSpec; `context` is JSON.
std::string node(const std::string &type, const std::string &context,
                 const std::vector<std::string> &children) {
  std::string text = kiln::rt::concat(R"({"type":")", type, R"(","context":)",
                                      context, R"(,"children_spec":[)");
  for (size_t i = 0; i < children.size(); ++i)
    text += (i == 0 ? "" : ",") + children[i];
  return text + "]}";
}
std::string tuple(const std::vector<std::string> &children) {
  return node("builtins.tuple", R"("null")", children);
}
std::string list(const std::vector<std::string> &children) {
  return node("builtins.list", R"("null")", children);
}
std::string dict(const std::string &keys,
                 const std::vector<std::string> &children) {
  return node("builtins.dict", kiln::json::quote(keys), children);
}

/// The members of a program with these trees.
std::string trees(const std::string &in, const std::string &out,
                  const std::string &namedTuples = "{}") {
  auto spec = [](const std::string &tree) {
    return kiln::json::quote("[1," + tree + "]");
  };
  return kiln::rt::concat(R"(,"in_tree":)", spec(in), R"(,"out_tree":)",
                          spec(out), R"(,"named_tuples":)", namedTuples);
}

/// f(x, {'points': [Point(a, b)], 3: None}, *, scale=0.5, mode='sum', n,
/// on=True) gives Out(y=2*x, sizes=(n, 3), [x]); Out has a field that is None.
TestPackage nested() {
  TestPackage package;
  std::string vector = R"(,"kind":"user_input","dtype":"f32","sizes":[4]},)";
  package.inputs =
      R"([{"name":"x","kind":"user_input","dtype":"f32","sizes":["s0",4]},)"
      R"({"name":"a")" +
      vector + R"({"name":"b")" + vector +
      R"({"name":"none","kind":"constant","value":null},)"
      R"({"name":"scale","kind":"constant","value":0.5},)"
      R"({"name":"mode","kind":"constant","value":"sum"},)"
      R"({"name":"n","kind":"number","value":"s0"},)"
      R"({"name":"on","kind":"constant","value":true}])";
  package.outputs =
      R"([{"kind":"user_output","dtype":"f32","sizes":["s0",4]},)"
      R"({"kind":"number","value":"s0"},{"kind":"constant","value":3}])";
  package.state = "[]";
  package.entries = R"({"run":[{"op":"dispatch","kernel":0,"slots":[0,8],)"
                    R"("domain":"4*s0"},{"op":"return"}]})";
  std::string point =
      node("collections.namedtuple", R"("m.Point")", {leaf(), leaf()});
  package.trees = trees(
      tuple({tuple({leaf(), dict(R"(["points",3])", {list({point}), leaf()})}),
             dict(R"(["scale","mode","n","on"])",
                  {leaf(), leaf(), leaf(), leaf()})}),
      node("m.Out", R"("[[\"y\",\"sizes\"],[\"extra\"]]")",
           {leaf(), tuple({leaf(), leaf()})}),
      R"({"m.Point":["a","b"]})");
  return package;
}

class Tree : public ::testing::Test {
protected:
  void SetUp() override { load(nested()); }
  void load(const TestPackage &package) {
    std::string path = package.writeFile("tree.kiln");
    auto loaded = kiln::runtime::Module::loadFile(path);
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    module.emplace(*loaded);
  }

  Value point() {
    return Value::namedTuple("m.Point", {{"a", vector}, {"b", vector}});
  }
  Value table() {
    return Value::dict({{3, Value()}, {"points", Value::list({point()})}});
  }
  Value args() { return Value::tuple({matrix, table()}); }
  Value kwargs(Value scale = 0.5, Value mode = "sum", Value n = 2,
               Value on = true) {
    return Value::dict({{"on", std::move(on)},
                        {"n", std::move(n)},
                        {"mode", std::move(mode)},
                        {"scale", std::move(scale)}});
  }
  std::string errorOf(const Value &args, const Value &kwargs) {
    kiln::runtime::Status status =
        kiln::runtime::flatten(*module, 0, args, kwargs).status();
    return status.ok() ? "(no error)" : std::string(status.message());
  }

  std::vector<float> ones = std::vector<float>(8, 1.0f);
  kiln_tensor matrix = kiln::runtime::makeTensor(ones.data(), {2, 4});
  kiln_tensor vector = kiln::runtime::makeTensor(ones.data(), {4});
  std::optional<kiln::runtime::Module> module;
};

} // namespace

TEST_F(Tree, CallsWithNestedValues) {
  auto context = kiln::runtime::Context::create(*module);
  auto results = kiln::runtime::call(*context, "forward", args(), kwargs());
  ASSERT_TRUE(results.ok()) << results.status().message();
  const Value &value = results->value;
  EXPECT_EQ(value.describe(), "an object m.Out of y, sizes");
  EXPECT_EQ(value.at("y")->tensor()->data, results->outputs[0].data);
  EXPECT_THAT(results->outputs.values<float>(0),
              ElementsAre(2, 2, 2, 2, 2, 2, 2, 2));
  EXPECT_EQ(*value.at("sizes")->at(0), Value(2));
  EXPECT_EQ(*value.at("sizes")->at(1), Value(3));
  EXPECT_EQ(value.at("extra"), nullptr);
  EXPECT_EQ(value.at(2), nullptr);
  EXPECT_EQ(kiln::runtime::call(*context, "backward", args()).status().code(),
            KILN_NOT_FOUND);
}

TEST_F(Tree, NamesThePlaceOfAMismatch) {
  EXPECT_EQ(errorOf(args(), kwargs()), "(no error)");
  EXPECT_EQ(errorOf(Value::list({matrix, table()}), kwargs()),
            "forward: args: expected a tuple of 2, but found a list of 2");
  EXPECT_EQ(errorOf(Value::tuple({matrix}), kwargs()),
            "forward: args: expected a tuple of 2, but found a tuple of 1");
  EXPECT_EQ(errorOf(Value::tuple({Value::list({}), table()}), kwargs()),
            "forward: args[0]: expected a tensor, but found a list of 0");
  EXPECT_EQ(errorOf(Value::tuple({matrix, matrix}), kwargs()),
            "forward: args[1]: expected a dict with the keys 'points', 3, but "
            "found a tensor");
  auto with = [&](Value points, Value none = {}) {
    return Value::tuple({matrix, Value::dict({{"points", std::move(points)},
                                              {3, std::move(none)}})});
  };
  EXPECT_EQ(
      errorOf(with(Value::list({})), kwargs()),
      "forward: args[1]['points']: expected a list of 1, but found a list "
      "of 0");
  EXPECT_EQ(errorOf(with(Value::list({point()}), matrix), kwargs()),
            "forward: args[1][3]: expected None, to which it was fixed at "
            "export, but found a tensor");
  EXPECT_EQ(
      errorOf(with(Value::list({Value::tuple({vector, vector})})), kwargs()),
      "forward: args[1]['points'][0]: expected a named tuple m.Point of "
      "a, b, but found a tuple of 2");
  EXPECT_EQ(errorOf(with(Value::list({Value::namedTuple(
                        "m.Pair", {{"a", vector}, {"b", vector}})})),
                    kwargs()),
            "forward: args[1]['points'][0]: expected a named tuple m.Point of "
            "a, b, but found a named tuple m.Pair of a, b");
  EXPECT_EQ(errorOf(with(Value::list({Value::namedTuple(
                        "", {{"a", vector}, {"b", Value()}})})),
                    kwargs()),
            "forward: args[1]['points'][0].b: expected a tensor, but found "
            "None");
}

TEST_F(Tree, TakesFieldsByPositionWhereNamesAreMissing) {
  Value::Node pair;
  pair.kind = KILN_TREE_NAMED_TUPLE;
  pair.items = {vector, vector};
  Value table =
      Value::dict({{3, Value()}, {"points", Value::list({Value(pair)})}});
  EXPECT_EQ(errorOf(Value::tuple({matrix, table}), kwargs()), "(no error)");
  TestPackage package = nested();
  package.trees.resize(package.trees.find(R"(,"named_tuples")"));
  load(package);
  EXPECT_EQ(errorOf(args(), kwargs()), "(no error)");
}

TEST_F(Tree, ChecksKeys) {
  EXPECT_EQ(
      errorOf(Value::tuple({matrix, Value::dict({{3, Value()}})}), kwargs()),
      "forward: args[1]['points']: is missing: expected a dict with the "
      "keys 'points', 3");
  // The key 3 is no "3".
  EXPECT_EQ(
      errorOf(Value::tuple(
                  {matrix, Value::dict({{"3", Value()},
                                        {"points", Value::list({point()})}})}),
              kwargs()),
      "forward: args[1][3]: is missing: expected a dict with the keys "
      "'points', 3");
  EXPECT_EQ(errorOf(args(), Value::dict({})),
            "forward: kwargs['scale']: is missing: expected a dict with the "
            "keys 'scale', 'mode', 'n', 'on'");
  Value more = kwargs();
  Value::Node node = *more.node();
  node.keys.push_back("seed");
  node.items.push_back(Value());
  EXPECT_EQ(errorOf(args(), Value(node)),
            "forward: kwargs: expected a dict with the keys 'scale', 'mode', "
            "'n', 'on', but found a dict with the keys 'on', 'n', 'mode', "
            "'scale', 'seed'");
}

TEST_F(Tree, ChecksConstantsAndNumbers) {
  EXPECT_EQ(
      errorOf(args(), kwargs(0.25)),
      "forward: kwargs['scale']: expected the float 0.500000, to which it "
      "was fixed at export, but found the float 0.250000");
  EXPECT_EQ(errorOf(args(), kwargs(0.5, "mean")),
            "forward: kwargs['mode']: expected the string 'sum', to which it "
            "was fixed at export, but found the string 'mean'");
  EXPECT_EQ(errorOf(args(), kwargs(0.5, Value())),
            "forward: kwargs['mode']: expected the string 'sum', to which it "
            "was fixed at export, but found None");
  EXPECT_EQ(errorOf(args(), kwargs(0.5, "sum", 2, 1)),
            "forward: kwargs['on']: expected True, to which it was fixed at "
            "export, but found the int 1");
  EXPECT_EQ(errorOf(args(), kwargs(0.5, "sum", 2.0)),
            "forward: kwargs['n']: expected an int, but found the float "
            "2.000000");
  // The number is the number of rows: the run says so.
  auto context = kiln::runtime::Context::create(*module);
  kiln::runtime::Status status =
      kiln::runtime::call(*context, "forward", args(), kwargs(0.5, "sum", 3))
          .status();
  EXPECT_THAT(std::string(status.message()), HasSubstr("input 'n'"));
}

TEST_F(Tree, TellsThePathApart) {
  kiln::runtime::Status status =
      kiln::runtime::flatten(*module, 0, args(), kwargs(1)).status();
  EXPECT_EQ(status.code(), KILN_INVALID_ARGUMENT);
  EXPECT_EQ(status.error().path, "kwargs['scale']");
  EXPECT_EQ(status.error().program, "forward");
}

TEST_F(Tree, WorksWithoutATree) {
  load(TestPackage());
  EXPECT_EQ(errorOf(args(), kwargs()), "the package has no tree of its inputs");
}

TEST_F(Tree, IsWalkedInC) {
  kiln_program_info program = module->program();
  EXPECT_EQ(program.in_tree_nodes, 14u);
  EXPECT_EQ(program.out_tree_nodes, 5u);
  kiln_tree_info node = {};
  node.struct_size = sizeof(node);
  auto at = [&](kiln_tree_side side, size_t index) {
    return kiln_module_tree_node(module->get(), 0, side, index, &node);
  };
  ASSERT_TRUE(at(KILN_TREE_INPUTS, 0));
  EXPECT_STREQ(node.path, "inputs");
  EXPECT_EQ(node.end, 14u);
  ASSERT_TRUE(at(KILN_TREE_INPUTS, 7));
  EXPECT_STREQ(node.path, "args[1]['points'][0].b");
  EXPECT_STREQ(node.key, "b");
  EXPECT_EQ(node.key_kind, KILN_TREE_KEY_FIELD);
  EXPECT_EQ(node.kind, KILN_TREE_LEAF);
  EXPECT_EQ(node.parent, 5u);
  EXPECT_EQ(node.value, 2u);
  ASSERT_TRUE(at(KILN_TREE_INPUTS, 5));
  EXPECT_STREQ(node.class_name, "m.Point");
  EXPECT_EQ(node.leaf_count, 2u);
  ASSERT_TRUE(at(KILN_TREE_INPUTS, 8));
  EXPECT_EQ(node.key_kind, KILN_TREE_KEY_INT);
  EXPECT_EQ(node.key_index, 3);
  ASSERT_TRUE(at(KILN_TREE_RESULTS, 3));
  EXPECT_STREQ(node.path, "result.sizes[0]");
  EXPECT_FALSE(at(KILN_TREE_INPUTS, 14));
  EXPECT_FALSE(at(static_cast<kiln_tree_side>(2), 0));
  EXPECT_FALSE(
      kiln_module_tree_node(module->get(), 1, KILN_TREE_INPUTS, 0, &node));
}

/// The error of a package with these trees.
static std::string loadError(const std::string &members) {
  TestPackage package;
  package.trees = members;
  return messageOf(package.load());
}

TEST(TreeSpec, IsRefusedWhereItIsNone) {
  EXPECT_EQ(loadError(trees(leaf(), leaf())), "(no error)");
  EXPECT_THAT(loadError(R"(,"in_tree":"no JSON")"),
              HasSubstr("programs[0].in_tree: syntax: unexpected 'n'"));
  EXPECT_THAT(loadError(R"(,"in_tree":"[1]")"),
              HasSubstr("programs[0].in_tree: not a TreeSpec: a pair of a "
                        "version and a tree is expected"));
  EXPECT_THAT(loadError(R"(,"out_tree":"[2,{}]")"),
              HasSubstr("TreeSpec version 2 is not known; 1 is"));
  EXPECT_THAT(loadError(R"(,"out_tree":"[1,{}]")"),
              HasSubstr("a node needs a type and children_spec"));
  EXPECT_THAT(loadError(trees(dict("[]", {leaf()}), leaf())),
              HasSubstr("a dict has 0 keys, but 1 children"));
  EXPECT_THAT(loadError(trees(dict("{}", {leaf()}), leaf())),
              HasSubstr("a dict without a list of keys"));
  EXPECT_THAT(
      loadError(R"(,"in_tree":"[1,{\"type\":null,\"children_spec\":[1]}]")"),
      HasSubstr("a leaf has children"));
  EXPECT_THAT(loadError(trees(tuple({leaf(), leaf()}), leaf())),
              HasSubstr("in_tree: the tree has 2 leaves for 1 values"));
  EXPECT_THAT(loadError(trees(leaf(), tuple({}))),
              HasSubstr("out_tree: the tree has 0 leaves for 1 values"));
}

TEST(TreeSpec, LimitsPaths) {
  std::string tree = leaf();
  std::string key = "[\"" + std::string(1 << 20, 'k') + "\"]";
  for (int i = 0; i < 8; ++i)
    tree = dict(key, {tree});
  EXPECT_THAT(loadError(trees(tree, leaf())),
              HasSubstr("the tree has paths of more than 16777216 bytes"));
  for (int i = 0; i < 100; ++i)
    tree = tuple({tree});
  EXPECT_THAT(loadError(trees(tree, leaf())),
              HasSubstr("nested deeper than 128"));
}

TEST(TreeSpec, KnowsTypesOfPython) {
  kiln::rt::NamedTuples none;
  auto paths = [&](const std::string &tree) {
    auto read = kiln::rt::readTree("[1," + tree + "]", none, "result");
    std::vector<std::string> found;
    if (!read.ok())
      return std::vector<std::string>{read.error().message};
    for (const kiln::rt::TreeNode &node : *read)
      if (node.kind == KILN_TREE_LEAF)
        found.push_back(node.path);
    return found;
  };
  EXPECT_THAT(paths(node("collections.deque", R"("2")", {leaf(), leaf()})),
              ElementsAre("result[0]", "result[1]"));
  EXPECT_THAT(paths(node("collections.defaultdict",
                         R"({"default_factory_module":"builtins",)"
                         R"("dict_context":["a",true]})",
                         {leaf(), leaf()})),
              ElementsAre("result['a']", "result[true]"));
  EXPECT_THAT(paths(node("collections.namedtuple", R"("m.P")", {leaf()})),
              ElementsAre("result[0]"));
  EXPECT_THAT(paths(node("m.Cache", R"("anything")", {leaf(), leaf()})),
              ElementsAre("result[0]", "result[1]"));
  EXPECT_THAT(paths(node("m.Out", R"("[[1],[]]")", {leaf()})),
              ElementsAre("result[0]"));
}
