// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln.hpp with Abseil's types: compiled against your own Abseil, which the
// CMake target kiln::runtime-absl brings along. absl::Span goes where a Span is
// taken; C++17.

#ifndef KILN_RT_KILN_ABSL_HPP
#define KILN_RT_KILN_ABSL_HPP

#include "kiln-rt/kiln.hpp"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/cord.h"
#include "absl/types/span.h"

namespace kiln::runtime {

/// The same as absl::Status. The error's parts are payloads named
/// "kiln.program", "kiln.input", "kiln.symbol", "kiln.bound", "kiln.value",
/// "kiln.origin" ("model.py:12") and "kiln.path", where they apply.
inline absl::Status toAbsl(const Status &status) {
  if (status.ok())
    return absl::OkStatus();
  const Error &error = status.error();
  absl::Status made(static_cast<absl::StatusCode>(error.code), error.message);
  auto add = [&](const char *key, const std::string &text) {
    if (!text.empty())
      made.SetPayload(key, absl::Cord(text));
  };
  add("kiln.program", error.program);
  add("kiln.input", error.input);
  add("kiln.symbol", error.symbol);
  add("kiln.bound", error.bound);
  add("kiln.value", error.value);
  add("kiln.origin", error.file.empty()
                         ? error.file
                         : error.file + ":" + std::to_string(error.line));
  add("kiln.path", error.path);
  return made;
}

/// toAbsl(context.run(…)) is an absl::StatusOr<Outputs>.
template <typename T>
absl::StatusOr<T> toAbsl(StatusOr<T> result) {
  if (!result.ok())
    return toAbsl(result.status());
  return *std::move(result);
}

template <typename T>
absl::Span<T> toAbsl(Span<T> span) {
  return {span.data(), span.size()};
}

} // namespace kiln::runtime

#endif // KILN_RT_KILN_ABSL_HPP
