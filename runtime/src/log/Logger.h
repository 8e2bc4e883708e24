// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The caller's logging callback. Texts are only put together where somebody
// listens.

#ifndef KILN_RT_SRC_LOG_LOGGER_H
#define KILN_RT_SRC_LOG_LOGGER_H

#include "kiln-rt/archive/Error.h"
#include "kiln-rt/kiln.h"

#include <optional>

namespace kiln::rt {

class Logger {
public:
  Logger() = default;
  explicit Logger(std::optional<kiln_logger> hook) : hook_(hook) {}

  bool listens(kiln_log_level level) const {
    return hook_ && level >= hook_->level;
  }
  /// A line for which there is no memory is lost: it is not worth a failure.
  template <typename... Ts>
  void log(kiln_log_level level, const Ts &...parts) const noexcept {
    if (!listens(level))
      return;
    try {
      hook_->log(hook_->user, level, concat(parts...).c_str());
    } catch (...) {
    }
  }

private:
  std::optional<kiln_logger> hook_;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_LOG_LOGGER_H
