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
#include <sys/mman.h>
#include <unistd.h>

using namespace kiln::rt;

#if defined(__x86_64__)
static constexpr uint16_t hostMachine = EM_X86_64;
#elif defined(__aarch64__)
static constexpr uint16_t hostMachine = EM_AARCH64;
#else
#error "code objects of this architecture are not checked yet"
#endif

static bool writeAll(int descriptor, ByteSpan bytes) {
  while (bytes.size > 0) {
    ssize_t written = ::write(descriptor, bytes.data, bytes.size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes.data += written;
    bytes.size -= static_cast<size_t>(written);
  }
  return true;
}

/// dlopen of a memory file. Its descriptor must stay open while the object is
/// loaded: glibc knows loaded objects by path, and a reused number would give
/// another module's code.
static void *openMemoryFile(ByteSpan bytes, int &descriptor) {
  descriptor = ::memfd_create("kiln-kernels", MFD_CLOEXEC);
  if (descriptor < 0)
    return nullptr;
  if (writeAll(descriptor, bytes)) {
    std::string path = concat("/proc/self/fd/", descriptor);
    if (void *handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
      return handle;
  }
  ::close(descriptor);
  descriptor = -1;
  return nullptr;
}

/// The same through a file of the system's folder for temporary files.
static void *openTemporaryFile(ByteSpan bytes, std::string &reason) {
  std::string path = concat(P_tmpdir, "/kiln-kernels-XXXXXX");
  int descriptor = ::mkstemp(path.data());
  if (descriptor < 0) {
    reason = std::strerror(errno);
    return nullptr;
  }
  void *handle = nullptr;
  if (!writeAll(descriptor, bytes))
    reason = std::strerror(errno);
  else if (!(handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)))
    reason = ::dlerror();
  ::unlink(path.c_str());
  ::close(descriptor);
  return handle;
}

Expected<CodeObject> CodeObject::load(ByteSpan bytes, const std::string &name) {
  std::vector<CodeFunction> functions;
  KILN_RT_TRY(checkCodeObject(bytes, name, &functions));
  uint16_t machine;
  std::memcpy(&machine, bytes.data + offsetof(Elf64_Ehdr, e_machine),
              sizeof(machine));
  if (machine != hostMachine)
    return makeError(Code::InvalidArgument, name,
                     ": the code object is not for this machine");
  int descriptor = -1;
  std::string reason;
  void *handle = openMemoryFile(bytes, descriptor);
  if (!handle)
    handle = openTemporaryFile(bytes, reason);
  if (!handle)
    return makeError(Code::Internal, name,
                     ": the code object cannot be mapped: ", reason);
  CodeObject object(handle, descriptor, name);
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
  if (descriptor_ >= 0)
    ::close(descriptor_);
}

/// What was checked is what is mapped, so that its table of symbols is known:
/// to ask the loader whether an address is a function takes a look at them all.
Expected<KernelFunction> CodeObject::kernel(const std::string &symbol) const {
  uint32_t found = index_.find(symbol, [&](uint32_t i) { return nameOf(i); });
  if (found == NameIndex::none)
    return makeError(Code::NotFound, name_, ": the code object has no kernel '",
                     symbol, "'");
  return reinterpret_cast<KernelFunction>(base_ + functions_[found].code);
}
