// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long reductions to few results.
ep.program @forward {
  ep.graph @forward(%x: !ep.tensor<[1048576], f32> {ep.input = #ep.input<user_input "x">},
                    %a: !ep.tensor<[2, 262144], f32> {ep.input = #ep.input<user_input "a">},
                    %b: !ep.tensor<[262144, 4], f32> {ep.input = #ep.input<user_input "b">})
      -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[2, 4], f32> {ep.output = #ep.output<user_output "z">}) {
    %y = aten.sum.default %x : (!ep.tensor<[1048576], f32>) -> !ep.tensor<[], f32>
    %z = aten.mm.default %a, %b : (!ep.tensor<[2, 262144], f32>, !ep.tensor<[262144, 4], f32>) -> !ep.tensor<[2, 4], f32>
    ep.return %y, %z : !ep.tensor<[], f32>, !ep.tensor<[2, 4], f32>
  }
}
