// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors | FileCheck %s

// Custom operators stay what they are: routines of the package's user compute
// them. What is around them becomes tensors.
// CHECK-LABEL: ep.program @custom
// CHECK: %[[R:.*]] = linalg.generic
// CHECK: %[[T:.*]] = ep.from_builtin %[[R]]
// CHECK: %[[C:.*]] = aten.operator "my.op.default"(x = %[[T]], k = 2 : i64)
// CHECK: %[[W:.*]] = ep.auto_functionalized writes(%x) reads(%[[C]])
// CHECK: aten.operator "my.add_.default"
// CHECK: ep.to_builtin %[[W]]
// CHECK: linalg.generic
!t = !ep.tensor<[4], f32>
ep.program @custom {
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.relu.default %x : (!t) -> !t
    %1 = aten.operator "my.op.default"(x = %0, k = 2 : i64) : (!t) -> !t
    %2 = ep.auto_functionalized writes(%x) reads(%1) : (!t, !t) -> !t {
    ^bb0(%a: !t, %b: !t):
      aten.operator "my.add_.default"(x = %a, y = %b) : (!t, !t) -> ()
      ep.yield %a : !t
    }
    %3 = aten.relu.default %2 : (!t) -> !t
    ep.return %3 : !t
  }
}
