// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules by overload. Families whose rules are long have a file each, which
// adds them to the table.
#ifndef KILN_LIB_DIALECT_ATEN_IR_SHAPE_RULES_H
#define KILN_LIB_DIALECT_ATEN_IR_SHAPE_RULES_H

#include "kiln/Dialect/Aten/Shape.h"
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

/// Convolutions, pools, paddings and resampling of images.
void addWindowRules(RuleTable &rules);
/// Composite operators, which decompositions replace.
void addCompositeRules(RuleTable &rules);
/// lstm, gru and rnn.
void addRecurrentRules(RuleTable &rules);
/// Gathers, scatters, embeddings, and sizes along one dimension.
void addIndexingRules(RuleTable &rules);

} // namespace kiln::aten

#endif // KILN_LIB_DIALECT_ATEN_IR_SHAPE_RULES_H
