// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Context.h"
#include "dtype/Dtype.h"
#include "exec/Interpreter.h"

#include <cstring>

using namespace kiln::rt;

Context::Context(Module &module)
    : module_(module), frames_(module.manifest().programs.size()),
      isMutable_(module.manifest().storages.size(), false) {
  for (const Program &program : module.manifest().programs)
    for (const StateDecl &state : program.state)
      if (state.isMutable)
        isMutable_[state.storage] = true;
  mutableStorages_.reserve(isMutable_.size());
  for (size_t i = 0; i < isMutable_.size(); ++i)
    mutableStorages_.emplace_back(module.allocator());
}

/// Writes what replaces the entries of mutable storages into their copies.
static void copyReplacements(const Program &program, const WeightSet &weights,
                             const std::vector<bool> &isMutable,
                             std::vector<Buffer> &storages) {
  for (const StateDecl &state : program.state) {
    const kiln_tensor *tensor = weights.replacement(state);
    if (!isMutable[state.storage] || !tensor || state.elements == 0)
      continue;
    size_t element = dtypeBytes(state.dtype);
    bool strided = tensor->flags & KILN_TENSOR_STRIDED;
    copyStrided({element, tensor->rank, tensor->sizes,
                 strided ? tensor->strides : nullptr, state.strides.data()},
                tensor->data,
                static_cast<char *>(storages[state.storage].data()) +
                    static_cast<size_t>(state.offset) * element);
  }
}

/// The context's copies of mutable storages get the values of its weights.
Status Context::copyState() {
  for (uint32_t i = 0; i < isMutable_.size(); ++i) {
    if (!isMutable_[i])
      continue;
    ByteSpan storage = weights_->storage(i);
    if (!mutableStorages_[i].ensure(storage.size))
      return makeError(Code::ResourceExhausted, module_.file(),
                       ": no memory for ", storage.size, " bytes of state");
    if (storage.size > 0)
      std::memcpy(mutableStorages_[i].data(), storage.data, storage.size);
  }
  for (const Program &program : module_.manifest().programs)
    copyReplacements(program, *weights_, isMutable_, mutableStorages_);
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
  if (!isMutable_[state.storage])
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

Expected<Frame *> Context::frame(const char *program) {
  std::optional<uint32_t> index = module_.findProgram(program);
  if (!index)
    return makeError(Code::NotFound, module_.file(), ": there is no program '",
                     program, "'");
  KILN_RT_TRY(prepareState());
  std::unique_ptr<Frame> &frame = frames_[*index];
  if (!frame) {
    frame = std::make_unique<Frame>(module_, *index);
    bindState(*index, *frame);
  }
  return frame.get();
}

Status Context::run(const char *program, const kiln_tensor *inputs,
                    size_t inputCount, kiln_tensor *outputs,
                    size_t outputCount) {
  KILN_RT_ASSIGN(Frame * frame, this->frame(program));
  Call call(module_, *frame, inputs, inputCount, outputs, outputCount);
  KILN_RT_TRY(call.check());
  KILN_RT_TRY(call.bind(packing_));
  KILN_RT_TRY(
      Interpreter(module_, *frame, call, observer_ ? &*observer_ : nullptr)
          .run(frame->program().runEntry));
  return call.finish();
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
  std::optional<uint32_t> index = module_.findProgram(program);
  if (!index)
    return makeError(Code::NotFound, module_.file(), ": there is no program '",
                     program, "'");
  KILN_RT_TRY(prepareState());
  const std::vector<StateDecl> &state =
      module_.manifest().programs[*index].state;
  for (size_t i = 0; i < state.size(); ++i)
    if (state[i].name == name)
      return StateRef{&state[i], stateData(*index, i)};
  return makeError(Code::NotFound, module_.file(), ": there is no state '",
                   name, "'");
}

Status Context::checkStateTensor(const StateDecl &decl,
                                 const kiln_tensor &tensor) const {
  bool agrees = tensor.dtype == decl.dtype &&
                tensor.device == KILN_DEVICE_CPU &&
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

static const int64_t *stridesOf(const kiln_tensor &tensor) {
  return tensor.flags & KILN_TENSOR_STRIDED ? tensor.strides : nullptr;
}

Status Context::readState(const char *program, const char *name,
                          kiln_tensor &tensor) {
  KILN_RT_ASSIGN(StateRef state, findState(program, name));
  KILN_RT_TRY(checkStateTensor(*state.decl, tensor));
  copyStrided({dtypeBytes(tensor.dtype), tensor.rank, tensor.sizes, nullptr,
               stridesOf(tensor)},
              state.data, tensor.data);
  return {};
}

Status Context::writeState(const char *program, const char *name,
                           const kiln_tensor &tensor) {
  KILN_RT_ASSIGN(StateRef state, findState(program, name));
  KILN_RT_TRY(checkStateTensor(*state.decl, tensor));
  if (!state.decl->isMutable)
    return makeError(Code::FailedPrecondition, module_.file(), ": the state '",
                     name, "' is not mutable");
  copyStrided({dtypeBytes(tensor.dtype), tensor.rank, tensor.sizes,
               stridesOf(tensor), nullptr},
              tensor.data, state.data);
  return {};
}

void Context::memoryUse(kiln_memory_use &use) const {
  auto sum = [](const std::vector<Buffer> &buffers) {
    uint64_t bytes = 0;
    for (const Buffer &buffer : buffers)
      bytes += buffer.capacity();
    return bytes;
  };
  for (const std::unique_ptr<Frame> &frame : frames_) {
    if (!frame)
      continue;
    use.arena_bytes += sum(frame->segments);
    use.scratch_bytes += sum(frame->packedInputs) + sum(frame->outputBuffers) +
                         frame->scratch.capacity();
  }
  use.state_bytes = sum(mutableStorages_);
  use.mapped_bytes = module_.mappedBytes();
  use.packed_inputs = packing_.inputs;
  use.packed_bytes = packing_.bytes;
}
