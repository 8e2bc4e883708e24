// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Views and copies of views: TypedOp.h explains the classes.
// clang-format off
#ifndef KILN_DIALECT_ATEN_VIEW_H
#define KILN_DIALECT_ATEN_VIEW_H

#include "kiln/Dialect/Aten/TypedOp.h"

namespace kiln::aten {

/// aten::_unsafe_view(Tensor self, SymInt[] size) -> Tensor
template <typename Base>
struct PrivateUnsafeViewArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(1); }
};
KILN_ATEN_OP(PrivateUnsafeViewOp, PrivateUnsafeViewArgs, "aten._unsafe_view.default")

/// aten::alias(Tensor(a) self) -> Tensor(a)
template <typename Base>
struct AliasArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(AliasOp, AliasArgs, "aten.alias.default")

/// aten::as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt?
///     storage_offset=None) -> Tensor(a)
template <typename Base>
struct AsStridedArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(1); }
  SmallVector<ep::ExprAttr> getStride() const { return this->symInts(2); }
  ep::ExprAttr getStorageOffset() const { return this->symInt(3); }
};
KILN_ATEN_OP(AsStridedOp, AsStridedArgs, "aten.as_strided.default")

/// aten::cat(Tensor[] tensors, int dim=0) -> Tensor
template <typename Base>
struct CatArgs : Base {
  using Base::Base;
  SmallVector<Value> getTensors() const { return this->tensors(0); }
  int64_t getDim() const { return this->integer(1); }
};
KILN_ATEN_OP(CatOp, CatArgs, "aten.cat.default")

/// aten::chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]
template <typename Base>
struct ChunkArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getChunks() const { return this->integer(1); }
  int64_t getDim() const { return this->integer(2); }
};
KILN_ATEN_OP(ChunkOp, ChunkArgs, "aten.chunk.default")

/// aten::contiguous(Tensor(a) self, *, MemoryFormat memory_format=0) ->
///     Tensor(a)
template <typename Base>
struct ContiguousArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  StringRef getMemoryFormat() const { return this->string(1); }
};
KILN_ATEN_OP(ContiguousOp, ContiguousArgs, "aten.contiguous.default")

/// aten::detach(Tensor(a) self) -> Tensor(a)
template <typename Base>
struct DetachArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(DetachOp, DetachArgs, "aten.detach.default")

/// aten::detach_(Tensor(a!) self) -> Tensor(a!)
template <typename Base>
struct DetachInPlaceArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(DetachInPlaceOp, DetachInPlaceArgs, "aten.detach_.default")

/// aten::diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) ->
///     Tensor(a)
template <typename Base>
struct DiagonalArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getOffset() const { return this->integer(1); }
  int64_t getDim1() const { return this->integer(2); }
  int64_t getDim2() const { return this->integer(3); }
};
KILN_ATEN_OP(DiagonalOp, DiagonalArgs, "aten.diagonal.default")

/// aten::expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) ->
///     Tensor(a)
template <typename Base>
struct ExpandArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(1); }
  bool getImplicit() const { return this->boolean(2); }
};
KILN_ATEN_OP(ExpandOp, ExpandArgs, "aten.expand.default")

/// aten::expand_as(Tensor(a) self, Tensor other) -> Tensor(a)
template <typename Base>
struct ExpandAsArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(ExpandAsOp, ExpandAsArgs, "aten.expand_as.default")

/// aten::flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) ->
///     Tensor(a)
template <typename Base>
struct FlattenUsingIntsArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getStartDim() const { return this->integer(1); }
  int64_t getEndDim() const { return this->integer(2); }
};
KILN_ATEN_OP(FlattenUsingIntsOp, FlattenUsingIntsArgs, "aten.flatten.using_ints")

/// aten::flip(Tensor self, int[] dims) -> Tensor
template <typename Base>
struct FlipArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getDims() const { return this->integers(1); }
};
KILN_ATEN_OP(FlipOp, FlipArgs, "aten.flip.default")

/// aten::numpy_T(Tensor(a) self) -> Tensor(a)
template <typename Base>
struct NumpyTArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(NumpyTOp, NumpyTArgs, "aten.numpy_T.default")

/// aten::permute(Tensor(a) self, int[] dims) -> Tensor(a)
template <typename Base>
struct PermuteArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getDims() const { return this->integers(1); }
};
KILN_ATEN_OP(PermuteOp, PermuteArgs, "aten.permute.default")

/// aten::repeat(Tensor self, SymInt[] repeats) -> Tensor
template <typename Base>
struct RepeatArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getRepeats() const { return this->symInts(1); }
};
KILN_ATEN_OP(RepeatOp, RepeatArgs, "aten.repeat.default")

/// aten::reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)
template <typename Base>
struct ReshapeArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getShape() const { return this->symInts(1); }
};
KILN_ATEN_OP(ReshapeOp, ReshapeArgs, "aten.reshape.default")

/// aten::select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)
template <typename Base>
struct SelectIntArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  ep::ExprAttr getIndex() const { return this->symInt(2); }
};
KILN_ATEN_OP(SelectIntOp, SelectIntArgs, "aten.select.int")

/// aten::slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt?
///     end=None, SymInt step=1) -> Tensor(a)
template <typename Base>
struct SliceTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  ep::ExprAttr getStart() const { return this->symInt(2); }
  ep::ExprAttr getEnd() const { return this->symInt(3); }
  ep::ExprAttr getStep() const { return this->symInt(4); }
};
KILN_ATEN_OP(SliceTensorOp, SliceTensorArgs, "aten.slice.Tensor")

/// aten::split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) ->
///     Tensor(a)[]
template <typename Base>
struct SplitTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  ep::ExprAttr getSplitSize() const { return this->symInt(1); }
  int64_t getDim() const { return this->integer(2); }
};
KILN_ATEN_OP(SplitTensorOp, SplitTensorArgs, "aten.split.Tensor")

/// aten::split_with_sizes(Tensor(a -> *) self, SymInt[] split_sizes, int dim=0)
///     -> Tensor(a)[]
template <typename Base>
struct SplitWithSizesArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getSplitSizes() const { return this->symInts(1); }
  int64_t getDim() const { return this->integer(2); }
};
KILN_ATEN_OP(SplitWithSizesOp, SplitWithSizesArgs, "aten.split_with_sizes.default")

/// aten::squeeze(Tensor(a) self) -> Tensor(a)
template <typename Base>
struct SqueezeArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(SqueezeOp, SqueezeArgs, "aten.squeeze.default")

/// aten::squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)
template <typename Base>
struct SqueezeDimArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
};
KILN_ATEN_OP(SqueezeDimOp, SqueezeDimArgs, "aten.squeeze.dim")

/// aten::squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)
template <typename Base>
struct SqueezeDimsArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getDim() const { return this->integers(1); }
};
KILN_ATEN_OP(SqueezeDimsOp, SqueezeDimsArgs, "aten.squeeze.dims")

/// aten::stack(Tensor[] tensors, int dim=0) -> Tensor
template <typename Base>
struct StackArgs : Base {
  using Base::Base;
  SmallVector<Value> getTensors() const { return this->tensors(0); }
  int64_t getDim() const { return this->integer(1); }
};
KILN_ATEN_OP(StackOp, StackArgs, "aten.stack.default")

/// aten::t(Tensor(a) self) -> Tensor(a)
template <typename Base>
struct TArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(TOp, TArgs, "aten.t.default")

/// aten::to.dtype(Tensor(a) self, ScalarType dtype, bool non_blocking=False,
///     bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)
template <typename Base>
struct ToDtypeArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Type getDtype() const { return this->dtype(1); }
  bool getNonBlocking() const { return this->boolean(2); }
  bool getCopy() const { return this->boolean(3); }
  StringRef getMemoryFormat() const { return this->string(4); }
};
KILN_ATEN_OP(ToDtypeOp, ToDtypeArgs, "aten.to.dtype")

/// aten::transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)
template <typename Base>
struct TransposeIntArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim0() const { return this->integer(1); }
  int64_t getDim1() const { return this->integer(2); }
};
KILN_ATEN_OP(TransposeIntOp, TransposeIntArgs, "aten.transpose.int")

/// aten::type_as(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct TypeAsArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(TypeAsOp, TypeAsArgs, "aten.type_as.default")

/// aten::unflatten.int(Tensor(a) self, int dim, SymInt[] sizes) -> Tensor(a)
template <typename Base>
struct UnflattenIntArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  SmallVector<ep::ExprAttr> getSizes() const { return this->symInts(2); }
};
KILN_ATEN_OP(UnflattenIntOp, UnflattenIntArgs, "aten.unflatten.int")

/// aten::unsqueeze(Tensor(a) self, int dim) -> Tensor(a)
template <typename Base>
struct UnsqueezeArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
};
KILN_ATEN_OP(UnsqueezeOp, UnsqueezeArgs, "aten.unsqueeze.default")

/// aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)
template <typename Base>
struct ViewArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(1); }
};
KILN_ATEN_OP(ViewOp, ViewArgs, "aten.view.default")

/// aten::view_as(Tensor(a) self, Tensor other) -> Tensor(a)
template <typename Base>
struct ViewAsArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(ViewAsOp, ViewAsArgs, "aten.view_as.default")

} // namespace kiln::aten

KILN_ATEN_TYPE_ID(PrivateUnsafeViewOp)
KILN_ATEN_TYPE_ID(AliasOp)
KILN_ATEN_TYPE_ID(AsStridedOp)
KILN_ATEN_TYPE_ID(CatOp)
KILN_ATEN_TYPE_ID(ChunkOp)
KILN_ATEN_TYPE_ID(ContiguousOp)
KILN_ATEN_TYPE_ID(DetachOp)
KILN_ATEN_TYPE_ID(DetachInPlaceOp)
KILN_ATEN_TYPE_ID(DiagonalOp)
KILN_ATEN_TYPE_ID(ExpandOp)
KILN_ATEN_TYPE_ID(ExpandAsOp)
KILN_ATEN_TYPE_ID(FlattenUsingIntsOp)
KILN_ATEN_TYPE_ID(FlipOp)
KILN_ATEN_TYPE_ID(NumpyTOp)
KILN_ATEN_TYPE_ID(PermuteOp)
KILN_ATEN_TYPE_ID(RepeatOp)
KILN_ATEN_TYPE_ID(ReshapeOp)
KILN_ATEN_TYPE_ID(SelectIntOp)
KILN_ATEN_TYPE_ID(SliceTensorOp)
KILN_ATEN_TYPE_ID(SplitTensorOp)
KILN_ATEN_TYPE_ID(SplitWithSizesOp)
KILN_ATEN_TYPE_ID(SqueezeOp)
KILN_ATEN_TYPE_ID(SqueezeDimOp)
KILN_ATEN_TYPE_ID(SqueezeDimsOp)
KILN_ATEN_TYPE_ID(StackOp)
KILN_ATEN_TYPE_ID(TOp)
KILN_ATEN_TYPE_ID(ToDtypeOp)
KILN_ATEN_TYPE_ID(TransposeIntOp)
KILN_ATEN_TYPE_ID(TypeAsOp)
KILN_ATEN_TYPE_ID(UnflattenIntOp)
KILN_ATEN_TYPE_ID(UnsqueezeOp)
KILN_ATEN_TYPE_ID(ViewOp)
KILN_ATEN_TYPE_ID(ViewAsOp)

#endif // KILN_DIALECT_ATEN_VIEW_H
