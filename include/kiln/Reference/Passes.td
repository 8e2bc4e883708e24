// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes that evaluate parts of programs.
#ifndef KILN_REFERENCE_PASSES
#define KILN_REFERENCE_PASSES

include "mlir/Pass/PassBase.td"

def FoldConstants : Pass<"kiln-reference-fold-constants", "::kiln::ep::ProgramOp"> {
  let summary = "evaluate what does not depend on a call";
  let description = [{
    What is computed from literals and from state that no call writes becomes an
    `ep.constant`, whose value the reference evaluator computes. Each knows the
    state that it is made from, and a second graph, which makes these constants
    from that state, becomes the entry `prepare` of the program: it remakes them
    where weights are replaced. Constants of nothing but literals never change.

    Nothing of more than `limit` bytes is evaluated, read or made. A constant may
    have as many bytes as what it is made from, or be small (a quarter of a
    mebibyte). Views and copies of state, and plain fills and ranges, stay what
    they are: kernels read through them. So does what draws random numbers or
    depends on a symbol. A remark of category `kiln-fold` tells of each constant,
    and of each that could not be evaluated.

    Before:
    ```mlir
    ep.graph @forward(%v: !t {ep.input = #ep.input<buffer "bn.var">}, …) -> (…) {
      %0 = aten.rsqrt.default %v : (!t) -> !t
      %1 = aten.mul.Tensor %x, %0 : …
    ```
    After:
    ```mlir
    ep.constant @folded_0 : !t storage(@storage.folded_0) {ep.made_from = ["bn.var"]}
    ep.graph @forward(%v: !t {ep.input = #ep.input<buffer "bn.var">}, …,
                      %f: !t {ep.input = #ep.input<constant_tensor "folded_0">}) -> (…) {
      %1 = aten.mul.Tensor %x, %f : …
    …
    ep.graph @prepare(%v: !t {ep.input = #ep.input<buffer "bn.var">})
        -> (!t {ep.output = #ep.output<user_output "folded_0">}) attributes {ep.prepare} {
      %0 = aten.rsqrt.default %v : (!t) -> !t
      ep.return %0 : !t
    ```
  }];
  let options = [Option<"limit", "limit", "int64_t", "1 << 20",
      "Bytes of the largest value that is evaluated; 0 folds nothing">];
  let dependentDialects = ["::kiln::aten::AtenDialect", "::kiln::ep::EPDialect"];
}

#endif // KILN_REFERENCE_PASSES
