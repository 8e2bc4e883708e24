// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/cuda/Driver.h"

#include <cstring>
#include <dlfcn.h>

using namespace kiln::rt;
using namespace kiln::rt::cuda;

static constexpr const char *driverLibrary = "libcuda.so.1";

template <typename Function>
static bool find(void *handle, const char *symbol, Function &function) {
  void *address = ::dlsym(handle, symbol);
  std::memcpy(&function, &address, sizeof(function));
  return address != nullptr;
}

Expected<Driver> Driver::open(const std::string &library) {
  const char *name = library.empty() ? driverLibrary : library.c_str();
  // Never closed: a driver has threads of its own.
  void *handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return makeError(Code::Unavailable,
                     "the CUDA driver cannot be opened: ", ::dlerror());
  Driver driver = {};
  const char *missing = nullptr;
#define KILN_CUDA_FUNCTION(name, symbol, parameters)                           \
  if (!find(handle, symbol, driver.name) && !missing)                          \
    missing = symbol;
#include "device/cuda/Functions.def"
#undef KILN_CUDA_FUNCTION
  if (missing)
    return makeError(Code::Unavailable, name, ": the CUDA driver has no '",
                     missing, "'; it may be too old");
  find(handle, "kilnEmulatorReport", driver.faultReport);
  Result result = driver.init(0);
  if (result != Result::Success)
    return makeError(Code::Unavailable, name,
                     ": the CUDA driver does not "
                     "start: ",
                     driver.describe(result));
  return Driver(driver);
}

std::string Driver::describe(Result result) const {
  const char *name = nullptr, *text = nullptr;
  getErrorName(result, &name);
  getErrorString(result, &text);
  if (!name)
    return concat("CUDA error ", static_cast<int>(result));
  return concat(name, " (", text ? text : "", ")");
}
