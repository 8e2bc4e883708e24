// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding the values of symbols from the values of expressions.
#ifndef KILN_LIB_REFERENCE_SYMBOLS_H
#define KILN_LIB_REFERENCE_SYMBOLS_H

#include "kiln/Reference/Kernel.h"

namespace kiln::reference {

/// An expression and the value that it has at run time.
struct Observation {
  ep::ExprAttr expr;
  ep::ExprValue value;
  std::string what; ///< "input x, dimension 0"
};

/// Adds the symbols that the observations determine to `symbols`; an
/// observation that contradicts known values is an error. One that holds more
/// than one unknown symbol, or one in a way that has no single solution,
/// determines nothing.
llvm::Error bindSymbols(ArrayRef<Observation> observations,
                        SymbolValues &symbols);

/// The observations that a value makes of its type: sizes of a tensor, a
/// number.
void observe(Type type, const RuntimeValue &value, const Twine &what,
             SmallVectorImpl<Observation> &observations);

/// "7", "0.5" or "true".
std::string toText(const ep::ExprValue &value);

/// " with s0 = 7, u1 = 3": the values of the symbols of `expr`; empty where
/// there is none.
std::string describeSymbols(ep::ExprAttr expr, const SymbolValues &symbols);

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_SYMBOLS_H
