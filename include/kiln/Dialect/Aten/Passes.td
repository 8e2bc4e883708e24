// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes from phase `exported` to phase `core`.
#ifndef KILN_DIALECT_ATEN_PASSES
#define KILN_DIALECT_ATEN_PASSES

include "mlir/Pass/PassBase.td"

def AtenFunctionalize
    : Pass<"kiln-aten-functionalize", "::kiln::ep::ProgramOp"> {
  let summary = "make in-place operators functional";
  let description = [{
    An in-place operator becomes its functional overload, and what reads the
    written value later reads the result. A write to an input or a buffer, or one
    that a view of the same storage would see, is an error that names the
    operator and its Python line.

    Before:
    ```mlir
    %1 = aten.relu_.default %0 : (!t) -> !t
    %2 = aten.neg.default %0 : (!t) -> !t
    ```
    After:
    ```mlir
    %1 = aten.relu.default %0 : (!t) -> !t
    %2 = aten.neg.default %1 : (!t) -> !t
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
