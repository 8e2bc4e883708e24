// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups that go through the same elements become one, with several results:
// what one of them makes, or what both of them read, is then read once.
#include "KernelGroups.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Support/Decision.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using linalg::GenericOp;

bool exec::isMap(Operation *op) {
  auto generic = dyn_cast<GenericOp>(op);
  if (!generic || generic.getNumParallelLoops() != generic.getNumLoops())
    return false;
  return llvm::all_of(generic.getDpsInitsMutable(), [&](OpOperand &init) {
    return generic.getMatchingIndexingMap(&init).isIdentity();
  });
}

/// Would `op` keep others that are computed with it from being vectors?
static bool isScalar(Operation *op) {
  return op
      ->walk([&](Operation *nested) {
        bool isPlain = nested == op || (nested->getNumRegions() == 0 &&
                                        !isa<tensor::ExtractOp>(nested));
        return isPlain ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

static bool isIn(const KernelGroup &group, Operation *op) {
  return llvm::is_contained(group, op);
}

/// The values of others that `group` reads at the places that it computes.
static SmallVector<Value> getReadsInPlace(const KernelGroup &group) {
  SmallVector<Value> reads;
  for (Operation *op : group) {
    auto generic = dyn_cast<GenericOp>(op);
    if (!generic)
      continue;
    for (OpOperand *input : generic.getDpsInputOperands())
      if (isa<RankedTensorType>(input->get().getType()) &&
          generic.getMatchingIndexingMap(input).isIdentity() &&
          (!input->get().getDefiningOp() ||
           (!isIn(group, input->get().getDefiningOp()) &&
            !isAbsorbed(input->get().getDefiningOp()))))
        reads.push_back(input->get());
  }
  return reads;
}

static bool haveSameDomain(const KernelGroup &a, const KernelGroup &b) {
  FailureOr<SmallVector<ep::ExprAttr>> first =
      getShapeExprs(a.back()->getResult(0));
  FailureOr<SmallVector<ep::ExprAttr>> second =
      getShapeExprs(b.back()->getResult(0));
  return succeeded(first) && succeeded(second) && *first == *second;
}

static bool isUsedOutside(Value result, const KernelGroup &a,
                          const KernelGroup &b) {
  return llvm::any_of(result.getUsers(), [&](Operation *user) {
    return !isIn(a, user) && !isIn(b, user);
  });
}

/// Why results of `first` cannot be made where `second` is.
static StringRef refusePlace(const KernelGroup &first,
                             const KernelGroup &second) {
  Block *block = second.back()->getBlock();
  for (Operation *op : first)
    for (OpOperand &use : op->getUses()) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      if (isIn(first, user))
        continue;
      if (!isIn(second, user)) {
        if (user->isBeforeInBlock(second.back()))
          return "a result is wanted before the other is computed";
        continue;
      }
      auto generic = dyn_cast<GenericOp>(use.getOwner());
      if (!generic || !generic.isDpsInput(&use) ||
          !generic.getMatchingIndexingMap(&use).isIdentity())
        return "a result is read at other places than it is computed";
    }
  return "";
}

StringRef exec::refuseJoin(const KernelGroup &first,
                           const KernelGroup &second) {
  constexpr size_t kMaxResults = 8;
  if (!llvm::all_of(second, isMap))
    return "only elementwise ops go behind the last op of a kernel";
  if (!llvm::all_of(first, llvm::IsaPred<GenericOp>))
    return "the other op is a kernel of its own";
  if (!haveSameDomain(first, second))
    return "they do not go through the same elements";
  if (llvm::any_of(first, isScalar) != llvm::any_of(second, isScalar))
    return "a gather or a loop would keep the others from vectors";
  if (StringRef reason = refusePlace(first, second); !reason.empty())
    return reason;
  SmallVector<Value> shared = getReadsInPlace(first);
  if (llvm::none_of(getReadsInPlace(second), [&](Value value) {
        return llvm::is_contained(shared, value) ||
               isIn(first, value.getDefiningOp());
      }))
    return "they read nothing in common";
  size_t results = 0;
  for (Operation *op : llvm::concat<Operation *const>(first, second))
    results += llvm::count_if(op->getResults(), [&](Value result) {
      return isUsedOutside(result, first, second);
    });
  return results > kMaxResults ? "the kernel would have too many results" : "";
}

namespace {
class GroupJoiner {
public:
  explicit GroupJoiner(SmallVector<KernelGroup> &groups) : groups(groups) {
    for (auto [i, group] : llvm::enumerate(groups))
      for (Operation *op : group)
        owner[op] = i;
  }

  void run() {
    while (runOnce()) {
    }
    llvm::erase_if(groups, [](const KernelGroup &g) { return g.empty(); });
  }

private:
  bool runOnce() {
    bool changed = false;
    llvm::DenseMap<Value, unsigned> readers; // the last of each value
    for (unsigned i = 0; i < groups.size(); ++i) {
      if (groups[i].empty())
        continue;
      for (Value value : getReadsInPlace(groups[i])) {
        if (auto it = owner.find(value.getDefiningOp()); it != owner.end())
          changed |= join(it->second, i);
        if (auto it = readers.find(value); it != readers.end())
          changed |= join(it->second, i);
      }
      for (Value value : getReadsInPlace(groups[i]))
        readers[value] = i;
    }
    return changed;
  }

  bool join(unsigned first, unsigned second) {
    if (first == second || groups[first].empty() ||
        !refuseJoin(groups[first], groups[second]).empty() ||
        !decideFusion({groups[first].back(), groups[second].back()}))
      return false;
    KernelGroup joined = std::move(groups[first]);
    groups[first].clear();
    for (Operation *op : joined)
      owner[op] = second;
    joined.append(groups[second]);
    llvm::sort(joined, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
    // All that reads the results comes behind the last op.
    for (Operation *op : ArrayRef(joined).drop_back())
      op->moveBefore(joined.back());
    groups[second] = std::move(joined);
    return true;
  }

  SmallVector<KernelGroup> &groups;
  llvm::DenseMap<Operation *, unsigned> owner;
};
} // namespace

void exec::joinGroups(SmallVector<KernelGroup> &groups) {
  GroupJoiner(groups).run();
}

SmallVector<Siblings> exec::getSiblings(ArrayRef<KernelGroup> groups) {
  llvm::MapVector<std::pair<unsigned, unsigned>, Value> pairs;
  llvm::DenseMap<Value, unsigned> readers; // the last of each value
  for (unsigned i = 0; i < groups.size(); ++i)
    for (Value value : getReadsInPlace(groups[i])) {
      auto [it, isNew] = readers.try_emplace(value, i);
      if (!isNew && it->second != i && llvm::all_of(groups[i], isMap) &&
          haveSameDomain(groups[it->second], groups[i]))
        pairs.insert({{it->second, i}, value});
      it->second = i;
    }
  return llvm::map_to_vector(pairs, [](const auto &entry) {
    return Siblings{entry.first.first, entry.first.second, entry.second};
  });
}
