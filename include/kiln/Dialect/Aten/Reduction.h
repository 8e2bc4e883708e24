// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Reductions, scans and sorts: TypedOp.h explains the classes.
// clang-format off
#ifndef KILN_DIALECT_ATEN_REDUCTION_H
#define KILN_DIALECT_ATEN_REDUCTION_H

#include "kiln/Dialect/Aten/TypedOp.h"

namespace kiln::aten {

/// aten::amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor
template <typename Base>
struct AmaxArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getDim() const { return this->integers(1); }
  bool getKeepdim() const { return this->boolean(2); }
};
KILN_ATEN_OP(AmaxOp, AmaxArgs, "aten.amax.default")

/// aten::amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor
template <typename Base>
struct AminArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getDim() const { return this->integers(1); }
  bool getKeepdim() const { return this->boolean(2); }
};
KILN_ATEN_OP(AminOp, AminArgs, "aten.amin.default")

/// aten::any(Tensor self) -> Tensor
template <typename Base>
struct AnyArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(AnyOp, AnyArgs, "aten.any.default")

/// aten::any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor
template <typename Base>
struct AnyDimArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  bool getKeepdim() const { return this->boolean(2); }
};
KILN_ATEN_OP(AnyDimOp, AnyDimArgs, "aten.any.dim")

/// aten::any.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor
template <typename Base>
struct AnyDimsArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getDim() const { return this->integers(1); }
  bool getKeepdim() const { return this->boolean(2); }
};
KILN_ATEN_OP(AnyDimsOp, AnyDimsArgs, "aten.any.dims")

/// aten::argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor
template <typename Base>
struct ArgmaxArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  std::optional<int64_t> getDim() const { return this->optionalInteger(1); }
  bool getKeepdim() const { return this->boolean(2); }
};
KILN_ATEN_OP(ArgmaxOp, ArgmaxArgs, "aten.argmax.default")

/// aten::argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor
template <typename Base>
struct ArgminArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  std::optional<int64_t> getDim() const { return this->optionalInteger(1); }
  bool getKeepdim() const { return this->boolean(2); }
};
KILN_ATEN_OP(ArgminOp, ArgminArgs, "aten.argmin.default")

/// aten::cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor
template <typename Base>
struct CumsumArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  Type getDtype() const { return this->dtype(2); }
};
KILN_ATEN_OP(CumsumOp, CumsumArgs, "aten.cumsum.default")

/// aten::max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values,
///     Tensor indices)
template <typename Base>
struct MaxDimArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  bool getKeepdim() const { return this->boolean(2); }
};
KILN_ATEN_OP(MaxDimOp, MaxDimArgs, "aten.max.dim")

/// aten::mean(Tensor self, *, ScalarType? dtype=None) -> Tensor
template <typename Base>
struct MeanArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Type getDtype() const { return this->dtype(1); }
};
KILN_ATEN_OP(MeanOp, MeanArgs, "aten.mean.default")

/// aten::mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType?
///     dtype=None) -> Tensor
template <typename Base>
struct MeanDimArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getDim() const { return this->integers(1); }
  bool getKeepdim() const { return this->boolean(2); }
  Type getDtype() const { return this->dtype(3); }
};
KILN_ATEN_OP(MeanDimOp, MeanDimArgs, "aten.mean.dim")

/// aten::min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values,
///     Tensor indices)
template <typename Base>
struct MinDimArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  bool getKeepdim() const { return this->boolean(2); }
};
KILN_ATEN_OP(MinDimOp, MinDimArgs, "aten.min.dim")

/// aten::prod(Tensor self, *, ScalarType? dtype=None) -> Tensor
template <typename Base>
struct ProdArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Type getDtype() const { return this->dtype(1); }
};
KILN_ATEN_OP(ProdOp, ProdArgs, "aten.prod.default")

/// aten::prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType?
///     dtype=None) -> Tensor
template <typename Base>
struct ProdDimIntArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  bool getKeepdim() const { return this->boolean(2); }
  Type getDtype() const { return this->dtype(3); }
};
KILN_ATEN_OP(ProdDimIntOp, ProdDimIntArgs, "aten.prod.dim_int")

/// aten::sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor
///     values, Tensor indices)
template <typename Base>
struct SortArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  bool getDescending() const { return this->boolean(2); }
};
KILN_ATEN_OP(SortOp, SortArgs, "aten.sort.default")

/// aten::sum(Tensor self, *, ScalarType? dtype=None) -> Tensor
template <typename Base>
struct SumArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Type getDtype() const { return this->dtype(1); }
};
KILN_ATEN_OP(SumOp, SumArgs, "aten.sum.default")

/// aten::sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *,
///     ScalarType? dtype=None) -> Tensor
template <typename Base>
struct SumDimIntListArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getDim() const { return this->integers(1); }
  bool getKeepdim() const { return this->boolean(2); }
  Type getDtype() const { return this->dtype(3); }
};
KILN_ATEN_OP(SumDimIntListOp, SumDimIntListArgs, "aten.sum.dim_IntList")

/// aten::topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool
///     sorted=True) -> (Tensor values, Tensor indices)
template <typename Base>
struct TopkArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  ep::ExprAttr getK() const { return this->symInt(1); }
  int64_t getDim() const { return this->integer(2); }
  bool getLargest() const { return this->boolean(3); }
  bool getSorted() const { return this->boolean(4); }
};
KILN_ATEN_OP(TopkOp, TopkArgs, "aten.topk.default")

/// aten::var.correction(Tensor self, int[1]? dim=None, *, Scalar?
///     correction=None, bool keepdim=False) -> Tensor
template <typename Base>
struct VarCorrectionArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getDim() const { return this->integers(1); }
  Attribute getCorrection() const { return this->attribute(2); }
  bool getKeepdim() const { return this->boolean(3); }
};
KILN_ATEN_OP(VarCorrectionOp, VarCorrectionArgs, "aten.var.correction")

/// aten::var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool
///     keepdim=False) -> Tensor
template <typename Base>
struct VarDimArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getDim() const { return this->integers(1); }
  bool getUnbiased() const { return this->boolean(2); }
  bool getKeepdim() const { return this->boolean(3); }
};
KILN_ATEN_OP(VarDimOp, VarDimArgs, "aten.var.dim")

} // namespace kiln::aten

KILN_ATEN_TYPE_ID(AmaxOp)
KILN_ATEN_TYPE_ID(AminOp)
KILN_ATEN_TYPE_ID(AnyOp)
KILN_ATEN_TYPE_ID(AnyDimOp)
KILN_ATEN_TYPE_ID(AnyDimsOp)
KILN_ATEN_TYPE_ID(ArgmaxOp)
KILN_ATEN_TYPE_ID(ArgminOp)
KILN_ATEN_TYPE_ID(CumsumOp)
KILN_ATEN_TYPE_ID(MaxDimOp)
KILN_ATEN_TYPE_ID(MeanOp)
KILN_ATEN_TYPE_ID(MeanDimOp)
KILN_ATEN_TYPE_ID(MinDimOp)
KILN_ATEN_TYPE_ID(ProdOp)
KILN_ATEN_TYPE_ID(ProdDimIntOp)
KILN_ATEN_TYPE_ID(SortOp)
KILN_ATEN_TYPE_ID(SumOp)
KILN_ATEN_TYPE_ID(SumDimIntListOp)
KILN_ATEN_TYPE_ID(TopkOp)
KILN_ATEN_TYPE_ID(VarCorrectionOp)
KILN_ATEN_TYPE_ID(VarDimOp)

#endif // KILN_DIALECT_ATEN_REDUCTION_H
