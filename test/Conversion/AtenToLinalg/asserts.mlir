// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Whether the element is true is read as a number of its own.
// CHECK-LABEL: ep.program @asserts
// CHECK-DAG: ep.symbol @uassert0 range(?, ?)
// CHECK-DAG: ep.symbol @uassert1 range(?, ?)
ep.program @asserts {
  ep.graph @forward(%x: !ep.tensor<[1], f32> {ep.input = #ep.input<user_input "x">},
      %b: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "b">})
      -> (!ep.tensor<[1], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: arith.cmpf une
    // CHECK: ep.item %{{.*}} : tensor<1xi1> -> !ep.number<uassert0>
    // CHECK: ep.assert Ne(uassert0, 0), "x is 0"
    aten._assert_async.msg %x, assert_msg = "x is 0" : (!ep.tensor<[1], f32>) -> ()
    // CHECK: ep.item %{{.*}} : tensor<i1> -> !ep.number<uassert1>
    // CHECK: ep.assert Ne(uassert1, 0), "b is false"
    aten._assert_async.msg %b, assert_msg = "b is false" : (!ep.tensor<[], i1>) -> ()
    // CHECK: ep.assert Ne(uassert2, 0), "the element is not true"
    aten._assert_async.default %b : (!ep.tensor<[], i1>) -> ()
    ep.return %x : !ep.tensor<[1], f32>
  }
}

// -----

ep.program @many {
  ep.graph @forward(%x: !ep.tensor<[2], i1> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[2], i1> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten._assert_async.msg' op is not converted to linalg: not one element}}
    aten._assert_async.msg %x, assert_msg = "" : (!ep.tensor<[2], i1>) -> ()
    ep.return %x : !ep.tensor<[2], i1>
  }
}
