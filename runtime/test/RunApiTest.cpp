// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs of the C interface: options, prepared calls, the warm-up.

#include "FailingMemory.h"
#include "TestPackage.h"

#include <stdexcept>
#include <thread>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
class RunApi : public LoadedPackage {
protected:
  void TearDown() override {
    kiln_call_destroy(call);
    kiln_cancellation_free(cancellation);
    LoadedPackage::TearDown();
  }
  std::string runWith(const kiln_run_options &control) {
    kiln_tensor input = tensorOf(x, {1, 4}), output = tensorOf(y, {1, 4});
    return takeMessage(
        kiln_run(context, nullptr, &input, 1, &output, 1, &control));
  }
  std::string runCall() { return takeMessage(kiln_call_run(call, nullptr)); }
  std::string prepare(kiln_tensor input, kiln_tensor output) {
    kiln_call_destroy(call);
    call = nullptr;
    return takeMessage(
        kiln_call_prepare(context, nullptr, &input, 1, &output, 1, &call));
  }
  /// y = x + w, and w += 1 in place.
  static TestPackage counter() {
    TestPackage package;
    package.outputs =
        R"([{"kind":"user_output","name":"y","dtype":"f32","sizes":["s0",4]},)"
        R"({"kind":"buffer_mutation","target":"w","dtype":"f32","sizes":[4]}])";
    package.state = R"([{"name":"w","kind":"buffer","storage":0,)"
                    R"("dtype":"f32","sizes":[4],"mutable":true}])";
    package.entries =
        R"({"run":[{"op":"dispatch","kernel":1,"slots":[0,3,1],"sizes":[4],)"
        R"("domain":"4*s0"},{"op":"dispatch","kernel":2,"slots":[3],)"
        R"("domain":4},{"op":"return"}]})";
    package.segments = "[]";
    return package;
  }

  std::vector<float> x = std::vector<float>(4, 1), y = std::vector<float>(4);
  kiln_call *call = nullptr;
  kiln_cancellation *cancellation = nullptr;
  kiln_run_options options = {sizeof(kiln_run_options), 0, nullptr, nullptr,
                              nullptr};
};
} // namespace

TEST_F(RunApi, EndsAtItsDeadline) {
  load();
  options.deadline = kiln_deadline_after(3600 * int64_t(1000000000));
  EXPECT_EQ(runWith(options), "(no error)");
  options.deadline = 1;
  options.tag = "request 7";
  kiln_tensor input = tensorOf(x, {1, 4}), output = {};
  kiln_error *error =
      kiln_run(context, nullptr, &input, 1, &output, 1, &options);
  EXPECT_EQ(kiln_error_code(error), KILN_DEADLINE_EXCEEDED);
  EXPECT_THAT(takeMessage(error),
              HasSubstr("forward: the call 'request 7' came to its deadline "
                        "before instruction 0 of 'run'"));
  EXPECT_EQ(output.data, nullptr);
  EXPECT_THAT(run(), ElementsAre(3, 4, 5, 6)) << "the context goes on";
  EXPECT_EQ(kiln_deadline_after(INT64_MAX), INT64_MAX);
  EXPECT_EQ(kiln_deadline_after(INT64_MIN), 1);
}

TEST_F(RunApi, IsCancelledBetweenInstructions) {
  load();
  ASSERT_EQ(kiln_cancellation_create(&cancellation), nullptr);
  options.cancellation = cancellation;
  EXPECT_EQ(runWith(options), "(no error)");
  // In the midst of the call, after its first kernel.
  kiln_observer observer = {};
  observer.struct_size = sizeof(observer);
  observer.user = cancellation;
  observer.after = [](void *user, const kiln_instruction_info *info) {
    if (info->index == 1)
      kiln_cancellation_cancel(static_cast<kiln_cancellation *>(user));
  };
  ASSERT_EQ(kiln_context_set_observer(context, &observer), nullptr);
  EXPECT_THAT(runWith(options),
              HasSubstr("forward: the call was cancelled before instruction 2 "
                        "of 'run' (model.py:12)"));
  EXPECT_THAT(runWith(options), HasSubstr("before instruction 0")) << "still";
  ASSERT_EQ(kiln_context_set_observer(context, nullptr), nullptr);
  kiln_cancellation_reset(cancellation);
  EXPECT_EQ(runWith(options), "(no error)");
  kiln_cancellation_cancel(nullptr);
}

/// A loop that ends only when another thread says so.
TEST_F(RunApi, IsCancelledByAnotherThread) {
  TestPackage package;
  package.entries =
      R"js({"run":[{"op":"size","name":"i","expr":"0"},)js"
      R"js({"op":"jump_if_false","cond":"Lt(i, 2)","to":3},)js"
      R"js({"op":"jump","to":1,"while":true},{"op":"return"}]})js";
  load(package);
  ASSERT_EQ(kiln_cancellation_create(&cancellation), nullptr);
  options.cancellation = cancellation;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    kiln_cancellation_cancel(cancellation);
  });
  EXPECT_THAT(runWith(options), HasSubstr("the call was cancelled"));
  other.join();
  options.cancellation = nullptr;
  options.deadline = kiln_deadline_after(2000000);
  EXPECT_THAT(runWith(options), HasSubstr("came to its deadline"));
}

TEST_F(RunApi, ShowsItsTag) {
  load();
  std::string tag;
  kiln_observer observer = {};
  observer.struct_size = sizeof(observer);
  observer.user = &tag;
  observer.before = [](void *user, const kiln_instruction_info *info) {
    *static_cast<std::string *>(user) = info->tag;
  };
  ASSERT_EQ(kiln_context_set_observer(context, &observer), nullptr);
  options.tag = "request 8";
  EXPECT_EQ(runWith(options), "(no error)");
  EXPECT_EQ(tag, "request 8");
  run();
  EXPECT_EQ(tag, "");
}

TEST_F(RunApi, RunsAPreparedCallManyTimes) {
  load();
  ASSERT_EQ(prepare(tensorOf(x, {1, 4}), tensorOf(y, {1, 4})), "(no error)");
  EXPECT_EQ(runCall(), "(no error)");
  EXPECT_THAT(y, ElementsAre(3, 4, 5, 6));
  x = {10, 20, 30, 40}; // in place
  EXPECT_EQ(runCall(), "(no error)");
  EXPECT_THAT(y, ElementsAre(21, 42, 63, 84));
  // Other calls of the context, of other sizes, change nothing.
  std::vector<float> many(400, 1), room(400);
  kiln_tensor input = tensorOf(many, {100, 4}),
              output = tensorOf(room, {100, 4});
  ASSERT_EQ(kiln_run(context, nullptr, &input, 1, &output, 1, nullptr),
            nullptr);
  EXPECT_EQ(runCall(), "(no error)");
  EXPECT_THAT(y, ElementsAre(21, 42, 63, 84));
}

/// Nothing is looked up, checked or made: counted, not timed.
#if KILN_TEST_MEMORY
TEST_F(RunApi, AllocatesNothingInAPreparedCall) {
  load();
  ASSERT_EQ(prepare(tensorOf(x, {1, 4}), {}), "(no error)");
  ASSERT_EQ(runCall(), "(no error)");
  size_t before = allocationCount();
  kiln_error *error = kiln_call_run(call, nullptr);
  EXPECT_EQ(allocationCount() - before, 0u);
  EXPECT_EQ(error, nullptr);
  kiln_tensor made = {};
  ASSERT_TRUE(kiln_call_output(call, 0, &made));
  EXPECT_FALSE(kiln_call_output(call, 1, &made));
  EXPECT_EQ(static_cast<float *>(made.data)[3], 6);
}
#endif // KILN_TEST_MEMORY

TEST_F(RunApi, ChecksThePreparedCallOnce) {
  load();
  EXPECT_THAT(prepare(tensorOf(x, {0, 4}), {}), HasSubstr("symbol s0 is 0"));
  EXPECT_THAT(prepare(tensorOf(x, {1, 4}), tensorOf(y, {2, 2})),
              HasSubstr("size is 2, but 1 is expected"));
  EXPECT_THAT(takeMessage(kiln_call_prepare(context, "backward", nullptr, 0,
                                            nullptr, 0, &call)),
              HasSubstr("there is no program 'backward'"));
  ASSERT_EQ(prepare(tensorOf(x, {1, 4}), {}), "(no error)");
  options.deadline = 1;
  EXPECT_THAT(takeMessage(kiln_call_run(call, &options)),
              HasSubstr("came to its deadline"));
  EXPECT_EQ(runCall(), "(no error)");
}

TEST_F(RunApi, PacksStridedTensorsAtEachRun) {
  load();
  std::vector<float> wide = {1, 0, 2, 0, 3, 0, 4, 0}, out(8, -1);
  kiln_tensor input = tensorOf(wide, {1, 4}), output = tensorOf(out, {1, 4});
  for (kiln_tensor *tensor : {&input, &output}) {
    tensor->flags = KILN_TENSOR_STRIDED;
    tensor->strides[0] = 8;
    tensor->strides[1] = 2;
  }
  ASSERT_EQ(prepare(input, output), "(no error)");
  ASSERT_EQ(runCall(), "(no error)");
  EXPECT_THAT(out, ElementsAre(3, -1, 6, -1, 9, -1, 12, -1));
  wide[6] = 5;
  ASSERT_EQ(runCall(), "(no error)");
  EXPECT_EQ(out[6], 14);
}

TEST_F(RunApi, FollowsStateAndWeightsInAPreparedCall) {
  load(counter());
  ASSERT_EQ(prepare(tensorOf(x, {1, 4}), tensorOf(y, {1, 4})), "(no error)");
  ASSERT_EQ(runCall(), "(no error)");
  ASSERT_EQ(runCall(), "(no error)");
  EXPECT_EQ(y[0], 3);
  std::vector<float> other = {10, 20, 30, 40};
  const char *name = "w";
  kiln_tensor tensor = tensorOf(other, {4});
  ASSERT_EQ(
      kiln_weights_from_tensors(&name, &tensor, 1, nullptr, nullptr, &weights),
      nullptr);
  ASSERT_EQ(kiln_module_set_weights(module, weights, 0), nullptr);
  ASSERT_EQ(runCall(), "(no error)");
  EXPECT_EQ(y[0], 4) << "the context keeps its state";
  ASSERT_EQ(kiln_context_reset_state(context), nullptr);
  ASSERT_EQ(runCall(), "(no error)");
  EXPECT_EQ(y[0], 11);
}

TEST_F(RunApi, FollowsReplacedWeightsInAPreparedCall) {
  load();
  ASSERT_EQ(prepare(tensorOf(x, {1, 4}), tensorOf(y, {1, 4})), "(no error)");
  std::vector<float> other = {10, 20, 30, 40};
  const char *name = "w";
  kiln_tensor tensor = tensorOf(other, {4});
  ASSERT_EQ(
      kiln_weights_from_tensors(&name, &tensor, 1, nullptr, nullptr, &weights),
      nullptr);
  ASSERT_EQ(kiln_module_set_weights(module, weights, 0), nullptr);
  ASSERT_EQ(runCall(), "(no error)");
  EXPECT_THAT(y, ElementsAre(12, 22, 32, 42));
}

TEST_F(RunApi, KeepsTheContextForItsCalls) {
  load();
  ASSERT_EQ(prepare(tensorOf(x, {1, 4}), tensorOf(y, {1, 4})), "(no error)");
  kiln_context_destroy(context);
  context = nullptr;
  kiln_module_release(module);
  module = nullptr;
  EXPECT_EQ(runCall(), "(no error)");
  EXPECT_EQ(y[0], 3);
}

/// A result whose size depends on data is made anew by each run.
TEST_F(RunApi, SizesResultsAtEachRun) {
  TestPackage package;
  package.inputs =
      R"([{"name":"x","kind":"user_input","dtype":"f32","sizes":["s0",4]},)"
      R"({"name":"n","kind":"user_input","dtype":"i64","sizes":[]}])";
  package.outputs =
      R"([{"kind":"user_output","name":"y","dtype":"f32","sizes":["u0"]}])";
  // Slots: 0 x, 1 n, 2 y, 3 w, 4 segment.
  package.entries =
      R"({"run":[{"op":"read_scalar","name":"u0","slot":1,"dtype":"i64"},)"
      R"({"op":"fill","slot":2,"pattern":"0000803f"},{"op":"return"}]})";
  load(package);
  int64_t n = 3;
  kiln_tensor inputs[] = {tensorOf(x, {1, 4}), scalarOf(n)}, output = {};
  ASSERT_EQ(takeMessage(kiln_call_prepare(context, nullptr, inputs, 2, &output,
                                          1, &call)),
            "(no error)");
  for (int64_t size : {3, 100, 0, 7}) {
    n = size;
    ASSERT_EQ(runCall(), "(no error)");
    ASSERT_TRUE(kiln_call_output(call, 0, &output));
    EXPECT_EQ(output.sizes[0], size);
    if (size > 0)
      EXPECT_EQ(static_cast<float *>(output.data)[size - 1], 1);
  }
}

TEST_F(RunApi, WarmsUpWithoutATrace) {
  load(counter());
  kiln_tensor input = tensorOf(x, {1, 4});
  ASSERT_EQ(takeMessage(kiln_warm_up(context, nullptr, &input, 1, nullptr)),
            "(no error)");
  EXPECT_THAT(run(), ElementsAre(2, 3, 4, 5)) << "as a first call";
  EXPECT_THAT(run(), ElementsAre(3, 4, 5, 6));
  ASSERT_EQ(takeMessage(kiln_warm_up(context, nullptr, &input, 1, nullptr)),
            "(no error)");
  EXPECT_THAT(run(), ElementsAre(4, 5, 6, 7)) << "state as it was";
  input.sizes[0] = 0;
  EXPECT_THAT(takeMessage(kiln_warm_up(context, nullptr, &input, 1, nullptr)),
              HasSubstr("symbol s0 is 0"));
}

TEST_F(RunApi, WarmsUpTheMemoryOfItsSizes) {
  load();
  std::vector<float> many(400, 1);
  kiln_tensor input = tensorOf(many, {100, 4});
  ASSERT_EQ(takeMessage(kiln_warm_up(context, nullptr, &input, 1, nullptr)),
            "(no error)");
  kiln_memory_use use = {};
  use.struct_size = sizeof(use);
  ASSERT_EQ(kiln_context_memory_use(context, &use), nullptr);
  EXPECT_GE(use.arena_bytes, 1600u);
}

/// A program that writes its input in place.
TEST_F(RunApi, WarmsUpOnACopyOfMutatedInputs) {
  TestPackage package;
  package.outputs = R"([{"kind":"user_input_mutation","target":"x",)"
                    R"("dtype":"f32","sizes":["s0",4]}])";
  package.entries = R"({"run":[{"op":"dispatch","kernel":2,"slots":[0],)"
                    R"("domain":"4*s0"},{"op":"return"}]})";
  package.segments = "[]";
  load(package);
  kiln_tensor input = tensorOf(x, {1, 4});
  ASSERT_EQ(takeMessage(kiln_warm_up(context, nullptr, &input, 1, nullptr)),
            "(no error)");
  EXPECT_THAT(x, ElementsAre(1, 1, 1, 1));
  ASSERT_EQ(
      takeMessage(kiln_run(context, nullptr, &input, 1, nullptr, 0, nullptr)),
      "(no error)");
  EXPECT_THAT(x, ElementsAre(2, 2, 2, 2));
}

/// What a routine of the caller's throws does not get out.
TEST_F(RunApi, TurnsExceptionsIntoErrors) {
  static int kind;
  kiln_extern routine = {"a.b",
                         [](void *, const kiln_extern_call *) -> int32_t {
                           if (kind == 0)
                             throw std::runtime_error("no luck");
                           throw kind;
                         },
                         nullptr};
  kiln_module_options moduleOptions = {};
  moduleOptions.struct_size = sizeof(moduleOptions);
  moduleOptions.externs = &routine;
  moduleOptions.extern_count = 1;
  TestPackage package;
  package.entries = R"({"run":[{"op":"extern","routine":"a.b","slots":[0,1]},)"
                    R"({"op":"return"}]})";
  load(package, &moduleOptions);
  kind = 0;
  EXPECT_EQ(runWith(options), "no luck");
  kind = 1;
  EXPECT_EQ(runWith(options), "an exception");
}
