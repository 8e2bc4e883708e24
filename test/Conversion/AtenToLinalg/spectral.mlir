// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: ep.graph @eigh
ep.program @eigh { ep.graph @eigh(%a: !ep.tensor<[s0, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 4, 4], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: tx.matrix "eigh"(%{{.*}}) into(%{{.*}}) flags = upper : (tensor<?x4x4xf32>, tensor<?x4xf32>, tensor<?x4x4xf32>, tensor<?x52xf64>)
  %r0, %r1 = aten._linalg_eigh.default %a, UPLO = "U" : (!ep.tensor<[s0, 4, 4], f32>) -> (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4, 4], f32>)
  ep.return %r0, %r1 : !ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4, 4], f32>
} }

// -----

// Real matrices have complex eigenvalues.
// CHECK-LABEL: ep.graph @eig
ep.program @eig { ep.graph @eig(%a: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[4], complex<f32>> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4, 4], complex<f32>> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: tx.matrix "eig"(%{{.*}}) into(%{{.*}}) : (tensor<4x4xf32>, tensor<4x2xf32>, tensor<4x4x2xf32>, tensor<{{.*}}xf64>)
  %r0, %r1 = aten.linalg_eig.default %a : (!ep.tensor<[4, 4], f32>) -> (!ep.tensor<[4], complex<f32>>, !ep.tensor<[4, 4], complex<f32>>)
  ep.return %r0, %r1 : !ep.tensor<[4], complex<f32>>, !ep.tensor<[4, 4], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @svd
ep.program @svd { ep.graph @svd(%a: !ep.tensor<[s0, 5, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 5, 5], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 3], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[s0, 3, 3], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: tx.matrix "svd"(%{{.*}}) into(%{{.*}}) : (tensor<?x5x3xf32>, tensor<?x5x5xf32>, tensor<?x3xf32>, tensor<?x3x3xf32>,
  %r0, %r1, %r2 = aten._linalg_svd.default %a, full_matrices = true : (!ep.tensor<[s0, 5, 3], f32>) -> (!ep.tensor<[s0, 5, 5], f32>, !ep.tensor<[s0, 3], f32>, !ep.tensor<[s0, 3, 3], f32>)
  ep.return %r0, %r1, %r2 : !ep.tensor<[s0, 5, 5], f32>, !ep.tensor<[s0, 3], f32>, !ep.tensor<[s0, 3, 3], f32>
} }

// -----

// Vectors are not asked for.
// CHECK-LABEL: ep.graph @values
ep.program @values { ep.graph @values(%a: !ep.tensor<[s0, 5, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[0], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 3], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[0], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: tx.matrix "svd"(%{{.*}}) into(%{{.*}}) : (tensor<?x5x3xf32>, tensor<?x5x3xf32>, tensor<?x3xf32>, tensor<?x3x3xf32>,
  %r0, %r1, %r2 = aten._linalg_svd.default %a, full_matrices = true, compute_uv = false : (!ep.tensor<[s0, 5, 3], f32>) -> (!ep.tensor<[0], f32>, !ep.tensor<[s0, 3], f32>, !ep.tensor<[0], f32>)
  ep.return %r0, %r1, %r2 : !ep.tensor<[0], f32>, !ep.tensor<[s0, 3], f32>, !ep.tensor<[0], f32>
} }

// -----

// Without a limit there are epsilons.
// CHECK-LABEL: ep.graph @pinv
ep.program @pinv { ep.graph @pinv(%a: !ep.tensor<[s0, 4, 4], f64> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 4, 4], f64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.select
  // CHECK: tx.matrix "pinv"(%{{.*}}, %{{.*}}, %{{.*}}) into(%{{.*}}) flags = hermitian : (tensor<?x4x4xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?x4x4xf64>,
  %r0 = aten.linalg_pinv.atol_rtol_tensor %a, hermitian = true : (!ep.tensor<[s0, 4, 4], f64>) -> !ep.tensor<[s0, 4, 4], f64>
  ep.return %r0 : !ep.tensor<[s0, 4, 4], f64>
} }

// -----

// CHECK-LABEL: ep.graph @sqrth
ep.program @sqrth { ep.graph @sqrth(%a: !ep.tensor<[4, 4], complex<f64>> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[4, 4], complex<f64>> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tx.matrix "sqrth"(%{{.*}}) into(%{{.*}}) complex :
  %r0 = aten.linalg_matrix_sqrth.default %a : (!ep.tensor<[4, 4], complex<f64>>) -> !ep.tensor<[4, 4], complex<f64>>
  ep.return %r0 : !ep.tensor<[4, 4], complex<f64>>
} }

// -----

// CHECK-LABEL: ep.graph @polar
ep.program @polar { ep.graph @polar(%a: !ep.tensor<[5, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[5, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: tx.matrix "polar"(%{{.*}}) into(%{{.*}}) : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<3x3xf32>,
  %r0, %r1 = aten.linalg_polar.default %a : (!ep.tensor<[5, 3], f32>) -> (!ep.tensor<[5, 3], f32>, !ep.tensor<[3, 3], f32>)
  ep.return %r0, %r1 : !ep.tensor<[5, 3], f32>, !ep.tensor<[3, 3], f32>
} }

// -----

// Sizes that are symbols are checked when it runs.
// CHECK-LABEL: ep.graph @sizes
ep.program @sizes { ep.graph @sizes(%a: !ep.tensor<[s0, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: ep.assert Le(3, s0), "linalg.polar: a matrix has fewer rows than columns"
  // CHECK: tx.matrix "polar"
  %r0, %r1 = aten.linalg_polar.default %a : (!ep.tensor<[s0, 3], f32>) -> (!ep.tensor<[s0, 3], f32>, !ep.tensor<[3, 3], f32>)
  ep.return %r0, %r1 : !ep.tensor<[s0, 3], f32>, !ep.tensor<[3, 3], f32>
} }

// -----

ep.program @low { ep.graph @low(%a: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[2, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "1">}) {
  // expected-error @below {{'aten.linalg_polar.default' op is not converted to linalg: fewer rows than columns}}
  %r0, %r1 = aten.linalg_polar.default %a : (!ep.tensor<[2, 3], f32>) -> (!ep.tensor<[2, 3], f32>, !ep.tensor<[3, 3], f32>)
  ep.return %r0, %r1 : !ep.tensor<[2, 3], f32>, !ep.tensor<[3, 3], f32>
} }
