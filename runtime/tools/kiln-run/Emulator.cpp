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

/// A function that the emulator has beyond those of a driver.
template <typename Function>
static Status findFunction(const std::string &library, const char *symbol,
                           Function *&function) {
  void *handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *address = handle ? ::dlsym(handle, symbol) : nullptr;
  if (!address)
    return makeError(Code::Unavailable,
                     "the emulator cannot be opened: ", ::dlerror());
  std::memcpy(&function, &address, sizeof(function));
  return {};
}

Expected<std::string> tool::prepareEmulator(const std::string &settings,
                                            bool counts) {
  KILN_RT_ASSIGN(std::string library, findLibrary());
  int (*configure)(const char *options) = nullptr;
  KILN_RT_TRY(findFunction(library, "kilnEmulatorConfigure", configure));
  std::string options = settings.empty() ? "" : concat("arch=", settings, ",");
  options += concat("stats=", counts ? "on" : "off");
  if (configure(options.c_str()) != 0)
    return makeError(Code::InvalidArgument, "the emulator does not know '",
                     settings, "'; an architecture is expected: sm_90a");
  return std::string(library);
}

Expected<std::string> tool::countsOfEmulator(bool json) {
  KILN_RT_ASSIGN(std::string library, findLibrary());
  size_t (*counts)(char *text, size_t size, int json) = nullptr;
  KILN_RT_TRY(findFunction(library, "kilnEmulatorStats", counts));
  std::string text(counts(nullptr, 0, json), 0);
  counts(text.data(), text.size() + 1, json);
  return std::string(text);
}
