// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call that is bound once: it has copies of the tensors' descriptions, and a
// frame that nobody else rebinds. Its context runs it.

#ifndef KILN_RT_SRC_EXEC_PREPAREDCALL_H
#define KILN_RT_SRC_EXEC_PREPAREDCALL_H

#include "exec/Call.h"

namespace kiln::rt {

class PreparedCall {
public:
  PreparedCall(Module &module, uint32_t program, Arena &arena,
               const kiln_tensor *inputs, size_t inputCount,
               const kiln_tensor *outputs, size_t outputCount)
      : inputs_(inputs, inputs + inputCount),
        outputs_(outputs, outputs + outputCount), frame(module, program, arena),
        call(module, frame, inputs_.data(), inputCount, outputs_.data(),
             outputCount) {}
  ~PreparedCall() { call.keepOutputs(); }

  const std::vector<kiln_tensor> &outputs() const { return outputs_; }

private:
  std::vector<kiln_tensor> inputs_, outputs_;

public:
  Frame frame;
  Call call;
  uint64_t weightsVersion = 0; ///< of the weights that the frame is bound to
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_PREPAREDCALL_H
