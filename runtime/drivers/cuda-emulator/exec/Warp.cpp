// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Warp.h"

#include "exec/Launch.h"

#include <cstdio>

using namespace kiln::emu;

Warp::Warp(Block &owner, uint32_t number)
    : block(owner), index(number),
      firstThread(owner.firstThread + number * lanes) {
  const Launch &launch = owner.launch;
  uint32_t threads = owner.threads() - number * lanes;
  all = threads >= lanes ? allLanes : (UINT32_C(1) << threads) - 1;
  live = all;
  if (uint32_t bytes = launch.program.localBytes)
    local = std::make_unique<Allocation>(0, uint64_t{bytes} * lanes,
                                         "local memory");
  Path &first = paths.emplace_back();
  first.mask = all;
  first.frame = makeFrame(launch.code, nullptr);
  fillSpecials(first.frame->bytes.get());
}

std::shared_ptr<Frame> Warp::makeFrame(const Code &code,
                                       const std::shared_ptr<Frame> &caller) {
  auto frame = std::make_shared<Frame>();
  frame->code = &code;
  frame->caller = caller;
  // Lanes begin at addresses that vectors of any width may be read from.
  frame->bytes.reset(new uint8_t[code.frameBytes]());
  if (!caller)
    return frame;
  std::memcpy(frame->bytes.get(), caller->bytes.get(),
              static_cast<size_t>(Special::Count) * specialBytes);
  auto *base = reinterpret_cast<uint64_t *>(frame->bytes.get() +
                                            refOf(Special::LocalBase64));
  for (unsigned l = 0; l < lanes; ++l)
    base[l] += caller->code->localBytes;
  return frame;
}

static void splat(uint8_t *frame, Special special, uint64_t value) {
  auto *to = reinterpret_cast<uint32_t *>(frame + refOf(special));
  for (unsigned l = 0; l < lanes; ++l)
    to[l] = static_cast<uint32_t>(value);
}

static Special plus(Special special, int axis) {
  return static_cast<Special>(static_cast<int>(special) + axis);
}

void Warp::fillSpecials(uint8_t *frame) const {
  const Launch &launch = block.launch;
  const LaunchShape &shape = launch.shape;
  for (int axis = 0; axis < 3; ++axis) {
    uint32_t across = shape.cluster[axis];
    splat(frame, plus(Special::NtidX, axis), shape.block[axis]);
    splat(frame, plus(Special::CtaidX, axis), block.id[axis]);
    splat(frame, plus(Special::NctaidX, axis), shape.grid[axis]);
    splat(frame, plus(Special::ClusteridX, axis), block.id[axis] / across);
    splat(frame, plus(Special::NclusteridX, axis), shape.grid[axis] / across);
    splat(frame, plus(Special::ClusterCtaidX, axis), block.id[axis] % across);
    splat(frame, plus(Special::ClusterNctaidX, axis), across);
  }
  uint32_t ranks = shape.cluster[0] * shape.cluster[1] * shape.cluster[2];
  splat(frame, Special::WarpId, index);
  splat(frame, Special::NwarpId, launch.warpsPerBlock);
  splat(frame, Special::SmId, block.number % 4);
  splat(frame, Special::NsmId, 4);
  splat(frame, Special::ClusterCtaRank, block.rank);
  splat(frame, Special::ClusterNctaRank, ranks);
  splat(frame, Special::ExplicitCluster, ranks > 1);
  splat(frame, Special::StackTop,
        launch.program.localBytes - launch.program.stackBytes);
  splat(frame, Special::DynamicShared, shape.dynamicShared);
  splat(frame, Special::TotalShared, launch.sharedBytes);
  splat(frame, Special::SharedBase, launch.sharedBytes - shape.dynamicShared);
  auto *wide =
      reinterpret_cast<uint64_t *>(frame + refOf(Special::SharedBase64));
  std::fill(wide, wide + lanes, launch.sharedBytes - shape.dynamicShared);
  auto at = [&](Special special) {
    return reinterpret_cast<uint32_t *>(frame + refOf(special));
  };
  for (uint32_t l = 0; l < lanes; ++l) {
    uint32_t linear = index * lanes + l, bit = UINT32_C(1) << l;
    at(Special::TidX)[l] = linear % shape.block[0];
    at(Special::TidY)[l] = linear / shape.block[0] % shape.block[1];
    at(Special::TidZ)[l] = linear / shape.block[0] / shape.block[1];
    at(Special::LaneId)[l] = l;
    at(Special::MaskEq)[l] = bit;
    at(Special::MaskLt)[l] = bit - 1;
    at(Special::MaskLe)[l] = bit | (bit - 1);
    at(Special::MaskGt)[l] = ~(bit | (bit - 1));
    at(Special::MaskGe)[l] = ~(bit - 1);
  }
}

void Warp::fault(FaultKind kind, unsigned lane, std::string detail) {
  Launch &launch = block.launch;
  Fault fault;
  fault.kind = kind;
  fault.kernel = launch.code.function->name;
  fault.detail = std::move(detail);
  launch.shape.place(firstThread + lane, fault.access);
  if (inst) {
    fault.instruction = opcodeOf(*inst->statement);
    fault.access.at = inst->statement->at;
    fault.access.source = launch.program.sourceOf(*inst->statement);
  }
  launch.report.add(std::move(fault));
}

bool Warp::ready() const {
  for (const Path &candidate : paths)
    if (candidate.state == Path::Ready)
      return true;
  return false;
}

Path *Warp::pick() {
  if (paths.size() == 1)
    return paths.front().state == Path::Ready ? &paths.front() : nullptr;
  uint32_t count = 0;
  for (const Path &candidate : paths)
    count += candidate.state == Path::Ready;
  if (!count)
    return nullptr;
  uint32_t chosen = block.launch.draw(count);
  for (Path &candidate : paths)
    if (candidate.state == Path::Ready && chosen-- == 0)
      return &candidate;
  return nullptr;
}

void Warp::enter(Path &entered) {
  path = &entered;
  registers = entered.frame->bytes.get();
  constants = entered.frame->code->constants.data();
}

bool Warp::run(unsigned budget) {
  Path *picked = pick();
  if (!picked)
    return false;
  enter(*picked);
  while (budget--)
    if (!step(*picked))
      break;
  path = nullptr;
  return true;
}

/// The first thread's instruction and what it wrote.
static void printStep(const Warp &warp, const Inst &inst) {
  std::fprintf(stderr, "trace: line %u: %s", inst.statement->at.line,
               opcodeOf(*inst.statement).c_str());
  for (unsigned i = 0; i < inst.operands && i < 6; ++i)
    if (inst.op[i] != noRef)
      std::fprintf(
          stderr, " %llx",
          static_cast<unsigned long long>(*warp.src<uint32_t>(inst.op[i])));
  std::fprintf(stderr, "\n");
}

/// Runs one instruction; false where the path ends its turn.
bool Warp::step(Path &running) {
  if (running.join && running.pc == running.join->pc &&
      running.frame == running.join->frame)
    return arrive(running);
  const Code &code = *running.frame->code;
  if (running.pc == code.exitPc())
    return exitLanes(running, running.mask);
  const Inst &next = code.insts[running.pc];
  inst = &next;
  uint32_t mask = running.mask;
  if (next.guard != noRef) {
    uint32_t guard = predicate(next.guard);
    mask &= next.guardNegated ? ~guard : guard;
  }
  Launch &launch = block.launch;
  ++launch.executed;
  launch.stats.laneInstructions +=
      static_cast<unsigned>(__builtin_popcount(mask));
  if (!mask) {
    ++running.pc;
    return true;
  }
  if (!accumulators.empty())
    checkAccumulators(next);
  Step step = next.run(*this, next, mask);
  if (launch.options.trace && firstThread == 0 && (mask & 1))
    printStep(*this, next);
  if (step == Step::Next) {
    ++running.pc;
    return true;
  }
  return finish(running, step, mask);
}

bool Warp::finish(Path &running, Step step, uint32_t mask) {
  Launch &launch = block.launch;
  const Inst &done = *inst;
  switch (step) {
  case Step::Next:
    break;
  case Step::Jump:
    ++launch.stats.branches;
    if (mask != running.mask) {
      ++launch.stats.divergent;
      part(running, mask, running.pc + 1, done.join);
    }
    running.pc = done.target;
    return true;
  case Step::Exit:
    if (mask != running.mask)
      part(running, mask, running.pc + 1, noRef);
    return exitLanes(running, mask);
  case Step::Call: {
    if (mask != running.mask)
      part(running, mask, running.pc + 1, running.pc + 1);
    if (!done.callee && choice.mask != mask)
      part(running, choice.mask, running.pc, running.pc + 1);
    const Code &callee = done.callee ? *done.callee : *choice.callee;
    call(running, done, callee, running.mask);
    return true;
  }
  case Step::Switch:
    ++launch.stats.branches;
    if (mask != running.mask)
      part(running, mask, running.pc + 1, done.join);
    if (choice.mask != mask) {
      ++launch.stats.divergent;
      part(running, choice.mask, running.pc, done.join);
    }
    running.pc = choice.target;
    return true;
  case Step::Block:
    if (mask != running.mask)
      part(running, mask, running.pc + 1, running.pc + 1);
    ++running.pc;
    running.state = Path::Blocked;
    return false;
  case Step::Retry:
    return false;
  case Step::Yield:
    ++running.pc;
    letGo(running);
    return false;
  }
  return true;
}

void Warp::part(Path &running, uint32_t taken, uint32_t otherPc,
                uint32_t joinPc) {
  bool inside = running.join && running.join->pc == joinPc &&
                running.join->frame == running.frame;
  if (joinPc != noRef && !inside) {
    auto join = std::make_shared<Join>();
    join->pc = joinPc;
    join->expected = running.mask;
    join->frame = running.frame;
    join->outer = running.join;
    running.join = join;
  }
  Path &other = paths.emplace_back(running);
  other.mask = running.mask & ~taken;
  other.pc = otherPc;
  running.mask = taken;
}

/// The path is where its lanes wait for the others; it goes on with all of
/// them when it is the last.
bool Warp::arrive(Path &running) {
  std::shared_ptr<Join> join = running.join;
  join->arrived |= running.mask;
  if (join->arrived != join->expected) {
    paths.remove_if([&](const Path &other) { return &other == &running; });
    return false;
  }
  running.mask = join->arrived;
  running.join = join->outer;
  if (!join->ofCall)
    return true;
  running.frame = join->frame->caller;
  running.pc = join->returnPc;
  enter(running);
  returned(*join, running.mask);
  return true;
}

bool Warp::exitLanes(Path &running, uint32_t mask) {
  live &= ~mask;
  std::shared_ptr<Join> innermost = running.join;
  running.mask &= ~mask;
  if (!running.mask)
    paths.remove_if([&](const Path &other) { return &other == &running; });
  for (auto join = innermost; join; join = join->outer) {
    join->expected &= ~mask;
    if (!join->expected || join->arrived != join->expected)
      continue;
    resume(join);
  }
  block.checkAfterExit(*this);
  return false;
}

/// A path for the lanes that wait at a join already.
void Warp::resume(const std::shared_ptr<Join> &join) {
  Path &resumed = paths.emplace_back();
  resumed.mask = join->arrived;
  resumed.pc = join->pc;
  resumed.frame = join->frame;
  resumed.join = join;
  join->arrived = 0;
}

/// Lanes that spin may wait for what others do only behind the join: these go
/// on alone, as the hardware guarantees.
void Warp::letGo(Path &running) {
  std::shared_ptr<Join> join = running.join;
  constexpr uint32_t patience = 32;
  if (!join || join->ofCall || !join->arrived || ++join->spins < patience)
    return;
  join->spins = 0;
  auto alone = std::make_shared<Join>(*join);
  alone->expected = alone->arrived;
  join->expected &= ~join->arrived;
  join->arrived = 0;
  resume(alone);
}

void Warp::kill() {
  paths.clear();
  live = 0;
}

void Warp::wake(uint32_t mask) {
  for (Path &waiting : paths)
    if (waiting.state == Path::Blocked && (waiting.mask & mask))
      waiting.state = Path::Ready;
}

/// Copies what is handed over from slots of a frame to those of another.
static void transfer(const Frame &from, const std::vector<ParamSlot> &given,
                     Frame &to, const std::vector<ParamSlot> &taken,
                     uint32_t mask) {
  for (size_t i = 0; i < given.size(); ++i) {
    uint32_t bytes = given[i].bytes;
    forLanes(mask, [&](unsigned l) {
      std::memcpy(to.bytes.get() + taken[i].at + l * bytes,
                  from.bytes.get() + given[i].at + l * bytes, bytes);
    });
  }
}

void Warp::call(Path &running, const Inst &caller, const Code &callee,
                uint32_t mask) {
  const auto &calls = running.frame->code->calls;
  auto frame = makeFrame(callee, running.frame);
  transfer(*running.frame, calls[static_cast<size_t>(caller.literal)].arguments,
           *frame, callee.params, mask);
  auto join = std::make_shared<Join>();
  join->pc = callee.exitPc();
  join->expected = mask;
  join->frame = frame;
  join->outer = running.join;
  join->ofCall = true;
  join->returnPc = running.pc + 1;
  running.join = join;
  running.frame = frame;
  running.pc = 0;
  enter(running);
}

void Warp::returned(const Join &join, uint32_t mask) {
  Frame &caller = *join.frame->caller;
  const Inst &call = caller.code->insts[join.returnPc - 1];
  transfer(*join.frame, join.frame->code->results, caller,
           caller.code->calls[static_cast<size_t>(call.literal)].results, mask);
}

bool Warp::gather(uint32_t mask, uint32_t named, uint32_t &joint) {
  auto lane = static_cast<unsigned>(__builtin_ctz(mask));
  if (mask & ~named)
    fault(FaultKind::WarpMask,
          static_cast<unsigned>(__builtin_ctz(mask & ~named)),
          "a lane executes this without being in the mask");
  if (named & ~live)
    fault(FaultKind::WarpMask, lane,
          rt::concat("the mask names ", __builtin_popcount(named & ~live),
                     " lanes that have ended or do not exist"));
  joint = mask;
  for (Path &other : paths)
    if (&other != path && other.state == Path::Meeting &&
        other.pc == path->pc && other.frame == path->frame)
      joint |= other.meeting;
  if (named & live & ~joint) {
    path->state = Path::Meeting;
    path->meeting = mask;
    return false;
  }
  for (Path &other : paths)
    if (&other != path && other.state == Path::Meeting &&
        other.pc == path->pc && other.frame == path->frame) {
      other.state = Path::Ready;
      ++other.pc;
    }
  return true;
}

void Warp::checkAccumulators(const Inst &next) {
  if (next.statement->name == "wgmma")
    return;
  for (unsigned i = 0; i < next.operands; ++i)
    for (const auto &[ref, site, group] : accumulators)
      if (next.op[i] == ref) {
        fault(FaultKind::StaleAccumulator,
              static_cast<unsigned>(__builtin_ctz(live)),
              rt::concat("a register of the wgmma at line ",
                         block.launch.program.sites[site]->statement->at.line,
                         " is used before wgmma.wait_group"));
        return;
      }
}

void Warp::reportWaiting() {
  for (const Path &waiting : paths) {
    auto lane = static_cast<unsigned>(__builtin_ctz(waiting.mask));
    const auto &insts = waiting.frame->code->insts;
    bool meets = waiting.state == Path::Meeting;
    inst = &insts[meets ? waiting.pc : waiting.pc - 1];
    if (meets)
      fault(FaultKind::WarpMask, lane,
            "waits for lanes of its mask that never come here");
    else
      fault(FaultKind::Deadlock, lane,
            "waits for threads that never come, and nothing else can run");
  }
}

void Warp::giveReduced(const Inst &reduce, uint32_t mask, uint32_t counted,
                       uint32_t arrived) {
  Path *running = path;
  for (Path &waiting : paths)
    if (waiting.mask & mask)
      enter(waiting);
  if (reduce.m[0] == 0) {
    uint32_t values[lanes];
    std::fill(values, values + lanes, counted);
    put(reduce.op[0], values, mask);
  } else {
    bool holds = reduce.m[0] == 1 ? counted == arrived : counted > 0;
    putPredicate(reduce.op[0], holds ? allLanes : 0, mask);
  }
  path = running;
  if (running)
    enter(*running);
}
