// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs on a device that is not the host.

#include "FakeDevice.h"
#include "Runner.h"
#include "device/DeviceName.h"

#include <array>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
class DeviceTest : public ::testing::Test {
protected:
  /// Loads the test's package for the device.
  void load(TestPackage package = {}) {
    options.device = device;
    runner.emplace(std::move(package), options);
  }
  void loadProgram(const std::string &instructions) {
    TestPackage package;
    package.entries =
        concat("{\"run\":[", instructions, "{\"op\":\"return\"}]}");
    load(std::move(package));
  }
  Status run(kiln_tensor input, kiln_tensor &output,
             kiln_stream stream = nullptr) {
    RunControl control;
    control.stream = stream;
    return runner->context->run(nullptr, &input, 1, &output, 1, control);
  }
  void free(kiln_tensor &tensor) { device->free(tensor.data, 0); }

  std::shared_ptr<FakeDevice> device = std::make_shared<FakeDevice>();
  ModuleOptions options;
  std::optional<Runner> runner;
  std::vector<float> ones = std::vector<float>(8, 1.0f);
};
} // namespace

TEST_F(DeviceTest, RunsTensorsOfTheHost) {
  load();
  EXPECT_EQ(runner->module->explanation(),
            "cpu:x86-64 runs on the device of the tests: taken, the best\n");
  EXPECT_EQ(runner->module->deviceName(), "cuda:1");
  EXPECT_THAT(runner->numbersOf({tensorOf(ones, {2, 4})}),
              ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  // The weight, the segment, the input and the output.
  EXPECT_EQ(device->allocations, 4u);
  EXPECT_EQ(device->fromHost, 2u);
  EXPECT_EQ(device->toHost, 1u);
  EXPECT_EQ(device->launches, 2u);
  EXPECT_EQ(device->waits, 2u) << "of the weights, and of the run";
  // The next call copies its tensors only.
  EXPECT_THAT(runner->numbersOf({tensorOf(ones, {1, 4})}),
              ElementsAre(3, 4, 5, 6));
  EXPECT_EQ(device->allocations, 4u);
  EXPECT_EQ(device->fromHost, 3u);
  EXPECT_EQ(device->toHost, 2u);
}

TEST_F(DeviceTest, RunsTensorsOfTheDeviceInPlace) {
  load();
  kiln_tensor input = device->upload(ones, {2, 4});
  kiln_tensor output = device->upload(ones, {2, 4});
  ASSERT_EQ(messageOf(run(input, output)), "(no error)");
  EXPECT_EQ(device->fromHost, 3u) << "of the test two, of the module a weight";
  EXPECT_EQ(device->toHost, 0u);
  EXPECT_THAT(device->download(output.data, 8),
              ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  free(input);
  free(output);
}

TEST_F(DeviceTest, AllocatesOutputsWhereTheyAreWanted) {
  options.outputsOnDevice = true;
  load();
  kiln_tensor output = {};
  ASSERT_EQ(messageOf(run(tensorOf(ones, {2, 4}), output)), "(no error)");
  EXPECT_TRUE(isSameDevice(output.device, device->id()));
  EXPECT_THAT(device->download(output.data, 4), ElementsAre(3, 4, 5, 6));
  free(output);
}

TEST_F(DeviceTest, PacksStridedTensors) {
  load();
  std::vector<float> values = {1, 5, 2, 6, 3, 7, 4, 8};
  auto turned = [](kiln_tensor tensor) {
    tensor.flags = KILN_TENSOR_STRIDED;
    tensor.strides[0] = 1;
    tensor.strides[1] = 2;
    return tensor;
  };
  std::vector<float> room(8);
  kiln_tensor output = turned(tensorOf(room, {2, 4}));
  ASSERT_EQ(messageOf(run(turned(tensorOf(values, {2, 4})), output)),
            "(no error)");
  EXPECT_THAT(room, ElementsAre(3, 11, 6, 14, 9, 17, 12, 20));
  kiln_tensor there = device->upload(values, {2, 4});
  kiln_tensor result = device->upload(ones, {2, 4});
  output = turned(result);
  ASSERT_EQ(messageOf(run(turned(there), output)), "(no error)");
  EXPECT_EQ(device->download(result.data, 8), room);
  kiln_tensor backwards = turned(there);
  backwards.data = static_cast<float *>(there.data) + 7;
  backwards.strides[0] = -1;
  backwards.strides[1] = -2;
  EXPECT_THAT(
      messageOf(run(backwards, output)),
      HasSubstr("tensors with negative strides cannot be copied there"));
  free(there);
  free(result);
}

TEST_F(DeviceTest, FollowsItsStream) {
  load();
  int first, second;
  kiln_tensor input = device->upload(ones, {2, 4});
  kiln_tensor one = device->upload(ones, {2, 4});
  kiln_tensor two = device->upload(ones, {2, 4});
  ASSERT_EQ(messageOf(run(input, one, &first)), "(no error)");
  EXPECT_EQ(device->waits, 1u) << "but that of the weights";
  EXPECT_GT(device->pending(&first), 0u) << "the run has waited for its work";
  // Both runs compute in the memory of the context: one after the other.
  size_t before = device->events;
  ASSERT_EQ(messageOf(run(one, two, &second)), "(no error)");
  EXPECT_EQ(device->events, before + 1);
  ASSERT_TRUE(device->wait(&second).ok());
  EXPECT_EQ(device->pending(&first), 0u);
  EXPECT_THAT(device->download(two.data, 4), ElementsAre(7, 10, 13, 16));
  for (kiln_tensor *tensor : {&input, &one, &two})
    free(*tensor);
}

TEST_F(DeviceTest, ReadsScalarsWhenTheyAreThere) {
  loadProgram(R"({"op":"segment","index":0},)"
              R"({"op":"dispatch","kernel":0,"slots":[2,3],"domain":4},)"
              R"({"op":"read_scalar","name":"u0","slot":3,"dtype":"f32"},)"
              R"json({"op":"check","cond":"Lt(u0, 1.0)","message":"",)json"
              R"json("origin":1},)json");
  EXPECT_THAT(runner->errorOf({tensorOf(ones, {2, 4})}),
              HasSubstr("with u0 = 2 (model.py:12)"));
}

TEST_F(DeviceTest, CopiesAndFillsThere) {
  loadProgram(
      R"({"op":"view","slot":4,"base":1,"offset":0,"bytes":"16*s0 - 16"},)"
      R"({"op":"view","slot":5,"base":1,"offset":"16*s0 - 16","bytes":16},)"
      R"({"op":"fill","slot":4,"pattern":"0000803f"},)"
      R"({"op":"copy","from":2,"to":5},)");
  EXPECT_THAT(runner->numbersOf({tensorOf(ones, {2, 4})}),
              ElementsAre(1, 1, 1, 1, 1, 2, 3, 4));
  EXPECT_EQ(device->fills, 1u);
  EXPECT_EQ(device->within, 1u);
}

TEST_F(DeviceTest, KeepsStateThere) {
  TestPackage package;
  package.outputs =
      R"([{"kind":"buffer_mutation","target":"w","dtype":"f32","sizes":[4]},)"
      R"({"kind":"user_output","name":"y","dtype":"f32","sizes":["s0",4]}])";
  package.state = R"([{"name":"w","kind":"buffer","storage":0,"dtype":"f32",)"
                  R"("sizes":[4],"strides":[1],"offset":0,"mutable":true}])";
  // Slots: 0 x, 1 the mutation, 2 y, 3 w.
  package.entries =
      R"({"run":[{"op":"copy","from":3,"to":1},)"
      R"({"op":"dispatch","kernel":2,"slots":[1],"domain":4},)"
      R"({"op":"dispatch","kernel":1,"slots":[0,3,2],"sizes":[4],)"
      R"("domain":"4*s0"},{"op":"return"}]})";
  load(package);
  std::vector<kiln_tensor> inputs = {tensorOf(ones, {1, 4})};
  EXPECT_THAT(runner->numbersOf(inputs), ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(runner->numbersOf(inputs), ElementsAre(3, 4, 5, 6));
  std::vector<float> state(4);
  kiln_tensor tensor = tensorOf(state, {4});
  ASSERT_TRUE(runner->context->readState(nullptr, "w", tensor).ok());
  EXPECT_THAT(state, ElementsAre(3, 4, 5, 6));
  state = {0, 0, 0, 7};
  ASSERT_TRUE(runner->context->writeState(nullptr, "w", tensor).ok());
  EXPECT_THAT(runner->numbersOf(inputs), ElementsAre(1, 1, 1, 8));
  ASSERT_TRUE(runner->context->warmUp(nullptr, inputs.data(), 1, {}).ok());
  EXPECT_THAT(runner->numbersOf(inputs), ElementsAre(2, 2, 2, 9));
  ASSERT_TRUE(runner->context->resetState().ok());
  EXPECT_THAT(runner->numbersOf(inputs), ElementsAre(2, 3, 4, 5));
}

TEST_F(DeviceTest, TakesOtherWeights) {
  load();
  std::vector<kiln_tensor> inputs = {tensorOf(ones, {1, 4})};
  EXPECT_THAT(runner->numbersOf(inputs), ElementsAre(3, 4, 5, 6));
  const char *name = "w";
  std::vector<float> values = {10, 20, 30, 40};
  kiln_tensor tensor = tensorOf(values, {4});
  Expected<WeightSourcePtr> source = useTensors(&name, &tensor, 1, nullptr);
  ASSERT_TRUE(source.ok());
  ASSERT_TRUE(runner->module->setWeights(*source, false).ok());
  EXPECT_THAT(runner->numbersOf(inputs), ElementsAre(12, 22, 32, 42));
}

TEST_F(DeviceTest, GivesErrorsAndLosesNothing) {
  load();
  device->refusedAllocation = 0;
  EXPECT_THAT(runner->errorOf({tensorOf(ones, {2, 4})}),
              HasSubstr("no memory for 16 bytes of weights"));
  device->refusedAllocation = 1;
  EXPECT_THAT(runner->errorOf({tensorOf(ones, {2, 4})}),
              HasSubstr("input 'x': no memory for a copy of 32 bytes"));
  kiln_tensor elsewhere = tensorOf(ones, {2, 4});
  elsewhere.device = {KILN_DEVICE_CUDA, 0};
  EXPECT_EQ(runner->errorOf({elsewhere}),
            "test.kiln: forward: input 'x': the tensor is on cuda:0, but the "
            "module runs on cuda:1 (model.py:7)");
  EXPECT_EQ(runner->lastError.input, "x");
  EXPECT_EQ(runner->lastError.bound, "cuda:1");
  EXPECT_EQ(runner->lastError.value, "cuda:0");
  kiln_tensor output = tensorOf(ones, {2, 4});
  output.device = {KILN_DEVICE_CUDA, 0};
  std::vector<float> x(8);
  EXPECT_THAT(messageOf(run(tensorOf(x, {2, 4}), output)),
              HasSubstr("the device is cuda:0, but cuda:1 is expected"));
}

TEST_F(DeviceTest, ReadsNumbersOnTheHost) {
  TestPackage package;
  package.inputs = R"([{"name":"n","kind":"number",)"
                   R"("value":"s0"}])";
  package.entries = R"({"run":[{"op":"fill","slot":1,"pattern":"00"},)"
                    R"({"op":"return"}]})";
  load(package);
  int64_t rows = 2;
  kiln_tensor number = scalarOf(rows);
  number.device = device->id();
  EXPECT_THAT(runner->errorOf({number}),
              HasSubstr("input 'n': the value is on cuda:1, but numbers are "
                        "read on the host"));
}

TEST(Device, OfTheHostHasNoStreams) {
  Runner runner{TestPackage()};
  std::vector<float> ones(4, 1.0f), room(4);
  kiln_tensor input = tensorOf(ones, {1, 4}), output = tensorOf(room, {1, 4});
  RunControl control;
  control.stream = &runner;
  EXPECT_EQ(
      messageOf(runner.context->run(nullptr, &input, 1, &output, 1, control)),
      "test.kiln: a stream is given, but the module runs on the CPU, "
      "which has none");
  EXPECT_THAT(runner.numbersOf({input}), ElementsAre(3, 4, 5, 6));
}

TEST(Device, OfTheHostBeginsTasksWithZeros) {
  std::array<int64_t, 4> scratch{1, 2, 3, 4};
  EXPECT_EQ(CpuDevice::beginTask(scratch.data(), sizeof scratch),
            scratch.data());
  EXPECT_THAT(scratch, ElementsAre(0, 0, 3, 4));
  EXPECT_EQ(CpuDevice::beginTask(nullptr, 0), nullptr);
}

TEST(Device, HasAName) {
  for (const char *name : {"cpu", "cuda:0", "cuda:17"})
    EXPECT_EQ(deviceName(*parseDevice(name)), name);
  EXPECT_EQ(deviceName(*parseDevice("cuda")), "cuda:0");
  EXPECT_EQ(deviceName({static_cast<kiln_device_type>(7), 1}), "device 7:1");
  for (const char *name : {"", "gpu", "cuda:", "cuda:-1", "cuda:1x", "cpu:1"})
    EXPECT_EQ(messageOf(parseDevice(name)),
              concat("'", name, "' is no device: cpu or cuda:N is expected"));
}
