// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @pools
ep.program @pools { ep.graph @pools(
          %x: !ep.tensor<[s0, 4, 8, 8], f32> {ep.input = #ep.input<user_input "x">},
          %u: !ep.tensor<[4, 8, 8], f32> {ep.input = #ep.input<user_input "u">}
      ) -> (!ep.tensor<[s0, 4, 5, 5], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4, 1, 1], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 4, 2, 1], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: %[[P:.*]]:2 = aten.max_pool2d_with_indices.default %x, kernel_size = [3, 3], stride = [2, 2], padding = [1, 1], ceil_mode = true : {{.*}} -> (!ep.tensor<[s0, 4, 5, 5], f32>, !ep.tensor<[s0, 4, 5, 5], i64>)
  %0 = aten.max_pool2d.default %x, kernel_size = [3, 3], stride = [2, 2], padding = [1, 1], ceil_mode = true : (!ep.tensor<[s0, 4, 8, 8], f32>) -> !ep.tensor<[s0, 4, 5, 5], f32>
  // The mean of each plane, or an operator of its own.
  // CHECK: %[[M:.*]] = aten.mean.dim %u, dim = [-1, -2], keepdim = true : {{.*}} -> !ep.tensor<[4, 1, 1], f32>
  %1 = aten.adaptive_avg_pool2d.default %u, output_size = [1, 1] : (!ep.tensor<[4, 8, 8], f32>) -> !ep.tensor<[4, 1, 1], f32>
  // CHECK: %[[A:.*]] = aten._adaptive_avg_pool2d.default %x, output_size = [2, 1]
  %2 = aten.adaptive_avg_pool2d.default %x, output_size = [2, 1] : (!ep.tensor<[s0, 4, 8, 8], f32>) -> !ep.tensor<[s0, 4, 2, 1], f32>
  // CHECK: ep.return %[[P]]#0, %[[M]], %[[A]] :
  ep.return %0, %1, %2 : !ep.tensor<[s0, 4, 5, 5], f32>,
    !ep.tensor<[4, 1, 1], f32>,
    !ep.tensor<[s0, 4, 2, 1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @sums
ep.program @sums { ep.graph @sums(
          %x: !ep.tensor<[s0, 4], f16> {ep.input = #ep.input<user_input "x">},
          %b: !ep.tensor<[3], i1> {ep.input = #ep.input<user_input "b">}
      ) -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[], i64> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: aten.sum.dim_IntList %x, dim = [], dtype = f32 : {{.*}} -> !ep.tensor<[], f32>
  %0 = aten.sum.default %x, dtype = f32 : (!ep.tensor<[s0, 4], f16>) -> !ep.tensor<[], f32>
  // CHECK: aten.sum.dim_IntList %b, dim = [] : {{.*}} -> !ep.tensor<[], i64>
  %1 = aten.sum.default %b : (!ep.tensor<[3], i1>) -> !ep.tensor<[], i64>
  ep.return %0, %1 : !ep.tensor<[], f32>,
    !ep.tensor<[], i64>
} }
