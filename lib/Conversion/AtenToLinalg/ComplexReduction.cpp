// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of complex numbers, and operators that only ask whether a complex
// number is zero.
#include "Complex.h"
#include "Reduction.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// The products along `dims`, both parts in f64.
static std::pair<Tensor, Tensor> multiply(Lowering &lowering,
                                          const Tensor &parts, SizesRef sizes,
                                          ArrayRef<int64_t> dims) {
  OpBuilder &builder = lowering.builder;
  Type f64 = builder.getF64Type();
  unsigned rank = sizes.size();
  SmallVector<int64_t> kept;
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  for (unsigned i = 0; i < rank; ++i)
    if (!llvm::is_contained(dims, i))
      kept.push_back(i);
    else
      loops[i] = utils::IteratorType::reduction;
  Sizes reduced = reduceSizes(sizes, dims, /*keepdim=*/false);
  Tensor re = lowering.filled(reduced, f64, lowering.constant(f64, 1));
  Tensor im = lowering.filled(reduced, f64, lowering.constant(f64, 0));
  SmallVector<AffineMap> maps = getPartMaps(lowering, sizes, sizes, rank);
  AffineMap row = lowering.loopMap(rank, kept);
  maps.append({row, row});
  auto generic = linalg::GenericOp::create(
      builder, lowering.loc, TypeRange{re.value.getType(), im.value.getType()},
      ValueRange{parts.value, parts.value}, ValueRange{re.value, im.value},
      maps, loops, [&](OpBuilder &b, Location l, ValueRange args) {
        Formulas formulas{b, l};
        Complex next = {toReal(formulas, args[0], parts.dtype),
                        toReal(formulas, args[1], parts.dtype)};
        Complex product =
            Complex{{&formulas, args[2]}, {&formulas, args[3]}} * next;
        linalg::YieldOp::create(b, l,
                                ValueRange{product.re.value, product.im.value});
      });
  re.value = generic.getResult(0);
  im.value = generic.getResult(1);
  return {re, im};
}

namespace {
struct ConvertComplexProd : ConversionPattern {
  ConvertComplexProd(const TypeConverter &converter, StringRef name,
                     MLIRContext *context)
      : ConversionPattern(converter, name, /*benefit=*/1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const final {
    auto from = cast<ep::TensorType>(op->getOperand(0).getType());
    auto to = cast<ep::TensorType>(op->getResult(0).getType());
    if (!isComplex(from.getElementType()) || !isComplex(to.getElementType()))
      return rewriter.notifyMatchFailure(op, "operand or result is real");
    auto dims = getReducedDims(AtenOp(op), from.getRank());
    if (failed(dims))
      return rewriter.notifyMatchFailure(op, "dimension out of range");
    Lowering lowering(rewriter, op->getLoc());
    Type part = getPartType(to.getElementType());
    auto [re, im] = multiply(lowering, getParts(op->getOperand(0), operands[0]),
                             from.getSizes(), *dims);
    unsigned rank = re.rank();
    AffineMap map = lowering.loopMap(
        rank + 1, llvm::to_vector(llvm::seq<int64_t>(0, rank)));
    Tensor both = lowering.pointwise(
        withParts(re.sizes, getContext()), part, {re, im},
        [&](OpBuilder &b, Location l, ValueRange args) {
          Formulas formulas{b, l};
          return choosePart(formulas, rank,
                            {{&formulas, args[0]}, {&formulas, args[1]}}, part);
        },
        {map, map});
    FailureOr<Tensor> result =
        lowering.view(both, withParts(to.getSizes(), getContext()));
    if (failed(result))
      return rewriter.notifyMatchFailure(op, "sizes do not match");
    return replace(rewriter, op, *result);
  }
};

/// The same operator on whether the numbers are zero.
struct ConvertThroughBool : ConversionPattern {
  ConvertThroughBool(const TypeConverter &converter, StringRef name,
                     MLIRContext *context)
      : ConversionPattern(converter, name, /*benefit=*/1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value>,
                  ConversionPatternRewriter &rewriter) const final {
    if (!hasComplex(op))
      return rewriter.notifyMatchFailure(op, "has no complex tensor");
    IRMapping mapping;
    for (Value operand : op->getOperands()) {
      auto type = dyn_cast<ep::TensorType>(operand.getType());
      if (!type || !isComplex(type.getElementType()))
        continue;
      SmallVector<NamedArgument> arguments = {
          {"self", operand},
          {"other", Attribute(rewriter.getI64IntegerAttr(0))}};
      Operation *isSet = buildAtenOp(
          rewriter, op->getLoc(), requireSchema("aten.ne.Scalar"), arguments,
          type.withSizes(type.getSizes())
              .withElementType(rewriter.getI1Type()));
      mapping.map(operand, isSet->getResult(0));
    }
    rewriter.replaceOp(op, rewriter.clone(*op, mapping)->getResults());
    return success();
  }
};
} // namespace

void kiln::populateComplexReductionToLinalg(TypeConverter &converter,
                                            RewritePatternSet &patterns) {
  for (StringRef name : {"aten.prod.default", "aten.prod.dim_int"})
    patterns.add<ConvertComplexProd>(converter, name, patterns.getContext());
  for (StringRef name : {"aten.any.default", "aten.any.dim", "aten.any.dims",
                         "aten.logical_and.default", "aten.logical_not.default",
                         "aten.logical_or.default", "aten.logical_xor.default",
                         "aten.nonzero.default"})
    patterns.add<ConvertThroughBool>(converter, name, patterns.getContext());
}
