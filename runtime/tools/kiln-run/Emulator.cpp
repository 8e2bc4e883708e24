// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emulator.h"
#include "kiln-rt/kiln.h"

#include <cstring>
#include <dlfcn.h>

using namespace kiln::rt;

static Expected<std::string> findLibrary() {
  Dl_info info = {};
  if (!::dladdr(reinterpret_cast<void *>(&kiln_runtime_version), &info))
    return makeError(Code::Unavailable, ::dlerror());
  std::string path = info.dli_fname;
  path.resize(path.rfind('/') + 1); // 0 where there is no folder
  return path + "libkiln-cuda-emulator.so";
}

Expected<std::string> tool::prepareEmulator(const std::string &settings) {
  KILN_RT_ASSIGN(std::string library, findLibrary());
  void *handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *address = handle ? ::dlsym(handle, "kilnEmulatorConfigure") : nullptr;
  if (!address)
    return makeError(Code::Unavailable,
                     "the emulator cannot be opened: ", ::dlerror());
  int (*configure)(const char *options);
  std::memcpy(&configure, &address, sizeof(configure));
  std::string options = settings.empty() ? "" : concat("arch=", settings);
  if (configure(options.c_str()) != 0)
    return makeError(Code::InvalidArgument, "the emulator does not know '",
                     settings, "'; an architecture is expected: sm_90a");
  return std::string(library);
}
