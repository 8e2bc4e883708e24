// RUN: kiln-opt %s --kiln-exec-build-host | FileCheck %s
//
// A result that is as long as its branch finds out: what the size is read by
// runs before, on its own, and then the branches with the memory of the result.

// CHECK: %[[N:.*]] = exec.input 1
// CHECK: %[[Y:.*]] = exec.output 0
// CHECK: exec.jump_if_false Ne(predicate_0, 0) to ^bb2 else ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: exec.read_scalar "u0" from %[[N]] : i64
// CHECK: exec.size "u2" = u0
// CHECK-NEXT: exec.jump ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: exec.read_scalar "u1" from %[[N]] : i64
// CHECK: exec.size "u2" = u1
// CHECK-NEXT: exec.jump ^bb3
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: exec.check Le(0, u2)
// CHECK-NEXT: exec.check Le(u2, 4)
// CHECK-NEXT: exec.jump_if_false Ne(predicate_0, 0) to ^bb5 else ^bb4
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: exec.read_scalar "u0" from %[[N]] : i64
// CHECK: exec.launch @fill(%[[Y]]) sizes [u0]
// CHECK: ^bb5:
// CHECK-NEXT: exec.read_scalar "u1" from %[[N]] : i64
// CHECK: exec.launch @fill(%[[Y]]) sizes [u1]
ep.program @branches {
  ep.symbol @u0 range(0, 4) ep.symbol @u1 range(0, 4) ep.symbol @u2 range(0, 4)
  exec.kernel @fill(%s: index) -> tensor<?xi64>
      domain(d0) access(write) work(flops = 0, bytes = 8*d0) attributes {dims = [[0]]} {
    %0 = tensor.empty(%s) : tensor<?xi64>
    exec.yield %0 : tensor<?xi64>
  }
  ep.graph @forward(%p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">},
                    %n: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "n">})
      -> (!ep.tensor<[u2], i64> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.cond %p(%n) : (!ep.tensor<[], i1>, !ep.tensor<[], i64>) -> !ep.tensor<[u2], i64> {
    ^bb0(%a: !ep.tensor<[], i64>):
      %1 = ep.to_builtin %a : !ep.tensor<[], i64> -> tensor<i64>
      %2 = ep.item %1 : tensor<i64> -> !ep.number<u0>
      %s = ep.size u0
      %3 = exec.dispatch @fill()[%s] : () -> tensor<?xi64>
      %4 = ep.from_builtin %3 : tensor<?xi64> -> !ep.tensor<[u0], i64>
      ep.yield %4 : !ep.tensor<[u0], i64>
    } else {
    ^bb0(%a: !ep.tensor<[], i64>):
      %1 = ep.to_builtin %a : !ep.tensor<[], i64> -> tensor<i64>
      %2 = ep.item %1 : tensor<i64> -> !ep.number<u1>
      %s = ep.size u1
      %3 = exec.dispatch @fill()[%s] : () -> tensor<?xi64>
      %4 = ep.from_builtin %3 : tensor<?xi64> -> !ep.tensor<[u1], i64>
      ep.yield %4 : !ep.tensor<[u1], i64>
    }
    ep.return %0 : !ep.tensor<[u2], i64>
  }
}
