// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Routines.h"

#include <dlfcn.h>

using namespace kiln::rt;

Status tool::addRoutines(const std::string &path,
                         kiln_module_options &options) {
  // A name without a slash would be looked up in the system's folders.
  bool hasFolder = path.find('/') != std::string::npos;
  void *library =
      ::dlopen((hasFolder ? path : "./" + path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return makeError(Code::NotFound, "kiln-run: --routines: ", ::dlerror());
  using List = size_t (*)(const kiln_extern **routines);
  auto list = reinterpret_cast<List>(::dlsym(library, "kiln_routines"));
  if (!list)
    return makeError(Code::InvalidArgument, "kiln-run: --routines: ", path,
                     ": has no function kiln_routines");
  options.extern_count = list(&options.externs);
  return {};
}
