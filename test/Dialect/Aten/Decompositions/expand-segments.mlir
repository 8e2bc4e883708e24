// RUN: kiln-opt %s --kiln-aten-expand-core --split-input-file | FileCheck %s

// Each element is added to the segment whose end is the first behind it, or to
// one that is dropped. Means are sums over lengths.
// CHECK-LABEL: ep.graph @lengths
ep.program @lengths { ep.symbol @n range(1, 8)
  ep.graph @lengths(%x: !ep.tensor<[n, 3], f16> {ep.input = #ep.input<user_input "x">},
    %l: !ep.tensor<[4], i32> {ep.input = #ep.input<user_input "l">})
    -> (!ep.tensor<[4, 3], f16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[X:.*]] = aten._to_copy.default %x, dtype = f32
    // CHECK: %[[E:.*]] = aten.cumsum.default
    // CHECK: aten._assert_async.msg %{{.*}}, assert_msg = "segment_reduce: a segment lies outside of the data"
    // CHECK: aten.searchsorted.Tensor %[[E]], %{{.*}}, right = true
    // CHECK: %[[Z:.*]] = aten.full.default size = [5, 3]
    // CHECK: aten.scatter_reduce.two %[[Z]], dim = 0, %{{.*}}, %[[X]], reduce = "sum"
    // CHECK: aten.slice.Tensor
    // CHECK: aten.div.Tensor
    %0 = aten.segment_reduce.default %x, %l, reduce = "mean" : (!ep.tensor<[n, 3], f16>, !ep.tensor<[4], i32>) -> !ep.tensor<[4, 3], f16>
    ep.return %0 : !ep.tensor<[4, 3], f16>
} }

// -----

// By bounds, in each row others.
// CHECK-LABEL: ep.graph @offsets
ep.program @offsets { ep.symbol @n range(1, 8)
  ep.graph @offsets(%x: !ep.tensor<[2, n, 3], f32> {ep.input = #ep.input<user_input "x">},
    %o: !ep.tensor<[2, 5], i64> {ep.input = #ep.input<user_input "o">})
    -> (!ep.tensor<[2, 4, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %o, dim = 1
    // CHECK: aten.scatter_reduce.two %{{.*}}, dim = 1, {{.*}}reduce = "amax"
    %0 = aten.segment_reduce.default %x, none, none, %o, reduce = "max", axis = 1, initial = -1.0 : (!ep.tensor<[2, n, 3], f32>, !ep.tensor<[2, 5], i64>) -> !ep.tensor<[2, 4, 3], f32>
    ep.return %0 : !ep.tensor<[2, 4, 3], f32>
} }

// -----

// PyTorch reduces floats only.
// CHECK-LABEL: ep.graph @integers
ep.program @integers { ep.symbol @n range(1, 8)
  ep.graph @integers(%x: !ep.tensor<[n, 3], i64> {ep.input = #ep.input<user_input "x">},
    %l: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "l">})
    -> (!ep.tensor<[4, 3], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.segment_reduce.default
    %0 = aten.segment_reduce.default %x, %l, reduce = "sum" : (!ep.tensor<[n, 3], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4, 3], i64>
    ep.return %0 : !ep.tensor<[4, 3], i64>
} }
