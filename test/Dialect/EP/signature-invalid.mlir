// RUN: kiln-opt %s --split-input-file --verify-diagnostics
//
// The rules of signatures, each broken.

!t = !ep.tensor<[4], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op input 0 is a custom object but has type '!ep.tensor<[4], f32>'}}
  ep.graph @g(%x: !t {ep.input = #ep.input<custom_object "o">}) { ep.return }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op input 0 is a token but has type '!ep.tensor<[4], f32>'}}
  ep.graph @g(%x: !t {ep.input = #ep.input<token "t">}) { ep.return }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @p {
  // expected-error @+2 {{'ep.graph' op input 1 names user_input "x" again}}
  ep.graph @g(%a: !t {ep.input = #ep.input<user_input "x">},
              %b: !t {ep.input = #ep.input<user_input "x">}) { ep.return }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @p {
  ep.storage @s0 bytes(16)
  ep.buffer @b : !t storage(@s0)
  // expected-error @+2 {{'ep.graph' op input 1 names buffer "b" again}}
  ep.graph @g(%a: !t {ep.input = #ep.input<buffer "b">},
              %b: !t {ep.input = #ep.input<buffer "b">}) { ep.return }
}

// -----

// A buffer that is in the state but no input.
!t = !ep.tensor<[4], f32>
ep.program @p {
  ep.storage @s0 bytes(16)
  ep.buffer @b : !t storage(@s0)
  // expected-error @+1 {{'ep.graph' op output 0 mutates an unknown buffer "b"}}
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<buffer_mutation "b">}) { ep.return %x : !t }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @p {
  ep.storage @s0 bytes(16)
  ep.buffer @b : !t storage(@s0)
  // expected-error @+1 {{'ep.graph' op output 0 mutates an unknown parameter "b"}}
  ep.graph @g(%b: !t {ep.input = #ep.input<buffer "b">})
      -> (!t {ep.output = #ep.output<parameter_mutation "b">}) { ep.return %b : !t }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 0 mutates an unknown user_input "y"}}
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_input_mutation "y">}) { ep.return %x : !t }
}

// -----

// The new value has the sizes and the dtype of the old one; strides may differ.
!t = !ep.tensor<[4, 2], f32>
!u = !ep.tensor<[4, 2], f32, strides = [1, 4]>
!v = !ep.tensor<[8], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 1 has type '!ep.tensor<[8], f32>' but "y" has '!ep.tensor<[4, 2], f32>'}}
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">},
              %y: !t {ep.input = #ep.input<user_input "y">},
              %u: !u {ep.input = #ep.input<user_input "u">},
              %v: !v {ep.input = #ep.input<user_input "v">})
      -> (!u {ep.output = #ep.output<user_input_mutation "x">},
          !v {ep.output = #ep.output<user_input_mutation "y">}) {
    ep.return %u, %v : !u, !v
  }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 1 mutates "x" again}}
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_input_mutation "x">},
          !t {ep.output = #ep.output<user_input_mutation "x">}) {
    ep.return %x, %x : !t, !t
  }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 1 is a user_input_mutation, which stands before the outputs of other kinds}}
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">},
          !t {ep.output = #ep.output<user_input_mutation "x">}) {
    ep.return %x, %x : !t, !t
  }
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 1 is a token, which stands before the outputs of other kinds}}
  ep.graph @g(%t: !ep.token {ep.input = #ep.input<token "t">},
              %x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "y">},
          !ep.token {ep.output = #ep.output<token "t1">}) {
    ep.return %x, %t : !ep.tensor<[], f32>, !ep.token
  }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 0 is a token but has type '!ep.tensor<[4], f32>'}}
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<token "t">}) { ep.return %x : !t }
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.graph' op has 1 tokens as inputs but 0 as outputs}}
  ep.graph @g(%t: !ep.token {ep.input = #ep.input<token "t">}) { ep.return }
}

// -----

!t = !ep.tensor<[], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 1 is the gradient of an unknown parameter "w"}}
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<loss "l">},
          !t {ep.output = #ep.output<gradient_to_parameter "w">}) {
    ep.return %x, %x : !t, !t
  }
}

// -----

!t = !ep.tensor<[], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op has gradients but no loss}}
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<gradient_to_user_input "x">}) {
    ep.return %x : !t
  }
}

// -----

!t = !ep.tensor<[], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op has 2 losses}}
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<loss "a">}, !t {ep.output = #ep.output<loss "b">}) {
    ep.return %x, %x : !t, !t
  }
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 0 is the loss but no tensor}}
  ep.graph @g(%x: !ep.number<s0> {ep.input = #ep.input<user_input "x">})
      -> (!ep.number<s0> {ep.output = #ep.output<loss "a">}) {
    ep.return %x : !ep.number<s0>
  }
}

// -----

!t = !ep.tensor<[], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 0 has a malformed ep.view_of}}
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "a">, ep.view_of = {input = "x"}}) {
    ep.return %x : !t
  }
}

// -----

!t = !ep.tensor<[], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 0 is a view of "y", which is no input of its element type}}
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "a">, ep.view_of = {input = "y", offset = #ep.expr<0>}}) {
    ep.return %x : !t
  }
}

// -----

!t = !ep.tensor<[], f32>
ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 1 is a view of "x", which is mutated}}
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_input_mutation "x">},
          !t {ep.output = #ep.output<user_output "a">, ep.view_of = {input = "x", offset = #ep.expr<0>}}) {
    ep.return %x, %x : !t, !t
  }
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.module_call' op has named tuples without lists of names}}
  ep.module_call "" in(#ep.tree<*>) out(#ep.tree<*>) {ep.named_tuples = {"m.Point" = ["x", 3 : i64]}}
}
