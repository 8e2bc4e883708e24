// A counter in a buffer, an input that is written, a number, bfloat16.
ep.program @counter {
  ep.symbol @s0 range(1, 4)
  ep.symbol @s1 range(?, ?)
  ep.storage @w bytes(8) data(dense<10> : tensor<1xi64>)
  ep.buffer @n persistent : !ep.tensor<[], i64> storage(@w)
  ep.graph @forward(%n: !ep.tensor<[], i64> {ep.input = #ep.input<buffer "n">},
                    %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
                    %h: !ep.tensor<[2], bf16> {ep.input = #ep.input<user_input "h">},
                    %k: !ep.number<s1> {ep.input = #ep.input<user_input "k">})
      -> (!ep.tensor<[], i64> {ep.output = #ep.output<buffer_mutation "n">},
          !ep.tensor<[s0], f32> {ep.output = #ep.output<user_input_mutation "x">},
          !ep.tensor<[2], bf16> {ep.output = #ep.output<user_output "y">},
          !ep.number<s1 + 1> {ep.output = #ep.output<user_output "m">}) {
    %0 = aten.add.Scalar %n, other = s1 : (!ep.tensor<[], i64>) -> !ep.tensor<[], i64>
    %1 = aten.mul.Tensor %x, %x : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    %2 = aten.add.Tensor %h, %h : (!ep.tensor<[2], bf16>, !ep.tensor<[2], bf16>) -> !ep.tensor<[2], bf16>
    %3 = ep.number s1 + 1
    ep.return %0, %1, %2, %3 : !ep.tensor<[], i64>, !ep.tensor<[s0], f32>, !ep.tensor<[2], bf16>, !ep.number<s1 + 1>
  }
}
