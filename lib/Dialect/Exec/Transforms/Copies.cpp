// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy is removed by giving both names one buffer. That is sound only while
// neither is written between the copy and the last read of the other, which is
// asked of the numbered instructions.
#include "Copies.h"
#include "Lives.h"
#include "kiln/Dialect/EP/Expr.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;

namespace {
class Elider {
public:
  explicit Elider(HostOp host) : host(host), lives(host), dominance(host) {}

  void run() {
    SmallVector<CopyOp> copies;
    host.walk([&](CopyOp copy) { copies.push_back(copy); });
    for (CopyOp copy : copies)
      if (canTakePlace(copy))
        elide(copy);
    copies.clear();
    host.walk([&](CopyOp copy) { copies.push_back(copy); });
    llvm::DenseSet<Operation *> erased;
    for (CopyOp copy : copies) {
      CopyOp back =
          erased.contains(copy.getOperation()) ? CopyOp() : findCopyBack(copy);
      if (!back)
        continue;
      erased.insert(back);
      back.erase();
      elide(copy);
    }
  }

private:
  bool isMadeFor(TemporaryOp temporary, CopyOp copy);
  bool canTakePlace(CopyOp copy);
  CopyOp findCopyBack(CopyOp copy);
  bool sharesStorage(Value slot);

  void elide(CopyOp copy) {
    auto temporary = copy.getTo().getDefiningOp<TemporaryOp>();
    Value from = copy.getFrom();
    copy.erase();
    temporary.replaceAllUsesWith(from);
    temporary.erase();
  }

  HostOp host;
  Lives lives;
  DominanceInfo dominance;
};
} // namespace

/// Is the copy the first to use the temporary, and in the same block?
bool Elider::isMadeFor(TemporaryOp temporary, CopyOp copy) {
  return temporary && temporary->getBlock() == copy->getBlock() &&
         lives.getUse(temporary).first == lives.getStep(copy);
}

bool Elider::canTakePlace(CopyOp copy) {
  auto from = copy.getFrom().getDefiningOp<TemporaryOp>();
  auto to = copy.getTo().getDefiningOp<TemporaryOp>();
  return from && isMadeFor(to, copy) && from.getBytes() == to.getBytes() &&
         lives.getLife(from).last == lives.getStep(copy);
}

static Operation *findEntry(HostOp host, StateOp state) {
  return SymbolTable::lookupSymbolIn(host->getParentOp(),
                                     state.getStateAttr().getAttr());
}

/// Another state entry may view the same bytes.
bool Elider::sharesStorage(Value slot) {
  auto state = slot.getDefiningOp<StateOp>();
  if (!state)
    return false;
  auto getStorage = [&](StateOp op) {
    return findEntry(host, op)->getAttr("storage");
  };
  return llvm::any_of(host.getOps<StateOp>(), [&](StateOp other) {
    return other != state && !other->use_empty() &&
           getStorage(other) == getStorage(state);
  });
}

/// The copy of the temporary back to where `copy` has it from, when the
/// temporary may as well lie there.
CopyOp Elider::findCopyBack(CopyOp copy) {
  Value home = copy.getFrom();
  auto temporary = copy.getTo().getDefiningOp<TemporaryOp>();
  if (!isa<InputOp, StateOp>(home.getDefiningOp()) ||
      !isMadeFor(temporary, copy) || sharesStorage(home) ||
      lives.isInLoop(copy))
    return {};
  CopyOp back;
  for (Operation *user : temporary->getUsers()) {
    auto other = dyn_cast<CopyOp>(user);
    if (other && other.getTo() == home && !lives.isInLoop(other))
      back = other;
  }
  if (!back ||
      !dominance.dominates(temporary.getOperation(), back.getOperation()))
    return {};
  int64_t first = lives.getStep(copy), last = lives.getStep(back);
  SmallVector<Value> aliases{home};
  for (unsigned i = 0; i < aliases.size(); ++i)
    for (Operation *user : aliases[i].getUsers()) {
      int64_t step = lives.getStep(user);
      if (first < step && step < last)
        return {};
      // A view may be used later than where it is made.
      if (auto view = dyn_cast<ViewOp>(user))
        aliases.push_back(view);
    }
  return back;
}

/// Entries of the same bytes that the program mutates are one buffer, whatever
/// their names.
static void joinState(HostOp host) {
  llvm::DenseMap<std::tuple<Attribute, Attribute, Attribute>, StateOp> known;
  for (StateOp state : host.getOps<StateOp>()) {
    if (!state.getIsMutable())
      continue;
    Operation *entry = findEntry(host, state);
    auto [place, isNew] =
        known.try_emplace({entry->getAttr("storage"), entry->getAttr("offset"),
                           entry->getAttr("type")},
                          state);
    if (!isNew)
      state.replaceAllUsesWith(place->second.getResult());
  }
}

/// Of copies that follow each other, those that one has made already.
static void eraseRepeated(HostOp host) {
  SmallVector<CopyOp> run, repeated;
  Operation *previous = nullptr;
  host.walk([&](CopyOp copy) {
    if (copy->getPrevNode() != previous)
      run.clear();
    previous = copy;
    auto touches = [&](CopyOp other) {
      return other.getTo() == copy.getTo() || other.getTo() == copy.getFrom();
    };
    auto last = llvm::find_if(llvm::reverse(run), touches);
    bool isMade = last != run.rend() && last->getTo() == copy.getTo() &&
                  last->getFrom() == copy.getFrom();
    (isMade ? repeated : run).push_back(copy);
  });
  for (CopyOp copy : repeated)
    copy.erase();
}

void exec::elideCopies(HostOp host) {
  joinState(host);
  eraseRepeated(host);
  Elider(host).run();
}
