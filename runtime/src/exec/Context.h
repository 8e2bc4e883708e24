// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory and the mutable state of one caller of a module. One thread at a
// time.

#ifndef KILN_RT_SRC_EXEC_CONTEXT_H
#define KILN_RT_SRC_EXEC_CONTEXT_H

#include "exec/GraphCache.h"
#include "exec/Interpreter.h"
#include "exec/PreparedCall.h"

namespace kiln::rt {

class Context {
public:
  /// The module must outlive the context.
  /// Keeps up to `graphs` graphs where the module's device has them.
  explicit Context(Module &module, size_t graphs = 0);

  Status run(const char *program, const kiln_tensor *inputs, size_t inputCount,
             kiln_tensor *outputs, size_t outputCount,
             const RunControl &control = {});
  /// A call that only this context can run.
  Expected<std::unique_ptr<PreparedCall>>
  prepare(const char *program, const kiln_tensor *inputs, size_t inputCount,
          const kiln_tensor *outputs, size_t outputCount);
  Status run(PreparedCall &prepared, const RunControl &control);
  /// Computes once and leaves nothing of it.
  Status warmUp(const char *program, const kiln_tensor *inputs,
                size_t inputCount, const RunControl &control);
  Status outputSizes(const char *program, const kiln_tensor *inputs,
                     size_t inputCount, kiln_tensor *outputs,
                     size_t outputCount);
  Status resetState();
  Status readState(const char *program, const char *name, kiln_tensor &tensor);
  Status writeState(const char *program, const char *name,
                    const kiln_tensor &tensor);
  void memoryUse(kiln_memory_use &use) const;
  void setObserver(std::optional<kiln_observer> observer) {
    observer_ = observer;
  }
  Module &module() { return module_; }

private:
  Expected<uint32_t> findProgram(const char *program) const;
  Arena &arena(uint32_t program);
  Expected<Frame *> frame(const char *program);
  Status enterStream(kiln_stream stream);
  Status finish(Call &call);
  Status compute(Frame &frame, Call &call, const RunControl &control);
  Status prepareState();
  Status takeWeights();
  void bindState(uint32_t program, Frame &frame) const;
  Status copyState();
  void *stateData(uint32_t program, size_t entry) const;
  struct StateRef {
    const StateDecl *decl;
    void *data;
  };
  Expected<StateRef> findState(const char *program, const char *name);
  Status checkStateTensor(const StateDecl &decl,
                          const kiln_tensor &tensor) const;

  Module &module_;
  std::vector<std::unique_ptr<Arena>> arenas_; ///< per program, made at need
  std::vector<std::unique_ptr<Frame>> frames_; ///< per program, made at need
  std::vector<Buffer> mutableStorages_; ///< per storage; empty if immutable
  bool stateReady_ = false;
  std::shared_ptr<const WeightSet> weights_; ///< what the context runs on
  uint64_t weightsVersion_ = 0;              ///< the module's, of weights_
  PackingCount packing_;
  kiln_stream stream_ = nullptr; ///< of the last run
  std::optional<kiln_observer> observer_;
  std::unique_ptr<GraphCache> graphs_; ///< null: none are kept
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_CONTEXT_H
