// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places in the sorted rows of a tensor.
#ifndef KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_SORTEDROWS_H
#define KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_SORTEDROWS_H

#include "kiln/Dialect/Aten/Rule.h"

namespace kiln::aten::core {

/// A tensor with the dimension in question at its end, in order; NaN last.
struct SortedRows {
  Term values, places; ///< `places`: where each value was in its row
  int64_t dim = 0;     ///< where the rows ran

  /// The sizes of one element per row.
  Sizes oneEach() const;
};

SortedRows sortRows(Term x, int64_t dim);

/// The element at `at`, one place per row, and its place before, for as many
/// results as the op has and in their sizes.
Terms takeFromRows(Call &c, const SortedRows &rows, Term at);

} // namespace kiln::aten::core

#endif // KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_SORTEDROWS_H
