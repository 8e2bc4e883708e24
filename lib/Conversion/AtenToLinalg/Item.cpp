// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that are read from tensors, and assertions on tensors.
#include "Item.h"
#include "Bindings.h"
#include "Places.h"
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

void kiln::populateItemToLinalg(TypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<ConvertItem>(converter, patterns.getContext());
  for (StringRef name :
       {"aten._assert_async.default", "aten._assert_async.msg"})
    patterns.add<ConvertAssertAsync>(converter, name, patterns.getContext());
}
