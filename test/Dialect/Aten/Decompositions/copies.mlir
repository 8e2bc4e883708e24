// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @as_strided_copy_default(
ep.program @as_strided_copy_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @as_strided_copy_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s85*s95]
    // CHECK-NEXT: aten.full.default size = [2, 2], fill_value = 0, dtype = i64
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 2, dtype = i64
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [2, 1]
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 2, dtype = i64
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 2]
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.index.Tensor %{{.*}}, [%{{.*}}]
    %0 = aten.as_strided_copy.default %x, size = [2, 2], stride = [1, 2], storage_offset = 0 : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[2, 2], f32>
    ep.return %0 : !ep.tensor<[2, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @as_strided_scatter_default(
ep.program @as_strided_scatter_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @as_strided_scatter_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [2, 2], fill_value = 1, dtype = i64
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 2, dtype = i64
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [2, 1]
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 2, dtype = i64
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 2]
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.view.default %x, size = [s85*s95]
    // CHECK-NEXT: aten.index_put.default %{{.*}}, [%{{.*}}], %y
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s95, s85]
    %0 = aten.as_strided_scatter.default %x, %y, size = [2, 2], stride = [1, 2], storage_offset = 1 : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[2, 2], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @diagonal_scatter_default(
ep.program @diagonal_scatter_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @diagonal_scatter_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = s87, dtype = i64
    // CHECK-NEXT: aten.permute.default %x, dims = [0, 1]
    // CHECK-NEXT: aten.permute.default %y, dims = [0]
    // CHECK-NEXT: aten.index_put.default %{{.*}}, [%{{.*}}], %{{.*}}
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1]
    %0 = aten.diagonal_scatter.default %x, %y : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// The strides are those of another layout: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[3, 4], f32, strides = [1, 3]> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.as_strided_scatter.default 
    %0 = aten.as_strided_scatter.default %x, %y, size = [2], stride = [1] : (!ep.tensor<[3, 4], f32, strides = [1, 3]>, !ep.tensor<[2], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// A diagonal of one dimension: left alone.
// CHECK-LABEL: ep.graph @left_2(
ep.program @left_2 {
  ep.graph @left_2(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.diagonal_scatter.default 
    %0 = aten.diagonal_scatter.default %x, %y, dim1 = 1, dim2 = 1 : (!ep.tensor<[3, 4], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }
