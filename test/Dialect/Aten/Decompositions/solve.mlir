// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Solutions, inverses, determinants by the factors that PyTorch ends in.
// CHECK-LABEL: ep.graph @solve(
ep.program @solve { ep.symbol @b range(0, 8) ep.symbol @n range(1, 64)
  ep.graph @solve(%a: !ep.tensor<[b, n, n], f32> {ep.input = #ep.input<user_input "a">},
    %v: !ep.tensor<[b, n, 2], f32> {ep.input = #ep.input<user_input "v">})
    -> (!ep.tensor<[b, n, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[S:.*]]:4 = aten._linalg_solve_ex.default %a, %v :
    // CHECK-NEXT: aten._linalg_check_errors.default %[[S]]#3, api_name = "torch.linalg.solve", is_matrix = false
    // CHECK-NEXT: ep.return %[[S]]#0
    %0 = aten.linalg_solve.default %a, %v : (!ep.tensor<[b, n, n], f32>, !ep.tensor<[b, n, 2], f32>) -> !ep.tensor<[b, n, 2], f32>
    ep.return %0 : !ep.tensor<[b, n, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @solve_right(
ep.program @solve_right {
  ep.graph @solve_right(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">},
    %v: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "v">})
    -> (!ep.tensor<[2, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[S:.*]]:4 = aten._linalg_solve_ex.default %a, %v, left = false :
    // CHECK-NEXT: aten._linalg_check_errors.default %[[S]]#3, api_name = "torch.linalg.solve", is_matrix = true
    %0 = aten.linalg_solve.default %a, %v, left = false : (!ep.tensor<[3, 3], f32>, !ep.tensor<[2, 3], f32>) -> !ep.tensor<[2, 3], f32>
    ep.return %0 : !ep.tensor<[2, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @solve_ex(
ep.program @solve_ex { ep.symbol @b range(0, 8) ep.symbol @n range(1, 64)
  ep.graph @solve_ex(%a: !ep.tensor<[b, n, n], f32> {ep.input = #ep.input<user_input "a">},
    %v: !ep.tensor<[b, n, 2], f32> {ep.input = #ep.input<user_input "v">})
    -> (!ep.tensor<[b, n, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[b], i32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[S:.*]]:4 = aten._linalg_solve_ex.default %a, %v :
    // CHECK-NEXT: ep.return %[[S]]#0, %[[S]]#3
    %0:2 = aten.linalg_solve_ex.default %a, %v : (!ep.tensor<[b, n, n], f32>, !ep.tensor<[b, n, 2], f32>) -> (!ep.tensor<[b, n, 2], f32>, !ep.tensor<[b], i32>)
    ep.return %0#0, %0#1 : !ep.tensor<[b, n, 2], f32>, !ep.tensor<[b], i32>
} }

// -----

// CHECK-LABEL: ep.graph @solve_ex_checked(
ep.program @solve_ex_checked {
  ep.graph @solve_ex_checked(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">},
    %v: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "v">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[], i32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten._linalg_solve_ex.default %a, %v :
    // CHECK-NEXT: aten._linalg_check_errors.default
    %0:2 = aten.linalg_solve_ex.default %a, %v, check_errors = true : (!ep.tensor<[3, 3], f32>, !ep.tensor<[3], f32>) -> (!ep.tensor<[3], f32>, !ep.tensor<[], i32>)
    ep.return %0#0, %0#1 : !ep.tensor<[3], f32>, !ep.tensor<[], i32>
} }

// -----

// CHECK-LABEL: ep.graph @inverse(
ep.program @inverse { ep.symbol @b range(0, 8) ep.symbol @n range(1, 64)
  ep.graph @inverse(%a: !ep.tensor<[b, n, n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[b, n, n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[I:.*]]:2 = aten.linalg_inv_ex.default %a :
    // CHECK-NEXT: aten._linalg_check_errors.default %[[I]]#1, api_name = "linalg.inv", is_matrix = false
    // CHECK-NEXT: ep.return %[[I]]#0
    %0 = aten.linalg_inv.default %a : (!ep.tensor<[b, n, n], f32>) -> !ep.tensor<[b, n, n], f32>
    ep.return %0 : !ep.tensor<[b, n, n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cholesky(
ep.program @cholesky {
  ep.graph @cholesky(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[C:.*]]:2 = aten.linalg_cholesky_ex.default %a, upper = true :
    // CHECK-NEXT: aten._linalg_check_errors.default %[[C]]#1, api_name = "linalg.cholesky", is_matrix = true
    %0 = aten.linalg_cholesky.default %a, upper = true : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[3, 3], f32>
    ep.return %0 : !ep.tensor<[3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @lu_factor(
ep.program @lu_factor {
  ep.graph @lu_factor(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3], i32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[L:.*]]:3 = aten.linalg_lu_factor_ex.default %a :
    // CHECK-NEXT: aten._linalg_check_errors.default %[[L]]#2, api_name = "torch.linalg.lu_factor"
    // CHECK-NEXT: ep.return %[[L]]#0, %[[L]]#1
    %0:2 = aten.linalg_lu_factor.default %a : (!ep.tensor<[3, 3], f32>) -> (!ep.tensor<[3, 3], f32>, !ep.tensor<[3], i32>)
    ep.return %0#0, %0#1 : !ep.tensor<[3, 3], f32>, !ep.tensor<[3], i32>
} }

// -----

// CHECK-LABEL: ep.graph @ldl_factor(
ep.program @ldl_factor {
  ep.graph @ldl_factor(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3], i32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[L:.*]]:3 = aten.linalg_ldl_factor_ex.default %a, hermitian = true :
    // CHECK-NEXT: aten._linalg_check_errors.default %[[L]]#2, api_name = "torch.linalg.ldl_factor"
    %0:2 = aten.linalg_ldl_factor.default %a, hermitian = true : (!ep.tensor<[3, 3], f32>) -> (!ep.tensor<[3, 3], f32>, !ep.tensor<[3], i32>)
    ep.return %0#0, %0#1 : !ep.tensor<[3, 3], f32>, !ep.tensor<[3], i32>
} }

// -----

// CHECK-LABEL: ep.graph @lu_with_info(
ep.program @lu_with_info {
  ep.graph @lu_with_info(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3], i32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[], i32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.linalg_lu_factor_ex.default %a, check_errors = true :
    %0:3 = aten._lu_with_info.default %a : (!ep.tensor<[3, 3], f32>) -> (!ep.tensor<[3, 3], f32>, !ep.tensor<[3], i32>, !ep.tensor<[], i32>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[3, 3], f32>, !ep.tensor<[3], i32>, !ep.tensor<[], i32>
} }

// -----

// CHECK-LABEL: ep.graph @lu_solve(
ep.program @lu_solve {
  ep.graph @lu_solve(%v: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "v">},
    %a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">},
    %p: !ep.tensor<[3], i32> {ep.input = #ep.input<user_input "p">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.linalg_lu_solve.default %a, %p, %v :
    %0 = aten.lu_solve.default %v, %a, %p : (!ep.tensor<[3, 3], f32>, !ep.tensor<[3, 3], f32>, !ep.tensor<[3], i32>) -> !ep.tensor<[3, 3], f32>
    ep.return %0 : !ep.tensor<[3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @tensorinv(
ep.program @tensorinv {
  ep.graph @tensorinv(%a: !ep.tensor<[2, 3, 6], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[6, 2, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[M:.*]] = aten.view.default %a, size = [6, 6]
    // CHECK-NEXT: %[[I:.*]]:2 = aten.linalg_inv_ex.default %[[M]]
    // CHECK: aten.view.default %[[I]]#0, size = [6, 2, 3]
    %0 = aten.linalg_tensorinv.default %a : (!ep.tensor<[2, 3, 6], f32>) -> !ep.tensor<[6, 2, 3], f32>
    ep.return %0 : !ep.tensor<[6, 2, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @tensorsolve(
ep.program @tensorsolve {
  ep.graph @tensorsolve(%a: !ep.tensor<[2, 3, 6], f32> {ep.input = #ep.input<user_input "a">},
    %v: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "v">})
    -> (!ep.tensor<[6], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[M:.*]] = aten.view.default %a, size = [6, 6]
    // CHECK: %[[S:.*]]:4 = aten._linalg_solve_ex.default
    // CHECK: ep.return %[[S]]#0
    %0 = aten.linalg_tensorsolve.default %a, %v : (!ep.tensor<[2, 3, 6], f32>, !ep.tensor<[2, 3], f32>) -> !ep.tensor<[6], f32>
    ep.return %0 : !ep.tensor<[6], f32>
} }

// -----

// CHECK-LABEL: ep.graph @det(
ep.program @det { ep.symbol @b range(0, 8) ep.symbol @n range(1, 64)
  ep.graph @det(%a: !ep.tensor<[b, n, n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[b], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[D:.*]]:3 = aten._linalg_det.default %a :
    // CHECK-NEXT: ep.return %[[D]]#0
    %0 = aten.linalg_det.default %a : (!ep.tensor<[b, n, n], f32>) -> !ep.tensor<[b], f32>
    ep.return %0 : !ep.tensor<[b], f32>
} }

// -----

// CHECK-LABEL: ep.graph @slogdet(
ep.program @slogdet { ep.symbol @b range(0, 8) ep.symbol @n range(1, 64)
  ep.graph @slogdet(%a: !ep.tensor<[b, n, n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[b], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[b], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[D:.*]]:4 = aten._linalg_slogdet.default %a :
    // CHECK-NEXT: ep.return %[[D]]#0, %[[D]]#1
    %0:2 = aten.linalg_slogdet.default %a : (!ep.tensor<[b, n, n], f32>) -> (!ep.tensor<[b], f32>, !ep.tensor<[b], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[b], f32>, !ep.tensor<[b], f32>
} }

// -----

// CHECK-LABEL: ep.graph @logdet(
ep.program @logdet {
  ep.graph @logdet(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[D:.*]]:4 = aten._linalg_slogdet.default %a :
    // CHECK-NEXT: %[[N:.*]] = aten.eq.Scalar %[[D]]#0, other = -1
    // CHECK: aten.where.self %[[N]]
    %0 = aten.logdet.default %a : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @matrix_exp(
ep.program @matrix_exp {
  ep.graph @matrix_exp(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.linalg_matrix_exp.default %a :
    %0 = aten.matrix_exp.default %a : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[3, 3], f32>
    ep.return %0 : !ep.tensor<[3, 3], f32>
} }

// -----

// No dimension is left for columns: left alone.
// CHECK-LABEL: ep.graph @no_columns(
ep.program @no_columns {
  ep.graph @no_columns(%a: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.linalg_tensorinv.default 
    %0 = aten.linalg_tensorinv.default %a, ind = 2 : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[3, 3], f32>
    ep.return %0 : !ep.tensor<[3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @slogdet_default(
ep.program @slogdet_default { ep.symbol @n range(2, 64)
  ep.graph @slogdet_default(%a: !ep.tensor<[n, 3, 3], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten._linalg_slogdet.default %a
    %0:2 = aten.slogdet.default %a : (!ep.tensor<[n, 3, 3], f32>) -> (!ep.tensor<[n], f32>, !ep.tensor<[n], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[n], f32>, !ep.tensor<[n], f32>
} }
