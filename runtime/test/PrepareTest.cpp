// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"

#include <cstring>
#include <thread>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// y = x + w + twice, where `prepare` makes twice = 2 * w. The package has
/// other values of it, so that a test sees who made them. Slots: 0 x, 1 y, 2 w,
/// 3 twice, 4 the segment of `run`, 5 that of `prepare`, 6 … views.
static TestPackage preparedPackage() {
  TestPackage package;
  package.header = R"({"format":1,"writer":"0.1.0","requires":["prepare"]})";
  package.state = R"([{"name":"w","kind":"parameter","storage":0,)"
                  R"("dtype":"f32","sizes":[4]},)"
                  R"({"name":"twice","kind":"constant","storage":1,)"
                  R"("dtype":"f32","sizes":[4],"made_from":["w"]}])";
  package.storages = R"([{"record":"weights/w","bytes":16},)"
                     R"({"record":"weights/w","bytes":16}])";
  package.segments = R"([{"bytes":"16*s0"},{"bytes":16}])";
  package.entries =
      R"({"run":[{"op":"segment","index":0},)"
      R"({"op":"dispatch","kernel":1,"slots":[0,2,4],"sizes":[4],)"
      R"("domain":"4*s0"},)"
      R"({"op":"dispatch","kernel":1,"slots":[4,3,1],"sizes":[4],)"
      R"("domain":"4*s0"},{"op":"return"}],)"
      R"("prepare":[{"op":"segment","index":1},)"
      R"({"op":"dispatch","kernel":0,"slots":[2,5],"domain":4},)"
      R"({"op":"view","slot":6,"base":3,"offset":0,"bytes":16},)"
      R"({"op":"copy","from":5,"to":6},{"op":"return"}]})";
  return package;
}

namespace {
class Prepare : public LoadedPackage {
protected:
  void load(const TestPackage &package = preparedPackage()) {
    LoadedPackage::load(package);
  }
  std::string set(std::vector<const char *> names, float value,
                  uint32_t flags = 0) {
    kiln_weights_release(weights);
    weights = nullptr;
    std::vector<float> values = {value, 2 * value, 3 * value, 4 * value};
    std::vector<kiln_tensor> tensors(names.size(), tensorOf(values, {4}));
    std::string made = takeMessage(
        kiln_weights_from_tensors(names.data(), tensors.data(), names.size(),
                                  nullptr, nullptr, &weights));
    EXPECT_EQ(made, "(no error)");
    return takeMessage(kiln_module_set_weights(module, weights, flags));
  }
  std::vector<float> readTwice() {
    std::vector<float> seen(4);
    kiln_tensor tensor = tensorOf(seen, {4});
    EXPECT_EQ(kiln_context_read_state(context, nullptr, "twice", &tensor),
              nullptr);
    return seen;
  }
  /// `own` is what a call gives with the weights of the package.
  void replaceAndRestore(const std::vector<float> &own) {
    EXPECT_EQ(run(), own);
    EXPECT_EQ(set({"w"}, 10), "(no error)");
    EXPECT_THAT(run(), ElementsAre(31, 61, 91, 121));
    EXPECT_THAT(readTwice(), ElementsAre(20, 40, 60, 80));
    EXPECT_EQ(takeMessage(kiln_module_set_weights(module, nullptr, 0)),
              "(no error)");
    EXPECT_EQ(run(), own);
  }
};
} // namespace

TEST_F(Prepare, RunsWhenWeightsAreReplaced) {
  load();
  replaceAndRestore({3, 5, 7, 9});
}

TEST_F(Prepare, IsToldOfConstants) {
  load();
  kiln_state_info info = {};
  info.struct_size = sizeof(info);
  ASSERT_TRUE(kiln_module_state(module, 0, 0, &info));
  EXPECT_FALSE(info.is_made);
  EXPECT_EQ(info.source_count, 0u);
  ASSERT_TRUE(kiln_module_state(module, 0, 1, &info));
  EXPECT_TRUE(info.is_made);
  EXPECT_EQ(info.source_count, 1u);
  EXPECT_STREQ(kiln_module_state_source(module, 0, 1, 0), "w");
  EXPECT_EQ(kiln_module_state_source(module, 0, 1, 1), nullptr);
  EXPECT_EQ(kiln_module_state_source(module, 0, 2, 0), nullptr);
  EXPECT_EQ(kiln_module_state_source(module, 1, 0, 0), nullptr);
}

TEST_F(Prepare, MakesWhatNobodyGives) {
  load();
  EXPECT_EQ(set({"w", "twice"}, 10),
            path + ": the weight 'twice': the compiler makes it");
  EXPECT_EQ(set({"w", "twice"}, 10, KILN_WEIGHTS_ALLOW_EXTRA), "(no error)");
  EXPECT_THAT(run(), ElementsAre(31, 61, 91, 121));
  // Another package gives its weights only.
  kiln_weights_release(weights);
  weights = nullptr;
  ASSERT_EQ(
      takeMessage(kiln_weights_from_package(path.c_str(), nullptr, &weights)),
      "(no error)");
  EXPECT_EQ(kiln_weights_count(weights), 1u);
  EXPECT_EQ(takeMessage(kiln_module_set_weights(module, weights, 0)),
            "(no error)");
  EXPECT_THAT(run(), ElementsAre(4, 7, 10, 13));
}

TEST_F(Prepare, ChangesNothingWhenItFails) {
  TestPackage package = preparedPackage();
  size_t copy = package.entries.find(R"({"op":"copy","from":5)");
  package.entries.insert(copy, R"({"op":"dispatch","kernel":3,"slots":[],)"
                               R"("sizes":[7],"domain":1},)");
  load(package);
  EXPECT_THAT(set({"w"}, 10), HasSubstr("kernel 'fail' reported error"));
  EXPECT_THAT(run(), ElementsAre(3, 5, 7, 9));
}

TEST_F(Prepare, IsAtomicForAllThreads) {
  load();
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  ASSERT_EQ(set({"w"}, 1), "(no error)");
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      kiln_context *mine = nullptr;
      ASSERT_EQ(kiln_context_create(module, nullptr, &mine), nullptr);
      std::vector<float> zeros(400), room(400);
      while (!stop) {
        kiln_tensor input = tensorOf(zeros, {100, 4}),
                    output = tensorOf(room, {100, 4});
        ASSERT_EQ(kiln_run(mine, nullptr, &input, 1, &output, 1, nullptr),
                  nullptr);
        // Three times one weight, of whichever set.
        for (size_t i = 0; i < room.size(); ++i)
          ASSERT_EQ(room[i], room[0] * static_cast<float>(i % 4 + 1));
        ASSERT_EQ(static_cast<int>(room[0]) % 3, 0);
      }
      kiln_context_destroy(mine);
    });
  for (int i = 1; i <= 100; ++i) {
    ASSERT_EQ(set({"w"}, static_cast<float>(i)), "(no error)");
    EXPECT_EQ(run()[0], static_cast<float>(1 + 3 * i));
  }
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
}

/// The same with another constant in the place of `twice`: the package has
/// nothing of it.
static TestPackage foldedPackage() {
  TestPackage package = preparedPackage();
  package.header = R"({"format":1,"writer":"0.1.0","requires":["fold"]})";
  package.storages = R"([{"record":"weights/w","bytes":16},{"bytes":16}])";
  size_t name = package.entries.find("prepare");
  package.entries.replace(name, std::strlen("prepare"), "fold");
  return package;
}

TEST_F(Prepare, FoldsWhenWeightsAreNeeded) {
  load(foldedPackage());
  kiln_memory_use use = {};
  use.struct_size = sizeof(use);
  ASSERT_EQ(kiln_context_memory_use(context, &use), nullptr);
  EXPECT_EQ(use.mapped_bytes, 16u);
  EXPECT_THAT(readTwice(), ElementsAre(2, 4, 6, 8));
  replaceAndRestore({4, 7, 10, 13});
}

TEST_F(Prepare, FoldsForThreadsThatComeAtOnce) {
  load(foldedPackage());
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      kiln_context *mine = nullptr;
      ASSERT_EQ(kiln_context_create(module, nullptr, &mine), nullptr);
      std::vector<float> zeros(4), room(4);
      kiln_tensor input = tensorOf(zeros, {1, 4}),
                  output = tensorOf(room, {1, 4});
      ASSERT_EQ(kiln_run(mine, nullptr, &input, 1, &output, 1, nullptr),
                nullptr);
      EXPECT_THAT(room, ElementsAre(3, 6, 9, 12));
      kiln_context_destroy(mine);
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(Prepare, SaysWhyNothingCouldBeFolded) {
  TestPackage package = foldedPackage();
  size_t copy = package.entries.find(R"({"op":"copy","from":5)");
  package.entries.insert(copy, R"({"op":"dispatch","kernel":3,"slots":[],)"
                               R"("sizes":[7],"domain":1},)");
  load(package);
  std::vector<float> zeros(4), room(4);
  kiln_tensor input = tensorOf(zeros, {1, 4}), output = tensorOf(room, {1, 4});
  EXPECT_THAT(
      takeMessage(kiln_run(context, nullptr, &input, 1, &output, 1, nullptr)),
      HasSubstr("kernel 'fail' reported error"));
}

TEST(PrepareValidator, LetsFoldMakeAllThatThePackageLacks) {
  auto validate = [](auto change) {
    TestPackage package = foldedPackage();
    change(package);
    return messageOf(package.load());
  };
  auto replace = [](std::string &text, std::string_view from,
                    std::string_view to) {
    text.replace(text.find(from), from.size(), to);
  };
  EXPECT_EQ(validate([](TestPackage &) {}), "(no error)");
  EXPECT_THAT(validate([&](TestPackage &package) {
                replace(package.entries, R"({"op":"copy","from":5,"to":6},)",
                        "");
              }),
              HasSubstr("the state 'twice' is neither in the package nor made "
                        "by `fold`"));
  EXPECT_THAT(validate([&](TestPackage &package) {
                replace(package.storages, R"({"bytes":16})", R"({"bytes":32})");
              }),
              HasSubstr("the state 'twice' is made by `fold`, but is not all "
                        "of its storage"));
  EXPECT_THAT(validate([&](TestPackage &package) {
                replace(package.storages, R"({"bytes":16})",
                        R"({"record":"weights/w"})");
              }),
              HasSubstr("the state 'twice' is written by `fold`, but is in the "
                        "package"));
  EXPECT_THAT(validate([&](TestPackage &package) {
                replace(package.storages, R"({"bytes":16})", "{}");
              }),
              HasSubstr("the key 'record' is missing"));
  EXPECT_THAT(validate([&](TestPackage &package) {
                replace(package.entries, R"("fold":)",
                        R"("prepare":[{"op":"copy","from":3,"to":3},)"
                        R"({"op":"return"}],"fold":)");
              }),
              HasSubstr("the state 'twice' is not in the package, which "
                        "`prepare` may not use"));
}

TEST(PrepareValidator, LetsItUseNothingButWeights) {
  auto validate = [](const std::string &prepare,
                     const std::string &state = "") {
    TestPackage package = preparedPackage();
    size_t begin = package.entries.find(R"("prepare")");
    package.entries.replace(begin, std::string::npos,
                            "\"prepare\":[" + prepare +
                                R"({"op":"copy","from":2,"to":3},)"
                                R"({"op":"return"}]})");
    if (!state.empty())
      package.state = state;
    return messageOf(package.load());
  };
  EXPECT_EQ(validate(""), "(no error)");
  EXPECT_THAT(validate(R"({"op":"copy","from":0,"to":3},)"),
              HasSubstr("entry 'prepare', instruction 0: slot 0 belongs to "
                        "calls, which `prepare` comes before"));
  EXPECT_THAT(validate(R"({"op":"copy","from":3,"to":2},)"),
              HasSubstr("the state 'w' is written, but not made of others"));
  EXPECT_THAT(validate(R"({"op":"copy","from":5,"to":3},)"),
              HasSubstr("slot 5 is used, but not set on every path"));
  EXPECT_THAT(validate(R"({"op":"size","name":"t","expr":"s0"},)"),
              HasSubstr("register 's0' is used, but not set on every path"));
  std::string head = R"([{"name":"w","kind":"parameter","storage":0,)"
                     R"("dtype":"f32","sizes":[4],"mutable":true},)"
                     R"({"name":"twice","kind":"constant","storage":1,)"
                     R"("dtype":"f32","sizes":[4],"made_from":[)";
  EXPECT_THAT(validate("", head + R"("w"]}])"),
              HasSubstr("the state 'w' is in memory that is mutable, which "
                        "`prepare` may not use"));
}
