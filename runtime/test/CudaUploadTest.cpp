// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights that are uploaded while the first launches are at work, and code that
// modules share. The package doubles x, without weights, and then adds one.

#include "HeldDriverFixture.h"

#include <thread>

using namespace kiln::rt;
using namespace kiln::rt::test;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
class CudaUploadTest : public HeldDriverTest {};
} // namespace

TEST_F(CudaUploadTest, GoesOnWhileKernelsAreLaunchedThatDoNotNeedIt) {
  driver->launchesBeforeCopy = 1;
  driver->launchesBeforeEnd = 2;
  load();
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_EQ(driver->copies, 1u);
  // The uploads follow the memory, the kernel the weight.
  EXPECT_EQ(driver->waits, 2u);
}

TEST_F(CudaUploadTest, CostsNothingOnceItIsThere) {
  load();
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  awaitEnd();
  while (driver->waits != 0) {
    driver->waits = 0;
    EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  }
  EXPECT_EQ(driver->copies, 1u);
}

TEST_F(CudaUploadTest, IsARaceWhereNobodyWaits) {
  driver->launchesBeforeEnd = 2;
  driver->leavesWaitsOut = true;
  load();
  EXPECT_THAT(runner->errorOf({tensorOf(ones, {2, 4})}),
              AnyOf(HasSubstr("race"), HasSubstr("uninitialized")));
}

TEST_F(CudaUploadTest, IsFollowedByStreamsOfTheCaller) {
  driver->launchesBeforeEnd = 2;
  load();
  kiln_tensor input = upload(ones, {2, 4}), output = upload(ones, {2, 4});
  Expected<cuda::PrimaryContext> context =
      cuda::PrimaryContext::retain(library, 0);
  ASSERT_EQ(messageOf(context), "(no error)");
  cuda::PrimaryContext::Scope scope(*context);
  cuda::StreamHandle stream = nullptr;
  ASSERT_EQ(context->driver.streamCreate(&stream, cuda::nonBlockingStream),
            cuda::Result::Success);
  ASSERT_EQ(messageOf(run(input, output, stream)), "(no error)");
  ASSERT_EQ(messageOf(device->wait(stream)), "(no error)");
  EXPECT_THAT(download(output.data, 8), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  runner.reset();
  context->driver.streamDestroy(stream);
  free(input);
  free(output);
}

namespace {
/// A routine that copies a weight on the device.
struct Copier {
  const cuda::PrimaryContext &context;
  HeldDriver &driver;

  static int32_t copy(void *user, const kiln_extern_call *call) {
    auto &self = *static_cast<Copier *>(user);
    cuda::PrimaryContext::Scope scope(self.context);
    auto address = [&](size_t buffer) {
      return reinterpret_cast<uintptr_t>(call->buffers[buffer]);
    };
    EXPECT_NE(call->stream, nullptr);
    cuda::Result result = self.context.driver.copyWithin(
        address(1), address(0), call->bytes[0],
        static_cast<cuda::StreamHandle>(call->stream));
    ++self.driver.launches;
    return static_cast<int32_t>(result);
  }
};
} // namespace

TEST_F(CudaUploadTest, IsFollowedByRoutines) {
  Expected<cuda::PrimaryContext> context =
      cuda::PrimaryContext::retain(library, 0);
  ASSERT_EQ(messageOf(context), "(no error)");
  Copier copier = {*context, *driver};
  options.externs["mylib.copy"] = {Copier::copy, &copier};
  driver->launchesBeforeEnd = 1;
  loadProgram(R"({"op":"fill","slot":1,"pattern":"0000803f"},)"
              R"({"op":"extern","routine":"mylib.copy","slots":[2,1]},)");
  EXPECT_THAT(numbers(), ElementsAre(1, 2, 3, 4, 1, 1, 1, 1));
}

TEST_F(CudaUploadTest, IsOneOfAllThreads) {
  driver->launchesBeforeCopy = 2;
  load();
  std::thread other([&] {
    Context context(*runner->module);
    std::vector<float> x(8, 2.0f), y(8);
    kiln_tensor input = tensorOf(x, {2, 4}), output = tensorOf(y, {2, 4});
    EXPECT_EQ(messageOf(context.run(nullptr, &input, 1, &output, 1)),
              "(no error)");
    EXPECT_THAT(y, ElementsAre(5, 6, 7, 8, 5, 6, 7, 8));
  });
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  other.join();
  EXPECT_EQ(driver->copies, 1u);
}

TEST_F(CudaUploadTest, LoadsCodeOnceForModulesOfADevice) {
  load();
  Expected<std::shared_ptr<Device>> again = cuda::CudaDevice::open(0, library);
  ASSERT_EQ(messageOf(again), "(no error)");
  ModuleOptions others;
  others.device = *again;
  std::optional<Runner> other(std::in_place, TestPackage::forCuda(), others);
  EXPECT_EQ(driver->loads, 1u);
  runner.reset();
  options = {};
  device = *again;
  EXPECT_THAT(other->numbersOf({tensorOf(ones, {2, 4})}),
              ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  // Another device, and other code.
  load(TestPackage::forCuda(), 1);
  EXPECT_EQ(driver->loads, 2u);
  TestPackage package = TestPackage::forCuda();
  package.code += "// changed\n";
  load(package);
  EXPECT_EQ(driver->loads, 3u);
  // What nobody uses is gone.
  other.reset();
  others = {};
  again = Expected<std::shared_ptr<Device>>(std::shared_ptr<Device>());
  runner.reset();
  load();
  EXPECT_EQ(driver->loads, 4u);
}

TEST_F(CudaUploadTest, EndsWithItsModule) {
  driver->launchesBeforeCopy = 1;
  load();
  ASSERT_EQ(messageOf(runner->module->weights()), "(no error)");
  EXPECT_EQ(driver->copies, 0u);
  std::thread release([&] { driver->launches = 1; });
  runner.reset();
  release.join();
  EXPECT_LE(driver->copies, 1u);
}

TEST_F(CudaUploadTest, TakesManyParts) {
  load();
  constexpr size_t count = 6, words = 300001;
  std::vector<std::vector<float>> values;
  std::vector<Upload> wanted;
  for (size_t i = 0; i < count; ++i) {
    values.emplace_back(words, float(i)).back() = 0.5f;
    void *memory = device->allocate(words * sizeof(float));
    wanted.push_back({memory, values[i].data(), words * sizeof(float)});
  }
  std::unique_ptr<DeviceUploads> uploads;
  ASSERT_EQ(messageOf(device->beginUploads(wanted, uploads)), "(no error)");
  for (size_t i = count; i-- > 0;)
    EXPECT_EQ(download(wanted[i].to, words), values[i]);
  uploads.reset();
  for (const Upload &upload : wanted)
    device->free(upload.to, upload.bytes);
}

TEST_F(CudaUploadTest, GivesItsErrorToWorkThatNeedsIt) {
  constexpr int invalidValue = 1, illegalAddress = 700;
  driver->launchesBeforeCopy = 1;
  driver->copyResult = invalidValue;
  load();
  EXPECT_THAT(runner->errorOf({tensorOf(ones, {2, 4})}),
              HasSubstr("cuda:0: uploading: CUDA_ERROR_INVALID_VALUE"));
  EXPECT_EQ(messageOf(device->health()), "(no error)");
  runner.reset();
  driver->copyResult = illegalAddress;
  driver->launches = 0;
  load();
  for (int call = 0; call < 2; ++call)
    EXPECT_THAT(runner->errorOf({tensorOf(ones, {2, 4})}),
                HasSubstr("cuda:0 is lost to this process"));
  EXPECT_EQ(driver->launches, 1u);
}

TEST_F(CudaUploadTest, IsFollowedByGraphsAsAWhole) {
  TestPackage package = TestPackage::forCuda();
  // Without temporaries the first call is captured.
  package.segments = "[]";
  package.entries =
      R"({"run":[{"op":"dispatch","kernel":1,"slots":[0,2,1],"sizes":[4],)"
      R"("domain":"4*s0"},{"op":"return"}]})";
  driver->launchesBeforeEnd = 2;
  load(package);
  runner->context = std::make_unique<Context>(*runner->module, 1);
  EXPECT_THAT(numbers(), ElementsAre(2, 3, 4, 5, 2, 3, 4, 5));
  EXPECT_EQ(driver->graphs, 1u);
  EXPECT_EQ(driver->ends, 0u);
  EXPECT_THAT(numbers(), ElementsAre(2, 3, 4, 5, 2, 3, 4, 5));
  driver->launches = 2;
}
