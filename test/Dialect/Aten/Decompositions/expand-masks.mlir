// RUN: kiln-opt %s --kiln-aten-expand-core --split-input-file | FileCheck %s

// The places of the true elements, whose count is read, are an index.
// CHECK-LABEL: ep.graph @read
ep.program @read { ep.symbol @s0 range(1, 64) ep.symbol @u0 range(0, 64)
  ep.graph @read(%x: !ep.tensor<[s0, 5], f32> {ep.input = #ep.input<user_input "x">},
    %m: !ep.tensor<[s0], i1> {ep.input = #ep.input<user_input "m">},
    %i: !ep.tensor<[1], i64> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[N:.*]] = aten.sum.dim_IntList %m
    // CHECK: aten._local_scalar_dense.default %[[N]] : {{.*}} -> !ep.number<u0>
    // CHECK: %[[P:.*]] = aten.nonzero_static.default %m, size = u0
    // CHECK: %[[J:.*]] = aten.select.int %[[P]], dim = 1, index = 0
    // CHECK: aten.index.Tensor %x, [%[[J]], %i]
    %0 = aten.index.Tensor %x, [%m, %i] : (!ep.tensor<[s0, 5], f32>, !ep.tensor<[s0], i1>, !ep.tensor<[1], i64>) -> !ep.tensor<[u0], f32>
    ep.return %0 : !ep.tensor<[u0], f32>
} }

// -----

// A mask of two dimensions is two indices; with a gap behind it what they give
// stands in front.
// CHECK-LABEL: ep.graph @gap
ep.program @gap { ep.symbol @s0 range(1, 64) ep.symbol @u0 range(0, 64)
  ep.graph @gap(%x: !ep.tensor<[s0, 2, 5, 4], f32> {ep.input = #ep.input<user_input "x">},
    %m: !ep.tensor<[s0, 2], i1> {ep.input = #ep.input<user_input "m">},
    %i: !ep.tensor<[1], i64> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[u0, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[A:.*]] = aten.select.int %[[P:.*]], dim = 1, index = 0
    // CHECK: %[[B:.*]] = aten.select.int %[[P]], dim = 1, index = 1
    // CHECK: aten.index.Tensor %x, [%[[A]], %[[B]], none, %i]
    %0 = aten.index.Tensor %x, [%m, none, %i] : (!ep.tensor<[s0, 2, 5, 4], f32>, !ep.tensor<[s0, 2], i1>, !ep.tensor<[1], i64>) -> !ep.tensor<[u0, 5], f32>
    ep.return %0 : !ep.tensor<[u0, 5], f32>
} }

// -----

// As many as there are other indices, which is checked.
// CHECK-LABEL: ep.graph @write
ep.program @write { ep.symbol @s0 range(1, 64)
  ep.graph @write(%x: !ep.tensor<[s0, 5], f32> {ep.input = #ep.input<user_input "x">},
    %m: !ep.tensor<[s0], i1> {ep.input = #ep.input<user_input "m">},
    %i: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "i">},
    %v: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "v">})
    -> (!ep.tensor<[s0, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._local_scalar_dense.default %{{.*}} -> !ep.number<3>
    // CHECK: aten.nonzero_static.default %m, size = 3
    // CHECK: aten.index_put.default %x, [%{{.*}}, %i], %v
    %0 = aten.index_put.default %x, [%m, %i], %v : (!ep.tensor<[s0, 5], f32>, !ep.tensor<[s0], i1>, !ep.tensor<[3], i64>, !ep.tensor<[3], f32>) -> !ep.tensor<[s0, 5], f32>
    ep.return %0 : !ep.tensor<[s0, 5], f32>
} }

// -----

// Where no size says how many, that is a number of its own, which another mask
// must have, too.
// CHECK-LABEL: ep.program @unknown
// CHECK: ep.symbol @ucount0 range(0, ?)
ep.program @unknown { ep.symbol @s0 range(1, 64)
  ep.graph @unknown(%x: !ep.tensor<[s0, 5], f32> {ep.input = #ep.input<user_input "x">},
    %m: !ep.tensor<[s0], i1> {ep.input = #ep.input<user_input "m">},
    %i: !ep.tensor<[1], i64> {ep.input = #ep.input<user_input "i">},
    %v: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "v">})
    -> (!ep.tensor<[s0, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._local_scalar_dense.default %{{.*}} -> !ep.number<ucount0>
    // CHECK: aten.nonzero_static.default %m, size = ucount0
    // CHECK: aten.index_put.default %x, [%{{.*}}, %i], %v
    %0 = aten.index_put.default %x, [%m, %i], %v : (!ep.tensor<[s0, 5], f32>, !ep.tensor<[s0], i1>, !ep.tensor<[1], i64>, !ep.tensor<[], f32>) -> !ep.tensor<[s0, 5], f32>
    ep.return %0 : !ep.tensor<[s0, 5], f32>
} }

// -----

// A mask alone has a conversion.
// CHECK-LABEL: ep.graph @alone
ep.program @alone { ep.symbol @s0 range(1, 64) ep.symbol @u0 range(0, 64)
  ep.graph @alone(%x: !ep.tensor<[s0, 5], f32> {ep.input = #ep.input<user_input "x">},
    %m: !ep.tensor<[s0], i1> {ep.input = #ep.input<user_input "m">})
    -> (!ep.tensor<[u0, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK-NOT: nonzero_static
    // CHECK: aten.index.Tensor %x, [%m]
    %0 = aten.index.Tensor %x, [%m] : (!ep.tensor<[s0, 5], f32>, !ep.tensor<[s0], i1>) -> !ep.tensor<[u0, 5], f32>
    ep.return %0 : !ep.tensor<[u0, 5], f32>
} }
