// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_DIALECT_EP_EPATTRS_TD
#define KILN_DIALECT_EP_EPATTRS_TD

include "kiln/Dialect/EP/EPDialect.td"
include "kiln/Dialect/EP/EPEnums.td"
include "mlir/IR/AttrTypeBase.td"

class EP_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<EP_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def EP_ExprAttr : EP_Attr<"Expr", "expr"> {
  let summary = "an expression over symbols: int, float or bool";
  let description = [{
    A uniqued expression. It is made only by the normalising factory in
    `kiln/Dialect/EP/Expr.h`, so equal normal forms are pointer-equal. The text
    form is the one that packages use, too.

    Example: `#ep.expr<2*s77 + 1>`, `#ep.expr<Max(1, FloorDiv(s0, 2))>`.
  }];
  let parameters = (ins "::kiln::ep::ExprKind":$kind, "int64_t":$value,
                        StringRefParameter<>:$name,
                        ArrayRefParameter<"::kiln::ep::ExprAttr">:$operands);
  // Only the factory makes expressions.
  let skipDefaultBuilders = 1;
  let builders = [AttrBuilder<(ins "ExprKind":$kind, "int64_t":$value,
                                   "StringRef":$name,
                                   "ArrayRef<ExprAttr>":$operands)>];
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// An int literal of exactly this value.
    bool isInt(int64_t v) const {
      return getKind() == ExprKind::Int && getValue() == v;
    }
    bool isInt() const { return getKind() == ExprKind::Int; }
    bool isSymbol() const { return getKind() == ExprKind::Symbol; }
    /// The value of a Float literal.
    double getFloat() const;
    /// The text form, see Expr.h.
    std::string str() const;
  }];
}

def EP_InputAttr : EP_Attr<"Input", "input"> {
  let summary = "what a graph input is";
  let description = [{
    The kind of a graph input and its target: the name of a user input or of a
    specialised constant, the fully qualified name of a parameter or buffer.
    A `constant_input` has the value it was specialised to (unit for None).

    Example: `#ep.input<parameter "fc.weight">`,
    `#ep.input<constant_input "flag" = true>`.
  }];
  let parameters = (ins "::kiln::ep::InputKind":$kind, "::mlir::StringAttr":$target,
                        OptionalParameter<"::mlir::Attribute">:$value);
  let assemblyFormat = "`<` $kind $target (`=` $value^)? `>`";
}

def EP_OutputAttr : EP_Attr<"Output", "output"> {
  let summary = "what a graph output is";
  let description = [{
    The kind of a graph output and, for mutations and gradients, the target.
    A `constant_output` has its value.

    Example: `#ep.output<buffer_mutation "bn.running_mean">`,
    `#ep.output<user_output "linear">`.
  }];
  let parameters = (ins "::kiln::ep::OutputKind":$kind, "::mlir::StringAttr":$target,
                        OptionalParameter<"::mlir::Attribute">:$value);
  let assemblyFormat = "`<` $kind $target (`=` $value^)? `>`";
}

def EP_TreeAttr : EP_Attr<"Tree", "tree"> {
  let summary = "the tree (pytree) of a program's inputs or outputs";
  let description = [{
    A leaf is `*`. An inner node has the registered name of its type, its
    context as PyTorch wrote it (uninterpreted, kept for the round trip; absent
    when null) and its children.

    Example: `#ep.tree<"builtins.dict"("[\"a\"]")[*]>`.
  }];
  let parameters = (ins OptionalParameter<"::mlir::StringAttr">:$typeName,
                        OptionalParameter<"::mlir::StringAttr">:$nodeContext,
                        ArrayRefParameter<"::kiln::ep::TreeAttr">:$children);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    bool isLeaf() const { return !getTypeName(); }
    int64_t getNumLeaves() const;
  }];
}

#endif // KILN_DIALECT_EP_EPATTRS_TD
