// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DLTensor.h"
#include "kiln-rt/kiln-dlpack.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using kiln::runtime::fromDLPack;
using kiln::runtime::toDLPack;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

namespace {
float values[6] = {0, 1, 2, 3, 4, 5};
int64_t shape[2] = {2, 2}, strides[2] = {1, 2};
DLTensor turned() {
  return {values, {Cpu, 0}, 2, {2, 32, 1}, shape, strides, 4};
}
} // namespace

TEST(DLPack, ViewsTheSameMemory) {
  kiln::runtime::StatusOr<kiln_tensor> tensor = fromDLPack(turned());
  ASSERT_TRUE(tensor.ok()) << tensor.status().message();
  EXPECT_EQ(tensor->data, values + 1);
  EXPECT_EQ(tensor->dtype, KILN_DTYPE_F32);
  EXPECT_EQ(tensor->rank, 2);
  EXPECT_EQ(tensor->flags, KILN_TENSOR_STRIDED);
  EXPECT_EQ(tensor->strides[1], 2);
  DLTensor dense = turned();
  dense.strides = nullptr;
  EXPECT_EQ(fromDLPack(dense)->flags, 0u);

  kiln::runtime::StatusOr<DLTensor> back = toDLPack<DLTensor>(*tensor);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->data, values + 1);
  EXPECT_EQ(back->device.device_type, Cpu);
  EXPECT_EQ(back->shape, tensor->sizes);
  EXPECT_EQ(back->strides[1], 2);
}

TEST(DLPack, FillsInStrides) {
  kiln_tensor tensor = kiln::runtime::makeTensor(values, {1, 2, 3});
  kiln::runtime::StatusOr<DLTensor> made = toDLPack<DLTensor>(tensor);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->strides[0], 6);
  EXPECT_EQ(made->strides[1], 3);
  EXPECT_EQ(made->strides[2], 1);
}

TEST(DLPack, KnowsAllElementTypes) {
  for (int number = KILN_DTYPE_BOOL; number <= KILN_DTYPE_F8E8M0FNU; ++number) {
    kiln_tensor tensor = {};
    tensor.dtype = static_cast<kiln_dtype>(number);
    kiln::runtime::StatusOr<DLTensor> made = toDLPack<DLTensor>(tensor);
    ASSERT_TRUE(made.ok()) << kiln_dtype_name(tensor.dtype);
    EXPECT_EQ(made->dtype.bits, 8 * kiln_dtype_size(tensor.dtype));
    EXPECT_EQ(fromDLPack(*made)->dtype, tensor.dtype);
  }
}

TEST(DLPack, MapsDevices) {
  DLTensor from = turned();
  from.device = {Cuda, 3};
  kiln::runtime::StatusOr<kiln_tensor> tensor = fromDLPack(from);
  ASSERT_TRUE(tensor.ok()) << tensor.status().message();
  EXPECT_EQ(tensor->device.type, KILN_DEVICE_CUDA);
  EXPECT_EQ(tensor->device.index, 3);
  kiln::runtime::StatusOr<DLTensor> back = toDLPack<DLTensor>(*tensor);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->device.device_type, Cuda);
  EXPECT_EQ(back->device.device_id, 3);
  // Pinned memory is the host's, whatever its index.
  from.device = {CudaHost, 3};
  EXPECT_EQ(fromDLPack(from)->device.type, KILN_DEVICE_CPU);
  EXPECT_EQ(fromDLPack(from)->device.index, 0);
  tensor->device.type = static_cast<kiln_device_type>(9);
  EXPECT_EQ(toDLPack<DLTensor>(*tensor).status().message(),
            "DLPack: the tensor is on an unknown device");
}

TEST(DLPack, RefusesWhatItCannotView) {
  auto messageOf = [](const DLTensor &tensor) {
    return std::string(fromDLPack(tensor).status().message());
  };
  DLTensor tensor = turned();
  tensor.device.device_type = Metal;
  EXPECT_THAT(messageOf(tensor),
              HasSubstr("tensors on a device of type 8 cannot be taken"));
  tensor = turned();
  tensor.ndim = 17;
  EXPECT_THAT(messageOf(tensor), HasSubstr("the rank is 17"));
  tensor = turned();
  tensor.dtype.lanes = 4;
  EXPECT_THAT(messageOf(tensor),
              HasSubstr("no element type has code 2, 32 bits "
                        "and 4 lanes"));
  kiln_tensor none = {};
  EXPECT_EQ(toDLPack<DLTensor>(none).status().message(),
            "DLPack: the tensor has no element type");
}
