// RUN: kiln-opt %s --kiln-exec-build-host --kiln-verify-host --split-input-file --verify-diagnostics | FileCheck %s

// A custom operator is a call of a routine: the tensors among its arguments,
// then its results. What it writes is a copy, which is the result.
// CHECK-LABEL: ep.program @custom
// CHECK: %[[X:.*]] = exec.input 0
// CHECK: %[[STATE:.*]] = exec.output 0
// CHECK: %[[Y:.*]] = exec.output 1
// CHECK: exec.extern "my.swish.default"(%[[X]], %[[Y]]) with {beta = 1.500000e+00 : f64, shift, xs = {tensors = [0, unit]}} of [!ep.tensor<[s0, 6], f32>, !ep.tensor<[s0, 6], f32>]
// CHECK: exec.copy %[[X]] to %[[Z:.*]]
// CHECK: exec.extern "my.add_.default"(%[[Z]], %[[Y]]) with {x = {tensor = 0 : i64}, y = {tensor = 1 : i64}}
!t = !ep.tensor<[s0, 6], f32>
ep.program @custom {
  ep.symbol @s0 range(1, 64)
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_input_mutation "x">},
          !t {ep.output = #ep.output<user_output "y">}) {
    // expected-warning @below {{custom: needs the routine 'my.swish.default' when the package is loaded}}
    %0 = aten.operator "my.swish.default"(xs = [%x, none], beta = 1.5 : f64, shift = none) : (!t) -> !t
    %1 = ep.auto_functionalized writes(%x) reads(%0) : (!t, !t) -> !t {
    ^bb0(%a: !t, %b: !t):
      // expected-warning @below {{custom: needs the routine 'my.add_.default' when the package is loaded}}
      aten.operator "my.add_.default"(x = %a, y = %b) : (!t, !t) -> ()
      ep.yield %a : !t
    }
    ep.return %1, %0 : !t, !t
  }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @number {
  ep.symbol @s0 range(1, 64)
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    %n = ep.number s0 + 1
    // expected-error @below {{'aten.operator' op my.op.default: a routine can be given tensors, but no value of type '!ep.number<s0 + 1>'}}
    %0 = aten.operator "my.op.default"(x = %x, n = %n) : (!t, !ep.number<s0 + 1>) -> !t
    ep.return %0 : !t
  }
}

// -----

// A size that an instruction has read is known, one that the operator alone
// knows is not.
!t = !ep.tensor<[4], f32>
!c = !ep.tensor<[], i64>
ep.program @sizes {
  ep.symbol @u0 range(0, 64)
  ep.symbol @u1 range(0, 64)
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">}, %c: !c {ep.input = #ep.input<user_input "c">})
      -> (!ep.tensor<[u1], f32> {ep.output = #ep.output<user_output "y">}) {
    %b = ep.to_builtin %c : !c -> tensor<i64>
    %n = ep.item %b : tensor<i64> -> !ep.number<u0>
    // expected-warning @below {{custom: needs the routine 'my.first.default' when the package is loaded}}
    %0 = aten.operator "my.first.default"(x = %x, n = 3) : (!t) -> !ep.tensor<[u0], f32>
    // expected-error @below {{'aten.operator' op my.rows.default: a routine cannot make a result whose size, u1, the operator alone knows}}
    %1 = aten.operator "my.rows.default"(x = %0) : (!ep.tensor<[u0], f32>) -> !ep.tensor<[u1], f32>
    ep.return %1 : !ep.tensor<[u1], f32>
  }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @more {
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    // expected-error @below {{'ep.auto_functionalized' op holds more than the call of one custom operator}}
    %0 = ep.auto_functionalized writes(%x) reads() : (!t) -> !t {
    ^bb0(%a: !t):
      ep.yield %a : !t
    }
    ep.return %0 : !t
  }
}
