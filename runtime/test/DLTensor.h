// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KILN_RT_TEST_DLTENSOR_H
#define KILN_RT_TEST_DLTENSOR_H

#include <cstdint>

namespace kiln::rt::test {

/// The layout that DLPack has frozen.
enum DeviceType : int32_t { Cpu = 1, Cuda = 2, CudaHost = 3, Metal = 8 };
struct Device {
  DeviceType device_type;
  int32_t device_id;
};
struct DataType {
  uint8_t code, bits;
  uint16_t lanes;
};
struct DLTensor {
  void *data;
  Device device;
  int32_t ndim;
  DataType dtype;
  int64_t *shape, *strides;
  uint64_t byte_offset;
};

} // namespace kiln::rt::test

#endif // KILN_RT_TEST_DLTENSOR_H
