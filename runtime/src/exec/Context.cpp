// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Context.h"
#include "device/DeviceName.h"
#include "dtype/Dtype.h"

#include <deque>

using namespace kiln::rt;

Context::Context(Module &module, size_t graphs)
    : module_(module), arenas_(module.manifest().programs.size()),
      frames_(module.manifest().programs.size()) {
  size_t storages = module.manifest().storages.size();
  mutableStorages_.reserve(storages);
  for (size_t i = 0; i < storages; ++i)
    mutableStorages_.emplace_back(module.device());
  if (graphs > 0 && !module.device().isHost())
    graphs_ = std::make_unique<GraphCache>(module, graphs);
}

/// Writes the replacements of entries of mutable storages into their copies.
static Status copyReplacements(const Program &program, const WeightSet &weights,
                               const std::vector<Storage> &declared,
                               std::vector<Buffer> &storages, Device &device,
                               kiln_stream stream) {
  for (const StateDecl &state : program.state) {
    const kiln_tensor *tensor = weights.replacement(state);
    if (!declared[state.storage].isMutable || !tensor || state.elements == 0)
      continue;
    size_t element = dtypeBytes(state.dtype);
    bool strided = tensor->flags & KILN_TENSOR_STRIDED;
    char *to = static_cast<char *>(storages[state.storage].data()) +
               static_cast<size_t>(state.offset) * element;
    KILN_RT_TRY(device.copyStrided(
        {element, tensor->rank, tensor->sizes,
         strided ? tensor->strides : nullptr, state.strides.data()},
        to, Place::Device, tensor->data, Place::Host, stream));
  }
  return {};
}

/// The context's copies of mutable storages get the values of its weights.
Status Context::copyState() {
  const std::vector<Storage> &declared = module_.manifest().storages;
  for (uint32_t i = 0; i < declared.size(); ++i) {
    if (!declared[i].isMutable)
      continue;
    ByteSpan storage = weights_->storage(i);
    if (!mutableStorages_[i].ensure(storage.size))
      return makeError(Code::ResourceExhausted, module_.file(),
                       ": no memory for ", storage.size, " bytes of state");
    KILN_RT_TRY(module_.device().copy(mutableStorages_[i].data(), Place::Device,
                                      storage.data, Place::Host, storage.size,
                                      stream_));
  }
  for (const Program &program : module_.manifest().programs)
    KILN_RT_TRY(copyReplacements(program, *weights_, declared, mutableStorages_,
                                 module_.device(), stream_));
  return {};
}

/// Follows the module's weights where they were replaced.
Status Context::takeWeights() {
  // The version first: a set that is newer than it is only asked for again.
  uint64_t version = module_.weightsVersion();
  if (weights_ && version == weightsVersion_)
    return {};
  KILN_RT_ASSIGN(weights_, module_.weights());
  weightsVersion_ = version;
  for (uint32_t i = 0; i < frames_.size(); ++i)
    if (frames_[i])
      bindState(i, *frames_[i]);
  return {};
}

Status Context::prepareState() {
  if (!module_.device().isHost())
    KILN_RT_TRY(module_.device().health());
  KILN_RT_TRY(takeWeights());
  if (stateReady_)
    return {};
  KILN_RT_TRY(copyState());
  stateReady_ = true;
  return {};
}

Status Context::resetState() {
  KILN_RT_TRY(takeWeights());
  KILN_RT_TRY(copyState());
  stateReady_ = true;
  return {};
}

void *Context::stateData(uint32_t program, size_t entry) const {
  const StateDecl &state = module_.manifest().programs[program].state[entry];
  if (!module_.manifest().storages[state.storage].isMutable)
    return const_cast<void *>(weights_->stateData(program, entry));
  return static_cast<char *>(mutableStorages_[state.storage].data()) +
         static_cast<size_t>(state.offset) * dtypeBytes(state.dtype);
}

void Context::bindState(uint32_t program, Frame &frame) const {
  const Program &decl = frame.program();
  for (size_t i = 0; i < decl.state.size(); ++i)
    frame.slots[decl.stateSlot(i)] = {
        stateData(program, i), static_cast<uint64_t>(decl.state[i].elements) *
                                   dtypeBytes(decl.state[i].dtype)};
}

static const int64_t *stridesOf(const kiln_tensor &tensor) {
  return tensor.flags & KILN_TENSOR_STRIDED ? tensor.strides : nullptr;
}

Expected<uint32_t> Context::findProgram(const char *program) const {
  if (std::optional<uint32_t> index = module_.findProgram(program))
    return uint32_t(*index);
  return makeError(Code::NotFound, module_.file(), ": there is no program '",
                   program, "'");
}

Arena &Context::arena(uint32_t program) {
  std::unique_ptr<Arena> &arena = arenas_[program];
  if (!arena)
    arena = std::make_unique<Arena>(module_, program);
  return *arena;
}

Expected<Frame *> Context::frame(const char *program) {
  KILN_RT_ASSIGN(uint32_t index, findProgram(program));
  KILN_RT_TRY(prepareState());
  std::unique_ptr<Frame> &frame = frames_[index];
  if (!frame) {
    frame = std::make_unique<Frame>(module_, index, arena(index));
    bindState(index, *frame);
  }
  return frame.get();
}

/// The memory of a context is used by one run after the other, whatever their
/// streams.
Status Context::enterStream(kiln_stream stream) {
  if (stream == stream_)
    return {};
  KILN_RT_TRY(module_.follow(stream, stream_));
  stream_ = stream;
  return {};
}

/// One run of a call that is bound, up to the delivery.
Status Context::compute(Frame &frame, Call &call, const RunControl &control) {
  KILN_RT_TRY(call.begin(packing_, control.stream));
  Status status =
      graphs_ && !observer_ && graphs_->takes(frame, call, control)
          ? graphs_->run(frame, call, control)
          : runEntry(module_, frame, call, observer_ ? &*observer_ : nullptr,
                     control, frame.program().runEntry);
  if (!status.ok())
    module_.logger().log(KILN_LOG_DEBUG, "call '", control.tag,
                         "': ", status.error().message);
  return status;
}

Status Context::run(const char *program, const kiln_tensor *inputs,
                    size_t inputCount, kiln_tensor *outputs, size_t outputCount,
                    const RunControl &control) {
  KILN_RT_ASSIGN(Frame * frame, this->frame(program));
  Call call(module_, *frame, inputs, inputCount, outputs, outputCount);
  KILN_RT_TRY(call.check());
  KILN_RT_TRY(call.bind());
  if (control.stream != stream_)
    KILN_RT_TRY(enterStream(control.stream));
  KILN_RT_TRY(compute(*frame, call, control));
  return finish(call);
}

Expected<std::unique_ptr<PreparedCall>>
Context::prepare(const char *program, const kiln_tensor *inputs,
                 size_t inputCount, const kiln_tensor *outputs,
                 size_t outputCount) {
  KILN_RT_ASSIGN(uint32_t index, findProgram(program));
  KILN_RT_TRY(prepareState());
  auto prepared = std::make_unique<PreparedCall>(
      module_, index, arena(index), inputs, inputCount, outputs, outputCount);
  bindState(index, prepared->frame);
  prepared->weightsVersion = weightsVersion_;
  KILN_RT_TRY(prepared->call.check());
  KILN_RT_TRY(prepared->call.bind());
  return prepared;
}

Status Context::run(PreparedCall &prepared, const RunControl &control) {
  KILN_RT_TRY(prepareState());
  if (prepared.weightsVersion != weightsVersion_)
    bindState(prepared.frame.programIndex(), prepared.frame);
  prepared.weightsVersion = weightsVersion_;
  if (control.stream != stream_)
    KILN_RT_TRY(enterStream(control.stream));
  KILN_RT_TRY(compute(prepared.frame, prepared.call, control));
  return finish(prepared.call);
}

/// Delivers, and without a stream waits for all that was to be done.
Status Context::finish(Call &call) {
  KILN_RT_TRY(call.finish());
  bool isDone = stream_ || module_.device().isHost();
  return isDone ? Status() : module_.device().wait(nullptr);
}

/// A row-major copy of a tensor that the contract has been checked for.
static Status copyTensor(kiln_tensor &tensor, Buffer &copy, Device &device,
                         kiln_stream stream, const std::string &file) {
  uint64_t bytes = dtypeBytes(tensor.dtype);
  for (int32_t d = 0; d < tensor.rank; ++d)
    bytes *= static_cast<uint64_t>(tensor.sizes[d]);
  if (bytes == 0)
    return {};
  if (!copy.ensure(bytes))
    return makeError(Code::ResourceExhausted, file, ": no memory for ", bytes,
                     " bytes of an input that is mutated");
  KILN_RT_TRY(device.copyStrided({dtypeBytes(tensor.dtype), tensor.rank,
                                  tensor.sizes, stridesOf(tensor), nullptr},
                                 copy.data(), Place::Device, tensor.data,
                                 placeOf(tensor), stream));
  tensor.data = copy.data();
  tensor.device = device.id();
  tensor.flags &= ~KILN_TENSOR_STRIDED;
  return {};
}

/// Copies the bytes of storages, of those that have any.
static Status copyStorages(const std::vector<Buffer> &from,
                           std::vector<Buffer> &to, Device &device,
                           kiln_stream stream, const std::string &file) {
  for (size_t i = 0; i < from.size(); ++i) {
    uint64_t bytes = from[i].capacity();
    if (!to[i].ensure(bytes))
      return makeError(Code::ResourceExhausted, file, ": no memory for ", bytes,
                       " bytes of state");
    KILN_RT_TRY(device.copy(to[i].data(), Place::Device, from[i].data(),
                            Place::Device, bytes, stream));
  }
  return {};
}

Status Context::warmUp(const char *program, const kiln_tensor *inputs,
                       size_t inputCount, const RunControl &control) {
  KILN_RT_ASSIGN(Frame * frame, this->frame(program));
  Device &device = module_.device();
  const Program &decl = frame->program();
  std::vector<kiln_tensor> outputs(decl.results.size());
  std::vector<kiln_tensor> copies(inputs, inputs + inputCount);
  KILN_RT_TRY(Call(module_, *frame, copies.data(), inputCount, outputs.data(),
                   outputs.size())
                  .check());
  if (control.stream != stream_)
    KILN_RT_TRY(enterStream(control.stream));
  // Programs may write inputs and state in place.
  std::deque<Buffer> memory;
  for (const ValueDecl &output : decl.outputs)
    if (output.kind == KILN_VALUE_USER_INPUT_MUTATION)
      KILN_RT_TRY(copyTensor(copies[output.targetIndex],
                             memory.emplace_back(device), device, stream_,
                             module_.file()));
  std::vector<Buffer> state;
  state.reserve(mutableStorages_.size());
  for (size_t i = 0; i < mutableStorages_.size(); ++i)
    state.emplace_back(device);
  KILN_RT_TRY(
      copyStorages(mutableStorages_, state, device, stream_, module_.file()));
  // Never finished: nothing is delivered, and its allocations go with it.
  Call call(module_, *frame, copies.data(), inputCount, outputs.data(),
            outputs.size());
  KILN_RT_TRY(call.check());
  KILN_RT_TRY(call.bind());
  Status status = compute(*frame, call, control);
  KILN_RT_TRY(
      copyStorages(state, mutableStorages_, device, stream_, module_.file()));
  KILN_RT_TRY(device.wait(stream_));
  return status;
}

Status Context::outputSizes(const char *program, const kiln_tensor *inputs,
                            size_t inputCount, kiln_tensor *outputs,
                            size_t outputCount) {
  KILN_RT_ASSIGN(Frame * frame, this->frame(program));
  Call call(module_, *frame, inputs, inputCount, outputs, outputCount);
  KILN_RT_TRY(call.check());
  return call.describe();
}

Expected<Context::StateRef> Context::findState(const char *program,
                                               const char *name) {
  KILN_RT_ASSIGN(uint32_t index, findProgram(program));
  KILN_RT_TRY(prepareState());
  const std::vector<StateDecl> &state =
      module_.manifest().programs[index].state;
  for (size_t i = 0; i < state.size(); ++i) {
    if (state[i].name != name)
      continue;
    void *data = stateData(index, i);
    if (!state[i].isUsed &&
        !module_.manifest().storages[state[i].storage].isMutable) {
      KILN_RT_ASSIGN(const void *laidOut,
                     weights_->layOutState(index, i, module_.file()));
      data = const_cast<void *>(laidOut);
    }
    return StateRef{&state[i], data};
  }
  return makeError(Code::NotFound, module_.file(), ": there is no state '",
                   name, "'");
}

Status Context::checkStateTensor(const StateDecl &decl,
                                 const kiln_tensor &tensor) const {
  bool agrees = tensor.dtype == decl.dtype &&
                (tensor.device.type == KILN_DEVICE_CPU ||
                 isSameDevice(tensor.device, module_.device().id())) &&
                tensor.rank == static_cast<int32_t>(decl.sizes.size()) &&
                (tensor.data || decl.elements == 0);
  for (size_t d = 0; agrees && d < decl.sizes.size(); ++d)
    agrees = tensor.sizes[d] == decl.sizes[d];
  if (agrees)
    return {};
  return makeError(Code::InvalidArgument, module_.file(),
                   ": the tensor does not "
                   "have the dtype and sizes of the state '",
                   decl.name, "'");
}

Status Context::readState(const char *program, const char *name,
                          kiln_tensor &tensor) {
  KILN_RT_ASSIGN(StateRef state, findState(program, name));
  KILN_RT_TRY(checkStateTensor(*state.decl, tensor));
  return module_.device().copyStrided(
      {dtypeBytes(tensor.dtype), tensor.rank, tensor.sizes, nullptr,
       stridesOf(tensor)},
      tensor.data, placeOf(tensor), state.data, Place::Device, stream_);
}

Status Context::writeState(const char *program, const char *name,
                           const kiln_tensor &tensor) {
  KILN_RT_ASSIGN(StateRef state, findState(program, name));
  KILN_RT_TRY(checkStateTensor(*state.decl, tensor));
  if (!state.decl->isMutable)
    return makeError(Code::FailedPrecondition, module_.file(), ": the state '",
                     name, "' is not mutable");
  return module_.device().copyStrided(
      {dtypeBytes(tensor.dtype), tensor.rank, tensor.sizes, stridesOf(tensor),
       nullptr},
      state.data, Place::Device, tensor.data, placeOf(tensor), stream_);
}

void Context::memoryUse(kiln_memory_use &use) const {
  auto sum = [](const std::vector<Buffer> &buffers) {
    uint64_t bytes = 0;
    for (const Buffer &buffer : buffers)
      bytes += buffer.capacity();
    return bytes;
  };
  for (const std::unique_ptr<Arena> &arena : arenas_) {
    if (!arena)
      continue;
    use.arena_bytes += arena->segmentBytes();
    use.scratch_bytes += arena->scratch.capacity();
  }
  for (const std::unique_ptr<Frame> &frame : frames_)
    if (frame)
      use.scratch_bytes += sum(frame->packedInputs) + sum(frame->outputBuffers);
  use.state_bytes = sum(mutableStorages_);
  use.mapped_bytes = module_.mappedBytes();
  use.packed_inputs = packing_.inputs;
  use.packed_bytes = packing_.bytes;
}
