// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Pointwise functions: TypedOp.h explains the classes.
// clang-format off
#ifndef KILN_DIALECT_ATEN_POINTWISE_H
#define KILN_DIALECT_ATEN_POINTWISE_H

#include "kiln/Dialect/Aten/TypedOp.h"

namespace kiln::aten {

/// aten::acos(Tensor self) -> Tensor
template <typename Base>
struct AcosArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(AcosOp, AcosArgs, "aten.acos.default")

/// aten::acosh(Tensor self) -> Tensor
template <typename Base>
struct AcoshArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(AcoshOp, AcoshArgs, "aten.acosh.default")

/// aten::asin(Tensor self) -> Tensor
template <typename Base>
struct AsinArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(AsinOp, AsinArgs, "aten.asin.default")

/// aten::asinh(Tensor self) -> Tensor
template <typename Base>
struct AsinhArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(AsinhOp, AsinhArgs, "aten.asinh.default")

/// aten::atan(Tensor self) -> Tensor
template <typename Base>
struct AtanArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(AtanOp, AtanArgs, "aten.atan.default")

/// aten::atanh(Tensor self) -> Tensor
template <typename Base>
struct AtanhArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(AtanhOp, AtanhArgs, "aten.atanh.default")

/// aten::ceil(Tensor self) -> Tensor
template <typename Base>
struct CeilArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(CeilOp, CeilArgs, "aten.ceil.default")

/// aten::cos(Tensor self) -> Tensor
template <typename Base>
struct CosArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(CosOp, CosArgs, "aten.cos.default")

/// aten::cosh(Tensor self) -> Tensor
template <typename Base>
struct CoshArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(CoshOp, CoshArgs, "aten.cosh.default")

/// aten::elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1)
///     -> Tensor
template <typename Base>
struct EluArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getAlpha() const { return this->attribute(1); }
  Attribute getScale() const { return this->attribute(2); }
  Attribute getInputScale() const { return this->attribute(3); }
};
KILN_ATEN_OP(EluOp, EluArgs, "aten.elu.default")

/// aten::erf(Tensor self) -> Tensor
template <typename Base>
struct ErfArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(ErfOp, ErfArgs, "aten.erf.default")

/// aten::exp(Tensor self) -> Tensor
template <typename Base>
struct ExpArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(ExpOp, ExpArgs, "aten.exp.default")

/// aten::expm1(Tensor self) -> Tensor
template <typename Base>
struct Expm1Args : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(Expm1Op, Expm1Args, "aten.expm1.default")

/// aten::floor(Tensor self) -> Tensor
template <typename Base>
struct FloorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(FloorOp, FloorArgs, "aten.floor.default")

/// aten::gelu(Tensor self, *, str approximate="none") -> Tensor
template <typename Base>
struct GeluArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  StringRef getApproximate() const { return this->string(1); }
};
KILN_ATEN_OP(GeluOp, GeluArgs, "aten.gelu.default")

/// aten::hardsigmoid(Tensor self) -> Tensor
template <typename Base>
struct HardsigmoidArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(HardsigmoidOp, HardsigmoidArgs, "aten.hardsigmoid.default")

/// aten::hardswish(Tensor self) -> Tensor
template <typename Base>
struct HardswishArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(HardswishOp, HardswishArgs, "aten.hardswish.default")

/// aten::hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor
template <typename Base>
struct HardtanhArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getMinVal() const { return this->attribute(1); }
  Attribute getMaxVal() const { return this->attribute(2); }
};
KILN_ATEN_OP(HardtanhOp, HardtanhArgs, "aten.hardtanh.default")

/// aten::leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor
template <typename Base>
struct LeakyReluArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getNegativeSlope() const { return this->attribute(1); }
};
KILN_ATEN_OP(LeakyReluOp, LeakyReluArgs, "aten.leaky_relu.default")

/// aten::log(Tensor self) -> Tensor
template <typename Base>
struct LogArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(LogOp, LogArgs, "aten.log.default")

/// aten::log10(Tensor self) -> Tensor
template <typename Base>
struct Log10Args : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(Log10Op, Log10Args, "aten.log10.default")

/// aten::log1p(Tensor self) -> Tensor
template <typename Base>
struct Log1pArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(Log1pOp, Log1pArgs, "aten.log1p.default")

/// aten::log2(Tensor self) -> Tensor
template <typename Base>
struct Log2Args : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(Log2Op, Log2Args, "aten.log2.default")

/// aten::relu(Tensor self) -> Tensor
template <typename Base>
struct ReluArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(ReluOp, ReluArgs, "aten.relu.default")

/// aten::round(Tensor self) -> Tensor
template <typename Base>
struct RoundArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(RoundOp, RoundArgs, "aten.round.default")

/// aten::rsqrt(Tensor self) -> Tensor
template <typename Base>
struct RsqrtArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(RsqrtOp, RsqrtArgs, "aten.rsqrt.default")

/// aten::sigmoid(Tensor self) -> Tensor
template <typename Base>
struct SigmoidArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(SigmoidOp, SigmoidArgs, "aten.sigmoid.default")

/// aten::sign(Tensor self) -> Tensor
template <typename Base>
struct SignArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(SignOp, SignArgs, "aten.sign.default")

/// aten::silu(Tensor self) -> Tensor
template <typename Base>
struct SiluArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(SiluOp, SiluArgs, "aten.silu.default")

/// aten::sin(Tensor self) -> Tensor
template <typename Base>
struct SinArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(SinOp, SinArgs, "aten.sin.default")

/// aten::sinh(Tensor self) -> Tensor
template <typename Base>
struct SinhArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(SinhOp, SinhArgs, "aten.sinh.default")

/// aten::sqrt(Tensor self) -> Tensor
template <typename Base>
struct SqrtArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(SqrtOp, SqrtArgs, "aten.sqrt.default")

/// aten::tan(Tensor self) -> Tensor
template <typename Base>
struct TanArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(TanOp, TanArgs, "aten.tan.default")

/// aten::tanh(Tensor self) -> Tensor
template <typename Base>
struct TanhArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(TanhOp, TanhArgs, "aten.tanh.default")

/// aten::trunc(Tensor self) -> Tensor
template <typename Base>
struct TruncArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(TruncOp, TruncArgs, "aten.trunc.default")

} // namespace kiln::aten

KILN_ATEN_TYPE_ID(AcosOp)
KILN_ATEN_TYPE_ID(AcoshOp)
KILN_ATEN_TYPE_ID(AsinOp)
KILN_ATEN_TYPE_ID(AsinhOp)
KILN_ATEN_TYPE_ID(AtanOp)
KILN_ATEN_TYPE_ID(AtanhOp)
KILN_ATEN_TYPE_ID(CeilOp)
KILN_ATEN_TYPE_ID(CosOp)
KILN_ATEN_TYPE_ID(CoshOp)
KILN_ATEN_TYPE_ID(EluOp)
KILN_ATEN_TYPE_ID(ErfOp)
KILN_ATEN_TYPE_ID(ExpOp)
KILN_ATEN_TYPE_ID(Expm1Op)
KILN_ATEN_TYPE_ID(FloorOp)
KILN_ATEN_TYPE_ID(GeluOp)
KILN_ATEN_TYPE_ID(HardsigmoidOp)
KILN_ATEN_TYPE_ID(HardswishOp)
KILN_ATEN_TYPE_ID(HardtanhOp)
KILN_ATEN_TYPE_ID(LeakyReluOp)
KILN_ATEN_TYPE_ID(LogOp)
KILN_ATEN_TYPE_ID(Log10Op)
KILN_ATEN_TYPE_ID(Log1pOp)
KILN_ATEN_TYPE_ID(Log2Op)
KILN_ATEN_TYPE_ID(ReluOp)
KILN_ATEN_TYPE_ID(RoundOp)
KILN_ATEN_TYPE_ID(RsqrtOp)
KILN_ATEN_TYPE_ID(SigmoidOp)
KILN_ATEN_TYPE_ID(SignOp)
KILN_ATEN_TYPE_ID(SiluOp)
KILN_ATEN_TYPE_ID(SinOp)
KILN_ATEN_TYPE_ID(SinhOp)
KILN_ATEN_TYPE_ID(SqrtOp)
KILN_ATEN_TYPE_ID(TanOp)
KILN_ATEN_TYPE_ID(TanhOp)
KILN_ATEN_TYPE_ID(TruncOp)

#endif // KILN_DIALECT_ATEN_POINTWISE_H
