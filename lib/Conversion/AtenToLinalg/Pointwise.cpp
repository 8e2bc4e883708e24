// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointwise operators: which formula, computed in which dtype.
#include "Pointwise.h"
#include "Lowering.h"
#include "kiln/Dialect/Aten/Arithmetic.h"
#include "kiln/Dialect/Aten/Comparison.h"
#include "kiln/Dialect/Aten/Indexing.h"
#include "kiln/Dialect/Aten/Pointwise.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
/// The dtype that operands are brought to.
enum class Domain {
  Result,   ///< that of the result
  Operands, ///< the common one of the operands: the result is bool
  Bool
};

template <typename OpT>
struct PointwiseConversion : AtenConversion<OpT> {
  PointwiseConversion(const TypeConverter &converter, MLIRContext *context,
                      Domain domain, Formula formula)
      : AtenConversion<OpT>(converter, context), domain(domain),
        formula(formula) {}

  bool takesNumbers() const override { return true; }
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override;

private:
  Domain domain;
  Formula formula;
};

/// The arguments of a pointwise op, each as a tensor or as a number.
struct Arguments {
  SmallVector<Tensor> tensors;
  SmallVector<Attribute> numbers; ///< null where it is a tensor, or None
  SmallVector<bool> isTensor;
};
} // namespace

/// The Tensor and Scalar arguments in order.
static Arguments collectArguments(AtenOp op, ValueRange converted) {
  Arguments arguments;
  for (auto [i, argument] : llvm::enumerate(op.getSchema().getArguments())) {
    const SchemaType &type = argument.type;
    if (type.isTensor()) {
      OperandSegment segment = op.getSegment(i);
      Value value = segment.isNone ? Value() : op->getOperand(segment.start);
      bool isTensor = value && isa<ep::TensorType>(value.getType());
      arguments.isTensor.push_back(isTensor);
      if (isTensor)
        arguments.tensors.push_back(
            Lowering::get(value, converted[segment.start]));
      arguments.numbers.push_back(
          value && !isTensor
              ? Attribute(cast<ep::NumberType>(value.getType()).getValue())
              : Attribute());
    } else if (type.kind == TypeKind::Scalar) {
      arguments.isTensor.push_back(false);
      arguments.numbers.push_back(op.attribute(i));
    }
  }
  return arguments;
}

static Type getOperandsDtype(AtenOp op) {
  SmallVector<Attribute> scalars;
  if (op.getSchema().findArgument("other"))
    if (!op.getSchema().getArguments()[op.indexOf("other")].type.isValue())
      scalars.push_back(op.attribute("other"));
  return getResultType(llvm::to_vector(op->getOperands()), scalars);
}

template <typename OpT>
LogicalResult
PointwiseConversion<OpT>::convert(OpT op, typename OpT::Adaptor adaptor,
                                  ConversionPatternRewriter &rewriter) const {
  AtenOp generic(op.getOperation());
  Arguments arguments = collectArguments(generic, adaptor.getOperands());
  if (!llvm::all_of(arguments.numbers, canMakeScalar))
    return rewriter.notifyMatchFailure(op, "complex or symbolic float number");
  ep::TensorType type = op.getType();
  Type common = domain == Domain::Result     ? type.getElementType()
                : domain == Domain::Operands ? getOperandsDtype(generic)
                                             : rewriter.getI1Type();
  Type compute = getComputeType(common);
  Type computed = domain == Domain::Result ? compute : rewriter.getI1Type();
  auto body = [&](OpBuilder &b, Location l, ValueRange scalars) {
    SmallVector<Value> args;
    unsigned next = 0;
    for (auto [isTensor, number] :
         llvm::zip(arguments.isTensor, arguments.numbers)) {
      if (!isTensor) {
        args.push_back(number ? makeScalar(b, l, number, compute) : Value());
        continue;
      }
      Value value = castScalar(b, l, scalars[next],
                               arguments.tensors[next].dtype, common);
      args.push_back(castScalar(b, l, value, common, compute));
      ++next;
    }
    Payload payload{b, l, compute, generic};
    return castScalar(b, l, formula(payload, args), computed,
                      type.getElementType());
  };
  Lowering lowering(rewriter, op.getLoc());
  return replace(rewriter, op,
                 lowering.pointwise(type.getSizes(), type.getElementType(),
                                    arguments.tensors, body));
}

namespace {
/// The condition is bool, the values have the result's dtype.
struct ConvertWhere : AtenConversion<WhereSelfOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(WhereSelfOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Arguments arguments =
        collectArguments(AtenOp(op.getOperation()), adaptor.getOperands());
    if (!llvm::all_of(arguments.numbers, canMakeScalar))
      return rewriter.notifyMatchFailure(op,
                                         "complex or symbolic float number");
    ep::TensorType type = op.getType();
    Type dtype = type.getElementType();
    auto body = [&](OpBuilder &b, Location l, ValueRange scalars) {
      SmallVector<Value> args;
      unsigned next = 0;
      for (auto [i, isTensor] : llvm::enumerate(arguments.isTensor)) {
        Type wanted = i == 0 ? Type(b.getI1Type()) : dtype;
        if (isTensor) {
          Type from = arguments.tensors[next].dtype;
          args.push_back(castScalar(b, l, scalars[next++], from, wanted));
        } else {
          args.push_back(makeScalar(b, l, arguments.numbers[i], wanted));
        }
      }
      return arith::SelectOp::create(b, l, args[0], args[1], args[2])
          .getResult();
    };
    Lowering lowering(rewriter, op.getLoc());
    return replace(
        rewriter, op,
        lowering.pointwise(type.getSizes(), dtype, arguments.tensors, body));
  }
};

/// Adds patterns of one domain.
struct Adder {
  TypeConverter &converter;
  RewritePatternSet &patterns;
  Domain domain;

  template <typename... Ops>
  Adder &add(Formula formula) {
    patterns.add<PointwiseConversion<Ops>...>(converter, patterns.getContext(),
                                              domain, formula);
    return *this;
  }
};
} // namespace

void kiln::populatePointwiseToLinalg(TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  using namespace formula;
  Adder{converter, patterns, Domain::Result}
      .add<AbsOp>(emitAbs)
      .add<AcosOp>(emitAcos)
      .add<AcoshOp>(emitAcosh)
      .add<AddTensorOp, AddScalarOp>(emitAdd)
      .add<AsinOp>(emitAsin)
      .add<AsinhOp>(emitAsinh)
      .add<AtanOp>(emitAtan)
      .add<Atan2Op>(emitAtan2)
      .add<AtanhOp>(emitAtanh)
      .add<BitwiseAndTensorOp, BitwiseAndScalarOp>(emitBitwiseAnd)
      .add<BitwiseOrTensorOp, BitwiseOrScalarOp>(emitBitwiseOr)
      .add<BitwiseXorTensorOp, BitwiseXorScalarOp>(emitBitwiseXor)
      .add<BitwiseNotOp>(emitLogicalNot)
      .add<CeilOp>(emitCeil)
      .add<ClampOp, ClampTensorOp, HardtanhOp>(emitClamp)
      .add<CosOp>(emitCos)
      .add<CoshOp>(emitCosh)
      .add<DivTensorOp, DivScalarOp, DivTensorModeOp, DivScalarModeOp>(emitDiv)
      .add<EluOp>(emitElu)
      .add<ErfOp>(emitErf)
      .add<ExpOp>(emitExp)
      .add<Expm1Op>(emitExpm1)
      .add<FloorOp>(emitFloor)
      .add<FmodTensorOp, FmodScalarOp>(emitFmod)
      .add<GeluOp>(emitGelu)
      .add<LeakyReluOp>(emitLeakyRelu)
      .add<LogOp>(emitLog)
      .add<Log10Op>(emitLog10)
      .add<Log1pOp>(emitLog1p)
      .add<Log2Op>(emitLog2)
      .add<MaximumOp>(emitMaximum)
      .add<MinimumOp>(emitMinimum)
      .add<MulTensorOp, MulScalarOp>(emitMul)
      .add<NegOp>(emitNeg)
      .add<PowTensorScalarOp, PowTensorTensorOp, PowScalarOp>(emitPow)
      .add<ReciprocalOp>(emitReciprocal)
      .add<ReluOp>(emitRelu)
      .add<RemainderTensorOp, RemainderScalarOp>(emitRemainder)
      .add<RoundOp>(emitRound)
      .add<RsqrtOp>(emitRsqrt)
      .add<SigmoidOp>(emitSigmoid)
      .add<SignOp>(emitSign)
      .add<SinOp>(emitSin)
      .add<SinhOp>(emitSinh)
      .add<SqrtOp>(emitSqrt)
      .add<SubTensorOp, SubScalarOp>(emitSub)
      .add<TanOp>(emitTan)
      .add<TanhOp>(emitTanh)
      .add<TruncOp>(emitTrunc);
  Adder{converter, patterns, Domain::Operands}
      .add<EqTensorOp, EqScalarOp>(emitEq)
      .add<NeTensorOp, NeScalarOp>(emitNe)
      .add<LtTensorOp, LtScalarOp>(emitLt)
      .add<LeTensorOp, LeScalarOp>(emitLe)
      .add<GtTensorOp, GtScalarOp>(emitGt)
      .add<GeTensorOp, GeScalarOp>(emitGe)
      .add<IsinfOp>(emitIsinf)
      .add<IsnanOp>(emitIsnan);
  Adder{converter, patterns, Domain::Bool}
      .add<LogicalAndOp>(emitBitwiseAnd)
      .add<LogicalOrOp>(emitBitwiseOr)
      .add<LogicalXorOp>(emitBitwiseXor)
      .add<LogicalNotOp>(emitLogicalNot);
  patterns.add<ConvertWhere>(converter, patterns.getContext());
}
