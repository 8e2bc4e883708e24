// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CudaFixture.h"

#include <dlfcn.h>

using namespace kiln::rt;
using namespace kiln::rt::test;

template <typename Function>
static Function *emulatorFunction(const char *symbol) {
  void *library = ::dlopen(KILN_TEST_EMULATOR, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Function *>(::dlsym(library, symbol));
}

void CudaTest::configure(const char *options) {
  auto *configure =
      emulatorFunction<int(const char *)>("kilnEmulatorConfigure");
  ASSERT_EQ(configure(options), 0) << options;
}

size_t CudaTest::liveAllocations(int32_t index) {
  Expected<cuda::PrimaryContext> context =
      cuda::PrimaryContext::retain(KILN_TEST_EMULATOR, index);
  EXPECT_EQ(messageOf(context), "(no error)");
  cuda::PrimaryContext::Scope scope(*context);
  // What was given back goes when its turn comes.
  context->driver.ctxSynchronize();
  return emulatorFunction<size_t()>("kilnEmulatorLiveAllocations")();
}

void CudaTest::SetUp() {
  configure("arch=sm_90a,devices=2,memory=8589934592,pools=on");
}

void CudaTest::TearDown() {
  runner.reset();
  options = {};
  // Contexts go with their last user: memory that was left is gone, too.
  if (device && device->health().ok())
    EXPECT_EQ(liveAllocations(device->id().index), 0u);
}

void CudaTest::load(TestPackage package, int32_t index) {
  Expected<std::shared_ptr<Device>> opened =
      cuda::CudaDevice::open(index, library);
  ASSERT_EQ(messageOf(opened), "(no error)");
  device = options.device = *opened;
  runner.emplace(std::move(package), options);
}

void CudaTest::loadProgram(const std::string &instructions) {
  TestPackage package = TestPackage::forCuda();
  package.entries = concat("{\"run\":[", instructions, "{\"op\":\"return\"}]}");
  load(package);
}

Status CudaTest::run(kiln_tensor input, kiln_tensor &output,
                     kiln_stream stream) {
  RunControl control;
  control.stream = stream;
  return runner->context->run(nullptr, &input, 1, &output, 1, control);
}

kiln_tensor CudaTest::upload(std::vector<float> values,
                             std::vector<int64_t> sizes) {
  kiln_tensor tensor = tensorOf(values, std::move(sizes));
  uint64_t bytes = values.size() * sizeof(float);
  tensor.data = device->allocate(bytes);
  tensor.device = device->id();
  EXPECT_EQ(messageOf(device->copy(tensor.data, Place::Device, values.data(),
                                   Place::Host, bytes, nullptr)),
            "(no error)");
  return tensor;
}

std::vector<float> CudaTest::download(const void *memory, size_t count) {
  std::vector<float> values(count);
  EXPECT_EQ(
      messageOf(device->copy(values.data(), Place::Host, memory, Place::Device,
                             count * sizeof(float), nullptr)),
      "(no error)");
  return values;
}
