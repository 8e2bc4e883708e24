// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Factors, pivots and info, and room for one matrix at a time.
// CHECK-LABEL: ep.graph @factor
ep.program @factor { ep.graph @factor(%a: !ep.tensor<[s0, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 4, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 4], i32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[s0], i32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: tensor.empty(%{{.*}}) : tensor<?x37xf64>
  // CHECK: tx.matrix "lu"(%{{.*}}) into(%{{.*}}) : (tensor<?x4x4xf32>, tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?xi32>, tensor<?x37xf64>)
  %r0, %r1, %r2 = aten.linalg_lu_factor_ex.default %a : (!ep.tensor<[s0, 4, 4], f32>) -> (!ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0, 4], i32>, !ep.tensor<[s0], i32>)
  ep.return %r0, %r1, %r2 : !ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0, 4], i32>, !ep.tensor<[s0], i32>
} }

// -----

// P is not asked for.
// CHECK-LABEL: ep.graph @unpivoted
ep.program @unpivoted { ep.graph @unpivoted(%a: !ep.tensor<[s0, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[0], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 4, 4], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[s0, 4, 4], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: tx.matrix "lu"(%{{.*}}) into(%{{.*}}) flags = unpivoted :
  // CHECK: tx.matrix "lu_unpack"
  // CHECK: tensor.empty() : tensor<0xf32>
  %r0, %r1, %r2 = aten.linalg_lu.default %a, pivot = false : (!ep.tensor<[s0, 4, 4], f32>) -> (!ep.tensor<[0], f32>, !ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0, 4, 4], f32>)
  ep.return %r0, %r1, %r2 : !ep.tensor<[0], f32>, !ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0, 4, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @unpack
ep.program @unpack { ep.graph @unpack(%a: !ep.tensor<[3, 5], f32> {ep.input = #ep.input<user_input "a">}, %p: !ep.tensor<[3], i32> {ep.input = #ep.input<user_input "p">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[3, 5], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: tx.matrix "lu_unpack"(%{{.*}}, %{{.*}}) into(%{{.*}}) : (tensor<3x5xf32>, tensor<3xi32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x5xf32>, tensor<51xf64>)
  %r0, %r1, %r2 = aten.lu_unpack.default %a, %p : (!ep.tensor<[3, 5], f32>, !ep.tensor<[3], i32>) -> (!ep.tensor<[3, 3], f32>, !ep.tensor<[3, 3], f32>, !ep.tensor<[3, 5], f32>)
  ep.return %r0, %r1, %r2 : !ep.tensor<[3, 3], f32>, !ep.tensor<[3, 3], f32>, !ep.tensor<[3, 5], f32>
} }

// -----

// One matrix for all of a batch.
// CHECK-LABEL: ep.graph @lu_solve
ep.program @lu_solve { ep.graph @lu_solve(%a: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "a">}, %p: !ep.tensor<[4], i32> {ep.input = #ep.input<user_input "p">}, %b: !ep.tensor<[s0, 2, 4], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[s0, 2, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.generic
  // CHECK: linalg.generic
  // CHECK: tx.matrix "lu_solve"(%{{.*}}) into(%{{.*}}) flags = "right|transpose|conjugate" : (tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?x2x4xf32>,
  %r0 = aten.linalg_lu_solve.default %a, %p, %b, left = false, adjoint = true : (!ep.tensor<[4, 4], f32>, !ep.tensor<[4], i32>, !ep.tensor<[s0, 2, 4], f32>) -> !ep.tensor<[s0, 2, 4], f32>
  ep.return %r0 : !ep.tensor<[s0, 2, 4], f32>
} }

// -----

// A vector for each matrix.
// CHECK-LABEL: ep.graph @solve
ep.program @solve { ep.graph @solve(%a: !ep.tensor<[s0, 4, 4], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 4, 4], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[s0, 4], i32> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[s0], i32> {ep.output = #ep.output<user_output "3">}) {
  // CHECK: tensor.expand_shape %{{.*}} : tensor<?x4xf32> into tensor<?x4x1xf32>
  // CHECK: tx.matrix "solve"(%{{.*}}) into(%{{.*}}) : (tensor<?x4x4xf32>, tensor<?x4x1xf32>
  // CHECK: tensor.collapse_shape %{{.*}} : tensor<?x4x1xf32> into tensor<?x4xf32>
  %r0, %r1, %r2, %r3 = aten._linalg_solve_ex.default %a, %b : (!ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0, 4], f32>) -> (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0, 4], i32>, !ep.tensor<[s0], i32>)
  ep.return %r0, %r1, %r2, %r3 : !ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0, 4], i32>, !ep.tensor<[s0], i32>
} }

// -----

// The factors are those of one matrix.
// CHECK-LABEL: ep.graph @solve_batch
ep.program @solve_batch { ep.graph @solve_batch(%a: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[s0, 2, 4], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[s0, 2, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[4], i32> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[], i32> {ep.output = #ep.output<user_output "3">}) {
  // CHECK: tx.matrix "solve"(%{{.*}}) into(%{{.*}}) flags = right : (tensor<?x4x4xf32>,
  // CHECK: tx.matrix "lu"(%{{.*}}) into(%{{.*}}) : (tensor<4x4xf32>,
  %r0, %r1, %r2, %r3 = aten._linalg_solve_ex.default %a, %b, left = false : (!ep.tensor<[4, 4], f32>, !ep.tensor<[s0, 2, 4], f32>) -> (!ep.tensor<[s0, 2, 4], f32>, !ep.tensor<[4, 4], f32>, !ep.tensor<[4], i32>, !ep.tensor<[], i32>)
  ep.return %r0, %r1, %r2, %r3 : !ep.tensor<[s0, 2, 4], f32>, !ep.tensor<[4, 4], f32>, !ep.tensor<[4], i32>, !ep.tensor<[], i32>
} }

// -----

// The op itself would have to fail.
ep.program @checks { ep.graph @checks(%a: !ep.tensor<[s0, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 4, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0], i32> {ep.output = #ep.output<user_output "1">}) {
  // expected-error @below {{'aten.linalg_inv_ex.default' op is not converted to linalg: check_errors is set}}
  %r0, %r1 = aten.linalg_inv_ex.default %a, check_errors = true : (!ep.tensor<[s0, 4, 4], f32>) -> (!ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0], i32>)
  ep.return %r0, %r1 : !ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0], i32>
} }

// -----

// Complex numbers are pairs.
// CHECK-LABEL: ep.graph @inverse
ep.program @inverse { ep.graph @inverse(%a: !ep.tensor<[4, 4], complex<f64>> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[4, 4], complex<f64>> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[], i32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: tx.matrix "inverse"(%{{.*}}) into(%{{.*}}) complex : (tensor<4x4x2xf64>, tensor<4x4x2xf64>, tensor<i32>, tensor<69xf64>)
  %r0, %r1 = aten.linalg_inv_ex.default %a : (!ep.tensor<[4, 4], complex<f64>>) -> (!ep.tensor<[4, 4], complex<f64>>, !ep.tensor<[], i32>)
  ep.return %r0, %r1 : !ep.tensor<[4, 4], complex<f64>>, !ep.tensor<[], i32>
} }

// -----

// CHECK-LABEL: ep.graph @det
ep.program @det { ep.graph @det(%a: !ep.tensor<[s0, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 4, 4], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[s0, 4], i32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: tx.matrix "det"(%{{.*}}) into(%{{.*}}) : (tensor<?x4x4xf32>, tensor<?xf32>, tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?x37xf64>)
  %r0, %r1, %r2 = aten._linalg_det.default %a : (!ep.tensor<[s0, 4, 4], f32>) -> (!ep.tensor<[s0], f32>, !ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0, 4], i32>)
  ep.return %r0, %r1, %r2 : !ep.tensor<[s0], f32>, !ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0, 4], i32>
} }

// -----

// CHECK-LABEL: ep.graph @slogdet
ep.program @slogdet { ep.graph @slogdet(%a: !ep.tensor<[s0, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[s0, 4, 4], f32> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[s0, 4], i32> {ep.output = #ep.output<user_output "3">}) {
  // CHECK: tx.matrix "slogdet"(%{{.*}}) into(%{{.*}}) : (tensor<?x4x4xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?x38xf64>)
  %r0, %r1, %r2, %r3 = aten._linalg_slogdet.default %a : (!ep.tensor<[s0, 4, 4], f32>) -> (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>, !ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0, 4], i32>)
  ep.return %r0, %r1, %r2, %r3 : !ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>, !ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0, 4], i32>
} }

// -----

// CHECK-LABEL: ep.graph @triangular
ep.program @triangular { ep.graph @triangular(%a: !ep.tensor<[s0, 4, 4], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[s0, 2, 4], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[s0, 2, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tx.matrix "triangular"(%{{.*}}) into(%{{.*}}) flags = "upper|unit|right" :
  %r0 = aten.linalg_solve_triangular.default %a, %b, upper = true, left = false, unitriangular = true : (!ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0, 2, 4], f32>) -> !ep.tensor<[s0, 2, 4], f32>
  ep.return %r0 : !ep.tensor<[s0, 2, 4], f32>
} }

// -----

// A comes back for each matrix of the batch.
// CHECK-LABEL: ep.graph @triangular_solve
ep.program @triangular_solve { ep.graph @triangular_solve(%b: !ep.tensor<[s0, 4, 2], f32> {ep.input = #ep.input<user_input "b">}, %a: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 4, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 4, 4], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[A:.*]] = linalg.generic
  // CHECK: tx.matrix "triangular"(%[[A]], %{{.*}}) into(%{{.*}}) flags = "upper|transpose" :
  %r0, %r1 = aten.triangular_solve.default %b, %a, transpose = true : (!ep.tensor<[s0, 4, 2], f32>, !ep.tensor<[4, 4], f32>) -> (!ep.tensor<[s0, 4, 2], f32>, !ep.tensor<[s0, 4, 4], f32>)
  ep.return %r0, %r1 : !ep.tensor<[s0, 4, 2], f32>, !ep.tensor<[s0, 4, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cholesky
ep.program @cholesky { ep.graph @cholesky(%a: !ep.tensor<[s0, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 4, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0], i32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: tx.matrix "cholesky"(%{{.*}}) into(%{{.*}}) flags = upper : (tensor<?x4x4xf32>, tensor<?x4x4xf32>, tensor<?xi32>, tensor<?x33xf64>)
  %r0, %r1 = aten.linalg_cholesky_ex.default %a, upper = true : (!ep.tensor<[s0, 4, 4], f32>) -> (!ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0], i32>)
  ep.return %r0, %r1 : !ep.tensor<[s0, 4, 4], f32>, !ep.tensor<[s0], i32>
} }

// -----

// CHECK-LABEL: ep.graph @cholesky_solve
ep.program @cholesky_solve { ep.graph @cholesky_solve(%b: !ep.tensor<[s0, 4, 2], f32> {ep.input = #ep.input<user_input "b">}, %a: !ep.tensor<[s0, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 4, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tx.matrix "cholesky_solve"(%{{.*}}, %{{.*}}) into(%{{.*}}) : (tensor<?x4x4xf32>, tensor<?x4x2xf32>,
  %r0 = aten.cholesky_solve.default %b, %a : (!ep.tensor<[s0, 4, 2], f32>, !ep.tensor<[s0, 4, 4], f32>) -> !ep.tensor<[s0, 4, 2], f32>
  ep.return %r0 : !ep.tensor<[s0, 4, 2], f32>
} }

// -----

// The right side has ones on its diagonal.
// CHECK-LABEL: ep.graph @cholesky_inverse
ep.program @cholesky_inverse { ep.graph @cholesky_inverse(%a: !ep.tensor<[4, 4], complex<f64>> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[4, 4], complex<f64>> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.generic
  // CHECK: arith.cmpi eq
  // CHECK: arith.andi
  // CHECK: tx.matrix "cholesky_solve"(%{{.*}}) into(%{{.*}}) complex flags = upper :
  %r0 = aten.cholesky_inverse.default %a, upper = true : (!ep.tensor<[4, 4], complex<f64>>) -> !ep.tensor<[4, 4], complex<f64>>
  ep.return %r0 : !ep.tensor<[4, 4], complex<f64>>
} }

// -----

// CHECK-LABEL: ep.graph @qr
ep.program @qr { ep.graph @qr(%a: !ep.tensor<[s0, 5, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 5, 5], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 5, 3], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: tx.matrix "qr"(%{{.*}}) into(%{{.*}}) : (tensor<?x5x3xf32>, tensor<?x5x5xf32>, tensor<?x5x3xf32>, tensor<?x58xf64>)
  %r0, %r1 = aten.linalg_qr.default %a, mode = "complete" : (!ep.tensor<[s0, 5, 3], f32>) -> (!ep.tensor<[s0, 5, 5], f32>, !ep.tensor<[s0, 5, 3], f32>)
  ep.return %r0, %r1 : !ep.tensor<[s0, 5, 5], f32>, !ep.tensor<[s0, 5, 3], f32>
} }

// -----

// Q is not asked for.
// CHECK-LABEL: ep.graph @only_r
ep.program @only_r { ep.graph @only_r(%a: !ep.tensor<[s0, 5, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[0], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 3, 3], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: tensor.empty() : tensor<0xf32>
  %r0, %r1 = aten.linalg_qr.default %a, mode = "r" : (!ep.tensor<[s0, 5, 3], f32>) -> (!ep.tensor<[0], f32>, !ep.tensor<[s0, 3, 3], f32>)
  ep.return %r0, %r1 : !ep.tensor<[0], f32>, !ep.tensor<[s0, 3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @geqrf
ep.program @geqrf { ep.graph @geqrf(%a: !ep.tensor<[5, s0], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[5, s0], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[Min(5, s0)], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: tx.matrix "reflections"(%{{.*}}) into(%{{.*}}) : (tensor<5x?xf32>, tensor<5x?xf32>, tensor<?xf32>, tensor<?xf64>)
  %r0, %r1 = aten.geqrf.default %a : (!ep.tensor<[5, s0], f32>) -> (!ep.tensor<[5, s0], f32>, !ep.tensor<[Min(5, s0)], f32>)
  ep.return %r0, %r1 : !ep.tensor<[5, s0], f32>, !ep.tensor<[Min(5, s0)], f32>
} }

// -----

// CHECK-LABEL: ep.graph @householder
ep.program @householder { ep.graph @householder(%a: !ep.tensor<[5, 3], f32> {ep.input = #ep.input<user_input "a">}, %t: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "t">})
    -> (!ep.tensor<[5, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.generic
  // CHECK: tx.matrix "reflect"(%{{.*}}, %{{.*}}, %{{.*}}) into(%{{.*}}) : (tensor<5x3xf32>, tensor<3xf32>, tensor<5x3xf32>,
  %r0 = aten.linalg_householder_product.default %a, %t : (!ep.tensor<[5, 3], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[5, 3], f32>
  ep.return %r0 : !ep.tensor<[5, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @ormqr
ep.program @ormqr { ep.graph @ormqr(%a: !ep.tensor<[5, 3], f32> {ep.input = #ep.input<user_input "a">}, %t: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "t">}, %c: !ep.tensor<[2, 5], f32> {ep.input = #ep.input<user_input "c">})
    -> (!ep.tensor<[2, 5], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tx.matrix "reflect"(%{{.*}}) into(%{{.*}}) flags = "right|transpose" :
  %r0 = aten.ormqr.default %a, %t, %c, left = false, transpose = true : (!ep.tensor<[5, 3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[2, 5], f32>) -> !ep.tensor<[2, 5], f32>
  ep.return %r0 : !ep.tensor<[2, 5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @ldl
ep.program @ldl { ep.graph @ldl(%a: !ep.tensor<[4, 4], complex<f64>> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[4, 4], complex<f64>> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], i32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[], i32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: tx.matrix "ldl"(%{{.*}}) into(%{{.*}}) complex flags = hermitian :
  %r0, %r1, %r2 = aten.linalg_ldl_factor_ex.default %a, hermitian = true : (!ep.tensor<[4, 4], complex<f64>>) -> (!ep.tensor<[4, 4], complex<f64>>, !ep.tensor<[4], i32>, !ep.tensor<[], i32>)
  ep.return %r0, %r1, %r2 : !ep.tensor<[4, 4], complex<f64>>, !ep.tensor<[4], i32>, !ep.tensor<[], i32>
} }

// -----

// CHECK-LABEL: ep.graph @ldl_solve
ep.program @ldl_solve { ep.graph @ldl_solve(%a: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "a">}, %p: !ep.tensor<[4], i32> {ep.input = #ep.input<user_input "p">}, %b: !ep.tensor<[s0, 4, 2], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[s0, 4, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tx.matrix "ldl_solve"(%{{.*}}) into(%{{.*}}) : (tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?x4x2xf32>,
  %r0 = aten.linalg_ldl_solve.default %a, %p, %b : (!ep.tensor<[4, 4], f32>, !ep.tensor<[4], i32>, !ep.tensor<[s0, 4, 2], f32>) -> !ep.tensor<[s0, 4, 2], f32>
  ep.return %r0 : !ep.tensor<[s0, 4, 2], f32>
} }

// -----

// Smaller floats are f32.
// CHECK-LABEL: ep.graph @exp
ep.program @exp { ep.graph @exp(%a: !ep.tensor<[s0, 4, 4], bf16> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 4, 4], bf16> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  // CHECK: tx.matrix "exp"(%{{.*}}) into(%{{.*}}) : (tensor<?x4x4xf32>, tensor<?x4x4xf32>, tensor<?x64xf64>)
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %r0 = aten.linalg_matrix_exp.default %a : (!ep.tensor<[s0, 4, 4], bf16>) -> !ep.tensor<[s0, 4, 4], bf16>
  ep.return %r0 : !ep.tensor<[s0, 4, 4], bf16>
} }
