// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_DIALECT_EXEC_EXECOPS_TD
#define KILN_DIALECT_EXEC_EXECOPS_TD

include "kiln/Dialect/Exec/ExecHostOps.td"
include "kiln/Dialect/Exec/ExecTypes.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Exec_VariantOp : Exec_Op<"variant", [
    IsolatedFromAbove, NoRegionArguments, NoTerminator, SingleBlock, Symbol,
    SymbolTable]> {
  let summary = "the programs as one class of targets runs them";
  let description = [{
    From `dispatches` on, targets of different classes need different kernels,
    memory and host programs, while those of one class differ in code only. A
    variant is named after its class. It holds programs as a module does, each
    whole, with contract and state: passes on programs run in it as they would
    on the only one, and what they make does not depend on other variants.
    `for` lists the targets that are compiled for. What the class can do is a map
    of `dlti`, which `kiln::hasCapability` reads.

    Example:
    ```mlir
    exec.variant @cpu for ["cpu:x86-64-v3"] attributes {
        dlti.map = #dlti.map<"kiln.attention" = true, "kiln.panels" = true, "kiln.rows" = true>} {
      ep.program @forward {
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       DefaultValuedAttr<StrArrayAttr, "{}">:$targets);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name (`for` $targets^)? attr-dict-with-keyword $body
  }];
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "StringRef":$name, "ArrayRef<StringRef>":$targets)>];
  let hasRegionVerifier = 1;
}

def Exec_KernelOp : Exec_Op<"kernel", [
    FunctionOpInterface, IsolatedFromAbove, Symbol,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "a fusion group: one kernel on tensors";
  let description = [{
    Pure computation from tensors to tensors (linalg, tensor, arith, math, tx).
    The tensor arguments come first, then one `index` argument per size. `dims`
    has, for each tensor argument and then for each result, the number of the
    size of each of its dynamic dimensions.

    A kernel states what those need that do not look into it, in expressions of
    its sizes, which are called `d0`, `d1`, …:

    * `domain`: the sizes of the space of its items, which may be computed in
      any order. It is that of the first result, with 1 along dimensions that a
      tx op goes through itself; or the part that an update writes.
    * `access`: what it does to each buffer, tensor arguments and then results.
      An argument and a result that are `readwrite` are one buffer, which is
      updated in place: a part of it is written, the rest stays.
    * `work`: the floating-point operations, left out where the body does not
      tell them, and the bytes of the operands, of an update those of the part.

    The verifier holds it by the body; `kiln::exec::stateContract` writes it.

    Example:
    ```mlir
    exec.kernel @relu(%x: tensor<?x64xf32>, %s0: index) -> tensor<?x64xf32>
        domain(d0, 64) access(read, write) work(flops = 64*d0, bytes = 512*d0)
        attributes {dims = [[0], [0]]} {
      %zero = arith.constant 0.0 : f32
      %init = tensor.empty(%s0) : tensor<?x64xf32>
      %y = linalg.generic {
          indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
          iterator_types = ["parallel", "parallel"]}
          ins(%x : tensor<?x64xf32>) outs(%init : tensor<?x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %r = arith.maximumf %in, %zero : f32
        linalg.yield %r : f32
      } -> tensor<?x64xf32>
      exec.yield %y : tensor<?x64xf32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       TypedArrayAttrBase<I64ArrayAttr, "sizes per tensor">:$dims,
                       Exec_ExprArrayAttr:$domain,
                       TypedArrayAttrBase<Exec_AccessAttr, "accesses">:$access,
                       OptionalAttr<EP_ExprAttr>:$flops, EP_ExprAttr:$bytes,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "StringRef":$name, "FunctionType":$type,
                                 "ArrayAttr":$dims)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ArrayRef<Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ArrayRef<Type> getResultTypes() { return getFunctionType().getResults(); }
    Region *getCallableRegion() { return &getBody(); }
    /// The tensor arguments, without the sizes.
    MutableArrayRef<BlockArgument> getTensorArguments();
    /// The `index` arguments behind the tensors.
    MutableArrayRef<BlockArgument> getSizeArguments();
    unsigned getNumTensorArguments();
    /// The sizes of the dynamic dimensions of tensor argument or (counted on)
    /// result `index`.
    SmallVector<BlockArgument> getDims(unsigned index);
    YieldOp getYield();
    /// The buffers of a launch: tensor arguments, then results.
    unsigned getNumBuffers();
    RankedTensorType getBufferType(unsigned buffer);
    /// The sizes of the dimensions of a buffer.
    SmallVector<ep::ExprAttr> getBufferSizes(unsigned buffer);
    ep::ExprAttr getBufferBytes(unsigned buffer);
    Access getBufferAccess(unsigned buffer);
    /// The number of the tensor argument that the only result updates.
    std::optional<unsigned> getUpdatedArgument();
    /// The sizes of the domain, and its number of items.
    SmallVector<ep::ExprAttr> getDomainSizes();
    ep::ExprAttr getNumItems();
  }];
}

def Exec_YieldOp : Exec_Op<"yield", [HasParent<"KernelOp">, Pure, ReturnLike, Terminator]> {
  let summary = "the results of a kernel";
  let description = "Example: `exec.yield %y : tensor<?x64xf32>`.";
  let arguments = (ins Variadic<AnyRankedTensor>:$operands);
  let builders = [OpBuilder<(ins)>];
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let hasVerifier = 1;
}

def Exec_DispatchOp : Exec_Op<"dispatch", [
    Pure, AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "one use of a kernel on tensors";
  let description = [{
    Example:
    ```mlir
    %y = exec.dispatch @relu(%x)[%s0] : (tensor<?x64xf32>) -> tensor<?x64xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel,
                       Variadic<AnyRankedTensor>:$inputs,
                       Variadic<Index>:$sizes);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $kernel `(` $inputs `)` (`[` $sizes^ `]`)? attr-dict `:`
    functional-type($inputs, $results)
  }];
}

#endif // KILN_DIALECT_EXEC_EXECOPS_TD
