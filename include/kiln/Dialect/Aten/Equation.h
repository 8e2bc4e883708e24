// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The equation of einsum, for its shape rule and its decomposition.
#ifndef KILN_DIALECT_ATEN_EQUATION_H
#define KILN_DIALECT_ATEN_EQUATION_H

#include "kiln/Support/LLVM.h"

namespace kiln::aten {

/// Each dimension has a label: its letter, or a digit for those of `...`, which
/// are aligned at the end.
struct Equation {
  SmallVector<std::string> operands;
  std::string result;
};

/// Fails when the equation and the ranks of its operands do not go together.
FailureOr<Equation> parseEquation(StringRef text, ArrayRef<int64_t> ranks);

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_EQUATION_H
