// RUN: kiln-opt %s --kiln-aten-functionalize --split-input-file --verify-diagnostics | FileCheck %s
//
// Subgraphs are made functional inside; what they are given stays as it is.

!t = !ep.tensor<[4], f32>
!b = !ep.tensor<[], i1>
// CHECK-LABEL: ep.graph @branches
ep.program @branches {
  ep.graph @branches(%p: !b {ep.input = #ep.input<user_input "p">},
                     %x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    // The write before is seen by the branches.
    // CHECK: %[[X:.*]] = aten.neg.default %x
    // CHECK: ep.cond %p(%[[X]])
    %0 = aten.neg_.default %x : (!t) -> !t
    %1 = ep.cond %p(%x) : (!b, !t) -> !t {
    ^bb0(%a: !t):
      // CHECK: %[[C:.*]] = aten.clone.default
      // CHECK: %[[R:.*]] = aten.relu.default %[[C]]
      // CHECK: ep.yield %[[R]]
      %2 = aten.clone.default %a : (!t) -> !t
      %3 = aten.relu_.default %2 : (!t) -> !t
      ep.yield %2 : !t
    } else {
    ^bb0(%a: !t):
      %2 = aten.abs.default %a : (!t) -> !t
      ep.yield %2 : !t
    }
    ep.return %1 : !t
  }
}

// -----

!t = !ep.tensor<[4], f32>
!b = !ep.tensor<[], i1>
ep.program @operand {
  ep.graph @operand(%p: !b {ep.input = #ep.input<user_input "p">},
                    %x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    %1 = ep.cond %p(%x) : (!b, !t) -> !t {
    ^bb0(%a: !t):
      // expected-error @below {{'aten.relu_.default' op writes an operand of a subgraph}}
      %2 = aten.relu_.default %a : (!t) -> !t
      ep.yield %2 : !t
    } else {
    ^bb0(%a: !t):
      ep.yield %a : !t
    }
    ep.return %1 : !t
  }
}

// -----

// The call of an operator that writes is functional as a whole.
!t = !ep.tensor<[4], f32>
// CHECK-LABEL: ep.graph @whole
ep.program @whole {
  ep.graph @whole(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    // CHECK: ep.auto_functionalized
    // CHECK: aten.operator "ns.accumulate_.default"
    %0 = aten.neg_.default %x : (!t) -> !t
    %1 = ep.auto_functionalized writes(%x) reads() : (!t) -> !t {
    ^bb0(%a: !t):
      aten.operator "ns.accumulate_.default"(acc = %a) : (!t) -> ()
      ep.yield %a : !t
    }
    ep.return %1 : !t
  }
}
