// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the values that the kernels of one call write with those of the core
// program, as they run.
#ifndef KILN_TOOLS_KILN_INTERPRET_WATCHER_H
#define KILN_TOOLS_KILN_INTERPRET_WATCHER_H

#include "KernelValues.h"
#include "Reproducer.h"
#include "kiln-rt/kiln.h"
#include "kiln/Reference/Kernel.h"

namespace kiln::interpret {

/// The results of an operation of the core program, for each time that it was
/// evaluated.
struct Made {
  std::vector<reference::RuntimeValues> values;
  double epsilon = 0; ///< of the coarsest dtype that they were rounded to
};

/// By the numbers of the operations.
using Values = std::map<unsigned, Made>;

class Watcher {
public:
  Watcher(const Launches &launches, const Values &values)
      : launches(launches), values(values) {}

  void before(const kiln_instruction_info &info);
  void after(const kiln_instruction_info &info);

  bool isOtherProgram = false; ///< the package's kernels are not ours
  std::string wrong;           ///< the fault of the first wrong kernel
  KernelCall call;             ///< of the last, or of the first wrong kernel
  std::vector<std::string> unjudged; ///< kernels since the last judged one
  unsigned numJudged = 0, numUnjudged = 0;

private:
  const Launch *find(const kiln_instruction_info &info);
  bool judge(const kiln_instruction_info &info, size_t buffer,
             const Written &written, size_t execution);

  const Launches &launches;
  const Values &values;
  std::map<unsigned, size_t> executions; ///< of dispatches, so far
};

} // namespace kiln::interpret

#endif // KILN_TOOLS_KILN_INTERPRET_WATCHER_H
