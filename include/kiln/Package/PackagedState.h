// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which storage a package has of each state entry: its own, or, where no call
// reads it, that of a packed operand that holds its elements. So weights that
// kernels read packed are there once.
#ifndef KILN_PACKAGE_PACKAGEDSTATE_H
#define KILN_PACKAGE_PACKAGEDSTATE_H

#include "kiln/Dialect/EP/PackedStorage.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace kiln::package {

class PackagedState {
public:
  /// Of a program in phase `host`, which must not change afterwards.
  explicit PackagedState(ep::ProgramOp program);

  /// The storage that has the entry; `layout` is that of a packed one.
  struct Home {
    ep::StorageOp storage;
    std::optional<ep::PackedLayout> layout;
  };
  Home lookup(Operation *state) const;

  /// Does some entry lie in the storage?
  bool isNeeded(ep::StorageOp storage) const {
    return !dropped.contains(storage);
  }
  bool hasPacked() const { return !dropped.empty(); }
  /// Does some entry lie in a packed storage in other sizes than its own?
  bool hasSeenOtherwise() const;

private:
  mlir::SymbolTable symbols;
  llvm::DenseMap<Attribute, ep::StorageOp> packed; ///< by the entry's name
  llvm::DenseSet<Operation *> dropped;             ///< storages
};

/// Visits the storages that the package has of the programs in `scope`, in
/// order.
mlir::WalkResult
walkPackagedStorages(Operation *scope,
                     llvm::function_ref<mlir::WalkResult(ep::StorageOp)> visit);

} // namespace kiln::package

#endif // KILN_PACKAGE_PACKAGEDSTATE_H
