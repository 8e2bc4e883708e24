// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_DIALECT_EP_IR_VERIFYSIGNATURE_H
#define KILN_LIB_DIALECT_EP_IR_VERIFYSIGNATURE_H

#include "kiln/Dialect/EP/EP.h"

namespace kiln::ep {

/// Checks the kinds that inputs and outputs of a graph state: against the
/// state of the program, against each other, and against the types of the
/// values. These are the rules that torch.export holds for its signatures.
mlir::LogicalResult verifySignature(GraphOp graph);

/// Checks that an unbacked symbol is only used by the op whose graph first has
/// it.
mlir::LogicalResult verifyScopes(GraphOp graph);

/// Checks that the module calls of a program have different names, and that the
/// trees of the program itself have a leaf for each input and output of the
/// caller.
mlir::LogicalResult verifyModuleCalls(ProgramOp program);

/// Checks the names in `ep.made_from`, where the constant has it, and that one
/// that is folded is all of its storage.
mlir::LogicalResult verifyMadeFrom(ConstantOp op,
                                   mlir::SymbolTableCollection &tables);

/// Checks that the storage of a constant that packs state has room for it.
mlir::LogicalResult verifyPacks(ConstantOp op,
                                mlir::SymbolTableCollection &tables);

/// Checks that a graph with `ep.prepare` makes constants from state, and that
/// these have bytes, or none with `ep.fold`.
mlir::LogicalResult verifyPrepare(GraphOp graph);

} // namespace kiln::ep

#endif // KILN_LIB_DIALECT_EP_IR_VERIFYSIGNATURE_H
