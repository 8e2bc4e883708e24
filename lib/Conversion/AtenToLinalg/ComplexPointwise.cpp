// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointwise operators with complex operands or results, and tensors of one
// complex value. Each part of a result is computed of both parts of the
// operands, in f64.
#include "Complex.h"
#include "Pointwise.h"
#include <cmath>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
/// Operands as they are read in the loops over the result.
struct Reads {
  SmallVector<Tensor> tensors;
  SmallVector<AffineMap> maps;

  void add(Lowering &lowering, const PointwiseArgument &argument, SizesRef to,
           unsigned loops) {
    auto type = cast<ep::TensorType>(argument.original.getType());
    bool hasParts = isComplex(type.getElementType());
    Tensor tensor = lowering.repeatOpen(
        getParts(argument.original, argument.converted),
        hasParts ? withParts(to, lowering.getContext()) : Sizes(to));
    SizesRef sizes = SizesRef(tensor.sizes).drop_back(hasParts);
    SmallVector<AffineMap> parts = getPartMaps(lowering, sizes, to, loops);
    if (hasParts) {
      tensors.append({tensor, tensor});
      maps.append(parts);
    } else {
      tensors.push_back(tensor);
      maps.push_back(AffineMap::get(loops, 0, parts[0].getResults().drop_back(),
                                    lowering.getContext()));
    }
  }
};
} // namespace

/// The arguments as complex numbers, from the scalars that were read.
static SmallVector<Complex> getValues(Formulas &formulas,
                                      ArrayRef<PointwiseArgument> arguments,
                                      ValueRange scalars, Type part) {
  SmallVector<Complex> values;
  unsigned next = 0;
  for (const PointwiseArgument &argument : arguments) {
    if (!argument.original) {
      values.push_back(toComplex(formulas, argument.number, part));
      continue;
    }
    Type dtype =
        cast<ep::TensorType>(argument.original.getType()).getElementType();
    Real re = toReal(formulas, scalars[next++], getPartType(dtype));
    Real im = isComplex(dtype)
                  ? toReal(formulas, scalars[next++], getPartType(dtype))
                  : re(0);
    values.push_back({re, im});
  }
  return values;
}

LogicalResult
kiln::convertComplexPointwise(AtenOp op, ArrayRef<PointwiseArgument> arguments,
                              ComplexFormula formula,
                              ConversionPatternRewriter &rewriter) {
  auto type = dyn_cast<ep::TensorType>(op->getResult(0).getType());
  if (!type || changesDevice(op))
    return rewriter.notifyMatchFailure(op, "changes the device");
  for (const PointwiseArgument &argument : arguments)
    if (!argument.original && !isKnownNumber(argument.number))
      return rewriter.notifyMatchFailure(op, "symbolic float number");
  bool isPair = isComplex(type.getElementType());
  Type part = getPartType(type.getElementType());
  SizesRef sizes = type.getSizes();
  unsigned rank = sizes.size(), loops = rank + isPair;
  Lowering lowering(rewriter, op->getLoc());
  Reads reads;
  for (const PointwiseArgument &argument : arguments)
    if (argument.original)
      reads.add(lowering, argument, sizes, loops);
  auto body = [&](OpBuilder &b, Location l, ValueRange scalars) {
    Formulas formulas{b, l};
    ComplexPayload payload{formulas, op};
    Complex value =
        formula(payload, getValues(formulas, arguments, scalars, part));
    if (isPair)
      return choosePart(formulas, rank, value, part);
    return castScalar(b, l, value.re.value, b.getF64Type(), part);
  };
  Sizes all = isPair ? withParts(sizes, op.getContext()) : Sizes(sizes);
  rewriter.replaceOp(
      op, lowering.pointwise(all, part, reads.tensors, body, reads.maps).value);
  return success();
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

template <Complex (*function)(Complex)>
static Complex emit(ComplexPayload &, ArrayRef<Complex> args) {
  return function(args[0]);
}
static Complex emitAbs(ComplexPayload &, ArrayRef<Complex> args) {
  return {abs(args[0]), args[0].im};
}
static Complex emitNeg(ComplexPayload &, ArrayRef<Complex> args) {
  return -args[0];
}
static Complex emitAdd(ComplexPayload &, ArrayRef<Complex> args) {
  return args[0] + args[2] * args[1];
}
static Complex emitSub(ComplexPayload &, ArrayRef<Complex> args) {
  return args[0] - args[2] * args[1];
}
static Complex emitMul(ComplexPayload &, ArrayRef<Complex> args) {
  return args[0] * args[1];
}
static Complex emitDiv(ComplexPayload &, ArrayRef<Complex> args) {
  return args[0] / args[1];
}
static Complex invert(Complex a) { return Complex{a.re(1), a.re(0)} / a; }
static Complex emitReciprocal(ComplexPayload &, ArrayRef<Complex> args) {
  return invert(args[0]);
}
static Complex emitRsqrt(ComplexPayload &, ArrayRef<Complex> args) {
  return invert(sqrt(args[0]));
}
/// 1 / (1 + exp(-x))
static Complex emitSigmoid(ComplexPayload &, ArrayRef<Complex> args) {
  Complex power = exp(-args[0]);
  return invert({power.re + 1, power.im});
}
template <Complex (*top)(Complex), Complex (*bottom)(Complex)>
static Complex emitQuotient(ComplexPayload &, ArrayRef<Complex> args) {
  return top(args[0]) / bottom(args[0]);
}
template <int base>
static Complex emitLogarithm(ComplexPayload &, ArrayRef<Complex> args) {
  Complex value = log(args[0]);
  return value.re(1 / std::log(double(base))) * value;
}

/// The exponent, when it is a small number of a literal.
static std::optional<int64_t> getSmallExponent(AtenOp op) {
  std::optional<unsigned> index = op.getSchema().findArgument("exponent");
  if (!index || op.getSchema().getArguments()[*index].type.isValue())
    return std::nullopt;
  Attribute number = op.attribute(*index);
  double value = 0.5;
  if (auto integer = dyn_cast_or_null<IntegerAttr>(number))
    value = static_cast<double>(integer.getInt());
  else if (auto real = dyn_cast_or_null<FloatAttr>(number))
    value = real.getValueAsDouble();
  if (value != std::floor(value) || value < 0 || value > 16)
    return std::nullopt;
  return static_cast<int64_t>(value);
}
static Complex emitPow(ComplexPayload &p, ArrayRef<Complex> args) {
  if (std::optional<int64_t> exponent = getSmallExponent(p.op))
    return pow(args[0], *exponent);
  return pow(args[0], args[1]);
}

static Complex toNumber(Flag flag, Real like) {
  return {where(flag, like(1), like(0)), like(0)};
}
/// A copy, perhaps to another dtype: as a bool both parts count.
static Complex emitCopy(ComplexPayload &p, ArrayRef<Complex> args) {
  auto type = cast<ep::TensorType>(p.op->getResult(0).getType());
  if (!isBool(type.getElementType()))
    return args[0];
  return toNumber(!(equal(args[0].re, 0) & equal(args[0].im, 0)), args[0].re);
}
/// The second tensor, which is copied over the first.
static Complex emitSource(ComplexPayload &p, ArrayRef<Complex> args) {
  return emitCopy(p, args.back());
}
static Complex emitEq(ComplexPayload &, ArrayRef<Complex> args) {
  Flag same = equal(args[0].re, args[1].re) & equal(args[0].im, args[1].im);
  return toNumber(same, args[0].re);
}
static Complex emitNe(ComplexPayload &, ArrayRef<Complex> args) {
  Flag same = equal(args[0].re, args[1].re) & equal(args[0].im, args[1].im);
  return toNumber(!same, args[0].re);
}
static Complex emitIsnan(ComplexPayload &, ArrayRef<Complex> args) {
  return toNumber(isNan(args[0].re) | isNan(args[0].im), args[0].re);
}
static Complex emitIsinf(ComplexPayload &, ArrayRef<Complex> args) {
  Flag isInfinite =
      equal(abs(args[0].re), INFINITY) | equal(abs(args[0].im), INFINITY);
  return toNumber(isInfinite, args[0].re);
}
static Complex emitWhere(ComplexPayload &, ArrayRef<Complex> args) {
  return where(equal(args[0].re, 0), args[2], args[1]);
}
/// x / |x|, and 0 for 0.
static Complex emitSgn(ComplexPayload &, ArrayRef<Complex> args) {
  Real size = abs(args[0]), scale = where(equal(size, 0), 1, size);
  return {args[0].re / scale, args[0].im / scale};
}

/// The first tensor is only asked for its sizes.
static Complex emitSecond(ComplexPayload &, ArrayRef<Complex> args) {
  return args.back();
}

static constexpr PointwiseRow kRows[] = {
    {"aten._conj.default", emit<conj>},
    {"aten._conj_physical.default", emit<conj>},
    {"aten._to_copy.default", emitCopy},
    {"aten.abs.default", emitAbs},
    {"aten.acos.default", emit<acos>},
    {"aten.acosh.default", emit<acosh>},
    {"aten.add.Scalar", emitAdd},
    {"aten.add.Tensor", emitAdd},
    {"aten.alias.default", emitCopy},
    {"aten.asin.default", emit<asin>},
    {"aten.asinh.default", emit<asinh>},
    {"aten.atan.default", emit<atan>},
    {"aten.atanh.default", emit<atanh>},
    {"aten.clone.default", emitCopy},
    {"aten.copy.default", emitSource},
    {"aten.cos.default", emit<cos>},
    {"aten.cosh.default", emit<cosh>},
    {"aten.div.Scalar", emitDiv},
    {"aten.div.Tensor", emitDiv},
    {"aten.eq.Scalar", emitEq},
    {"aten.eq.Tensor", emitEq},
    {"aten.exp.default", emit<exp>},
    {"aten.expand.default", emitCopy},
    {"aten.expm1.default", emit<expm1>},
    {"aten.fill.Scalar", emitSecond},
    {"aten.full.default", emitSecond},
    {"aten.full_like.default", emitSecond},
    {"aten.isinf.default", emitIsinf},
    {"aten.isnan.default", emitIsnan},
    {"aten.log.default", emit<log>},
    {"aten.log10.default", emitLogarithm<10>},
    {"aten.log1p.default", emit<log1p>},
    {"aten.log2.default", emitLogarithm<2>},
    {"aten.mul.Scalar", emitMul},
    {"aten.mul.Tensor", emitMul},
    {"aten.ne.Scalar", emitNe},
    {"aten.ne.Tensor", emitNe},
    {"aten.neg.default", emitNeg},
    {"aten.pow.Scalar", emitPow},
    {"aten.pow.Tensor_Scalar", emitPow},
    {"aten.pow.Tensor_Tensor", emitPow},
    {"aten.reciprocal.default", emitReciprocal},
    {"aten.rsqrt.default", emitRsqrt},
    {"aten.scalar_tensor.default", emitSecond},
    {"aten.sgn.default", emitSgn},
    {"aten.sigmoid.default", emitSigmoid},
    {"aten.sin.default", emit<sin>},
    {"aten.sinh.default", emit<sinh>},
    {"aten.sqrt.default", emit<sqrt>},
    {"aten.sub.Scalar", emitSub},
    {"aten.sub.Tensor", emitSub},
    {"aten.tan.default", emitQuotient<sin, cos>},
    {"aten.tanh.default", emit<tanh>},
    {"aten.where.self", emitWhere}};

ArrayRef<PointwiseRow> kiln::getComplexRows() { return kRows; }
