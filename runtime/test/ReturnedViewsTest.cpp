// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outputs that are inputs, or parts of them.

#include "Runner.h"

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A program whose only output is a view of x: f32 [s0, 4].
static TestPackage viewOf(const std::string &sizes, const std::string &strides,
                          const std::string &offset) {
  TestPackage package;
  package.outputs = concat(R"([{"kind":"user_output","name":"y","dtype":"f32",)"
                           R"("sizes":)",
                           sizes, R"(,"strides":)", strides,
                           R"(,"view_of":{"input":0,"offset":)", offset, "}}]");
  package.state = "[]";
  package.entries = R"({"run":[{"op":"return"}]})";
  return package;
}

namespace {
class ReturnedViews : public LoadedPackage {
protected:
  /// Runs on x of 3 rows of these strides, or row-major.
  std::string run(std::vector<int64_t> strides = {}) {
    kiln_tensor x = tensorOf(values, {3, 4});
    if (!strides.empty()) {
      x.flags = KILN_TENSOR_STRIDED;
      std::copy(strides.begin(), strides.end(), x.strides);
    }
    return takeMessage(kiln_run(context, nullptr, &x, 1, &result, 1, nullptr));
  }
  /// Row-major.
  std::vector<float> elements() const {
    int64_t dense[KILN_MAX_RANK];
    rowMajorStrides(result.rank, result.sizes, dense);
    const int64_t *strides =
        result.flags & KILN_TENSOR_STRIDED ? result.strides : dense;
    std::vector<float> made;
    for (int64_t i = 0; i < result.sizes[0]; ++i)
      for (int64_t k = 0; k < (result.rank > 1 ? result.sizes[1] : 1); ++k)
        made.push_back(static_cast<const float *>(
            result.data)[i * strides[0] +
                         (result.rank > 1 ? k * strides[1] : 0)]);
    return made;
  }
  std::vector<float> values = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  kiln_tensor result = {};
};
} // namespace

TEST_F(ReturnedViews, AreTheInput) {
  load(viewOf(R"(["s0",4])", "null", "0"));
  ASSERT_EQ(run(), "(no error)");
  EXPECT_EQ(result.data, values.data());
  EXPECT_EQ(result.flags, KILN_TENSOR_VIEW);
  // Nothing is freed: the memory is the test's.
  kiln_tensor_free(module, &result);
  EXPECT_EQ(result.data, nullptr);
  // The whole may lie as it likes.
  ASSERT_EQ(run({1, 3}), "(no error)");
  EXPECT_EQ(result.data, values.data());
  EXPECT_EQ(result.flags, KILN_TENSOR_VIEW | KILN_TENSOR_STRIDED);
  EXPECT_EQ(result.strides[1], 3);
  kiln_value_info info = {};
  info.struct_size = sizeof(info);
  ASSERT_TRUE(kiln_module_output(module, 0, 0, &info));
  EXPECT_EQ(info.view_of, 0);
  ASSERT_TRUE(kiln_module_input(module, 0, 0, &info));
  EXPECT_EQ(info.view_of, -1);
}

TEST_F(ReturnedViews, KeepTheStridesOfTheView) {
  // x[1:, 1].t() and the like.
  load(viewOf(R"([2,"s0 - 1"])", "[2,4]", "5"));
  ASSERT_EQ(run(), "(no error)");
  EXPECT_EQ(result.data, values.data() + 5);
  EXPECT_EQ(result.flags, KILN_TENSOR_VIEW | KILN_TENSOR_STRIDED);
  EXPECT_THAT(elements(), ElementsAre(5, 9, 7, 11));
  result = {};
  // An input that lies otherwise than at export has no such view.
  ASSERT_EQ(run({1, 3}), "(no error)");
  EXPECT_EQ(result.flags & KILN_TENSOR_VIEW, 0u);
  EXPECT_THAT(elements(), ElementsAre(4, 5, 10, 11));
  kiln_tensor_free(module, &result);
}

TEST_F(ReturnedViews, AreCopiedIntoGivenMemory) {
  load(viewOf(R"([4,"s0"])", "[1,4]", "0"));
  std::vector<float> room(12);
  result = tensorOf(room, {4, 3});
  ASSERT_EQ(run(), "(no error)");
  EXPECT_EQ(result.data, room.data());
  EXPECT_EQ(result.flags, 0u);
  EXPECT_THAT(room, ElementsAre(0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11));
  // That must not be the input's.
  result = tensorOf(values, {4, 3});
  EXPECT_THAT(run(), HasSubstr("output 0 'y': the memory overlaps input 'x'"));
}

TEST_F(ReturnedViews, MayBeEmpty) {
  load(viewOf("[0,4]", "[4,1]", "0"));
  ASSERT_EQ(run(), "(no error)");
  EXPECT_EQ(result.data, nullptr);
  EXPECT_EQ(result.sizes[1], 4);
  std::vector<float> room(4);
  result = tensorOf(room, {0, 4});
  ASSERT_EQ(run(), "(no error)");
  EXPECT_EQ(result.data, room.data());
}

TEST_F(ReturnedViews, StayInsideOfTheInput) {
  for (auto [sizes, strides, offset] :
       {std::tuple("[13]", "[1]", "0"),
        {"[1]", "[1]", "12"},
        {"[2]", "[1]", "11"},
        {"[2]", "[12]", "0"},
        {"[1]", "[1]", "-1"},
        {"[2]", "[-1]", "5"},
        {"[1]", "[1]", "9223372036854775807"},
        {"[4611686018427387905]", "[4]", "0"}}) {
    load(viewOf(sizes, strides, offset));
    EXPECT_THAT(run(), HasSubstr("output 0 'y': "));
    EXPECT_EQ(result.data, nullptr);
    LoadedPackage::TearDown();
    context = nullptr, module = nullptr;
  }
}

TEST_F(ReturnedViews, WaitForWhatTheyDependOn) {
  // x[u0], where u0 is read from x itself: 1.
  TestPackage package = viewOf("[4]", "[1]", R"("4*u0")");
  package.entries =
      R"({"run":[{"op":"segment","index":0},{"op":"fill","slot":2,)"
      R"("pattern":"0100000000000000"},{"op":"read_scalar","name":"u0",)"
      R"("slot":2,"dtype":"i64"},{"op":"return"}]})";
  load(package);
  ASSERT_EQ(run(), "(no error)");
  EXPECT_EQ(result.data, values.data() + 4);
}

TEST_F(ReturnedViews, LeaveNothingWhereACallFails) {
  TestPackage package = viewOf(R"(["s0",4])", "null", "0");
  package.entries = R"json({"run":[{"op":"check","cond":"Eq(s0, 1)",)json"
                    R"("message":""},{"op":"return"}]})";
  load(package);
  EXPECT_THAT(run(), HasSubstr("check failed"));
  EXPECT_EQ(result.data, nullptr);
}

TEST(ReturnedViewsOfManifests, AreChecked) {
  auto load = [](TestPackage package) { return messageOf(package.load()); };
  EXPECT_THAT(load(viewOf("[4]", "null", R"("s9")")),
              HasSubstr("outputs[0].view_of.offset: expression 's9', column 3: "
                        "unknown name 's9'"));
  TestPackage package = viewOf("[4]", "null", "0");
  package.outputs.replace(package.outputs.find(R"("input":0)"), 9,
                          R"("input":1)");
  EXPECT_THAT(load(package), HasSubstr("there is no input 1"));
  package = viewOf("[4]", "null", "0");
  package.outputs.replace(package.outputs.find("f32"), 3, "i32");
  EXPECT_THAT(load(package),
              HasSubstr("only a user_output can be a view, of a tensor of its "
                        "dtype"));
  package = viewOf("[4]", "null", "0");
  package.outputs.insert(1, R"({"kind":"user_input_mutation","target":"x",)"
                            R"("dtype":"f32","sizes":["s0",4]},)");
  EXPECT_THAT(load(package), HasSubstr("an output is a view of the input 'x', "
                                       "which is mutated"));
  package = viewOf(R"(["s0",4])", "null", "0");
  package.entries =
      R"({"run":[{"op":"copy","from":0,"to":1},{"op":"return"}]})";
  EXPECT_THAT(load(package), HasSubstr("slot 1 is a number, a constant or a "
                                       "view of an input and has no memory"));
  EXPECT_THAT(load(viewOf("[4]", "null", R"("u0")")),
              HasSubstr("unknown name 'u0'"));
}
