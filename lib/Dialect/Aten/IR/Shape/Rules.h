// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules by overload. Families whose rules are long have a file each, which
// adds them to the table.
#ifndef KILN_LIB_DIALECT_ATEN_IR_SHAPE_RULES_H
#define KILN_LIB_DIALECT_ATEN_IR_SHAPE_RULES_H

#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/StringMap.h"

namespace kiln::aten {

using RuleResult = FailureOr<Sizes>;

struct Rule {
  RuleResult (*infer)(AtenOp op);
  const char *why; ///< the fault of the operands when it fails
  /// Does it hold for these arguments? Null: for all.
  bool (*applies)(AtenOp op) = nullptr;
  bool sameResults = false; ///< all results have the sizes of the first
};

using RuleTable = llvm::StringMap<Rule>;

inline constexpr const char *kDims = "dimensions are out of range or repeated";

inline Sizes sizesOf(Value value) {
  SizesRef sizes = getSizes(value);
  return Sizes(sizes.begin(), sizes.end());
}

/// The sizes of the first tensor.
inline RuleResult inferFirst(AtenOp op) { return sizesOf(op.tensor(0)); }
/// The sizes of the tensor that is the second argument.
inline RuleResult inferSecond(AtenOp op) { return sizesOf(op.tensor(1)); }
inline RuleResult inferScalar(AtenOp) { return Sizes(); }
inline RuleResult inferSize(AtenOp op) { return op.symInts("size"); }

inline RuleResult inferBroadcast(AtenOp op) {
  return broadcastSizes(llvm::map_to_vector(
      op->getOperands(), [](Value value) { return getSizes(value); }));
}

/// Are they different whatever the symbols are?
inline bool differ(ep::ExprAttr a, ep::ExprAttr b) {
  return ep::proveEqual(a, b) == ep::Answer::No;
}
inline bool differ(ep::ExprAttr a, int64_t b) {
  return differ(a, ep::makeInt(a.getContext(), b));
}

/// The overloads of `aten` follow the rule.
inline void addAll(RuleTable &rules, ArrayRef<StringRef> names, Rule rule) {
  for (StringRef name : names)
    rules[("aten." + name).str()] = rule;
}

/// Convolutions, pools, paddings and resampling of images.
void addWindowRules(RuleTable &rules);
/// Composite operators, which decompositions replace.
void addCompositeRules(RuleTable &rules);
/// lstm, gru and rnn.
void addRecurrentRules(RuleTable &rules);
/// Gathers, scatters, embeddings, and sizes along one dimension.
void addIndexingRules(RuleTable &rules);
/// Tensors that no tensor is read for: windows, ranges, places.
void addCreationRules(RuleTable &rules);
/// Fourier transforms.
void addFourierRules(RuleTable &rules);
/// Factors, solutions and figures of matrices.
void addMatrixRules(RuleTable &rules);
/// Products beside those of core.
void addProductRules(RuleTable &rules);
/// What joins, repeats, folds and turns tensors.
void addArrangeRules(RuleTable &rules);
/// Losses, and gradients of operators.
void addGradientRules(RuleTable &rules);

} // namespace kiln::aten

#endif // KILN_LIB_DIALECT_ATEN_IR_SHAPE_RULES_H
