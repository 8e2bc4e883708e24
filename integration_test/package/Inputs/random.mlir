// One value that depends on random numbers, and one that does not.
!p = !ep.tensor<[], i1>
!t = !ep.tensor<[4], f32>
ep.program @forward {
  ep.symbol @s0 range(1, 9)
  ep.graph @forward(%p: !p {ep.input = #ep.input<user_input "p">},
                    %x: !t {ep.input = #ep.input<user_input "x">},
                    %xs: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "xs">})
      -> (!t {ep.output = #ep.output<user_output "random">},
          !t {ep.output = #ep.output<user_output "exact">}) {
    %0 = aten.rand.default size = [4] : () -> !t
    %1 = aten.mul.Tensor %0, %x : (!t, !t) -> !t
    %2 = aten.exp.default %x : (!t) -> !t
    ep.return %1, %2 : !t, !t
  }
}
