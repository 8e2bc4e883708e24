// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Histograms of points, combinations, repetitions by data.
// CHECK-LABEL: ep.graph @points(
ep.program @points { ep.symbol @n range(4, 64)
  ep.graph @points(%x: !ep.tensor<[n, 2], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[5], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK-DAG: %[[E:.*]]:2 = aten._histogramdd_bin_edges.default %x, bins = [3, 4]
    // CHECK-DAG: %[[H:.*]] = aten._histogramdd_from_bin_cts.default %x, bins = [3, 4]
    // CHECK: ep.return %[[H]], %[[E]]#0, %[[E]]#1
    %0:3 = aten.histogramdd.default %x, bins = [3, 4] : (!ep.tensor<[n, 2], f32>) -> (!ep.tensor<[3, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[5], f32>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[3, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @even(
ep.program @even { ep.symbol @n range(4, 64)
  ep.graph @even(%x: !ep.tensor<[n, 2], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK-DAG: aten._histogramdd_bin_edges.default %x, bins = [3, 3], range = [0.0, 1.0, 0.0, 2.0]
    %0:3 = aten.histogramdd.int_bins %x, bins = 3, range = [0.0, 1.0, 0.0, 2.0] : (!ep.tensor<[n, 2], f32>) -> (!ep.tensor<[3, 3], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[3, 3], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @edges(
ep.program @edges { ep.symbol @n range(4, 64)
  ep.graph @edges(%x: !ep.tensor<[n, 1], f32> {ep.input = #ep.input<user_input "x">},
    %e: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "e">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[H:.*]] = aten._histogramdd_from_bin_tensors.default %x, [%e], density = true
    // CHECK-NEXT: ep.return %[[H]], %e
    %0:2 = aten.histogramdd.TensorList_bins %x, [%e], density = true : (!ep.tensor<[n, 1], f32>, !ep.tensor<[4], f32>) -> (!ep.tensor<[3], f32>, !ep.tensor<[4], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[3], f32>, !ep.tensor<[4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @combinations(
ep.program @combinations {
  ep.graph @combinations(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[6, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.lt.Tensor
    // CHECK: %[[F:.*]] = aten.nonzero_static.default %{{.*}}, size = 6
    // CHECK-NEXT: aten.index.Tensor %x, [%[[F]]]
    %0 = aten.combinations.default %x : (!ep.tensor<[4], f32>) -> !ep.tensor<[6, 2], f32>
    ep.return %0 : !ep.tensor<[6, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @replacement(
ep.program @replacement {
  ep.graph @replacement(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[10, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.le.Tensor
    // CHECK: aten.nonzero_static.default %{{.*}}, size = 10
    %0 = aten.combinations.default %x, with_replacement = true : (!ep.tensor<[4], f32>) -> !ep.tensor<[10, 2], f32>
    ep.return %0 : !ep.tensor<[10, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @repeat(
ep.program @repeat {
  ep.graph @repeat(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">},
    %r: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "r">})
    -> (!ep.tensor<[2, 7], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[P:.*]] = aten.repeat_interleave.Tensor %r, output_size = 7
    // CHECK-NEXT: aten.index_select.default %x, dim = 1, %[[P]]
    %0 = aten.repeat_interleave.self_Tensor %x, %r, dim = 1, output_size = 7 : (!ep.tensor<[2, 3], f32>, !ep.tensor<[3], i64>) -> !ep.tensor<[2, 7], f32>
    ep.return %0 : !ep.tensor<[2, 7], f32>
} }

// -----

// CHECK-LABEL: ep.graph @repeat_flat(
ep.program @repeat_flat {
  ep.graph @repeat_flat(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">},
    %r: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "r">})
    -> (!ep.tensor<[12], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [6]
    // CHECK: aten.expand.default
    // CHECK: aten.repeat_interleave.Tensor
    %0 = aten.repeat_interleave.self_Tensor %x, %r, output_size = 12 : (!ep.tensor<[2, 3], f32>, !ep.tensor<[], i64>) -> !ep.tensor<[12], f32>
    ep.return %0 : !ep.tensor<[12], f32>
} }

// -----

// Rows without elements: left alone.
// CHECK-LABEL: ep.graph @left(
ep.program @left {
  ep.graph @left(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.combinations.default 
    %0 = aten.combinations.default %x, r = 0 : (!ep.tensor<[4], f32>) -> !ep.tensor<[0], f32>
    ep.return %0 : !ep.tensor<[0], f32>
} }

// -----

// There is no such dimension: left alone.
// CHECK-LABEL: ep.graph @left_dim(
ep.program @left_dim {
  ep.graph @left_dim(%x: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "x">},
    %r: !ep.tensor<[2], i64> {ep.input = #ep.input<user_input "r">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.repeat_interleave.self_Tensor 
    %0 = aten.repeat_interleave.self_Tensor %x, %r, dim = 1 : (!ep.tensor<[2], f32>, !ep.tensor<[2], i64>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }
