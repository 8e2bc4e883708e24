// Windows of an input, written in place: side by side in rows, and with gaps.
!t = !ep.tensor<[2, s0], f32>
!w = !ep.tensor<[2, FloorDiv(s0, 4), 4], f32, strides = [s0, 4, 1]>
!g = !ep.tensor<[2, FloorDiv(s0 + 1, 3), 2], f32, strides = [s0, 3, 1]>
ep.program @windows {
  ep.symbol @s0 range(8, 64)
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">},
                    %y: !t {ep.input = #ep.input<user_input "y">}) {
    %0 = aten.unfold.default %x, dimension = 1, size = 4, step = 4 : (!t) -> !w
    %1 = aten.mul_.Scalar %0, other = 10 : (!w) -> !w
    %2 = aten.unfold.default %y, dimension = 1, size = 2, step = 3 : (!t) -> !g
    %3 = aten.mul_.Scalar %2, other = 10 : (!g) -> !g
    ep.return
  }
}
