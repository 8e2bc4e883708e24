// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on the container.
#ifndef KILN_DIALECT_EP_PASSES
#define KILN_DIALECT_EP_PASSES

include "mlir/Pass/PassBase.td"

def EPInlineModes : Pass<"kiln-ep-inline-modes", "::kiln::ep::ProgramOp"> {
  let summary = "inline regions that run once, with the casts of autocast";
  let description = [{
    Inlines `ep.grad_mode`, `ep.autocast`, `ep.invoke` and `ep.with_effects`,
    innermost first, also inside control flow, and `ep.auto_functionalized` where
    the operator has a schema (its bases are cloned; a custom operator keeps its
    region). A token becomes the token before: the order of operators with effects
    is their order in the graph.

    Under an enabled autocast each operator gets the casts that PyTorch's lists
    for the device prescribe: operands to the lower precision, to f32, or to the
    widest of its operands. Operators that are not in a list are left alone, but a
    composite operator with a part in a list is replaced by its parts, with their
    casts. One whose parts are not known is an error that names it.

    Before:
    ```mlir
    %1 = ep.autocast "cpu" dtype(bf16) enabled(true)(%x, %w) : (!f, !f) -> !b {
    ^bb0(%a: !f, %b: !f):
      %2 = aten.mm.default %a, %b : (!f, !f) -> !b
      ep.yield %2 : !b
    }
    ```
    After:
    ```mlir
    %1 = aten._to_copy.default %x, dtype = bf16 : (!f) -> !b
    %2 = aten._to_copy.default %w, dtype = bf16 : (!f) -> !b
    %3 = aten.mm.default %1, %2 : (!b, !b) -> !b
    ```
  }];
}

#endif // KILN_DIALECT_EP_PASSES
