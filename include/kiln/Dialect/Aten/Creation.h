// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Creation, copies and random numbers: TypedOp.h explains the classes.
// clang-format off
#ifndef KILN_DIALECT_ATEN_CREATION_H
#define KILN_DIALECT_ATEN_CREATION_H

#include "kiln/Dialect/Aten/TypedOp.h"

namespace kiln::aten {

/// aten::_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None,
///     Device? device=None, bool? pin_memory=None, bool non_blocking=False,
///     MemoryFormat? memory_format=None) -> Tensor
template <typename Base>
struct PrivateToCopyArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Type getDtype() const { return this->dtype(1); }
  StringRef getLayout() const { return this->string(2); }
  StringRef getDevice() const { return this->string(3); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(4); }
  bool getNonBlocking() const { return this->boolean(5); }
  StringRef getMemoryFormat() const { return this->string(6); }
};
KILN_ATEN_OP(PrivateToCopyOp, PrivateToCopyArgs, "aten._to_copy.default")

/// aten::arange.start_step(Scalar start, Scalar end, Scalar step=1, *,
///     ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool?
///     pin_memory=None) -> Tensor
template <typename Base>
struct ArangeStartStepArgs : Base {
  using Base::Base;
  Attribute getStart() const { return this->attribute(0); }
  Attribute getEnd() const { return this->attribute(1); }
  Attribute getStep() const { return this->attribute(2); }
  Type getDtype() const { return this->dtype(3); }
  StringRef getLayout() const { return this->string(4); }
  StringRef getDevice() const { return this->string(5); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(6); }
};
KILN_ATEN_OP(ArangeStartStepOp, ArangeStartStepArgs, "aten.arange.start_step")

/// aten::clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor
template <typename Base>
struct CloneArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  StringRef getMemoryFormat() const { return this->string(1); }
};
KILN_ATEN_OP(CloneOp, CloneArgs, "aten.clone.default")

/// aten::copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor
template <typename Base>
struct CopyArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getSrc() const { return this->tensor(1); }
  bool getNonBlocking() const { return this->boolean(2); }
};
KILN_ATEN_OP(CopyOp, CopyArgs, "aten.copy.default")

/// aten::empty.memory_format(SymInt[] size, *, ScalarType? dtype=None, Layout?
///     layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat?
///     memory_format=None) -> Tensor
template <typename Base>
struct EmptyMemoryFormatArgs : Base {
  using Base::Base;
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(0); }
  Type getDtype() const { return this->dtype(1); }
  StringRef getLayout() const { return this->string(2); }
  StringRef getDevice() const { return this->string(3); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(4); }
  StringRef getMemoryFormat() const { return this->string(5); }
};
KILN_ATEN_OP(EmptyMemoryFormatOp, EmptyMemoryFormatArgs, "aten.empty.memory_format")

/// aten::empty_strided(SymInt[] size, SymInt[] stride, *, ScalarType?
///     dtype=None, Layout? layout=None, Device? device=None, bool?
///     pin_memory=None) -> Tensor
template <typename Base>
struct EmptyStridedArgs : Base {
  using Base::Base;
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(0); }
  SmallVector<ep::ExprAttr> getStride() const { return this->symInts(1); }
  Type getDtype() const { return this->dtype(2); }
  StringRef getLayout() const { return this->string(3); }
  StringRef getDevice() const { return this->string(4); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(5); }
};
KILN_ATEN_OP(EmptyStridedOp, EmptyStridedArgs, "aten.empty_strided.default")

/// aten::fill.Scalar(Tensor self, Scalar value) -> Tensor
template <typename Base>
struct FillScalarArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getValue() const { return this->attribute(1); }
};
KILN_ATEN_OP(FillScalarOp, FillScalarArgs, "aten.fill.Scalar")

/// aten::full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None,
///     Layout? layout=None, Device? device=None, bool? pin_memory=None) ->
///     Tensor
template <typename Base>
struct FullArgs : Base {
  using Base::Base;
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(0); }
  Attribute getFillValue() const { return this->attribute(1); }
  Type getDtype() const { return this->dtype(2); }
  StringRef getLayout() const { return this->string(3); }
  StringRef getDevice() const { return this->string(4); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(5); }
};
KILN_ATEN_OP(FullOp, FullArgs, "aten.full.default")

/// aten::full_like(Tensor self, Scalar fill_value, *, ScalarType? dtype=None,
///     Layout? layout=None, Device? device=None, bool? pin_memory=None,
///     MemoryFormat? memory_format=None) -> Tensor
template <typename Base>
struct FullLikeArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Attribute getFillValue() const { return this->attribute(1); }
  Type getDtype() const { return this->dtype(2); }
  StringRef getLayout() const { return this->string(3); }
  StringRef getDevice() const { return this->string(4); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(5); }
  StringRef getMemoryFormat() const { return this->string(6); }
};
KILN_ATEN_OP(FullLikeOp, FullLikeArgs, "aten.full_like.default")

/// aten::lift_fresh_copy(Tensor self) -> Tensor
template <typename Base>
struct LiftFreshCopyArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(LiftFreshCopyOp, LiftFreshCopyArgs, "aten.lift_fresh_copy.default")

/// aten::ones(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None,
///     Device? device=None, bool? pin_memory=None) -> Tensor
template <typename Base>
struct OnesArgs : Base {
  using Base::Base;
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(0); }
  Type getDtype() const { return this->dtype(1); }
  StringRef getLayout() const { return this->string(2); }
  StringRef getDevice() const { return this->string(3); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(4); }
};
KILN_ATEN_OP(OnesOp, OnesArgs, "aten.ones.default")

/// aten::ones_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None,
///     Device? device=None, bool? pin_memory=None, MemoryFormat?
///     memory_format=None) -> Tensor
template <typename Base>
struct OnesLikeArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Type getDtype() const { return this->dtype(1); }
  StringRef getLayout() const { return this->string(2); }
  StringRef getDevice() const { return this->string(3); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(4); }
  StringRef getMemoryFormat() const { return this->string(5); }
};
KILN_ATEN_OP(OnesLikeOp, OnesLikeArgs, "aten.ones_like.default")

/// aten::rand(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None,
///     Device? device=None, bool? pin_memory=None) -> Tensor
template <typename Base>
struct RandArgs : Base {
  using Base::Base;
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(0); }
  Type getDtype() const { return this->dtype(1); }
  StringRef getLayout() const { return this->string(2); }
  StringRef getDevice() const { return this->string(3); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(4); }
};
KILN_ATEN_OP(RandOp, RandArgs, "aten.rand.default")

/// aten::randn(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None,
///     Device? device=None, bool? pin_memory=None) -> Tensor
template <typename Base>
struct RandnArgs : Base {
  using Base::Base;
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(0); }
  Type getDtype() const { return this->dtype(1); }
  StringRef getLayout() const { return this->string(2); }
  StringRef getDevice() const { return this->string(3); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(4); }
};
KILN_ATEN_OP(RandnOp, RandnArgs, "aten.randn.default")

/// aten::randperm(SymInt n, *, ScalarType? dtype=4, Layout? layout=None,
///     Device? device=None, bool? pin_memory=None) -> Tensor
template <typename Base>
struct RandpermArgs : Base {
  using Base::Base;
  ep::ExprAttr getN() const { return this->symInt(0); }
  Type getDtype() const { return this->dtype(1); }
  StringRef getLayout() const { return this->string(2); }
  StringRef getDevice() const { return this->string(3); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(4); }
};
KILN_ATEN_OP(RandpermOp, RandpermArgs, "aten.randperm.default")

/// aten::resize_(Tensor(a!) self, SymInt[] size, *, MemoryFormat?
///     memory_format=None) -> Tensor(a!)
template <typename Base>
struct ResizeInPlaceArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(1); }
  StringRef getMemoryFormat() const { return this->string(2); }
};
KILN_ATEN_OP(ResizeInPlaceOp, ResizeInPlaceArgs, "aten.resize_.default")

/// aten::scalar_tensor(Scalar s, *, ScalarType? dtype=None, Layout?
///     layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
template <typename Base>
struct ScalarTensorArgs : Base {
  using Base::Base;
  Attribute getS() const { return this->attribute(0); }
  Type getDtype() const { return this->dtype(1); }
  StringRef getLayout() const { return this->string(2); }
  StringRef getDevice() const { return this->string(3); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(4); }
};
KILN_ATEN_OP(ScalarTensorOp, ScalarTensorArgs, "aten.scalar_tensor.default")

/// aten::zeros(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None,
///     Device? device=None, bool? pin_memory=None) -> Tensor
template <typename Base>
struct ZerosArgs : Base {
  using Base::Base;
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(0); }
  Type getDtype() const { return this->dtype(1); }
  StringRef getLayout() const { return this->string(2); }
  StringRef getDevice() const { return this->string(3); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(4); }
};
KILN_ATEN_OP(ZerosOp, ZerosArgs, "aten.zeros.default")

/// aten::zeros_like(Tensor self, *, ScalarType? dtype=None, Layout?
///     layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat?
///     memory_format=None) -> Tensor
template <typename Base>
struct ZerosLikeArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Type getDtype() const { return this->dtype(1); }
  StringRef getLayout() const { return this->string(2); }
  StringRef getDevice() const { return this->string(3); }
  std::optional<bool> getPinMemory() const { return this->optionalBoolean(4); }
  StringRef getMemoryFormat() const { return this->string(5); }
};
KILN_ATEN_OP(ZerosLikeOp, ZerosLikeArgs, "aten.zeros_like.default")

} // namespace kiln::aten

KILN_ATEN_TYPE_ID(PrivateToCopyOp)
KILN_ATEN_TYPE_ID(ArangeStartStepOp)
KILN_ATEN_TYPE_ID(CloneOp)
KILN_ATEN_TYPE_ID(CopyOp)
KILN_ATEN_TYPE_ID(EmptyMemoryFormatOp)
KILN_ATEN_TYPE_ID(EmptyStridedOp)
KILN_ATEN_TYPE_ID(FillScalarOp)
KILN_ATEN_TYPE_ID(FullOp)
KILN_ATEN_TYPE_ID(FullLikeOp)
KILN_ATEN_TYPE_ID(LiftFreshCopyOp)
KILN_ATEN_TYPE_ID(OnesOp)
KILN_ATEN_TYPE_ID(OnesLikeOp)
KILN_ATEN_TYPE_ID(RandOp)
KILN_ATEN_TYPE_ID(RandnOp)
KILN_ATEN_TYPE_ID(RandpermOp)
KILN_ATEN_TYPE_ID(ResizeInPlaceOp)
KILN_ATEN_TYPE_ID(ScalarTensorOp)
KILN_ATEN_TYPE_ID(ZerosOp)
KILN_ATEN_TYPE_ID(ZerosLikeOp)

#endif // KILN_DIALECT_ATEN_CREATION_H
