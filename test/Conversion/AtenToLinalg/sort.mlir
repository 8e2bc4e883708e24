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

ep.program @complex { ep.graph @complex(
          %x: !ep.tensor<[4], complex<f32>> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.sort.default' op is not converted to linalg: complex tensors}}
  %0, %1 = aten.sort.default %x : (!ep.tensor<[4], complex<f32>>) -> (!ep.tensor<[4], complex<f32>>, !ep.tensor<[4], i64>)
  ep.return %0 : !ep.tensor<[4], complex<f32>>
} }
