// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/CodeObject.h"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <unistd.h>

using namespace kiln::rt;

#if defined(__x86_64__)
static constexpr uint16_t hostMachine = EM_X86_64;
#elif defined(__aarch64__)
static constexpr uint16_t hostMachine = EM_AARCH64;
#else
#error "code objects of this architecture are not checked yet"
#endif

/// The memory file must stay open while the object is loaded: glibc knows
/// loaded objects by path, and a reused number would give another module's
/// code.
static void *openMemoryFile(const CodeImage &image, std::string &reason) {
  if (image.descriptor() < 0) {
    reason = "there is no memory file";
    return nullptr;
  }
  std::string path = concat("/proc/self/fd/", image.descriptor());
  void *handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    reason = ::dlerror();
  return handle;
}

/// Opens the object through a file of the system's folder for temporary files;
/// adds to the reason why it was not opened before.
static void *openTemporaryFile(ByteSpan bytes, std::string &reason) {
  std::string path = concat(P_tmpdir, "/kiln-kernels-XXXXXX");
  int descriptor = ::mkstemp(path.data());
  if (descriptor < 0) {
    reason += concat("; ", path, ": ", std::strerror(errno));
    return nullptr;
  }
  void *handle = nullptr;
  if (!writeAll(descriptor, bytes))
    reason += concat("; ", path, ": ", std::strerror(errno));
  else if (!(handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)))
    reason += concat("; ", ::dlerror());
  ::unlink(path.c_str());
  ::close(descriptor);
  return handle;
}

Expected<CodeObject> CodeObject::load(CodeImage image,
                                      const std::string &name) {
  ByteSpan bytes = image.bytes();
  std::vector<CodeFunction> functions;
  KILN_RT_TRY(checkCodeObject(bytes, name, &functions));
  uint16_t machine;
  std::memcpy(&machine, bytes.data + offsetof(Elf64_Ehdr, e_machine),
              sizeof(machine));
  if (machine != hostMachine)
    return makeError(Code::InvalidArgument, name,
                     ": the code object is not for this machine");
  std::string reason;
  void *handle = openMemoryFile(image, reason);
  if (!handle)
    handle = openTemporaryFile(bytes, reason);
  if (!handle)
    return makeError(Code::Internal, name,
                     ": the code object cannot be mapped: ", reason);
  image.unmap();
  CodeObject object(handle, std::move(image), name);
  link_map *map = nullptr;
  if (::dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
    return makeError(Code::Internal, name,
                     ": the code object cannot be mapped: ", ::dlerror());
  object.base_ = map->l_addr;
  object.functions_ = std::move(functions);
  auto nameOf = [&](uint32_t i) { return object.nameOf(i); };
  for (uint32_t i = 0; i < object.functions_.size(); ++i)
    object.index_.insert(object.nameOf(i), i, nameOf);
  return object;
}

CodeObject::~CodeObject() {
  if (handle_)
    ::dlclose(handle_);
}

/// What was checked is what is mapped, so that its table of symbols is known:
/// to ask the loader whether an address is a function takes a look at them all.
Expected<KernelFunction> CodeObject::kernel(std::string_view symbol) const {
  uint32_t found = index_.find(symbol, [&](uint32_t i) { return nameOf(i); });
  if (found == NameIndex::none)
    return makeError(Code::NotFound, name_, ": the code object has no kernel '",
                     symbol, "'");
  return reinterpret_cast<KernelFunction>(base_ + functions_[found].code);
}
