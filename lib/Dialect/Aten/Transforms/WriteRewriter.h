// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that write their arguments, as functional ones and writes to the
// alias tracker.
#ifndef KILN_LIB_DIALECT_ATEN_TRANSFORMS_WRITEREWRITER_H
#define KILN_LIB_DIALECT_ATEN_TRANSFORMS_WRITEREWRITER_H

#include "AliasTracker.h"
#include "kiln/Dialect/Aten/Builder.h"

namespace kiln::aten {

/// Does `op` write statistics that its schema does not say it writes? Batch
/// norm and instance norm in training form do.
bool writesSilently(AtenOp op);

/// Where the elements of a graph input begin in its storage: 0, or the offset
/// of a state entry.
ep::ExprAttr getStorageOffset(BlockArgument input);

/// Rewrites single operators of one block. An operator that was rewritten stays
/// where it is, without uses once the walk has passed, until eraseRewritten.
class WriteRewriter {
public:
  /// `mayWrite` says what forbids to write a root of the block; empty when
  /// nothing does.
  WriteRewriter(AliasTracker &tracker,
                std::function<std::string(BlockArgument)> mayWrite)
      : tracker(tracker), mayWrite(std::move(mayWrite)) {}

  /// `op` writes an argument, by its schema or silently.
  LogicalResult rewrite(AtenOp op);
  /// `op` is a custom operator that is known to write operands.
  LogicalResult rewriteCustom(Operation *op);
  /// An as_strided of a view becomes one of the tensor that made the storage:
  /// its positions count in the storage. Fails where they are not known.
  LogicalResult rewriteAsStrided(AtenOp op);

  void eraseRewritten();

private:
  LogicalResult rewriteCopy(AtenOp op);
  LogicalResult rewriteMetadata(AtenOp op);
  LogicalResult rewriteResize(AtenOp op);
  LogicalResult rewriteFillDiagonal(AtenOp op);
  LogicalResult rewriteZero(AtenOp op);
  LogicalResult rewriteGeneric(AtenOp op);
  LogicalResult rewriteBatchNorm(AtenOp op);
  LogicalResult rewriteInstanceNorm(AtenOp op);

  /// A strided view of the storage of `alias`; null, with an error on `op`,
  /// when it does not lie inside.
  Value createStrided(AtenOp op, Alias *alias, ArrayRef<ep::ExprAttr> sizes,
                      ArrayRef<ep::ExprAttr> strides, ep::ExprAttr offset);
  /// `op` turned its first argument into `view`.
  void replaceMetadata(AtenOp op, Value view);

  Value read(Value tensor) {
    return tensor ? tracker.read(tracker.lookup(tensor), builder) : Value();
  }
  LogicalResult write(Value tensor, NewValue written, Operation *writer);
  /// `value` with the sizes, dtype, device and strides of `type`.
  Value convert(Value value, ep::TensorType type, Location loc);
  Value build(Location loc, StringRef name, ArrayRef<NamedArgument> arguments,
              Type result);
  /// The results of `op` that are its arguments become those, and it goes.
  void finish(AtenOp op);

  AliasTracker &tracker;
  std::function<std::string(BlockArgument)> mayWrite;
  OpBuilder builder{tracker.getContext()};
  SmallVector<Operation *> rewritten;
};

} // namespace kiln::aten

#endif // KILN_LIB_DIALECT_ATEN_TRANSFORMS_WRITEREWRITER_H
