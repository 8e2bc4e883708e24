// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A package with the inputs of one recorded call, run some times under an
// observer that takes the time of each dispatch.
#ifndef KILN_BENCHMARKS_PACKAGERUN_H
#define KILN_BENCHMARKS_PACKAGERUN_H

#include "kiln-rt/archive/Error.h"

#include <vector>

namespace kiln::bench {

/// One dispatch of the host program.
struct DispatchTimes {
  std::string kernel;
  /// "aten.addmm.default model.py:12", of the kernel's first origin.
  std::string origin;
  /// Bytes of all operands, each once: what must at least be moved.
  double bytes = 0;
  std::vector<double> seconds; ///< one per run
};

struct PackageTimes {
  std::string name;            ///< the file's, without folder and suffix
  std::vector<double> seconds; ///< of whole calls, without the observer
  std::vector<DispatchTimes> dispatches; ///< in the order of execution
};

/// What to run: a package, a .npz file, and the name of a call in it.
struct PackageRequest {
  std::string package, inputs, call;
};

/// Runs the call for about a second without the observer and a second with it.
rt::Expected<PackageTimes> timePackage(const PackageRequest &request,
                                       int threads);

} // namespace kiln::bench

#endif // KILN_BENCHMARKS_PACKAGERUN_H
