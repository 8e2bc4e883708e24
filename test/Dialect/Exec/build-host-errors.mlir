// RUN: kiln-opt %s --kiln-exec-build-host --split-input-file --verify-diagnostics

ep.program @object {
  // expected-error @below {{input "o" of kind custom_object has no place in a host program}}
  ep.graph @forward(%o: !ep.object<"ns.Class"> {ep.input = #ep.input<custom_object "o">}) {
    ep.return
  }
}

// -----

ep.program @phase {
  ep.graph @forward() {
    // expected-error @below {{'tensor.empty' op has no instruction}}
    %0 = tensor.empty() : tensor<4xf32>
    ep.return
  }
}

// -----

ep.program @size {
  exec.kernel @k(%s: index) -> tensor<4xf32>
      domain(4) access(write) work(flops = 0, bytes = 16) attributes {dims = [[]]} {
    %0 = tensor.empty() : tensor<4xf32>
    exec.yield %0 : tensor<4xf32>
  }
  ep.graph @forward(%s: index {ep.input = #ep.input<user_input "s">}) {
    // expected-error @below {{'exec.dispatch' op has a size without an expression}}
    %0 = exec.dispatch @k() [%s] : () -> tensor<4xf32>
    ep.return
  }
}

// -----

ep.program @no_symbol {
  ep.symbol @u0 range(1, 8)
  ep.graph @forward(%n: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "n">}) {
    %0 = ep.to_builtin %n : !ep.tensor<[], i64> -> tensor<i64>
    // expected-error @below {{'ep.item' op reads 2*u0, which is no symbol of its own}}
    %1 = ep.item %0 : tensor<i64> -> !ep.number<2*u0>
    ep.return
  }
}

// -----

ep.program @sort {
  ep.symbol @u0 range(1, 8)
  ep.graph @forward(%n: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "n">}) {
    %0 = ep.to_builtin %n : !ep.tensor<[], f32> -> tensor<f32>
    // expected-error @below {{'ep.item' op reads an element of type 'f32' as u0}}
    %1 = ep.item %0 : tensor<f32> -> !ep.number<u0>
    ep.return
  }
}

// -----

ep.program @float {
  ep.symbol @s0 range(1, 9)
  ep.symbol @zuf0 range(?, ?)
  ep.graph @forward(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">}) {
    %p = ep.number Lt(4, s0)
    // expected-error @below {{'ep.cond' op binds zuf0, which is no integer}}
    %0 = ep.cond %p() : (!ep.number<Lt(4, s0)>) -> !ep.number<zuf0> {
      %1 = ep.number 1.0
      ep.yield %1 : !ep.number<1.0>
    } else {
      %1 = ep.number 2.0
      ep.yield %1 : !ep.number<2.0>
    }
    ep.return
  }
}

// -----

// What a branch finds its size by runs twice, which calls of routines do not.
ep.program @branches {
  ep.symbol @u0 range(0, 4) ep.symbol @u1 range(0, 4) ep.symbol @u2 range(0, 4)
  exec.kernel @fill(%s: index) -> tensor<?xi64>
      domain(d0) access(write) work(flops = 0, bytes = 8*d0) attributes {dims = [[0]]} {
    %0 = tensor.empty(%s) : tensor<?xi64>
    exec.yield %0 : tensor<?xi64>
  }
  ep.graph @forward(%p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">},
                    %n: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "n">})
      -> (!ep.tensor<[u2], i64> {ep.output = #ep.output<user_output "y">}) {
    // expected-error @below {{'ep.cond' op has a result whose size only a branch knows, by an operation that cannot run twice}}
    %0 = ep.cond %p(%n) : (!ep.tensor<[], i1>, !ep.tensor<[], i64>) -> !ep.tensor<[u2], i64> {
    ^bb0(%a: !ep.tensor<[], i64>):
      %1 = ep.to_builtin %a : !ep.tensor<[], i64> -> tensor<i64>
      %2 = ep.item %1 : tensor<i64> -> !ep.number<u0>
      %s = ep.size u0
      %3 = exec.dispatch @fill()[%s] : () -> tensor<?xi64>
      %4 = ep.from_builtin %3 : tensor<?xi64> -> !ep.tensor<[u0], i64>
      ep.yield %4 : !ep.tensor<[u0], i64>
    } else {
    ^bb0(%a: !ep.tensor<[], i64>):
      %c = aten.operator "my.count.default"(x = %a) : (!ep.tensor<[], i64>) -> !ep.tensor<[], i64>
      %1 = ep.to_builtin %c : !ep.tensor<[], i64> -> tensor<i64>
      %2 = ep.item %1 : tensor<i64> -> !ep.number<u1>
      %s = ep.size u1
      %3 = exec.dispatch @fill()[%s] : () -> tensor<?xi64>
      %4 = ep.from_builtin %3 : tensor<?xi64> -> !ep.tensor<[u1], i64>
      ep.yield %4 : !ep.tensor<[u1], i64>
    }
    ep.return %0 : !ep.tensor<[u2], i64>
  }
}

// -----

ep.program @slice {
  ep.graph @forward(%x: !ep.tensor<[4, 16], f32> {ep.input = #ep.input<user_input "x">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[4, 16], f32> -> tensor<4x16xf32>
    // expected-error @below {{'tensor.extract_slice' op is no stretch of a buffer}}
    %1 = tensor.extract_slice %0[0, 0] [2, 4] [1, 1] : tensor<4x16xf32> to tensor<2x4xf32>
    ep.return
  }
}
