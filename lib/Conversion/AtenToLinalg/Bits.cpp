// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// view.dtype: the bytes of a tensor as elements of another dtype, the first
// byte the lowest. Phase core keeps it, and it has no typed view.
#include "Complex.h"
#include "Indices.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// Bools take a byte.
static unsigned getStoredBits(Type dtype) {
  return isBool(dtype) ? 8 : dtype.getIntOrFloatBitWidth();
}

static Type getBitsType(Type dtype) {
  return IntegerType::get(dtype.getContext(), getStoredBits(dtype));
}

static Value toBits(OpBuilder &b, Location l, Value value, Type dtype) {
  Type bits = getBitsType(dtype);
  if (isBool(dtype))
    return arith::ExtUIOp::create(b, l, bits, value);
  return isFloat(dtype) ? arith::BitcastOp::create(b, l, bits, value) : value;
}

static Value fromBits(OpBuilder &b, Location l, Value bits, Type dtype) {
  if (isBool(dtype))
    return arith::CmpIOp::create(b, l, arith::CmpIPredicate::ne, bits,
                                 makeIntConstant(b, l, bits.getType(), 0));
  return isFloat(dtype) ? arith::BitcastOp::create(b, l, dtype, bits) : bits;
}

/// Element i from bits of the elements of `self` that hold it.
static Tensor viewBits(Lowering &lowering, const Tensor &self, SizesRef sizes,
                       Type dtype) {
  unsigned from = getStoredBits(self.dtype), to = getStoredBits(dtype);
  if (from == to)
    return lowering.pointwise(
        sizes, dtype, self, [&](OpBuilder &b, Location l, ValueRange scalars) {
          return fromBits(b, l, toBits(b, l, scalars[0], self.dtype), dtype);
        });
  return lowering.generate(
      sizes, dtype, [&](OpBuilder &b, Location l, ValueRange loops) {
        Indices index{b, l};
        Type wide = b.getIntegerType(std::max(from, to));
        auto read = [&](Value last) -> Value {
          SmallVector<Value> at(loops.drop_back());
          at.push_back(last);
          Value bits = toBits(b, l, Lowering::read(b, l, self, at), self.dtype);
          return from < to ? arith::ExtUIOp::create(b, l, wide, bits) : bits;
        };
        if (from > to) {
          Value parts = index.number(from / to);
          Value whole = read(index.div(loops.back(), parts));
          Value shift = index.mul(index.rem(loops.back(), parts), int64_t(to));
          shift = arith::IndexCastOp::create(b, l, wide, shift);
          Value bits = arith::ShRUIOp::create(b, l, whole, shift);
          bits = arith::TruncIOp::create(b, l, getBitsType(dtype), bits);
          return fromBits(b, l, bits, dtype);
        }
        Value first = index.mul(loops.back(), int64_t(to / from));
        Value bits = read(first);
        for (unsigned part = 1; part < to / from; ++part) {
          Value next = read(index.add(first, index.number(part)));
          Value shift = makeIntConstant(b, l, wide, part * from);
          next = arith::ShLIOp::create(b, l, next, shift);
          bits = arith::OrIOp::create(b, l, bits, next);
        }
        return fromBits(b, l, bits, dtype);
      });
}

/// The sizes of a tensor as one of the parts of its numbers, side by side.
static Sizes getFlatSizes(ep::TensorType type) {
  Sizes sizes(type.getSizes());
  if (isComplex(type.getElementType()))
    sizes.back() = ep::mul(sizes.back(), ep::makeInt(type.getContext(), 2));
  return sizes;
}

namespace {
struct ConvertViewDtype : ConversionPattern {
  ConvertViewDtype(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, "aten.view.dtype", /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const final {
    auto from = cast<ep::TensorType>(op->getOperand(0).getType());
    auto to = cast<ep::TensorType>(op->getResult(0).getType());
    Lowering lowering(rewriter, op->getLoc());
    Tensor self = getParts(op->getOperand(0), operands[0]);
    Type part = getPartType(to.getElementType());
    if (to.getSizes().empty()) {
      if (isComplex(from.getElementType()) != isComplex(to.getElementType()) ||
          getStoredBits(self.dtype) != getStoredBits(part))
        return rewriter.notifyMatchFailure(op, "parts of one number");
      return replace(rewriter, op, viewBits(lowering, self, self.sizes, part));
    }
    FailureOr<Tensor> flat = lowering.view(self, getFlatSizes(from));
    if (failed(flat))
      return rewriter.notifyMatchFailure(op, "parts do not lie side by side");
    Tensor result = viewBits(lowering, *flat, getFlatSizes(to), part);
    Sizes sizes = isComplex(to.getElementType())
                      ? withParts(to.getSizes(), getContext())
                      : Sizes(to.getSizes());
    FailureOr<Tensor> whole = lowering.view(result, sizes);
    if (failed(whole))
      return rewriter.notifyMatchFailure(op, "parts do not make numbers");
    return replace(rewriter, op, *whole);
  }
};
} // namespace

void kiln::populateBitsToLinalg(TypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<ConvertViewDtype>(converter, patterns.getContext());
}
