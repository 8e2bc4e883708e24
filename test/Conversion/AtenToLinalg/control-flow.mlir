// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// Graphs inside a graph are converted as it is, each with its own sizes.
// CHECK-LABEL: ep.program @cond
// CHECK: ep.cond %{{.*}}(%{{.*}}) : (!ep.tensor<[], i1>, !ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32> {
// CHECK: ^bb0(%[[A:.*]]: !ep.tensor<[s0, 4], f32>
// CHECK-DAG: ep.size s0
// CHECK-DAG: ep.to_builtin %[[A]]
// CHECK: linalg.generic
// CHECK: ep.from_builtin
// CHECK: ep.yield
// CHECK: } else {
// CHECK: ep.size s0
// CHECK: linalg.generic
!t = !ep.tensor<[s0, 4], f32>
ep.program @cond {
  ep.symbol @s0 range(1, 8)
  ep.graph @p(%p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">}, %x: !t {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}) {
    %0 = ep.cond %p(%x) : (!ep.tensor<[], i1>, !t) -> !t {
    ^bb0(%a: !t):
      %1 = aten.relu.default %a : (!t) -> !t
      ep.yield %1 : !t
    } else {
    ^bb0(%a: !t):
      %1 = aten.neg.default %a : (!t) -> !t
      ep.yield %1 : !t
    }
    ep.return %0 : !t
  }
}

// -----

// A number that is read: sizes name it; where an operator takes a float, it
// takes the tensor.
// CHECK-LABEL: ep.program @items
// CHECK-DAG: %[[S:.*]] = ep.size u0
// CHECK-DAG: %[[F:.*]] = ep.to_builtin %f
// CHECK: ep.item %{{.*}} : tensor<i64> -> !ep.number<u0>
// CHECK: ep.item %[[F]] : tensor<f32> -> !ep.number<zuf0>
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[F]] : tensor<?xf32>, tensor<f32>)
ep.program @items {
  ep.symbol @u0 range(1, 8)
  ep.symbol @zuf0 range(?, ?)
  ep.graph @p(%n: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "n">}, %f: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "f">}) -> (!ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "0">}) {
    %0 = aten._local_scalar_dense.default %n : (!ep.tensor<[], i64>) -> !ep.number<u0>
    %1 = aten._local_scalar_dense.default %f : (!ep.tensor<[], f32>) -> !ep.number<zuf0>
    %2 = aten.full.default size = [u0], fill_value = 1, dtype = f32 : () -> !ep.tensor<[u0], f32>
    %3 = ep.number zuf0
    %4 = aten.mul.Tensor %2, %3 : (!ep.tensor<[u0], f32>, !ep.number<zuf0>) -> !ep.tensor<[u0], f32>
    ep.return %4 : !ep.tensor<[u0], f32>
  }
}
