// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// searchsorted and bucketize: where a value comes in a sorted sequence, that is
// behind the elements less than it (with `right`: or equal). By bisection, as
// PyTorch does it, whatever a sequence holds that is not sorted.
#include "Indices.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
struct ConvertSearch : ConversionPattern {
  ConvertSearch(const TypeConverter &converter, MLIRContext *context,
                StringRef name, StringRef sequence)
      : ConversionPattern(converter, name, /*benefit=*/1, context),
        sequence(sequence) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    AtenOp aten(op);
    Tensor sorted = getTensor(aten, sequence, operands);
    Tensor values = getTensor(aten, "self", operands);
    Tensor sorter = aten.getSchema().findArgument("sorter")
                        ? getTensor(aten, "sorter", operands)
                        : Tensor();
    Attribute number = values ? Attribute() : getNumber(aten);
    if (hasComplex(op) || (!values && !canMakeScalar(number)))
      return rewriter.notifyMatchFailure(op, "complex or symbolic float value");
    bool isOwn = sorted.rank() > 1;
    if (sorted.rank() == 0 || (isOwn && sorted.rank() != values.rank()))
      return rewriter.notifyMatchFailure(op, "values have other rows");
    auto type = cast<ep::TensorType>(op->getResult(0).getType());
    Type dtype = type.getElementType();
    Lowering lowering(rewriter, op->getLoc());
    ExprAttr length = sorted.sizes.back();
    if (length.isInt(0)) {
      Value zero = lowering.constant(dtype, 0);
      return replace(rewriter, op,
                     lowering.filled(type.getSizes(), dtype, zero));
    }
    Type common =
        values ? promoteTypes(sorted.dtype, values.dtype) : sorted.dtype;
    bool right =
        aten.getBool("right") || (aten.getSchema().findArgument("side") &&
                                  aten.getString("side") == "right");
    SmallVector<Tensor> inputs;
    if (values)
      inputs.push_back(values);
    return replace(
        rewriter, op,
        lowering.pointwise(
            type.getSizes(), dtype, inputs,
            [&](OpBuilder &b, Location l, ValueRange args) {
              Value value =
                  values ? castScalar(b, l, args[0], values.dtype, common)
                         : makeScalar(b, l, number, common);
              Indices index{b, l};
              SmallVector<Value> row;
              for (int64_t i = 0; isOwn && i + 1 < sorted.rank(); ++i)
                row.push_back(linalg::IndexOp::create(b, l, i));
              auto isBehind = [&](Value at) {
                Value element =
                    readSorted(index, sorted, sorter, row, at, common);
                return compare(b, l, common, element, value, right);
              };
              Value place = bisect(index, lowering.sizeValue(length),
                                   countSteps(length), isBehind);
              return castScalar(b, l, index.toI64(place), b.getI64Type(),
                                dtype);
            }));
  }

private:
  static Tensor getTensor(AtenOp op, StringRef name, ArrayRef<Value> operands) {
    unsigned index = op.indexOf(name);
    if (!op.getSchema().getArguments()[index].type.isValue())
      return {};
    OperandSegment segment = op.getSegment(index);
    if (segment.isNone ||
        !isa<ep::TensorType>(op->getOperand(segment.start).getType()))
      return {};
    return Lowering::get(op->getOperand(segment.start),
                         operands[segment.start]);
  }

  static Attribute getNumber(AtenOp op) {
    unsigned index = op.indexOf("self");
    if (!op.getSchema().getArguments()[index].type.isValue())
      return op.attribute(index);
    Value value = op->getOperand(op.getSegment(index).start);
    return cast<ep::NumberType>(value.getType()).getValue();
  }

  static Value readSorted(Indices index, const Tensor &sorted,
                          const Tensor &sorter, ArrayRef<Value> row, Value at,
                          Type common) {
    SmallVector<Value> place(row);
    place.push_back(at);
    if (sorter)
      place.back() = index.fromData(
          Lowering::read(index.builder, index.loc, sorter, place));
    Value element = Lowering::read(index.builder, index.loc, sorted, place);
    return castScalar(index.builder, index.loc, element, sorted.dtype, common);
  }

  /// element > value, or element >= value.
  static Value compare(OpBuilder &b, Location l, Type dtype, Value element,
                       Value value, bool isStrict) {
    if (isFloat(dtype))
      return arith::CmpFOp::create(b, l,
                                   isStrict ? arith::CmpFPredicate::OGT
                                            : arith::CmpFPredicate::OGE,
                                   element, value);
    bool zeroExtends = isUnsigned(dtype) || isBool(dtype);
    auto greater =
        zeroExtends ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt;
    auto notLess =
        zeroExtends ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge;
    return arith::CmpIOp::create(b, l, isStrict ? greater : notLess, element,
                                 value);
  }

  /// Each step halves the range; a size of a dimension has 48 bits at most.
  static unsigned countSteps(ExprAttr length) {
    return length.isInt() ? llvm::Log2_64(length.getValue()) + 1 : 48;
  }

  static Value bisect(Indices index, Value length, unsigned steps,
                      llvm::function_ref<Value(Value)> isBehind) {
    Value low = index.number(0), high = length, one = index.number(1);
    Value last = index.sub(length, one);
    for (unsigned i = 0; i < steps; ++i) {
      Value middle = index.div(index.add(low, high), index.number(2));
      Value behind = isBehind(index.min(middle, last));
      Value isOpen = index.compare(Indices::Predicate::slt, low, high);
      Value nextLow = index.select(behind, low, index.add(middle, one));
      high = index.select(index.both(isOpen, behind), middle, high);
      low = index.select(isOpen, nextLow, low);
    }
    return low;
  }

  StringRef sequence;
};
} // namespace

void kiln::populateSearchToLinalg(TypeConverter &converter,
                                  RewritePatternSet &patterns) {
  for (StringRef name : {"aten.bucketize.Tensor", "aten.bucketize.Scalar"})
    patterns.add<ConvertSearch>(converter, patterns.getContext(), name,
                                "boundaries");
  for (StringRef name :
       {"aten.searchsorted.Tensor", "aten.searchsorted.Scalar"})
    patterns.add<ConvertSearch>(converter, patterns.getContext(), name,
                                "sorted_sequence");
}
