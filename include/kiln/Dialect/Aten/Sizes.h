// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Sizes and strides as numbers, and checks of them: TypedOp.h explains the classes.
// clang-format off
#ifndef KILN_DIALECT_ATEN_SIZES_H
#define KILN_DIALECT_ATEN_SIZES_H

#include "kiln/Dialect/Aten/TypedOp.h"

namespace kiln::aten {

/// aten::_assert_tensor_metadata(Tensor a, SymInt[]? size=None, SymInt[]?
///     stride=None, ScalarType? dtype=None, *, Device? device=None, Layout?
///     layout=None) -> ()
template <typename Base>
struct PrivateAssertTensorMetadataArgs : Base {
  using Base::Base;
  Value getA() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getSize() const { return this->symInts(1); }
  SmallVector<ep::ExprAttr> getStride() const { return this->symInts(2); }
  Type getDtype() const { return this->dtype(3); }
  StringRef getDevice() const { return this->string(4); }
  StringRef getLayout() const { return this->string(5); }
};
KILN_ATEN_OP(PrivateAssertTensorMetadataOp, PrivateAssertTensorMetadataArgs, "aten._assert_tensor_metadata.default")

/// aten::sym_is_contiguous(Tensor self, MemoryFormat memory_format=0) ->
///     SymBool
template <typename Base>
struct SymIsContiguousArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  StringRef getMemoryFormat() const { return this->string(1); }
};
KILN_ATEN_OP(SymIsContiguousOp, SymIsContiguousArgs, "aten.sym_is_contiguous.default")

/// aten::sym_numel(Tensor self) -> SymInt
template <typename Base>
struct SymNumelArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(SymNumelOp, SymNumelArgs, "aten.sym_numel.default")

/// aten::sym_size.int(Tensor self, int dim) -> SymInt
template <typename Base>
struct SymSizeIntArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
};
KILN_ATEN_OP(SymSizeIntOp, SymSizeIntArgs, "aten.sym_size.int")

/// aten::sym_storage_offset(Tensor self) -> SymInt
template <typename Base>
struct SymStorageOffsetArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
};
KILN_ATEN_OP(SymStorageOffsetOp, SymStorageOffsetArgs, "aten.sym_storage_offset.default")

/// aten::sym_stride.int(Tensor self, int dim) -> SymInt
template <typename Base>
struct SymStrideIntArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
};
KILN_ATEN_OP(SymStrideIntOp, SymStrideIntArgs, "aten.sym_stride.int")

} // namespace kiln::aten

KILN_ATEN_TYPE_ID(PrivateAssertTensorMetadataOp)
KILN_ATEN_TYPE_ID(SymIsContiguousOp)
KILN_ATEN_TYPE_ID(SymNumelOp)
KILN_ATEN_TYPE_ID(SymSizeIntOp)
KILN_ATEN_TYPE_ID(SymStorageOffsetOp)
KILN_ATEN_TYPE_ID(SymStrideIntOp)

#endif // KILN_DIALECT_ATEN_SIZES_H
