// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs on emulated CUDA devices.

#ifndef KILN_RT_TEST_CUDAFIXTURE_H
#define KILN_RT_TEST_CUDAFIXTURE_H

#include "Runner.h"
#include "device/cuda/CudaDevice.h"

namespace kiln::rt::test {

class CudaTest : public ::testing::Test {
protected:
  /// Two devices of sm_90a, whatever the last test wanted.
  void SetUp() override;
  /// Nothing is left on either device.
  void TearDown() override;

  /// Says what the devices are that are opened from now on.
  static void configure(const char *options);
  /// Allocations of a device's primary context.
  static size_t liveAllocations(int32_t index);

  /// Opens a device, and loads the test's package for it.
  void load(TestPackage package = TestPackage::forCuda(), int32_t index = 0);
  /// The same with these instructions.
  void loadProgram(const std::string &instructions);
  Status run(kiln_tensor input, kiln_tensor &output,
             kiln_stream stream = nullptr);
  /// A copy on the device, which the test frees.
  kiln_tensor upload(std::vector<float> values, std::vector<int64_t> sizes);
  std::vector<float> download(const void *memory, size_t count);
  void free(kiln_tensor &tensor) { device->free(tensor.data, 0); }

  std::string library = KILN_TEST_EMULATOR; ///< that devices are opened by
  std::shared_ptr<Device> device;
  ModuleOptions options;
  std::optional<Runner> runner;
  std::vector<float> ones = std::vector<float>(8, 1.0f);
};

} // namespace kiln::rt::test

#endif // KILN_RT_TEST_CUDAFIXTURE_H
