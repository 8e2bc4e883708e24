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

// CHECK-LABEL: ep.graph @max_pool1d_with_indices_default(
ep.program @max_pool1d_with_indices_default {
  ep.graph @max_pool1d_with_indices_default(%x: !ep.tensor<[1, 2, 3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 1], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[1, 2, 1], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 2
    // CHECK-NEXT: aten.max_pool2d_with_indices.default %{{.*}}, kernel_size = [1, 3], stride = [1, 2], ceil_mode = true
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [2]
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [2]
    %0:2 = aten.max_pool1d_with_indices.default %x, kernel_size = [3], stride = [2], ceil_mode = true : (!ep.tensor<[1, 2, 3], f32>) -> (!ep.tensor<[1, 2, 1], f32>, !ep.tensor<[1, 2, 1], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[1, 2, 1], f32>, !ep.tensor<[1, 2, 1], i64>
} }

// -----

// CHECK-LABEL: ep.graph @adaptive_avg_pool3d_default(
ep.program @adaptive_avg_pool3d_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @adaptive_avg_pool3d_default(%x: !ep.tensor<[s95, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68, s43], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._adaptive_avg_pool3d.default %x, output_size = [s85, s68, s43]
    %0 = aten.adaptive_avg_pool3d.default %x, output_size = [s85, s68, s43] : (!ep.tensor<[s95, s85, s68, s43], f32>) -> !ep.tensor<[s95, s85, s68, s43], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68, s43], f32>
} }

// -----

// CHECK-LABEL: ep.graph @max_unpool2d_default(
ep.program @max_unpool2d_default { ep.symbol @s85 range(2, 64)
  ep.graph @max_unpool2d_default(%x: !ep.tensor<[1, s85, 2, 1], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, s85, 2, 1], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[1, s85, 6, 1], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [1, s85, 6], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.view.default %y, size = [1, s85, 2]
    // CHECK-NEXT: aten.view.default %x, size = [1, s85, 2]
    // CHECK-NEXT: aten.scatter.src %{{.*}}, dim = 2, %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, s85, 6, 1]
    %0 = aten.max_unpool2d.default %x, %y, output_size = [6, 1] : (!ep.tensor<[1, s85, 2, 1], f32>, !ep.tensor<[1, s85, 2, 1], i64>) -> !ep.tensor<[1, s85, 6, 1], f32>
    ep.return %0 : !ep.tensor<[1, s85, 6, 1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @max_unpool3d_default(
ep.program @max_unpool3d_default { ep.symbol @s15 range(2, 64) ep.symbol @s85 range(2, 64)
  ep.graph @max_unpool3d_default(%x: !ep.tensor<[1, s85, 2, 2, s15], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, s85, 2, 2, s15], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[1, s85, 6, 6, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [1, s85, 180], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.view.default %y, size = [1, s85, 4*s15]
    // CHECK-NEXT: aten.view.default %x, size = [1, s85, 4*s15]
    // CHECK-NEXT: aten.scatter.src %{{.*}}, dim = 2, %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, s85, 6, 6, 5]
    %0 = aten.max_unpool3d.default %x, %y, output_size = [6, 6, 5], stride = [3, 3, 3], padding = [0, 0, 0] : (!ep.tensor<[1, s85, 2, 2, s15], f32>, !ep.tensor<[1, s85, 2, 2, s15], i64>) -> !ep.tensor<[1, s85, 6, 6, 5], f32>
    ep.return %0 : !ep.tensor<[1, s85, 6, 6, 5], f32>
} }

// -----

// Another rank: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.max_pool1d.default 
    %0 = aten.max_pool1d.default %x, kernel_size = [2] : (!ep.tensor<[4], f32>) -> !ep.tensor<[2], f32>
    ep.return %0 : !ep.tensor<[2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @adaptive_max_pool1d(
ep.program @adaptive_max_pool1d { ep.symbol @s0 range(2, 64)
  ep.graph @adaptive_max_pool1d(%x: !ep.tensor<[3, s0, 8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, s0, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3, s0, 4], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[X:.*]] = aten.unsqueeze.default %x, dim = 2
    // CHECK-NEXT: %[[P:.*]]:2 = aten.adaptive_max_pool2d.default %[[X]], output_size = [1, 4]
    // CHECK-NEXT: aten.squeeze.dims %[[P]]#0, dim = [2]
    // CHECK-NEXT: aten.squeeze.dims %[[P]]#1, dim = [2]
    %0:2 = aten.adaptive_max_pool1d.default %x, output_size = [4] : (!ep.tensor<[3, s0, 8], f32>) -> (!ep.tensor<[3, s0, 4], f32>, !ep.tensor<[3, s0, 4], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[3, s0, 4], f32>, !ep.tensor<[3, s0, 4], i64>
} }

// -----

// A plane is no row: left alone.
// CHECK-LABEL: ep.graph @left_rank(
ep.program @left_rank {
  ep.graph @left_rank(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.adaptive_max_pool1d.default 
    %0:2 = aten.adaptive_max_pool1d.default %x, output_size = [4] : (!ep.tensor<[8], f32>) -> (!ep.tensor<[4], f32>, !ep.tensor<[4], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[4], f32>, !ep.tensor<[4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @max_pool3d_default(
ep.program @max_pool3d_default { ep.symbol @n range(2, 64)
  ep.graph @max_pool3d_default(%a: !ep.tensor<[n, 2, 8, 8, 8], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 2, 4, 4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.max_pool3d_with_indices.default %a, kernel_size = [2, 2, 2]
    %0 = aten.max_pool3d.default %a, kernel_size = [2, 2, 2] : (!ep.tensor<[n, 2, 8, 8, 8], f32>) -> !ep.tensor<[n, 2, 4, 4, 4], f32>
    ep.return %0 : !ep.tensor<[n, 2, 4, 4, 4], f32>
} }
