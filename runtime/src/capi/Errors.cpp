// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface: errors, and the checks of arguments that lead to them.

#include "capi/Handles.h"

#include <exception>

using namespace kiln::rt;

/// The error of a process that has no memory for errors. Its text is short
/// enough for std::string to hold it in place; it is never destroyed, since it
/// may be asked for until the very end.
static kiln_error *outOfMemory() noexcept {
  alignas(kiln_error) static unsigned char storage[sizeof(kiln_error)];
  static kiln_error *const error = [] {
    auto *made = new (storage) kiln_error();
    made->value.code = Code::ResourceExhausted;
    made->value.message = "out of memory";
    return made;
  }();
  return error;
}

kiln_error *kiln::rt::makeHandle(Status status) noexcept {
  if (status.ok())
    return nullptr;
  auto *error = new (std::nothrow) kiln_error{std::move(status.error())};
  return error ? error : outOfMemory();
}

kiln_error *kiln::rt::makeHandleOfException() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc &) {
    return outOfMemory();
  } catch (const std::exception &exception) {
    try {
      return makeHandle(makeError(Code::Internal, exception.what()));
    } catch (...) {
      return outOfMemory();
    }
  } catch (...) {
    return makeHandle(makeError(Code::Internal, "an exception"));
  }
}

Status kiln::rt::need(const void *argument, const char *name) {
  if (argument)
    return {};
  return makeError(Code::InvalidArgument, "the argument '", name, "' is null");
}

Status kiln::rt::checkStruct(const void *given, size_t known,
                             const char *name) {
  size_t size = 0;
  std::memcpy(&size, given, sizeof(size));
  // No version's struct is larger; a field never set may hold anything.
  constexpr size_t largest = 4096;
  if (size < sizeof(size_t) || size > largest)
    return makeError(Code::InvalidArgument, "the struct_size of a ", name,
                     " is ", size, ": it must be sizeof(", name, ")");
  const auto *bytes = static_cast<const unsigned char *>(given);
  for (size_t i = known; i < size; ++i)
    if (bytes[i] != 0)
      return makeError(Code::Unimplemented, "a ", name, " of ", size,
                       " bytes sets a field that version ", KILN_RT_VERSION,
                       " of the library does not know");
  return {};
}

kiln_code kiln_error_code(const kiln_error *error) {
  return error ? static_cast<kiln_code>(error->value.code) : KILN_OK;
}

static const char *textOf(const kiln_error *error, std::string Error::*field) {
  return error ? (error->value.*field).c_str() : "";
}

const char *kiln_error_message(const kiln_error *error) {
  return textOf(error, &Error::message);
}
const char *kiln_error_program(const kiln_error *error) {
  return textOf(error, &Error::program);
}
const char *kiln_error_input(const kiln_error *error) {
  return textOf(error, &Error::input);
}
const char *kiln_error_symbol(const kiln_error *error) {
  return textOf(error, &Error::symbol);
}
const char *kiln_error_bound(const kiln_error *error) {
  return textOf(error, &Error::bound);
}
const char *kiln_error_value(const kiln_error *error) {
  return textOf(error, &Error::value);
}
const char *kiln_error_file(const kiln_error *error) {
  return textOf(error, &Error::file);
}
int64_t kiln_error_line(const kiln_error *error) {
  return error ? error->value.line : 0;
}
void kiln_error_free(kiln_error *error) {
  if (error != outOfMemory())
    delete error;
}
