// RUN: kiln-opt %s --kiln-aten-expand-core --split-input-file | FileCheck %s

// Bins are found in f64; what is outside is counted apart and dropped.
// CHECK-LABEL: ep.graph @range
ep.program @range { ep.symbol @n range(1, 64)
  ep.graph @range(%x: !ep.tensor<[n, 3], f16> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[8], f16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %{{.*}}, dtype = f64
    // CHECK: %[[P:.*]] = aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK: aten.clamp.default %[[P]], max = 7
    // CHECK: %[[B:.*]] = aten.where.self
    // CHECK: %[[Z:.*]] = aten.full.default size = [9]
    // CHECK: %[[C:.*]] = aten.index_put.default %[[Z]], [%[[B]]], %{{.*}}, accumulate = true
    // CHECK: aten.slice.Tensor %[[C]], start = 0, end = 8
    // CHECK-NOT: _assert_async
    %0 = aten.histc.default %x, bins = 8, min = -1, max = 1.5 : (!ep.tensor<[n, 3], f16>) -> !ep.tensor<[8], f16>
    ep.return %0 : !ep.tensor<[8], f16>
} }

// -----

// The range of the data, which must be finite.
// CHECK-LABEL: ep.graph @of_data
ep.program @of_data { ep.symbol @n range(0, 64)
  ep.graph @of_data(%x: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.amin.default
    // CHECK: aten.amax.default
    // CHECK: aten._assert_async.msg %{{.*}}, assert_msg = "a histogram needs a finite range"
    // CHECK: aten.index_put.default
    %0 = aten.histc.default %x, bins = 4 : (!ep.tensor<[n], f32>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// A range that ends before it begins.
// CHECK-LABEL: ep.graph @no_range
ep.program @no_range { ep.symbol @n range(0, 64)
  ep.graph @no_range(%x: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.histc.default
    %0 = aten.histc.default %x, bins = 4, min = 2, max = 1 : (!ep.tensor<[n], f32>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// Bins by their edges: as many as do not lie behind an element. Densities are
// divided by the sum of weights and the volume.
// CHECK-LABEL: ep.graph @edges
ep.program @edges {
  ep.graph @edges(%x: !ep.tensor<[4, 6], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[4, 6], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[6], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[E:.*]] = aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK: %[[P:.*]] = aten.bucketize.Tensor %{{.*}}, %{{.*}}, right = true
    // CHECK: aten.index_put.default %{{.*}}, accumulate = true
    // CHECK: aten.sum.dim_IntList
    // CHECK: aten.div.Tensor
    // CHECK: ep.return %{{.*}}, %[[E]]
    %0:2 = aten.histogram.bin_ct %x, %w, bins = 5, range = [-1.0, 1.0], density = true : (!ep.tensor<[4, 6], f32>, !ep.tensor<[4, 6], f32>) -> (!ep.tensor<[5], f32>, !ep.tensor<[6], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[5], f32>, !ep.tensor<[6], f32>
} }

// -----

// Edges as they are given.
// CHECK-LABEL: ep.graph @given_edges
ep.program @given_edges {
  ep.graph @given_edges(%x: !ep.tensor<[6], f32> {ep.input = #ep.input<user_input "x">},
    %b: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.bucketize.Tensor
    // CHECK: ep.return %{{.*}}, %b
    %0:2 = aten.histogram.bins_tensor %x, %b : (!ep.tensor<[6], f32>, !ep.tensor<[4], f32>) -> (!ep.tensor<[3], f32>, !ep.tensor<[4], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[3], f32>, !ep.tensor<[4], f32>
} }

// -----

// In two dimensions bins are numbered in row-major order.
// CHECK-LABEL: ep.graph @points
ep.program @points { ep.symbol @n range(1, 64)
  ep.graph @points(%x: !ep.tensor<[n, 2], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.bucketize.Tensor
    // CHECK: aten.mul.Tensor
    // CHECK: aten.bucketize.Tensor
    // CHECK: aten.index_put.default
    // CHECK: aten.view.default %{{.*}}, size = [3, 4]
    %0 = aten._histogramdd_from_bin_cts.default %x, bins = [3, 4], range = [0.0, 1.0, 0.0, 2.0] : (!ep.tensor<[n, 2], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @point_edges
ep.program @point_edges { ep.symbol @n range(1, 64)
  ep.graph @point_edges(%x: !ep.tensor<[n, 2], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[5], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.select.int %{{.*}}, dim = 1, index = 0
    // CHECK: aten._assert_async.msg
    // CHECK: aten.select.int %{{.*}}, dim = 1, index = 1
    // CHECK: aten._assert_async.msg
    %0:2 = aten._histogramdd_bin_edges.default %x, bins = [3, 4] : (!ep.tensor<[n, 2], f32>) -> (!ep.tensor<[4], f32>, !ep.tensor<[5], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[4], f32>, !ep.tensor<[5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @points_of_edges
ep.program @points_of_edges { ep.symbol @n range(1, 64)
  ep.graph @points_of_edges(%x: !ep.tensor<[n, 2], f32> {ep.input = #ep.input<user_input "x">},
    %a: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "a">},
    %b: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.bucketize.Tensor
    // CHECK: aten.bucketize.Tensor
    // CHECK-NOT: aten._histogramdd
    %0 = aten._histogramdd_from_bin_tensors.default %x, [%a, %b] : (!ep.tensor<[n, 2], f32>, !ep.tensor<[4], f32>, !ep.tensor<[5], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// How many bins there are is read, which binds the size.
// CHECK-LABEL: ep.graph @counts
ep.program @counts { ep.symbol @n range(0, 64) ep.symbol @u0 range(0, 100)
  ep.graph @counts(%x: !ep.tensor<[n], i32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[u0], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._assert_async.msg %{{.*}}, assert_msg = "bincount: a number is negative"
    // CHECK: %[[L:.*]] = aten.cat.default
    // CHECK: %[[N:.*]] = aten.amax.default %[[L]]
    // CHECK: aten._local_scalar_dense.default %[[N]] : {{.*}} -> !ep.number<u0>
    // CHECK: aten.index_put.default %{{.*}}, accumulate = true
    %0 = aten.bincount.default %x, minlength = 4 : (!ep.tensor<[n], i32>) -> !ep.tensor<[u0], i64>
    ep.return %0 : !ep.tensor<[u0], i64>
} }

// -----

// Weights are added in f64.
// CHECK-LABEL: ep.graph @weights
ep.program @weights { ep.symbol @n range(0, 64) ep.symbol @u0 range(0, 100)
  ep.graph @weights(%x: !ep.tensor<[n], i32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[W:.*]] = aten._to_copy.default %w, dtype = f64
    // CHECK: aten.index_put.default %{{.*}}, [%{{.*}}], %[[W]], accumulate = true
    %0 = aten.bincount.default %x, %w : (!ep.tensor<[n], i32>, !ep.tensor<[n], f32>) -> !ep.tensor<[u0], f32>
    ep.return %0 : !ep.tensor<[u0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @repeats
ep.program @repeats { ep.symbol @u0 range(0, 100)
  ep.graph @repeats(%x: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[u0], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._assert_async.msg %{{.*}}, assert_msg = "repeat_interleave: a repeat is negative"
    // CHECK: %[[N:.*]] = aten.sum.dim_IntList %x
    // CHECK: aten._local_scalar_dense.default %[[N]] : {{.*}} -> !ep.number<u0>
    // CHECK: %[[E:.*]] = aten.cumsum.default %x, dim = 0
    // CHECK: aten.bucketize.Tensor %{{.*}}, %[[E]], right = true
    %0 = aten.repeat_interleave.Tensor %x : (!ep.tensor<[4], i64>) -> !ep.tensor<[u0], i64>
    ep.return %0 : !ep.tensor<[u0], i64>
} }

// -----

// A size that is known already is read all the same: kiln-convert-aten-to-linalg checks it.
// CHECK-LABEL: ep.graph @given_size
ep.program @given_size { ep.symbol @n range(1, 100)
  ep.graph @given_size(%x: !ep.tensor<[n], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2*n], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._local_scalar_dense.default %{{.*}} -> !ep.number<2*n>
    %0 = aten.repeat_interleave.Tensor %x, output_size = 2*n : (!ep.tensor<[n], i64>) -> !ep.tensor<[2*n], i64>
    ep.return %0 : !ep.tensor<[2*n], i64>
} }
