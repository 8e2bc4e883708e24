// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storages that hold a state entry in another order, for a kernel that reads it
// so. They have no bytes of their own:
//
//   ep.storage @storage.packed_0 bytes(256) {ep.packs = {state = "w",
//       strides = array<i64: 64, 32>, blocks = array<i64: 32, 1>,
//       block_strides = array<i64: 1, 0>}}
//
// Element i of "w" is element
//   sum over d of i[d] / blocks[d] * strides[d] + i[d] % blocks[d] *
//   block_strides[d]
// of the storage; what is between them is zero. With `sizes`, as many elements,
// `i` is an index of "w" as if it had these.
#ifndef KILN_DIALECT_EP_PACKEDSTORAGE_H
#define KILN_DIALECT_EP_PACKEDSTORAGE_H

#include "kiln/Dialect/EP/EP.h"

namespace kiln::ep {

constexpr llvm::StringLiteral kPacksAttrName = "ep.packs";

/// Where the elements of a state entry lie, counted in elements. All arrays
/// have one item per dimension of the entry, or per one of `sizes`.
struct PackedLayout {
  SmallVector<int64_t> strides; ///< of blocks
  SmallVector<int64_t> blocks;  ///< elements of a block, from 1
  SmallVector<int64_t> blockStrides;
  SmallVector<int64_t> sizes; ///< that the entry is seen in; empty: its own

  /// Of each index of dimension `d`, up to `size`.
  SmallVector<int64_t> getOffsets(unsigned d, int64_t size) const;
};

/// The state entry, by name, that `storage` packs, and how; nothing where it
/// has bytes of its own, or where the attribute has another form.
struct PackedState {
  StringAttr state;
  PackedLayout layout;
};
std::optional<PackedState> getPackedState(StorageOp storage);

/// Adds a constant of `type` that packs the state entry `source`, and its
/// storage, at the place of `builder`.
ConstantOp addPackedConstant(OpBuilder &builder, mlir::SymbolTable &symbols,
                             Location loc, StringRef name, TensorType type,
                             StringAttr source, const PackedLayout &layout);

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_PACKEDSTORAGE_H
