// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The aliases among the tensors of a block, and their newest values, while a
// pass walks over the block from top to bottom.
//
// A storage has one root, the tensor that made it; every other alias of it is a
// view operation applied to another alias. A write through an alias makes new
// values for it and for everything on its way to the root; other aliases are
// regenerated from there when they are read.
#ifndef KILN_LIB_DIALECT_ATEN_TRANSFORMS_ALIASTRACKER_H
#define KILN_LIB_DIALECT_ATEN_TRANSFORMS_ALIASTRACKER_H

#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Support/Origin.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace kiln::aten {

struct Storage;

/// One way to see a storage. Lives as long as the tracker.
struct Alias {
  Storage *storage = nullptr;
  Alias *parent = nullptr;           ///< null for the root
  mlir::OpOperand *viewed = nullptr; ///< the view's operand that is the parent
  unsigned result = 0;               ///< of the view operation
  Value current; ///< the elements as of `version` of the storage
  unsigned version = 0;

  AtenOp getView() const { return AtenOp(viewed->getOwner()); }
  ep::TensorType getType() const {
    return mlir::cast<ep::TensorType>(current.getType());
  }
};

struct Storage {
  Alias *root = nullptr;
  unsigned version = 0;       ///< the number of writes so far
  SmallVector<Value> tensors; ///< every SSA value that sees it
  /// Storages that may be this one: a copy is not known to have happened.
  SmallVector<Storage *> related;
};

/// The value that a write stores.
struct NewValue {
  Value value; ///< has the type of the alias that is written
  /// The operator that made it, if all its elements are equal and it can be
  /// applied to any other alias in place of the first operand.
  Operation *uniform = nullptr;
};

class AliasTracker {
public:
  AliasTracker(MLIRContext *context, const ep::Facts &facts)
      : context(context), facts(facts) {}

  /// The alias that `tensor` is; a value that nothing is known about becomes a
  /// root.
  Alias *lookup(Value tensor);

  /// `tensor` is result `result` of the view operation that owns `viewed`.
  Alias *addView(Value tensor, Alias *parent, mlir::OpOperand &viewed,
                 unsigned result);

  /// `tensor` and `other` are the same tensor from now on.
  void bind(Value tensor, Value other);

  /// The tensor object of `tensor`, under all its names, becomes `alias`: an
  /// in-place operator changed its sizes.
  void rebind(Value tensor, Alias *alias);

  /// `a` and `b` may share elements.
  void relate(Alias *a, Alias *b);

  /// The newest value of `alias`, computed before the builder's insertion point
  /// where it has to be.
  Value read(Alias *alias, OpBuilder &builder);

  /// Stores `written` through `alias` on behalf of `writer`. Fails with a
  /// diagnostic where a view on the way to the root cannot be inverted.
  LogicalResult write(Alias *alias, NewValue written, Operation *writer,
                      OpBuilder &builder);

  /// The position of the first element of `alias` in its storage, counted from
  /// that of the root; null when a view on the way has no known position.
  ep::ExprAttr getOffset(Alias *alias) const;

  const ep::Facts &getFacts() const { return facts; }
  MLIRContext *getContext() const { return context; }

private:
  /// A tensor object of Python: several SSA values may name it.
  struct Tensor {
    Alias *alias = nullptr;
  };

  Alias *makeAlias(Alias *parent, Value current);

  MLIRContext *context;
  const ep::Facts &facts;
  std::deque<Alias> aliases;
  std::deque<Storage> storages;
  std::deque<Tensor> tensors;
  llvm::DenseMap<Value, Tensor *> byValue;
};

} // namespace kiln::aten

#endif // KILN_LIB_DIALECT_ATEN_TRANSFORMS_ALIASTRACKER_H
