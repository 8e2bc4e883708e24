// Values that depend on random numbers: of an operator behind another, too.
!p = !ep.tensor<[], i1>
!t = !ep.tensor<[4], f32>
!i = !ep.tensor<[9], i64>
ep.program @forward {
  ep.symbol @s0 range(1, 9)
  ep.graph @forward(%p: !p {ep.input = #ep.input<user_input "p">},
                    %x: !t {ep.input = #ep.input<user_input "x">},
                    %xs: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "xs">})
      -> (!i {ep.output = #ep.output<user_output "order">},
          !t {ep.output = #ep.output<user_output "scaled">}) {
    %0 = aten.randperm.default n = 9 : () -> !i
    %1 = aten.rand.default size = [4] : () -> !t
    %2 = aten.mul.Tensor %1, %x : (!t, !t) -> !t
    ep.return %0, %2 : !i, !t
  }
}
