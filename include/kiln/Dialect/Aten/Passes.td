// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes from phase `exported` to phase `core`.
#ifndef KILN_DIALECT_ATEN_PASSES
#define KILN_DIALECT_ATEN_PASSES

include "mlir/Pass/PassBase.td"

def AtenFunctionalize
    : Pass<"kiln-aten-functionalize", "::kiln::ep::ProgramOp"> {
  let summary = "make operators that write functional";
  let description = [{
    Every overload that writes an argument (in place, `out=`, lists) becomes its
    functional overload, in the dtype and sizes of what it writes. What shares
    memory is followed: a write through views goes back to the tensor that made
    the storage by structured writes (`slice_scatter`, `select_scatter`,
    `diagonal_scatter`, `as_strided_scatter`) and views backwards, and other views
    of it are made again where they are read later. Batch norm and instance norm
    in training form return their statistics. An `as_strided` is applied to the
    tensor that made the storage; its offset counts from the first element of
    that tensor.

    Parameters, buffers and user inputs that are written become mutation
    outputs: in the order of the inputs, after tokens, before all others. State
    entries that overlap in one storage see each other's writes.

    Regions of control flow are made functional inside; a write to what they are
    given is an error, and so is a write through a view that has no inverse, to a
    constant, or by a custom operator. Errors name the operator and its Python
    line.

    Before:
    ```mlir
    ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!s {…}) {
      %0 = aten.select.int %x, dim = 0, index = 1 : (!t) -> !r
      %1 = aten.relu_.default %0 : (!r) -> !r
      %2 = aten.sum.default %x : (!t) -> !s
      ep.return %2 : !s
    }
    ```
    After:
    ```mlir
    ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
        -> (!t {ep.output = #ep.output<user_input_mutation "x">}, !s {…}) {
      %0 = aten.select.int %x, dim = 0, index = 1 : (!t) -> !r
      %1 = aten.relu.default %0 : (!r) -> !r
      %2 = aten.select_scatter.default %x, %1, dim = 0, index = 1 : (!t, !r) -> !t
      %3 = aten.sum.default %2 : (!t) -> !s
      ep.return %2, %3 : !t, !s
    }
    ```
  }];
}

def AtenDecompose : Pass<"kiln-aten-decompose", "::kiln::ep::ProgramOp"> {
  let summary = "decompose operators to Core ATen";
  let description = [{
    Rewrites what PyTorch decomposes by default to core operators, family by
    family, and removes what is dead afterwards. An operator without a
    decomposition stays; kiln-aten-verify-core names it. Each new op has the
    location of the old one.

    Before:
    ```mlir
    %1 = aten.linear.default %x, %w, %b : (!ep.tensor<[s0, 64], f32>, …) -> !ep.tensor<[s0, 10], f32>
    ```
    After:
    ```mlir
    %0 = aten.permute.default %w, dims = [1, 0] : …
    %1 = aten.addmm.default %b, %x, %0 : …
    ```
  }];
  let options = [ListOption<"keep", "keep", "std::string",
      "Overloads that are left alone, such as aten.silu.default">];
}

def AtenVerifyCore : Pass<"kiln-aten-verify-core", "::kiln::ep::ProgramOp"> {
  let summary = "check the contract of phase `core`";
  let description = [{
    After it a graph is functional and holds only Core ATen, prims and `ep` ops.
    Every op that breaks this is an error by name and Python line.

    Before and after (unchanged when right):
    ```mlir
    %1 = aten.relu.default %0 : (!t) -> !t
    ```
  }];
  let options = [ListOption<"keep", "keep", "std::string",
      "Overloads beyond core that are allowed">];
}

#endif // KILN_DIALECT_ATEN_PASSES
