// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Call.h"
#include "device/DeviceName.h"
#include "dtype/Dtype.h"

#include <algorithm>
#include <cstring>

using namespace kiln::rt;

static bool isDense(const kiln_tensor &tensor) {
  return !(tensor.flags & KILN_TENSOR_STRIDED) ||
         isRowMajor(tensor.rank, tensor.sizes, tensor.strides);
}

/// Can kernels use the tensor in place? They rely on the natural alignment of
/// elements; it is on the host, or on the device itself.
static inline bool isUsable(const kiln_tensor &tensor, size_t elementBytes,
                            const Device &device) {
  return tensor.device.type == device.id().type &&
         reinterpret_cast<uintptr_t>(tensor.data) %
                 std::max<size_t>(1, elementBytes) ==
             0 &&
         isDense(tensor);
}

Call::~Call() {
  if (finished_)
    return;
  for (Destination &destination : targets_)
    freeOutput(destination);
}

void Call::freeOutput(Destination &destination) {
  if (!destination.allocated)
    return;
  module_.outputDevice().free(destination.tensor->data, destination.allocated);
  destination.tensor->data = nullptr;
  destination.allocated = 0;
}

Error Call::describeError(uint32_t output, const std::string &text) const {
  const ValueDecl &decl = program_.outputs[output];
  size_t result = static_cast<size_t>(
      std::find(program_.results.begin(), program_.results.end(), output) -
      program_.results.begin());
  std::string name =
      decl.name.empty() ? concat(result) : concat(result, " '", decl.name, "'");
  Error error = frame_.checker().error(Code::InvalidArgument, decl.origin,
                                       "output ", name, text);
  error.input = decl.name;
  return error;
}

Status Call::check() {
  if (outputCount_ != program_.results.size()) {
    Error error = frame_.checker().error(
        Code::InvalidArgument, noIndex, "the program returns ",
        program_.results.size(), " outputs, not ", outputCount_);
    error.bound = concat(program_.results.size());
    error.value = concat(outputCount_);
    return error;
  }
  return frame_.enter(inputs_, inputCount_);
}

Status Call::describe() {
  for (size_t i = 0; i < outputCount_; ++i)
    KILN_RT_TRY(frame_.describeOutput(program_.results[i], /*beforeRun=*/true,
                                      outputs_[i]));
  return {};
}

Expected<uint64_t> Call::byteSize(uint32_t output,
                                  const kiln_tensor &tensor) const {
  auto bytes = static_cast<int64_t>(dtypeBytes(tensor.dtype));
  bool overflow = false, empty = false;
  for (int32_t d = 0; d < tensor.rank; ++d) {
    empty |= tensor.sizes[d] == 0;
    overflow |= __builtin_mul_overflow(
        bytes, std::max<int64_t>(tensor.sizes[d], 1), &bytes);
  }
  if (overflow && !empty)
    return outputError(output, ": the size overflows 64 bits");
  return empty ? uint64_t(0) : static_cast<uint64_t>(bytes);
}

Status Call::bindInput(uint32_t input) {
  const kiln_tensor &tensor = inputs_[input];
  Slot &slot = frame_.slots[input];
  if (!program_.inputs[input].isTensor()) {
    slot = Slot();
    return {};
  }
  int64_t elements = 1;
  for (int32_t d = 0; d < tensor.rank; ++d)
    elements = tensor.sizes[d] == 0 ? 0 : elements * tensor.sizes[d];
  size_t elementBytes = dtypeBytes(tensor.dtype);
  uint64_t bytes = static_cast<uint64_t>(elements) * elementBytes;
  slot = {tensor.data, bytes};
  if (bytes == 0 || isUsable(tensor, elementBytes, device_))
    return {};
  Buffer &copy = frame_.packedInputs[input];
  if (!copy.ensure(bytes)) {
    Error error = frame_.checker().inputError(
        input, ": no memory for a copy of ", bytes, " bytes");
    error.code = Code::ResourceExhausted;
    return error;
  }
  slot.data = copy.data();
  packed_.push_back(input);
  return {};
}

Status Call::begin(PackingCount &packing, kiln_stream stream) {
  stream_ = stream;
  for (uint32_t input : packed_) {
    const kiln_tensor &tensor = inputs_[input];
    const Slot &slot = frame_.slots[input];
    StridedCopy shape = {
        dtypeBytes(tensor.dtype), tensor.rank, tensor.sizes,
        tensor.flags & KILN_TENSOR_STRIDED ? tensor.strides : nullptr, nullptr};
    KILN_RT_TRY(device_.copyStrided(shape, slot.data, Place::Device,
                                    tensor.data, placeOf(tensor), stream));
    ++packing.inputs;
    packing.bytes += slot.bytes;
  }
  // Results of the last run whose sizes may be others now.
  for (uint32_t output : dynamic_) {
    freeOutput(targets_[output]);
    if (!targets_[output].isGiven)
      targets_[output].tensor->data = nullptr;
  }
  views_.resize(fixedViews_);
  pending_.assign(dynamic_.begin(), dynamic_.end());
  if (!pending_.empty()) {
    registersSet_.assign(program_.registers.size(), false);
    std::fill_n(registersSet_.begin(), program_.givenRegisters(), true);
  }
  finished_ = false;
  return {};
}

Status Call::useBuffer(uint32_t output, uint64_t bytes) {
  Buffer &buffer = frame_.outputBuffers[output];
  if (!buffer.ensure(bytes)) {
    Error error = outputError(output, ": no memory for ", bytes, " bytes");
    error.code = Code::ResourceExhausted;
    return error;
  }
  frame_.slots[program_.outputSlot(output)] = {buffer.data(), bytes};
  return {};
}

/// Memory for all that the declared strides reach: they may leave gaps.
Status Call::allocate(uint32_t output, kiln_tensor &tensor) {
  std::optional<uint64_t> bytes = touchedBytes(
      dtypeBytes(tensor.dtype), tensor.rank, tensor.sizes,
      tensor.flags & KILN_TENSOR_STRIDED ? tensor.strides : nullptr);
  if (!bytes)
    return outputError(output,
                       ": the declared strides leave 64 bits or are negative");
  if (*bytes == 0)
    return {};
  tensor.data = module_.outputDevice().allocate(*bytes);
  if (!tensor.data) {
    Error error = outputError(output, ": no memory for ", *bytes, " bytes");
    error.code = Code::ResourceExhausted;
    return error;
  }
  targets_[output].allocated = *bytes;
  return {};
}

Status Call::checkGiven(uint32_t output, const kiln_tensor &expected) const {
  const kiln_tensor &given = *targets_[output].tensor;
  auto fail = [&](std::string bound, std::string value, const char *what) {
    Error error = outputError(output, ": ", what, " is ", value, ", but ",
                              bound, " is expected");
    error.bound = std::move(bound);
    error.value = std::move(value);
    return error;
  };
  if (given.device.type != KILN_DEVICE_CPU &&
      !isSameDevice(given.device, device_.id()))
    return fail(module_.deviceName(), deviceName(given.device), "the device");
  if (given.dtype != expected.dtype)
    return fail(dtypeName(expected.dtype), dtypeName(given.dtype), "dtype");
  if (given.rank != expected.rank)
    return fail(concat(expected.rank), concat(given.rank), "rank");
  for (int32_t d = 0; d < given.rank; ++d) {
    if (given.sizes[d] != expected.sizes[d])
      return fail(concat(expected.sizes[d]), concat(given.sizes[d]), "size");
    bool overlaps = given.flags & KILN_TENSOR_STRIDED && given.sizes[d] > 1 &&
                    given.strides[d] == 0;
    if (overlaps)
      return outputError(output, ": the stride of dimension ", d, " is 0");
  }
  return checkOverlap(output);
}

Status Call::checkOverlap(uint32_t output) const {
  std::optional<Extent> extent = extentOf(*targets_[output].tensor);
  if (!extent)
    return outputError(output, ": the strides leave the address space");
  for (size_t i = 0; i < inputCount_; ++i) {
    const kiln_tensor &input = inputs_[i];
    if (!input.data || !program_.inputs[i].isTensor())
      continue;
    std::optional<Extent> other = extentOf(input);
    if (other && extent->overlaps(*other))
      return outputError(output, ": the memory overlaps input '",
                         program_.inputs[i].name, "'");
  }
  for (size_t i = 0; i < outputCount_; ++i) {
    const kiln_tensor &given = outputs_[i];
    if (!given.data || &given == targets_[output].tensor ||
        dtypeBytes(given.dtype) == 0 || given.rank < 0 ||
        given.rank > KILN_MAX_RANK)
      continue;
    std::optional<Extent> other = extentOf(given);
    if (other && extent->overlaps(*other))
      return outputError(output, ": the memory overlaps output ", i);
  }
  return {};
}

/// A constant or number: a scalar that is written at the end.
Status Call::bindNumber(uint32_t output) {
  kiln_tensor &tensor = *targets_[output].tensor;
  kiln_tensor expected = {};
  KILN_RT_TRY(frame_.describeOutput(output, /*beforeRun=*/false, expected));
  uint64_t bytes = dtypeBytes(expected.dtype);
  if (tensor.data && bytes > 0)
    return checkGiven(output, expected);
  void *data = tensor.data;
  tensor = expected;
  tensor.data = data;
  frame_.slots[program_.outputSlot(output)].bytes = bytes;
  return allocate(output, tensor);
}

Status Call::bindOutput(uint32_t output) {
  Destination &destination = targets_[output];
  if (!program_.outputs[output].isTensor())
    return bindNumber(output);
  kiln_tensor &tensor = *destination.tensor;
  kiln_tensor expected = {};
  KILN_RT_TRY(frame_.describeOutput(output, /*beforeRun=*/false, expected));
  KILN_RT_ASSIGN(uint64_t bytes, byteSize(output, expected));
  if (program_.outputs[output].viewOf != noIndex)
    return bindView(output, expected);
  Slot &slot = frame_.slots[program_.outputSlot(output)];
  if (tensor.data) {
    KILN_RT_TRY(checkGiven(output, expected));
  } else {
    tensor = expected;
    KILN_RT_TRY(allocate(output, tensor));
  }
  slot = {tensor.data, bytes};
  destination.unpack =
      bytes > 0 && !isUsable(tensor, dtypeBytes(tensor.dtype), device_);
  return destination.unpack ? useBuffer(output, bytes) : Status();
}

/// A mutation that the program writes to its own slot gets a buffer, whose
/// content replaces the target at the end; one that was made in place has its
/// target's slot.
Status Call::bindMutation(uint32_t output) {
  const ValueDecl &decl = program_.outputs[output];
  bool toInput = decl.kind == KILN_VALUE_USER_INPUT_MUTATION;
  const Slot &target =
      toInput ? frame_.slots[decl.targetIndex] : stateSlots_[decl.targetIndex];
  if (program_.outputWritten[output])
    return useBuffer(output, target.bytes);
  frame_.slots[program_.outputSlot(output)] = target;
  return {};
}

Status Call::bind() {
  for (uint32_t i = 0; i < inputCount_; ++i)
    KILN_RT_TRY(bindInput(i));
  for (size_t i = 0; i < outputCount_; ++i) {
    Destination &destination = targets_[program_.results[i]];
    destination.tensor = &outputs_[i];
    destination.isGiven = outputs_[i].data != nullptr;
  }
  for (uint32_t i = 0; i < program_.outputs.size(); ++i) {
    const ValueDecl &decl = program_.outputs[i];
    bool fixed = frame_.isFixed(decl);
    if (decl.isMutation())
      KILN_RT_TRY(bindMutation(i));
    else if (fixed)
      KILN_RT_TRY(bindOutput(i));
    else
      dynamic_.push_back(i);
  }
  fixedViews_ = views_.size();
  return {};
}

Status Call::registerSet(uint32_t reg) {
  if (pending_.empty() || registersSet_[reg])
    return {};
  registersSet_[reg] = true;
  for (size_t i = 0; i < pending_.size();) {
    bool ready = true;
    auto need = [&](uint32_t used) { ready &= registersSet_[used]; };
    program_.outputs[pending_[i]].forEachLayout([&](uint32_t expression) {
      program_.expressions[expression].forEachRegister(need);
    });
    if (!ready) {
      ++i;
      continue;
    }
    uint32_t output = pending_[i];
    pending_.erase(pending_.begin() + static_cast<ptrdiff_t>(i));
    KILN_RT_TRY(bindOutput(output));
  }
  return {};
}

Status Call::deliverNumber(uint32_t output) {
  const ValueDecl &decl = program_.outputs[output];
  kiln_tensor &tensor = *targets_[output].tensor;
  Word word = decl.constant.kind == Constant::Kind::Float
                  ? doubleToWord(decl.constant.number)
                  : decl.constant.integer;
  if (decl.kind == KILN_VALUE_NUMBER) {
    KILN_RT_ASSIGN(word, frame_.evaluate(decl.number));
  }
  if (decl.dtype == KILN_DTYPE_BOOL)
    word = word != 0;
  if (decl.dtype == KILN_DTYPE_NONE)
    return {};
  size_t bytes = dtypeBytes(decl.dtype);
  if (placeOf(tensor) == Place::Device)
    return device_.copy(tensor.data, Place::Device, &word, Place::Host, bytes,
                        stream_);
  std::memcpy(tensor.data, &word, bytes);
  return {};
}

Status Call::unpackTo(const kiln_tensor &tensor, const void *from) {
  StridedCopy shape = {
      dtypeBytes(tensor.dtype), tensor.rank, tensor.sizes, nullptr,
      tensor.flags & KILN_TENSOR_STRIDED ? tensor.strides : nullptr};
  return device_.copyStrided(shape, tensor.data, placeOf(tensor), from,
                             Place::Device, stream_);
}

Status Call::deliverMutation(uint32_t output) {
  const ValueDecl &decl = program_.outputs[output];
  const Slot &made = frame_.slots[program_.outputSlot(output)];
  if (decl.kind != KILN_VALUE_USER_INPUT_MUTATION) {
    const Slot &state = stateSlots_[decl.targetIndex];
    if (made.data == state.data)
      return {};
    return device_.copy(state.data, Place::Device, made.data, Place::Device,
                        made.bytes, stream_);
  }
  const kiln_tensor &input = inputs_[decl.targetIndex];
  if (made.data == input.data || made.bytes == 0)
    return {};
  return unpackTo(input, made.data);
}

Status Call::finish() {
  // Numbers can fail, so they come before anything is delivered.
  for (uint32_t i = 0; i < program_.outputs.size(); ++i)
    if (!program_.outputs[i].isTensor())
      KILN_RT_TRY(deliverNumber(i));
  for (uint32_t i = 0; i < program_.outputs.size(); ++i) {
    if (targets_[i].unpack)
      KILN_RT_TRY(
          unpackTo(*targets_[i].tensor, frame_.outputBuffers[i].data()));
    if (program_.outputs[i].isMutation())
      KILN_RT_TRY(deliverMutation(i));
  }
  for (const ReturnedView &view : views_)
    KILN_RT_TRY(deliverView(view));
  finished_ = true;
  return {};
}
