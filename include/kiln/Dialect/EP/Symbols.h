// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols that the compiler adds to a program.
#ifndef KILN_DIALECT_EP_SYMBOLS_H
#define KILN_DIALECT_EP_SYMBOLS_H

#include "kiln/Dialect/EP/EP.h"

namespace kiln::ep {

/// Declares a new unbacked symbol, `prefix` and a number, in the program around
/// `op`, which must bind it. PyTorch's own are called u0, u1, …; a `prefix` is
/// longer and begins with a u.
ExprAttr declareSymbol(OpBuilder &builder, Operation *op,
                       llvm::StringRef prefix,
                       std::optional<int64_t> min = std::nullopt);

/// Does an operation bind the symbol of this name, as PyTorch names them: `u0`
/// of ints, `zuf0` of floats?
inline bool isUnbacked(llvm::StringRef name) {
  return name.starts_with("u") || name.starts_with("zu");
}

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_SYMBOLS_H
