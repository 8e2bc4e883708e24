// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels from text, compiled by a CPU target and loaded into the test.
#ifndef KILN_UNITTESTS_TARGET_COMPILEDKERNELS_H
#define KILN_UNITTESTS_TARGET_COMPILEDKERNELS_H

#include "kiln/Target/Target.h"
#include <memory>
#include <string>
#include <vector>

namespace kiln {

/// The module that `text` is, in which kernels need not state their contracts.
/// Null where it is not valid.
mlir::OwningOpRef<mlir::ModuleOp> parseKernels(StringRef text,
                                               MLIRContext &context);

class CompiledKernels {
public:
  using Function = int32_t (*)(void *const *buffers, const int64_t *sizes,
                               int64_t begin, int64_t end, void *scratch);

  /// Compiles the `exec.kernel`s of `text`, by `emitter` where one is named.
  /// Null on failure, with the diagnostics in `errors`.
  static std::unique_ptr<CompiledKernels>
  compile(StringRef text, StringRef target, std::string &errors,
          StringRef emitter = {}, const TargetOptions &options = {});
  ~CompiledKernels();

  const TargetCode &getCode() const { return code; }
  Function get(StringRef symbol) const;
  /// Calls `symbol` on [0, domain), cut at `cuts`. Returns the first non-zero
  /// result.
  int32_t run(StringRef symbol, std::vector<void *> buffers,
              std::vector<int64_t> sizes, int64_t domain,
              std::vector<int64_t> cuts = {}) const;

private:
  TargetCode code;
  /// Stays open: glibc knows objects by path, and the path is its number.
  int file = -1;
  void *library = nullptr;
};

/// The target with tile registers, which are emulated where the processor lacks
/// them; empty where it lacks more.
std::vector<std::string> getTileTargets();

/// The levels that this processor can run.
std::vector<std::string> getRunnableTargets();

} // namespace kiln

#endif // KILN_UNITTESTS_TARGET_COMPILEDKERNELS_H
