// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights that modules share on a device, and those that they do not.

#include "HeldDriverFixture.h"
#include "weights/WeightSource.h"

using namespace kiln::rt;
using namespace kiln::rt::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
class SharedWeightsTest : public HeldDriverTest {
protected:
  /// Another module, on a device of its own for the same hardware.
  std::unique_ptr<Runner> another(ModuleOptions others = {},
                                  TestPackage package = TestPackage::forCuda(),
                                  int32_t index = 0) {
    Expected<std::shared_ptr<Device>> opened =
        cuda::CudaDevice::open(index, library);
    EXPECT_EQ(messageOf(opened), "(no error)");
    others.device = *opened;
    return std::make_unique<Runner>(std::move(package), others);
  }
  std::vector<float> numbersOf(Runner &other) {
    return other.numbersOf({tensorOf(ones, {2, 4})});
  }
};
} // namespace

TEST_F(SharedWeightsTest, AreUploadedOnce) {
  load();
  std::unique_ptr<Runner> other = another();
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  size_t allocations = liveAllocations(0);
  EXPECT_THAT(numbersOf(*other), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_EQ(driver->copies, 1u);
  // The other has input, temporary and output of its own, but no weight.
  EXPECT_EQ(allocations, 4u);
  EXPECT_EQ(liveAllocations(0), allocations + 3);
}

TEST_F(SharedWeightsTest, StayForThoseWhoAreLeft) {
  load();
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  std::unique_ptr<Runner> other = another();
  EXPECT_THAT(numbersOf(*other), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  runner.reset();
  options = {};
  device.reset();
  EXPECT_THAT(numbersOf(*other), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  other.reset();
  EXPECT_EQ(liveAllocations(0), 0u);
  // What nobody has is gone.
  load();
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_EQ(driver->copies, 2u);
}

TEST_F(SharedWeightsTest, AreReadToTheEndFromAPackageThatGoes) {
  driver->launchesBeforeCopy = 1;
  load();
  ASSERT_EQ(messageOf(runner->module->weights()), "(no error)");
  std::unique_ptr<Runner> other = another();
  ASSERT_EQ(messageOf(other->module->weights()), "(no error)");
  std::thread release([&] { driver->launches = 1; });
  runner.reset();
  release.join();
  EXPECT_EQ(driver->copies, 1u);
  EXPECT_THAT(numbersOf(*other), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
}

TEST_F(SharedWeightsTest, AreFollowedByAllModules) {
  driver->launchesBeforeCopy = 2;
  driver->launchesBeforeEnd = 4;
  load();
  std::unique_ptr<Runner> other = another();
  std::thread first(
      [&] { EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6)); });
  EXPECT_THAT(numbersOf(*other), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  first.join();
  EXPECT_EQ(driver->copies, 1u);
}

TEST_F(SharedWeightsTest, AreThoseOfTheirDevice) {
  load();
  std::unique_ptr<Runner> other = another({}, TestPackage::forCuda(), 1);
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_THAT(numbersOf(*other), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_EQ(driver->copies, 2u);
}

TEST_F(SharedWeightsTest, AreToldApartByWhatTheyAre) {
  load();
  TestPackage package = TestPackage::forCuda();
  package.weights = {5, 6, 7, 8};
  std::unique_ptr<Runner> other = another({}, package);
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_THAT(numbersOf(*other), ElementsAre(7, 8, 9, 10, 7, 8, 9, 10));
  EXPECT_EQ(driver->copies, 2u);
}

TEST_F(SharedWeightsTest, AreNotTakenFromAPackageThatNobodyVerified) {
  load();
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  ModuleOptions careful;
  careful.verify = KILN_VERIFY_LAZY;
  std::unique_ptr<Runner> other = another(careful);
  EXPECT_THAT(numbersOf(*other), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_EQ(driver->copies, 2u);
  careful.verify = KILN_VERIFY_FULL;
  std::unique_ptr<Runner> third = another(careful);
  EXPECT_THAT(numbersOf(*third), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_EQ(driver->copies, 2u);
}

TEST_F(SharedWeightsTest, StayWhereAModuleReplacesItsOwn) {
  load();
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  std::unique_ptr<Runner> other = another();
  std::vector<float> values = {10, 20, 30, 40};
  const char *name = "w";
  kiln_tensor tensor = tensorOf(values, {4});
  Expected<WeightSourcePtr> source = useTensors(&name, &tensor, 1, nullptr);
  ASSERT_EQ(messageOf(source), "(no error)");
  ASSERT_EQ(messageOf(other->module->setWeights(*source, false)), "(no error)");
  EXPECT_THAT(numbersOf(*other), ElementsAre(12, 22, 32, 42, 12, 22, 32, 42));
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
}

TEST_F(SharedWeightsTest, AreNoStateThatCallsChange) {
  TestPackage package = TestPackage::forCuda();
  package.state.replace(package.state.find("false"), 5, "true");
  package.entries =
      R"({"run":[{"op":"dispatch","kernel":2,"slots":[2],"sizes":[],)"
      R"("domain":"4"},)"
      R"({"op":"dispatch","kernel":1,"slots":[0,2,1],"sizes":[4],)"
      R"("domain":"4*s0"},{"op":"return"}]})";
  load(package);
  std::unique_ptr<Runner> other = another({}, package);
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_THAT(numbers(), ElementsAre(4, 5, 6, 7, 4, 5, 6, 7));
  EXPECT_THAT(numbersOf(*other), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  // Each context has its own, and nothing else is uploaded.
  EXPECT_EQ(driver->copies, 2u);
}

namespace {
/// Memory of the caller's, as an allocator gives it.
struct Pool {
  const cuda::PrimaryContext &context;
  size_t taken = 0;

  kiln_allocator allocator() {
    return {sizeof(kiln_allocator), this, allocate, free};
  }
  static void *allocate(void *user, size_t bytes, size_t) {
    auto &self = *static_cast<Pool *>(user);
    cuda::PrimaryContext::Scope scope(self.context);
    cuda::DevicePointer memory = 0;
    self.context.driver.memAlloc(&memory, bytes);
    ++self.taken;
    return reinterpret_cast<void *>(static_cast<uintptr_t>(memory));
  }
  static void free(void *user, void *memory, size_t) {
    const cuda::PrimaryContext &context = static_cast<Pool *>(user)->context;
    cuda::PrimaryContext::Scope scope(context);
    context.driver.memFree(reinterpret_cast<uintptr_t>(memory));
  }
};
} // namespace

TEST_F(SharedWeightsTest, AreNotInTheMemoryOfACaller) {
  load();
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  Expected<cuda::PrimaryContext> context =
      cuda::PrimaryContext::retain(library, 0);
  ASSERT_EQ(messageOf(context), "(no error)");
  Pool pool = {*context};
  ModuleOptions others;
  Expected<std::shared_ptr<Device>> opened =
      cuda::CudaDevice::open(0, library, pool.allocator());
  ASSERT_EQ(messageOf(opened), "(no error)");
  others.device = *opened;
  Runner other(TestPackage::forCuda(), others);
  EXPECT_THAT(numbersOf(other), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_EQ(driver->copies, 2u);
  // Input, temporary, output and weight.
  EXPECT_EQ(pool.taken, 4u);
}

TEST_F(SharedWeightsTest, AreMadeAnewWhereTheyNeverCame) {
  constexpr int invalidValue = 1;
  driver->copyResult = invalidValue;
  load();
  EXPECT_THAT(runner->errorOf({tensorOf(ones, {2, 4})}),
              HasSubstr("CUDA_ERROR_INVALID_VALUE"));
  driver->copyResult = 0;
  std::unique_ptr<Runner> other = another();
  EXPECT_THAT(numbersOf(*other), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
}

TEST_F(SharedWeightsTest, LeaveNothingWhereThereIsNoMemory) {
  configure("memory=65536");
  TestPackage package = TestPackage::forCuda();
  package.weights.assign(1 << 20, 1.0f);
  package.storages = R"([{"record":"weights/w","bytes":4194304}])";
  load(package);
  EXPECT_EQ(runner->errorOf({tensorOf(ones, {2, 4})}),
            "test.kiln: no memory for 4194304 bytes of weights");
  runner.reset();
  EXPECT_EQ(liveAllocations(0), 0u);
}
