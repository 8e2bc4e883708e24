// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom operators, which are known by their names and results only.
#ifndef KILN_DIALECT_ATEN_CUSTOMOP_H
#define KILN_DIALECT_ATEN_CUSTOMOP_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace kiln::aten {

/// Is it `aten.operator "ns.name.overload"`?
bool isCustomOp(Operation *op);
/// "ns.name.overload"
mlir::StringAttr getCustomOpName(Operation *op);
/// Says that the operator writes the arguments of these names, and no others:
/// its schema is known.
void setWrittenArguments(Operation *op, ArrayRef<StringRef> names);
bool hasKnownWrites(Operation *op);
/// The operands that the operator is known to write.
SmallVector<unsigned> getWrittenOperands(Operation *op);

/// The arguments by name: attributes; unit for None; `{tensor = i}` for operand
/// `i`, and `{tensors = [i, unit]}` for a list of them.
mlir::DictionaryAttr getCustomOpConfiguration(Operation *op);

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_CUSTOMOP_H
