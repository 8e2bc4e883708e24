// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places temporaries in one arena. Sizes are polynomials of symbols, so "above"
// is a proof, and a height that cannot be compared with another is kept beside
// it. First fit in several orders, then a local search that moves the highest
// buffer forward: finding the least arena is NP-hard, and the plan must be the
// same in every build, so the search draws from a generator of its own.
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

/// `bytes` rounded up to the alignment. Coefficients are rounded one by one
/// where that wastes at most an eighth, or `waste` bytes at the upper bounds,
/// and keeps a polynomial, about which more can be proved than about a
/// quotient.
static ExprAttr alignSize(ExprAttr bytes, int64_t waste,
                          const ep::Facts &facts) {
  MLIRContext *context = bytes.getContext();
  ExprAttr alignment = ep::makeInt(context, kArenaAlignment);
  ExprAttr sum = ep::makeInt(context, 0);
  for (ExprAttr term : getTerms(bytes)) {
    auto [factor, rest] = splitTerm(term);
    bool isAligned = factor % kArenaAlignment == 0;
    bool isSmall = evaluateAtBounds(rest, facts) <= waste / kArenaAlignment;
    bool canRound =
        (factor >= 8 * kArenaAlignment || term.isInt() || isSmall) &&
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
/// A height in the arena: the largest of these sums. Most heights are one sum;
/// where nothing is known about two of them, both count.
using Height = SmallVector<ExprAttr, 2>;

/// Which buffers are placed first.
enum class Order { LargestFirst, LongestFirst, WidestFirst, EarliestFirst };

class Placer {
public:
  Placer(MLIRContext *context, ArrayRef<PlanBuffer> buffers,
         const ep::Facts &facts)
      : buffers(buffers), facts(facts), zero(ep::makeInt(context, 0)) {
    int64_t largest = 0;
    for (const PlanBuffer &buffer : buffers)
      largest = std::max(largest, evaluateAtBounds(buffer.bytes, facts));
    for (const PlanBuffer &buffer : buffers) {
      sizes.push_back(alignSize(buffer.bytes, largest / 256, facts));
      sizeValues.push_back(evaluateAtBounds(sizes.back(), facts));
    }
  }

  MemoryPlan run(ArrayRef<unsigned> order) {
    offsets.assign(buffers.size(), {});
    ends.assign(buffers.size(), {});
    top.assign({zero});
    for (unsigned buffer : order) {
      place(buffer);
      join(top, ends[buffer]);
    }
    MemoryPlan plan;
    for (const Height &offset : offsets)
      plan.offsets.push_back(getExpr(offset));
    plan.bytes = getExpr(top);
    return plan;
  }

  /// The buffer of the last plan that ends highest at the upper bounds.
  unsigned getHighest() {
    unsigned highest = 0;
    for (unsigned buffer = 1; buffer < buffers.size(); ++buffer)
      if (getValue(ends[buffer]) > getValue(ends[highest]))
        highest = buffer;
    return highest;
  }

  SmallVector<unsigned> getOrder(Order order) {
    SmallVector<unsigned> list(buffers.size());
    std::iota(list.begin(), list.end(), 0);
    auto getRank = [&](unsigned i) -> std::pair<int64_t, int64_t> {
      int64_t length = buffers[i].last - buffers[i].first;
      if (order == Order::LargestFirst)
        return {-sizeValues[i], buffers[i].first};
      if (order == Order::WidestFirst) // size times length
        return {-(length + 1) * (sizeValues[i] / kArenaAlignment),
                buffers[i].first};
      if (order == Order::LongestFirst)
        return {-length, -sizeValues[i]};
      return {buffers[i].first, -sizeValues[i]};
    };
    llvm::stable_sort(
        list, [&](unsigned a, unsigned b) { return getRank(a) < getRank(b); });
    return list;
  }

private:
  /// At the lowest of the heights that the ends of its neighbours, from the
  /// lowest on, reach together, and that fits below the others. Above all of
  /// them it always fits.
  void place(unsigned buffer) {
    SmallVector<std::pair<int64_t, unsigned>> neighbours;
    for (unsigned other = 0; other < buffers.size(); ++other)
      if (!offsets[other].empty() &&
          buffers[other].first <= buffers[buffer].last &&
          buffers[buffer].first <= buffers[other].last)
        neighbours.push_back({getValue(ends[other]), other});
    llvm::stable_sort(neighbours);
    Height offset{zero};
    for (unsigned i = 0;; ++i) {
      if (fits(buffer, offset, ArrayRef(neighbours).drop_front(i)))
        break;
      join(offset, ends[neighbours[i].second]);
    }
    Height end;
    for (ExprAttr term : offset)
      end.push_back(ep::add(term, sizes[buffer]));
    offsets[buffer] = std::move(offset);
    ends[buffer] = std::move(end);
  }

  bool fits(unsigned buffer, const Height &offset,
            ArrayRef<std::pair<int64_t, unsigned>> others) {
    Height end;
    for (ExprAttr term : offset)
      end.push_back(ep::add(term, sizes[buffer]));
    return llvm::all_of(others, [&](std::pair<int64_t, unsigned> other) {
      return isLessEqual(end, offsets[other.second]) ||
             isLessEqual(ends[other.second], offset);
    });
  }

  /// Raises `height` to `other` where that is higher.
  void join(Height &height, const Height &other) {
    for (ExprAttr term : other) {
      if (isLessEqual(Height{term}, height))
        continue;
      llvm::erase_if(height,
                     [&](ExprAttr known) { return isLessEqual(known, term); });
      height.push_back(term);
    }
    constexpr size_t kMostTerms = 6;
    while (height.size() > kMostTerms) {
      ExprAttr last = height.pop_back_val();
      height.back() = getUpperBound(height.back(), last, facts);
    }
  }

  int64_t getValue(const Height &height) {
    int64_t value = 0;
    for (ExprAttr term : height)
      value = std::max(value, evaluateAtBounds(term, facts));
    return value;
  }

  ExprAttr getExpr(const Height &height) {
    ExprAttr expr = height.front();
    for (ExprAttr term : ArrayRef(height).drop_front())
      expr = ep::max(expr, term);
    return ep::simplify(expr, facts);
  }

  bool isLessEqual(const Height &a, const Height &b) {
    return llvm::all_of(a, [&](ExprAttr low) {
      return llvm::any_of(
          b, [&](ExprAttr high) { return isLessEqual(low, high); });
    });
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
  SmallVector<ExprAttr> sizes;
  SmallVector<int64_t> sizeValues; ///< at the upper bounds
  SmallVector<Height> offsets;     ///< empty where a buffer has no place yet
  SmallVector<Height> ends;
  Height top; ///< that no end exceeds
  llvm::DenseMap<std::pair<Attribute, Attribute>, bool> proofs;
};
} // namespace

/// The least of the plans in several orders, at the upper bounds of the
/// symbols; then, while there is waste, what ends highest is placed earlier,
/// and of few buffers others, too.
MemoryPlan exec::planMemory(MLIRContext *context, ArrayRef<PlanBuffer> buffers,
                            const ep::Facts &facts) {
  Placer placer(context, buffers, facts);
  SmallVector<unsigned> order = placer.getOrder(Order::LargestFirst);
  MemoryPlan best = placer.run(order);
  if (buffers.empty())
    return best;
  int64_t live = measurePlan(best, buffers, facts).live;
  int64_t least = evaluateAtBounds(best.bytes, facts);
  auto tryOrder = [&](ArrayRef<unsigned> list) {
    MemoryPlan plan = placer.run(list);
    int64_t planned = evaluateAtBounds(plan.bytes, facts);
    if (planned >= least)
      return false;
    best = std::move(plan);
    least = planned;
    return true;
  };
  auto isWasteful = [&] { return least > live + live / 12; };
  for (Order other :
       {Order::WidestFirst, Order::LongestFirst, Order::EarliestFirst})
    if (isWasteful() && tryOrder(placer.getOrder(other)))
      order = placer.getOrder(other);
  // Always the same numbers: plans are reproducible.
  uint32_t random = 1;
  auto draw = [&](int64_t count) {
    random = random * 1664525 + 1013904223;
    return int64_t(random >> 8) % std::max<int64_t>(1, count);
  };
  constexpr int kFew = 8, kSome = 96, kMany = 512;
  const int kMostTries =
      buffers.size() <= 64 ? kMany : (buffers.size() <= 128 ? kSome : kFew);
  for (int i = 0; i < kMostTries && isWasteful(); ++i) {
    (void)placer.run(order);
    SmallVector<unsigned> list(order);
    auto *moved = llvm::find(list, placer.getHighest());
    // Where that is not enough, another one may be in its way.
    if (i >= kSome && i % 2)
      moved = list.begin() + draw(list.size());
    int64_t before = std::distance(list.begin(), moved);
    auto *earlier = moved - std::min<int64_t>(1 + draw(before), before);
    std::rotate(earlier, moved, moved + 1);
    if (tryOrder(list) || i % 3 == 2)
      order = std::move(list);
  }
  return best;
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
