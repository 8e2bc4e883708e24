// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors that come and go by DLPack while streams are at work on them. The
// emulator does work as late as it may, and reports what nothing orders.

#include "CudaFixture.h"
#include "DLTensor.h"
#include "kiln-rt/kiln-dlpack.hpp"

using namespace kiln::rt::test;
namespace rt = kiln::runtime;
namespace cuda = kiln::rt::cuda;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
class DLPackStreamTest : public CudaTest {
protected:
  void SetUp() override {
    CudaTest::SetUp();
    rt::ModuleOptions known;
    known.device = kiln_device{KILN_DEVICE_CUDA, 0};
    known.cudaDriver = library;
    known.outputsOnDevice = true;
    bytes = TestPackage::forCuda().bytes();
    auto *data = reinterpret_cast<const char *>(bytes.data());
    rt::StatusOr<rt::Module> loaded =
        rt::Module::loadMemory({data, bytes.size()}, "test.kiln", known);
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    module.emplace(*loaded);
    kiln::rt::Expected<cuda::PrimaryContext> retained =
        cuda::PrimaryContext::retain(library, 0);
    ASSERT_EQ(messageOf(retained), "(no error)");
    primary.emplace(*retained);
    scope.emplace(*primary);
    for (cuda::StreamHandle *stream : {&producer, &own, &consumer})
      driver().streamCreate(stream, cuda::nonBlockingStream);
    driver().memAlloc(&input, 16);
    rt::StatusOr<rt::Context> made = rt::Context::create(*module);
    ASSERT_TRUE(made.ok());
    context.emplace(std::move(*made));
  }
  void TearDown() override {
    for (cuda::StreamHandle stream : {producer, own, consumer})
      driver().streamSynchronize(stream);
    context.reset();
    module.reset();
    for (cuda::StreamHandle stream : {producer, own, consumer})
      driver().streamDestroy(stream);
    driver().memFree(input);
    scope.reset();
    if (lastResult == cuda::Result::Success)
      EXPECT_EQ(liveAllocations(0), 0u);
    primary.reset();
  }

  const cuda::Driver &driver() const { return primary->driver; }
  DLTensor inputTensor() {
    return {reinterpret_cast<void *>(static_cast<uintptr_t>(input)),
            {Cuda, 0},
            2,
            {2, 32, 1},
            shape,
            nullptr,
            0};
  }
  /// Runs on a stream (null: the module's own) with a tensor of the device.
  rt::StatusOr<rt::Outputs> run(const rt::StatusOr<kiln_tensor> &from,
                                kiln_stream stream) {
    if (!from.ok())
      return from.status();
    rt::RunOptions options;
    options.stream = stream;
    return context->run({*from}, options);
  }
  /// What a stream reads of memory of the device.
  std::vector<float> readOn(cuda::StreamHandle stream, const void *memory) {
    std::vector<float> values(4);
    driver().copyToHost(values.data(), reinterpret_cast<uintptr_t>(memory), 16,
                        stream);
    lastResult = driver().streamSynchronize(stream);
    return values;
  }
  std::string faults() const {
    std::string text(4096, ' ');
    driver().faultReport(text.data(), text.size(), 0);
    return text;
  }
  void writeOn(cuda::StreamHandle stream) {
    constexpr uint32_t one = 0x3f800000;
    driver().fill32(input, one, 4, stream);
  }

  std::vector<uint8_t> bytes;
  std::optional<rt::Module> module;
  std::optional<rt::Context> context;
  std::optional<cuda::PrimaryContext> primary;
  std::optional<cuda::PrimaryContext::Scope> scope;
  cuda::StreamHandle producer = nullptr, own = nullptr, consumer = nullptr;
  cuda::DevicePointer input = 0;
  cuda::Result lastResult = cuda::Result::Success;
  int64_t shape[2] = {1, 4};
};
} // namespace

TEST_F(DLPackStreamTest, FollowsTheProducer) {
  for (kiln_stream stream : {kiln_stream(own), kiln_stream()}) {
    writeOn(producer);
    rt::StatusOr<rt::Outputs> outputs =
        run(rt::fromDLPack(inputTensor(), *module, producer, stream), stream);
    ASSERT_TRUE(outputs.ok()) << outputs.status().message();
    kiln_tensor output = (*outputs)[0];
    EXPECT_THAT(readOn(own, output.data), ElementsAre(3, 4, 5, 6));
    EXPECT_EQ(lastResult, cuda::Result::Success) << faults();
  }
}

TEST_F(DLPackStreamTest, IsWrongWhereNobodyFollowsTheProducer) {
  writeOn(producer);
  rt::StatusOr<rt::Outputs> outputs = run(rt::fromDLPack(inputTensor()), own);
  lastResult = driver().streamSynchronize(own);
  EXPECT_NE(lastResult, cuda::Result::Success);
  EXPECT_THAT(faults(), AnyOf(HasSubstr("race"), HasSubstr("uninitialized")));
}

TEST_F(DLPackStreamTest, IsFollowedByTheConsumer) {
  writeOn(producer);
  rt::StatusOr<rt::Outputs> outputs =
      run(rt::fromDLPack(inputTensor(), *module, producer, own), own);
  ASSERT_TRUE(outputs.ok()) << outputs.status().message();
  kiln_tensor output = (*outputs)[0];
  rt::StatusOr<DLTensor> exported =
      rt::toDLPack<DLTensor>(output, *module, own, consumer);
  ASSERT_TRUE(exported.ok()) << exported.status().message();
  EXPECT_THAT(readOn(consumer, exported->data), ElementsAre(3, 4, 5, 6));
  EXPECT_EQ(lastResult, cuda::Result::Success) << faults();
  EXPECT_TRUE(module->follow(nullptr, consumer).ok());
}

TEST_F(DLPackStreamTest, IsWrongWhereTheConsumerDoesNotFollow) {
  writeOn(producer);
  rt::StatusOr<rt::Outputs> outputs =
      run(rt::fromDLPack(inputTensor(), *module, producer, own), own);
  ASSERT_TRUE(outputs.ok()) << outputs.status().message();
  kiln_tensor output = (*outputs)[0];
  rt::StatusOr<DLTensor> exported = rt::toDLPack<DLTensor>(output);
  readOn(consumer, exported->data);
  driver().streamSynchronize(own);
  EXPECT_NE(lastResult, cuda::Result::Success);
  EXPECT_THAT(faults(), HasSubstr("race"));
}

TEST_F(DLPackStreamTest, NeedsNoStreamOnTheHost) {
  std::vector<float> values(4, 1.0f);
  DLTensor from = inputTensor();
  from.data = values.data();
  from.device = {Cpu, 0};
  rt::StatusOr<kiln_tensor> tensor =
      rt::fromDLPack(from, *module, producer, own);
  ASSERT_TRUE(tensor.ok());
  EXPECT_EQ(rt::toDLPack<DLTensor>(*tensor, *module, own, consumer)->data,
            values.data());
}

TEST_F(DLPackStreamTest, RefusesStreamsOfTheCpu) {
  std::vector<uint8_t> package = TestPackage().bytes();
  auto *data = reinterpret_cast<const char *>(package.data());
  rt::StatusOr<rt::Module> onCpu =
      rt::Module::loadMemory({data, package.size()}, "cpu.kiln");
  ASSERT_TRUE(onCpu.ok()) << onCpu.status().message();
  EXPECT_TRUE(onCpu->follow(nullptr, nullptr).ok());
  EXPECT_EQ(onCpu->follow(own, nullptr).message(),
            "cpu.kiln: a stream is given, but the module runs on the CPU, "
            "which has none");
  EXPECT_FALSE(rt::fromDLPack(inputTensor(), *onCpu, producer, nullptr).ok());
  EXPECT_FALSE(takeMessage(kiln_stream_follow(nullptr, nullptr, nullptr)) ==
               "(no error)");
}
