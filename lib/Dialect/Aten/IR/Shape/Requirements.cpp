// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes that an operator needs to have a result of its type. The rules let
// through whatever depends on the values of symbols; it is collected here.
#include "kiln/Dialect/Aten/AllOps.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;
using ep::ExprKind;

namespace {
/// Collects conditions, without those that hold as they are written.
class Requirements {
public:
  explicit Requirements(SmallVectorImpl<ExprAttr> &conditions)
      : conditions(conditions) {}

  void require(ExprAttr condition) {
    bool holds =
        condition.getKind() == ExprKind::Bool && condition.getValue() != 0;
    if (!holds && !llvm::is_contained(conditions, condition))
      conditions.push_back(condition);
  }
  void requireEqual(ExprAttr a, ExprAttr b) {
    if (a != b)
      require(ep::makeExpr(ExprKind::Eq, {a, b}));
  }
  /// Each size of `from`, aligned at the last one, is that of `to` or 1.
  void requireBroadcast(SizesRef from, SizesRef to) {
    if (from.size() > to.size())
      return;
    for (auto [size, target] : llvm::zip(from, to.take_back(from.size()))) {
      if (size == target || size.isInt(1))
        continue;
      ExprAttr one = ep::makeInt(size.getContext(), 1);
      require(ep::makeExpr(ExprKind::Or,
                           {ep::makeExpr(ExprKind::Eq, {size, target}),
                            ep::makeExpr(ExprKind::Eq, {size, one})}));
    }
  }

private:
  SmallVectorImpl<ExprAttr> &conditions;
};
} // namespace

/// All operands broadcast to the result, and one of them has each size of it.
static void addPointwise(AtenOp op, Requirements &all) {
  SizesRef result = getSizes(op->getResult(0));
  for (Value operand : op->getOperands())
    all.requireBroadcast(getSizes(operand), result);
  for (size_t back = 1; back <= result.size(); ++back) {
    ExprAttr size = result[result.size() - back];
    SmallVector<ExprAttr> sides;
    bool isSame = false;
    for (Value operand : op->getOperands()) {
      SizesRef sizes = getSizes(operand);
      if (sizes.size() < back)
        continue;
      ExprAttr other = sizes[sizes.size() - back];
      isSame |= other == size;
      sides.push_back(ep::makeExpr(ExprKind::Eq, {other, size}));
    }
    if (!isSame && !sides.empty())
      all.require(sides.size() == 1 ? sides[0]
                                    : ep::makeExpr(ExprKind::Or, sides));
  }
}

/// All parts have the result's sizes beside `dim`.
static void addCat(AtenOp op, Requirements &all) {
  SizesRef result = getSizes(op->getResult(0));
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), result.size());
  for (Value part : op.tensors(0)) {
    SizesRef sizes = getSizes(part);
    if (failed(dim) || sizes.size() != result.size())
      continue; // an empty tensor of one dimension
    for (auto [i, a, b] : llvm::enumerate(sizes, result))
      if (static_cast<int64_t>(i) != *dim)
        all.requireEqual(a, b);
  }
}

/// Columns of the first are rows of the second, and there are as many of both.
static void addMatmul(SizesRef a, SizesRef b, Requirements &all) {
  if (a.size() != b.size() || a.size() < 2)
    return;
  all.requireEqual(a.back(), b[b.size() - 2]);
  for (auto [x, y] : llvm::zip(a.drop_back(2), b.drop_back(2)))
    all.requireEqual(x, y);
}

/// The index is inside.
static void addSelect(AtenOp op, Requirements &all) {
  SelectIntOp select(op);
  SizesRef sizes = getSizes(select.getSelf());
  FailureOr<int64_t> dim = wrapDim(select.getDim(), sizes.size());
  if (failed(dim) || sizes.empty())
    return;
  ExprAttr size = sizes[*dim], index = select.getIndex();
  if (!index.isInt() || index.getValue() < 0)
    all.require(ep::makeExpr(ExprKind::Le, {ep::neg(size), index}));
  if (!index.isInt() || index.getValue() >= 0)
    all.require(ep::makeExpr(ExprKind::Lt, {index, size}));
}

/// The parts are all there is.
static void addSplit(AtenOp op, Requirements &all) {
  SplitWithSizesOp split(op);
  SizesRef sizes = getSizes(split.getSelf());
  FailureOr<int64_t> dim = wrapDim(split.getDim(), sizes.size());
  Sizes parts = split.getSplitSizes();
  if (failed(dim) || sizes.empty() || parts.empty())
    return;
  ExprAttr sum = parts.front();
  for (ExprAttr part : ArrayRef(parts).drop_front())
    sum = ep::add(sum, part);
  all.requireEqual(sum, sizes[*dim]);
  for (auto [part, result] : llvm::zip(parts, op->getResults())) {
    SizesRef of = getSizes(result);
    if (of.size() != sizes.size())
      continue;
    for (auto [i, size] : llvm::enumerate(of))
      all.requireEqual(size, static_cast<int64_t>(i) == *dim ? part : sizes[i]);
  }
}

/// Each group takes its share of the channels.
static void addConvolution(AtenOp op, Requirements &all) {
  ConvolutionOp conv(op);
  SizesRef input = getSizes(conv.getInput()),
           weight = getSizes(conv.getWeight());
  if (weight.size() < 3 || input.size() + 1 < weight.size())
    return;
  ExprAttr channels = input[input.size() - weight.size() + 1];
  all.requireEqual(channels, conv.getTransposed()
                                 ? weight[0]
                                 : ep::mul(weight[1], conv.getGroups()));
}

/// A view has as many elements, and an expanded size was 1.
static void addView(AtenOp op, Requirements &all) {
  MLIRContext *context = op->getContext();
  all.requireEqual(ep::product(context, getSizes(op.tensor(0))),
                   ep::product(context, getSizes(op->getResult(0))));
}

void aten::collectRequirements(AtenOp op,
                               SmallVectorImpl<ExprAttr> &conditions) {
  Requirements all(conditions);
  if (op->getNumResults() == 0 ||
      !isa<ep::TensorType>(op->getResult(0).getType()))
    return;
  SizesRef result = getSizes(op->getResult(0));
  const Schema &schema = op.getSchema();
  StringRef name = schema.getName();
  if (name == "aten.cat.default")
    addCat(op, all);
  else if (name == "aten.mm.default" || name == "aten.bmm.default")
    addMatmul(getSizes(op.tensor(0)), getSizes(op.tensor(1)), all);
  else if (name == "aten.addmm.default")
    addMatmul(getSizes(op.tensor(1)), getSizes(op.tensor(2)), all);
  else if (name == "aten.select.int")
    addSelect(op, all);
  else if (name == "aten.split_with_sizes.default")
    return addSplit(op, all);
  else if (name == "aten.convolution.default")
    addConvolution(op, all);
  else if (name == "aten.expand.default")
    all.requireBroadcast(getSizes(op.tensor(0)), result);
  else if (name == "aten.view.default")
    return addView(op, all);
  else if (broadcastsTensors(schema) && op->getNumOperands())
    return addPointwise(op, all);
  std::string why;
  FailureOr<std::optional<Sizes>> wanted = inferSizes(op, why);
  if (failed(wanted) || !*wanted || (*wanted)->size() != result.size())
    return;
  bool isSame = haveResultsSameSizes(op);
  for (Value each : isSame ? op->getResults() : op->getResults().take_front())
    if (SizesRef sizes = getSizes(each); sizes.size() == (*wanted)->size())
      for (auto [size, want] : llvm::zip(sizes, **wanted))
        all.requireEqual(size, want);
}
