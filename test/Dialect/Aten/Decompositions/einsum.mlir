// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @einsum_default(
ep.program @einsum_default { ep.symbol @s95 range(2, 64)
  ep.graph @einsum_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sum.dim_IntList %x, dim = [0]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = []
    %0 = aten.einsum.default equation = "i->", [%x] : (!ep.tensor<[s95], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// What the other operand has once is summed up before: nothing is contracted.
// CHECK-LABEL: ep.graph @repeated(
ep.program @repeated {
  ep.graph @repeated(%x: !ep.tensor<[3, 1], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[4, 5], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sum.dim_IntList %y, dim = [0]
    // CHECK: aten.mul.Tensor
    // CHECK-NOT: aten.bmm
    // CHECK: ep.return
    %0 = aten.einsum.default equation = "ij,jk->ik", [%x, %y] : (!ep.tensor<[3, 1], f32>, !ep.tensor<[4, 5], f32>) -> !ep.tensor<[3, 5], f32>
    ep.return %0 : !ep.tensor<[3, 5], f32>
} }

// -----

// A path says which two are next; their product is the last operand then.
// CHECK-LABEL: ep.graph @path(
ep.program @path {
  ep.graph @path(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[4, 5], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[5, 2], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[3, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.bmm.default {{.*}} -> !ep.tensor<[1, 4, 2], f32>
    // CHECK: aten.bmm.default {{.*}} -> !ep.tensor<[1, 3, 2], f32>
    %0 = aten.einsum.default equation = "ij,jk,kl->il", [%x, %y, %z], path = [1, 2, 0, 1] : (!ep.tensor<[3, 4], f32>, !ep.tensor<[4, 5], f32>, !ep.tensor<[5, 2], f32>) -> !ep.tensor<[3, 2], f32>
    ep.return %0 : !ep.tensor<[3, 2], f32>
} }

// -----

// A path of one step for three operands: left alone.
// CHECK-LABEL: ep.graph @short_path(
ep.program @short_path {
  ep.graph @short_path(%x: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.einsum.default
    %0 = aten.einsum.default equation = "ij,jk,kl->il", [%x, %x, %x], path = [1, 2] : (!ep.tensor<[3, 3], f32>, !ep.tensor<[3, 3], f32>, !ep.tensor<[3, 3], f32>) -> !ep.tensor<[3, 3], f32>
    ep.return %0 : !ep.tensor<[3, 3], f32>
} }
