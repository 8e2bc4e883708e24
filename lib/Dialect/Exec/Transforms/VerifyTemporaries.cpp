// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Holds a memory plan by what the instructions do, without a look at how it was
// made: whoever writes must leave alone what is still to be read.
#include "HostAccesses.h"
#include "kiln/Dialect/Exec/MemoryPlan.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;
using llvm::BitVector;

namespace {
/// A view of a segment, with the views of it: what was a temporary.
struct Place {
  Value slot;
  Value segment;
  ExprAttr offset, bytes;
};

/// What is to be checked before an instruction.
using Guard = std::pair<Operation *, ExprAttr>;

/// What an instruction does to places.
struct Effects {
  BitVector reads, writes, replaces;
};

class TemporaryVerifier {
public:
  /// What is not proved is an error, unless it is collected in `guards`.
  TemporaryVerifier(HostOp host, const ep::Facts &facts,
                    SmallVectorImpl<Guard> *guards = nullptr)
      : host(host), facts(facts), guards(guards) {}
  LogicalResult run();

private:
  void findPlaces();
  Effects getEffects(Operation *op);
  /// Grows what is written on some way to each block, and what is read later
  /// before it is replaced.
  void solve();
  LogicalResult verifyBlock(Block &block);
  LogicalResult verifyWrite(Operation *op, unsigned written,
                            const BitVector &needed);
  bool areApart(unsigned a, unsigned b);
  bool endsBefore(const Place &a, const Place &b);

  HostOp host;
  const ep::Facts &facts;
  SmallVectorImpl<Guard> *guards;
  SmallVector<Place> places;
  llvm::DenseMap<Value, unsigned> numbers; ///< of slots: the place they are in
  llvm::DenseMap<Operation *, Effects> effects;
  llvm::DenseMap<Block *, BitVector> writtenAtStart, neededAtStart;
  llvm::DenseMap<std::pair<unsigned, unsigned>, bool> apart;
};
} // namespace

void TemporaryVerifier::findPlaces() {
  host.walk([&](ViewOp view) {
    Value base = view.getBase();
    if (base.getDefiningOp<SegmentOp>()) {
      numbers[view] = places.size();
      places.push_back({view, base, view.getOffset(), view.getBytes()});
    } else if (auto found = numbers.find(base); found != numbers.end()) {
      numbers[view] = found->second;
    }
  });
}

Effects TemporaryVerifier::getEffects(Operation *op) {
  BitVector none(places.size());
  Effects result{none, none, none};
  for (const HostAccess &access : getAccesses(op)) {
    auto found = numbers.find(access.slot);
    if (found == numbers.end())
      continue;
    unsigned place = found->second;
    bool isPlace = places[place].slot == access.slot;
    if (access.reads)
      result.reads.set(place);
    if (access.writes)
      result.writes.set(place);
    if (access.writes && access.isWhole && isPlace)
      result.replaces.set(place);
  }
  return result;
}

void TemporaryVerifier::solve() {
  BitVector none(places.size());
  for (Block &block : host.getBody()) {
    writtenAtStart[&block] = neededAtStart[&block] = none;
    for (Operation &op : block)
      effects.try_emplace(&op, getEffects(&op));
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (Block &block : host.getBody()) {
      BitVector written = writtenAtStart[&block];
      for (Operation &op : block)
        written |= effects.find(&op)->second.writes;
      for (Block *next : block.getSuccessors()) {
        BitVector before = writtenAtStart[next];
        writtenAtStart[next] |= written;
        changed |= before != writtenAtStart[next];
      }
    }
    for (Block &block : llvm::reverse(host.getBody())) {
      BitVector needed = none;
      for (Block *next : block.getSuccessors())
        needed |= neededAtStart[next];
      for (Operation &op : llvm::reverse(block)) {
        needed.reset(effects.find(&op)->second.replaces);
        needed |= effects.find(&op)->second.reads;
      }
      changed |= needed != neededAtStart[&block];
      neededAtStart[&block] = needed;
    }
  }
}

/// As many bytes as the plan gives it.
static ExprAttr getAligned(ExprAttr bytes) {
  ExprAttr alignment = ep::makeInt(bytes.getContext(), kArenaAlignment);
  return ep::mul(alignment, ep::ceilDiv(bytes, alignment));
}

/// Does `a` end where `b` begins, or before? An offset that is the largest of
/// several is that of each of them, and what lies behind rounds up.
bool TemporaryVerifier::endsBefore(const Place &a, const Place &b) {
  auto isBefore = [&](ExprAttr offset) {
    return proveLessEqual(ep::add(offset, a.bytes), b.offset, facts) ||
           proveLessEqual(ep::add(offset, getAligned(a.bytes)), b.offset,
                          facts);
  };
  if (a.offset.getKind() != ep::ExprKind::Max)
    return isBefore(a.offset);
  return llvm::all_of(a.offset.getOperands(), isBefore);
}

bool TemporaryVerifier::areApart(unsigned a, unsigned b) {
  if (a > b)
    std::swap(a, b);
  auto [it, isNew] = apart.try_emplace({a, b}, false);
  if (isNew)
    it->second = places[a].segment != places[b].segment ||
                 endsBefore(places[a], places[b]) ||
                 endsBefore(places[b], places[a]);
  return it->second;
}

/// Is it checked right before the instruction?
static bool isChecked(Operation *op, ExprAttr condition) {
  for (op = op->getPrevNode(); isa_and_present<CheckOp>(op);
       op = op->getPrevNode())
    if (cast<CheckOp>(op).getCondition() == condition)
      return true;
  return false;
}

/// The condition that the places share no byte.
static ExprAttr makeApart(const Place &a, const Place &b) {
  auto isBefore = [](const Place &a, const Place &b) {
    return ep::makeExpr(ep::ExprKind::Le,
                        {ep::add(a.offset, a.bytes), b.offset});
  };
  return ep::makeExpr(ep::ExprKind::Or, {isBefore(a, b), isBefore(b, a)});
}

LogicalResult TemporaryVerifier::verifyWrite(Operation *op, unsigned written,
                                             const BitVector &needed) {
  for (unsigned other : needed.set_bits()) {
    if (other == written || areApart(other, written))
      continue;
    const Place &a = places[written], &b = places[other];
    ExprAttr condition = makeApart(a, b);
    if (isChecked(op, condition))
      continue;
    if (guards) {
      guards->push_back({op, condition});
      continue;
    }
    InFlightDiagnostic diagnostic =
        op->emitOpError("writes ")
        << a.bytes.str() << " bytes at " << a.offset.str()
        << ", which are not proved to be apart from " << b.bytes.str()
        << " bytes at " << b.offset.str() << " that are still to be read";
    diagnostic.attachNote(b.slot.getLoc()) << "what is still to be read";
    return diagnostic;
  }
  return success();
}

LogicalResult TemporaryVerifier::verifyBlock(Block &block) {
  // What is needed behind each instruction, from the last one on.
  SmallVector<BitVector> needed(1, BitVector(places.size()));
  for (Block *next : block.getSuccessors())
    needed.back() |= neededAtStart[next];
  for (Operation &op : llvm::reverse(block)) {
    BitVector before = needed.back();
    before.reset(effects.find(&op)->second.replaces);
    before |= effects.find(&op)->second.reads;
    needed.push_back(std::move(before));
  }
  BitVector written = writtenAtStart[&block];
  for (Operation &op : block) {
    needed.pop_back();
    const Effects &effect = effects.find(&op)->second;
    BitVector unset = effect.reads;
    unset.reset(written);
    if (unset.any())
      return op.emitOpError("reads ")
             << places[unset.find_first()].bytes.str() << " bytes at "
             << places[unset.find_first()].offset.str()
             << " of a segment, where nothing has been written";
    written |= effect.writes;
    BitVector kept = needed.back();
    kept |= effect.reads;
    kept &= written;
    for (unsigned place : effect.writes.set_bits())
      if (failed(verifyWrite(&op, place, kept)))
        return failure();
  }
  return success();
}

LogicalResult TemporaryVerifier::run() {
  findPlaces();
  solve();
  for (Block &block : host.getBody())
    if (failed(verifyBlock(block)))
      return failure();
  return success();
}

LogicalResult exec::verifyTemporaries(HostOp host, const ep::Facts &facts) {
  return TemporaryVerifier(host, facts).run();
}

void exec::guardTemporaries(HostOp host, const ep::Facts &facts) {
  SmallVector<Guard> guards;
  if (failed(TemporaryVerifier(host, facts, &guards).run()))
    return;
  for (auto [op, condition] : guards) {
    OpBuilder builder(op);
    CheckOp::create(builder, op->getLoc(), condition,
                    "temporaries lie apart in memory");
  }
}
