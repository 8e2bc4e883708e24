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

// An equation of two operands for one: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.einsum.default 
    %0 = aten.einsum.default equation = "ij,jk->ik", [%x] : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 3], f32>
    ep.return %0 : !ep.tensor<[3, 3], f32>
} }

// -----

// A label that no operand has: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.einsum.default 
    %0 = aten.einsum.default equation = "ij->ik", [%x] : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 3], f32>
    ep.return %0 : !ep.tensor<[3, 3], f32>
} }

// -----

// Sizes that differ: left alone.
// CHECK-LABEL: ep.graph @left_2(
ep.program @left_2 {
  ep.graph @left_2(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.einsum.default 
    %0 = aten.einsum.default equation = "ij,jk->ik", [%x, %x] : (!ep.tensor<[3, 4], f32>, !ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }
