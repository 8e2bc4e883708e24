// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/HostOperands.h"

using namespace kiln::rt;

Expected<void *> HostOperands::copyOf(void *buffer, size_t bytes) {
  auto begin = reinterpret_cast<uintptr_t>(buffer);
  for (const Operand &known : operands_) {
    if (known.there == buffer && known.bytes == bytes)
      return static_cast<void *>(known.copy.data());
    auto other = reinterpret_cast<uintptr_t>(known.there);
    if (begin < other + known.bytes && other < begin + bytes)
      return makeError(Code::Unimplemented, "operands overlap in part, and a "
                                            "routine of the host gets copies");
  }
  Operand &added =
      operands_.emplace_back(Operand{buffer, bytes, Buffer(host_)});
  if (!added.copy.ensure(bytes))
    return makeError(Code::ResourceExhausted, "no memory for a copy of ", bytes,
                     " bytes");
  KILN_RT_TRY(device_.copy(added.copy.data(), Place::Host, buffer,
                           Place::Device, bytes, stream_));
  return static_cast<void *>(added.copy.data());
}

Status HostOperands::fetch(std::vector<void *> &buffers,
                           const std::vector<size_t> &bytes) {
  for (size_t i = 0; i < buffers.size(); ++i)
    if (bytes[i] > 0) {
      KILN_RT_ASSIGN(buffers[i], copyOf(buffers[i], bytes[i]));
    }
  return {};
}

Status HostOperands::giveBack() {
  for (const Operand &operand : operands_)
    KILN_RT_TRY(device_.copy(operand.there, Place::Device, operand.copy.data(),
                             Place::Host, operand.bytes, stream_));
  return {};
}
