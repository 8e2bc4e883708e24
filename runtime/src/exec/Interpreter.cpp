// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Interpreter.h"
#include "dtype/Dtype.h"
#include "exec/HostOperands.h"

#include <algorithm>
#include <ctime>

using namespace kiln::rt;

template <typename DeviceType>
uint32_t
Interpreter<DeviceType>::originOf(const Instruction &instruction) const {
  if (instruction.origin != noIndex || instruction.opcode != Opcode::Dispatch)
    return instruction.origin;
  uint32_t kernel = program_.dispatches[instruction.a].kernel;
  return module_.manifest().details->kernel(kernel).origin();
}

template <typename DeviceType>
bool Interpreter<DeviceType>::value(uint32_t expression,
                                    const Instruction &instruction,
                                    Word &result) {
  EvalFailure failure = frame_.value(expression, result);
  if (failure == EvalFailure::None)
    return true;
  status_ = frame_.evaluationError(expression, failure, originOf(instruction));
  return false;
}

int64_t kiln::rt::monotonicNow() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  constexpr int64_t second = 1000000000;
  return int64_t(now.tv_sec) * second + now.tv_nsec;
}

template <typename DeviceType>
Status Interpreter<DeviceType>::located(Status status,
                                        const Instruction &instruction) const {
  if (status.ok())
    return status;
  const Error &cause = status.error();
  if (cause.file.empty())
    return error(cause.code, instruction, cause.message);
  Error late = frame_.checker().error(cause.code, noIndex, cause.message);
  late.file = cause.file;
  late.line = cause.line;
  return late;
}

/// An error where the caller wants no more of the call.
template <typename DeviceType>
Status
Interpreter<DeviceType>::checkStop(const Position &position,
                                   const Instruction &instruction) const {
  bool isCancelled =
      control_.cancelled && control_.cancelled->load(std::memory_order_relaxed);
  bool isLate = control_.deadline != 0 && monotonicNow() >= control_.deadline;
  if (!isCancelled && !isLate)
    return {};
  std::string tag = *control_.tag ? concat(" '", control_.tag, "'") : "";
  return error(isCancelled ? Code::Cancelled : Code::DeadlineExceeded,
               instruction, "the call", tag,
               isCancelled ? " was cancelled" : " came to its deadline",
               " before instruction ", position.next, " of '",
               program_.entries[position.entry].name, "'");
}

template <typename DeviceType>
Status Interpreter<DeviceType>::run(uint32_t entry) {
  Position position = {entry, 0};
  while (true) {
    const Instruction &instruction =
        program_.entries[position.entry].code[position.next];
    if (isWatched_) {
      KILN_RT_TRY(checkStop(position, instruction));
      if (observer_)
        KILN_RT_TRY(observed(position, instruction));
    }
    ++position.next;
    switch (instruction.opcode) {
    case Opcode::Jump:
      position.next = instruction.a;
      break;
    case Opcode::JumpIfFalse: {
      Word condition = 0;
      if (!value(instruction.b, instruction, condition))
        return std::move(status_);
      if (!condition)
        position.next = instruction.a;
      break;
    }
    case Opcode::Return:
      return {};
    default:
      if (!observer_)
        KILN_RT_TRY(execute(instruction));
      break;
    }
  }
}

template <typename DeviceType>
Status Interpreter<DeviceType>::execute(const Instruction &instruction) {
  switch (instruction.opcode) {
  case Opcode::Size: {
    Word result = 0;
    if (!value(instruction.b, instruction, result))
      return std::move(status_);
    return setRegister(instruction.a, result);
  }
  case Opcode::Check:
    return check(instruction);
  case Opcode::Segment:
    return makeSegment(instruction);
  case Opcode::View:
    return makeView(instruction);
  case Opcode::Dispatch:
    return dispatch(instruction);
  case Opcode::Extern:
    return callExtern(instruction);
  case Opcode::Copy:
    return copy(instruction);
  case Opcode::Fill:
    return fill(instruction);
  case Opcode::ReadScalar:
    return readScalar(instruction);
  default:
    return {};
  }
}

template <typename DeviceType>
Status Interpreter<DeviceType>::setRegister(uint32_t reg, Word value) {
  frame_.registers[reg] = value;
  return call_.registerSet(reg);
}

template <typename DeviceType>
Status Interpreter<DeviceType>::check(const Instruction &instruction) {
  Word holds = 0;
  if (!value(instruction.a, instruction, holds))
    return std::move(status_);
  if (holds)
    return {};
  const Expression &expression = program_.expressions[instruction.a];
  std::string values, first;
  std::vector<uint32_t> told;
  expression.forEachRegister([&](uint32_t reg) {
    if (std::find(told.begin(), told.end(), reg) != told.end())
      return;
    told.push_back(reg);
    const RegisterDecl &decl = program_.registers[reg];
    Word word = frame_.registers[reg];
    first = first.empty() ? decl.name : first;
    values += concat(values.empty() ? "" : ", ", decl.name, " = ");
    values +=
        decl.sort == Sort::Float ? concat(wordToDouble(word)) : concat(word);
  });
  const std::string &message = program_.texts[instruction.b];
  Error result =
      error(Code::FailedPrecondition, instruction, "check failed: ", message,
            message.empty() ? "" : ": ", expression.text(), " with ", values);
  result.symbol = std::move(first);
  result.bound = expression.text();
  result.value = std::move(values);
  return result;
}

template <typename DeviceType>
Status Interpreter<DeviceType>::makeSegment(const Instruction &instruction) {
  Word bytes = 0;
  if (!value(program_.segments[instruction.a].bytes, instruction, bytes))
    return std::move(status_);
  Buffer &buffer = frame_.arena.segments[instruction.a];
  if (bytes < 0 || !buffer.ensure(static_cast<uint64_t>(bytes)))
    return error(Code::ResourceExhausted, instruction,
                 "no memory for a segment of ", bytes, " bytes");
  frame_.slots[program_.segmentSlot(instruction.a)] = {
      buffer.data(), static_cast<uint64_t>(bytes)};
  return {};
}

template <typename DeviceType>
Status Interpreter<DeviceType>::makeView(const Instruction &instruction) {
  Word offset = 0, bytes = 0;
  if (!value(instruction.c, instruction, offset) ||
      !value(instruction.d, instruction, bytes))
    return std::move(status_);
  const Slot &base = frame_.slots[instruction.b];
  if (offset < 0 || bytes < 0 || static_cast<uint64_t>(offset) > base.bytes ||
      static_cast<uint64_t>(bytes) > base.bytes - static_cast<uint64_t>(offset))
    return error(Code::OutOfRange, instruction, "a view of ", bytes,
                 " bytes at byte ", offset, " leaves slot ", instruction.b,
                 " of ", base.bytes, " bytes");
  frame_.slots[instruction.a] = {
      base.data ? static_cast<char *>(base.data) + offset : nullptr,
      static_cast<uint64_t>(bytes)};
  return {};
}

template <typename DeviceType>
Status Interpreter<DeviceType>::callExtern(const Instruction &instruction) {
  const ExternCall &call = program_.externs[instruction.a];
  const ExternBinding &binding =
      module_.binding(frame_.programIndex()).routines[call.binding];
  std::vector<void *> buffers(call.slotCount);
  std::vector<size_t> bytes(call.slotCount);
  for (uint32_t i = 0; i < call.slotCount; ++i) {
    const Slot &slot = frame_.slots[program_.pool[call.slots + i]];
    buffers[i] = slot.data;
    bytes[i] = slot.bytes;
  }
  Device &place = module_.routineDevice();
  HostOperands copies(device_, place, control_.stream);
  bool isCopied = place.isHost() && !device_.isHost();
  if (isCopied)
    KILN_RT_TRY(located(copies.fetch(buffers, bytes), instruction));
  Expected<kiln_stream> stream = place.streamFor(
      buffers.data(), buffers.size(), isCopied ? nullptr : control_.stream);
  if (!stream.ok())
    return located(stream.takeError(), instruction);
  std::vector<kiln_tensor> tensors(call.tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    tensors[i].data = buffers[i];
    tensors[i].device = place.id();
    tensors[i].dtype = call.tensors[i].dtype;
    tensors[i].rank = static_cast<int32_t>(call.tensors[i].rank);
    for (uint32_t d = 0; d < call.tensors[i].rank; ++d) {
      Word size = 0;
      if (!value(program_.pool[call.tensors[i].sizes + d], instruction, size))
        return std::move(status_);
      tensors[i].sizes[d] = size;
    }
    rowMajorStrides(tensors[i].rank, tensors[i].sizes, tensors[i].strides);
    // The routine trusts the sizes that it is told.
    std::optional<uint64_t> needed =
        touchedBytes(dtypeBytes(tensors[i].dtype), tensors[i].rank,
                     tensors[i].sizes, nullptr);
    if (!needed || *needed > bytes[i])
      return error(Code::OutOfRange, instruction, "tensor ", i,
                   " of the routine '", call.routine, "' leaves slot ",
                   program_.pool[call.slots + i], " of ", bytes[i], " bytes");
  }
  kiln_extern_call arguments = {sizeof(kiln_extern_call),
                                call.routine.c_str(),
                                call.attributes.c_str(),
                                call.slotCount,
                                buffers.data(),
                                bytes.data(),
                                tensors.empty() ? nullptr : tensors.data(),
                                place.id(),
                                *stream};
  int32_t result = binding.function(binding.user, &arguments);
  if (result != 0)
    return error(Code::Aborted, instruction, "the routine '", call.routine,
                 "' failed with ", result);
  return isCopied ? located(copies.giveBack(), instruction) : Status();
}

template <typename DeviceType>
Status Interpreter<DeviceType>::copy(const Instruction &instruction) {
  const Slot &from = frame_.slots[instruction.a];
  const Slot &to = frame_.slots[instruction.b];
  if (from.bytes != to.bytes)
    return error(Code::Internal, instruction, "a copy from slot ",
                 instruction.a, " of ", from.bytes, " bytes to slot ",
                 instruction.b, " of ", to.bytes, " bytes");
  return located(device_.copy(to.data, Place::Device, from.data, Place::Device,
                              to.bytes, control_.stream),
                 instruction);
}

template <typename DeviceType>
Status Interpreter<DeviceType>::fill(const Instruction &instruction) {
  const Slot &slot = frame_.slots[instruction.a];
  const std::string &pattern = program_.texts[instruction.b];
  if (slot.bytes % pattern.size() != 0)
    return error(Code::Internal, instruction, "a fill of slot ", instruction.a,
                 " of ", slot.bytes, " bytes with ", pattern.size(),
                 " bytes at a time");
  return located(device_.fill(slot.data, slot.bytes, pattern, control_.stream),
                 instruction);
}

template <typename DeviceType>
Status Interpreter<DeviceType>::readScalar(const Instruction &instruction) {
  const Slot &slot = frame_.slots[instruction.b];
  auto dtype = static_cast<kiln_dtype>(instruction.c);
  if (slot.bytes < dtypeBytes(dtype))
    return error(Code::OutOfRange, instruction, "slot ", instruction.b,
                 " has no scalar to read");
  std::optional<Word> scalar;
  KILN_RT_TRY(
      located(device_.readScalar(slot.data, dtype, scalar, control_.stream),
              instruction));
  if (!scalar)
    return error(Code::OutOfRange, instruction, "the scalar in slot ",
                 instruction.b, " does not fit 64 bits");
  return setRegister(instruction.a, *scalar);
}

/// Operands and sizes that need no allocation; programs rarely have more.
static constexpr uint32_t inlineOperands = 32;

template <typename DeviceType>
Status Interpreter<DeviceType>::dispatch(const Instruction &instruction) {
  const Dispatch &dispatch = program_.dispatches[instruction.a];
  void *inlineBuffers[inlineOperands];
  int64_t inlineSizes[inlineOperands];
  std::vector<void *> moreBuffers;
  std::vector<int64_t> moreSizes;
  void **buffers = inlineBuffers;
  int64_t *sizes = inlineSizes;
  if (dispatch.slotCount > inlineOperands) {
    moreBuffers.resize(dispatch.slotCount);
    buffers = moreBuffers.data();
  }
  if (dispatch.sizeCount > inlineOperands) {
    moreSizes.resize(dispatch.sizeCount);
    sizes = moreSizes.data();
  }
  const uint32_t *slots = program_.pool.data() + dispatch.slots;
  for (uint32_t i = 0; i < dispatch.slotCount; ++i)
    buffers[i] = frame_.slots[slots[i]].data;
  const uint32_t *expressions = program_.pool.data() + dispatch.sizes;
  for (uint32_t i = 0; i < dispatch.sizeCount; ++i)
    if (!value(expressions[i], instruction, sizes[i]))
      return std::move(status_);
  Word domain = 0;
  if (!value(dispatch.domain, instruction, domain))
    return std::move(status_);
  // Domains are far from the end of int64, but the sum of a chunk's end must
  // not wrap for any.
  constexpr int64_t maxDomain = INT64_MAX / 2;
  if (domain < 0 || domain > maxDomain)
    return error(Code::OutOfRange, instruction, "a dispatch over ", domain,
                 " items");
  if (domain == 0)
    return {};
  return located(device_.launch({dispatch.kernel, instruction.a, buffers, sizes,
                                 dispatch.slotCount, dispatch.sizeCount, domain,
                                 frame_.arena.scratch, control_.stream}),
                 instruction);
}

template class kiln::rt::Interpreter<CpuDevice>;
template class kiln::rt::Interpreter<Device>;
