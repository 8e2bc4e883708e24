// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"
#include "kiln-rt/kiln.hpp"

using namespace kiln::rt::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CppApi, RunsAPackage) {
  std::string path = TestPackage().writeFile("cpp.kiln");
  absl::StatusOr<kiln::runtime::Module> module =
      kiln::runtime::Module::loadFile(path);
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_THAT(module->explain(), HasSubstr("taken"));
  EXPECT_EQ(module->program().input_count, 1u);
  absl::StatusOr<kiln::runtime::Context> context =
      kiln::runtime::Context::create(*module);
  ASSERT_TRUE(context.ok());
  std::vector<float> x(8, 1.0f);
  absl::StatusOr<kiln::runtime::Outputs> outputs =
      context->run({kiln::runtime::makeTensor(x.data(), {2, 4})});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ(outputs->size(), 1u);
  EXPECT_THAT(outputs->values<float>(0), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_TRUE(outputs->values<int64_t>(0).empty());
  std::vector<float> room(8);
  kiln_tensor into = kiln::runtime::makeTensor(room.data(), {2, 4});
  EXPECT_TRUE(context
                  ->runInto("forward",
                            {kiln::runtime::makeTensor(x.data(), {2, 4})},
                            absl::MakeSpan(&into, 1))
                  .ok());
  EXPECT_EQ(room[7], 6);
  EXPECT_TRUE(context->resetState().ok());
}

TEST(CppApi, ReplacesWeights) {
  TestPackage other;
  other.weights = {10, 20, 30, 40};
  std::string path = TestPackage().writeFile("cpp-weights.kiln");
  auto module = kiln::runtime::Module::loadFile(path);
  auto weights =
      kiln::runtime::Weights::fromPackage(other.writeFile("cpp-other.kiln"));
  ASSERT_TRUE(module.ok() && weights.ok());
  EXPECT_TRUE(module->setWeights(*weights).ok());
  auto context = kiln::runtime::Context::create(*module);
  std::vector<float> x(4, 1.0f);
  auto outputs = context->run({kiln::runtime::makeTensor(x.data(), {1, 4})});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_THAT(outputs->values<float>(0), ElementsAre(12, 22, 32, 42));
  EXPECT_EQ(kiln::runtime::Weights::fromFile("/nowhere").status().code(),
            absl::StatusCode::kNotFound);
}

TEST(CppApi, TurnsErrorsIntoStatus) {
  EXPECT_EQ(kiln::runtime::Module::loadFile("/nowhere.kiln").status().code(),
            absl::StatusCode::kNotFound);
  std::vector<uint8_t> bytes = TestPackage().bytes();
  absl::StatusOr<kiln::runtime::Module> module =
      kiln::runtime::Module::loadMemory(
          {reinterpret_cast<const char *>(bytes.data()), bytes.size()},
          "memory.kiln");
  ASSERT_TRUE(module.ok());
  absl::StatusOr<kiln::runtime::Context> context =
      kiln::runtime::Context::create(*module);
  std::vector<float> x(4);
  absl::Status status =
      context->run({kiln::runtime::makeTensor(x.data(), {0, 4})}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kOutOfRange);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("memory.kiln: forward: input 'x'"));
  EXPECT_EQ(status.GetPayload("kiln.symbol"), absl::Cord("s0"));
  EXPECT_EQ(status.GetPayload("kiln.origin"), absl::Cord("model.py:7"));
  EXPECT_FALSE(context->run("backward", {}).ok());
}
