// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The slow road of the interpreter: instructions with an observer around them.

#include "exec/Interpreter.h"

using namespace kiln::rt;

namespace {
/// The arrays behind a kiln_instruction_info.
struct View {
  std::vector<void *> buffers;
  std::vector<size_t> bytes;
  std::vector<kiln_dtype> dtypes;
  std::vector<int32_t> written;
  std::vector<int64_t> sizes;

  void add(const Slot &slot, kiln_dtype dtype, bool writes) {
    buffers.push_back(slot.data);
    bytes.push_back(slot.bytes);
    dtypes.push_back(dtype);
    written.push_back(writes);
  }
};
} // namespace

/// A figure of the package for a domain and sizes: an expression of n, d0, d1,
/// …; 0 where there is none.
static int64_t evaluateFigure(std::string_view text, int64_t domain,
                              const std::vector<int64_t> &sizes) {
  std::vector<Word> registers = {domain};
  registers.insert(registers.end(), sizes.begin(), sizes.end());
  auto lookup = [&](std::string_view name) -> std::optional<NameBinding> {
    if (name == "n")
      return NameBinding{0, Sort::Int};
    for (size_t i = 0; i < sizes.size(); ++i)
      if (name == concat("d", i))
        return NameBinding{static_cast<uint32_t>(i + 1), Sort::Int};
    return std::nullopt;
  };
  Expected<Expression> figure = Expression::parse(text, lookup);
  Word result = 0;
  if (!figure.ok() || figure->sort() != Sort::Int ||
      figure->evaluate(registers.data(), result) != EvalFailure::None)
    return 0;
  return result;
}

/// Collects the operands of a dispatch, extern, copy or fill.
static void collectOperands(const Manifest &manifest, const Program &program,
                            Frame &frame, const Instruction &instruction,
                            View &view, kiln_instruction_info &info) {
  switch (instruction.opcode) {
  case Opcode::Dispatch: {
    const Dispatch &dispatch = program.dispatches[instruction.a];
    const Kernel &kernel = manifest.kernels[dispatch.kernel];
    info.kernel = kernel.name.data();
    for (uint32_t i = 0; i < dispatch.slotCount; ++i)
      view.add(frame.slots[program.pool[dispatch.slots + i]],
               kernel.operands[i].dtype, kernel.operands[i].writes);
    for (uint32_t i = 0; i < dispatch.sizeCount; ++i) {
      Word size = 0;
      // A failure is reported when the instruction runs.
      (void)frame.value(program.pool[dispatch.sizes + i], size);
      view.sizes.push_back(size);
    }
    Word domain = 0;
    (void)frame.value(dispatch.domain, domain);
    info.domain = domain;
    const KernelWork &work = manifest.details->kernel(dispatch.kernel);
    info.flops = evaluateFigure(work.flops, domain, view.sizes);
    info.products = work.products.data();
    info.traffic = evaluateFigure(work.bytes, domain, view.sizes);
    return;
  }
  case Opcode::Extern: {
    const ExternCall &call = program.externs[instruction.a];
    info.kernel = call.routine.c_str();
    for (uint32_t i = 0; i < call.slotCount; ++i)
      view.add(frame.slots[program.pool[call.slots + i]], KILN_DTYPE_NONE,
               false);
    return;
  }
  case Opcode::Copy:
    view.add(frame.slots[instruction.a], KILN_DTYPE_NONE, false);
    view.add(frame.slots[instruction.b], KILN_DTYPE_NONE, true);
    return;
  case Opcode::Fill:
    view.add(frame.slots[instruction.a], KILN_DTYPE_NONE, true);
    return;
  default:
    return;
  }
}

template <typename DeviceType>
Status Interpreter<DeviceType>::observed(const Position &position,
                                         const Instruction &instruction) {
  View view;
  kiln_instruction_info info = {};
  info.struct_size = sizeof(info);
  info.tag = control_.tag;
  info.device = device_.id();
  info.program = program_.name.c_str();
  info.entry = program_.entries[position.entry].name.c_str();
  info.index = position.next;
  info.opcode = opcodeName(instruction.opcode);
  info.kernel = info.op = info.module = info.file = info.products = "";
  collectOperands(module_.manifest(), program_, frame_, instruction, view,
                  info);
  info.buffer_count = view.buffers.size();
  info.buffers = view.buffers.data();
  info.buffer_bytes = view.bytes.data();
  info.buffer_dtypes = view.dtypes.data();
  info.buffer_written = view.written.data();
  info.size_count = view.sizes.size();
  info.sizes = view.sizes.data();
  uint32_t origin = originOf(instruction);
  if (origin != noIndex) {
    const Origin &at = module_.manifest().details->origin(origin);
    info.op = at.op;
    info.module = at.module;
    info.file = at.file;
    info.line = at.line;
  }
  if (observer_->before)
    observer_->before(observer_->user, &info);
  KILN_RT_TRY(execute(instruction));
  if (observer_->after)
    observer_->after(observer_->user, &info);
  return {};
}

template Status
Interpreter<CpuDevice>::observed(const Position &position,
                                 const Instruction &instruction);
template Status Interpreter<Device>::observed(const Position &position,
                                              const Instruction &instruction);
