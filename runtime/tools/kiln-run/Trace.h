// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --trace and --dump-values: an observer of instructions.

#ifndef KILN_RT_TOOLS_KILN_RUN_TRACE_H
#define KILN_RT_TOOLS_KILN_RUN_TRACE_H

#include "Calls.h"

#include <chrono>

namespace kiln::rt::tool {

class Tracer {
public:
  explicit Tracer(const Options &options) : options_(options) {}

  /// Observes the session's context, which must end before the tracer, if the
  /// options ask for it.
  void attach(Session &session);
  /// Values of later instructions belong to this call. Makes its folder.
  Status startCall(const std::string &call);
  /// The error in writing values.
  Status takeStatus() { return std::move(status_); }

private:
  static void before(void *user, const kiln_instruction_info *info);
  static void after(void *user, const kiln_instruction_info *info);
  void print(const kiln_instruction_info &info, double seconds) const;
  void dump(const kiln_instruction_info &info);

  const Options &options_;
  kiln_module *module_ = nullptr; ///< the session's
  std::string folder_;
  size_t step_ = 0;
  std::chrono::steady_clock::time_point started_;
  Status status_;
};

} // namespace kiln::rt::tool

#endif // KILN_RT_TOOLS_KILN_RUN_TRACE_H
