// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations of symbols: those that the compiler adds, and those that lack.
#ifndef KILN_DIALECT_EP_SYMBOLS_H
#define KILN_DIALECT_EP_SYMBOLS_H

#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/EP/Facts.h"

namespace kiln::ep {

/// Declares a new unbacked symbol, `prefix` and a number, in the program around
/// `op`, which must bind it. PyTorch's own are called u0, u1, …; a `prefix` is
/// longer and begins with a u.
ExprAttr declareSymbol(OpBuilder &builder, Operation *op,
                       llvm::StringRef prefix,
                       std::optional<int64_t> min = std::nullopt);

/// The message on a symbol in the types of `op` and of its regions, or in the
/// expression of an `ep.size`, that is not `declared`; empty where there is
/// none.
std::string findUndeclaredSymbol(Operation *op, const Facts &declared);

/// Does an operation bind the symbol of this name, as PyTorch names them: `u0`
/// of ints, `zuf0` of floats?
inline bool isUnbacked(llvm::StringRef name) {
  return name.starts_with("u") || name.starts_with("zu");
}

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_SYMBOLS_H
