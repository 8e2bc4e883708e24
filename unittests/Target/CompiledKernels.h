// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels from text, compiled by a CPU target and loaded into the test.
#ifndef KILN_UNITTESTS_TARGET_COMPILEDKERNELS_H
#define KILN_UNITTESTS_TARGET_COMPILEDKERNELS_H

#include "kiln/Target/Target.h"
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace kiln {

/// The module that `text` is, in which kernels need not state their contracts.
/// Null where it is not valid.
mlir::OwningOpRef<mlir::ModuleOp> parseKernels(StringRef text,
                                               MLIRContext &context);

/// Scratch memory as the runtime gives it to a task: aligned to 64 bytes, with
/// anything in it but the zeros at its beginning.
class TaskMemory {
public:
  explicit TaskMemory(int64_t bytes) : memory(bytes + 64, char(0xff)) {
    size_t space = memory.size();
    start = memory.data();
    std::align(64, bytes, start, space);
    std::memset(start, 0, std::min<int64_t>(bytes, 16));
  }
  TaskMemory(const TaskMemory &) = delete;
  void *data() { return start; }

private:
  std::vector<char> memory;
  void *start;
};

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
  /// Bytes that `symbol` needs for a task.
  int64_t getScratch(StringRef symbol) const;
  /// Calls `symbol` on [0, domain), cut at `cuts`, as one task. Returns the
  /// first non-zero result.
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
