// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: ep.graph @sort
ep.program @sort { ep.graph @sort(
          %x: !ep.tensor<[s0, 3], ui8> {ep.input = #ep.input<user_input "x">},
          %n: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "n">}
      ) -> (!ep.tensor<[s0, 3], ui8> {ep.output = #ep.output<user_output "0">},
            !ep.tensor<[s0, 3], i64> {ep.output = #ep.output<user_output "1">},
            !ep.tensor<[], i64> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: tx.sort %{{.*}} into %{{.*}}, %{{.*}} along 1 descending unsigned : (tensor<?x3xi8>, tensor<?x3xi8>, tensor<?x3xi64>) -> (tensor<?x3xi8>, tensor<?x3xi64>)
  %0, %1 = aten.sort.default %x, dim = -1, descending = true : (!ep.tensor<[s0, 3], ui8>) -> (!ep.tensor<[s0, 3], ui8>, !ep.tensor<[s0, 3], i64>)
  // One element is in order.
  // CHECK: linalg.fill ins(%{{.*}} : i64) outs(%{{.*}} : tensor<i64>)
  %2, %3 = aten.sort.default %n : (!ep.tensor<[], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], i64>)
  ep.return %0, %1, %3 : !ep.tensor<[s0, 3], ui8>, !ep.tensor<[s0, 3], i64>, !ep.tensor<[], i64>
} }

// -----

// The first of all in order.
// CHECK-LABEL: ep.graph @topk
ep.program @topk { ep.graph @topk(
          %x: !ep.tensor<[s0, 8], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0, 2], f32> {ep.output = #ep.output<user_output "0">},
            !ep.tensor<[s0, 2], i64> {ep.output = #ep.output<user_output "1">},
            !ep.tensor<[s0, 8], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: %[[V:.*]], %[[I:.*]] = tx.sort %{{.*}} along 1 descending :
  // CHECK: tensor.extract_slice %[[V]][0, 0] [%{{.*}}, 2] [1, 1] : tensor<?x8xf32> to tensor<?x2xf32>
  // CHECK: tensor.extract_slice %[[I]][0, 0] [%{{.*}}, 2] [1, 1] : tensor<?x8xi64> to tensor<?x2xi64>
  %0, %1 = aten.topk.default %x, k = 2 : (!ep.tensor<[s0, 8], f32>) -> (!ep.tensor<[s0, 2], f32>, !ep.tensor<[s0, 2], i64>)
  // CHECK: tx.sort %{{.*}} along 1 :
  // CHECK-NOT: tensor.extract_slice
  %2, %3 = aten.topk.default %x, k = 8, dim = 1, largest = false : (!ep.tensor<[s0, 8], f32>) -> (!ep.tensor<[s0, 8], f32>, !ep.tensor<[s0, 8], i64>)
  ep.return %0, %1, %2 : !ep.tensor<[s0, 2], f32>, !ep.tensor<[s0, 2], i64>, !ep.tensor<[s0, 8], f32>
} }

// -----

ep.program @complex { ep.graph @complex(
          %x: !ep.tensor<[4], complex<f32>> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{failed to legalize operation 'aten.sort.default'}}
  %0, %1 = aten.sort.default %x : (!ep.tensor<[4], complex<f32>>) -> (!ep.tensor<[4], complex<f32>>, !ep.tensor<[4], i64>)
  ep.return %0 : !ep.tensor<[4], complex<f32>>
} }

// -----

ep.program @complex_topk { ep.graph @complex_topk(
          %x: !ep.tensor<[4], complex<f32>> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[2], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{failed to legalize operation 'aten.topk.default'}}
  %0, %1 = aten.topk.default %x, k = 2 : (!ep.tensor<[4], complex<f32>>) -> (!ep.tensor<[2], complex<f32>>, !ep.tensor<[2], i64>)
  ep.return %0 : !ep.tensor<[2], complex<f32>>
} }
