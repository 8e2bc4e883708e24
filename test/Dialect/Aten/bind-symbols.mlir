// RUN: kiln-opt %s --cse | FileCheck %s
//
// An op that says what a symbol is stays, though nothing uses its result: sizes
// and numbers depend on it. One that only passes a symbol on is dead.

// CHECK-LABEL: ep.graph @forward
ep.program @p {
  ep.symbol @u0 range(0, ?)
  ep.symbol @u1 range(0, ?)
  ep.symbol @zuf0 range(?, ?)
  ep.graph @forward(%n: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "n">},
                    %f: !ep.tensor<[], f64> {ep.input = #ep.input<user_input "f">},
                    %m: !ep.tensor<[4], i1> {ep.input = #ep.input<user_input "m">}) {
    // CHECK: aten._local_scalar_dense.default {{.*}} -> !ep.number<u0>
    %0 = aten._local_scalar_dense.default %n : (!ep.tensor<[], i64>) -> !ep.number<u0>
    // CHECK: aten._local_scalar_dense.default {{.*}} -> !ep.number<zuf0>
    %1 = aten._local_scalar_dense.default %f : (!ep.tensor<[], f64>) -> !ep.number<zuf0>
    // CHECK: aten.nonzero.default
    %2 = aten.nonzero.default %m : (!ep.tensor<[4], i1>) -> !ep.tensor<[u1, 1], i64>
    // CHECK-NOT: aten.neg
    %3 = aten.neg.default %2 : (!ep.tensor<[u1, 1], i64>) -> !ep.tensor<[u1, 1], i64>
    ep.return
  }
}
