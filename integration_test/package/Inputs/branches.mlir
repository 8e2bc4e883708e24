// A kernel of two results, and kernels in a branch and in a loop.
!p = !ep.tensor<[], i1>
!t = !ep.tensor<[4], f32>
!xs = !ep.tensor<[s0, 4], f32>
ep.program @forward {
  ep.symbol @s0 range(1, 9)
  ep.graph @forward(%p: !p {ep.input = #ep.input<user_input "p">},
                    %x: !t {ep.input = #ep.input<user_input "x">},
                    %xs: !xs {ep.input = #ep.input<user_input "xs">})
      -> (!ep.tensor<[4], i64> {ep.output = #ep.output<user_output "order">},
          !t {ep.output = #ep.output<user_output "last">},
          !xs {ep.output = #ep.output<user_output "rounds">}) {
    %0:2 = aten.topk.default %x, k = 4 : (!t) -> (!t, !ep.tensor<[4], i64>)
    %1 = ep.cond %p(%0#0) : (!p, !t) -> !t {
    ^bb0(%a: !t):
      %2 = aten.exp.default %a : (!t) -> !t
      ep.yield %2 : !t
    } else {
    ^bb0(%a: !t):
      %2 = aten.sin.default %a : (!t) -> !t
      ep.yield %2 : !t
    }
    %3:2 = ep.scan init(%1) over(%xs) with() : (!t, !xs) -> (!t, !xs) {
    ^bb0(%carried: !t, %row: !t):
      %4 = aten.mul.Tensor %carried, %row : (!t, !t) -> !t
      ep.yield %4, %4 : !t, !t
    }
    ep.return %0#1, %3#0, %3#1 : !ep.tensor<[4], i64>, !t, !xs
  }
}
