// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call of a program: binds the caller's tensors to slots, packing what
// kernels cannot use, and delivers the results. It is checked and bound once,
// and may run any number of times after that.

#ifndef KILN_RT_SRC_EXEC_CALL_H
#define KILN_RT_SRC_EXEC_CALL_H

#include "exec/Frame.h"

namespace kiln::rt {

class Call {
public:
  Call(Module &module, Frame &frame, const kiln_tensor *inputs,
       size_t inputCount, kiln_tensor *outputs, size_t outputCount)
      : module_(module), device_(module.device()), frame_(frame),
        program_(frame.program()), inputs_(inputs), inputCount_(inputCount),
        outputs_(outputs), outputCount_(outputCount),
        targets_(program_.outputs.size()),
        stateSlots_(frame.slots.data() + program_.stateSlot(0)) {}
  /// Frees outputs that were allocated, unless the last run was finished: then
  /// they are the caller's.
  ~Call();

  /// Checks the contract.
  Status check();
  /// Fills the result tensors' descriptions.
  Status describe();
  /// Sets the slots of inputs and outputs; state slots are set already.
  Status bind();
  /// Begins a run: packs the inputs as they are now, and brings them to the
  /// device. Copies of this run go to the stream.
  Status begin(PackingCount &packing, kiln_stream stream);
  /// Are the sizes of all outputs known before a run? After bind().
  bool isFixed() const { return dynamic_.empty(); }
  /// Outputs whose size depends on data are bound when it is known. A
  /// register was set: bind those that it completes.
  Status registerSet(uint32_t reg);
  /// Delivers results and mutations.
  Status finish();
  /// What was allocated is the call's after all, and goes with it.
  void keepOutputs() { finished_ = false; }

private:
  /// Where an output goes in the end.
  struct Destination {
    kiln_tensor *tensor = nullptr; ///< the caller's; null for mutations
    bool unpack = false;           ///< from the output's buffer
    uint64_t allocated = 0;        ///< bytes, for the caller
    bool isGiven = false;          ///< the memory is the caller's
  };

  /// An output that is an input or a part of one.
  struct ReturnedView {
    kiln_tensor *to = nullptr;
    kiln_tensor view = {};
    bool isReturned = false; ///< as it is; otherwise it is copied
    /// Where it is of an input that must lie as `laidOutStrides` say first.
    const kiln_tensor *laidOutInput = nullptr;
    void *laidOut = nullptr;
    int64_t laidOutStrides[KILN_MAX_RANK] = {};
  };

  Status bindInput(uint32_t input);
  Status bindOutput(uint32_t output);
  Status bindMutation(uint32_t output);
  Status bindNumber(uint32_t output);
  Status checkGiven(uint32_t output, const kiln_tensor &expected) const;
  Status checkOverlap(uint32_t output) const;
  Status useBuffer(uint32_t output, uint64_t bytes);
  Status allocate(uint32_t output, kiln_tensor &tensor);
  Status bindView(uint32_t output, const kiln_tensor &expected);
  Status placeView(uint32_t output, ReturnedView &view);
  Status layOut(uint32_t output, const kiln_tensor &input,
                const int64_t *strides, ReturnedView &view);
  Status deliverNumber(uint32_t output);
  Status deliverView(const ReturnedView &view);
  Status deliverMutation(uint32_t output);
  Status unpackTo(const kiln_tensor &tensor, const void *from);
  void freeOutput(Destination &destination);
  Expected<uint64_t> byteSize(uint32_t output, const kiln_tensor &tensor) const;
  template <typename... Ts>
  Error outputError(uint32_t output, const Ts &...parts) const {
    return describeError(output, concat(parts...));
  }
  Error describeError(uint32_t output, const std::string &text) const;

  Module &module_;
  Device &device_;
  Frame &frame_;
  const Program &program_;
  const kiln_tensor *inputs_;
  size_t inputCount_;
  kiln_tensor *outputs_;
  size_t outputCount_;
  std::vector<Destination> targets_;
  const Slot *stateSlots_;
  std::vector<uint32_t> packed_; ///< inputs that kernels see as a copy
  std::vector<ReturnedView> views_;
  size_t fixedViews_ = 0;         ///< of views_: bound before the run
  std::vector<uint32_t> dynamic_; ///< outputs whose sizes depend on data
  std::vector<uint32_t> pending_; ///< of those: they wait for registers
  std::vector<bool> registersSet_;
  kiln_stream stream_ = nullptr; ///< of the run
  bool finished_ = false;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_CALL_H
