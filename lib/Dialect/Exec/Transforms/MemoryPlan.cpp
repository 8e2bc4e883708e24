// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/MemoryPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <limits>
#include <map>
#include <numeric>

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;
using ep::ExprKind;

//===----------------------------------------------------------------------===//
// Facts about expressions
//===----------------------------------------------------------------------===//

/// Is every value of `expr` at least 0, by its interval?
static bool isNonNegative(ExprAttr expr, const ep::Facts &facts) {
  return ep::range(expr, facts).min.value_or(-1) >= 0;
}

/// The same after each symbol `s` is replaced by `s + min`: then a product of
/// symbols outgrows each of them where their lower bounds say so.
static bool isNonNegativeShifted(ExprAttr expr, const ep::Facts &facts) {
  llvm::DenseMap<ExprAttr, ExprAttr> shifts;
  ep::Facts shifted;
  ep::walkSymbols(expr, [&](ExprAttr symbol) {
    ep::Bounds bounds = facts.lookup(symbol.getName());
    int64_t min = bounds.min.value_or(0);
    if (min <= 0)
      return;
    shifts[symbol] = ep::add(symbol, ep::makeInt(expr.getContext(), min));
    ep::Bounds &moved = shifted[symbol.getName()];
    moved.min = 0;
    if (bounds.max)
      moved.max = *bounds.max - min;
  });
  for (const auto &entry : facts)
    shifted.try_emplace(entry.getKey(), entry.getValue());
  return isNonNegative(ep::substitute(expr, shifts), shifted);
}

bool exec::proveLessEqual(ExprAttr a, ExprAttr b, const ep::Facts &facts) {
  if (a == b)
    return true;
  if (b.getKind() == ExprKind::Max &&
      llvm::any_of(b.getOperands(), [&](ExprAttr operand) {
        return proveLessEqual(a, operand, facts);
      }))
    return true;
  if (a.getKind() == ExprKind::Max)
    return llvm::all_of(a.getOperands(), [&](ExprAttr operand) {
      return proveLessEqual(operand, b, facts);
    });
  ExprAttr difference = ep::sub(b, a);
  return isNonNegative(difference, facts) ||
         isNonNegativeShifted(difference, facts);
}

int64_t exec::evaluateAtBounds(ExprAttr expr, const ep::Facts &facts) {
  llvm::StringMap<ep::ExprValue> values;
  ep::walkSymbols(expr, [&](ExprAttr symbol) {
    ep::Bounds bounds = facts.lookup(symbol.getName());
    int64_t value =
        bounds.max.value_or(std::max<int64_t>(1024, bounds.min.value_or(0)));
    values[symbol.getName()] = value;
  });
  llvm::Expected<ep::ExprValue> value = ep::evaluate(expr, values);
  if (value)
    return std::get<int64_t>(*value);
  llvm::consumeError(value.takeError());
  return std::numeric_limits<int64_t>::max();
}

static ArrayRef<ExprAttr> getTerms(const ExprAttr &sum) {
  return sum.getKind() == ExprKind::Add ? sum.getOperands()
                                        : ArrayRef<ExprAttr>(sum);
}

/// `term` as a coefficient and the rest.
static std::pair<int64_t, ExprAttr> splitTerm(ExprAttr term) {
  MLIRContext *context = term.getContext();
  if (term.isInt())
    return {term.getValue(), ep::makeInt(context, 1)};
  if (term.getKind() != ExprKind::Mul || !term.getOperands().front().isInt())
    return {1, term};
  return {term.getOperands().front().getValue(),
          ep::product(context, term.getOperands().drop_front())};
}

/// `bytes` rounded up to the alignment. Large coefficients are rounded one by
/// one, which wastes at most an eighth and keeps a polynomial, about which more
/// can be proved than about a quotient.
static ExprAttr alignSize(ExprAttr bytes, const ep::Facts &facts) {
  MLIRContext *context = bytes.getContext();
  ExprAttr alignment = ep::makeInt(context, kArenaAlignment);
  ExprAttr sum = ep::makeInt(context, 0);
  for (ExprAttr term : getTerms(bytes)) {
    auto [factor, rest] = splitTerm(term);
    bool isAligned = factor % kArenaAlignment == 0;
    bool canRound = (factor >= 8 * kArenaAlignment || term.isInt()) &&
                    factor >= 0 && ep::range(rest, facts).min.value_or(-1) >= 0;
    if (!isAligned && !canRound)
      return ep::mul(alignment, ep::ceilDiv(bytes, alignment));
    int64_t rounded =
        isAligned ? factor : llvm::alignTo(factor, kArenaAlignment);
    sum = ep::add(sum, ep::mul(ep::makeInt(context, rounded), rest));
  }
  return sum;
}

/// The coefficient of `rest` in `sum`.
static int64_t getFactor(ExprAttr sum, ExprAttr rest) {
  for (ExprAttr term : getTerms(sum))
    if (auto [factor, other] = splitTerm(term); other == rest)
      return factor;
  return 0;
}

/// A sum that is no smaller than `a` and `b`, which are no smaller than 0: term
/// by term the larger one.
static ExprAttr getUpperBound(ExprAttr a, ExprAttr b, const ep::Facts &facts) {
  ExprAttr bound = ep::makeInt(a.getContext(), 0);
  llvm::SetVector<Attribute> products;
  for (ExprAttr sum : {a, b})
    for (ExprAttr term : getTerms(sum))
      products.insert(splitTerm(term).second);
  for (Attribute product : products) {
    auto rest = cast<ExprAttr>(product);
    int64_t inA = getFactor(a, rest), inB = getFactor(b, rest);
    ep::Bounds bounds = ep::range(rest, facts);
    if (inA != inB && bounds.min.value_or(-1) < 0 && bounds.max.value_or(1) > 0)
      return ep::add(a, b); // of either sign
    int64_t factor =
        bounds.min.value_or(-1) >= 0 ? std::max(inA, inB) : std::min(inA, inB);
    bound = ep::add(bound, ep::mul(ep::makeInt(a.getContext(), factor), rest));
  }
  return bound;
}

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

namespace {
class Placer {
public:
  Placer(MLIRContext *context, ArrayRef<PlanBuffer> buffers,
         const ep::Facts &facts)
      : buffers(buffers), facts(facts), zero(ep::makeInt(context, 0)),
        bound(zero), offsets(buffers.size()), ends(buffers.size()) {
    for (const PlanBuffer &buffer : buffers)
      sizes.push_back(alignSize(buffer.bytes, facts));
  }

  MemoryPlan run() {
    for (unsigned buffer : getOrder())
      place(buffer);
    // The ends that no other one is proved to reach; few as a rule.
    ExprAttr bytes = zero;
    if (maximal.size() <= 4)
      for (ExprAttr end : maximal)
        bytes = ep::max(bytes, end);
    else
      bytes = bound;
    return {offsets, ep::simplify(bytes, facts)};
  }

private:
  /// The largest first; the order of equals is that of their lives.
  SmallVector<unsigned> getOrder() {
    SmallVector<unsigned> order(buffers.size());
    std::iota(order.begin(), order.end(), 0);
    SmallVector<int64_t> values;
    for (ExprAttr size : sizes)
      values.push_back(evaluateAtBounds(size, facts));
    llvm::stable_sort(order, [&](unsigned a, unsigned b) {
      if (values[a] != values[b])
        return values[a] > values[b];
      return buffers[a].first < buffers[b].first;
    });
    return order;
  }

  void place(unsigned buffer) {
    SmallVector<unsigned> neighbours;
    for (unsigned other = 0; other < buffers.size(); ++other)
      if (offsets[other] && buffers[other].first <= buffers[buffer].last &&
          buffers[buffer].first <= buffers[other].last)
        neighbours.push_back(other);
    // Everything ends at or below `bound`: there it always fits.
    ExprAttr best = bound;
    int64_t bestValue = evaluateAtBounds(bound, facts);
    auto consider = [&](ExprAttr offset) {
      int64_t value = evaluateAtBounds(offset, facts);
      if (value < bestValue && fits(buffer, offset, neighbours)) {
        best = offset;
        bestValue = value;
      }
    };
    consider(zero);
    for (unsigned neighbour : neighbours)
      consider(ends[neighbour]);
    offsets[buffer] = best;
    ends[buffer] = ep::add(best, sizes[buffer]);
    grow(ends[buffer]);
  }

  bool fits(unsigned buffer, ExprAttr offset, ArrayRef<unsigned> neighbours) {
    ExprAttr end = ep::add(offset, sizes[buffer]);
    return llvm::all_of(neighbours, [&](unsigned other) {
      return isLessEqual(end, offsets[other]) ||
             isLessEqual(ends[other], offset);
    });
  }

  void grow(ExprAttr end) {
    if (llvm::any_of(maximal,
                     [&](ExprAttr known) { return isLessEqual(end, known); }))
      return;
    llvm::erase_if(maximal,
                   [&](ExprAttr known) { return isLessEqual(known, end); });
    maximal.push_back(end);
    if (isLessEqual(bound, end))
      bound = end;
    else if (!isLessEqual(end, bound))
      bound = getUpperBound(bound, end, facts);
  }

  bool isLessEqual(ExprAttr a, ExprAttr b) {
    auto [it, isNew] = proofs.try_emplace({a, b}, false);
    if (isNew)
      it->second = proveLessEqual(a, b, facts);
    return it->second;
  }

  ArrayRef<PlanBuffer> buffers;
  const ep::Facts &facts;
  ExprAttr zero;
  ExprAttr bound;                ///< a sum that no end exceeds
  SmallVector<ExprAttr> maximal; ///< ends that no other one is proved to reach
  SmallVector<ExprAttr> sizes, offsets, ends;
  llvm::DenseMap<std::pair<Attribute, Attribute>, bool> proofs;
};
} // namespace

MemoryPlan exec::planMemory(MLIRContext *context, ArrayRef<PlanBuffer> buffers,
                            const ep::Facts &facts) {
  return Placer(context, buffers, facts).run();
}

PlanFigures exec::measurePlan(const MemoryPlan &plan,
                              ArrayRef<PlanBuffer> buffers,
                              const ep::Facts &facts) {
  PlanFigures figures;
  figures.planned = evaluateAtBounds(plan.bytes, facts);
  std::map<int64_t, int64_t> changes; // by step
  for (const PlanBuffer &buffer : buffers) {
    int64_t bytes = evaluateAtBounds(buffer.bytes, facts);
    figures.total += bytes;
    changes[buffer.first] += bytes;
    changes[buffer.last + 1] -= bytes;
  }
  int64_t live = 0;
  for (auto [step, change] : changes) {
    live += change;
    figures.live = std::max(figures.live, live);
  }
  return figures;
}
