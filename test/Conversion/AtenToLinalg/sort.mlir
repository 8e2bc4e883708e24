// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// A routine finds the places, from floats or from integers with a sign; values
// are read there.
// CHECK-LABEL: ep.graph @sort
ep.program @sort { ep.graph @sort(
          %x: !ep.tensor<[s0, 3], ui8> {ep.input = #ep.input<user_input "x">},
          %h: !ep.tensor<[s0, 3], bf16> {ep.input = #ep.input<user_input "h">},
          %u: !ep.tensor<[5], ui64> {ep.input = #ep.input<user_input "u">},
          %n: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "n">}
      ) -> (!ep.tensor<[s0, 3], ui8> {ep.output = #ep.output<user_output "0">},
            !ep.tensor<[s0, 3], i64> {ep.output = #ep.output<user_output "1">},
            !ep.tensor<[s0, 3], bf16> {ep.output = #ep.output<user_output "2">},
            !ep.tensor<[5], i64> {ep.output = #ep.output<user_output "3">},
            !ep.tensor<[], i64> {ep.output = #ep.output<user_output "4">}) {
  // CHECK: arith.extui %{{.*}} : i8 to i64
  // CHECK: %[[PLACES:.*]]:2 = tx.matrix "order_integers"(%{{.*}}) into(%{{.*}}) flags = greatest : (tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x12xf64>)
  // CHECK: linalg.generic {{.*}} ins(%[[PLACES]]#0 : tensor<?x3xi64>)
  // CHECK: tensor.extract %{{.*}} : tensor<?x3xi8>
  %0, %1 = aten.sort.default %x, dim = -1, descending = true : (!ep.tensor<[s0, 3], ui8>) -> (!ep.tensor<[s0, 3], ui8>, !ep.tensor<[s0, 3], i64>)
  // CHECK: tx.matrix "order"(%{{.*}}) into(%{{.*}}) : (tensor<?x3xf32>, tensor<?x3xi64>, tensor<?x12xf64>)
  %2, %3 = aten.sort.default %h : (!ep.tensor<[s0, 3], bf16>) -> (!ep.tensor<[s0, 3], bf16>, !ep.tensor<[s0, 3], i64>)
  // CHECK: arith.xori %{{.*}}, %c-9223372036854775808_i64
  // CHECK: tx.matrix "order_integers"
  %4, %5 = aten.sort.default %u : (!ep.tensor<[5], ui64>) -> (!ep.tensor<[5], ui64>, !ep.tensor<[5], i64>)
  // One element is in order.
  // CHECK: linalg.fill ins(%{{.*}} : i64) outs(%{{.*}} : tensor<i64>)
  %6, %7 = aten.sort.default %n : (!ep.tensor<[], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], i64>)
  ep.return %0, %1, %2, %5, %7 : !ep.tensor<[s0, 3], ui8>, !ep.tensor<[s0, 3], i64>, !ep.tensor<[s0, 3], bf16>, !ep.tensor<[5], i64>, !ep.tensor<[], i64>
} }

// -----

ep.program @complex { ep.graph @complex(
          %x: !ep.tensor<[4], complex<f32>> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.sort.default' op is not converted to linalg: elements have no order}}
  %0, %1 = aten.sort.default %x : (!ep.tensor<[4], complex<f32>>) -> (!ep.tensor<[4], complex<f32>>, !ep.tensor<[4], i64>)
  ep.return %0 : !ep.tensor<[4], complex<f32>>
} }

// -----

// Other dimensions are moved to the end before.
ep.program @first { ep.graph @first(
          %x: !ep.tensor<[4, 5], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4, 5], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.sort.default' op is not converted to linalg: not along the last dimension}}
  %0, %1 = aten.sort.default %x, dim = 0 : (!ep.tensor<[4, 5], f32>) -> (!ep.tensor<[4, 5], f32>, !ep.tensor<[4, 5], i64>)
  ep.return %0 : !ep.tensor<[4, 5], f32>
} }
