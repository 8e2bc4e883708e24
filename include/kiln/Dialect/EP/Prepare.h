// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants that the compiler makes, and the graph that makes them again.
//
// `ep.constant @c : … {ep.made_from = ["bn.weight"]}` names the state that a
// constant is computed from; one of nothing but literals has `[]`. Beside the
// graph that it runs, a program may have one with the attribute `ep.prepare`:
// its inputs are state, and its user outputs are constants, whose names they
// have. It becomes the entry `prepare` of the host program, an `exec.host` with
// the same attribute.
//
// A value that would weigh as much as the weights is folded once they are
// there: its constant lies in a storage with the attribute `ep.fold`, of which
// a package has no bytes, and a second graph, with `ep.fold` beside
// `ep.prepare`, makes it. That becomes the entry `fold`, which runs when the
// weights are first needed, and where they are replaced.
#ifndef KILN_DIALECT_EP_PREPARE_H
#define KILN_DIALECT_EP_PREPARE_H

#include "kiln/Dialect/EP/EP.h"

namespace kiln::ep {

constexpr llvm::StringLiteral kMadeFromAttrName = "ep.made_from";
constexpr llvm::StringLiteral kPrepareAttrName = "ep.prepare";
constexpr llvm::StringLiteral kFoldAttrName = "ep.fold";

/// The names of the state that a state entry is made from; null for what the
/// compiler has not made.
inline ArrayAttr getMadeFrom(Operation *state) {
  return state->getAttrOfType<ArrayAttr>(kMadeFromAttrName);
}

/// Is this the graph, or the host program, that makes constants?
inline bool isPrepare(Operation *graph) {
  return graph->hasAttr(kPrepareAttrName);
}

/// Does this graph, host program or storage belong to the constants of which a
/// package has no bytes?
inline bool isFold(Operation *op) { return op->hasAttr(kFoldAttrName); }

/// The graph that makes constants again; null when there is none.
GraphOp getPrepare(ProgramOp program);
/// The graph that makes those without bytes; null when there is none.
GraphOp getFold(ProgramOp program);

/// Adds one of these graphs at the place of `builder`, without operations.
GraphOp addPrepare(OpBuilder &builder, mlir::SymbolTable &symbols, Location loc,
                   mlir::TypeRange inputs, mlir::TypeRange outputs,
                   bool isFold = false);

/// That graph, put behind `graph` where there is none.
GraphOp getOrAddPrepare(OpBuilder &builder, mlir::SymbolTable &symbols,
                        GraphOp graph);

/// Makes `value`, at the end of the graph, the content of `constant`.
void addPrepareOutput(GraphOp prepare, ConstantOp constant, Value value);

/// The arguments of `graph` that are state which no call writes, and which the
/// compiler has not made.
SmallVector<unsigned> getUnwrittenState(GraphOp graph);

/// Adds a constant of `type` with `bytes`, and its storage, at the place of
/// `builder`; `sources` are the names of the state that it is made from.
ConstantOp addMadeConstant(OpBuilder &builder, mlir::SymbolTable &symbols,
                           Location loc, StringRef name, TensorType type,
                           ArrayRef<char> bytes, ArrayRef<Attribute> sources);
/// The same on a storage that is there.
ConstantOp addMadeConstant(OpBuilder &builder, mlir::SymbolTable &symbols,
                           Location loc, StringRef name, TensorType type,
                           StorageOp storage, ArrayRef<Attribute> sources);

/// The same without bytes.
ConstantOp addFoldedConstant(OpBuilder &builder, mlir::SymbolTable &symbols,
                             Location loc, StringRef name, TensorType type,
                             ArrayRef<Attribute> sources);

/// The argument of `graph` for `input`, which has `type`; put behind the others
/// where there is none.
mlir::BlockArgument getOrAddInput(GraphOp graph, Type type, InputAttr input,
                                  Location loc);

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_PREPARE_H
