// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index arithmetic that gives equal expressions the same SSA value, so that
// "the value of this tensor at these indices" can be recognised when it is
// asked for again.
#ifndef KILN_LIB_TARGET_EMITTERS_SCALAR_INDEXBUILDER_H
#define KILN_LIB_TARGET_EMITTERS_SCALAR_INDEXBUILDER_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/AffineMap.h"
#include <map>
#include <vector>

namespace kiln {

/// The values computed, by key, in the regions that are open now. A value of an
/// enclosing region dominates the ops inserted now; one of a closed region is
/// forgotten.
class ScopedMemo {
public:
  using Key = std::vector<const void *>;

  ScopedMemo() { push(); }
  void push() { scopes.emplace_back(); }
  void pop() { scopes.pop_back(); }
  /// Null when nothing was computed for `key`.
  Value lookup(const Key &key) const;
  void insert(const Key &key, Value value) { scopes.back()[key] = value; }
  /// For a value that dominates the whole function.
  void insertForAll(const Key &key, Value value) {
    scopes.front()[key] = value;
  }

private:
  std::vector<std::map<Key, Value>> scopes;
};

/// Builds arithmetic on values of type `index`: all are non-negative sizes and
/// positions in buffers, or differences of such.
class IndexBuilder {
public:
  IndexBuilder(OpBuilder &builder, ScopedMemo &memo, Location loc)
      : builder(builder), memo(memo), loc(loc) {}

  Value constant(int64_t value);
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  /// Quotient and remainder of non-negative values.
  Value div(Value a, Value b);
  Value rem(Value a, Value b);
  Value affine(mlir::AffineExpr expr, ValueRange dims);
  SmallVector<Value> affine(mlir::AffineMap map, ValueRange dims);

  /// The row-major position of `indices` in a buffer of `sizes`.
  Value linearize(ValueRange indices, ValueRange sizes);
  /// Remembers the linear position of `indices`, in the region that is open
  /// now.
  void setLinear(ValueRange indices, ValueRange sizes, Value linear);
  /// The reverse; the outermost size is not needed and may be anything.
  SmallVector<Value> delinearize(Value linear, ValueRange sizes);
  /// The product of `sizes`.
  Value product(ValueRange sizes);

private:
  enum Operator : uintptr_t { Constant = 1, Add, Sub, Mul, Div, Rem, Linear };
  static ScopedMemo::Key key(Operator op, Value a, Value b);
  static ScopedMemo::Key linearKey(ValueRange indices, ValueRange sizes);
  template <typename Op, typename... Args>
  Value create(Operator op, Value a, Value b, Args &&...args);

  OpBuilder &builder;
  ScopedMemo &memo;
  Location loc;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_SCALAR_INDEXBUILDER_H
