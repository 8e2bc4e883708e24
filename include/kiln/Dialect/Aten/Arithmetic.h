// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Arithmetic: TypedOp.h explains the classes.
// clang-format off
#ifndef KILN_DIALECT_ATEN_ARITHMETIC_H
#define KILN_DIALECT_ATEN_ARITHMETIC_H

#include "kiln/Dialect/Aten/TypedOp.h"

namespace kiln::aten {

/// aten::abs(Tensor self) -> Tensor
template <typename Base>
struct AbsArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(AbsOp, AbsArgs, "aten.abs.default")

/// aten::add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor
template <typename Base>
struct AddScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
  Attribute getAlpha() const { return this->attribute(2); }
};
KILN_ATEN_OP(AddScalarOp, AddScalarArgs, "aten.add.Scalar")

/// aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
template <typename Base>
struct AddTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
  Attribute getAlpha() const { return this->attribute(2); }
};
KILN_ATEN_OP(AddTensorOp, AddTensorArgs, "aten.add.Tensor")

/// aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) ->
///     Tensor(a!)
template <typename Base>
struct AddTensorInPlaceArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
  Attribute getAlpha() const { return this->attribute(2); }
};
KILN_ATEN_OP(AddTensorInPlaceOp, AddTensorInPlaceArgs, "aten.add_.Tensor")

/// aten::atan2(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct Atan2Args : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(Atan2Op, Atan2Args, "aten.atan2.default")

/// aten::atan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
template <typename Base>
struct Atan2OutArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
  Value getOut() const { return this->tensor(2); }
};
KILN_ATEN_OP(Atan2OutOp, Atan2OutArgs, "aten.atan2.out")

/// aten::div.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct DivScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(DivScalarOp, DivScalarArgs, "aten.div.Scalar")

/// aten::div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) ->
///     Tensor
template <typename Base>
struct DivScalarModeArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
  StringRef getRoundingMode() const { return this->string(2); }
};
KILN_ATEN_OP(DivScalarModeOp, DivScalarModeArgs, "aten.div.Scalar_mode")

/// aten::div.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct DivTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(DivTensorOp, DivTensorArgs, "aten.div.Tensor")

/// aten::div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) ->
///     Tensor
template <typename Base>
struct DivTensorModeArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
  StringRef getRoundingMode() const { return this->string(2); }
};
KILN_ATEN_OP(DivTensorModeOp, DivTensorModeArgs, "aten.div.Tensor_mode")

/// aten::fmod.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct FmodScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(FmodScalarOp, FmodScalarArgs, "aten.fmod.Scalar")

/// aten::fmod.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct FmodTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(FmodTensorOp, FmodTensorArgs, "aten.fmod.Tensor")

/// aten::mul.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct MulScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(MulScalarOp, MulScalarArgs, "aten.mul.Scalar")

/// aten::mul.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct MulTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(MulTensorOp, MulTensorArgs, "aten.mul.Tensor")

/// aten::neg(Tensor self) -> Tensor
template <typename Base>
struct NegArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(NegOp, NegArgs, "aten.neg.default")

/// aten::pow.Scalar(Scalar self, Tensor exponent) -> Tensor
template <typename Base>
struct PowScalarArgs : Base {
  using Base::Base;
  Attribute getSelf() const { return this->attribute(0); }
  Value getExponent() const { return this->tensor(1); }
};
KILN_ATEN_OP(PowScalarOp, PowScalarArgs, "aten.pow.Scalar")

/// aten::pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor
template <typename Base>
struct PowTensorScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getExponent() const { return this->attribute(1); }
};
KILN_ATEN_OP(PowTensorScalarOp, PowTensorScalarArgs, "aten.pow.Tensor_Scalar")

/// aten::pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor
template <typename Base>
struct PowTensorTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getExponent() const { return this->tensor(1); }
};
KILN_ATEN_OP(PowTensorTensorOp, PowTensorTensorArgs, "aten.pow.Tensor_Tensor")

/// aten::reciprocal(Tensor self) -> Tensor
template <typename Base>
struct ReciprocalArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(ReciprocalOp, ReciprocalArgs, "aten.reciprocal.default")

/// aten::remainder.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct RemainderScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(RemainderScalarOp, RemainderScalarArgs, "aten.remainder.Scalar")

/// aten::remainder.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct RemainderTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(RemainderTensorOp, RemainderTensorArgs, "aten.remainder.Tensor")

/// aten::rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor
template <typename Base>
struct RsubScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
  Attribute getAlpha() const { return this->attribute(2); }
};
KILN_ATEN_OP(RsubScalarOp, RsubScalarArgs, "aten.rsub.Scalar")

/// aten::square(Tensor self) -> Tensor
template <typename Base>
struct SquareArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(SquareOp, SquareArgs, "aten.square.default")

/// aten::sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor
template <typename Base>
struct SubScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
  Attribute getAlpha() const { return this->attribute(2); }
};
KILN_ATEN_OP(SubScalarOp, SubScalarArgs, "aten.sub.Scalar")

/// aten::sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
template <typename Base>
struct SubTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
  Attribute getAlpha() const { return this->attribute(2); }
};
KILN_ATEN_OP(SubTensorOp, SubTensorArgs, "aten.sub.Tensor")

} // namespace kiln::aten

KILN_ATEN_TYPE_ID(AbsOp)
KILN_ATEN_TYPE_ID(AddScalarOp)
KILN_ATEN_TYPE_ID(AddTensorOp)
KILN_ATEN_TYPE_ID(AddTensorInPlaceOp)
KILN_ATEN_TYPE_ID(Atan2Op)
KILN_ATEN_TYPE_ID(Atan2OutOp)
KILN_ATEN_TYPE_ID(DivScalarOp)
KILN_ATEN_TYPE_ID(DivScalarModeOp)
KILN_ATEN_TYPE_ID(DivTensorOp)
KILN_ATEN_TYPE_ID(DivTensorModeOp)
KILN_ATEN_TYPE_ID(FmodScalarOp)
KILN_ATEN_TYPE_ID(FmodTensorOp)
KILN_ATEN_TYPE_ID(MulScalarOp)
KILN_ATEN_TYPE_ID(MulTensorOp)
KILN_ATEN_TYPE_ID(NegOp)
KILN_ATEN_TYPE_ID(PowScalarOp)
KILN_ATEN_TYPE_ID(PowTensorScalarOp)
KILN_ATEN_TYPE_ID(PowTensorTensorOp)
KILN_ATEN_TYPE_ID(ReciprocalOp)
KILN_ATEN_TYPE_ID(RemainderScalarOp)
KILN_ATEN_TYPE_ID(RemainderTensorOp)
KILN_ATEN_TYPE_ID(RsubScalarOp)
KILN_ATEN_TYPE_ID(SquareOp)
KILN_ATEN_TYPE_ID(SubScalarOp)
KILN_ATEN_TYPE_ID(SubTensorOp)

#endif // KILN_DIALECT_ATEN_ARITHMETIC_H
