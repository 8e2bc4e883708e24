// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What calls of one program compute in. An arena is a context's, for all calls
// of the program; a frame has registers, slots, and buffers for packing. One
// frame is reused by every call of kiln_run, so that a call of known sizes
// allocates nothing; a prepared call has one of its own, which stays bound.

#ifndef KILN_RT_SRC_EXEC_FRAME_H
#define KILN_RT_SRC_EXEC_FRAME_H

#include "device/Memory.h"
#include "module/Module.h"

namespace kiln::rt {

/// A buffer as the host program sees it, on the device of its module.
struct Slot {
  void *data = nullptr;
  uint64_t bytes = 0;
};

/// The cost of packing in a context so far.
struct PackingCount {
  uint64_t inputs = 0;
  uint64_t bytes = 0;
};

/// Memory whose content no call leaves to the next.
struct Arena {
  Arena(Module &module, uint32_t program);
  uint64_t segmentBytes() const;

  std::vector<Buffer> segments;
  Buffer scratch;
};

class Frame {
public:
  /// The arena must be the program's, and outlive the frame.
  Frame(Module &module, uint32_t program, Arena &arena);

  const Program &program() const { return program_; }
  const ContractChecker &checker() const { return checker_; }
  uint32_t programIndex() const { return index_; }

  /// Checks the contract of a call and sets the symbols.
  Status enter(const kiln_tensor *inputs, size_t count);
  /// The value of an expression; of one over symbols only once per set of
  /// symbols.
  EvalFailure value(uint32_t expression, Word &result);
  /// value(), with an error that names the expression.
  Expected<Word> evaluate(uint32_t expression);
  Error evaluationError(uint32_t expression, EvalFailure failure,
                        uint32_t origin) const;

  /// Fills dtype, rank, sizes and strides of an output as declared; -1 for
  /// sizes that are not known before the run.
  Status describeOutput(uint32_t output, bool beforeRun, kiln_tensor &tensor);
  /// Are the sizes of the output known before the run?
  bool isFixed(const ValueDecl &output) const;

  std::vector<Word> registers;
  std::vector<Slot> slots;
  Arena &arena;
  std::vector<Buffer> packedInputs;
  std::vector<Buffer> outputBuffers; ///< mutations, strided and packed outputs

private:
  uint32_t index_;
  kiln_device outputDevice_; ///< where outputs are allocated
  const Program &program_;
  const BindingPlan &plan_;
  ContractChecker checker_;

  std::vector<Word> values_;
  std::vector<uint8_t> known_; ///< per expression: is values_ of it valid?
  std::vector<Word> newSymbols_;
  bool checked_ = false; ///< the registers hold symbols that passed all checks
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_FRAME_H
