// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A custom operator between operators that Kiln knows.
!x = !ep.tensor<[s0, 3], f32>
ep.program @forward {
  ep.symbol @s0 range(1, 8)
  ep.graph @forward(%x: !x {ep.input = #ep.input<user_input "x">})
      -> (!x {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.relu.default %x : (!x) -> !x
    %1 = aten.operator "my.weighted.default"(scale = 2.5 : f64, values = [%0, none, %x]) : (!x, !x) -> !x
    %2 = aten.neg.default %1 : (!x) -> !x
    ep.return %2 : !x
  }
}
