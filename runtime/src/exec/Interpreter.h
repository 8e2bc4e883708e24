// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a host program: one validated instruction after the other. It is written
// against a device and made twice: for the CPU, whose type it knows, and for
// any other.

#ifndef KILN_RT_SRC_EXEC_INTERPRETER_H
#define KILN_RT_SRC_EXEC_INTERPRETER_H

#include "exec/Call.h"

#include <atomic>

namespace kiln::rt {

/// The caller's limits for one run.
struct RunControl {
  int64_t deadline = 0; ///< as monotonicNow(); 0: none
  const std::atomic<bool> *cancelled = nullptr;
  const char *tag = "";
  kiln_stream stream = nullptr;

  bool mayStop() const { return deadline != 0 || cancelled; }
};

/// Nanoseconds of CLOCK_MONOTONIC.
int64_t monotonicNow();

template <typename DeviceType>
class Interpreter {
public:
  Interpreter(Module &module, DeviceType &device, Frame &frame, Call &call,
              const kiln_observer *observer, const RunControl &control)
      : module_(module), device_(device), frame_(frame),
        program_(frame.program()), call_(call), observer_(observer),
        control_(control), isWatched_(observer || control.mayStop()) {}

  /// Runs an entry to its return.
  Status run(uint32_t entry);

private:
  struct Position {
    uint32_t entry;
    uint32_t next;
  };

  Status execute(const Instruction &instruction);
  Status setRegister(uint32_t reg, Word value);
  Status check(const Instruction &instruction);
  Status makeSegment(const Instruction &instruction);
  Status makeView(const Instruction &instruction);
  Status dispatch(const Instruction &instruction);
  Status callExtern(const Instruction &instruction);
  Status copy(const Instruction &instruction);
  Status fill(const Instruction &instruction);
  Status readScalar(const Instruction &instruction);
  Status observed(const Position &position, const Instruction &instruction);
  Status checkStop(const Position &position,
                   const Instruction &instruction) const;

  template <typename... Ts>
  Error error(Code code, const Instruction &instruction,
              const Ts &...parts) const {
    return frame_.checker().error(code, originOf(instruction), parts...);
  }
  /// An error of the device, at its instruction.
  Status located(Status status, const Instruction &instruction) const;
  uint32_t originOf(const Instruction &instruction) const;
  /// The value of an expression, or false and `status_` the error.
  bool value(uint32_t expression, const Instruction &instruction, Word &result);

  Module &module_;
  DeviceType &device_;
  Frame &frame_;
  const Program &program_;
  Call &call_;
  const kiln_observer *observer_;
  const RunControl &control_;
  bool isWatched_; ///< something is to be done between instructions
  Status status_;
};

extern template class Interpreter<CpuDevice>;
extern template class Interpreter<Device>;

/// Runs an entry of the frame's program to its return. `observer` may be null.
[[gnu::always_inline]] inline Status runEntry(Module &module, Frame &frame,
                                              Call &call,
                                              const kiln_observer *observer,
                                              const RunControl &control,
                                              uint32_t entry) {
  if (module.device().isHost())
    return Interpreter<CpuDevice>(module, module.cpu(), frame, call, observer,
                                  control)
        .run(entry);
  return Interpreter<Device>(module, module.device(), frame, call, observer,
                             control)
      .run(entry);
}

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_INTERPRETER_H
