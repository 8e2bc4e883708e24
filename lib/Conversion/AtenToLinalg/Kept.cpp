// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pointwise operators that phase core keeps. They have no typed views, so
// the patterns match names.
#include "Kept.h"
#include "Lowering.h"
#include "Real.h"
#include "kiln/Special/Bessel.h"
#include "kiln/Special/Erf.h"
#include "kiln/Special/Gamma.h"
#include "kiln/Special/Polynomials.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
/// The dtype that a formula gets its arguments in.
enum class Domain {
  Result,  ///< that of the result, f32 for smaller floats
  Exact,   ///< that of the result
  Operand, ///< that of the first operand, f32 for smaller floats
};

/// A tensor, or a Python number.
struct Argument {
  Tensor tensor;
  Attribute number;
};

struct ConvertKept : ConversionPattern {
  ConvertKept(const TypeConverter &converter, StringRef name, Domain domain,
              ArrayRef<Formula> formulas, MLIRContext *context)
      : ConversionPattern(converter, requireSchema(name).getName(),
                          /*benefit=*/1, context),
        domain(domain), formulas(formulas) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const final;

private:
  Tensor compute(Lowering &lowering, AtenOp op, unsigned result,
                 ArrayRef<Argument> arguments) const;

  Domain domain;
  SmallVector<Formula, 2> formulas; ///< one for each result
};
} // namespace

/// The arguments that are tensors or numbers in place of one.
static FailureOr<SmallVector<Argument>>
collectArguments(AtenOp op, ArrayRef<Value> converted) {
  SmallVector<Argument> arguments;
  for (auto [i, argument] : llvm::enumerate(op.getSchema().getArguments())) {
    if (argument.type.kind == TypeKind::Scalar) {
      arguments.push_back({{}, op.attribute(i)});
      continue;
    }
    if (!argument.type.isTensor())
      continue;
    Value value = op.tensor(i);
    if (!value)
      return failure();
    if (auto number = dyn_cast<ep::NumberType>(value.getType()))
      arguments.push_back({{}, number.getValue()});
    else
      arguments.push_back(
          {Lowering::get(value, converted[op.getSegment(i).start]), {}});
  }
  return arguments;
}

Tensor ConvertKept::compute(Lowering &lowering, AtenOp op, unsigned result,
                            ArrayRef<Argument> arguments) const {
  auto type = cast<ep::TensorType>(op->getResult(result).getType());
  auto first = cast<ep::TensorType>(op->getResult(0).getType());
  Type common = domain == Domain::Operand ? arguments[0].tensor.dtype
                                          : first.getElementType();
  Type dtype = domain == Domain::Exact ? common : getComputeType(common);
  SmallVector<Tensor> tensors;
  for (const Argument &argument : arguments)
    if (argument.tensor)
      tensors.push_back(argument.tensor);
  auto body = [&](OpBuilder &b, Location l, ValueRange scalars) {
    Payload payload{b, l, dtype, op};
    SmallVector<Value> args;
    unsigned next = 0;
    for (const Argument &argument : arguments) {
      if (!argument.tensor) {
        args.push_back(makeScalar(b, l, argument.number, dtype));
        continue;
      }
      Value value =
          castScalar(b, l, scalars[next++], argument.tensor.dtype, common);
      args.push_back(castScalar(b, l, value, common, dtype));
    }
    Value value = formulas[result](payload, args);
    // Bools and exponents have their dtype already.
    bool isDone = value.getType() == getBuiltinElement(type.getElementType());
    return isDone ? value
                  : castScalar(b, l, value, dtype, type.getElementType());
  };
  return lowering.pointwise(type.getSizes(), type.getElementType(), tensors,
                            body);
}

LogicalResult
ConvertKept::matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                             ConversionPatternRewriter &rewriter) const {
  if (hasComplex(op))
    return rewriter.notifyMatchFailure(op, "complex tensors");
  FailureOr<SmallVector<Argument>> arguments =
      collectArguments(AtenOp(op), operands);
  if (failed(arguments))
    return rewriter.notifyMatchFailure(op, "a tensor is missing");
  for (const Argument &argument : *arguments) {
    auto expr = dyn_cast_or_null<ep::ExprAttr>(argument.number);
    bool isSymbolic = expr && ep::getSort(expr) != ep::Sort::Int;
    if (!argument.tensor &&
        (isSymbolic || isa<DenseF64ArrayAttr>(argument.number)))
      return rewriter.notifyMatchFailure(op,
                                         "complex or symbolic float number");
  }
  if (domain == Domain::Operand && !arguments->front().tensor)
    return rewriter.notifyMatchFailure(op, "a number in place of a tensor");
  Lowering lowering(rewriter, op->getLoc());
  SmallVector<Value> results;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    results.push_back(compute(lowering, AtenOp(op), i, *arguments).value);
  rewriter.replaceOp(op, results);
  return success();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// A function of doubles; the result has the payload's dtype.
template <auto function, typename... Args>
static Value inDouble(Payload &p, ArrayRef<Value> args, Args... before) {
  Formulas formulas{p.builder, p.loc};
  Type f64 = p.builder.getF64Type();
  auto real = [&](Value value) -> Real {
    return {&formulas, castScalar(p.builder, p.loc, value, p.dtype, f64)};
  };
  Real result;
  if constexpr (std::is_invocable_v<decltype(function), Args..., Real>)
    result = function(before..., real(args[0]));
  else
    result = function(before..., real(args[0]), real(args[1]));
  return castScalar(p.builder, p.loc, result.value, f64, p.dtype);
}

template <auto function>
static Value emit(Payload &p, ArrayRef<Value> args) {
  return inDouble<function>(p, args);
}
/// The function of order 0 or 1.
template <auto function, int order>
static Value emitOfOrder(Payload &p, ArrayRef<Value> args) {
  return inDouble<function>(p, args, order);
}
static Value emitPolygamma(Payload &p, ArrayRef<Value> args) {
  return inDouble<special::polygamma<Real>>(p, {args[0]}, p.op.getInt("n"));
}

static Real shift(Real x) { return 2 * x - 1; }
template <auto function>
static Real shifted(Real x, Real n) {
  return function(shift(x), n);
}

namespace {
/// Adds patterns for overloads of `aten`.
struct KeptAdder {
  TypeConverter &converter;
  RewritePatternSet &patterns;

  void add(const Twine &name, Domain domain, ArrayRef<Formula> formulas) {
    patterns.insert(
        std::make_unique<ConvertKept>(converter, ("aten." + name).str(), domain,
                                      formulas, patterns.getContext()));
  }
  void add(const Twine &name, Formula formula) {
    add(name, Domain::Result, {formula});
  }
  void addPolynomial(StringRef name, Formula formula) {
    for (StringRef overload : {"default", "n_scalar", "x_scalar"})
      add("special_" + name + "." + overload, formula);
  }
};
} // namespace

static void addNumbers(KeptAdder adder) {
  using namespace formula;
  adder.add("bitwise_left_shift.Tensor", emitShiftLeft);
  adder.add("bitwise_left_shift.Tensor_Scalar", emitShiftLeft);
  adder.add("bitwise_right_shift.Tensor", emitShiftRight);
  adder.add("bitwise_right_shift.Tensor_Scalar", emitShiftRight);
  adder.add("copysign.Scalar", emitCopysign);
  adder.add("copysign.Tensor", emitCopysign);
  adder.add("frexp.Tensor", Domain::Operand, {emitMantissa, emitExponent});
  adder.add("gcd.default", emitGcd);
  adder.add("hypot.default", emit<static_cast<Real (*)(Real, Real)>(hypot)>);
  adder.add("lcm.default", emitLcm);
  adder.add("nextafter.default", Domain::Exact, {emitNextafter});
  adder.add("round.decimals", emitRoundDecimals);
  adder.add("signbit.default", Domain::Operand, {emitSignbit});
}

static void addGamma(KeptAdder adder) {
  adder.add("digamma.default", emit<special::digamma<Real>>);
  adder.add("erfc.default", emit<special::erfc<Real>>);
  adder.add("erfinv.default", emit<special::inverseErf<Real>>);
  adder.add("igamma.default", emit<special::incompleteGamma<Real>>);
  adder.add("igammac.default", emit<special::incompleteGammaComplement<Real>>);
  adder.add("lgamma.default", emit<special::logGamma<Real>>);
  adder.add("polygamma.default", emitPolygamma);
  adder.add("special_erfcx.default", emit<special::scaledErfc<Real>>);
  adder.add("special_ndtri.default", emit<special::normalQuantile<Real>>);
  adder.add("special_zeta.default", emit<special::zeta<Real>>);
  adder.add("special_zeta.other_scalar", emit<special::zeta<Real>>);
  adder.add("special_zeta.self_scalar", emit<special::zeta<Real>>);
}

static void addBessel(KeptAdder adder) {
  using namespace special;
  adder.add("i0.default", emitOfOrder<besselI<Real>, 0>);
  adder.add("special_airy_ai.default", emit<airyAi<Real>>);
  adder.add("special_bessel_j0.default", emit<besselJ0<Real>>);
  adder.add("special_bessel_j1.default", emit<besselJ1<Real>>);
  adder.add("special_bessel_y0.default", emit<besselY0<Real>>);
  adder.add("special_bessel_y1.default", emit<besselY1<Real>>);
  adder.add("special_i0e.default", emitOfOrder<scaledBesselI<Real>, 0>);
  adder.add("special_i1.default", emitOfOrder<besselI<Real>, 1>);
  adder.add("special_i1e.default", emitOfOrder<scaledBesselI<Real>, 1>);
  adder.add("special_modified_bessel_i0.default",
            emitOfOrder<besselI<Real>, 0>);
  adder.add("special_modified_bessel_i1.default",
            emitOfOrder<besselI<Real>, 1>);
  adder.add("special_modified_bessel_k0.default",
            emitOfOrder<besselK<Real>, 0>);
  adder.add("special_modified_bessel_k1.default",
            emitOfOrder<besselK<Real>, 1>);
  adder.add("special_scaled_modified_bessel_k0.default",
            emitOfOrder<scaledBesselK<Real>, 0>);
  adder.add("special_scaled_modified_bessel_k1.default",
            emitOfOrder<scaledBesselK<Real>, 1>);
  adder.add("special_spherical_bessel_j0.default",
            emit<sphericalBesselJ0<Real>>);
}

static void addPolynomials(KeptAdder adder) {
  using namespace special;
  adder.addPolynomial("chebyshev_polynomial_t", emit<chebyshevT<Real>>);
  adder.addPolynomial("chebyshev_polynomial_u", emit<chebyshevU<Real>>);
  adder.addPolynomial("chebyshev_polynomial_v", emit<chebyshevV<Real>>);
  adder.addPolynomial("chebyshev_polynomial_w", emit<chebyshevW<Real>>);
  adder.addPolynomial("hermite_polynomial_h", emit<hermiteH<Real>>);
  adder.addPolynomial("hermite_polynomial_he", emit<hermiteHe<Real>>);
  adder.addPolynomial("laguerre_polynomial_l", emit<laguerre<Real>>);
  adder.addPolynomial("legendre_polynomial_p", emit<legendre<Real>>);
  adder.addPolynomial("shifted_chebyshev_polynomial_t",
                      emit<shifted<chebyshevT<Real>>>);
  adder.addPolynomial("shifted_chebyshev_polynomial_u",
                      emit<shifted<chebyshevU<Real>>>);
  adder.addPolynomial("shifted_chebyshev_polynomial_v",
                      emit<shifted<chebyshevV<Real>>>);
  adder.addPolynomial("shifted_chebyshev_polynomial_w",
                      emit<shifted<chebyshevW<Real>>>);
}

void kiln::populateKeptToLinalg(TypeConverter &converter,
                                RewritePatternSet &patterns) {
  KeptAdder adder{converter, patterns};
  addNumbers(adder);
  addGamma(adder);
  addBessel(adder);
  addPolynomials(adder);
}
