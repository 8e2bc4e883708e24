// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects behind the opaque handles of the C interface, and how its
// functions turn results, and exceptions of the standard library, into errors.

#ifndef KILN_RT_SRC_CAPI_HANDLES_H
#define KILN_RT_SRC_CAPI_HANDLES_H

#include "exec/Context.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <new>

struct kiln_error {
  kiln::rt::Error value;
};

struct kiln_thread_pool {
  std::shared_ptr<kiln::rt::ThreadPool> pool;
};

struct kiln_module {
  explicit kiln_module(std::unique_ptr<kiln::rt::Module> module)
      : module(std::move(module)) {}
  std::atomic<int64_t> references{1};
  std::unique_ptr<kiln::rt::Module> module;
};

namespace kiln::rt {
/// A reference to a module, for as long as it lives.
struct ModuleReference {
  explicit ModuleReference(kiln_module *module) : module(module) {
    kiln_module_retain(module);
  }
  ModuleReference(const ModuleReference &) = delete;
  ~ModuleReference() { kiln_module_release(module); }
  kiln_module *module;
};
} // namespace kiln::rt

/// The caller has a reference, and so has each prepared call.
struct kiln_context {
  kiln_context(kiln_module *module, size_t graphs)
      : owner(module), context(*module->module, graphs) {}
  void release() {
    if (references.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }

  std::atomic<int64_t> references{1};
  kiln::rt::ModuleReference owner; ///< outlives the context
  kiln::rt::Context context;
};

namespace kiln::rt {

/// Turns the status of an interface function into its result: null for success.
/// An error for which there is no memory is a static one.
kiln_error *makeHandle(Status status) noexcept;
/// The error of the exception that is being handled.
kiln_error *makeHandleOfException() noexcept;

/// Runs `body() -> Status`; nothing it throws gets out.
template <typename Body>
kiln_error *guarded(Body body) {
  try {
    return makeHandle(body());
  } catch (...) {
    return makeHandleOfException();
  }
}

/// Names an argument that may not be null.
Status need(const void *argument, const char *name);

/// Checks the struct_size of a caller's struct of which we know `known` bytes.
/// A caller of a newer version may not set fields that we do not know.
Status checkStruct(const void *given, size_t known, const char *name);

/// Reads a struct of a caller who may know fewer or more fields than we; null
/// reads as zeros.
template <typename T>
Expected<T> readStruct(const T *given, const char *name) {
  T value = {};
  if (!given)
    return T(value);
  KILN_RT_TRY(checkStruct(given, sizeof(T), name));
  std::memcpy(&value, given, std::min(given->struct_size, sizeof(T)));
  return T(value);
}

/// Fills a struct of such a caller, leaving struct_size as it is. False, and
/// nothing is written, where that was not set.
template <typename T>
bool writeStruct(T *target, const T &value) {
  size_t size = target->struct_size;
  if (size < sizeof(size_t))
    return false;
  T copy = value;
  copy.struct_size = size;
  std::memcpy(target, &copy, std::min(size, sizeof(T)));
  return true;
}

/// The same, with an error.
template <typename T>
Status writeStruct(T *target, const T &value, const char *name) {
  KILN_RT_TRY(need(target, name));
  if (writeStruct(target, value))
    return {};
  return checkStruct(target, sizeof(T), name);
}

} // namespace kiln::rt

#endif // KILN_RT_SRC_CAPI_HANDLES_H
