// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Common to the operators that a higher-order operator calls in its body.
#ifndef KILN_LIB_IMPORT_EFFECTS_H
#define KILN_LIB_IMPORT_EFFECTS_H

#include "ProgramImporter.h"
#include "mlir/IR/IRMapping.h"

namespace kiln::pt2 {

using Arguments = SmallVector<aten::NamedArgument>;

/// The values that arguments use, each once, in order.
SmallVector<Value> collectValues(const Arguments &arguments);
/// Replaces them.
void mapValues(Arguments &arguments, const mlir::IRMapping &mapping);

/// Adds the entry of a body, with an argument for each operand.
Block *addEntry(Region &region, ValueRange operands, mlir::IRMapping &mapping);

/// An operator without results is written with one that is None: drops it,
/// where it is the only one of `count` results from `first` on.
void dropMissingResult(SmallVectorImpl<Type> &types,
                       SmallVectorImpl<StringRef> &names, unsigned first,
                       unsigned count);

} // namespace kiln::pt2

#endif // KILN_LIB_IMPORT_EFFECTS_H
