// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// The norm of each slice.
// CHECK-LABEL: ep.graph @along(
ep.program @along {
  ep.graph @along(%v: !ep.tensor<[4, 3, 2], f32> {ep.input = #ep.input<user_input "v">}, %g: !ep.tensor<[4, 1, 1], f32> {ep.input = #ep.input<user_input "g">})
    -> (!ep.tensor<[4, 3, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.abs.default
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [1, 2], keepdim = true
    // CHECK: aten.div.Tensor %g
    // CHECK: aten.mul.Tensor %v
    %0 = aten._weight_norm.default %v, %g : (!ep.tensor<[4, 3, 2], f32>, !ep.tensor<[4, 1, 1], f32>) -> !ep.tensor<[4, 3, 2], f32>
    ep.return %0 : !ep.tensor<[4, 3, 2], f32>
} }

// -----

// The norms are wanted, too.
// CHECK-LABEL: ep.graph @both(
ep.program @both {
  ep.graph @both(%v: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "v">}, %g: !ep.tensor<[1, 3], f32> {ep.input = #ep.input<user_input "g">})
    -> (!ep.tensor<[4, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[1, 3], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [0], keepdim = true
    // CHECK: %[[N:.*]] = aten.pow.Tensor_Scalar
    // CHECK: aten.div.Tensor %g, %[[N]]
    %0:2 = aten._weight_norm_interface.default %v, %g, dim = 1 : (!ep.tensor<[4, 3], f32>, !ep.tensor<[1, 3], f32>) -> (!ep.tensor<[4, 3], f32>, !ep.tensor<[1, 3], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[4, 3], f32>, !ep.tensor<[1, 3], f32>
} }

// -----

// Of all elements it is a number.
// CHECK-LABEL: ep.graph @whole(
ep.program @whole {
  ep.graph @whole(%v: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "v">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [0, 1], keepdim = true
    // CHECK: aten.view.default %{{.*}}, size = []
    %0 = aten.norm_except_dim.default %v, dim = -1 : (!ep.tensor<[4, 3], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// Of each row.
// CHECK-LABEL: ep.graph @rows(
ep.program @rows {
  ep.graph @rows(%v: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "v">})
    -> (!ep.tensor<[4, 1], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [1], keepdim = true
    %0 = aten.norm_except_dim.default %v : (!ep.tensor<[4, 3], f32>) -> !ep.tensor<[4, 1], f32>
    ep.return %0 : !ep.tensor<[4, 1], f32>
} }

// -----

// There is no such dimension: left alone.
// CHECK-LABEL: ep.graph @left(
ep.program @left {
  ep.graph @left(%v: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "v">}, %g: !ep.tensor<[4, 1], f32> {ep.input = #ep.input<user_input "g">})
    -> (!ep.tensor<[4, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._weight_norm.default
    %0 = aten._weight_norm.default %v, %g, dim = 2 : (!ep.tensor<[4, 3], f32>, !ep.tensor<[4, 1], f32>) -> !ep.tensor<[4, 3], f32>
    ep.return %0 : !ep.tensor<[4, 3], f32>
} }

// -----

// There is no such dimension: left alone.
// CHECK-LABEL: ep.graph @left_norm(
ep.program @left_norm {
  ep.graph @left_norm(%v: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "v">})
    -> (!ep.tensor<[4, 1], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.norm_except_dim.default
    %0 = aten.norm_except_dim.default %v, dim = 2 : (!ep.tensor<[4, 3], f32>) -> !ep.tensor<[4, 1], f32>
    ep.return %0 : !ep.tensor<[4, 1], f32>
} }
