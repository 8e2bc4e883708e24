// RUN: kiln-opt %s --kiln-aten-inline-jvp --split-input-file --verify-diagnostics

!t = !ep.tensor<[4], f32>
ep.program @formula {
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">}) {
    ep.jvp at(%x) along(%x) with() : (!t, !t) -> () {
    ^bb0(%a: !t):
      // expected-error @+1 {{'aten.erfinv.default' op has no formula for the tangent of its result under jvp}}
      %0 = aten.erfinv.default %a : (!t) -> !t
    }
    ep.return
  }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @write {
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">}) {
    ep.jvp at(%x) along(%x) with() : (!t, !t) -> () {
    ^bb0(%a: !t):
      // expected-error @+1 {{'aten.pow_.Scalar' op writes a tensor inside jvp}}
      %0 = aten.pow_.Scalar %a, exponent = 2 : (!t) -> !t
    }
    ep.return
  }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @graphs {
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">}, %p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">}) {
    ep.jvp at(%x) along(%x) with(%p) : (!t, !t, !ep.tensor<[], i1>) -> () {
    ^bb0(%a: !t, %q: !ep.tensor<[], i1>):
      // expected-error @+1 {{'ep.cond' op has no formula for the tangent of its result under jvp}}
      %0 = ep.cond %q(%a) : (!ep.tensor<[], i1>, !t) -> !t {
      ^bb0(%b: !t):
        ep.yield %b : !t
      } else {
      ^bb0(%b: !t):
        ep.yield %b : !t
      }
    }
    ep.return
  }
}
