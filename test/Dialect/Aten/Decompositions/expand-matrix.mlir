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
