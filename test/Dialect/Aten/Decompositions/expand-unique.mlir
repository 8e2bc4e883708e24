// RUN: kiln-opt %s --kiln-aten-expand-core --split-input-file | FileCheck %s

// Sorted; the first of each kind is taken, kinds are numbered and counted.
// CHECK-LABEL: ep.graph @unique
ep.program @unique { ep.symbol @n range(1, 8) ep.symbol @u0 range(0, 64)
  ep.graph @unique(%x: !ep.tensor<[n, 8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n, 8], i64> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[u0], i64> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.sort.default
    // CHECK: %[[D:.*]] = aten.ne.Tensor
    // CHECK: aten.any.dims %[[D]], dim = [1]
    // CHECK: aten._local_scalar_dense.default %{{.*}} -> !ep.number<u0>
    // CHECK: aten.cumsum.default
    // CHECK: aten.nonzero_static.default %{{.*}}, size = u0
    // CHECK: aten.scatter.src
    %0:3 = aten._unique2.default %x, return_inverse = true, return_counts = true : (!ep.tensor<[n, 8], f32>) -> (!ep.tensor<[u0], f32>, !ep.tensor<[n, 8], i64>, !ep.tensor<[u0], i64>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[u0], f32>, !ep.tensor<[n, 8], i64>, !ep.tensor<[u0], i64>
} }

// -----

// Neighbours as they are; what is not asked for is empty.
// CHECK-LABEL: ep.graph @consecutive
ep.program @consecutive { ep.symbol @u0 range(0, 8)
  ep.graph @consecutive(%x: !ep.tensor<[8], i32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[u0], i32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[0], i64> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[0], i64> {ep.output = #ep.output<user_output "2">}) {
    // CHECK-NOT: aten.sort
    // CHECK: %[[E:.*]] = aten.full.default size = [0]
    // CHECK: ep.return %{{.*}}, %[[E]], %{{.*}}
    %0:3 = aten.unique_consecutive.default %x : (!ep.tensor<[8], i32>) -> (!ep.tensor<[u0], i32>, !ep.tensor<[0], i64>, !ep.tensor<[0], i64>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[u0], i32>, !ep.tensor<[0], i64>, !ep.tensor<[0], i64>
} }

// -----

// Slices as rows, sorted by each of their elements, the last first.
// CHECK-LABEL: ep.graph @slices
ep.program @slices { ep.symbol @n range(0, 8) ep.symbol @u0 range(0, 8)
  ep.graph @slices(%x: !ep.tensor<[3, n, 2], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, u0, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n], i64> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[u0], i64> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: %[[R:.*]] = aten.permute.default %x, dims = [1, 0, 2]
    // CHECK: aten.select.int %{{.*}}, dim = 1, index = 5
    // CHECK: aten.sort.default
    // CHECK: aten.select.int %{{.*}}, dim = 1, index = 0
    // CHECK: aten.sort.default
    // CHECK-NOT: aten.sort
    // CHECK: aten.index_select.default %x, dim = 1
    %0:3 = aten.unique_dim.default %x, dim = 1, return_inverse = true, return_counts = true : (!ep.tensor<[3, n, 2], f32>) -> (!ep.tensor<[3, u0, 2], f32>, !ep.tensor<[n], i64>, !ep.tensor<[u0], i64>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[3, u0, 2], f32>, !ep.tensor<[n], i64>, !ep.tensor<[u0], i64>
} }

// -----

// Slices whose length is not known are compared in pairs.
// CHECK-LABEL: ep.graph @pairs
ep.program @pairs { ep.symbol @n range(0, 8) ep.symbol @u0 range(0, 8)
  ep.graph @pairs(%x: !ep.tensor<[4, n], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[u0, n], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[u0], i64> {ep.output = #ep.output<user_output "2">}) {
    // CHECK-NOT: aten.sort
    // CHECK: aten.amin.default %{{.*}}, dim = [2]
    // CHECK: aten.scatter.src
    // CHECK-NOT: aten.sort
    %0:3 = aten.unique_dim.default %x, dim = 0, return_inverse = true, return_counts = true : (!ep.tensor<[4, n], f32>) -> (!ep.tensor<[u0, n], f32>, !ep.tensor<[4], i64>, !ep.tensor<[u0], i64>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[u0, n], f32>, !ep.tensor<[4], i64>, !ep.tensor<[u0], i64>
} }

// -----

// CHECK-LABEL: ep.graph @consecutive_slices
ep.program @consecutive_slices { ep.symbol @n range(0, 8) ep.symbol @u0 range(0, 8)
  ep.graph @consecutive_slices(%x: !ep.tensor<[4, n], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[u0, n], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[u0], i64> {ep.output = #ep.output<user_output "2">}) {
    // CHECK-NOT: aten.sort
    // CHECK: aten.index_select.default %x, dim = 0
    %0:3 = aten.unique_dim_consecutive.default %x, dim = -2, return_inverse = true, return_counts = true : (!ep.tensor<[4, n], f32>) -> (!ep.tensor<[u0, n], f32>, !ep.tensor<[4], i64>, !ep.tensor<[u0], i64>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[u0, n], f32>, !ep.tensor<[4], i64>, !ep.tensor<[u0], i64>
} }

// -----

// Complex numbers have no order.
// CHECK-LABEL: ep.graph @complex
ep.program @complex { ep.symbol @u0 range(0, 8)
  ep.graph @complex(%x: !ep.tensor<[8], complex<f32>> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[u0], complex<f32>> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[0], i64> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[0], i64> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.unique_consecutive.default
    %0:3 = aten.unique_consecutive.default %x : (!ep.tensor<[8], complex<f32>>) -> (!ep.tensor<[u0], complex<f32>>, !ep.tensor<[0], i64>, !ep.tensor<[0], i64>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[u0], complex<f32>>, !ep.tensor<[0], i64>, !ep.tensor<[0], i64>
} }
