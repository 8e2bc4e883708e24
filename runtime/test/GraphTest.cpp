// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that are kept as graphs of their device.

#include "CudaFixture.h"
#include "FakeDevice.h"

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
/// A context that keeps graphs, on a device that counts what is done.
class GraphTest : public ::testing::Test {
protected:
  void load(size_t graphs, TestPackage package = {}) {
    options.device = device;
    runner.emplace(std::move(package), options);
    runner->context = std::make_unique<Context>(*runner->module, graphs);
  }
  /// The first element of the result, of rows of this value.
  float run(int64_t rows, float value) {
    std::vector<float> x(static_cast<size_t>(4 * rows), value);
    return runner->numbersOf({tensorOf(x, {rows, 4})})[0];
  }
  void expectCounts(size_t captures, size_t replays) {
    EXPECT_EQ(device->captures, captures);
    EXPECT_EQ(device->replays, replays);
  }

  std::shared_ptr<FakeDevice> device = std::make_shared<FakeDevice>();
  ModuleOptions options;
  std::optional<Runner> runner;
};
} // namespace

TEST_F(GraphTest, IsLaunchedWhereSizesAndAddressesAreTheSame) {
  load(3);
  EXPECT_EQ(run(8, 1), 3);
  expectCounts(0, 0);
  EXPECT_EQ(run(8, 2), 5);
  EXPECT_EQ(run(8, 3), 7);
  expectCounts(1, 2);
  // Of other sizes, in the same memory.
  EXPECT_EQ(run(4, 1), 3);
  EXPECT_EQ(run(4, 2), 5);
  expectCounts(2, 3);
  EXPECT_EQ(run(8, 4), 9);
  EXPECT_EQ(run(4, 5), 11);
  expectCounts(2, 5);
  // Memory grows: graphs that know the old one are captured again.
  EXPECT_EQ(run(100, 6), 13);
  EXPECT_EQ(run(8, 7), 15);
  expectCounts(2, 5);
  EXPECT_EQ(run(8, 8), 17);
  EXPECT_EQ(run(8, 9), 19);
  expectCounts(3, 7);
}

TEST_F(GraphTest, IsForgottenWhereOthersWereUsedLast) {
  load(1);
  EXPECT_EQ(run(8, 1), 3);
  EXPECT_EQ(run(8, 2), 5);
  expectCounts(1, 1);
  EXPECT_EQ(run(4, 2), 5);
  EXPECT_EQ(run(8, 3), 7);
  expectCounts(1, 1);
}

TEST_F(GraphTest, FollowsTheCallersTensors) {
  load(2);
  std::vector<float> ones(4, 1.0f), twos(4, 2.0f);
  kiln_tensor one = device->upload(ones, {1, 4});
  kiln_tensor two = device->upload(twos, {1, 4});
  EXPECT_EQ(runner->numbersOf({one})[0], 3);
  EXPECT_EQ(runner->numbersOf({two})[0], 5);
  EXPECT_EQ(runner->numbersOf({two})[0], 5);
  expectCounts(1, 2);
  EXPECT_EQ(runner->numbersOf({one})[0], 3);
  expectCounts(2, 3);
  device->free(one.data, 0);
  device->free(two.data, 0);
}

TEST_F(GraphTest, LeavesRegistersAsTheRunDoes) {
  TestPackage package;
  package.outputs =
      R"([{"kind":"user_output","name":"y","dtype":"f32","sizes":["s0",4]},)"
      R"({"kind":"number","value":"u"}])";
  // Slots: 0 x, 1 y, 2 the number, 3 w.
  package.entries =
      R"({"run":[{"op":"size","name":"u","expr":"3*s0"},)"
      R"({"op":"dispatch","kernel":0,"slots":[0,1],"domain":"4*s0"},)"
      R"({"op":"return"}]})";
  load(2, package);
  std::vector<float> x(8, 1.0f), y(8);
  auto number = [&](int64_t rows) {
    int64_t found = 0;
    kiln_tensor input = tensorOf(x, {rows, 4});
    kiln_tensor outputs[] = {tensorOf(y, {rows, 4}), scalarOf(found)};
    EXPECT_EQ(messageOf(runner->context->run(nullptr, &input, 1, outputs, 2)),
              "(no error)");
    return found;
  };
  for (int64_t rows : {1, 1, 2, 2, 1})
    EXPECT_EQ(number(rows), 3 * rows);
  expectCounts(2, 3);
}

TEST_F(GraphTest, IsNotForWhatTheHostLooksAt) {
  TestPackage package;
  package.entries =
      R"({"run":[{"op":"dispatch","kernel":0,"slots":[0,1],"domain":4},)"
      R"({"op":"read_scalar","name":"u0","slot":1,"dtype":"f32"},)"
      R"({"op":"return"}]})";
  load(2, package);
  EXPECT_EQ(run(1, 1), 2);
  expectCounts(0, 0);
}

TEST_F(GraphTest, IsNotForWhatMayHaveToStop) {
  load(2);
  RunControl control;
  control.deadline = INT64_MAX;
  std::vector<float> x(4, 1.0f), y(4);
  kiln_tensor input = tensorOf(x, {1, 4}), output = tensorOf(y, {1, 4});
  EXPECT_TRUE(
      runner->context->run(nullptr, &input, 1, &output, 1, control).ok());
  expectCounts(0, 0);
}

TEST_F(GraphTest, IsNoNeed) {
  device->hasGraphs = false;
  load(2);
  EXPECT_EQ(run(1, 1), 3);
  EXPECT_EQ(run(1, 2), 5);
  expectCounts(0, 0);
  std::unique_ptr<DeviceGraph> graph;
  EXPECT_EQ(messageOf(device->capture({}, graph)), "the device has no graphs");
}

TEST_F(CudaTest, LaunchesGraphs) {
  load();
  Context context(*runner->module, 2);
  for (int64_t rows : {3, 3, 1, 3, 1, 60, 3, 3, 3, 60, 60}) {
    std::vector<float> x(static_cast<size_t>(4 * rows), float(rows));
    std::vector<float> y(x.size());
    kiln_tensor input = tensorOf(x, {rows, 4}), output = tensorOf(y, {rows, 4});
    ASSERT_EQ(messageOf(context.run(nullptr, &input, 1, &output, 1)),
              "(no error)");
    for (size_t i = 0; i < y.size(); ++i)
      ASSERT_EQ(y[i], 2 * float(rows) + float(i % 4) + 1);
  }
}

TEST_F(CudaTest, TakesFillsAndCopiesIntoGraphs) {
  loadProgram(R"({"op":"view","slot":4,"base":1,"offset":0,"bytes":16},)"
              R"({"op":"fill","slot":1,"pattern":"0000803f00000040"},)"
              R"({"op":"copy","from":2,"to":4},)");
  runner->context = std::make_unique<Context>(*runner->module, 1);
  for (int i = 0; i < 3; ++i)
    EXPECT_THAT(runner->numbersOf({tensorOf(ones, {2, 4})}),
                ElementsAre(1, 2, 3, 4, 1, 2, 1, 2));
  // What a graph cannot have is enqueued step by step.
  loadProgram(R"({"op":"view","slot":4,"base":1,"offset":0,"bytes":16},)"
              R"({"op":"view","slot":5,"base":1,"offset":4,"bytes":16},)"
              R"({"op":"fill","slot":1,"pattern":"0000803f00000040"},)"
              R"({"op":"copy","from":5,"to":4},)");
  runner->context = std::make_unique<Context>(*runner->module, 1);
  for (int i = 0; i < 3; ++i)
    EXPECT_THAT(runner->numbersOf({tensorOf(ones, {2, 4})}),
                ElementsAre(2, 1, 2, 1, 1, 2, 1, 2));
  kiln_tensor room = upload(ones, {8});
  auto overlap = [&](kiln_stream stream) {
    return device->copy(static_cast<float *>(room.data) + 1, Place::Device,
                        room.data, Place::Device, 16, stream);
  };
  std::unique_ptr<DeviceGraph> graph;
  EXPECT_EQ(messageOf(device->capture(overlap, graph)),
            "a graph has no copy between ranges that overlap");
  free(room);
}

TEST_F(CudaTest, NamesTheKernelOfAGraphThatFails) {
  TestPackage package = TestPackage::forCuda();
  // Without temporaries the first call is captured.
  package.segments = "[]";
  package.entries =
      R"({"run":[{"op":"dispatch","kernel":0,"slots":[0,1],"domain":4},)"
      R"({"op":"dispatch","kernel":3,"slots":[],"sizes":[1],"domain":1},)"
      R"({"op":"return"}]})";
  load(package);
  runner->context = std::make_unique<Context>(*runner->module, 1);
  EXPECT_THAT(runner->errorOf({tensorOf(ones, {2, 4})}),
              HasSubstr("in kernel 'fail' of dispatch 1 (model.py:12)"));
}
