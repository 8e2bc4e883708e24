// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Singular values, eigenvalues, and what is read off them.
// CHECK-LABEL: ep.graph @svd(
ep.program @svd {
  ep.graph @svd(%a: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[4, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten._linalg_svd.default %a :
    %0:3 = aten.linalg_svd.default %a, full_matrices = false : (!ep.tensor<[4, 3], f32>) -> (!ep.tensor<[4, 3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3, 3], f32>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[4, 3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @svdvals(
ep.program @svdvals { ep.symbol @m range(1, 64) ep.symbol @n range(1, 64)
  ep.graph @svdvals(%a: !ep.tensor<[m, n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[Min(m, n)], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[S:.*]]:3 = aten._linalg_svd.default %a, compute_uv = false
    // CHECK-NEXT: ep.return %[[S]]#1
    %0 = aten.linalg_svdvals.default %a : (!ep.tensor<[m, n], f32>) -> !ep.tensor<[Min(m, n)], f32>
    ep.return %0 : !ep.tensor<[Min(m, n)], f32>
} }

// -----

// CHECK-LABEL: ep.graph @old_svd(
ep.program @old_svd {
  ep.graph @old_svd(%a: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[4, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: %[[S:.*]]:3 = aten._linalg_svd.default %a
    // CHECK-NEXT: aten.permute.default %[[S]]#2, dims = [1, 0]
    %0:3 = aten.svd.default %a : (!ep.tensor<[4, 3], f32>) -> (!ep.tensor<[4, 3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3, 3], f32>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[4, 3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @old_svd_values(
ep.program @old_svd_values {
  ep.graph @old_svd_values(%a: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.full.default size = [4, 4], fill_value = 0
    // CHECK: aten._linalg_svd.default %a, compute_uv = false
    %0:3 = aten.svd.default %a, compute_uv = false : (!ep.tensor<[4, 3], f32>) -> (!ep.tensor<[4, 4], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3, 3], f32>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[4, 4], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @eigh(
ep.program @eigh {
  ep.graph @eigh(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten._linalg_eigh.default %a, UPLO = "U" :
    %0:2 = aten.linalg_eigh.default %a, UPLO = "U" : (!ep.tensor<[3, 3], f32>) -> (!ep.tensor<[3], f32>, !ep.tensor<[3, 3], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[3], f32>, !ep.tensor<[3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @eigvalsh(
ep.program @eigvalsh {
  ep.graph @eigvalsh(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[E:.*]]:2 = aten._linalg_eigh.default %a, compute_v = false
    // CHECK-NEXT: ep.return %[[E]]#0
    %0 = aten.linalg_eigvalsh.default %a : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[3], f32>
    ep.return %0 : !ep.tensor<[3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @eigvals(
ep.program @eigvals {
  ep.graph @eigvals(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[E:.*]]:2 = aten.linalg_eig.default %a
    // CHECK-NEXT: ep.return %[[E]]#0
    %0 = aten.linalg_eigvals.default %a : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[3], complex<f32>>
    ep.return %0 : !ep.tensor<[3], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @cond(
ep.program @cond {
  ep.graph @cond(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[S:.*]]:3 = aten._linalg_svd.default %a
    // CHECK-NEXT: %[[A:.*]] = aten.select.int %[[S]]#1, dim = 0, index = 0
    // CHECK-NEXT: %[[B:.*]] = aten.select.int %[[S]]#1, dim = 0, index = 2
    // CHECK-NEXT: aten.div.Tensor %[[A]], %[[B]]
    %0 = aten.linalg_cond.default %a : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cond_least(
ep.program @cond_least {
  ep.graph @cond_least(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.div.Tensor %{{.*}}, %{{.*}}
    %0 = aten.linalg_cond.default %a, p = -2 : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cond_one(
ep.program @cond_one {
  ep.graph @cond_one(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[I:.*]]:2 = aten.linalg_inv_ex.default %a
    // CHECK: aten.gt.Scalar %[[I]]#1, other = 0
    // CHECK: aten.where.self
    // CHECK-COUNT-2: aten.amax.default
    // CHECK: %[[C:.*]] = aten.mul.Tensor
    // CHECK-NEXT: %[[N:.*]] = aten.isnan.default %[[C]]
    // CHECK: aten.where.self %[[N]], %{{.*}}, %[[C]]
    %0 = aten.linalg_cond.default %a, p = 1 : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cond_nuc(
ep.program @cond_nuc {
  ep.graph @cond_nuc(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[S:.*]]:3 = aten._linalg_svd.default %a
    // CHECK-NEXT: %[[A:.*]] = aten.sum.dim_IntList %[[S]]#1
    // CHECK-NEXT: %[[I:.*]] = aten.reciprocal.default %[[S]]#1
    // CHECK-NEXT: %[[B:.*]] = aten.sum.dim_IntList %[[I]]
    // CHECK-NEXT: aten.mul.Tensor %[[A]], %[[B]]
    %0 = aten.linalg_cond.p_str %a, p = "nuc" : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rank(
ep.program @rank {
  ep.graph @rank(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[S:.*]]:3 = aten._linalg_svd.default
    // CHECK: aten.where.self
    // CHECK: %[[L:.*]] = aten.maximum.default
    // CHECK-NEXT: %[[G:.*]] = aten.gt.Tensor %[[S]]#1, %[[L]]
    // CHECK-NEXT: aten.sum.dim_IntList %[[G]], dim = [-1]
    %0 = aten.linalg_matrix_rank.atol_rtol_float %a, atol = 0.5 : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[], i64>
    ep.return %0 : !ep.tensor<[], i64>
} }

// -----

// CHECK-LABEL: ep.graph @rank_hermitian(
ep.program @rank_hermitian {
  ep.graph @rank_hermitian(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._linalg_eigh.default %a, compute_v = false
    // CHECK-NEXT: aten.abs.default
    %0 = aten.linalg_matrix_rank.atol_rtol_tensor %a, none, none, hermitian = true : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[], i64>
    ep.return %0 : !ep.tensor<[], i64>
} }

// -----

// CHECK-LABEL: ep.graph @old_rank(
ep.program @old_rank {
  ep.graph @old_rank(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._linalg_svd.default
    // CHECK: aten.maximum.default
    %0 = aten.linalg_matrix_rank.default %a, tol = 0.5 : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[], i64>
    ep.return %0 : !ep.tensor<[], i64>
} }

// -----

// CHECK-LABEL: ep.graph @pinverse(
ep.program @pinverse {
  ep.graph @pinverse(%a: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[R:.*]] = aten.scalar_tensor.default {{.*}}1.0{{.*}}e-15, dtype = f64
    // CHECK-NEXT: %[[A:.*]] = aten.full.default size = [], fill_value = 0.0, dtype = f64
    // CHECK-NEXT: aten.linalg_pinv.atol_rtol_tensor %a, %[[A]], %[[R]]
    %0 = aten.pinverse.default %a : (!ep.tensor<[2, 3], f32>) -> !ep.tensor<[3, 2], f32>
    ep.return %0 : !ep.tensor<[3, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @pinv(
ep.program @pinv {
  ep.graph @pinv(%a: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[R:.*]] = aten.scalar_tensor.default
    // CHECK-NEXT: aten.linalg_pinv.atol_rtol_tensor %a, none, %[[R]]
    %0 = aten.linalg_pinv.atol_rtol_float %a, rtol = 0.1 : (!ep.tensor<[2, 3], f32>) -> !ep.tensor<[3, 2], f32>
    ep.return %0 : !ep.tensor<[3, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nuclear(
ep.program @nuclear { ep.symbol @b range(1, 8)
  ep.graph @nuclear(%a: !ep.tensor<[b, 3, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[b], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[S:.*]]:3 = aten._linalg_svd.default
    // CHECK-NEXT: aten.sum.dim_IntList %[[S]]#1, dim = [-1]
    %0 = aten.linalg_matrix_norm.str_ord %a, ord = "nuc" : (!ep.tensor<[b, 3, 4], f32>) -> !ep.tensor<[b], f32>
    ep.return %0 : !ep.tensor<[b], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nuclear_norm(
ep.program @nuclear_norm {
  ep.graph @nuclear_norm(%a: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[1, 1], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[S:.*]]:3 = aten._linalg_svd.default
    // CHECK-NEXT: %[[N:.*]] = aten.sum.dim_IntList %[[S]]#1, dim = [-1]
    // CHECK-NEXT: aten.view.default %[[N]], size = [1, 1]
    %0 = aten.nuclear_norm.default %a, keepdim = true : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[1, 1], f32>
    ep.return %0 : !ep.tensor<[1, 1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @greatest(
ep.program @greatest { ep.symbol @b range(1, 8)
  ep.graph @greatest(%a: !ep.tensor<[3, b, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[b], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %a, dims = [1, 0, 2]
    // CHECK-NEXT: %[[S:.*]]:3 = aten._linalg_svd.default
    // CHECK-NEXT: aten.amax.default %[[S]]#1, dim = [-1]
    %0 = aten.linalg_norm.default %a, ord = 2, dim = [2, 0] : (!ep.tensor<[3, b, 4], f32>) -> !ep.tensor<[b], f32>
    ep.return %0 : !ep.tensor<[b], f32>
} }

// -----

// There is no such norm: left alone.
// CHECK-LABEL: ep.graph @no_norm(
ep.program @no_norm {
  ep.graph @no_norm(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.linalg_matrix_norm.default 
    %0 = aten.linalg_matrix_norm.default %a, ord = 3 : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linalg_matrix_rank_tol_tensor(
ep.program @linalg_matrix_rank_tol_tensor { ep.symbol @n range(2, 64)
  ep.graph @linalg_matrix_rank_tol_tensor(%a: !ep.tensor<[n, 3, 4], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[n], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten._linalg_svd.default %a, compute_uv = false
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.amax.default %{{.*}}, dim = [-1], keepdim = true
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %b, dim = 0
    // CHECK-NEXT: aten.maximum.default %{{.*}}
    // CHECK-NEXT: aten.gt.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1], dtype = i64
    %0 = aten.linalg_matrix_rank.tol_tensor %a, %b : (!ep.tensor<[n, 3, 4], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[n], i64>
    ep.return %0 : !ep.tensor<[n], i64>
} }

// -----

// CHECK-LABEL: ep.graph @linalg_pinv_rcond_tensor(
ep.program @linalg_pinv_rcond_tensor { ep.symbol @n range(2, 64)
  ep.graph @linalg_pinv_rcond_tensor(%a: !ep.tensor<[n, 3, 4], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[n, 4, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [n], fill_value = 0.0, dtype = f32
    // CHECK-NEXT: aten.linalg_pinv.atol_rtol_tensor %a, %{{.*}}, %b
    %0 = aten.linalg_pinv.rcond_tensor %a, %b : (!ep.tensor<[n, 3, 4], f32>, !ep.tensor<[n], f32>) -> !ep.tensor<[n, 4, 3], f32>
    ep.return %0 : !ep.tensor<[n, 4, 3], f32>
} }
