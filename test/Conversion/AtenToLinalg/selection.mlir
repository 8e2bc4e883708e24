// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// A routine chooses from each row, with room for its input, results and places.
// CHECK-LABEL: ep.graph @topk
ep.program @topk { ep.graph @topk(
          %x: !ep.tensor<[s0, 8], f32> {ep.input = #ep.input<user_input "x">},
          %n: !ep.tensor<[8], ui8> {ep.input = #ep.input<user_input "n">},
          %s: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "s">}
      ) -> (!ep.tensor<[s0, 2], f32> {ep.output = #ep.output<user_output "0">},
            !ep.tensor<[s0, 2], i64> {ep.output = #ep.output<user_output "1">},
            !ep.tensor<[3], ui8> {ep.output = #ep.output<user_output "2">},
            !ep.tensor<[], i64> {ep.output = #ep.output<user_output "3">}) {
  // CHECK-NOT: ep.assert
  // CHECK: tx.matrix "first"(%{{.*}}) into(%{{.*}}) flags = "greatest|sorted" : (tensor<?x8xf32>, tensor<?x2xf32>, tensor<?x2xi64>, tensor<?x20xf64>)
  %0, %1 = aten.topk.default %x, k = 2 : (!ep.tensor<[s0, 8], f32>) -> (!ep.tensor<[s0, 2], f32>, !ep.tensor<[s0, 2], i64>)
  // CHECK: arith.extui %{{.*}} : i8 to i64
  // CHECK: tx.matrix "first_integers"(%{{.*}}) into(%{{.*}}) : (tensor<8xi64>, tensor<3xi64>, tensor<3xi64>, tensor<22xf64>)
  %2, %3 = aten.topk.default %n, k = 3, largest = false, sorted = false : (!ep.tensor<[8], ui8>) -> (!ep.tensor<[3], ui8>, !ep.tensor<[3], i64>)
  // A scalar is the first of itself.
  // CHECK: linalg.fill ins(%{{.*}} : i64) outs(%{{.*}} : tensor<i64>)
  %4, %5 = aten.topk.default %s, k = 1 : (!ep.tensor<[], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], i64>)
  ep.return %0, %1, %2, %5 : !ep.tensor<[s0, 2], f32>, !ep.tensor<[s0, 2], i64>, !ep.tensor<[3], ui8>, !ep.tensor<[], i64>
} }

// -----

// Rows whose length no one knows may be too short.
// CHECK-LABEL: ep.graph @few
ep.program @few { ep.symbol @n range(1, 64)
  ep.graph @few(%x: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[7], i64> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: ep.assert Le(7, n), "topk: a row has fewer elements than are asked for"
    %0:2 = aten.topk.default %x, k = 7 : (!ep.tensor<[n], f32>) -> (!ep.tensor<[7], f32>, !ep.tensor<[7], i64>)
    // CHECK: ep.assert {{.*}}Le(5, n){{.*}}, "kthvalue: there is no such element"
    // CHECK: tx.matrix "kth"(%{{.*}}, %{{.*}}) into(%{{.*}}) : (tensor<?xf32>, tensor<i64>, tensor<f32>, tensor<i64>, tensor<?xf64>)
    %1:2 = aten.kthvalue.default %x, k = 5 : (!ep.tensor<[n], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], i64>)
    ep.return %0#1, %1#1 : !ep.tensor<[7], i64>, !ep.tensor<[], i64>
} }

// -----

// CHECK-LABEL: ep.graph @kth_integer
ep.program @kth_integer { ep.graph @kth_integer(
          %x: !ep.tensor<[4, 5], i32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], i32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tx.matrix "kth_integer"(%{{.*}}, %{{.*}}) into(%{{.*}}) : (tensor<4x5xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4x13xf64>)
  %0:2 = aten.kthvalue.default %x, k = 5 : (!ep.tensor<[4, 5], i32>) -> (!ep.tensor<[4], i32>, !ep.tensor<[4], i64>)
  ep.return %0#0 : !ep.tensor<[4], i32>
} }

// -----

ep.program @complex_topk { ep.graph @complex_topk(
          %x: !ep.tensor<[4], complex<f32>> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[2], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.topk.default' op is not converted to linalg: elements have no order}}
  %0, %1 = aten.topk.default %x, k = 2 : (!ep.tensor<[4], complex<f32>>) -> (!ep.tensor<[2], complex<f32>>, !ep.tensor<[2], i64>)
  ep.return %0 : !ep.tensor<[2], complex<f32>>
} }

// -----

// There are no five of four.
ep.program @none { ep.graph @none(
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.topk.default' op is not converted to linalg: topk: a row has fewer elements than are asked for}}
  %0, %1 = aten.topk.default %x, k = 5 : (!ep.tensor<[4], f32>) -> (!ep.tensor<[5], f32>, !ep.tensor<[5], i64>)
  ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

// Other dimensions were moved to the end before.
ep.program @first_dim { ep.graph @first_dim(
          %x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.kthvalue.default' op is not converted to linalg: not along the last dimension}}
  %0, %1 = aten.kthvalue.default %x, k = 2, dim = 0 : (!ep.tensor<[4, 3], f32>) -> (!ep.tensor<[3], f32>, !ep.tensor<[3], i64>)
  ep.return %0 : !ep.tensor<[3], f32>
} }
