// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where loops read a weight: at the row-major number of an element that is a
// sum of multiples of them, through all reshapes and slices in between, and
// through what widens elements.
#ifndef KILN_LIB_TARGET_SPLIT_WEIGHTACCESS_H
#define KILN_LIB_TARGET_SPLIT_WEIGHTACCESS_H

#include "kiln/Dialect/EP/EP.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/SymbolTable.h"
#include <map>
#include <optional>

namespace kiln {

struct WeightAccess {
  BlockArgument weight;         ///< of the graph
  SmallVector<int64_t> factors; ///< one for each loop
  int64_t offset = 0;
  Operation *widening = nullptr; ///< of one element, or null
};

/// Nothing where `input` is not read so, or no input of the graph.
std::optional<WeightAccess> traceWeight(mlir::OpOperand *input);

/// The factors of the loops of `op` in the row-major number of an element of a
/// tensor that is indexed by `map`.
std::optional<WeightAccess> getFactors(mlir::AffineMap map,
                                       ArrayRef<int64_t> shape);

/// A loop of `extent` steps, or a part of one, that read every `factor`th
/// element.
struct WeightAxis {
  int64_t factor, extent;
};

/// A weight in the order of its axes. Elements that none of them reads lie
/// in dimensions of their own, of which `indices` are read.
struct OrderedWeight {
  Value tensor;
  SmallVector<int64_t> indices;
};

/// Puts weights in order in the package, and in the graph that makes them
/// again.
class WeightOrderer {
public:
  WeightOrderer(ep::GraphOp graph, mlir::SymbolTable &symbols);

  /// May it be put in order: does no call write it, and are its bytes known?
  bool isWeight(BlockArgument weight);
  /// Does nothing but the operand `reader` of an op read the weight, and
  /// nothing shares its memory? Then it is in the package in order alone.
  bool isReadAlone(BlockArgument weight, mlir::OpOperand *reader);
  /// Can `order` do that, and do the axes read all elements where `readsAll`?
  bool canOrder(const WeightAccess &access, ArrayRef<WeightAxis> axes,
                bool readsAll = false);
  /// The weight with these axes as dimensions, those that none of them reads
  /// before number `rest` of them.
  OrderedWeight order(const WeightAccess &access, ArrayRef<WeightAxis> axes,
                      unsigned rest);

private:
  struct Digits;
  static std::optional<Digits> findDigits(const WeightAccess &access,
                                          ArrayRef<WeightAxis> axes);
  Value make(BlockArgument weight, const Digits &digits,
             ArrayRef<unsigned> places);
  void addToPrepare(BlockArgument weight, const Digits &digits,
                    ArrayRef<unsigned> places, ep::ConstantOp constant);

  ep::GraphOp graph;
  mlir::SymbolTable &symbols;
  OpBuilder builder;
  llvm::DenseSet<unsigned> unwritten;
  std::map<std::pair<unsigned, std::vector<int64_t>>, Value> made;
};

/// `value` in another shape of as many elements.
Value reshapeTo(OpBuilder &builder, Location loc, Value value,
                ArrayRef<int64_t> shape);

} // namespace kiln

#endif // KILN_LIB_TARGET_SPLIT_WEIGHTACCESS_H
