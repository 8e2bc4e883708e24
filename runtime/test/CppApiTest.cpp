// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"
#include "kiln-rt/kiln.hpp"

#include <unistd.h>

using namespace kiln::rt::test;
using namespace kiln::runtime;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
/// A module of the small program, out = 2*x + w, and a context on it.
class CppApi : public ::testing::Test {
protected:
  void load(ModuleOptions options = {}, const TestPackage &package = {}) {
    bytes = package.bytes();
    StatusOr<Module> loaded = Module::loadMemory(
        {reinterpret_cast<const char *>(bytes.data()), bytes.size()},
        "memory.kiln", std::move(options));
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    module = *loaded;
    StatusOr<Context> made = Context::create(*module);
    ASSERT_TRUE(made.ok()) << made.status().message();
    context.emplace(*std::move(made));
  }
  std::vector<uint8_t> bytes;
  std::optional<Module> module;
  std::optional<Context> context;
  std::vector<float> x = std::vector<float>(8, 1.0f);
};
} // namespace

TEST_F(CppApi, RunsAPackage) {
  load();
  EXPECT_TRUE(hasExpectedAbi());
  EXPECT_EQ(runtimeVersion(), "0.1.0");
  EXPECT_THAT(module->explain(), HasSubstr("taken"));
  EXPECT_EQ(module->target(), "cpu:x86-64");
  EXPECT_EQ(module->writer(), "0.1.0");
  EXPECT_EQ(module->programCount(), 1u);
  EXPECT_EQ(module->program().input_count, 1u);
  EXPECT_STREQ(module->symbol(0, 0).name, "s0");
  EXPECT_STREQ(module->input(0, 0).name, "x");
  EXPECT_STREQ(module->output(0, 0).name, "y");
  EXPECT_STREQ(module->state(0, 0).name, "w");
  EXPECT_EQ(module->state(0, 1).name, nullptr);
  EXPECT_EQ(module->kernelCount(), 5u);
  EXPECT_STREQ(module->kernel(1).name, "add_row");
  EXPECT_EQ(module->kernelOrigin(1, 0).line, 12);
  EXPECT_EQ(module->findProgram("backward"), std::nullopt);
  StatusOr<Outputs> outputs = context->run({makeTensor(x.data(), {2, 4})});
  ASSERT_TRUE(outputs.ok()) << outputs.status().message();
  EXPECT_EQ(outputs->size(), 1u);
  EXPECT_THAT(outputs->values<float>(0), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_TRUE(outputs->values<int64_t>(0).empty());
  std::vector<float> room(8);
  kiln_tensor into = makeTensor(room.data(), {2, 4});
  EXPECT_TRUE(
      context->runInto("forward", {makeTensor(x.data(), {2, 4})}, {&into, 1})
          .ok());
  EXPECT_EQ(room[7], 6);
  auto sizes = context->outputSizes("forward", {makeTensor(x.data(), {2, 4})});
  ASSERT_TRUE(sizes.ok());
  EXPECT_EQ((*sizes)[0].sizes[0], 2);
  EXPECT_TRUE(context->resetState().ok());
  StatusOr<kiln_memory_use> use = context->memoryUse();
  ASSERT_TRUE(use.ok());
  EXPECT_EQ(use->mapped_bytes, 16u);
}

TEST_F(CppApi, PreparesAndWarmsUp) {
  load();
  ASSERT_TRUE(context->warmUp("forward", {makeTensor(x.data(), {2, 4})}).ok());
  StatusOr<PreparedCall> call =
      context->prepare("forward", {makeTensor(x.data(), {2, 4})});
  ASSERT_TRUE(call.ok()) << call.status().message();
  ASSERT_TRUE(call->run().ok());
  x[0] = 11;
  context.reset(); // the call keeps what it needs
  module.reset();
  ASSERT_TRUE(call->run().ok());
  EXPECT_THAT(call->values<float>(0), ElementsAre(23, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_EQ(call->output(1).data, nullptr);
}

TEST_F(CppApi, CopiesItsFileWhereAsked) {
  std::string path = TestPackage().writeFile("cpp-copied.kiln");
  ModuleOptions options;
  options.copyFile = true;
  StatusOr<Module> loaded = Module::loadFile(path, std::move(options));
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  ASSERT_EQ(::truncate(path.c_str(), 0), 0);
  StatusOr<Context> made = Context::create(*loaded);
  ASSERT_TRUE(made.ok());
  auto outputs = made->run({makeTensor(x.data(), {2, 4})});
  ASSERT_TRUE(outputs.ok()) << outputs.status().message();
  EXPECT_THAT(outputs->values<float>(0), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
}

TEST_F(CppApi, StopsCalls) {
  load();
  RunOptions options;
  options.deadline = std::chrono::steady_clock::now() + std::chrono::hours(1);
  options.cancellation = *Cancellation::create();
  options.tag = "request 7";
  auto run = [&] {
    return context->run({makeTensor(x.data(), {2, 4})}, options).status();
  };
  EXPECT_TRUE(run().ok());
  options.cancellation->cancel();
  EXPECT_EQ(run().code(), KILN_CANCELLED);
  EXPECT_THAT(run().message(), HasSubstr("request 7"));
  options.cancellation->reset();
  EXPECT_TRUE(run().ok());
  options.deadline = std::chrono::steady_clock::now();
  EXPECT_EQ(run().code(), KILN_DEADLINE_EXCEEDED);
}

TEST_F(CppApi, ReplacesWeights) {
  load();
  TestPackage other;
  other.weights = {10, 20, 30, 40};
  StatusOr<Weights> weights =
      Weights::fromPackage(other.writeFile("cpp-other.kiln"));
  ASSERT_TRUE(weights.ok()) << weights.status().message();
  auto run = [&] {
    StatusOr<Outputs> outputs = context->run({makeTensor(x.data(), {1, 4})});
    EXPECT_TRUE(outputs.ok()) << outputs.status().message();
    Span<const float> row = outputs->values<float>(0);
    return std::vector<float>(row.begin(), row.end());
  };
  EXPECT_TRUE(module->setWeights(*weights).ok());
  EXPECT_THAT(run(), ElementsAre(12, 22, 32, 42));
  EXPECT_TRUE(module->resetWeights().ok());
  EXPECT_THAT(run(), ElementsAre(3, 4, 5, 6));
  std::vector<float> values = {7, 7, 7, 7};
  weights = Weights::fromTensors({{"w", makeTensor(values.data(), {4})},
                                  {"more", makeTensor(values.data(), {4})}});
  ASSERT_TRUE(weights.ok());
  EXPECT_EQ(weights->tensors().size(), 2u);
  auto issues = module->compareWeights(*weights);
  ASSERT_TRUE(issues.ok());
  ASSERT_EQ(issues->size(), 1u);
  EXPECT_EQ((*issues)[0].name, "more");
  EXPECT_EQ(module->setWeights(*weights).code(), KILN_FAILED_PRECONDITION);
  EXPECT_EQ(Weights::fromFile("/nowhere").status().code(), KILN_NOT_FOUND);
}

TEST_F(CppApi, TakesHooks) {
  TestPackage package;
  package.header += R"(,"metadata":{"model":"digits"})";
  package.entries = R"({"run":[{"op":"extern","routine":"a.b","slots":[0,1]},)"
                    R"({"op":"return"}]})";
  ModuleOptions options;
  options.pool = *ThreadPool::create(2);
  std::string told;
  options.log = {[&](kiln_log_level, const char *text) { told += text; }};
  int calls = 0;
  options.routines["a.b"] = [&](const kiln_extern_call &call) {
    std::memcpy(call.buffers[1], call.buffers[0], call.bytes[1]);
    return int32_t(++calls > 1);
  };
  load(std::move(options), package);
  EXPECT_THAT(told, HasSubstr("memory.kiln: loaded for"));
  EXPECT_EQ(module->concurrency(), 2u);
  EXPECT_THAT(module->metadata(),
              ElementsAre(std::pair<const std::string, std::string>("model",
                                                                    "digits")));
  StatusOr<Outputs> outputs = context->run({makeTensor(x.data(), {1, 4})});
  ASSERT_TRUE(outputs.ok()) << outputs.status().message();
  EXPECT_THAT(outputs->values<float>(0), ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(context->run({makeTensor(x.data(), {1, 4})}).status().message(),
              HasSubstr("the routine 'a.b' failed with 1"));
}

TEST_F(CppApi, ReadsState) {
  load();
  std::vector<float> values(4);
  kiln_tensor tensor = makeTensor(values.data(), {4});
  EXPECT_TRUE(context->readState("forward", "w", tensor).ok());
  EXPECT_THAT(values, ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(context->writeState("forward", "w", tensor).code(),
            KILN_FAILED_PRECONDITION);
}

TEST_F(CppApi, GivesErrorsInParts) {
  EXPECT_EQ(Module::loadFile("/nowhere.kiln").status().code(), KILN_NOT_FOUND);
  load();
  Status status = context->run({makeTensor(x.data(), {0, 4})}).status();
  EXPECT_EQ(status.code(), KILN_OUT_OF_RANGE);
  EXPECT_THAT(status.message(), HasSubstr("memory.kiln: forward: input 'x'"));
  EXPECT_EQ(status.error().symbol, "s0");
  EXPECT_EQ(status.error().file, "model.py");
  EXPECT_EQ(status.error().line, 7);
  EXPECT_FALSE(context->run("backward", {}).ok());
  EXPECT_EQ(Status().code(), KILN_OK);
  EXPECT_EQ(Status().message(), "");
}

TEST_F(CppApi, RunsOnTheDeviceThatIsAskedFor) {
  ModuleOptions options;
  options.device = *parseDevice("cpu");
  load(options);
  EXPECT_STREQ(module->device().name, "cpu");
  kiln_tensor input = makeTensor(x.data(), {2, 4});
  EXPECT_FALSE(valuesOf<float>(input).empty());
  input.device = *parseDevice("cuda:1");
  EXPECT_TRUE(valuesOf<float>(input).empty());
  EXPECT_THAT(context->run({input}).status().message(),
              HasSubstr("input 'x': the tensor is on cuda:1, but the module "
                        "runs on cpu"));
  RunOptions onStream;
  onStream.stream = this;
  input.device = {};
  EXPECT_THAT(context->run({input}, onStream).status().message(),
              HasSubstr("a stream is given, but the module runs on the CPU"));
  options.device = *parseDevice("cuda");
  options.cudaDriver = "/nowhere/libcuda.so";
  EXPECT_THAT(
      Module::loadFile("any.kiln", options).status().message(),
      HasSubstr("the CUDA driver cannot be opened: /nowhere/libcuda.so"));
  options.device->type = static_cast<kiln_device_type>(7);
  EXPECT_EQ(Module::loadFile("any.kiln", options).status().message(),
            "the device 7:0 is of a kind that this library does not drive");
  EXPECT_EQ(parseDevice("npu").status().message(),
            "'npu' is no device: cpu or cuda:N is expected");
}
