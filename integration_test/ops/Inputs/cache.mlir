// A cache that the module holds as a plain attribute: a constant that is written.
!t = !ep.tensor<[4], f32>
ep.program @cache {
  ep.storage @s0 bytes(16) data(dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>)
  ep.constant @cache : !t storage(@s0)
  ep.graph @forward(%c: !t {ep.input = #ep.input<constant_tensor "cache">},
                    %x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.add_.Tensor %c, %x : (!t, !t) -> !t
    %1 = aten.mul.Scalar %0, other = 2 : (!t) -> !t
    ep.return %1 : !t
  }
}
