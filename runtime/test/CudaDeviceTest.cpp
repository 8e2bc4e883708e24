// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a CUDA device does, on an emulator.

#include "CudaFixture.h"
#include "device/cuda/CudaTarget.h"

#include <map>
#include <thread>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(CudaTest, RunsTensorsOfTheHost) {
  load();
  EXPECT_EQ(runner->module->explanation(),
            "cuda:sm_80 runs on this device: taken, the best\n");
  EXPECT_EQ(runner->module->deviceDescription(),
            "Kiln PTX emulator sm_90a, sm_90, CUDA 13.0");
  EXPECT_THAT(runner->numbersOf({tensorOf(ones, {2, 4})}),
              ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  size_t allocations = liveAllocations(0);
  EXPECT_THAT(runner->numbersOf({tensorOf(ones, {1, 4})}),
              ElementsAre(3, 4, 5, 6));
  EXPECT_EQ(liveAllocations(0), allocations);
}

TEST_F(CudaTest, RunsTensorsOfTheDeviceInPlace) {
  load();
  kiln_tensor input = upload(ones, {2, 4}), output = upload(ones, {2, 4});
  ASSERT_EQ(messageOf(run(input, output)), "(no error)");
  EXPECT_THAT(download(output.data, 8), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  free(input);
  free(output);
}

TEST_F(CudaTest, TakesInputsThatLieElsewhere) {
  load();
  // Rows of a wider tensor, and one that begins in the middle of an element.
  kiln_tensor wide = upload({0, 1, 2, 3, 4, 0, 5, 6, 7, 8}, {10});
  kiln_tensor rows = tensorOf(ones, {2, 4});
  rows.data = static_cast<float *>(wide.data) + 1;
  rows.device = device->id();
  rows.flags = KILN_TENSOR_STRIDED;
  rows.strides[0] = 5;
  rows.strides[1] = 1;
  EXPECT_THAT(runner->numbersOf({rows}),
              ElementsAre(3, 6, 9, 12, 11, 14, 17, 20));
  std::vector<float> sevens(5, 7.0f);
  ASSERT_TRUE(device
                  ->copy(static_cast<char *>(wide.data) + 2, Place::Device,
                         sevens.data(), Place::Host, 20, nullptr)
                  .ok());
  kiln_tensor misaligned = tensorOf(ones, {1, 4});
  misaligned.data = static_cast<char *>(wide.data) + 2;
  misaligned.device = device->id();
  EXPECT_THAT(runner->numbersOf({misaligned}), ElementsAre(15, 16, 17, 18));
  free(wide);
}

TEST_F(CudaTest, PacksTensorsBackwards) {
  load();
  kiln_tensor values = upload({8, 7, 6, 5, 4, 3, 2, 1}, {8});
  kiln_tensor result = upload(std::vector<float>(8, 0.0f), {8});
  kiln_tensor input = tensorOf(ones, {2, 4}), output = input;
  for (kiln_tensor *tensor : {&input, &output}) {
    tensor->device = device->id();
    tensor->flags = KILN_TENSOR_STRIDED;
  }
  input.data = static_cast<float *>(values.data) + 7;
  input.strides[0] = -4;
  input.strides[1] = -1;
  output.data = result.data;
  output.strides[0] = 1;
  output.strides[1] = 2;
  ASSERT_EQ(messageOf(run(input, output)), "(no error)");
  EXPECT_THAT(download(result.data, 8),
              ElementsAre(3, 11, 6, 14, 9, 17, 12, 20));
  free(values);
  free(result);
}

/// Elements of all sizes, aligned and not, against the same copy on the host.
TEST_F(CudaTest, CopiesBetweenLayouts) {
  load();
  const int64_t sizes[] = {3, 1, 4, 5}, from[] = {1, 9, 15, 3},
                to[] = {25, 1, 5, 1};
  constexpr size_t room = 2048;
  std::vector<char> source(room), expected(room), found(room);
  for (size_t i = 0; i < room; ++i)
    source[i] = static_cast<char>(i * 37);
  void *there = device->allocate(room), *result = device->allocate(room);
  auto move = [&](void *target, Place targetPlace, const void *data,
                  Place dataPlace) {
    EXPECT_EQ(messageOf(device->copy(target, targetPlace, data, dataPlace, room,
                                     nullptr)),
              "(no error)");
  };
  for (size_t element : {1, 2, 4, 8, 16})
    for (size_t offset : {0, 2, 3}) {
      std::fill(expected.begin(), expected.end(), 0);
      move(there, Place::Device, source.data(), Place::Host);
      move(result, Place::Device, expected.data(), Place::Host);
      StridedCopy shape = {element, 4, sizes, from, to};
      copyStrided(shape, source.data() + offset, expected.data() + offset);
      EXPECT_EQ(
          messageOf(device->copyStrided(
              shape, static_cast<char *>(result) + offset, Place::Device,
              static_cast<char *>(there) + offset, Place::Device, nullptr)),
          "(no error)");
      move(found.data(), Place::Host, result, Place::Device);
      EXPECT_EQ(found, expected) << element << " bytes at " << offset;
    }
  device->free(there, room);
  device->free(result, room);
}

TEST_F(CudaTest, RunsOnTheSecondDevice) {
  load(TestPackage::forCuda(), 1);
  EXPECT_EQ(runner->module->deviceName(), "cuda:1");
  // Work on one device leaves a thread's current context alone.
  Expected<cuda::PrimaryContext> other =
      cuda::PrimaryContext::retain(KILN_TEST_EMULATOR, 0);
  cuda::PrimaryContext::Scope scope(*other);
  cuda::ContextHandle before = nullptr, after = nullptr;
  other->driver.ctxGetCurrent(&before);
  EXPECT_THAT(runner->numbersOf({tensorOf(ones, {1, 4})}),
              ElementsAre(3, 4, 5, 6));
  other->driver.ctxGetCurrent(&after);
  EXPECT_EQ(before, after);
  kiln_tensor elsewhere = tensorOf(ones, {1, 4});
  elsewhere.device = {KILN_DEVICE_CUDA, 0};
  EXPECT_THAT(runner->errorOf({elsewhere}),
              HasSubstr("input 'x': the tensor is on cuda:0, but the module "
                        "runs on cuda:1"));
}

TEST_F(CudaTest, RunsModulesOnTwoDevices) {
  load();
  Expected<std::shared_ptr<Device>> second =
      cuda::CudaDevice::open(1, KILN_TEST_EMULATOR);
  ASSERT_TRUE(second.ok());
  ModuleOptions there;
  there.device = *second;
  Runner other(TestPackage::forCuda(), there);
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(runner->numbersOf({tensorOf(ones, {1, 4})}),
                ElementsAre(3, 4, 5, 6));
    EXPECT_THAT(other.numbersOf({tensorOf(ones, {1, 4})}),
                ElementsAre(3, 4, 5, 6));
  }
}

TEST_F(CudaTest, RunsThreadsOnOneModule) {
  load();
  auto work = [&](float value) {
    Context context(*runner->module);
    for (int64_t rows = 1; rows < 6; ++rows) {
      std::vector<float> x(static_cast<size_t>(4 * rows), value), y(x.size());
      kiln_tensor input = tensorOf(x, {rows, 4}),
                  output = tensorOf(y, {rows, 4});
      ASSERT_EQ(messageOf(context.run(nullptr, &input, 1, &output, 1)),
                "(no error)");
      for (size_t i = 0; i < y.size(); ++i)
        ASSERT_EQ(y[i], 2 * value + static_cast<float>(i % 4) + 1);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back(work, static_cast<float>(i));
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(CudaTest, FollowsStreamsOfTheCaller) {
  load();
  kiln_tensor input = upload(ones, {2, 4}), one = upload(ones, {2, 4});
  kiln_tensor two = upload(ones, {2, 4});
  Expected<cuda::PrimaryContext> context =
      cuda::PrimaryContext::retain(KILN_TEST_EMULATOR, 0);
  const cuda::Driver &driver = context->driver;
  cuda::StreamHandle first = nullptr, second = nullptr;
  {
    cuda::PrimaryContext::Scope scope(*context);
    driver.streamCreate(&first, cuda::nonBlockingStream);
    driver.streamCreate(&second, cuda::nonBlockingStream);
  }
  ASSERT_EQ(messageOf(run(input, one, first)), "(no error)");
  ASSERT_EQ(messageOf(run(one, two, second)), "(no error)");
  ASSERT_EQ(messageOf(device->wait(second)), "(no error)");
  EXPECT_THAT(download(two.data, 4), ElementsAre(7, 10, 13, 16));
  {
    cuda::PrimaryContext::Scope scope(*context);
    driver.streamDestroy(first);
    driver.streamDestroy(second);
  }
  // Their streams are gone, and the device knows to wait all the same.
  for (kiln_tensor *tensor : {&input, &one, &two})
    free(*tensor);
}

TEST_F(CudaTest, RunsOnTheLegacyStream) {
  load();
  kiln_tensor input = upload(ones, {2, 4}), output = upload(ones, {2, 4});
  auto legacy = reinterpret_cast<kiln_stream>(uintptr_t(1));
  ASSERT_EQ(messageOf(run(input, output, legacy)), "(no error)");
  ASSERT_EQ(messageOf(device->wait(legacy)), "(no error)");
  EXPECT_THAT(download(output.data, 4), ElementsAre(3, 4, 5, 6));
  free(input);
  free(output);
}

TEST_F(CudaTest, RunsWithoutMemoryPools) {
  configure("pools=off");
  load();
  EXPECT_THAT(runner->numbersOf({tensorOf(ones, {2, 4})}),
              ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
}

TEST_F(CudaTest, FillsWithPatterns) {
  load();
  kiln_tensor room = upload(std::vector<float>(8, 0.0f), {8});
  auto *memory = static_cast<char *>(room.data);
  auto bytesAfter = [&](size_t offset, uint64_t bytes,
                        std::string_view pattern) {
    EXPECT_EQ(messageOf(device->fill(room.data, 32, std::string_view("\0", 1),
                                     nullptr)),
              "(no error)");
    EXPECT_EQ(messageOf(device->fill(memory + offset, bytes, pattern, nullptr)),
              "(no error)");
    std::string content(32, 'x');
    EXPECT_TRUE(device
                    ->copy(content.data(), Place::Host, memory, Place::Device,
                           content.size(), nullptr)
                    .ok());
    return content.substr(offset, bytes + 1);
  };
  EXPECT_EQ(bytesAfter(1, 3, "a"), std::string("aaa\0", 4));
  EXPECT_EQ(bytesAfter(2, 6, "ab"), std::string("ababab\0", 7));
  EXPECT_EQ(bytesAfter(4, 8, "abcd"), std::string("abcdabcd\0", 9));
  EXPECT_EQ(bytesAfter(8, 16, "abcdabcd"),
            std::string("abcdabcdabcdabcd\0", 17));
  EXPECT_EQ(bytesAfter(0, 24, "abcdefgh"),
            std::string("abcdefghabcdefghabcdefgh\0", 25));
  EXPECT_EQ(bytesAfter(1, 6, "ab"), std::string("ababab\0", 7));
  free(room);
}

TEST_F(CudaTest, CopiesRangesThatOverlap) {
  load();
  kiln_tensor room = upload({1, 2, 3, 4, 5, 6, 7, 8}, {8});
  auto *at = static_cast<float *>(room.data);
  auto move = [&](float *to, float *from) {
    return messageOf(
        device->copy(to, Place::Device, from, Place::Device, 24, nullptr));
  };
  EXPECT_EQ(move(at + 1, at), "(no error)");
  EXPECT_THAT(download(at, 8), ElementsAre(1, 1, 2, 3, 4, 5, 6, 8));
  EXPECT_EQ(move(at, at + 2), "(no error)");
  EXPECT_THAT(download(at, 8), ElementsAre(2, 3, 4, 5, 6, 8, 6, 8));
  EXPECT_EQ(move(at, at), "(no error)");
  free(room);
}

TEST_F(CudaTest, CopiesOnTheHost) {
  load();
  std::vector<float> values = {1, 2, 3, 4};
  EXPECT_EQ(messageOf(device->copy(values.data() + 1, Place::Host,
                                   values.data(), Place::Host, 12, nullptr)),
            "(no error)");
  EXPECT_THAT(values, ElementsAre(1, 1, 2, 3));
}

TEST_F(CudaTest, StagesLargeCopies) {
  load();
  std::vector<float> values(size_t(3) << 20);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i);
  kiln_tensor large = upload(values, {int64_t(values.size())});
  EXPECT_EQ(download(large.data, values.size()), values);
  free(large);
}

TEST_F(CudaTest, ReadsScalars) {
  loadProgram(R"({"op":"segment","index":0},)"
              R"({"op":"dispatch","kernel":0,"slots":[2,3],"domain":4},)"
              R"({"op":"read_scalar","name":"u0","slot":3,"dtype":"f32"},)"
              R"json({"op":"check","cond":"Lt(u0, 1.0)","message":"",)json"
              R"json("origin":1},)json");
  EXPECT_THAT(runner->errorOf({tensorOf(ones, {2, 4})}),
              HasSubstr("with u0 = 2 (model.py:12)"));
}

TEST_F(CudaTest, RunsTensorsWithoutElements) {
  TestPackage package = TestPackage::forCuda();
  package.symbols = R"([{"name":"s0","min":0,"max":1000}])";
  load(package);
  std::vector<float> none;
  EXPECT_THAT(runner->numbersOf({tensorOf(none, {0, 4})}), ElementsAre());
  EXPECT_THAT(runner->numbersOf({tensorOf(ones, {1, 4})}),
              ElementsAre(3, 4, 5, 6));
}

namespace {
/// Adds the first operand to the others: what it was called with.
struct Adder {
  kiln_device device = {};
  kiln_stream stream = nullptr;

  static int32_t add(void *user, const kiln_extern_call *call) {
    auto *record = static_cast<Adder *>(user);
    record->device = call->device;
    record->stream = call->stream;
    for (size_t i = 1; i < call->count; ++i)
      for (size_t k = 0; k < call->bytes[i] / sizeof(float); ++k)
        static_cast<float *>(call->buffers[i])[k] +=
            static_cast<const float *>(call->buffers[0])[k];
    return 0;
  }
};
} // namespace

TEST_F(CudaTest, GivesRoutinesOfTheHostCopies) {
  Adder seen;
  options.externs["mylib.add"] = {Adder::add, &seen};
  options.routinesOnHost = true;
  // The result is among the operands twice, and is added to twice.
  loadProgram(R"({"op":"fill","slot":1,"pattern":"0000803f"},)"
              R"({"op":"extern","routine":"mylib.add","slots":[0,1,1]},)");
  EXPECT_THAT(runner->numbersOf({tensorOf(ones, {2, 4})}),
              ElementsAre(3, 3, 3, 3, 3, 3, 3, 3));
  EXPECT_EQ(seen.device.type, KILN_DEVICE_CPU);
  EXPECT_EQ(seen.stream, nullptr);
  loadProgram(R"({"op":"fill","slot":1,"pattern":"0000803f"},)"
              R"({"op":"view","slot":4,"base":1,"offset":0,"bytes":16},)"
              R"({"op":"extern","routine":"mylib.add","slots":[0,1,4]},)");
  EXPECT_THAT(runner->errorOf({tensorOf(ones, {2, 4})}),
              HasSubstr("operands overlap in part, and a routine of the host "
                        "gets copies"));
}

TEST(CudaTarget, IsRankedByArchitecture) {
  auto rank = [](std::string_view target, int version) {
    std::string reason;
    int found = cuda::rankTarget(target, version, reason);
    return found < 0 ? reason : concat(found);
  };
  EXPECT_EQ(rank("cuda:sm_80", 90), "160");
  EXPECT_EQ(rank("cuda:sm_90", 90), "180");
  EXPECT_EQ(rank("cuda:sm_90a", 90), "181");
  EXPECT_EQ(rank("cuda:sm_100", 90), "needs a newer device");
  EXPECT_EQ(rank("cuda:sm_90a", 100), "is for another device only");
  EXPECT_EQ(rank("cpu:x86-64", 90), "is for another kind of device");
  for (const char *target : {"cuda:", "cuda:90", "cuda:sm_", "cuda:sm_90x"})
    EXPECT_EQ(rank(target, 90), "is not an architecture of CUDA devices");
}

namespace {
/// Memory of the driver's, counted.
struct CountedMemory {
  const cuda::Driver *driver = nullptr;
  std::map<void *, size_t> held;
  size_t misalignedBy = 0, wrongFrees = 0;

  kiln_allocator allocator() {
    auto allocate = [](void *user, size_t bytes, size_t) -> void * {
      auto &self = *static_cast<CountedMemory *>(user);
      cuda::DevicePointer memory = 0;
      if (self.driver->memAlloc(&memory, bytes + 64) != cuda::Result::Success)
        return nullptr;
      void *given = reinterpret_cast<void *>(
          static_cast<uintptr_t>(memory + self.misalignedBy));
      self.held[given] = bytes;
      return given;
    };
    auto free = [](void *user, void *memory, size_t bytes) {
      auto &self = *static_cast<CountedMemory *>(user);
      auto found = self.held.find(memory);
      if (found == self.held.end() || found->second != bytes) {
        ++self.wrongFrees;
        return;
      }
      self.held.erase(found);
      self.driver->memFree(static_cast<cuda::DevicePointer>(
                               reinterpret_cast<uintptr_t>(memory)) /
                           64 * 64);
    };
    return {sizeof(kiln_allocator), this, allocate, free};
  }
};
} // namespace

TEST_F(CudaTest, TakesMemoryOfTheCaller) {
  Expected<cuda::PrimaryContext> context =
      cuda::PrimaryContext::retain(KILN_TEST_EMULATOR, 0);
  ASSERT_EQ(messageOf(context), "(no error)");
  CountedMemory memory;
  memory.driver = &context->driver;
  auto open = [&] {
    device = options.device =
        *cuda::CudaDevice::open(0, KILN_TEST_EMULATOR, memory.allocator());
    runner.emplace(TestPackage::forCuda(), options);
  };
  open();
  EXPECT_THAT(runner->numbersOf({tensorOf(ones, {2, 4})}),
              ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_EQ(memory.held.size(), liveAllocations(0)) << "all is the caller's";
  EXPECT_GE(memory.held.size(), 2u);
  kiln_tensor input = upload(ones, {2, 4}), output = upload(ones, {2, 4});
  size_t before = memory.held.size();
  ASSERT_EQ(messageOf(run(input, output)), "(no error)");
  EXPECT_EQ(memory.held.size(), before);
  device->free(input.data, 32);
  device->free(output.data, 32);
  runner.reset();
  EXPECT_TRUE(memory.held.empty());
  EXPECT_EQ(memory.wrongFrees, 0u);
  memory.misalignedBy = 8;
  EXPECT_EQ(device->allocate(64), nullptr);
  EXPECT_TRUE(memory.held.empty());
}
