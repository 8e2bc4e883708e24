// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_DIALECT_EP_EPOPS_TD
#define KILN_DIALECT_EP_EPOPS_TD

include "kiln/Dialect/EP/EPTypes.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class EP_Op<string mnemonic, list<Trait> traits = []>
    : Op<EP_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Container
//===----------------------------------------------------------------------===//

def EP_ProgramOp : EP_Op<"program", [
    IsolatedFromAbove, NoRegionArguments, NoTerminator, SingleBlock, Symbol,
    SymbolTable]> {
  let summary = "one exported program: symbols, state, graph, trees";
  let description = [{
    Everything that one model of an archive promises. `archive` names the file
    that holds the weights; `records` of its storages are read from there.

    Example:
    ```mlir
    ep.program @forward archive("model.pt2") torch("2.15.0") schema [8, 20] {
      ep.symbol @s0 range(1, 64)
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$archive,
                       OptionalAttr<StrAttr>:$torch_version,
                       OptionalAttr<DenseI64ArrayAttr>:$schema_version);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name (`archive` `(` $archive^ `)`)? (`torch` `(` $torch_version^ `)`)?
    (`schema` $schema_version^)? attr-dict-with-keyword $body
  }];
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "StringRef":$name)>];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The graph that the program runs; null when the program has none yet.
    GraphOp getGraph();
  }];
}

def EP_SymbolOp : EP_Op<"symbol", [HasParent<"ProgramOp">, Symbol]> {
  let summary = "a symbolic size or number with its range";
  let description = [{
    Declares a symbol that expressions may name. A backed symbol (`s0`) is bound
    by an input dimension, an unbacked one (`u0`) by exactly one op. Bounds are
    inclusive; `?` is unbounded. Bounds beyond 64 bits saturate at import, and
    say so by `saturated`.

    Example: `ep.symbol @s0 range(1, 64)`, `ep.symbol @u0 range(0, ?)`.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<I64Attr>:$min,
                       OptionalAttr<I64Attr>:$max, UnitAttr:$saturated);
  let assemblyFormat = [{
    $sym_name `range` `(` custom<Bound>($min) `,` custom<Bound>($max) `)`
    (`saturated` $saturated^)? attr-dict
  }];
  let hasVerifier = 1;
}

def EP_ConstraintOp : EP_Op<"constraint", [HasParent<"ProgramOp">]> {
  let summary = "a range of a derived expression";
  let description = [{
    A promise about an expression that is not a bare symbol, as derived
    dimensions make them.

    Example: `ep.constraint 2*s77 range(4, 128)`.
  }];
  let arguments = (ins EP_ExprAttr:$expr, OptionalAttr<I64Attr>:$min,
                       OptionalAttr<I64Attr>:$max);
  let assemblyFormat = [{
    custom<SymExpr>($expr) `range` `(` custom<Bound>($min) `,` custom<Bound>($max) `)` attr-dict
  }];
}

def EP_GuardOp : EP_Op<"guard", [HasParent<"ProgramOp">]> {
  let summary = "a condition on the inputs that every call must meet";
  let description = [{
    A guard of export: a bool expression over the program's symbols, with the
    text that PyTorch wrote for messages.

    Example: `ep.guard Eq(s12, 2*s77) from "L['y'].size()[0] == 2*L['x'].size()[0]"`.
  }];
  let arguments = (ins EP_ExprAttr:$condition, StrAttr:$text);
  let assemblyFormat = "custom<SymExpr>($condition) `from` $text attr-dict";
  let hasVerifier = 1;
}

def EP_StorageOp : EP_Op<"storage", [HasParent<"ProgramOp">, Symbol]> {
  let summary = "bytes that state entries view";
  let description = [{
    One storage of the archive: `record` names the entry of the program's
    archive, `bytes` its size. With `data` the bytes are in the IR itself
    (`--embed-weights`). A storage without either is absent (a fake weight), or,
    with the attribute `ep.fold`, filled by the program once its weights are
    there.

    Example: `ep.storage @w0 bytes(2560) record("model/data/weights/weight_0")`.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$bytes,
                       OptionalAttr<StrAttr>:$record,
                       OptionalAttr<ElementsAttr>:$data);
  let assemblyFormat = [{
    $sym_name `bytes` `(` $bytes `)` (`record` `(` $record^ `)`)?
    (`data` `(` $data^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

// A named tensor of the state: a view of a storage by the sizes and strides of
// its type and an offset in elements. Names may hold dots.
class EP_StateOp<string mnemonic, dag extra, string words>
    : EP_Op<mnemonic, [HasParent<"ProgramOp">, Symbol,
                       DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = !con((ins SymbolNameAttr:$sym_name,
                            TypeAttrOf<EP_AnyTensor>:$type,
                            FlatSymbolRefAttr:$storage,
                            DefaultValuedAttr<I64Attr, "0">:$offset), extra);
  let assemblyFormat = "$sym_name " # words # [{
    `:` $type `storage` `(` $storage (`,` $offset^)? `)` attr-dict
  }];
}

def EP_ParameterOp : EP_StateOp<"parameter", (ins UnitAttr:$requires_grad),
                                "(`requires_grad` $requires_grad^)?"> {
  let summary = "a parameter by its fully qualified name";
  let description = [{
    Example: `ep.parameter @"fc.weight" requires_grad : !ep.tensor<[10, 64], f32> storage(@w0)`.
  }];
}

def EP_BufferOp : EP_StateOp<"buffer", (ins UnitAttr:$persistent),
                             "(`persistent` $persistent^)?"> {
  let summary = "a buffer by its fully qualified name";
  let description = [{
    Example: `ep.buffer @"bn.running_mean" persistent : !ep.tensor<[64], f32> storage(@w1, 4)`.
  }];
}

def EP_ConstantOp : EP_StateOp<"constant", (ins), ""> {
  let summary = "a tensor constant that was lifted out of the graph";
  let description = [{
    Example: `ep.constant @lifted_tensor_0 : !ep.tensor<[3], i64> storage(@c0)`.
  }];
}

def EP_ModuleCallOp : EP_Op<"module_call", [HasParent<"ProgramOp">]> {
  let summary = "an entry of the module call graph";
  let description = [{
    The entry `""` is the program itself and has trees, others where a signature
    was preserved; `inputs` and `outputs` then name graph values. The tree of
    inputs is a tuple of `args`, a tuple, and `kwargs`, a dict.

    Example:
    ```mlir
    ep.module_call "" in(#ep.tree<"builtins.tuple"["builtins.tuple"[*], "builtins.dict"[]]>) out(#ep.tree<*>) args ["x"]
    ```
  }];
  let arguments = (ins StrAttr:$fqn, OptionalAttr<EP_TreeAttr>:$in_tree,
                       OptionalAttr<EP_TreeAttr>:$out_tree,
                       OptionalAttr<StrArrayAttr>:$arg_names,
                       OptionalAttr<StrArrayAttr>:$inputs,
                       OptionalAttr<StrArrayAttr>:$outputs);
  let assemblyFormat = [{
    $fqn (`in` `(` $in_tree^ `)`)? (`out` `(` $out_tree^ `)`)? (`args` $arg_names^)?
    (`inputs` $inputs^)? (`outputs` $outputs^)? attr-dict
  }];
}

//===----------------------------------------------------------------------===//
// Graph
//===----------------------------------------------------------------------===//

def EP_GraphOp : EP_Op<"graph", [
    HasParent<"ProgramOp">, FunctionOpInterface, IsolatedFromAbove,
    SingleBlockImplicitTerminator<"ReturnOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "the graph of a program with its signature";
  let description = [{
    Each argument says by `ep.input` what it is, each result by `ep.output`. The
    signature keeps its `ep` types through every phase; from phase `tensors` on
    the body computes on builtin tensors between `ep.to_builtin` and
    `ep.from_builtin`.

    Example:
    ```mlir
    ep.graph @forward(%x: !ep.tensor<[s0, 64], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[s0, 64], f32> {ep.output = #ep.output<user_output "x">}) {
      ep.return %x : !ep.tensor<[s0, 64], f32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "StringRef":$name, "FunctionType":$type)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ArrayRef<Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ArrayRef<Type> getResultTypes() { return getFunctionType().getResults(); }
    Region *getCallableRegion() { return &getBody(); }
    InputAttr getInput(unsigned index);
    OutputAttr getOutput(unsigned index);
    void setInput(unsigned index, InputAttr input);
    void setOutput(unsigned index, OutputAttr output);
    ReturnOp getReturn();
    ProgramOp getProgram();
    static StringRef getInputAttrName() { return "ep.input"; }
    static StringRef getOutputAttrName() { return "ep.output"; }
  }];
}

def EP_ReturnOp : EP_Op<"return", [HasParent<"GraphOp">, Pure, ReturnLike, Terminator]> {
  let summary = "ends a graph";
  let description = "Example: `ep.return %0 : !ep.tensor<[s0, 10], f32>`.";
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins)>];
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let hasVerifier = 1;
}

def EP_NumberOp : EP_Op<"number", [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a Python number as a value";
  let description = [{
    Stands where an operator takes a tensor and was given a number.

    Example: `%0 = ep.number 2*s0`.
  }];
  let arguments = (ins EP_ExprAttr:$value);
  let results = (outs EP_NumberType:$result);
  let assemblyFormat = "custom<SymExpr>($value) attr-dict";
}

def EP_NoneOp : EP_Op<"none", [Pure]> {
  let summary = "the value of an output that is a constant";
  let description = [{
    Stands where a graph returns a constant; what it is stands in `ep.output`.

    Example: `%0 = ep.none`.
  }];
  let results = (outs NoneType:$result);
  let builders = [OpBuilder<(ins), [{
    $_state.addTypes($_builder.getNoneType());
  }]>];
  let assemblyFormat = "attr-dict";
}

def EP_AssertOp : EP_Op<"assert", []> {
  let summary = "a runtime assertion on sizes or on data-dependent numbers";
  let description = [{
    Fails with the message when the bool expression is false.

    Example: `ep.assert Le(u0, 8), "u0 must be at most 8"`.
  }];
  let arguments = (ins EP_ExprAttr:$condition, StrAttr:$message);
  let assemblyFormat = "custom<SymExpr>($condition) `,` $message attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Boundary to builtin tensors (phase `tensors` and later)
//===----------------------------------------------------------------------===//

def EP_SizeOp : EP_Op<"size", [Pure]> {
  let summary = "the value of an int expression as an index";
  let description = [{
    The only source of dynamic sizes from phase `tensors` on: equal sizes are the
    same SSA value.

    Example: `%0 = ep.size 2*s0 + 1`.
  }];
  let arguments = (ins EP_ExprAttr:$expr);
  let results = (outs Index:$result);
  let assemblyFormat = "custom<SymExpr>($expr) attr-dict";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def EP_ToBuiltinOp : EP_Op<"to_builtin", [Pure]> {
  let summary = "an !ep.tensor as a builtin tensor of the same elements";
  let description = [{
    Element `[i, j, …]` stays element `[i, j, …]`, whatever the strides are. A
    complex tensor gets a trailing dimension of 2.

    Example: `%1 = ep.to_builtin %0 : !ep.tensor<[s0, 64], f32> -> tensor<?x64xf32>`.
  }];
  let arguments = (ins EP_AnyTensor:$input);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def EP_FromBuiltinOp : EP_Op<"from_builtin", [Pure]> {
  let summary = "a builtin tensor as an !ep.tensor of the same elements";
  let description = [{
    Example: `%1 = ep.from_builtin %0 : tensor<?x64xf32> -> !ep.tensor<[s0, 64], f32>`.
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs EP_AnyTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def EP_ItemOp : EP_Op<"item", []> {
  let summary = "reads the only element of a tensor as a number";
  let description = [{
    Binds the unbacked symbol in the number: from here on the symbol is known.
    `aten._local_scalar_dense` from phase `tensors` on.

    Example: `%1 = ep.item %0 : tensor<i64> -> !ep.number<u0>`.
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs EP_NumberType:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` qualified(type($result))";
  let extraClassDeclaration = [{
    /// The symbol that the number names; null when it names none or several.
    ExprAttr getSymbol();
  }];
  let hasVerifier = 1;
}

include "kiln/Dialect/EP/EPControlFlow.td"

#endif // KILN_DIALECT_EP_EPOPS_TD
