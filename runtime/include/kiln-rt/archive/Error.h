// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors as values: the result of every fallible function of the archive
// library and of the runtime returns. No exception crosses these interfaces. An
// Error is plain data; it and the results below belong to whoever holds them
// and may be moved between threads.

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

/// An error. `message` says it in full; the other fields repeat its
/// parts for programs and are empty where they do not apply.
struct Error {
  Code code = Code::Unknown;
  std::string message;
  std::string program;      ///< name of the program of the package
  std::string entry;        ///< the entry of its host program
  int64_t instruction = -1; ///< of the entry
  std::string input;        ///< name of the input (or output) at fault
  std::string symbol;       ///< name of the symbolic size
  std::string bound;        ///< the expectation, as text: "<= 1024", "f32"
  std::string value;        ///< the value found, as text
  std::string file;         ///< Python file of the origin
  int64_t line = 0;         ///< Python line of the origin, 0 if unknown
};

/// One part of a message: text, or a number as text. Made on the way into
/// concat() only; text is not copied.
class MessagePart {
public:
  MessagePart(std::string_view text) : text_(text) {}
  MessagePart(const std::string &text) : text_(text) {}
  MessagePart(const char *text) : text_(text) {}
  MessagePart(char c) : text_(digits_, 1) { digits_[0] = c; }
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  MessagePart(T value) {
    if constexpr (std::is_floating_point_v<T>)
      format(static_cast<double>(value));
    else if constexpr (std::is_signed_v<T>)
      format(static_cast<int64_t>(value));
    else
      format(static_cast<uint64_t>(value));
  }
  MessagePart(const MessagePart &) = delete;

  std::string_view text() const { return text_; }

private:
  void format(int64_t value);
  void format(uint64_t value);
  void format(double value);

  char digits_[32];
  std::string_view text_;
};

std::string concatParts(const MessagePart *const *parts, size_t count);

/// Concatenates texts and numbers.
template <typename... Ts>
std::string concat(const Ts &...parts) {
  auto join = [](const auto &...converted) {
    const MessagePart *const list[] = {&converted...};
    return concatParts(list, sizeof...(converted));
  };
  return join(MessagePart(parts)...);
}

Error errorOf(Code code, std::string message);

/// Makes an error of a code and the parts of its message.
template <typename... Ts>
Error makeError(Code code, const Ts &...parts) {
  return errorOf(code, concat(parts...));
}

/// An error on its way out of a function: what takeError() gives and what
/// Status and Expected are made from, without a copy.
struct Failure {
  std::unique_ptr<Error> error;
};

/// Success or an Error.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Error error);
  Status(Failure failure) : error_(std::move(failure.error)) {}

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
  Failure takeError() { return {std::move(error_)}; }

private:
  std::unique_ptr<Error> error_;
};

/// A value or an Error.
template <typename T>
class [[nodiscard]] Expected {
public:
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Expected(Error error)
      : state_(std::in_place_index<1>,
               Status(std::move(error)).takeError().error) {}
  Expected(Failure failure)
      : state_(std::in_place_index<1>, std::move(failure.error)) {}

  bool ok() const { return state_.index() == 0; }
  T &operator*() & { return *operator->(); }
  const T &operator*() const & { return *operator->(); }
  T &&operator*() && { return std::move(*operator->()); }
  // Not std::get(), which throws: callers have asked ok().
  T *operator->() {
    assert(ok());
    return std::get_if<0>(&state_);
  }
  const T *operator->() const {
    assert(ok());
    return std::get_if<0>(&state_);
  }
  const Error &error() const {
    assert(!ok());
    return **std::get_if<1>(&state_);
  }
  Error &error() {
    assert(!ok());
    return **std::get_if<1>(&state_);
  }
  Failure takeError() { return {std::move(*std::get_if<1>(&state_))}; }

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
