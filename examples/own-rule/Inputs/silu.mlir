// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
ep.program @forward {
  ep.graph @forward(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "silu">}) {
    %silu = aten.silu.default %x : (!ep.tensor<[8], f32>) -> !ep.tensor<[8], f32>
    ep.return %silu : !ep.tensor<[8], f32>
  }
}
