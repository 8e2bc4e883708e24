// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// The source counts as far as there are indices.
// CHECK-LABEL: ep.graph @scatter
ep.program @scatter { ep.graph @scatter(
          %x: !ep.tensor<[s0, 8], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[2, 3], i64> {ep.input = #ep.input<user_input "i">},
          %y: !ep.tensor<[2, 4], f32> {ep.input = #ep.input<user_input "y">},
          %n: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "n">},
          %z: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "z">}
      ) -> (!ep.tensor<[s0, 8], f32> {ep.output = #ep.output<user_output "0">},
            !ep.tensor<[s0, 8], f32> {ep.output = #ep.output<user_output "1">},
            !ep.tensor<[], i1> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: %[[U:.*]] = tensor.extract_slice %{{.*}}[0, 0] [2, 3] [1, 1]
  // CHECK: tx.scatter assign %[[U]] at[%{{.*}}] into %{{.*}} dims = [1] window = [0] : tensor<2x3xf32>, tensor<2x3xi64> into tensor<?x8xf32>
  %0 = aten.scatter.src %x, dim = -1, %i, %y : (!ep.tensor<[s0, 8], f32>, !ep.tensor<[2, 3], i64>, !ep.tensor<[2, 4], f32>) -> !ep.tensor<[s0, 8], f32>
  // CHECK: linalg.fill
  // CHECK: tx.scatter assign %{{.*}} dims = [0] window = [1]
  %1 = aten.scatter.value %x, dim = 0, %i, value = 2.0 : (!ep.tensor<[s0, 8], f32>, !ep.tensor<[2, 3], i64>) -> !ep.tensor<[s0, 8], f32>
  // A sum of bools is an or; what has no dimensions has one.
  // CHECK: tx.scatter max %{{.*}} dims = [0] window = [] : tensor<1xi1>, tensor<1xi64> into tensor<1xi1>
  %2 = aten.scatter_add.default %n, dim = 0, %z, %n : (!ep.tensor<[], i1>, !ep.tensor<[], i64>, !ep.tensor<[], i1>) -> !ep.tensor<[], i1>
  ep.return %0, %1, %2 : !ep.tensor<[s0, 8], f32>, !ep.tensor<[s0, 8], f32>, !ep.tensor<[], i1>
} }

// -----

// Half floats are summed in f32. Without self, what is written starts from the
// identity; a mean is divided by the count.
// CHECK-LABEL: ep.graph @reduce
ep.program @reduce { ep.graph @reduce(
          %x: !ep.tensor<[8], f16> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "i">},
          %y: !ep.tensor<[3], f16> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[8], f16> {ep.output = #ep.output<user_output "0">},
            !ep.tensor<[8], f16> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: tx.scatter add %{{.*}} : tensor<3xf32>, tensor<3xi64> into tensor<8xf32>
  // CHECK: tx.scatter add %{{.*}} : tensor<3xi64>, tensor<3xi64> into tensor<8xi64>
  // CHECK: arith.maxsi
  // CHECK: arith.divf
  %0 = aten.scatter_reduce.two %x, dim = 0, %i, %y, reduce = "mean" : (!ep.tensor<[8], f16>, !ep.tensor<[3], i64>, !ep.tensor<[3], f16>) -> !ep.tensor<[8], f16>
  // CHECK: tx.scatter assign
  // CHECK: tx.scatter max
  %1 = aten.scatter_reduce.two %x, dim = 0, %i, %y, reduce = "amax", include_self = false : (!ep.tensor<[8], f16>, !ep.tensor<[3], i64>, !ep.tensor<[3], f16>) -> !ep.tensor<[8], f16>
  ep.return %0, %1 : !ep.tensor<[8], f16>, !ep.tensor<[8], f16>
} }

// -----

// An index that is repeated along all other dimensions is one place for each row,
// or for each column, which is turned to a row.
// CHECK-LABEL: ep.graph @rows
ep.program @rows { ep.graph @rows(
          %x: !ep.tensor<[8, 5], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[s0, 1], i64> {ep.input = #ep.input<user_input "i">},
          %j: !ep.tensor<[1, 3], i64> {ep.input = #ep.input<user_input "j">},
          %y: !ep.tensor<[s0, 5], f32> {ep.input = #ep.input<user_input "y">},
          %z: !ep.tensor<[8, 3], f32> {ep.input = #ep.input<user_input "z">}
      ) -> (!ep.tensor<[8, 5], f32> {ep.output = #ep.output<user_output "0">},
            !ep.tensor<[8, 5], f32> {ep.output = #ep.output<user_output "1">}) {
  %0 = aten.expand.default %i, size = [s0, 5] : (!ep.tensor<[s0, 1], i64>) -> !ep.tensor<[s0, 5], i64, strides = [1, 0]>
  %1 = aten.expand.default %j, size = [8, 3] : (!ep.tensor<[1, 3], i64>) -> !ep.tensor<[8, 3], i64, strides = [0, 1]>
  // CHECK: tx.scatter max %{{.*}} at[%{{.*}}] into %{{.*}} dims = [0] window = [1] : tensor<?x5xf32>, tensor<?xi64> into tensor<8x5xf32>
  %2 = aten.scatter_reduce.two %x, dim = 0, %0, %y, reduce = "amax" : (!ep.tensor<[8, 5], f32>, !ep.tensor<[s0, 5], i64, strides = [1, 0]>, !ep.tensor<[s0, 5], f32>) -> !ep.tensor<[8, 5], f32>
  // CHECK: tx.scatter add %{{.*}} at[%{{.*}}] into %{{.*}} dims = [1] window = [1] : tensor<3x8xf32>, tensor<3xi64> into tensor<8x5xf32>
  %3 = aten.scatter_add.default %x, dim = 1, %1, %z : (!ep.tensor<[8, 5], f32>, !ep.tensor<[8, 3], i64, strides = [0, 1]>, !ep.tensor<[8, 3], f32>) -> !ep.tensor<[8, 5], f32>
  ep.return %2, %3 : !ep.tensor<[8, 5], f32>, !ep.tensor<[8, 5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @embedding_backward
ep.program @embedding_backward { ep.graph @embedding_backward(
          %g: !ep.tensor<[s0, 3, 4], f32> {ep.input = #ep.input<user_input "g">},
          %i: !ep.tensor<[s0, 3], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[10, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.cmpi eq
  // CHECK: arith.select
  // CHECK: tx.scatter add %{{.*}} dims = [0] window = [2] : tensor<?x3x4xf32>, tensor<?x3xi64> into tensor<10x4xf32>
  %0 = aten.embedding_dense_backward.default %g, %i, num_weights = 10, padding_idx = 1, scale_grad_by_freq = false : (!ep.tensor<[s0, 3, 4], f32>, !ep.tensor<[s0, 3], i64>) -> !ep.tensor<[10, 4], f32>
  ep.return %0 : !ep.tensor<[10, 4], f32>
} }

// -----

ep.program @frequency { ep.graph @frequency(
          %g: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "g">},
          %i: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[10, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.embedding_dense_backward.default' op is not converted to linalg: gradients scaled by frequency}}
  %0 = aten.embedding_dense_backward.default %g, %i, num_weights = 10, padding_idx = 1, scale_grad_by_freq = true : (!ep.tensor<[3, 4], f32>, !ep.tensor<[3], i64>) -> !ep.tensor<[10, 4], f32>
  ep.return %0 : !ep.tensor<[10, 4], f32>
} }

// -----

ep.program @reduction { ep.graph @reduction(
          %x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "i">},
          %y: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.scatter_reduce.two' op is not converted to linalg: unknown reduction, or ranks do not match}}
  %0 = aten.scatter_reduce.two %x, dim = 0, %i, %y, reduce = "median" : (!ep.tensor<[8], f32>, !ep.tensor<[3], i64>, !ep.tensor<[3], f32>) -> !ep.tensor<[8], f32>
  ep.return %0 : !ep.tensor<[8], f32>
} }

// -----

ep.program @complex_value { ep.graph @complex_value(
          %x: !ep.tensor<[8], complex<f32>> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[8], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.scatter.value' op is not converted to linalg: complex tensors}}
  %0 = aten.scatter.value %x, dim = 0, %i, value = 2.0 : (!ep.tensor<[8], complex<f32>>, !ep.tensor<[3], i64>) -> !ep.tensor<[8], complex<f32>>
  ep.return %0 : !ep.tensor<[8], complex<f32>>
} }
