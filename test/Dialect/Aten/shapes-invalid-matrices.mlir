// RUN: kiln-opt %s --verify-diagnostics --split-input-file

// Sizes of factors, solutions and figures of matrices in IR text.

// A number for each matrix.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_det.default' op result size 0 is 3, must be 2}}
  %0 = aten.linalg_det.default %x : (!ep.tensor<[2, 3, 3], f32>) -> !ep.tensor<[3], f32>
  ep.return
} }

// -----

// No square.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.det.default' op wants square matrices}}
  %0 = aten.det.default %x : (!ep.tensor<[2, 3, 4], f32>) -> !ep.tensor<[2], f32>
  ep.return
} }

// -----

// No matrix.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_cond.default' op wants matrices}}
  %0 = aten.linalg_cond.default %x : (!ep.tensor<[4], f32>) -> !ep.tensor<[], f32>
  ep.return
} }

// -----

// No square.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_inv.default' op wants square matrices}}
  %0 = aten.linalg_inv.default %x : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 4], f32>
  ep.return
} }

// -----

// No square.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_slogdet.default' op wants square matrices}}
  %0:2 = aten.linalg_slogdet.default %x : (!ep.tensor<[3, 4], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], f32>)
  ep.return
} }

// -----

// An eigenvalue for each row.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_eigvalsh.default' op result size 1 is 4, must be 3}}
  %0 = aten.linalg_eigvalsh.default %x : (!ep.tensor<[2, 3, 3], f32>) -> !ep.tensor<[2, 4], f32>
  ep.return
} }

// -----

// No square.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_eigh.default' op wants square matrices}}
  %0:2 = aten.linalg_eigh.default %x : (!ep.tensor<[3, 4], f32>) -> (!ep.tensor<[3], f32>, !ep.tensor<[3, 3], f32>)
  ep.return
} }

// -----

// As many singular values as there are rows or columns.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_svdvals.default' op result size 0 is 4, must be 3}}
  %0 = aten.linalg_svdvals.default %x : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[4], f32>
  ep.return
} }

// -----

// As many columns as singular values.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_svd.default' op result size 1 is 4, must be 3}}
  %0:3 = aten.linalg_svd.default %x, full_matrices = false : (!ep.tensor<[4, 3], f32>) -> (!ep.tensor<[4, 4], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3, 3], f32>)
  ep.return
} }

// -----

// As many columns as rows.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.svd.default' op result size 1 is 3, must be 4}}
  %0:3 = aten.svd.default %x, some = false : (!ep.tensor<[4, 3], f32>) -> (!ep.tensor<[4, 3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3, 3], f32>)
  ep.return
} }

// -----

// The inverse of rows for columns.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_pinv.atol_rtol_float' op result size 1 is 3, must be 4}}
  %0 = aten.linalg_pinv.atol_rtol_float %x : (!ep.tensor<[2, 3, 4], f32>) -> !ep.tensor<[2, 3, 4], f32>
  ep.return
} }

// -----

// Rows for columns.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.mH.default' op result size 0 is 3, must be 4}}
  %0 = aten.mH.default %x : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 4], f32>
  ep.return
} }

// -----

// No matrix.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.adjoint.default' op wants matrices}}
  %0 = aten.adjoint.default %x : (!ep.tensor<[3], f32>) -> !ep.tensor<[3], f32>
  ep.return
} }

// -----

// Sides of other sizes.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.linalg_solve.default' op matrices do not fit}}
  %0 = aten.linalg_solve.default %x, %y : (!ep.tensor<[3, 3], f32>, !ep.tensor<[4, 2], f32>) -> !ep.tensor<[4, 2], f32>
  ep.return
} }

// -----

// The batch broadcasts.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 1, 3, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[1, 5, 3, 2], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.linalg_solve.default' op result size 1 is 4, must be 5}}
  %0 = aten.linalg_solve.default %x, %y : (!ep.tensor<[2, 1, 3, 3], f32>, !ep.tensor<[1, 5, 3, 2], f32>) -> !ep.tensor<[2, 4, 3, 2], f32>
  ep.return
} }

// -----

// On the other side columns fit.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.linalg_solve_ex.default' op matrices do not fit}}
  %0:2 = aten.linalg_solve_ex.default %x, %y, left = false : (!ep.tensor<[3, 3], f32>, !ep.tensor<[4, 2], f32>) -> (!ep.tensor<[4, 2], f32>, !ep.tensor<[], i32>)
  ep.return
} }

// -----

// Neighbours fit.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "y">}, %z: !ep.tensor<[5, 6], f32> {ep.input = #ep.input<user_input "z">}) {
  // expected-error @below {{'aten.linalg_multi_dot.default' op matrices do not fit}}
  %0 = aten.linalg_multi_dot.default [%x, %y, %z] : (!ep.tensor<[2, 3], f32>, !ep.tensor<[3, 4], f32>, !ep.tensor<[5, 6], f32>) -> !ep.tensor<[2, 6], f32>
  ep.return
} }

// -----

// Dimensions change places.
ep.program @p { ep.graph @p(%x: !ep.tensor<[6, 2, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_tensorinv.default' op result size 0 is 6, must be 2}}
  %0 = aten.linalg_tensorinv.default %x, ind = 1 : (!ep.tensor<[6, 2, 3], f32>) -> !ep.tensor<[6, 2, 3], f32>
  ep.return
} }

// -----

// Behind all dimensions.
ep.program @p { ep.graph @p(%x: !ep.tensor<[6, 2, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_tensorinv.default' op `ind` is no place between dimensions}}
  %0 = aten.linalg_tensorinv.default %x, ind = 4 : (!ep.tensor<[6, 2, 3], f32>) -> !ep.tensor<[6, 2, 3], f32>
  ep.return
} }

// -----

// Vectors of two elements.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.linalg_cross.default' op wants vectors of three elements}}
  %0 = aten.linalg_cross.default %x, %y : (!ep.tensor<[4, 2], f32>, !ep.tensor<[4, 2], f32>) -> !ep.tensor<[4, 2], f32>
  ep.return
} }

// -----

// A product for each pair.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.linalg_vecdot.default' op result size 0 is 3, must be 4}}
  %0 = aten.linalg_vecdot.default %x, %y : (!ep.tensor<[4, 3], f32>, !ep.tensor<[4, 3], f32>) -> !ep.tensor<[3], f32>
  ep.return
} }

// -----

// Vectors of other sizes.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.linalg_vecdot.default' op vectors do not fit}}
  %0 = aten.linalg_vecdot.default %x, %y : (!ep.tensor<[4, 3], f32>, !ep.tensor<[4, 2], f32>) -> !ep.tensor<[4], f32>
  ep.return
} }

// -----

// A power for each element, unless it is said.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_vander.default' op result size 1 is 4, must be 3}}
  %0 = aten.linalg_vander.default %x, N = 3 : (!ep.tensor<[4], f32>) -> !ep.tensor<[4, 4], f32>
  ep.return
} }

// -----

// No vector.
ep.program @p { ep.graph @p(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.vander.default' op wants a vector}}
  %0 = aten.vander.default %x : (!ep.tensor<[], f32>) -> !ep.tensor<[1, 1], f32>
  ep.return
} }

// -----

// A norm for each matrix.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_matrix_norm.str_ord' op result size 0 is 4, must be 2}}
  %0 = aten.linalg_matrix_norm.str_ord %x : (!ep.tensor<[2, 3, 4], f32>) -> !ep.tensor<[4], f32>
  ep.return
} }

// -----

// As many columns as factors.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_qr.default' op result size 1 is 4, must be 3}}
  %0:2 = aten.linalg_qr.default %x : (!ep.tensor<[4, 3], f32>) -> (!ep.tensor<[4, 4], f32>, !ep.tensor<[3, 3], f32>)
  ep.return
} }

// -----

// As many columns as rows.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_qr.default' op result size 1 is 3, must be 4}}
  %0:2 = aten.linalg_qr.default %x, mode = "complete" : (!ep.tensor<[4, 3], f32>) -> (!ep.tensor<[4, 3], f32>, !ep.tensor<[4, 3], f32>)
  ep.return
} }

// -----

// A permutation of rows.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_lu.default' op result size 1 is 3, must be 4}}
  %0:3 = aten.linalg_lu.default %x : (!ep.tensor<[4, 3], f32>) -> (!ep.tensor<[4, 3], f32>, !ep.tensor<[4, 3], f32>, !ep.tensor<[3, 3], f32>)
  ep.return
} }

// -----

// No square.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linalg_cholesky_ex.default' op wants square matrices}}
  %0:2 = aten.linalg_cholesky_ex.default %x : (!ep.tensor<[4, 3], f32>) -> (!ep.tensor<[4, 3], f32>, !ep.tensor<[], i32>)
  ep.return
} }

// -----

// Sides of other sizes.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.linalg_solve_triangular.default' op matrices do not fit}}
  %0 = aten.linalg_solve_triangular.default %x, %y, upper = true : (!ep.tensor<[3, 3], f32>, !ep.tensor<[4, 2], f32>) -> !ep.tensor<[4, 2], f32>
  ep.return
} }

// -----

// The factor is the second.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 2], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.cholesky_solve.default' op matrices do not fit}}
  %0 = aten.cholesky_solve.default %x, %y : (!ep.tensor<[3, 2], f32>, !ep.tensor<[4, 4], f32>) -> !ep.tensor<[3, 2], f32>
  ep.return
} }

// -----

// Sides of other sizes.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "x">}, %p: !ep.tensor<[3], i32> {ep.input = #ep.input<user_input "p">}, %y: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.linalg_lu_solve.default' op matrices do not fit}}
  %0 = aten.linalg_lu_solve.default %x, %p, %y : (!ep.tensor<[3, 3], f32>, !ep.tensor<[3], i32>, !ep.tensor<[4, 2], f32>) -> !ep.tensor<[4, 2], f32>
  ep.return
} }

// -----

// Of the sizes of what is reflected.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">}, %t: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "t">}, %y: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.ormqr.default' op result size 1 is 3, must be 2}}
  %0 = aten.ormqr.default %x, %t, %y : (!ep.tensor<[4, 3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[4, 2], f32>) -> !ep.tensor<[4, 3], f32>
  ep.return
} }
