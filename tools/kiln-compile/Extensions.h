// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the command line adds around Kiln's own passes: plugins, passes behind
// phases, and MLIR's flags for printing, timing, statistics and reproducers.
#ifndef KILN_TOOLS_KILN_COMPILE_EXTENSIONS_H
#define KILN_TOOLS_KILN_COMPILE_EXTENSIONS_H

#include "kiln/Compiler/Compiler.h"
#include "mlir/Support/Timing.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/Support/CommandLine.h"

class Extensions {
public:
  /// The flags of this file, for --help.
  static const llvm::cl::OptionCategory &getCategory();
  /// Adds MLIR's own flags. Before the command line is parsed.
  static void registerFlags();

  /// Loads the plugins and parses the pipelines that the flags name. Errors
  /// are printed.
  mlir::LogicalResult load();

  /// Adds the dialects of plugins.
  void addDialects(mlir::DialectRegistry &registry) const;

  /// How phases run with the extensions, which must live as long. The passes
  /// are timed in `timing`.
  kiln::PhaseHooks getHooks(mlir::TimingScope &timing) const;

  /// Does a flag of MLIR ask for passes over kernels, too? They are then
  /// compiled one by one.
  static bool areKernelsWatched();

private:
  std::vector<mlir::DialectPlugin> dialects;
  /// Pipelines as text, in the order of the command line.
  std::vector<std::pair<kiln::Phase, std::string>> passes;
};

#endif // KILN_TOOLS_KILN_COMPILE_EXTENSIONS_H
