// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/cuda/PrimaryContext.h"

using namespace kiln::rt;
using namespace kiln::rt::cuda;

Expected<PrimaryContext> PrimaryContext::retain(const std::string &library,
                                                int32_t index) {
  KILN_RT_ASSIGN(Driver driver, Driver::open(library));
  int count = 0;
  Result result = driver.deviceGetCount(&count);
  if (result == Result::Success && index >= count)
    return makeError(Code::NotFound, "there is no device cuda:", index,
                     "; the driver has ", count);
  DeviceNumber device = 0;
  if (result == Result::Success)
    result = driver.deviceGet(&device, index);
  ContextHandle handle = nullptr;
  if (result == Result::Success)
    result = driver.primaryCtxRetain(&handle, device);
  if (result != Result::Success)
    return makeError(Code::Unavailable, "cuda:", index,
                     " cannot be used: ", driver.describe(result));
  return PrimaryContext(driver, device, handle);
}

PrimaryContext::PrimaryContext(const PrimaryContext &other)
    : driver(other.driver), device_(other.device_) {
  // It is retained: this only counts.
  driver.primaryCtxRetain(&handle_, device_);
}

PrimaryContext::~PrimaryContext() {
  if (handle_)
    driver.primaryCtxRelease(device_);
}

int PrimaryContext::attribute(Attribute attribute) const {
  int value = 0;
  driver.deviceGetAttribute(&value, attribute, device_);
  return value;
}

std::string PrimaryContext::deviceName() const {
  char name[256] = {};
  driver.deviceGetName(name, sizeof(name) - 1, device_);
  return name;
}
