// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building operators from named arguments, as an importer has them.
#ifndef KILN_DIALECT_ATEN_BUILDER_H
#define KILN_DIALECT_ATEN_BUILDER_H

#include "kiln/Dialect/Aten/Schema.h"
#include "kiln/Support/LLVM.h"
#include "mlir/IR/Builders.h"
#include <variant>

namespace kiln::aten {

/// The value of an argument:
///  * nothing: None, or left to its default;
///  * Value: a tensor (`!ep.tensor`, or `!ep.number` where Python passed a
///    number), a generator, an object;
///  * values: a Tensor[], or a Tensor?[] with null for None;
///  * Attribute, by the kind that the schema wants:
///      int, SymInt      IntegerAttr i64, or ep::ExprAttr of sort int
///      float            FloatAttr f64, IntegerAttr, or ep::ExprAttr
///      bool             BoolAttr, or ep::ExprAttr of sort bool
///      Scalar           any of these; complex is DenseF64ArrayAttr of two
///      int[], SymInt[]  DenseI64ArrayAttr, or ArrayAttr of the above
///      float[], bool[], Scalar[], str[]   ArrayAttr of the above
///      str, Dimname     StringAttr
///      ScalarType       TypeAttr; a StringAttr where MLIR has no such type
///      Layout, MemoryFormat   StringAttr (`strided`, `channels_last`)
///      Device           StringAttr (`cuda:0`)
///      any              UnitAttr for an explicit None
using ArgumentValue =
    std::variant<std::monostate, Value, SmallVector<Value>, Attribute>;

struct NamedArgument {
  StringRef name;
  ArgumentValue value;
};

/// Builds the operation of `schema`. Arguments come in any order; those that
/// are left out or nothing have their defaults, and equal values of a kind are
/// brought to one attribute (a SymInt always becomes an expression), so that
/// equal ops are equal. An argument that is spelled out as its default is
/// dropped. Unknown names, and arguments that a value cannot stand for, are
/// left to the operation's verifier, which names them.
Operation *buildAtenOp(OpBuilder &builder, Location loc, const Schema &schema,
                       ArrayRef<NamedArgument> arguments, TypeRange results);

/// The same with arguments by position; trailing ones may be left out.
Operation *buildAtenOp(OpBuilder &builder, Location loc, const Schema &schema,
                       ArrayRef<ArgumentValue> arguments, TypeRange results);

/// Builds `aten.operator "ns.name.overload"` for an operator that the table
/// lacks; the arguments keep their order and attributes are kept as they are.
Operation *buildCustomOp(OpBuilder &builder, Location loc, StringRef name,
                         ArrayRef<NamedArgument> arguments, TypeRange results);

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_BUILDER_H
