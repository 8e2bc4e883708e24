// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functional counterpart of an overload that writes its arguments.
#ifndef KILN_DIALECT_ATEN_FUNCTIONALFORM_H
#define KILN_DIALECT_ATEN_FUNCTIONALFORM_H

#include "kiln/Dialect/Aten/Aten.h"

namespace kiln::aten {

/// How the arguments and results of the counterpart follow from the overload.
/// Results count as the schema counts them: a list is one.
struct FunctionalForm {
  const Schema *schema = nullptr;
  /// Per argument of `schema`: the argument of the overload that it is; nothing
  /// for one that is left to its default.
  SmallVector<std::optional<unsigned>> arguments;
  /// Per result of `schema`: is it the new value of argument `index`, or result
  /// `index` of the overload?
  struct Result {
    bool isWritten = false;
    unsigned index = 0;
  };
  SmallVector<Result> results;
};

/// Nothing when the table has no counterpart. In-place overloads have one under
/// their name without the underscore, out= overloads under the same name; one
/// that also returns other results has one under its name and `_functional`.
std::optional<FunctionalForm> getFunctionalForm(const Schema &schema);

/// The dtype in which `form`, the counterpart of `op`, computes the new value
/// of `written`: the in-place result is that, cast to the dtype of `written`.
/// Null when it is not known.
Type getComputedDtype(AtenOp op, const FunctionalForm &form, Value written);

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_FUNCTIONALFORM_H
