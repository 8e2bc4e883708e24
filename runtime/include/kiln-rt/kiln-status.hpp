// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors as values and views of arrays, of the C++17 standard library alone.
// kiln-absl.hpp turns them into Abseil's.

#ifndef KILN_RT_KILN_STATUS_HPP
#define KILN_RT_KILN_STATUS_HPP

#include "kiln-rt/kiln.h"

#include <cassert>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace kiln::runtime {

/// An error. `message` is the whole story in one line; the other fields
/// are its parts, empty where they do not apply.
struct Error {
  kiln_code code = KILN_UNKNOWN;
  std::string message;
  std::string program; ///< of the package
  std::string input;   ///< or output
  std::string symbol;  ///< a symbolic size
  std::string bound;   ///< the expectation: "<= 1024", "f32"
  std::string value;   ///< the value found
  std::string file;    ///< of the Python program
  int64_t line = 0;
  std::string path; ///< of a nested value: "args[1]['mask']"
};

/// Success or an error. Copies share it.
class [[nodiscard]] Status {
public:
  Status() = default; ///< success
  explicit Status(Error error)
      : error_(std::make_shared<const Error>(std::move(error))) {}
  Status(kiln_code code, std::string message) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    *this = Status(std::move(error));
  }
  /// Takes over an error of the C interface; null is success.
  static Status take(kiln_error *given) {
    if (!given)
      return Status();
    Error error;
    error.code = kiln_error_code(given);
    error.message = kiln_error_message(given);
    error.program = kiln_error_program(given);
    error.input = kiln_error_input(given);
    error.symbol = kiln_error_symbol(given);
    error.bound = kiln_error_bound(given);
    error.value = kiln_error_value(given);
    error.file = kiln_error_file(given);
    error.line = kiln_error_line(given);
    kiln_error_free(given);
    return Status(std::move(error));
  }

  bool ok() const { return !error_; }
  kiln_code code() const { return error_ ? error_->code : KILN_OK; }
  /// "" of success.
  const std::string &message() const { return error().message; }
  /// The parts of the error; all empty of success.
  const Error &error() const {
    static const Error none = {KILN_OK, "", "", "", "", "", "", "", 0, ""};
    return error_ ? *error_ : none;
  }

private:
  std::shared_ptr<const Error> error_;
};

/// A value or the error in its place.
template <typename T>
class [[nodiscard]] StatusOr {
public:
  StatusOr(T value) : value_(std::move(value)) {}
  StatusOr(Status status) : status_(std::move(status)) {
    assert(!status_.ok() && "a success without its value");
  }

  bool ok() const { return value_.has_value(); }
  const Status &status() const { return status_; }
  /// The value; only where ok().
  T &operator*() & { return *value_; }
  const T &operator*() const & { return *value_; }
  T &&operator*() && { return *std::move(value_); }
  T *operator->() { return &*value_; }
  const T *operator->() const { return &*value_; }

private:
  Status status_;
  std::optional<T> value_;
};

/// A view of an array that somebody else holds: of a list in braces until the
/// end of the full expression.
template <typename T>
class Span {
public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using iterator = T *;
  using const_iterator = T *;

  Span() = default;
  Span(T *data, size_t size) : data_(data), size_(size) {}
  /// Whatever has data() and size(): vectors, arrays, other spans.
  template <typename Container,
            typename = std::enable_if_t<std::is_convertible_v<
                decltype(std::declval<Container &>().data()), T *>>>
  Span(Container &&container)
      : data_(container.data()), size_(container.size()) {}
  template <typename U = T, typename = std::enable_if_t<std::is_const_v<U>>>
  Span(std::initializer_list<std::remove_const_t<U>> list)
      : data_(list.begin()), size_(list.size()) {}

  T *data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T *begin() const { return data_; }
  T *end() const { return data_ + size_; }
  T &operator[](size_t index) const { return data_[index]; }

private:
  T *data_ = nullptr;
  size_t size_ = 0;
};

} // namespace kiln::runtime

#endif // KILN_RT_KILN_STATUS_HPP
