// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers of a device as a routine of the host gets them: copied there before
// it runs, and back behind it.

#ifndef KILN_RT_SRC_EXEC_HOSTOPERANDS_H
#define KILN_RT_SRC_EXEC_HOSTOPERANDS_H

#include "device/Memory.h"

#include <vector>

namespace kiln::rt {

class HostOperands {
public:
  HostOperands(Device &device, Device &host, kiln_stream stream)
      : device_(device), host_(host), stream_(stream) {}

  /// Puts copies in the place of the buffers. Operands that are one buffer have
  /// one copy. Errors: ResourceExhausted, Unimplemented (they overlap in part).
  Status fetch(std::vector<void *> &buffers, const std::vector<size_t> &bytes);
  /// Copies back what the routine may have written.
  Status giveBack();

private:
  struct Operand {
    void *there;
    size_t bytes;
    Buffer copy;
  };
  Expected<void *> copyOf(void *buffer, size_t bytes);

  Device &device_;
  Device &host_;
  kiln_stream stream_;
  std::vector<Operand> operands_;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_HOSTOPERANDS_H
