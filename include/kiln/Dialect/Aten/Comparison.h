// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Comparisons, logic and bits: TypedOp.h explains the classes.
// clang-format off
#ifndef KILN_DIALECT_ATEN_COMPARISON_H
#define KILN_DIALECT_ATEN_COMPARISON_H

#include "kiln/Dialect/Aten/TypedOp.h"

namespace kiln::aten {

/// aten::bitwise_and.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct BitwiseAndScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(BitwiseAndScalarOp, BitwiseAndScalarArgs, "aten.bitwise_and.Scalar")

/// aten::bitwise_and.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct BitwiseAndTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(BitwiseAndTensorOp, BitwiseAndTensorArgs, "aten.bitwise_and.Tensor")

/// aten::bitwise_not(Tensor self) -> Tensor
template <typename Base>
struct BitwiseNotArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(BitwiseNotOp, BitwiseNotArgs, "aten.bitwise_not.default")

/// aten::bitwise_or.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct BitwiseOrScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(BitwiseOrScalarOp, BitwiseOrScalarArgs, "aten.bitwise_or.Scalar")

/// aten::bitwise_or.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct BitwiseOrTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(BitwiseOrTensorOp, BitwiseOrTensorArgs, "aten.bitwise_or.Tensor")

/// aten::bitwise_xor.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct BitwiseXorScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(BitwiseXorScalarOp, BitwiseXorScalarArgs, "aten.bitwise_xor.Scalar")

/// aten::bitwise_xor.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct BitwiseXorTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(BitwiseXorTensorOp, BitwiseXorTensorArgs, "aten.bitwise_xor.Tensor")

/// aten::clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) ->
///     Tensor
template <typename Base>
struct ClampTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getMin() const { return this->tensor(1); }
  Value getMax() const { return this->tensor(2); }
};
KILN_ATEN_OP(ClampTensorOp, ClampTensorArgs, "aten.clamp.Tensor")

/// aten::clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor
template <typename Base>
struct ClampArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getMin() const { return this->attribute(1); }
  Attribute getMax() const { return this->attribute(2); }
};
KILN_ATEN_OP(ClampOp, ClampArgs, "aten.clamp.default")

/// aten::eq.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct EqScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(EqScalarOp, EqScalarArgs, "aten.eq.Scalar")

/// aten::eq.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct EqTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(EqTensorOp, EqTensorArgs, "aten.eq.Tensor")

/// aten::ge.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct GeScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(GeScalarOp, GeScalarArgs, "aten.ge.Scalar")

/// aten::ge.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct GeTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(GeTensorOp, GeTensorArgs, "aten.ge.Tensor")

/// aten::gt.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct GtScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(GtScalarOp, GtScalarArgs, "aten.gt.Scalar")

/// aten::gt.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct GtTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(GtTensorOp, GtTensorArgs, "aten.gt.Tensor")

/// aten::isinf(Tensor self) -> Tensor
template <typename Base>
struct IsinfArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(IsinfOp, IsinfArgs, "aten.isinf.default")

/// aten::isnan(Tensor self) -> Tensor
template <typename Base>
struct IsnanArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(IsnanOp, IsnanArgs, "aten.isnan.default")

/// aten::le.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct LeScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(LeScalarOp, LeScalarArgs, "aten.le.Scalar")

/// aten::le.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct LeTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(LeTensorOp, LeTensorArgs, "aten.le.Tensor")

/// aten::logical_and(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct LogicalAndArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(LogicalAndOp, LogicalAndArgs, "aten.logical_and.default")

/// aten::logical_not(Tensor self) -> Tensor
template <typename Base>
struct LogicalNotArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(LogicalNotOp, LogicalNotArgs, "aten.logical_not.default")

/// aten::logical_or(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct LogicalOrArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(LogicalOrOp, LogicalOrArgs, "aten.logical_or.default")

/// aten::logical_xor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct LogicalXorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(LogicalXorOp, LogicalXorArgs, "aten.logical_xor.default")

/// aten::lt.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct LtScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(LtScalarOp, LtScalarArgs, "aten.lt.Scalar")

/// aten::lt.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct LtTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(LtTensorOp, LtTensorArgs, "aten.lt.Tensor")

/// aten::maximum(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct MaximumArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(MaximumOp, MaximumArgs, "aten.maximum.default")

/// aten::minimum(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct MinimumArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(MinimumOp, MinimumArgs, "aten.minimum.default")

/// aten::ne.Scalar(Tensor self, Scalar other) -> Tensor
template <typename Base>
struct NeScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getOther() const { return this->attribute(1); }
};
KILN_ATEN_OP(NeScalarOp, NeScalarArgs, "aten.ne.Scalar")

/// aten::ne.Tensor(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct NeTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(NeTensorOp, NeTensorArgs, "aten.ne.Tensor")

} // namespace kiln::aten

KILN_ATEN_TYPE_ID(BitwiseAndScalarOp)
KILN_ATEN_TYPE_ID(BitwiseAndTensorOp)
KILN_ATEN_TYPE_ID(BitwiseNotOp)
KILN_ATEN_TYPE_ID(BitwiseOrScalarOp)
KILN_ATEN_TYPE_ID(BitwiseOrTensorOp)
KILN_ATEN_TYPE_ID(BitwiseXorScalarOp)
KILN_ATEN_TYPE_ID(BitwiseXorTensorOp)
KILN_ATEN_TYPE_ID(ClampTensorOp)
KILN_ATEN_TYPE_ID(ClampOp)
KILN_ATEN_TYPE_ID(EqScalarOp)
KILN_ATEN_TYPE_ID(EqTensorOp)
KILN_ATEN_TYPE_ID(GeScalarOp)
KILN_ATEN_TYPE_ID(GeTensorOp)
KILN_ATEN_TYPE_ID(GtScalarOp)
KILN_ATEN_TYPE_ID(GtTensorOp)
KILN_ATEN_TYPE_ID(IsinfOp)
KILN_ATEN_TYPE_ID(IsnanOp)
KILN_ATEN_TYPE_ID(LeScalarOp)
KILN_ATEN_TYPE_ID(LeTensorOp)
KILN_ATEN_TYPE_ID(LogicalAndOp)
KILN_ATEN_TYPE_ID(LogicalNotOp)
KILN_ATEN_TYPE_ID(LogicalOrOp)
KILN_ATEN_TYPE_ID(LogicalXorOp)
KILN_ATEN_TYPE_ID(LtScalarOp)
KILN_ATEN_TYPE_ID(LtTensorOp)
KILN_ATEN_TYPE_ID(MaximumOp)
KILN_ATEN_TYPE_ID(MinimumOp)
KILN_ATEN_TYPE_ID(NeScalarOp)
KILN_ATEN_TYPE_ID(NeTensorOp)

#endif // KILN_DIALECT_ATEN_COMPARISON_H
