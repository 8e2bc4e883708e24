// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// A matrix, a vector and a stack of matrices by a weight.
// CHECK-LABEL: ep.graph @linear
ep.program @linear { ep.graph @linear(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[5, 4], f32> {ep.input = #ep.input<user_input "w">},
          %b: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "b">},
          %v: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "v">},
          %y: !ep.tensor<[s0, s1, 4], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[s0, 5], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[5], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, s1, 5], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: %[[W0:.*]] = aten.permute.default %w, dims = [1, 0]
  // CHECK: aten.addmm.default %b, %x, %[[W0]] :
  %0 = aten.linear.default %x, %w, %b : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[5, 4], f32>, !ep.tensor<[5], f32>) -> !ep.tensor<[s0, 5], f32>
  // CHECK: %[[W1:.*]] = aten.permute.default %w, dims = [1, 0]
  // CHECK: %[[V:.*]] = aten.view.default %v, size = [1, 4]
  // CHECK: %[[M1:.*]] = aten.mm.default %[[V]], %[[W1]] : {{.*}} -> !ep.tensor<[1, 5], f32>
  // CHECK: aten.view.default %[[M1]], size = [5]
  %1 = aten.linear.default %v, %w : (!ep.tensor<[4], f32>, !ep.tensor<[5, 4], f32>) -> !ep.tensor<[5], f32>
  // CHECK: %[[Y:.*]] = aten.view.default %y, size = [s0*s1, 4]
  // CHECK: %[[M2:.*]] = aten.addmm.default %b, %[[Y]], {{.*}} -> !ep.tensor<[s0*s1, 5], f32>
  // CHECK: aten.view.default %[[M2]], size = [s0, s1, 5]
  %2 = aten.linear.default %y, %w, %b : (!ep.tensor<[s0, s1, 4], f32>, !ep.tensor<[5, 4], f32>, !ep.tensor<[5], f32>) -> !ep.tensor<[s0, s1, 5], f32>
  ep.return %0, %1, %2 : !ep.tensor<[s0, 5], f32>,
    !ep.tensor<[5], f32>,
    !ep.tensor<[s0, s1, 5], f32>
} }

// -----

// Products of any ranks.
// CHECK-LABEL: ep.graph @products
ep.program @products { ep.graph @products(
          %m: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "m">},
          %n: !ep.tensor<[4, 5], f32> {ep.input = #ep.input<user_input "n">},
          %v: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "v">},
          %y: !ep.tensor<[s1, s0, 4], f32> {ep.input = #ep.input<user_input "y">},
          %z: !ep.tensor<[2, 1, 4, 6], f32> {ep.input = #ep.input<user_input "z">}
      ) -> (!ep.tensor<[s0, 5], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s1, s0, 5], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[2, s1, s0, 6], f32> {ep.output = #ep.output<user_output "3">}) {
  // CHECK: aten.mm.default %m, %n :
  %0 = aten.matmul.default %m, %n : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4, 5], f32>) -> !ep.tensor<[s0, 5], f32>
  // Vectors are the rows of matrices.
  // CHECK: %[[R:.*]] = aten.unsqueeze.default %v, dim = 0
  // CHECK: %[[L:.*]] = aten.unsqueeze.default %v, dim = 0
  // CHECK: %[[C:.*]] = aten.permute.default %[[R]], dims = [1, 0]
  // CHECK: %[[D:.*]] = aten.mm.default %[[L]], %[[C]] : {{.*}} -> !ep.tensor<[1, 1], f32>
  // CHECK: aten.view.default %[[D]], size = []
  %1 = aten.matmul.default %v, %v : (!ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[], f32>
  // A stack by a matrix is one product.
  // CHECK: %[[F:.*]] = aten.view.default %y, size = [s0*s1, 4]
  // CHECK: %[[G:.*]] = aten.mm.default %[[F]], %n :
  // CHECK: aten.view.default %[[G]], size = [s1, s0, 5]
  %2 = aten.matmul.default %y, %n : (!ep.tensor<[s1, s0, 4], f32>, !ep.tensor<[4, 5], f32>) -> !ep.tensor<[s1, s0, 5], f32>
  // Batches broadcast.
  // CHECK: %[[EA:.*]] = aten.expand.default %y, size = [2, s1, s0, 4] : {{.*}} -> !ep.tensor<[2, s1, s0, 4], f32, strides = [0, 4*Max(1, s0), 4, 1]>
  // CHECK: %[[CA:.*]] = aten.clone.default %[[EA]], memory_format = contiguous_format
  // CHECK: %[[VA:.*]] = aten.view.default %[[CA]], size = [2*s1, s0, 4]
  // CHECK: %[[EB:.*]] = aten.expand.default %z, size = [2, s1, 4, 6]
  // CHECK: %[[CB:.*]] = aten.clone.default %[[EB]]
  // CHECK: %[[VB:.*]] = aten.view.default %[[CB]], size = [2*s1, 4, 6]
  // CHECK: %[[B:.*]] = aten.bmm.default %[[VA]], %[[VB]] : {{.*}} -> !ep.tensor<[2*s1, s0, 6], f32>
  // CHECK: aten.view.default %[[B]], size = [2, s1, s0, 6]
  %3 = aten.matmul.default %y, %z : (!ep.tensor<[s1, s0, 4], f32>, !ep.tensor<[2, 1, 4, 6], f32>) -> !ep.tensor<[2, s1, s0, 6], f32>
  ep.return %0, %1, %2, %3 : !ep.tensor<[s0, 5], f32>,
    !ep.tensor<[], f32>,
    !ep.tensor<[s1, s0, 5], f32>,
    !ep.tensor<[2, s1, s0, 6], f32>
} }
