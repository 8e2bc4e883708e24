// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/GraphCache.h"

#include <algorithm>

using namespace kiln::rt;

static bool isCapturable(const Program &program) {
  const std::vector<Instruction> &code = program.entries[program.runEntry].code;
  return std::none_of(code.begin(), code.end(), [](const Instruction &each) {
    return each.opcode == Opcode::ReadScalar || each.opcode == Opcode::Extern;
  });
}

GraphCache::GraphCache(Module &module, size_t limit)
    : module_(module), limit_(limit) {
  for (const Program &program : module.manifest().programs)
    isCapturable_.push_back(isCapturable(program));
}

bool GraphCache::takes(const Frame &frame, const Call &call,
                       const RunControl &control) const {
  return isCapturable_[frame.programIndex()] && call.isFixed() &&
         !control.mayStop();
}

static std::vector<void *> segmentsOf(const Frame &frame) {
  std::vector<void *> segments;
  for (const Buffer &segment : frame.arena.segments)
    segments.push_back(segment.data());
  return segments;
}

/// Of inputs, outputs and state.
static std::vector<void *> addressesOf(const Frame &frame) {
  std::vector<void *> addresses;
  for (uint32_t slot = 0; slot < frame.program().segmentSlot(0); ++slot)
    addresses.push_back(frame.slots[slot].data);
  return addresses;
}

/// The entry of these sizes, which is the first one then.
GraphCache::Entry &GraphCache::find(const Frame &frame) {
  std::vector<Word> symbols(
      frame.registers.begin(),
      frame.registers.begin() +
          static_cast<ptrdiff_t>(frame.program().symbols.size()));
  auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry &entry) {
        return entry.program == frame.programIndex() &&
               entry.symbols == symbols;
      });
  if (found != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, found);
    return entries_.front();
  }
  if (entries_.size() == limit_)
    entries_.pop_back();
  entries_.push_front(
      {frame.programIndex(), std::move(symbols), {}, {}, {}, nullptr});
  return entries_.front();
}

Status GraphCache::capture(Entry &entry, Frame &frame, Call &call,
                           const RunControl &control) {
  entry.addresses.clear();
  auto work = [&](kiln_stream stream) {
    RunControl captured = control;
    captured.stream = stream;
    return runEntry(module_, frame, call, nullptr, captured,
                    frame.program().runEntry);
  };
  KILN_RT_TRY(module_.device().capture(work, entry.graph));
  entry.addresses = addressesOf(frame);
  entry.registers = frame.registers;
  return {};
}

Status GraphCache::run(Frame &frame, Call &call, const RunControl &control) {
  auto runStepByStep = [&] {
    return runEntry(module_, frame, call, nullptr, control,
                    frame.program().runEntry);
  };
  Entry &entry = find(frame);
  if (entry.segments != segmentsOf(frame)) {
    entry.addresses.clear();
    KILN_RT_TRY(runStepByStep());
    entry.segments = segmentsOf(frame);
    return {};
  }
  if (entry.addresses.empty() || entry.addresses != addressesOf(frame)) {
    Status captured = capture(entry, frame, call, control);
    if (!captured.ok() && captured.error().code == Code::Unimplemented) {
      isCapturable_[frame.programIndex()] = false;
      return runStepByStep();
    }
    if (!captured.ok())
      return captured;
  } else {
    frame.registers = entry.registers;
  }
  return module_.device().replay(*entry.graph, control.stream);
}
