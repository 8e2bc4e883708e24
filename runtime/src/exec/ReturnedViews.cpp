// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outputs that are inputs, or parts of them: the same memory, where the caller
// wants none of its own.

#include "dtype/Dtype.h"
#include "exec/Call.h"

#include <algorithm>

using namespace kiln::rt;

static const int64_t *stridesOf(const kiln_tensor &tensor) {
  return tensor.flags & KILN_TENSOR_STRIDED ? tensor.strides : nullptr;
}

/// Do both strides put the elements of these sizes at the same places?
static bool liesAs(int32_t rank, const int64_t *sizes, const int64_t *strides,
                   const int64_t *others) {
  for (int32_t d = 0; d < rank; ++d)
    if (sizes[d] > 1 && strides[d] != others[d])
      return false;
  return true;
}

static bool isEmpty(const kiln_tensor &tensor) {
  return std::count(tensor.sizes, tensor.sizes + tensor.rank, 0) > 0;
}

/// A buffer for the input in the strides that it had at export.
Status Call::layOut(uint32_t output, const kiln_tensor &input,
                    const int64_t *strides, ReturnedView &returned) {
  size_t element = dtypeBytes(input.dtype);
  std::optional<uint64_t> bytes =
      touchedBytes(element, input.rank, input.sizes, strides);
  Buffer &buffer = frame_.outputBuffers[output];
  if (!bytes || !buffer.ensure(*bytes)) {
    Error error = outputError(output, ": no memory for a copy of the input");
    error.code = Code::ResourceExhausted;
    return error;
  }
  returned.isReturned = false;
  returned.laidOutInput = &input;
  returned.laidOut = buffer.data();
  returned.view.device = device_.id();
  std::copy_n(strides, input.rank, returned.laidOutStrides);
  return {};
}

/// Finds the memory of a view. Its strides count in an input that lies as it
/// did at export; only the whole of an input may lie as it likes.
Status Call::placeView(uint32_t output, ReturnedView &returned) {
  const ValueDecl &decl = program_.outputs[output];
  const ValueDecl &inputDecl = program_.inputs[decl.viewOf];
  const kiln_tensor &input = inputs_[decl.viewOf];
  kiln_tensor &view = returned.view;
  int64_t declared[KILN_MAX_RANK], given[KILN_MAX_RANK];
  rowMajorStrides(input.rank, input.sizes, declared);
  std::copy_n(stridesOf(input) ? input.strides : declared, input.rank, given);
  for (size_t d = 0; d < inputDecl.strides.size(); ++d) {
    KILN_RT_ASSIGN(declared[d], frame_.evaluate(inputDecl.strides[d]));
  }
  KILN_RT_ASSIGN(int64_t offset, frame_.evaluate(decl.viewOffset));
  returned.isReturned = true;
  view.data = input.data;
  view.device = input.device;
  bool isWhole = offset == 0 && view.rank == input.rank &&
                 std::equal(view.sizes, view.sizes + view.rank, input.sizes) &&
                 liesAs(view.rank, view.sizes, view.strides, declared);
  if (isWhole) {
    view.flags = input.flags & KILN_TENSOR_STRIDED;
    std::copy_n(given, view.rank, view.strides);
    return {};
  }
  size_t element = dtypeBytes(view.dtype);
  std::optional<uint64_t> all =
      touchedBytes(element, input.rank, input.sizes, declared);
  std::optional<uint64_t> part =
      touchedBytes(element, view.rank, view.sizes, view.strides);
  if (!all || !part || offset < 0 ||
      static_cast<uint64_t>(offset) > *all / element ||
      *part > *all - static_cast<uint64_t>(offset) * element)
    return outputError(output, ": the view leaves input '", inputDecl.name,
                       "'");
  if (!liesAs(input.rank, input.sizes, given, declared))
    KILN_RT_TRY(layOut(output, input, declared, returned));
  void *data = returned.laidOut ? returned.laidOut : input.data;
  view.data = static_cast<char *>(data) + static_cast<size_t>(offset) * element;
  return {};
}

Status Call::bindView(uint32_t output, const kiln_tensor &expected) {
  kiln_tensor &tensor = *targets_[output].tensor;
  if (tensor.data)
    KILN_RT_TRY(checkGiven(output, expected));
  if (isEmpty(expected)) {
    if (!tensor.data)
      tensor = expected;
    return {};
  }
  ReturnedView returned;
  returned.to = &tensor;
  returned.view = expected;
  KILN_RT_TRY(placeView(output, returned));
  returned.isReturned &= !tensor.data;
  if (!returned.isReturned && !tensor.data) {
    tensor = expected;
    KILN_RT_TRY(allocate(output, tensor));
  }
  views_.push_back(returned);
  return {};
}

Status Call::deliverView(const ReturnedView &returned) {
  kiln_tensor &tensor = *returned.to;
  const kiln_tensor &view = returned.view;
  if (returned.isReturned) {
    tensor = view;
    tensor.flags |= KILN_TENSOR_VIEW;
    return {};
  }
  if (const kiln_tensor *input = returned.laidOutInput)
    KILN_RT_TRY(device_.copyStrided({dtypeBytes(input->dtype), input->rank,
                                     input->sizes, stridesOf(*input),
                                     returned.laidOutStrides},
                                    returned.laidOut, Place::Device,
                                    input->data, placeOf(*input), stream_));
  return device_.copyStrided({dtypeBytes(view.dtype), view.rank, view.sizes,
                              view.strides, stridesOf(tensor)},
                             tensor.data, placeOf(tensor), view.data,
                             placeOf(view), stream_);
}
