// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A custom operator that computes, and one that writes a buffer.
!x = !ep.tensor<[s0, 6], f32>
!s = !ep.tensor<[6], f32>
ep.program @forward {
  ep.symbol @s0 range(1, 8)
  ep.storage @zeros bytes(24) data(dense<0.0> : tensor<6xf32>)
  ep.buffer @state persistent : !s storage(@zeros)
  ep.graph @forward(%state: !s {ep.input = #ep.input<buffer "state">},
                    %x: !x {ep.input = #ep.input<user_input "x">})
      -> (!s {ep.output = #ep.output<buffer_mutation "state">},
          !x {ep.output = #ep.output<user_output "y">},
          !s {ep.output = #ep.output<user_output "twice">}) {
    %0 = aten.operator "kiln_test.scaled_swish.default"(x = %x, beta = 1.5 : f64) : (!x) -> !x
    %1:2 = ep.auto_functionalized writes(%state) reads(%0) : (!s, !x) -> (!s, !s) {
    ^bb0(%s: !s, %y: !x):
      %2 = aten.operator "kiln_test.accumulate_.default"(state = %s, x = %y) : (!s, !x) -> !s
      ep.yield %2, %s : !s, !s
    }
    ep.return %1#1, %0, %1#0 : !s, !x, !s
  }
}
