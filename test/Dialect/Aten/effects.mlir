// RUN: kiln-opt %s --cse | FileCheck %s

// Equal operators are one; those that draw random numbers, write or check
// something are kept; a different argument makes another operator.
!t = !ep.tensor<[s0, 64], f32>
// CHECK-LABEL: ep.graph @effects
ep.program @effects {
  ep.graph @effects(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">},
          !t {ep.output = #ep.output<user_output "2">}) {
    // CHECK: %[[A:.*]] = aten.gelu.default %{{[^,]*}} :
    %0 = aten.gelu.default %x : (!t) -> !t
    %1 = aten.gelu.default %x, approximate = "none" : (!t) -> !t
    // CHECK: %[[B:.*]] = aten.gelu.default %{{.*}}, approximate = "tanh"
    %2 = aten.gelu.default %x, approximate = "tanh" : (!t) -> !t
    // CHECK: aten.rand.default
    // CHECK: aten.rand.default
    %3 = aten.rand.default size = [3] : () -> !ep.tensor<[3], f32>
    %4 = aten.rand.default size = [3] : () -> !ep.tensor<[3], f32>
    // CHECK: aten._assert_async.default
    aten._assert_async.default %x : (!t) -> ()
    // CHECK: aten.relu_.default
    %5 = aten.relu_.default %x : (!t) -> !t
    // CHECK-NOT: aten.abs.default
    %6 = aten.abs.default %x : (!t) -> !t
    // CHECK: aten.operator "my.op.default"
    aten.operator "my.op.default"(x = %x) : (!t) -> ()
    // CHECK: ep.return %[[A]], %[[A]], %[[B]]
    ep.return %0, %1, %2 : !t, !t, !t
  }
}
