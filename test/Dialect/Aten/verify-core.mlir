// RUN: kiln-opt %s --kiln-aten-verify-core --split-input-file --verify-diagnostics

!t = !ep.tensor<[s0, 64], f32>
ep.program @valid {
  ep.symbol @s0 range(1, 64)
  ep.graph @valid(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    %n = ep.number 2
    %0 = aten.mul.Tensor %x, %n : (!t, !ep.number<2>) -> !t
    %1 = prims.view_of.default %0 : (!t) -> !t
    ep.return %1 : !t
  }
}

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @beyond {
  ep.symbol @s0 range(1, 64)
  ep.graph @beyond(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // expected-error @below {{'aten.silu.default' op is not in core and was not decomposed}}
    // expected-note @below {{--compile-from=exported decomposes it}}
    %0 = aten.silu.default %x : (!t) -> !t
    // Which rule did not take it, and why.
    // expected-error @below {{'aten.__lshift__.Tensor' op is not in core and its decomposition declines: shifts no integers}}
    %1 = aten.__lshift__.Tensor %x, %x : (!t, !t) -> !t
    // expected-error @below {{'aten.ctc_loss.Tensor' op is not in core and has no decomposition yet}}
    // expected-note @below {{PyTorch has one: save what run_decompositions() gives}}
    %2 = aten.ctc_loss.Tensor %x, %x, %x, %x : (!t, !t, !t, !t) -> !ep.tensor<[], f32>
    ep.return
  }
}

// -----

!t = !ep.tensor<[s0, 64], f32>
!sparse = !ep.tensor<[s0, 64], f32, layout = sparse_coo>
ep.program @sparse {
  ep.symbol @s0 range(1, 64)
  ep.graph @sparse(%x: !sparse {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    // expected-error @below {{'aten.relu.default' op has a tensor of layout sparse_coo, which only exported programs have}}
    %0 = aten.relu.default %x : (!sparse) -> !t
    ep.return %0 : !t
  }
}

// -----

!t = !ep.tensor<[s0, 64], f32>
!sparse = !ep.tensor<[64], f32, layout = sparse_csr>
ep.program @sparse_unused {
  ep.symbol @s0 range(1, 64)
  // expected-error @below {{'ep.graph' op has a tensor of layout sparse_csr, which only exported programs have}}
  ep.graph @sparse_unused(%x: !sparse {ep.input = #ep.input<user_input "x">},
                          %y: !t {ep.input = #ep.input<user_input "y">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    ep.return %y : !t
  }
}

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @writes {
  ep.symbol @s0 range(1, 64)
  ep.graph @writes(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // expected-error @below {{'aten.relu_.default' op writes its operand: it was not made functional}}
    %0 = aten.relu_.default %x : (!t) -> !t
    ep.return
  }
}

// -----

// The routines of custom operators come with the package's user.
!t = !ep.tensor<[s0, 64], f32>
ep.program @custom {
  ep.symbol @s0 range(1, 64)
  ep.graph @custom(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %0 = aten.operator "my.op.default"(x = %x) : (!t) -> !t
    ep.return
  }
}

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @foreign {
  ep.symbol @s0 range(1, 64)
  ep.graph @foreign(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // expected-error @below {{'arith.constant' op is no operator}}
    %0 = arith.constant 1.0 : f32
    ep.return
  }
}

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @modes {
  ep.symbol @s0 range(1, 64)
  ep.graph @modes(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // expected-error @below {{'ep.grad_mode' op runs its graph once and was not inlined}}
    ep.grad_mode enabled(false) (%x) : (!t) -> () {
    ^bb0(%a: !t):
    }
    // expected-error @below {{'ep.invoke' op runs its graph once and was not inlined}}
    ep.invoke "a" (%x) : (!t) -> () {
    ^bb0(%a: !t):
      // Inside of a graph, too.
      // expected-error @below {{'aten.linear.default' op is not in core and was not decomposed}}
      // expected-note @below {{--compile-from=exported decomposes it}}
      %0 = aten.linear.default %a, %a : (!t, !t) -> !ep.tensor<[s0, s0], f32>
    }
    ep.return
  }
}

// -----

// What is in the table of kept operators stays.
!t = !ep.tensor<[s0, 64], f32>
ep.program @kept {
  ep.symbol @s0 range(1, 64)
  ep.graph @kept(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.lgamma.default %x : (!t) -> !t
    %1 = aten.special_zeta.default %0, %x : (!t, !t) -> !t
    ep.return %1 : !t
  }
}

// -----

ep.program @undeclared {
  ep.symbol @s0 range(1, 64)
  ep.graph @undeclared(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">}) {
    // expected-error @below {{'aten.relu.default' op uses s1, which the program does not declare}}
    %0 = aten.relu.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s1, 4], f32>
    ep.return
  }
}

// -----

ep.program @undeclared_input {
  // expected-error @below {{'ep.graph' op uses s0, which the program does not declare}}
  ep.graph @undeclared_input(%x: !ep.number<s0> {ep.input = #ep.input<user_input "x">}) {
    ep.return
  }
}
