// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KILN_RT_TOOLS_KILN_RUN_OPTIONS_H
#define KILN_RT_TOOLS_KILN_RUN_OPTIONS_H

#include "kiln-rt/archive/Error.h"
#include "kiln-rt/kiln.h"

#include <optional>
#include <string>

namespace kiln::rt::tool {

/// The command line of kiln-run.
struct Options {
  std::string package;
  std::string inputs, expected, outputs; ///< paths of .npz files, or empty
  std::string call;                      ///< "call0", or empty: all
  std::string program;                   ///< empty: the package's first
  std::string target;                    ///< empty: the best
  kiln_device device = {};               ///< where to run
  std::string cudaDriver;                ///< a shared library, or empty
  std::string dumpValues;                ///< a folder, or empty
  std::string weights;                   ///< a file, or empty
  std::string routines;                  ///< a shared library, or empty
  std::string verify;                    ///< "none", "lazy", "full"
  std::optional<int32_t> log;            ///< a kiln_log_level
  int threads = 0;
  int graphs = 0; ///< that the context keeps
  bool keepState = false;
  bool onlyOutputs = false; ///< judge no state and no mutations
  bool trace = false;
  bool stats = false; ///< counts of the emulator
  bool json = false;
  std::optional<double> benchmark; ///< seconds
  std::optional<double> profile;   ///< seconds
  std::string profileTrace;        ///< a file, or empty
  std::optional<double> timeout;   ///< seconds that a call may take
};

/// Parses the command line; nothing if the tool has said all there is to say
/// (--help, --version) and shall exit with 0.
Expected<std::optional<Options>> parseOptions(int argc, char **argv);

} // namespace kiln::rt::tool

#endif // KILN_RT_TOOLS_KILN_RUN_OPTIONS_H
