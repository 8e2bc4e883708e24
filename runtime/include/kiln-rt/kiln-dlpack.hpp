// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors to and from DLPack, without a copy, and in the order of streams.
// Kiln brings no DLPack header: these work with the DLTensor of yours. C++17.

#ifndef KILN_RT_KILN_DLPACK_HPP
#define KILN_RT_KILN_DLPACK_HPP

#include "kiln-rt/kiln.hpp"

namespace kiln::runtime {

namespace detail {
/// An element type in DLPack's numbers.
struct DLPackType {
  kiln_dtype dtype;
  uint8_t code, bits;
};

inline constexpr DLPackType kDLPackTypes[] = {
    {KILN_DTYPE_I8, 0, 8},        {KILN_DTYPE_I16, 0, 16},
    {KILN_DTYPE_I32, 0, 32},      {KILN_DTYPE_I64, 0, 64},
    {KILN_DTYPE_U8, 1, 8},        {KILN_DTYPE_U16, 1, 16},
    {KILN_DTYPE_U32, 1, 32},      {KILN_DTYPE_U64, 1, 64},
    {KILN_DTYPE_F16, 2, 16},      {KILN_DTYPE_F32, 2, 32},
    {KILN_DTYPE_F64, 2, 64},      {KILN_DTYPE_BF16, 4, 16},
    {KILN_DTYPE_C32, 5, 32},      {KILN_DTYPE_C64, 5, 64},
    {KILN_DTYPE_C128, 5, 128},    {KILN_DTYPE_BOOL, 6, 8},
    {KILN_DTYPE_F8E4M3FN, 10, 8}, {KILN_DTYPE_F8E4M3FNUZ, 11, 8},
    {KILN_DTYPE_F8E5M2, 12, 8},   {KILN_DTYPE_F8E5M2FNUZ, 13, 8},
    {KILN_DTYPE_F8E8M0FNU, 14, 8}};

/// A device type in DLPack's numbers. Memory of the host that CUDA pinned is
/// the host's, managed memory is the device's; the first row of a type is what
/// it is written as.
struct DLPackDevice {
  int32_t number;
  kiln_device_type type;
};

inline constexpr DLPackDevice kDLPackDevices[] = {{1, KILN_DEVICE_CPU},
                                                  {2, KILN_DEVICE_CUDA},
                                                  {3, KILN_DEVICE_CPU},
                                                  {13, KILN_DEVICE_CUDA}};
} // namespace detail

/// A view of the same memory, which must stay. `DLTensor` is that of dlpack.h.
template <typename DLTensor>
StatusOr<kiln_tensor> fromDLPack(const DLTensor &from) {
  kiln_tensor tensor = {};
  auto number = static_cast<int32_t>(from.device.device_type);
  bool hasDevice = false;
  for (const detail::DLPackDevice &device : detail::kDLPackDevices) {
    if (device.number != number)
      continue;
    hasDevice = true;
    bool isHost = device.type == KILN_DEVICE_CPU;
    tensor.device = {device.type, isHost ? 0 : from.device.device_id};
  }
  if (!hasDevice)
    return Status(KILN_INVALID_ARGUMENT,
                  "DLPack: tensors on a device of type " +
                      std::to_string(number) + " cannot be taken");
  if (from.ndim < 0 || from.ndim > KILN_MAX_RANK)
    return Status(KILN_INVALID_ARGUMENT,
                  "DLPack: the rank is " + std::to_string(from.ndim));
  for (const detail::DLPackType &type : detail::kDLPackTypes)
    if (type.code == from.dtype.code && type.bits == from.dtype.bits &&
        from.dtype.lanes == 1)
      tensor.dtype = type.dtype;
  if (tensor.dtype == KILN_DTYPE_NONE)
    return Status(KILN_INVALID_ARGUMENT,
                  "DLPack: no element type has code " +
                      std::to_string(from.dtype.code) + ", " +
                      std::to_string(from.dtype.bits) + " bits and " +
                      std::to_string(from.dtype.lanes) + " lanes");
  tensor.data = static_cast<char *>(from.data) + from.byte_offset;
  tensor.rank = from.ndim;
  tensor.flags = from.strides ? KILN_TENSOR_STRIDED : 0;
  for (int32_t d = 0; d < from.ndim; ++d) {
    tensor.sizes[d] = from.shape[d];
    if (from.strides)
      tensor.strides[d] = from.strides[d];
  }
  return tensor;
}

/// The same for a tensor that `producer` may still be at work on: later work of
/// `stream`, on which a run of the module is to read or write it, follows. Null
/// is the module's own stream, as in a run; DLPack's numbers 1 and 2 are CUDA's
/// handles of its default streams. Nothing is done for memory of the host.
template <typename DLTensor>
StatusOr<kiln_tensor> fromDLPack(const DLTensor &from, const Module &module,
                                 kiln_stream producer, kiln_stream stream) {
  StatusOr<kiln_tensor> tensor = fromDLPack(from);
  if (!tensor.ok() || tensor->device.type == KILN_DEVICE_CPU)
    return tensor;
  Status status = module.follow(stream, producer);
  return status.ok() ? tensor : status;
}

/// A view of the same memory, whose shape and strides lie in `tensor`: both
/// must stay. Strides that `tensor` leaves out are filled in.
template <typename DLTensor>
StatusOr<DLTensor> toDLPack(kiln_tensor &tensor) {
  DLTensor made = {};
  bool known = false, hasDevice = false;
  for (const detail::DLPackDevice &device : detail::kDLPackDevices) {
    if (device.type != tensor.device.type || hasDevice)
      continue;
    made.device.device_type =
        static_cast<decltype(made.device.device_type)>(device.number);
    hasDevice = true;
  }
  if (!hasDevice)
    return Status(KILN_INVALID_ARGUMENT,
                  "DLPack: the tensor is on an unknown device");
  made.device.device_id = tensor.device.index;
  for (const detail::DLPackType &type : detail::kDLPackTypes)
    if (type.dtype == tensor.dtype) {
      made.dtype.code = type.code;
      made.dtype.bits = type.bits;
      known = true;
    }
  if (!known)
    return Status(KILN_INVALID_ARGUMENT,
                  "DLPack: the tensor has no element type");
  made.dtype.lanes = 1;
  made.data = tensor.data;
  made.ndim = tensor.rank;
  int64_t stride = 1;
  for (int32_t d = tensor.rank;
       d-- > 0 && !(tensor.flags & KILN_TENSOR_STRIDED);
       stride *= tensor.sizes[d])
    tensor.strides[d] = stride;
  tensor.flags |= KILN_TENSOR_STRIDED;
  made.shape = tensor.sizes;
  made.strides = tensor.strides;
  return made;
}

/// The same for a tensor that runs on `stream` (null: the module's own) may
/// still be at work on: later work of `consumer` follows. Before the module
/// gets the memory back, its own stream is to follow the consumer.
template <typename DLTensor>
StatusOr<DLTensor> toDLPack(kiln_tensor &tensor, const Module &module,
                            kiln_stream stream, kiln_stream consumer) {
  StatusOr<DLTensor> made = toDLPack<DLTensor>(tensor);
  if (!made.ok() || tensor.device.type == KILN_DEVICE_CPU)
    return made;
  Status status = module.follow(consumer, stream);
  return status.ok() ? made : status;
}

} // namespace kiln::runtime

#endif // KILN_RT_KILN_DLPACK_HPP
