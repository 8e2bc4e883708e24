// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Indexing, gather and scatter: TypedOp.h explains the classes.
// clang-format off
#ifndef KILN_DIALECT_ATEN_INDEXING_H
#define KILN_DIALECT_ATEN_INDEXING_H

#include "kiln/Dialect/Aten/TypedOp.h"

namespace kiln::aten {

/// aten::_embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool
///     scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor?
///     per_sample_weights=None, bool include_last_offset=False, int
///     padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor)
template <typename Base>
struct PrivateEmbeddingBagArgs : Base {
  using Base::Base;
  Value getWeight() const { return this->tensor(0); }
  Value getIndices() const { return this->tensor(1); }
  Value getOffsets() const { return this->tensor(2); }
  bool getScaleGradByFreq() const { return this->boolean(3); }
  int64_t getMode() const { return this->integer(4); }
  bool getSparse() const { return this->boolean(5); }
  Value getPerSampleWeights() const { return this->tensor(6); }
  bool getIncludeLastOffset() const { return this->boolean(7); }
  int64_t getPaddingIdx() const { return this->integer(8); }
};
KILN_ATEN_OP(PrivateEmbeddingBagOp, PrivateEmbeddingBagArgs, "aten._embedding_bag.default")

/// aten::_local_scalar_dense(Tensor self) -> Scalar
template <typename Base>
struct PrivateLocalScalarDenseArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(PrivateLocalScalarDenseOp, PrivateLocalScalarDenseArgs, "aten._local_scalar_dense.default")

/// aten::embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool
///     scale_grad_by_freq=False, bool sparse=False) -> Tensor
template <typename Base>
struct EmbeddingArgs : Base {
  using Base::Base;
  Value getWeight() const { return this->tensor(0); }
  Value getIndices() const { return this->tensor(1); }
  ep::ExprAttr getPaddingIdx() const { return this->symInt(2); }
  bool getScaleGradByFreq() const { return this->boolean(3); }
  bool getSparse() const { return this->boolean(4); }
};
KILN_ATEN_OP(EmbeddingOp, EmbeddingArgs, "aten.embedding.default")

/// aten::embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt
///     num_weights, SymInt padding_idx, bool scale_grad_by_freq) -> Tensor
template <typename Base>
struct EmbeddingDenseBackwardArgs : Base {
  using Base::Base;
  Value getGradOutput() const { return this->tensor(0); }
  Value getIndices() const { return this->tensor(1); }
  ep::ExprAttr getNumWeights() const { return this->symInt(2); }
  ep::ExprAttr getPaddingIdx() const { return this->symInt(3); }
  bool getScaleGradByFreq() const { return this->boolean(4); }
};
KILN_ATEN_OP(EmbeddingDenseBackwardOp, EmbeddingDenseBackwardArgs, "aten.embedding_dense_backward.default")

/// aten::gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False)
///     -> Tensor
template <typename Base>
struct GatherArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  Value getIndex() const { return this->tensor(2); }
  bool getSparseGrad() const { return this->boolean(3); }
};
KILN_ATEN_OP(GatherOp, GatherArgs, "aten.gather.default")

/// aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor
template <typename Base>
struct IndexTensorArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<Value> getIndices() const { return this->tensors(1); }
};
KILN_ATEN_OP(IndexTensorOp, IndexTensorArgs, "aten.index.Tensor")

/// aten::index_put(Tensor self, Tensor?[] indices, Tensor values, bool
///     accumulate=False) -> Tensor
template <typename Base>
struct IndexPutArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<Value> getIndices() const { return this->tensors(1); }
  Value getValues() const { return this->tensor(2); }
  bool getAccumulate() const { return this->boolean(3); }
};
KILN_ATEN_OP(IndexPutOp, IndexPutArgs, "aten.index_put.default")

/// aten::index_select(Tensor self, int dim, Tensor index) -> Tensor
template <typename Base>
struct IndexSelectArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  Value getIndex() const { return this->tensor(2); }
};
KILN_ATEN_OP(IndexSelectOp, IndexSelectArgs, "aten.index_select.default")

/// aten::masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor
template <typename Base>
struct MaskedScatterArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getMask() const { return this->tensor(1); }
  Value getSource() const { return this->tensor(2); }
};
KILN_ATEN_OP(MaskedScatterOp, MaskedScatterArgs, "aten.masked_scatter.default")

/// aten::nonzero(Tensor self) -> Tensor
template <typename Base>
struct NonzeroArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(NonzeroOp, NonzeroArgs, "aten.nonzero.default")

/// aten::scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor
template <typename Base>
struct ScatterSrcArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  Value getIndex() const { return this->tensor(2); }
  Value getSrc() const { return this->tensor(3); }
};
KILN_ATEN_OP(ScatterSrcOp, ScatterSrcArgs, "aten.scatter.src")

/// aten::scatter.value(Tensor self, int dim, Tensor index, Scalar value) ->
///     Tensor
template <typename Base>
struct ScatterValueArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  Value getIndex() const { return this->tensor(2); }
  Attribute getValue() const { return this->attribute(3); }
};
KILN_ATEN_OP(ScatterValueOp, ScatterValueArgs, "aten.scatter.value")

/// aten::scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor
template <typename Base>
struct ScatterAddArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  Value getIndex() const { return this->tensor(2); }
  Value getSrc() const { return this->tensor(3); }
};
KILN_ATEN_OP(ScatterAddOp, ScatterAddArgs, "aten.scatter_add.default")

/// aten::scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str
///     reduce, *, bool include_self=True) -> Tensor
template <typename Base>
struct ScatterReduceTwoArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  Value getIndex() const { return this->tensor(2); }
  Value getSrc() const { return this->tensor(3); }
  StringRef getReduce() const { return this->string(4); }
  bool getIncludeSelf() const { return this->boolean(5); }
};
KILN_ATEN_OP(ScatterReduceTwoOp, ScatterReduceTwoArgs, "aten.scatter_reduce.two")

/// aten::select_scatter(Tensor self, Tensor src, int dim, SymInt index) ->
///     Tensor
template <typename Base>
struct SelectScatterArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getSrc() const { return this->tensor(1); }
  int64_t getDim() const { return this->integer(2); }
  ep::ExprAttr getIndex() const { return this->symInt(3); }
};
KILN_ATEN_OP(SelectScatterOp, SelectScatterArgs, "aten.select_scatter.default")

/// aten::slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None,
///     SymInt? end=None, SymInt step=1) -> Tensor
template <typename Base>
struct SliceScatterArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getSrc() const { return this->tensor(1); }
  int64_t getDim() const { return this->integer(2); }
  ep::ExprAttr getStart() const { return this->symInt(3); }
  ep::ExprAttr getEnd() const { return this->symInt(4); }
  ep::ExprAttr getStep() const { return this->symInt(5); }
};
KILN_ATEN_OP(SliceScatterOp, SliceScatterArgs, "aten.slice_scatter.default")

/// aten::where.self(Tensor condition, Tensor self, Tensor other) -> Tensor
template <typename Base>
struct WhereSelfArgs : Base {
  using Base::Base;
  Value getCondition() const { return this->tensor(0); }
  Value getSelf() const { return this->tensor(1); }
  Value getOther() const { return this->tensor(2); }
};
KILN_ATEN_OP(WhereSelfOp, WhereSelfArgs, "aten.where.self")

} // namespace kiln::aten

KILN_ATEN_TYPE_ID(PrivateEmbeddingBagOp)
KILN_ATEN_TYPE_ID(PrivateLocalScalarDenseOp)
KILN_ATEN_TYPE_ID(EmbeddingOp)
KILN_ATEN_TYPE_ID(EmbeddingDenseBackwardOp)
KILN_ATEN_TYPE_ID(GatherOp)
KILN_ATEN_TYPE_ID(IndexTensorOp)
KILN_ATEN_TYPE_ID(IndexPutOp)
KILN_ATEN_TYPE_ID(IndexSelectOp)
KILN_ATEN_TYPE_ID(MaskedScatterOp)
KILN_ATEN_TYPE_ID(NonzeroOp)
KILN_ATEN_TYPE_ID(ScatterSrcOp)
KILN_ATEN_TYPE_ID(ScatterValueOp)
KILN_ATEN_TYPE_ID(ScatterAddOp)
KILN_ATEN_TYPE_ID(ScatterReduceTwoOp)
KILN_ATEN_TYPE_ID(SelectScatterOp)
KILN_ATEN_TYPE_ID(SliceScatterOp)
KILN_ATEN_TYPE_ID(WhereSelfOp)

#endif // KILN_DIALECT_ATEN_INDEXING_H
