// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @select_backward_default(
ep.program @select_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @select_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [s0, 4], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.select_scatter.default %{{.*}}, %x, dim = 1, index = 2
    %0 = aten.select_backward.default %x, input_sizes = [s0, 4], dim = 1, index = 2 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @slice_backward_default(
ep.program @slice_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @slice_backward_default(%x: !ep.tensor<[s0, 2], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [s0, 4], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.slice_scatter.default %{{.*}}, %x, dim = 1, start = 0, end = 2
    %0 = aten.slice_backward.default %x, input_sizes = [s0, 4], dim = 1, start = 0, end = 2, step = 1 : (!ep.tensor<[s0, 2], f32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @diagonal_backward_default(
ep.program @diagonal_backward_default {
  ep.graph @diagonal_backward_default(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [4, 4], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 4, dtype = i64
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1]
    // CHECK-NEXT: aten.permute.default %x, dims = [0]
    // CHECK-NEXT: aten.index_put.default %{{.*}}, [%{{.*}}], %{{.*}}
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1]
    %0 = aten.diagonal_backward.default %x, input_sizes = [4, 4], offset = 0, dim1 = 0, dim2 = 1 : (!ep.tensor<[4], f32>) -> !ep.tensor<[4, 4], f32>
    ep.return %0 : !ep.tensor<[4, 4], f32>
} }

// -----

// What overlaps adds up.
// CHECK-LABEL: ep.graph @windows(
ep.program @windows { ep.symbol @n range(2, 64)
  ep.graph @windows(%g: !ep.tensor<[n, 4, 3], f32> {ep.input = #ep.input<user_input "g">})
    -> (!ep.tensor<[n, 9], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %{{.*}}, size = [n, 12]
    // CHECK: aten.index_put.default %{{.*}}, [none, %{{.*}}], %{{.*}}, accumulate = true
    %0 = aten.unfold_backward.default %g, input_sizes = [n, 9], dim = 1, size = 3, step = 2 : (!ep.tensor<[n, 4, 3], f32>) -> !ep.tensor<[n, 9], f32>
    ep.return %0 : !ep.tensor<[n, 9], f32>
} }

// -----

// Each padded dimension by itself, the last first.
// CHECK-LABEL: ep.graph @mirrored(
ep.program @mirrored {
  ep.graph @mirrored(%g: !ep.tensor<[2, 7, 9], f32> {ep.input = #ep.input<user_input "g">}, %x: !ep.tensor<[2, 5, 6], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 5, 6], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.index_put.default %{{.*}}, [none, none, %{{.*}}], %g, accumulate = true
    // CHECK: aten.index_put.default %{{.*}}, [none, %{{.*}}], %{{.*}}, accumulate = true
    %0 = aten.reflection_pad2d_backward.default %g, %x, padding = [1, 2, 1, 1] : (!ep.tensor<[2, 7, 9], f32>, !ep.tensor<[2, 5, 6], f32>) -> !ep.tensor<[2, 5, 6], f32>
    ep.return %0 : !ep.tensor<[2, 5, 6], f32>
} }

// -----

// Over the last dimension.
// CHECK-LABEL: ep.graph @rms(
ep.program @rms { ep.symbol @n range(2, 64)
  ep.graph @rms(%g: !ep.tensor<[n, 8], f32> {ep.input = #ep.input<user_input "g">}, %x: !ep.tensor<[n, 8], f32> {ep.input = #ep.input<user_input "x">}, %r: !ep.tensor<[n, 1], f32> {ep.input = #ep.input<user_input "r">}, %w: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[n, 8], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[8], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.mean.dim %{{.*}}, dim = [1], keepdim = true
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [0]
    %0:2 = aten._fused_rms_norm_backward.default %g, %x, normalized_shape = [8], %r, %w, output_mask = [true, true] : (!ep.tensor<[n, 8], f32>, !ep.tensor<[n, 8], f32>, !ep.tensor<[n, 1], f32>, !ep.tensor<[8], f32>) -> (!ep.tensor<[n, 8], f32>, !ep.tensor<[8], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[n, 8], f32>, !ep.tensor<[8], f32>
} }

// -----

// More dimensions than there are: left alone.
// CHECK-LABEL: ep.graph @left_rms(
ep.program @left_rms {
  ep.graph @left_rms(%g: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "g">}, %x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">}, %r: !ep.tensor<[1], f32> {ep.input = #ep.input<user_input "r">}, %w: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[8], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten._fused_rms_norm_backward.default
    %0:2 = aten._fused_rms_norm_backward.default %g, %x, normalized_shape = [4, 8], %r, %w, output_mask = [true, true] : (!ep.tensor<[8], f32>, !ep.tensor<[8], f32>, !ep.tensor<[1], f32>, !ep.tensor<[8], f32>) -> (!ep.tensor<[8], f32>, !ep.tensor<[8], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[8], f32>, !ep.tensor<[8], f32>
} }

// -----

// Statistics of the batch.
// CHECK-LABEL: ep.graph @batch(
ep.program @batch { ep.symbol @n range(2, 64)
  ep.graph @batch(%g: !ep.tensor<[n, 4, 5], f32> {ep.input = #ep.input<user_input "g">}, %x: !ep.tensor<[n, 4, 5], f32> {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "w">}, %m: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "m">}, %s: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[n, 4, 5], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.mean.dim %g, dim = [0, 2], keepdim = true
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [0, 2]
    %0:3 = aten.native_batch_norm_backward.default %g, %x, %w, none, none, %m, %s, train = true, eps = 1.000000e-05, output_mask = [true, true, true] : (!ep.tensor<[n, 4, 5], f32>, !ep.tensor<[n, 4, 5], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> (!ep.tensor<[n, 4, 5], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[n, 4, 5], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>
} }

// -----

// No running statistics: left alone.
// CHECK-LABEL: ep.graph @left_batch(
ep.program @left_batch {
  ep.graph @left_batch(%g: !ep.tensor<[2, 4], f32> {ep.input = #ep.input<user_input "g">}, %x: !ep.tensor<[2, 4], f32> {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[2, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.native_batch_norm_backward.default
    %0:3 = aten.native_batch_norm_backward.default %g, %x, %w, none, none, none, none, train = false, eps = 1.000000e-05, output_mask = [true, true, true] : (!ep.tensor<[2, 4], f32>, !ep.tensor<[2, 4], f32>, !ep.tensor<[4], f32>) -> (!ep.tensor<[2, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[2, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @reflection_pad1d_backward_default(
ep.program @reflection_pad1d_backward_default { ep.symbol @n range(2, 64)
  ep.graph @reflection_pad1d_backward_default(%a: !ep.tensor<[n, 7], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[n, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 7, dtype = i64
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.full.default size = [n, 5], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.index_put.default %{{.*}}, [none, %{{.*}}], %a, accumulate = true
    %0 = aten.reflection_pad1d_backward.default %a, %b, padding = [1, 1] : (!ep.tensor<[n, 7], f32>, !ep.tensor<[n, 5], f32>) -> !ep.tensor<[n, 5], f32>
    ep.return %0 : !ep.tensor<[n, 5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @reflection_pad3d_backward_default(
ep.program @reflection_pad3d_backward_default {
  ep.graph @reflection_pad3d_backward_default(%a: !ep.tensor<[2, 5, 6, 7], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[2, 3, 6, 7], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[2, 3, 6, 7], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [2, 5, 6, 7], fill_value = 0, dtype = f32
    // CHECK: aten.index_put.default %{{.*}}, [none, none, none, %{{.*}}], %a, accumulate = true
    // CHECK: aten.arange.start_step start = 0, end = 6, dtype = i64
    // CHECK: ep.number 5
    // CHECK: ep.number 5
    // CHECK: aten.full.default size = [2, 5, 6, 7], fill_value = 0, dtype = f32
    // CHECK: aten.index_put.default %{{.*}}, [none, none, %{{.*}}], %{{.*}}, accumulate = true
    // CHECK: aten.arange.start_step start = 0, end = 5, dtype = i64
    // CHECK: ep.number 2
    // CHECK: ep.number 2
    // CHECK: aten.full.default size = [2, 3, 6, 7], fill_value = 0, dtype = f32
    // CHECK: aten.index_put.default %{{.*}}, [none, %{{.*}}], %{{.*}}, accumulate = true
    %0 = aten.reflection_pad3d_backward.default %a, %b, padding = [0, 0, 0, 0, 1, 1] : (!ep.tensor<[2, 5, 6, 7], f32>, !ep.tensor<[2, 3, 6, 7], f32>) -> !ep.tensor<[2, 3, 6, 7], f32>
    ep.return %0 : !ep.tensor<[2, 3, 6, 7], f32>
} }
