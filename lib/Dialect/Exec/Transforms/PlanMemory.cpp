// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places temporaries in segments; see PlanMemory in Passes.td.
#include "Copies.h"
#include "Lives.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/Exec/MemoryFigures.h"
#include "kiln/Dialect/Exec/MemoryPlan.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

namespace kiln::exec {
#define GEN_PASS_DEF_PLANMEMORY
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

namespace {
class Planner {
public:
  explicit Planner(HostOp host)
      : host(host), facts(getFacts(cast<ep::ProgramOp>(host->getParentOp()))),
        dominance(host) {}

  void run() {
    elideCopies(host);
    reuseOperands();
    groupTemporaries();
    for (auto &[anchor, temporaries] : groups)
      place(anchor, temporaries);
  }

private:
  void reuseOperands();
  void reuseOperands(LaunchOp launch, const Lives &lives,
                     llvm::DenseMap<Value, int64_t> &lasts);
  bool canReuse(LaunchOp launch, Value operand, unsigned result);
  void groupTemporaries();
  Operation *getAnchor(TemporaryOp temporary);
  void place(Operation *anchor, ArrayRef<TemporaryOp> temporaries);

  HostOp host;
  ep::Facts facts;
  DominanceInfo dominance;
  llvm::StringMap<SmallVector<Operation *, 1>> setters; ///< of registers
  /// By the instruction behind which their segment is made.
  llvm::MapVector<Operation *, SmallVector<TemporaryOp>> groups;
  int64_t numSegments = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// In place
//===----------------------------------------------------------------------===//

/// Every use of `operand` by the launch must allow it.
bool Planner::canReuse(LaunchOp launch, Value operand, unsigned result) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(
      host->getParentOp(), launch.getKernelAttr());
  unsigned arguments = kernel.getNumTensorArguments();
  for (auto [i, buffer] :
       llvm::enumerate(launch.getBuffers().take_front(arguments)))
    if (buffer == operand && !exec::canReuse(kernel, i, result))
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

void Planner::groupTemporaries() {
  host.walk([&](Operation *op) {
    if (auto size = dyn_cast<SizeOp>(op))
      setters[size.getName()].push_back(op);
    if (auto read = dyn_cast<ReadScalarOp>(op))
      setters[read.getName()].push_back(op);
  });
  host.walk([&](TemporaryOp temporary) {
    groups[getAnchor(temporary)].push_back(temporary);
  });
}

void Planner::place(Operation *anchor, ArrayRef<TemporaryOp> temporaries) {
  Lives lives(host);
  SmallVector<PlanBuffer> buffers;
  for (TemporaryOp temporary : temporaries) {
    Life life = lives.getLife(temporary);
    buffers.push_back({temporary.getBytes(), life.first, life.last});
  }
  MemoryPlan plan = planMemory(host.getContext(), buffers, facts);
  OpBuilder builder(host.getContext());
  if (anchor)
    builder.setInsertionPointAfter(anchor);
  else
    builder.setInsertionPointToStart(&host.getBody().front());
  auto type = builder.getType<BufferType>();
  Value segment = SegmentOp::create(builder, host.getLoc(), type, numSegments++,
                                    plan.bytes);
  for (auto [made, offset] : llvm::zip(temporaries, plan.offsets)) {
    TemporaryOp temporary = made;
    Value view = ViewOp::create(builder, temporary.getLoc(), type, segment,
                                offset, temporary.getBytes());
    temporary.replaceAllUsesWith(view);
  }
  for (TemporaryOp temporary : temporaries)
    temporary.erase();
}

namespace {
struct PlanMemoryPass : exec::impl::PlanMemoryBase<PlanMemoryPass> {
  void runOnOperation() override {
    for (auto host : getOperation().getBody().getOps<HostOp>()) {
      SmallVector<TemporaryOp> temporaries;
      host.walk([&](TemporaryOp op) { temporaries.push_back(op); });
      if (temporaries.empty())
        continue;
      Planner(host).run();
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
  }
};
} // namespace
