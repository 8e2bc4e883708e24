// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that are read from tensors, and assertions on tensors.
#include "Item.h"
#include "Bindings.h"
#include "Places.h"
#include "kiln/Dialect/Aten/Builder.h"
#include "kiln/Dialect/Aten/Indexing.h"
#include "kiln/Dialect/EP/Symbols.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
struct ConvertItem : AtenConversion<PrivateLocalScalarDenseOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(PrivateLocalScalarDenseOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    auto type = dyn_cast<ep::NumberType>(op->getResult(0).getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "the result is no number");
    bindNumber(rewriter, op, adaptor.getSelf(), type.getValue());
    rewriter.replaceOpWithNewOp<ep::NumberOp>(op, type.getValue());
    return success();
  }
};

/// Reads whether the element is true as a number of its own, and asserts that.
/// Phase core keeps the op, and it has no typed view.
struct ConvertAssertAsync : ConversionPattern {
  ConvertAssertAsync(const TypeConverter &converter, StringRef name,
                     MLIRContext *context)
      : ConversionPattern(converter, name, /*benefit=*/1, context) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (hasComplex(op) || hasNumber(op))
      return rewriter.notifyMatchFailure(op, "complex tensors or numbers");
    Tensor self = Lowering::get(op->getOperand(0), operands[0]);
    if (llvm::any_of(self.sizes, [](ExprAttr size) { return !size.isInt(1); }))
      return rewriter.notifyMatchFailure(op, "not one element");
    Lowering lowering(rewriter, op->getLoc());
    ExprAttr symbol = ep::declareSymbol(rewriter, op, "uassert");
    ep::ItemOp::create(rewriter, op->getLoc(),
                       ep::NumberType::get(op->getContext(), symbol),
                       makeMask(lowering, self).value);
    ExprAttr isTrue = ep::makeExpr(ep::ExprKind::Ne,
                                   {symbol, ep::makeInt(op->getContext(), 0)});
    AtenOp aten(op);
    StringRef message = aten.getSchema().findArgument("assert_msg")
                            ? aten.getString("assert_msg")
                            : "the element is not true";
    ep::AssertOp::create(rewriter, op->getLoc(), isTrue, message);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

/// The tensors that items are read from, by the graph and the number.
using TensorsOfItems = llvm::DenseMap<std::pair<Region *, Attribute>, Value>;

static bool isFloatSymbol(Type type) {
  auto number = dyn_cast<ep::NumberType>(type);
  return number && number.getValue().isSymbol() &&
         ep::getSort(number.getValue()) == ep::Sort::Float;
}

/// Operators that take a number, and those that take a tensor in its place.
static constexpr std::pair<StringLiteral, StringLiteral> kTensorForms[] = {
    {"aten.add.Scalar", "aten.add.Tensor"},
    {"aten.sub.Scalar", "aten.sub.Tensor"},
    {"aten.mul.Scalar", "aten.mul.Tensor"},
    {"aten.div.Scalar", "aten.div.Tensor"},
    {"aten.eq.Scalar", "aten.eq.Tensor"},
    {"aten.ne.Scalar", "aten.ne.Tensor"},
    {"aten.lt.Scalar", "aten.lt.Tensor"},
    {"aten.le.Scalar", "aten.le.Tensor"},
    {"aten.gt.Scalar", "aten.gt.Tensor"},
    {"aten.ge.Scalar", "aten.ge.Tensor"},
    {"aten.pow.Tensor_Scalar", "aten.pow.Tensor_Tensor"}};

/// The tensor of the item that `scalar` is, if any.
static Value findItem(Operation *op, Attribute scalar,
                      const TensorsOfItems &tensors) {
  return scalar ? tensors.lookup({op->getParentRegion(), scalar}) : Value();
}

/// `op`, which takes the item as its second argument, on the tensor; null where
/// it is none.
static Operation *useTensor(AtenOp op, const TensorsOfItems &tensors) {
  const auto *form = llvm::find_if(kTensorForms, [&](const auto &each) {
    return each.first == op.getSchema().getName();
  });
  ArrayRef<SchemaArgument> taken = op.getSchema().getArguments();
  bool isFull = op.getSchema().getName() == "aten.full.default";
  if (form == std::end(kTensorForms) && !isFull)
    return nullptr;
  Value item = findItem(op, op->getAttr(taken[1].name), tensors);
  if (!item || (taken.size() > 2 && !isFull && op->hasAttr(taken[2].name)))
    return nullptr;
  OpBuilder builder(op);
  auto type = cast<ep::TensorType>(op->getResult(0).getType());
  if (!isFull)
    return buildAtenOp(builder, op->getLoc(), requireSchema(form->second),
                       {{"self", op->getOperand(0)}, {taken[1].name, item}},
                       Type(type));
  auto scalar = ep::TensorType::get(op->getContext(), {}, type.getElementType(),
                                    {}, type.getDevice());
  Operation *cast =
      buildAtenOp(builder, op->getLoc(), requireSchema("aten._to_copy.default"),
                  {{"self", item},
                   {"dtype", Attribute(TypeAttr::get(type.getElementType()))}},
                  Type(scalar));
  SmallVector<Attribute> sizes(type.getSizes().begin(), type.getSizes().end());
  return buildAtenOp(builder, op->getLoc(),
                     requireSchema("aten.expand.default"),
                     {{"self", cast->getResult(0)},
                      {"size", Attribute(builder.getArrayAttr(sizes))}},
                     Type(type));
}

void kiln::useTensorsOfItems(ep::GraphOp graph) {
  TensorsOfItems tensors;
  graph.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<AtenDialect>(op->getDialect()))
      return WalkResult::advance();
    for (OpOperand &operand : op->getOpOperands())
      if (isFloatSymbol(operand.get().getType())) {
        auto number = cast<ep::NumberType>(operand.get().getType());
        if (Value item = findItem(op, number.getValue(), tensors))
          operand.set(item);
      }
    if (auto aten = dyn_cast<AtenOp>(op))
      if (Operation *made = useTensor(aten, tensors)) {
        op->replaceAllUsesWith(made);
        op->erase();
        return WalkResult::skip();
      }
    auto item = dyn_cast<PrivateLocalScalarDenseOp>(op);
    if (!item || !isFloatSymbol(op->getResult(0).getType()))
      return WalkResult::advance();
    auto number = cast<ep::NumberType>(op->getResult(0).getType());
    if (cast<ep::TensorType>(item.getSelf().getType()).getRank() == 0)
      tensors[{op->getParentRegion(), number.getValue()}] = item.getSelf();
    return WalkResult::advance();
  });
}

void kiln::populateItemToLinalg(TypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<ConvertItem>(converter, patterns.getContext());
  for (StringRef name :
       {"aten._assert_async.default", "aten._assert_async.msg"})
    patterns.add<ConvertAssertAsync>(converter, name, patterns.getContext());
}
