// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weights/WeightSource.h"
#include "device/CpuDevice.h"
#include "dtype/Dtype.h"

#include <algorithm>

using namespace kiln::rt;

Expected<WeightSourcePtr>
WeightSource::make(std::vector<NamedTensor> tensors,
                   const std::shared_ptr<void> &owner) {
  std::shared_ptr<WeightSource> source(new WeightSource());
  source->tensors_ = std::move(tensors);
  for (NamedTensor &tensor : source->tensors_)
    tensor.owner = owner;
  for (size_t i = 0; i < source->tensors_.size(); ++i)
    if (!source->index_.emplace(source->tensors_[i].name, i).second)
      return makeError(Code::InvalidArgument, "the weight '",
                       source->tensors_[i].name, "' is given twice");
  return WeightSourcePtr(std::move(source));
}

WeightSourcePtr WeightSource::overlay(const WeightSourcePtr &base,
                                      const WeightSourcePtr &over) {
  if (!base)
    return over;
  std::shared_ptr<WeightSource> source(new WeightSource());
  source->tensors_ = over->tensors_;
  for (const NamedTensor &tensor : base->tensors_)
    if (!over->find(tensor.name))
      source->tensors_.push_back(tensor);
  for (size_t i = 0; i < source->tensors_.size(); ++i)
    source->index_.emplace(source->tensors_[i].name, i);
  return source;
}

const kiln_tensor *WeightSource::find(std::string_view name) const {
  auto found = index_.find(std::string(name));
  return found == index_.end() ? nullptr : &tensors_[found->second].tensor;
}

/// Bytes of the tensor's elements; an error where it is none.
static Expected<uint64_t> checkTensor(const std::string &name,
                                      const kiln_tensor &tensor) {
  auto fail = [&](const char *what) {
    return makeError(Code::InvalidArgument, "the weight '", name, "' ", what);
  };
  if (tensor.device.type != KILN_DEVICE_CPU)
    return fail("is not on the CPU");
  if (dtypeBytes(tensor.dtype) == 0)
    return fail("has no dtype");
  if (tensor.rank < 0 || tensor.rank > KILN_MAX_RANK)
    return fail("has a rank that is out of range");
  uint64_t bytes = dtypeBytes(tensor.dtype);
  bool empty = false, overflow = false;
  for (int32_t d = 0; d < tensor.rank; ++d) {
    if (tensor.sizes[d] < 0)
      return fail("has a negative size");
    empty |= tensor.sizes[d] == 0;
    overflow |= __builtin_mul_overflow(
        bytes, static_cast<uint64_t>(std::max<int64_t>(tensor.sizes[d], 1)),
        &bytes);
  }
  if (overflow)
    return fail("is larger than 64 bits can say");
  if (!tensor.data && !empty)
    return fail("has no memory");
  return empty ? uint64_t(0) : bytes;
}

Expected<WeightSourcePtr> kiln::rt::useTensors(const char *const *names,
                                               const kiln_tensor *tensors,
                                               size_t count,
                                               std::shared_ptr<void> owner) {
  std::vector<NamedTensor> result;
  // Lives in the owner, where the tensors are copied.
  auto copies = std::make_shared<std::vector<Buffer>>();
  static CpuDevice host(defaultAllocator(), Executor(std::nullopt, nullptr));
  for (size_t i = 0; i < count; ++i) {
    if (!names[i])
      return makeError(Code::InvalidArgument, "weight ", i, " has no name");
    NamedTensor named = {names[i], tensors[i], nullptr};
    KILN_RT_ASSIGN(uint64_t bytes, checkTensor(named.name, named.tensor));
    if (!owner) {
      kiln_tensor &tensor = named.tensor;
      Buffer &copy = copies->emplace_back(host);
      if (!copy.ensure(bytes))
        return makeError(Code::ResourceExhausted, "no memory for the weight '",
                         named.name, "'");
      bool strided = tensor.flags & KILN_TENSOR_STRIDED;
      if (bytes > 0)
        copyStrided({dtypeBytes(tensor.dtype), tensor.rank, tensor.sizes,
                     strided ? tensor.strides : nullptr, nullptr},
                    tensor.data, copy.data());
      tensor.data = copy.data();
      tensor.flags &= ~KILN_TENSOR_STRIDED;
    }
    result.push_back(std::move(named));
  }
  if (!owner)
    owner = copies;
  return WeightSource::make(std::move(result), owner);
}
