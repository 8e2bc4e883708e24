// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bindings.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/EP/Symbols.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;
using ep::ExprKind;

/// On an operator that reads a number: "checked" where it is known before, and
/// "counted" where the same mask has told it.
static constexpr llvm::StringLiteral kKnownName = "kiln.known";

Value kiln::findOnlyMask(IndexTensorOp op, int64_t &first) {
  Value mask;
  int64_t tensors = 0;
  for (auto [i, index] : llvm::enumerate(op.getIndices())) {
    if (!index)
      continue;
    mask = index;
    first = i;
    ++tensors;
  }
  auto type = tensors == 1 ? dyn_cast<ep::TensorType>(mask.getType())
                           : ep::TensorType();
  bool isMask = type && type.getElementType().isInteger(1) && type.getRank();
  return isMask ? mask : Value();
}

namespace {
/// The number that an operator reads, and where from.
struct DataNumber {
  ExprAttr value; ///< null where it reads none
  Value mask;     ///< whose elements are counted; null for an item
};

/// The facts on symbols at the place of an operator.
struct Known {
  llvm::DenseSet<ExprAttr> symbols;
  llvm::DenseMap<ExprAttr, Value> masks; ///< that bound a symbol

  bool covers(ExprAttr expr) const {
    bool all = true;
    ep::walkSymbols(expr, [&](ExprAttr e) { all &= symbols.contains(e); });
    return all;
  }
  void add(ExprAttr expr) {
    ep::walkSymbols(expr, [&](ExprAttr symbol) { symbols.insert(symbol); });
  }
  void add(TypeRange types) {
    for (Type type : types) {
      if (auto tensor = dyn_cast<ep::TensorType>(type))
        for (ExprAttr size : tensor.getSizes())
          add(size);
      if (auto number = dyn_cast<ep::NumberType>(type))
        add(number.getValue());
    }
  }
};
} // namespace

static DataNumber getDataNumber(Operation *op) {
  if (auto nonzero = dyn_cast<NonzeroOp>(op))
    return {nonzero.getType().getSizes()[0], nonzero.getSelf()};
  if (auto index = dyn_cast<IndexTensorOp>(op)) {
    int64_t first = 0;
    if (Value mask = findOnlyMask(index, first))
      return {index.getType().getSizes()[first], mask};
  }
  if (isa<PrivateLocalScalarDenseOp>(op))
    if (auto type = dyn_cast<ep::NumberType>(op->getResult(0).getType()))
      return {type.getValue(), Value()};
  return {};
}

static void markKnown(Block &block, Known known) {
  known.add(block.getArgumentTypes());
  for (Operation &op : block) {
    DataNumber number = getDataNumber(&op);
    if (number.value && known.covers(number.value)) {
      bool isCounted =
          number.mask && known.masks.lookup(number.value) == number.mask;
      op.setAttr(
          kKnownName,
          StringAttr::get(op.getContext(), isCounted ? "counted" : "checked"));
    } else if (number.value && number.mask) {
      known.masks[number.value] = number.mask;
    }
    for (Region &region : op.getRegions())
      if (!region.empty())
        markKnown(region.front(), known);
    known.add(op.getResultTypes());
  }
}

void kiln::markKnownNumbers(ep::GraphOp graph) {
  markKnown(graph.getBody().front(), Known());
}

/// Is the number that was read, a bool as 0 or 1, the expected one?
static ExprAttr agree(ExprAttr read, ExprAttr known) {
  if (ep::getSort(known) != ep::Sort::Bool)
    return ep::makeExpr(ExprKind::Eq, {read, known});
  ExprAttr one = ep::makeInt(read.getContext(), 1);
  ExprAttr asNumber = ep::makeExpr(
      ExprKind::Where, {known, one, ep::makeInt(read.getContext(), 0)});
  return ep::makeExpr(ExprKind::Eq, {read, asNumber});
}

void kiln::bindNumber(OpBuilder &builder, Operation *op, Value tensor,
                      ExprAttr number) {
  Location loc = op->getLoc();
  MLIRContext *context = op->getContext();
  auto known = op->getAttrOfType<StringAttr>(kKnownName);
  if (!known) {
    ep::ItemOp::create(builder, loc, ep::NumberType::get(context, number),
                       tensor);
    return;
  }
  if (known.getValue() == "counted")
    return;
  bool isFloat = ep::getSort(number) == ep::Sort::Float;
  ExprAttr read = ep::declareSymbol(builder, op, isFloat ? "zufread" : "uread");
  ep::ItemOp::create(builder, loc, ep::NumberType::get(context, read), tensor);
  ep::AssertOp::create(builder, loc, agree(read, number),
                       "the data give another number than " + number.str());
}
