!x = !ep.tensor<[s0], f32>
!a = !ep.tensor<[s0], f8E4M3FN>
!b = !ep.tensor<[s0], f8E5M2>
!c = !ep.tensor<[s0], f8E4M3FNUZ>
!d = !ep.tensor<[s0], f8E5M2FNUZ>
!e = !ep.tensor<[s0], f8E8M0FNU>
!h = !ep.tensor<[s0], bf16>
!i = !ep.tensor<[s0], i64>
!m = !ep.tensor<[s0], i1>
!z = !ep.tensor<[], f8E4M3FN>
ep.program @small_floats {
  ep.symbol @s0 range(2, 64)
  ep.graph @small_floats(%x: !x {ep.input = #ep.input<user_input "x">})
      -> (!a {ep.output = #ep.output<user_output "0">}, !b {ep.output = #ep.output<user_output "1">}, !c {ep.output = #ep.output<user_output "2">},
          !d {ep.output = #ep.output<user_output "3">}, !e {ep.output = #ep.output<user_output "4">}, !h {ep.output = #ep.output<user_output "5">},
          !i {ep.output = #ep.output<user_output "6">}, !m {ep.output = #ep.output<user_output "7">}, !z {ep.output = #ep.output<user_output "8">},
          !a {ep.output = #ep.output<user_output "9">}, !a {ep.output = #ep.output<user_output "10">}) {
    %0 = aten._to_copy.default %x, dtype = f8E4M3FN : (!x) -> !a
    %1 = aten._to_copy.default %0, dtype = f8E5M2 : (!a) -> !b
    %2 = aten._to_copy.default %x, dtype = f8E4M3FNUZ : (!x) -> !c
    %3 = aten._to_copy.default %x, dtype = f8E5M2FNUZ : (!x) -> !d
    %4 = aten._to_copy.default %x, dtype = f8E8M0FNU : (!x) -> !e
    %5 = aten._to_copy.default %4, dtype = bf16 : (!e) -> !h
    %6 = aten._to_copy.default %2, dtype = i64 : (!c) -> !i
    %7 = aten.gt.Scalar %0, other = 0.5 : (!a) -> !m
    %8 = aten.amax.default %0 : (!a) -> !z
    %9 = aten.mul.Tensor %0, %0 : (!a, !a) -> !a
    %10 = aten.flip.default %9, dims = [0] : (!a) -> !a
    ep.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : !a, !b, !c, !d, !e, !h, !i, !m, !z, !a, !a
  }
}
