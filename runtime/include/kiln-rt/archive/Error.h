// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors as values: what every fallible function of the archive library and of
// the runtime returns. No exception crosses these interfaces. An Error is
// plain data; it and the results below belong to whoever holds them and may be
// moved between threads.

#ifndef KILN_RT_ARCHIVE_ERROR_H
#define KILN_RT_ARCHIVE_ERROR_H

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace kiln::rt {

/// The canonical codes (the values of absl::StatusCode).
enum class Code : int32_t {
  Ok = 0,
  Cancelled = 1,
  Unknown = 2,
  InvalidArgument = 3,
  DeadlineExceeded = 4,
  NotFound = 5,
  AlreadyExists = 6,
  PermissionDenied = 7,
  ResourceExhausted = 8,
  FailedPrecondition = 9,
  Aborted = 10,
  OutOfRange = 11,
  Unimplemented = 12,
  Internal = 13,
  Unavailable = 14,
  DataLoss = 15,
};

/// What went wrong. `message` says it in full; the other fields repeat its
/// parts for programs and are empty where they do not apply.
struct Error {
  Code code = Code::Unknown;
  std::string message;
  std::string program; ///< name of the program of the package
  std::string input;   ///< name of the input (or output) at fault
  std::string symbol;  ///< name of the symbolic size
  std::string bound;   ///< what was expected, as text: "<= 1024", "f32"
  std::string value;   ///< what was found, as text
  std::string file;    ///< Python file of the origin
  int64_t line = 0;    ///< Python line of the origin, 0 if unknown
};

namespace detail {
inline void appendTo(std::string &out, std::string_view text) {
  out.append(text.data(), text.size());
}
inline void appendTo(std::string &out, const char *text) { out += text; }
inline void appendTo(std::string &out, char c) { out += c; }
template <typename T>
std::enable_if_t<std::is_arithmetic_v<T>> appendTo(std::string &out, T value) {
  out += std::to_string(value);
}
} // namespace detail

/// Concatenates texts and numbers.
template <typename... Ts> std::string concat(const Ts &...parts) {
  std::string out;
  (detail::appendTo(out, parts), ...);
  return out;
}

/// Makes an error of a code and the parts of its message.
template <typename... Ts> Error makeError(Code code, const Ts &...parts) {
  Error error;
  error.code = code;
  error.message = concat(parts...);
  return error;
}

/// Success or an Error.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Error error) : error_(std::make_unique<Error>(std::move(error))) {}

  bool ok() const { return !error_; }
  /// The error; only where !ok().
  const Error &error() const {
    assert(error_);
    return *error_;
  }
  Error &error() {
    assert(error_);
    return *error_;
  }
  Error takeError() { return std::move(*error_); }

private:
  std::unique_ptr<Error> error_;
};

/// A value or an Error.
template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Expected(Error error)
      : state_(std::in_place_index<1>,
               std::make_unique<Error>(std::move(error))) {}

  bool ok() const { return state_.index() == 0; }
  T &operator*() & { return std::get<0>(state_); }
  const T &operator*() const & { return std::get<0>(state_); }
  T &&operator*() && { return std::get<0>(std::move(state_)); }
  T *operator->() { return &std::get<0>(state_); }
  const T *operator->() const { return &std::get<0>(state_); }
  const Error &error() const { return *std::get<1>(state_); }
  Error &error() { return *std::get<1>(state_); }
  Error takeError() { return std::move(*std::get<1>(state_)); }

private:
  std::variant<T, std::unique_ptr<Error>> state_;
};

/// A read-only range of bytes owned by someone else.
struct ByteSpan {
  const uint8_t *data = nullptr;
  size_t size = 0;

  ByteSpan() = default;
  ByteSpan(const void *data, size_t size)
      : data(static_cast<const uint8_t *>(data)), size(size) {}
  ByteSpan(std::string_view text) : ByteSpan(text.data(), text.size()) {}

  std::string_view text() const {
    return {reinterpret_cast<const char *>(data), size};
  }
};

} // namespace kiln::rt

/// Returns the error of `expression` from the enclosing function, if any.
#define KILN_RT_TRY(expression)                                                \
  do {                                                                         \
    auto kilnRtStatus = (expression);                                          \
    if (!kilnRtStatus.ok())                                                    \
      return kilnRtStatus.takeError();                                         \
  } while (false)

#define KILN_RT_CONCAT_INNER(a, b) a##b
#define KILN_RT_CONCAT(a, b) KILN_RT_CONCAT_INNER(a, b)
#define KILN_RT_ASSIGN_INNER(temporary, target, expression)                    \
  auto temporary = (expression);                                               \
  if (!temporary.ok())                                                         \
    return temporary.takeError();                                              \
  target = *std::move(temporary)

/// Assigns the value of `expression` to `target`, or returns its error.
#define KILN_RT_ASSIGN(target, ...)                                            \
  KILN_RT_ASSIGN_INNER(KILN_RT_CONCAT(kilnRtResult, __LINE__), target,         \
                       (__VA_ARGS__))

#endif // KILN_RT_ARCHIVE_ERROR_H
