// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shared library as a runtime uses it: opened, its functions by name.

#ifndef KILN_EMULATOR_TEST_LIBRARY_H
#define KILN_EMULATOR_TEST_LIBRARY_H

#include "api/Driver.h"
#include "test/Device.h"

#include <dlfcn.h>

namespace kiln::emu::test {

/// Calls a function of the driver by its name.
template <typename... Ts>
CUresult callDriver(const char *name, Ts... arguments) {
  static void *library = dlopen(KILN_EMULATOR_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  void *function = library ? dlsym(library, name) : nullptr;
  if (!function) {
    ADD_FAILURE() << "no function " << name;
    return CUDA_ERROR_NOT_FOUND;
  }
  return reinterpret_cast<CUresult (*)(Ts...)>(function)(arguments...);
}

/// The faults of the current context, as text.
inline std::string driverReport() {
  std::string text(4096, 0);
  void *library = dlopen(KILN_EMULATOR_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  auto report = reinterpret_cast<size_t (*)(char *, size_t, int)>(
      dlsym(library, "kilnEmulatorReport"));
  text.resize(report(text.data(), text.size(), 0));
  return text;
}

} // namespace kiln::emu::test

#endif // KILN_EMULATOR_TEST_LIBRARY_H
