// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// The dtype of the result first.
// CHECK-LABEL: ep.graph @cumsum
ep.program @cumsum { ep.graph @cumsum(
          %x: !ep.tensor<[s0, 3], i32> {ep.input = #ep.input<user_input "x">},
          %n: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "n">}
      ) -> (!ep.tensor<[s0, 3], i64> {ep.output = #ep.output<user_output "0">},
            !ep.tensor<[], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?x3xi64>
  // CHECK: arith.extsi
  // CHECK: tx.scan add %{{.*}} into %[[E]] along 1 : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
  %0 = aten.cumsum.default %x, dim = -1 : (!ep.tensor<[s0, 3], i32>) -> !ep.tensor<[s0, 3], i64>
  // CHECK: ep.return %{{.*}}, %n :
  %1 = aten.cumsum.default %n, dim = 0 : (!ep.tensor<[], f32>) -> !ep.tensor<[], f32>
  ep.return %0, %1 : !ep.tensor<[s0, 3], i64>, !ep.tensor<[], f32>
} }

// -----

// The place of an extreme is the last one where the running extreme was met; a
// NaN stays, and later ones are met.
// CHECK-LABEL: ep.graph @extremes
ep.program @extremes { ep.graph @extremes(
          %x: !ep.tensor<[s0, 3], f32> {ep.input = #ep.input<user_input "x">},
          %u: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "u">},
          %n: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "n">}
      ) -> (!ep.tensor<[s0, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 3], i64> {ep.output = #ep.output<user_output "1">},
            !ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "3">},
            !ep.tensor<[], f32> {ep.output = #ep.output<user_output "4">}) {
  // CHECK: tx.scan max %{{.*}} into %{{.*}} along 1 : (tensor<?x3xf32>, tensor<?x3xf32>)
  // CHECK: arith.cmpf oeq
  // CHECK: arith.cmpf uno
  // CHECK: tx.scan max %{{.*}} into %{{.*}} along 1 : (tensor<?x3xi64>, tensor<?x3xi64>)
  %0:2 = aten.cummax.default %x, dim = -1 : (!ep.tensor<[s0, 3], f32>) -> (!ep.tensor<[s0, 3], f32>, !ep.tensor<[s0, 3], i64>)
  // CHECK: tx.scan min %{{.*}} into %{{.*}} along 0 unsigned : (tensor<4xi8>, tensor<4xi8>)
  // CHECK: arith.cmpi eq
  // CHECK: tx.scan max %{{.*}} into %{{.*}} along 0 : (tensor<4xi64>, tensor<4xi64>)
  %1:2 = aten.cummin.default %u, dim = 0 : (!ep.tensor<[4], ui8>) -> (!ep.tensor<[4], ui8>, !ep.tensor<[4], i64>)
  // CHECK-NOT: tx.scan
  %2:2 = aten.cummin.default %n, dim = 0 : (!ep.tensor<[], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], i64>)
  ep.return %0#0, %0#1, %1#0, %1#1, %2#0 : !ep.tensor<[s0, 3], f32>, !ep.tensor<[s0, 3], i64>, !ep.tensor<[4], ui8>, !ep.tensor<[4], i64>, !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @products
ep.program @products { ep.graph @products(%x: !ep.tensor<[4], i32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.extsi
  // CHECK: tx.scan mul %{{.*}} into %{{.*}} along 0 : (tensor<4xi64>, tensor<4xi64>)
  %0 = aten.cumprod.default %x, dim = 0 : (!ep.tensor<[4], i32>) -> !ep.tensor<[4], i64>
  ep.return %0 : !ep.tensor<[4], i64>
} }

// -----

// The mask counts what was taken; beyond the last element is an error.
// CHECK-LABEL: ep.graph @masked_scatter
ep.program @masked_scatter { ep.graph @masked_scatter(
          %x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">},
          %m: !ep.tensor<[3], i1> {ep.input = #ep.input<user_input "m">},
          %y: !ep.tensor<[2, s0], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[4, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[SCAN:.*]] = tx.scan add %{{.*}} into %{{.*}} along 0 : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi64>
  // CHECK: tensor.expand_shape %[[SCAN]]
  // CHECK: tensor.pad
  // CHECK: linalg.generic
  // CHECK: arith.subi
  // CHECK: arith.cmpi eq
  // CHECK: arith.select
  // CHECK: arith.select
  // CHECK: tensor.extract
  // CHECK: arith.select
  %0 = aten.masked_scatter.default %x, %m, %y : (!ep.tensor<[4, 3], f32>, !ep.tensor<[3], i1>, !ep.tensor<[2, s0], f32>) -> !ep.tensor<[4, 3], f32>
  ep.return %0 : !ep.tensor<[4, 3], f32>
} }

// -----

ep.program @bytes { ep.graph @bytes(
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">},
          %m: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "m">}
      ) -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.masked_scatter.default' op is not converted to linalg: the mask is not of bools; has no complex tensor}}
  %0 = aten.masked_scatter.default %x, %m, %x : (!ep.tensor<[4], f32>, !ep.tensor<[4], ui8>, !ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
  ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

ep.program @complex { ep.graph @complex(
          %x: !ep.tensor<[4], complex<f32>> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.logcumsumexp.default' op has no conversion to linalg}}
  // expected-note @below {{a plugin may register a decomposition or a conversion (docs/AddOperator.md)}}
  %0 = aten.logcumsumexp.default %x, dim = 0 : (!ep.tensor<[4], complex<f32>>) -> !ep.tensor<[4], complex<f32>>
  ep.return %0 : !ep.tensor<[4], complex<f32>>
} }

// -----

ep.program @complex { ep.graph @complex(%x: !ep.tensor<[4], complex<f32>> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.cumprod.default' op is not converted to linalg: is complex, or has no such dimension}}
  %0 = aten.cumprod.default %x, dim = 0 : (!ep.tensor<[4], complex<f32>>) -> !ep.tensor<[4], complex<f32>>
  ep.return %0 : !ep.tensor<[4], complex<f32>>
} }
