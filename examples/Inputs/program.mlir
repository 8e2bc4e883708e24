// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with a symbolic batch, for the tools of the examples.

// CHECK: ep.program @forward
ep.program @forward {
  // CHECK: ep.symbol @s0 range(1, 64)
  ep.symbol @s0 range(1, 64)
  // CHECK: ep.graph @forward(%[[X:.*]]: !ep.tensor<[s0, 8], f32>
  ep.graph @forward(%x: !ep.tensor<[s0, 8], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, 8], f32> {ep.output = #ep.output<user_output "x">}) {
    // CHECK: ep.return %[[X]]
    ep.return %x : !ep.tensor<[s0, 8], f32>
  }
}
