// RUN: kiln-opt %s --kiln-aten-functionalize --split-input-file | FileCheck %s
//
// Custom operators that are known to write operands run on copies of them.

!t = !ep.tensor<[4, 2], f32>
!c = !ep.tensor<[4], f32, strides = [2]>
// CHECK-LABEL: ep.graph @forward
// CHECK: {{^ *\)}} -> (
// CHECK-NEXT: !ep.tensor<[4, 2], f32> {ep.output = #ep.output<buffer_mutation "b">},
// CHECK-NEXT: !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}
// CHECK-NEXT: ) {
ep.program @custom {
  ep.storage @s0 bytes(32)
  ep.buffer @b persistent : !t storage(@s0)
  ep.graph @forward(%b: !t {ep.input = #ep.input<buffer "b">},
                    %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
    // CHECK: %[[C:.*]] = aten.select.int %b
    %0 = aten.select.int %b, dim = 1, index = 0 : (!t) -> !c
    // CHECK: %[[F:.*]]:2 = ep.auto_functionalized writes(%[[C]]) reads(%x)
    // CHECK: ^bb0(%[[P:.*]]: {{.*}}, %[[Q:.*]]: {{.*}}):
    // CHECK: %[[Y:.*]] = aten.operator "my.add_.default"(x = %[[Q]], state = %[[P]], k = 2 : i64)
    // CHECK: ep.yield %[[Y]], %[[P]]
    %1 = aten.operator "my.add_.default"(x = %x, state = %0, k = 2 : i64) {writes = ["state"]} : (!ep.tensor<[4], f32>, !c) -> !ep.tensor<[4], f32>
    // CHECK: %[[B:.*]] = aten.select_scatter.default %b, %[[F]]#1
    // CHECK: ep.return %[[B]], %[[F]]#0
    ep.return %1 : !ep.tensor<[4], f32>
  }
}

// -----

// One that is known to write nothing stays, whatever it is called.
!t = !ep.tensor<[4], f32>
// CHECK-LABEL: ep.graph @functional
ep.program @functional {
  ep.graph @functional(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    // CHECK: %[[Y:.*]] = aten.operator "my.copy_.default"(x = %x) {writes = []}
    // CHECK: ep.return %[[Y]]
    %0 = aten.operator "my.copy_.default"(x = %x) {writes = []} : (!t) -> !t
    ep.return %0 : !t
  }
}
