// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the opaque handles of the C interface are, and how its functions turn
// results, and exceptions of the standard library, into errors.

#ifndef KILN_RT_SRC_CAPI_HANDLES_H
#define KILN_RT_SRC_CAPI_HANDLES_H

#include "exec/Context.h"

#include <atomic>
#include <cstring>
#include <exception>
#include <memory>
#include <new>

struct kiln_error {
  kiln::rt::Error value;
};

struct kiln_module {
  explicit kiln_module(std::unique_ptr<kiln::rt::Module> module)
      : module(std::move(module)) {}
  std::atomic<int64_t> references{1};
  std::unique_ptr<kiln::rt::Module> module;
};

struct kiln_context {
  explicit kiln_context(kiln_module *owner)
      : owner(owner), context(*owner->module) {}
  kiln_module *owner; ///< a reference
  kiln::rt::Context context;
};

namespace kiln::rt {

/// Null where there is no memory for the error itself: better than an end of
/// the process, and the caller sees the missing result.
inline kiln_error *makeHandle(Error error) {
  return new (std::nothrow) kiln_error{std::move(error)};
}

/// Runs `body() -> Status`; nothing it throws gets out.
template <typename Body>
kiln_error *guarded(Body body) {
  try {
    Status status = body();
    return status.ok() ? nullptr : makeHandle(std::move(status.error()));
  } catch (const std::bad_alloc &) {
    return makeHandle(makeError(Code::ResourceExhausted, "no memory"));
  } catch (const std::exception &exception) {
    return makeHandle(makeError(Code::Internal, exception.what()));
  }
}

/// Reads a struct of a caller who may know fewer or more fields than we.
template <typename T>
T readStruct(const T *given) {
  T known = {};
  if (given)
    std::memcpy(&known, given, std::min(given->struct_size, sizeof(T)));
  return known;
}

/// Fills a struct of such a caller, leaving struct_size as it is.
template <typename T>
void writeStruct(T *target, const T &value) {
  size_t size = target->struct_size;
  T copy = value;
  copy.struct_size = size;
  std::memcpy(target, &copy, std::min(size, sizeof(T)));
}

} // namespace kiln::rt

#endif // KILN_RT_SRC_CAPI_HANDLES_H
