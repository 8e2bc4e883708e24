// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on the container.
#ifndef KILN_DIALECT_EP_PASSES
#define KILN_DIALECT_EP_PASSES

include "mlir/Pass/PassBase.td"

def EPInlineModes : Pass<"kiln-ep-inline-modes", "::kiln::ep::ProgramOp"> {
  let summary = "inline regions that run once";
  let description = [{
    Inlines `ep.grad_mode`, `ep.invoke` and `ep.with_effects`, innermost first,
    also inside control flow, and `ep.auto_functionalized` where the operator has
    a schema (its bases are cloned; a custom operator keeps its region). A token
    becomes the token before: the order of operators with effects is their order
    in the graph.

    Before:
    ```mlir
    %1 = ep.grad_mode enabled(false) (%x) : (!t) -> !t {
    ^bb0(%a: !t):
      %2 = aten.sin.default %a : (!t) -> !t
      ep.yield %2 : !t
    }
    ```
    After:
    ```mlir
    %1 = aten.sin.default %x : (!t) -> !t
    ```
  }];
  let statistics = [Statistic<"numInlined", "inlined", "Regions that were inlined">];
}

def EPSimplifySizes : Pass<"kiln-ep-simplify-sizes", "::kiln::ep::ProgramOp"> {
  let summary = "write sizes as ranges and guards allow";
  let description = [{
    Sizes, strides and int arguments in the graphs lose what the ranges of the
    symbols make redundant. A guard that says that a rounded float is an int
    expression puts the int expression in its place. So a dimension that is
    always 1 says so, and equal sizes have one form. Conditions stay: those of
    the guards and asserts that hold the ranges are among them.

    Before:
    ```mlir
    ep.symbol @s0 range(2, 24)
    ep.symbol @s1 range(2, ?)
    ep.guard Eq(2*s1, TruncToInt(2.0*ToFloat(s1))) from "2*x.size()[1] == math.trunc(2.0*x.size()[1])"
    %1 = aten.relu.default %0 : (!ep.tensor<[-Max(0, -s0 + 1) + 1, TruncToInt(2.0*ToFloat(s1))], f32>) -> !ep.tensor<[-Max(0, -s0 + 1) + 1, TruncToInt(2.0*ToFloat(s1))], f32>
    ```
    After:
    ```mlir
    %1 = aten.relu.default %0 : (!ep.tensor<[1, 2*s1], f32>) -> !ep.tensor<[1, 2*s1], f32>
    ```
  }];
  let statistics = [Statistic<"numSimplified", "simplified", "Sizes that were written more simply">];
}

#endif // KILN_DIALECT_EP_PASSES
