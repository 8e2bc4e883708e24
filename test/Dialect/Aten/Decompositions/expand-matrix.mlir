// RUN: kiln-opt %s --kiln-aten-expand-core | FileCheck %s

// That a factorization succeeded is an assertion about all of a batch.
// CHECK-LABEL: ep.graph @check
ep.program @check { ep.graph @check(%info: !ep.tensor<[s0], i32> {ep.input = #ep.input<user_input "info">})
    -> (!ep.tensor<[s0], i32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[OK:.*]] = aten.eq.Scalar %info, other = 0
  // CHECK: %[[WRONG:.*]] = aten.logical_not.default %[[OK]]
  // CHECK: %[[ANY:.*]] = aten.any.{{.*}} %[[WRONG]]
  // CHECK: %[[NOT:.*]] = aten.logical_not.default %[[ANY]]
  // CHECK: aten._assert_async.msg %[[NOT]], assert_msg = "linalg.inv did not succeed"
  // CHECK-NOT: _linalg_check_errors
  aten._linalg_check_errors.default %info, api_name = "linalg.inv", is_matrix = false : (!ep.tensor<[s0], i32>) -> ()
  ep.return %info : !ep.tensor<[s0], i32>
} }

// A factorization that is to check its errors is one whose info is checked.
// CHECK-LABEL: ep.graph @factor
ep.program @factor { ep.graph @factor(%a: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[F:.*]]:3 = aten.linalg_lu_factor_ex.default %a :
  // CHECK: aten.eq.Scalar %[[F]]#2, other = 0
  // CHECK: aten._assert_async.msg %{{.*}}, assert_msg = "aten.linalg_lu_factor_ex.default did not succeed"
  // CHECK: ep.return %[[F]]#0
  %0, %1, %2 = aten.linalg_lu_factor_ex.default %a, check_errors = true
      : (!ep.tensor<[4, 4], f32>) -> (!ep.tensor<[4, 4], f32>, !ep.tensor<[4], i32>, !ep.tensor<[], i32>)
  ep.return %0 : !ep.tensor<[4, 4], f32>
} }
// CHECK-LABEL: ep.graph @unchecked
ep.program @unchecked { ep.graph @unchecked(%a: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.linalg_cholesky_ex.default
  // CHECK-NOT: _assert_async
  %0, %1 = aten.linalg_cholesky_ex.default %a : (!ep.tensor<[4, 4], f32>) -> (!ep.tensor<[4, 4], f32>, !ep.tensor<[], i32>)
  ep.return %0 : !ep.tensor<[4, 4], f32>
} }
