// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Matrix products and their like: TypedOp.h explains the classes.
// clang-format off
#ifndef KILN_DIALECT_ATEN_MATMUL_H
#define KILN_DIALECT_ATEN_MATMUL_H

#include "kiln/Dialect/Aten/TypedOp.h"

namespace kiln::aten {

/// aten::_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) ->
///     Tensor
template <typename Base>
struct PrivateCdistForwardArgs : Base {
  using Base::Base;
  Value getX1() const { return this->tensor(0); }
  Value getX2() const { return this->tensor(1); }
  double getP() const { return this->number(2); }
  std::optional<int64_t> getComputeMode() const { return this->optionalInteger(3); }
};
KILN_ATEN_OP(PrivateCdistForwardOp, PrivateCdistForwardArgs, "aten._cdist_forward.default")

/// aten::_fft_c2r(Tensor self, int[] dim, int normalization, SymInt
///     last_dim_size) -> Tensor
template <typename Base>
struct PrivateFftC2rArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getDim() const { return this->integers(1); }
  int64_t getNormalization() const { return this->integer(2); }
  ep::ExprAttr getLastDimSize() const { return this->symInt(3); }
};
KILN_ATEN_OP(PrivateFftC2rOp, PrivateFftC2rArgs, "aten._fft_c2r.default")

/// aten::_fft_r2c(Tensor self, int[] dim, int normalization, bool onesided) ->
///     Tensor
template <typename Base>
struct PrivateFftR2cArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getDim() const { return this->integers(1); }
  int64_t getNormalization() const { return this->integer(2); }
  bool getOnesided() const { return this->boolean(3); }
};
KILN_ATEN_OP(PrivateFftR2cOp, PrivateFftR2cArgs, "aten._fft_r2c.default")

/// aten::_pdist_forward(Tensor self, float p=2.) -> Tensor
template <typename Base>
struct PrivatePdistForwardArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  double getP() const { return this->number(1); }
};
KILN_ATEN_OP(PrivatePdistForwardOp, PrivatePdistForwardArgs, "aten._pdist_forward.default")

/// aten::addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar
///     alpha=1) -> Tensor
template <typename Base>
struct AddmmArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getMat1() const { return this->tensor(1); }
  Value getMat2() const { return this->tensor(2); }
  Attribute getBeta() const { return this->attribute(3); }
  Attribute getAlpha() const { return this->attribute(4); }
};
KILN_ATEN_OP(AddmmOp, AddmmArgs, "aten.addmm.default")

/// aten::bmm(Tensor self, Tensor mat2) -> Tensor
template <typename Base>
struct BmmArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getMat2() const { return this->tensor(1); }
};
KILN_ATEN_OP(BmmOp, BmmArgs, "aten.bmm.default")

/// aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor
template <typename Base>
struct LinearArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  Value getWeight() const { return this->tensor(1); }
  Value getBias() const { return this->tensor(2); }
};
KILN_ATEN_OP(LinearOp, LinearArgs, "aten.linear.default")

/// aten::matmul(Tensor self, Tensor other) -> Tensor
template <typename Base>
struct MatmulArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getOther() const { return this->tensor(1); }
};
KILN_ATEN_OP(MatmulOp, MatmulArgs, "aten.matmul.default")

/// aten::mm(Tensor self, Tensor mat2) -> Tensor
template <typename Base>
struct MmArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  Value getMat2() const { return this->tensor(1); }
};
KILN_ATEN_OP(MmOp, MmArgs, "aten.mm.default")

} // namespace kiln::aten

KILN_ATEN_TYPE_ID(PrivateCdistForwardOp)
KILN_ATEN_TYPE_ID(PrivateFftC2rOp)
KILN_ATEN_TYPE_ID(PrivateFftR2cOp)
KILN_ATEN_TYPE_ID(PrivatePdistForwardOp)
KILN_ATEN_TYPE_ID(AddmmOp)
KILN_ATEN_TYPE_ID(BmmOp)
KILN_ATEN_TYPE_ID(LinearOp)
KILN_ATEN_TYPE_ID(MatmulOp)
KILN_ATEN_TYPE_ID(MmOp)

#endif // KILN_DIALECT_ATEN_MATMUL_H
