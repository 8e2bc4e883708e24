// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a package says of its targets, and a kernel of it on its own: a package
// that runs nothing else, and a recorded call of it.
#ifndef KILN_TOOLS_KILN_INTERPRET_REPRODUCER_H
#define KILN_TOOLS_KILN_INTERPRET_REPRODUCER_H

#include "kiln-rt/npz/Npz.h"
#include "kiln/Support/LLVM.h"
#include "llvm/Support/Error.h"

namespace kiln::interpret {

/// One launch of a kernel, with the buffers that it read and those that it
/// should have written.
struct KernelCall {
  std::string kernel;
  std::vector<int64_t> sizes;
  int64_t domain = 0;
  std::vector<bool> written;          ///< per buffer
  std::vector<rt::NpyArray> contents; ///< per buffer, a row of elements
};

/// The targets of a package that loads, in its order.
rt::Expected<SmallVector<std::string>> readTargets(const std::string &package);

/// How a kernel of `package` is written for `target`, e.g. `gemm, tile =
/// [4,16], block = [256], depth = 256`; empty where the package does not say.
/// Package, target and kernel are of a module that was loaded.
rt::Expected<std::string> readSchedule(const std::string &package,
                                       const std::string &target,
                                       const std::string &kernel);

/// Writes kernel.kiln, inputs.npz and outputs.npz into `folder`, which is made.
/// `target` is the target of `package` whose code is taken.
rt::Status writeReproducer(const std::string &package,
                           const std::string &target, const KernelCall &call,
                           const std::string &folder);

} // namespace kiln::interpret

#endif // KILN_TOOLS_KILN_INTERPRET_REPRODUCER_H
