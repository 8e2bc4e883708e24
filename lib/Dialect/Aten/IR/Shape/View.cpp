// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

FailureOr<int64_t> aten::wrapDim(int64_t dim, int64_t rank) {
  int64_t count = std::max<int64_t>(rank, 1);
  if (dim < -count || dim >= count)
    return failure();
  return dim < 0 ? dim + count : dim;
}

FailureOr<SmallVector<int64_t>> aten::wrapDims(ArrayRef<int64_t> dims,
                                               int64_t rank, bool emptyIsAll) {
  SmallVector<int64_t> wrapped;
  if (dims.empty() && emptyIsAll) {
    wrapped = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    return wrapped;
  }
  for (int64_t dim : dims) {
    FailureOr<int64_t> one = wrapDim(dim, rank);
    if (failed(one) || llvm::is_contained(wrapped, *one))
      return failure();
    wrapped.push_back(*one);
  }
  llvm::sort(wrapped);
  return wrapped;
}

Sizes aten::makeSizes(MLIRContext *context, ArrayRef<int64_t> values) {
  return llvm::map_to_vector(
      values, [&](int64_t value) { return ep::makeInt(context, value); });
}

/// The product of `exprs` without those that `other` has, too; both shrink. A
/// size of 0 stays: it says nothing of the others.
static void cancel(Sizes &exprs, Sizes &other) {
  for (auto *it = exprs.begin(); it != exprs.end();) {
    auto *same = llvm::find(other, *it);
    if (it->isInt(0) || same == other.end()) {
      ++it;
      continue;
    }
    other.erase(same);
    it = exprs.erase(it);
  }
}

FailureOr<Sizes> aten::viewSizes(SizesRef from, SizesRef to) {
  Sizes result(to.begin(), to.end());
  ExprAttr *unknown = nullptr;
  for (ExprAttr &size : result)
    if (size.isInt(-1)) {
      if (unknown)
        return failure();
      unknown = &size;
    }
  Sizes left(from.begin(), from.end()), right;
  for (ExprAttr size : result)
    if (!size.isInt(-1))
      right.push_back(size);
  cancel(left, right);
  if (result.empty() && from.empty())
    return result;
  MLIRContext *context =
      (from.empty() ? result.front() : from.front()).getContext();
  ExprAttr elements = ep::product(context, left);
  ExprAttr known = ep::product(context, right);
  if (!unknown)
    return ep::proveEqual(elements, known) == ep::Answer::No
               ? FailureOr<Sizes>(failure())
               : result;
  if (elements.isInt() && known.isInt() &&
      (known.getValue() == 0 || elements.getValue() % known.getValue() != 0))
    return failure();
  *unknown = known.isInt(1) ? elements : ep::floorDiv(elements, known);
  return result;
}

FailureOr<Sizes> aten::expandSizes(SizesRef from, SizesRef to) {
  if (to.size() < from.size())
    return failure();
  size_t added = to.size() - from.size();
  Sizes result(to.begin(), to.end());
  for (auto [i, size] : llvm::enumerate(result)) {
    if (i < added) {
      if (size.isInt(-1))
        return failure();
      continue;
    }
    ExprAttr old = from[i - added];
    if (size.isInt(-1))
      size = old;
    else if (!old.isInt(1) && ep::proveEqual(old, size) == ep::Answer::No)
      return failure();
  }
  return result;
}

FailureOr<Sizes> aten::permuteSizes(SizesRef sizes, ArrayRef<int64_t> dims) {
  Sizes result;
  SmallVector<bool> seen(sizes.size());
  for (int64_t dim : dims) {
    FailureOr<int64_t> wrapped = wrapDim(dim, sizes.size());
    if (failed(wrapped) || sizes.empty() || seen[*wrapped])
      return failure();
    seen[*wrapped] = true;
    result.push_back(sizes[*wrapped]);
  }
  if (result.size() != sizes.size())
    return failure();
  return result;
}

FailureOr<Sizes> aten::flattenSizes(SizesRef sizes, int64_t start,
                                    int64_t end) {
  FailureOr<int64_t> first = wrapDim(start, sizes.size());
  FailureOr<int64_t> last = wrapDim(end, sizes.size());
  if (failed(first) || failed(last) || *first > *last || sizes.empty())
    return failure();
  Sizes result(sizes.take_front(*first));
  result.push_back(ep::product(sizes[0].getContext(),
                               sizes.slice(*first, *last - *first + 1)));
  llvm::append_range(result, sizes.drop_front(*last + 1));
  return result;
}

FailureOr<Sizes> aten::catSizes(ArrayRef<SizesRef> operands, int64_t dim) {
  Sizes result;
  for (SizesRef sizes : operands) {
    // PyTorch skips empty tensors of one dimension.
    if (sizes.size() == 1 && sizes[0].isInt(0))
      continue;
    FailureOr<int64_t> wrapped = wrapDim(dim, sizes.size());
    if (failed(wrapped) || sizes.empty())
      return failure();
    if (result.empty()) {
      result.assign(sizes.begin(), sizes.end());
      continue;
    }
    if (result.size() != sizes.size())
      return failure();
    for (auto [i, size] : llvm::enumerate(sizes)) {
      if (static_cast<int64_t>(i) == *wrapped)
        result[i] = ep::add(result[i], size);
      else if (ep::proveEqual(result[i], size) == ep::Answer::No)
        return failure();
    }
  }
  return result.empty() && !operands.empty()
             ? Sizes(operands[0].begin(), operands[0].end())
             : result;
}

ExprAttr aten::clampBound(ExprAttr bound, ExprAttr size,
                          const ep::Facts &facts) {
  MLIRContext *context = size.getContext();
  ExprAttr zero = ep::makeInt(context, 0);
  // Sizes are far below this bound, by which exporters mean the end.
  if (bound.isInt(std::numeric_limits<int64_t>::max()))
    return size;
  ep::Bounds range = ep::range(bound, facts);
  if (range.max.value_or(0) < 0)
    bound = ep::add(bound, size);
  else if (range.min.value_or(-1) < 0)
    bound = ep::makeExpr(ep::ExprKind::Where,
                         {ep::makeExpr(ep::ExprKind::Lt, {bound, zero}),
                          ep::add(bound, size), bound});
  if (bound == size || bound == zero)
    return bound;
  ExprAttr high = ep::makeExpr(ep::ExprKind::Min, {bound, size});
  return ep::simplify(ep::max(high, zero), facts);
}

ep::Facts aten::getFactsFor(Operation *op, SizesRef exprs) {
  bool areNumbers =
      llvm::all_of(exprs, [](ExprAttr expr) { return !expr || expr.isInt(); });
  auto program = op->getParentOfType<ep::ProgramOp>();
  return areNumbers || !program ? ep::Facts() : ep::getFacts(program);
}

ExprAttr aten::sliceSize(ExprAttr size, ExprAttr start, ExprAttr end,
                         ExprAttr step, const ep::Facts &facts) {
  ExprAttr zero = ep::makeInt(size.getContext(), 0);
  ExprAttr first = start ? clampBound(start, size, facts) : zero;
  ExprAttr last = end ? clampBound(end, size, facts) : size;
  ExprAttr length = ep::sub(last, first);
  // From 0 or to the end of a clamped bound it is not negative.
  if (first != zero && last != size)
    length = ep::simplify(ep::max(zero, length), facts);
  return step.isInt(1) ? length : ep::ceilDiv(length, step);
}
