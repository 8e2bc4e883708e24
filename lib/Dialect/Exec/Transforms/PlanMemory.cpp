// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places temporaries in segments; see PlanMemory in Passes.td.
#include "Copies.h"
#include "HostAccesses.h"
#include "Lives.h"
#include "kiln/Dialect/EP/Facts.h"
#include "kiln/Dialect/Exec/MemoryFigures.h"
#include "kiln/Dialect/Exec/MemoryPlan.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Support/PassCount.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace kiln::exec {
#define GEN_PASS_DEF_PLANMEMORY
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

namespace {
/// Temporaries whose sizes are known behind an instruction; null for the start
/// of the program.
struct Stage {
  Operation *anchor = nullptr;
  SmallVector<TemporaryOp> temporaries;
};

/// A segment: what one stage left of it is made anew for the next one.
using Arena = SmallVector<Stage, 1>;

class Planner {
public:
  /// The entries of a program number their segments on.
  Planner(HostOp host, int64_t &numSegments)
      : host(host), numSegments(numSegments),
        facts(getFacts(cast<ep::ProgramOp>(host->getParentOp()))),
        dominance(host) {}

  void run() {
    elideCopies(host);
    reuseOperands();
    groupTemporaries();
    for (const Arena &arena : arenas)
      emit(arena, numSegments++);
    for (const Arena &arena : arenas)
      for (const Stage &stage : arena)
        for (TemporaryOp temporary : stage.temporaries)
          temporary.erase();
  }

private:
  void reuseOperands();
  void reuseOperands(LaunchOp launch, const Lives &lives,
                     llvm::DenseMap<Value, int64_t> &lasts);
  bool canReuse(LaunchOp launch, Value operand, unsigned result);
  Operation *getAnchor(TemporaryOp temporary);
  void groupTemporaries();
  void addStage(Stage stage);
  bool continueArena(Arena &arena, Stage &stage);
  int64_t getLiveBytes(ArrayRef<TemporaryOp> temporaries);
  MemoryPlan plan(ArrayRef<TemporaryOp> temporaries);
  void emit(const Arena &arena, int64_t index);
  std::string makeRegister(int64_t index);

  HostOp host;
  int64_t &numSegments;
  ep::Facts facts;
  DominanceInfo dominance;
  llvm::StringMap<SmallVector<Operation *, 1>> setters; ///< of registers
  llvm::DenseMap<Value, Life> lives;
  llvm::DenseMap<Operation *, int64_t> steps; ///< of anchors
  llvm::DenseSet<Operation *> repeated;       ///< anchors in loops
  SmallVector<Arena> arenas;
};
} // namespace

//===----------------------------------------------------------------------===//
// In place
//===----------------------------------------------------------------------===//

/// Is `slot` a part of `whole`?
static bool isPartOf(Value slot, Value whole) {
  auto view = slot.getDefiningOp<ViewOp>();
  return view && (view.getBase() == whole || isPartOf(view.getBase(), whole));
}

/// Every use of `operand` by the launch must allow it, and none reads a part.
bool Planner::canReuse(LaunchOp launch, Value operand, unsigned result) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(
      host->getParentOp(), launch.getKernelAttr());
  unsigned arguments = kernel.getNumTensorArguments();
  for (auto [i, buffer] :
       llvm::enumerate(launch.getBuffers().take_front(arguments)))
    if (isPartOf(buffer, operand) ||
        (buffer == operand && !exec::canReuse(kernel, i, result)))
      return false;
  return true;
}

/// A result that is made for a launch takes the place of an operand that the
/// launch reads last.
void Planner::reuseOperands(LaunchOp launch, const Lives &lives,
                            llvm::DenseMap<Value, int64_t> &lasts) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(
      host->getParentOp(), launch.getKernelAttr());
  unsigned arguments = kernel.getNumTensorArguments();
  auto getLast = [&](TemporaryOp temporary) {
    auto [it, isNew] = lasts.try_emplace(temporary, 0);
    if (isNew)
      it->second = lives.getLife(temporary).last;
    return it->second;
  };
  for (unsigned i = arguments, e = launch.getBuffers().size(); i < e; ++i) {
    auto made = launch.getBuffers()[i].getDefiningOp<TemporaryOp>();
    if (!made || made->getBlock() != launch->getBlock() ||
        llvm::any_of(made->getUsers(), [&](Operation *user) {
          return lives.getStep(user) < lives.getStep(launch);
        }))
      continue;
    for (unsigned j = 0; j < arguments; ++j) {
      auto read = launch.getBuffers()[j].getDefiningOp<TemporaryOp>();
      if (!read || read.getBytes() != made.getBytes() ||
          getLast(read) != lives.getStep(launch) ||
          !canReuse(launch, read, i - arguments))
        continue;
      lasts[read] = getLast(made);
      made.replaceAllUsesWith(read.getResult());
      made.erase();
      break;
    }
  }
}

void Planner::reuseOperands() {
  Lives lives(host);
  llvm::DenseMap<Value, int64_t> lasts;
  SmallVector<LaunchOp> launches;
  host.walk([&](LaunchOp launch) { launches.push_back(launch); });
  for (LaunchOp launch : launches)
    reuseOperands(launch, lives, lasts);
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// The instruction behind which the size of a temporary is known; the last slot
/// of the program for sizes that are known from the start. A register that is
/// set in several places may change: then it is the temporary itself.
Operation *Planner::getAnchor(TemporaryOp temporary) {
  Operation *latest = nullptr;
  bool changes = false;
  ep::walkSymbols(temporary.getBytes(), [&](ExprAttr symbol) {
    auto found = setters.find(symbol.getName());
    if (found == setters.end())
      return;
    changes |= found->second.size() > 1;
    Operation *setter = found->second.front();
    if (!latest || dominance.properlyDominates(latest, setter))
      latest = setter;
  });
  if (changes || (latest && !dominance.properlyDominates(latest, temporary)))
    return temporary;
  if (latest)
    return latest;
  Operation *last = nullptr;
  for (Operation &op : host.getBody().front()) {
    if (!isa<InputOp, OutputOp, StateOp>(op))
      break;
    last = &op;
  }
  return last;
}

/// Temporaries by the instruction behind which their sizes are known, in the
/// order of these.
void Planner::groupTemporaries() {
  host.walk([&](Operation *op) {
    if (auto size = dyn_cast<SizeOp>(op))
      setters[size.getName()].push_back(op);
    if (auto read = dyn_cast<ReadScalarOp>(op))
      setters[read.getName()].push_back(op);
  });
  Lives all(host);
  llvm::MapVector<Operation *, Stage> stages;
  host.walk([&](TemporaryOp temporary) {
    lives[temporary] = all.getLife(temporary);
    Operation *anchor = getAnchor(temporary);
    steps[anchor] = anchor ? all.getStep(anchor) : -1;
    if (anchor && all.isInLoop(anchor))
      repeated.insert(anchor);
    Stage &stage = stages[anchor];
    stage.anchor = anchor;
    stage.temporaries.push_back(temporary);
  });
  SmallVector<Stage> sorted;
  for (auto &[anchor, stage] : stages)
    sorted.push_back(std::move(stage));
  llvm::stable_sort(sorted, [&](const Stage &a, const Stage &b) {
    return steps[a.anchor] < steps[b.anchor];
  });
  for (Stage &stage : sorted)
    addStage(std::move(stage));
}

/// The largest sum of bytes that live at one step, at the upper bounds.
int64_t Planner::getLiveBytes(ArrayRef<TemporaryOp> temporaries) {
  std::map<int64_t, int64_t> changes; // by step
  for (TemporaryOp temporary : temporaries) {
    int64_t bytes = evaluateAtBounds(temporary.getBytes(), facts);
    changes[lives[temporary].first] += bytes;
    changes[lives[temporary].last + 1] -= bytes;
  }
  int64_t live = 0, most = 0;
  for (auto [step, change] : changes)
    most = std::max(most, live += change);
  return most;
}

/// Makes the segment of `arena` anew for `stage`, if that takes fewer bytes
/// than a segment of its own. What the last stage of the arena makes behind the
/// anchor goes along; what it needs on both sides moves to another segment.
bool Planner::continueArena(Arena &arena, Stage &stage) {
  Stage &last = arena.back();
  if (!stage.anchor || repeated.contains(stage.anchor) ||
      repeated.contains(last.anchor) ||
      (last.anchor && !dominance.properlyDominates(last.anchor, stage.anchor)))
    return false;
  Stage done{last.anchor, {}}, kept{last.anchor, {}}, next = stage;
  for (TemporaryOp temporary : last.temporaries)
    if (lives[temporary].last <= steps[stage.anchor])
      done.temporaries.push_back(temporary);
    else if (dominance.properlyDominates(stage.anchor, temporary))
      next.temporaries.push_back(temporary);
    else
      kept.temporaries.push_back(temporary);
  int64_t before =
      getLiveBytes(last.temporaries) + getLiveBytes(stage.temporaries);
  int64_t after =
      getLiveBytes(kept.temporaries) +
      std::max(getLiveBytes(done.temporaries), getLiveBytes(next.temporaries));
  if (done.temporaries.empty() || after >= before)
    return false;
  last = std::move(done);
  arena.push_back(std::move(next));
  if (!kept.temporaries.empty())
    arenas.push_back({std::move(kept)});
  return true;
}

void Planner::addStage(Stage stage) {
  for (Arena &arena : arenas)
    if (continueArena(arena, stage))
      return;
  arenas.push_back({std::move(stage)});
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

MemoryPlan Planner::plan(ArrayRef<TemporaryOp> temporaries) {
  SmallVector<PlanBuffer> buffers;
  for (TemporaryOp temporary : temporaries) {
    Life life = lives[temporary];
    buffers.push_back({temporary.getBytes(), life.first, life.last});
  }
  return planMemory(host.getContext(), buffers, facts);
}

/// A name that is not taken, for the size of segment `index`.
std::string Planner::makeRegister(int64_t index) {
  std::string name = ("segment_" + Twine(index)).str();
  while (setters.contains(name) ||
         SymbolTable::lookupSymbolIn(host->getParentOp(), name))
    name += "_";
  setters[name];
  return name;
}

/// A segment that is made more than once has its size from a register.
void Planner::emit(const Arena &arena, int64_t index) {
  OpBuilder builder(host.getContext());
  auto type = builder.getType<BufferType>();
  std::string name = arena.size() > 1 ? makeRegister(index) : "";
  for (const Stage &stage : arena) {
    MemoryPlan plan = this->plan(stage.temporaries);
    if (stage.anchor)
      builder.setInsertionPointAfter(stage.anchor);
    else
      builder.setInsertionPointToStart(&host.getBody().front());
    ExprAttr bytes = plan.bytes;
    if (!name.empty()) {
      SizeOp::create(builder, host.getLoc(), name, bytes);
      bytes = ep::makeSymbol(host.getContext(), name);
    }
    Value segment =
        SegmentOp::create(builder, host.getLoc(), type, index, bytes);
    for (auto [made, offset] : llvm::zip(stage.temporaries, plan.offsets)) {
      TemporaryOp temporary = made;
      Value view = ViewOp::create(builder, temporary.getLoc(), type, segment,
                                  offset, temporary.getBytes());
      temporary.replaceAllUsesWith(view);
    }
  }
}

namespace {
struct PlanMemoryPass : exec::impl::PlanMemoryBase<PlanMemoryPass> {
  void runOnOperation() override {
    int64_t numSegments = 0;
    uint64_t planned = 0;
    for (auto host : getOperation().getBody().getOps<HostOp>()) {
      guardLaunches(host, getFacts(getOperation()));
      SmallVector<TemporaryOp> temporaries;
      host.walk([&](TemporaryOp op) { temporaries.push_back(op); });
      if (temporaries.empty())
        continue;
      planned += temporaries.size();
      Planner(host, numSegments).run();
      guardTemporaries(host, getFacts(getOperation()));
      MemoryFigures figures = measureMemory(host);
      if (figures.buffers == 0)
        continue;
      remark::analysis(
          host.getLoc(),
          remark::RemarkOpts::name("arena").category("kiln-memory"))
          << remark::add("{0} temporaries, {1} bytes in all, {2} live at once, "
                         "{3} planned",
                         figures.buffers, figures.total, figures.live,
                         figures.planned);
    }
    count(getOperation(), *this, numTemporaries, planned, "temporaries placed");
  }
};
} // namespace
