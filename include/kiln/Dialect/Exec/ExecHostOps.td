// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host program: one op per instruction of the package's format, and the
// slots that they work on.
#ifndef KILN_DIALECT_EXEC_EXECHOSTOPS_TD
#define KILN_DIALECT_EXEC_EXECHOSTOPS_TD

include "kiln/Dialect/EP/EPTypes.td"
include "kiln/Dialect/Exec/ExecTypes.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Exec_ExprArrayAttr : TypedArrayAttrBase<EP_ExprAttr, "expressions">;

def Exec_HostOp : Exec_Op<"host", [
    HasParent<"::kiln::ep::ProgramOp">, IsolatedFromAbove, Symbol]> {
  let summary = "a host program: a list of instructions";
  let description = [{
    An entry of a program. Its first ops declare the slots: inputs and outputs in
    their order, each once, then state. Registers are named: the program's
    symbols are set from the start, others by `exec.size` and
    `exec.read_scalar`. Blocks are in the order of the instructions; control goes
    on to the next block unless the last op says otherwise.

    Example:
    ```mlir
    exec.host @forward {
      %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0, 64], f32>
      %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[s0, 64], f32>
      exec.launch @relu_0(%x, %y) sizes [s0]
      exec.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region AnyRegion:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
}

class Exec_HostInstruction<string mnemonic, list<Trait> traits = []>
    : Exec_Op<mnemonic, !listconcat([HasParent<"HostOp">], traits)>;

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

def Exec_InputOp : Exec_HostInstruction<"input"> {
  let summary = "the slot of an input of the program";
  let description = [{
    State is no input here. The type is the graph's: an `!ep.tensor`, an
    `!ep.number`, or `none` for a constant; only tensors have a usable slot.

    Example: `%x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0, 64], f32>`.
  }];
  let arguments = (ins I64Attr:$index, EP_InputAttr:$input, TypeAttr:$type);
  let results = (outs Exec_BufferType:$result);
  let assemblyFormat = "$index `is` qualified($input) `of` $type attr-dict";
}

def Exec_OutputOp : Exec_HostInstruction<"output"> {
  let summary = "the slot of an output of the program";
  let description = [{
    The slot of a mutation is not written: the target's slot is.

    Example: `%y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[s0, 64], f32>`.
  }];
  let arguments = (ins I64Attr:$index, EP_OutputAttr:$output, TypeAttr:$type);
  let results = (outs Exec_BufferType:$result);
  let assemblyFormat = "$index `is` qualified($output) `of` $type attr-dict";
}

def Exec_StateOp : Exec_HostInstruction<"state", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the slot of a parameter, buffer or constant";
  let description = [{
    `mutable` state is written by the program.

    Example: `%w = exec.state @"fc.weight"`, `%m = exec.state @"bn.mean" mutable`.
  }];
  let arguments = (ins FlatSymbolRefAttr:$state, UnitAttr:$is_mutable);
  let results = (outs Exec_BufferType:$result);
  let assemblyFormat = "$state (`mutable` $is_mutable^)? attr-dict";
}

def Exec_SegmentOp : Exec_HostInstruction<"segment"> {
  let summary = "makes a segment of the arena";
  let description = [{
    Its symbols must be known by now. The start is 64-byte aligned. A segment
    that is made again may lie elsewhere: no view of it is used any more. Its
    size is then a register, which the instruction before sets.

    Example: `%a = exec.segment 0 bytes 4096*s0`.
  }];
  let arguments = (ins I64Attr:$index, EP_ExprAttr:$bytes);
  let results = (outs Exec_BufferType:$result);
  let assemblyFormat = "$index `bytes` custom<SymExpr>($bytes) attr-dict";
  let extraClassDeclaration = [{
    /// The size where it is an expression of symbols; else that of the register.
    ::kiln::ep::ExprAttr getSize();
  }];
  let hasVerifier = 1;
}

def Exec_TemporaryOp : Exec_HostInstruction<"temporary"> {
  let summary = "makes memory that the memory plan gives a place";
  let description = [{
    Undefined content, each time that control comes by: what must outlive a round
    of a loop is made before the loop. `kiln-exec-plan-memory` replaces it by a
    view of a segment; a package has no such instruction.

    Example: `%t = exec.temporary bytes 256*s0`.
  }];
  let arguments = (ins EP_ExprAttr:$bytes);
  let results = (outs Exec_BufferType:$result);
  let assemblyFormat = "`bytes` custom<SymExpr>($bytes) attr-dict";
  let hasVerifier = 1;
}

def Exec_ViewOp : Exec_HostInstruction<"view"> {
  let summary = "a buffer inside a buffer";
  let description = [{
    Offset and size in bytes.

    Example: `%t = exec.view %a at 64*s0 bytes 256*s0`.
  }];
  let arguments = (ins Exec_BufferType:$base, EP_ExprAttr:$offset,
                       EP_ExprAttr:$bytes);
  let results = (outs Exec_BufferType:$result);
  let assemblyFormat = [{
    $base `at` custom<SymExpr>($offset) `bytes` custom<SymExpr>($bytes) attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

def Exec_LaunchOp : Exec_HostInstruction<"launch", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a kernel over its domain";
  let description = [{
    The buffers are the kernel's tensor arguments, then its results. What the
    kernel does to them, and its domain, it states itself.

    Example: `exec.launch @relu_0(%x, %y) sizes [s0]`.
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel,
                       Variadic<Exec_BufferType>:$buffers,
                       Exec_ExprArrayAttr:$sizes);
  let assemblyFormat = [{
    $kernel `(` $buffers `)` `sizes` custom<SymExprs>($sizes) attr-dict
  }];
  let extraClassDeclaration = [{
    KernelOp getKernelOp();
    /// What an expression of the kernel's sizes is at this launch.
    ep::ExprAttr getExpr(ep::ExprAttr ofKernel);
    /// The number of items that the kernel computes.
    ep::ExprAttr getNumItems();
  }];
}

def Exec_ExternOp : Exec_HostInstruction<"extern"> {
  let summary = "calls a library routine by name";
  let description = [{
    The runtime's user registers the routine. It is told what the buffers hold,
    row-major, where the types are given.

    Example:
    ```mlir
    exec.extern "my.op.default"(%x, %y) with {alpha = 2 : i64}
        of [!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>]
    ```
  }];
  let arguments = (ins StrAttr:$routine, Variadic<Exec_BufferType>:$buffers,
                       OptionalAttr<DictionaryAttr>:$configuration,
                       OptionalAttr<TypeArrayAttr>:$types);
  let assemblyFormat = [{
    $routine `(` $buffers `)` (`with` $configuration^)? (`of` $types^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Exec_CopyOp : Exec_HostInstruction<"copy"> {
  let summary = "copies the bytes of a slot";
  let description = "Example: `exec.copy %x to %y`.";
  let arguments = (ins Exec_BufferType:$from, Exec_BufferType:$to);
  let assemblyFormat = "$from `to` $to attr-dict";
}

def Exec_FillOp : Exec_HostInstruction<"fill"> {
  let summary = "fills a slot with one element";
  let description = [{
    The pattern is the element's bytes as hexadecimal digits.

    Example: `exec.fill %y with "0000803f"`.
  }];
  let arguments = (ins Exec_BufferType:$buffer, StrAttr:$pattern);
  let assemblyFormat = "$buffer `with` $pattern attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Registers and control
//===----------------------------------------------------------------------===//

def Exec_SizeOp : Exec_HostInstruction<"size"> {
  let summary = "sets a register from an expression";
  let description = "Example: `exec.size \"t0\" = 2*s0 + 1`.";
  let arguments = (ins StrAttr:$name, EP_ExprAttr:$expr);
  let assemblyFormat = "$name `=` custom<SymExpr>($expr) attr-dict";
}

def Exec_ReadScalarOp : Exec_HostInstruction<"read_scalar"> {
  let summary = "sets a register from memory";
  let description = [{
    Binds an unbacked symbol. Waits for the device.

    Example: `exec.read_scalar "u0" from %n : i64`.
  }];
  let arguments = (ins StrAttr:$name, Exec_BufferType:$buffer, TypeAttr:$type);
  let assemblyFormat = "$name `from` $buffer `:` $type attr-dict";
  let hasVerifier = 1;
}

def Exec_CheckOp : Exec_HostInstruction<"check"> {
  let summary = "fails with a message when a condition is false";
  let description = "Example: `exec.check Le(u0, 8), \"at most 8\"`.";
  let arguments = (ins EP_ExprAttr:$condition, StrAttr:$message);
  let assemblyFormat = "custom<SymExpr>($condition) `,` $message attr-dict";
  let hasVerifier = 1;
}

def Exec_JumpOp : Exec_HostInstruction<"jump", [Terminator]> {
  let summary = "goes on at a block";
  let description = [{
    A jump back ends a round. Unless it is that of a `while`, the rounds are
    counted: its target begins with `jump_if_false Lt(i, bound)` out of the loop,
    the instruction before it raises the register `i`, and nothing else in the
    loop sets `i` or what the bound reads.

    Example: `exec.jump ^bb1`.
  }];
  let arguments = (ins UnitAttr:$is_while);
  let successors = (successor AnySuccessor:$target);
  let assemblyFormat = "$target (`while` $is_while^)? attr-dict";
  let builders = [OpBuilder<(ins "::mlir::Block *":$target), [{
    build($_builder, $_state, /*is_while=*/false, target);
  }]>];
}

def Exec_JumpIfFalseOp : Exec_HostInstruction<"jump_if_false", [Terminator]> {
  let summary = "goes on at a block when a condition is false";
  let description = [{
    Else at the next block, which is named for the reader.

    Example: `exec.jump_if_false Lt(i, 3) to ^bb3 else ^bb2`.
  }];
  let arguments = (ins EP_ExprAttr:$condition);
  let successors = (successor AnySuccessor:$target, AnySuccessor:$next);
  let assemblyFormat = [{
    custom<SymExpr>($condition) `to` $target `else` $next attr-dict
  }];
  let hasVerifier = 1;
}

def Exec_ReturnOp : Exec_HostInstruction<"return", [Terminator]> {
  let summary = "ends an entry: its outputs are complete";
  let description = "Example: `exec.return`.";
  let assemblyFormat = "attr-dict";
}

#endif // KILN_DIALECT_EXEC_EXECHOSTOPS_TD
