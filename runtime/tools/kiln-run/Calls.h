// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loaded package and its recorded calls.

#ifndef KILN_RT_TOOLS_KILN_RUN_CALLS_H
#define KILN_RT_TOOLS_KILN_RUN_CALLS_H

#include "Arrays.h"
#include "Options.h"
#include "kiln-rt/recorded/RecordedCalls.h"

#include <vector>

namespace kiln::rt::tool {

struct ModuleRelease {
  void operator()(kiln_module *module) const { kiln_module_release(module); }
};
struct ContextDestroy {
  void operator()(kiln_context *context) const {
    kiln_context_destroy(context);
  }
};
struct CallDestroy {
  void operator()(kiln_call *call) const { kiln_call_destroy(call); }
};
using ModuleHandle = std::unique_ptr<kiln_module, ModuleRelease>;
using ContextHandle = std::unique_ptr<kiln_context, ContextDestroy>;
using CallHandle = std::unique_ptr<kiln_call, CallDestroy>;

/// A package, a context, and which program of it is run.
struct Session {
  ModuleHandle module; // outlives the context
  ContextHandle context;
  size_t program = 0;
  std::string programName;
  std::string package;
  std::optional<double> timeout; ///< seconds that a call may take

  static Expected<Session> load(const Options &options);
};

/// One recorded call, bound: its arrays back the tensors.
struct BoundCall {
  std::string name;
  std::vector<NpyArray> inputArrays, outputArrays;
  std::vector<kiln_tensor> inputs, outputs;
  std::vector<bool> ownedOutputs; ///< allocated by the library: sizes unknown
  CallHandle prepared;            ///< once it is

  /// Takes the inputs of `name` out of `arrays`; makes outputs where their
  /// sizes are known before the run.
  static Expected<BoundCall> bind(Session &session, const std::string &name,
                                  const NpzArrays &arrays,
                                  const std::string &file);
  Status run(Session &session);
  /// Checks and binds the tensors once, for runs without look-ups.
  Status prepare(Session &session);
  Status runPrepared(const Session &session);
  /// The results of the call, as fixtures name them: callN.outK, .mutK,
  /// .state.NAME.
  Expected<NpzArrays> results(Session &session);
};

/// The name of the one call that is timed: --call, or the first.
std::string chooseCall(const Options &options, const NpzArrays &arrays);

} // namespace kiln::rt::tool

#endif // KILN_RT_TOOLS_KILN_RUN_CALLS_H
