// RUN: kiln-opt %s --kiln-exec-pack-weights | FileCheck %s

// What is made once the weights are there is packed there: it is nowhere else,
// unless something else reads it.
// CHECK-LABEL: ep.program @folded
// CHECK-NOT: @a
// CHECK: ep.constant @b : {{.*}} storage(@sb) {ep.made_from = ["w"]}
// CHECK-NOT: @a
// CHECK: ep.storage @storage.packed_0 bytes(256) {ep.fold}
// CHECK: ep.constant @packed_0 : !ep.tensor<[1, 2, 32], f32> storage(@storage.packed_0) {ep.made_from = ["w"]}
// CHECK: ep.storage @storage.packed_1 bytes(256) {ep.fold}
// CHECK: ep.graph @forward(
// CHECK-NEXT: %x:
// CHECK-NEXT: %b:
// CHECK-NEXT: %packed_0:
// CHECK-NEXT: %packed_1:
// CHECK-NEXT: ) ->
// CHECK-DAG: %[[A:.*]] = ep.to_builtin %packed_0
// CHECK-DAG: %[[B:.*]] = ep.to_builtin %packed_1
// CHECK: exec.dispatch @mm(%{{.*}}, %[[A]])
// CHECK: exec.dispatch @mm(%{{.*}}, %[[B]])
// CHECK-NOT: ep.graph @prepare
// CHECK: ep.graph @fold(%w: {{.*}} "w">})
// CHECK: %[[MADE:.*]] = exec.dispatch @copy
// CHECK: ep.from_builtin %[[MADE]]
// CHECK: exec.dispatch @pack_0(%[[MADE]])
// CHECK: exec.dispatch @pack_0(%[[MADE]])
// CHECK: ep.return
ep.program @folded {
  ep.storage @s bytes(16) data(dense<0> : tensor<16xi8>)
  ep.storage @sa bytes(16) {ep.fold}
  ep.storage @sb bytes(16) {ep.fold}
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  ep.constant @a : !ep.tensor<[2, 2], f32> storage(@sa) {ep.made_from = ["w"]}
  ep.constant @b : !ep.tensor<[2, 2], f32> storage(@sb) {ep.made_from = ["w"]}
  exec.kernel @mm(%x: tensor<5x2xf32>, %w: tensor<2x2xf32>) -> tensor<5x2xf32>
      domain(5, 2) access(read, read, write) work(flops = 40, bytes = 96) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %w : tensor<5x2xf32>, tensor<2x2xf32>) outs(%f : tensor<5x2xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<5x2xf32>
    exec.yield %s : tensor<5x2xf32>
  }
  exec.kernel @copy(%x: tensor<2x2xf32>) -> tensor<2x2xf32>
      domain(2, 2) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
    %e = tensor.empty() : tensor<2x2xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    } -> tensor<2x2xf32>
    exec.yield %y : tensor<2x2xf32>
  }
  ep.graph @forward(%x: !ep.tensor<[5, 2], f32> {ep.input = #ep.input<user_input "x">},
      %a: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<constant_tensor "a">},
      %b: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<constant_tensor "b">})
      -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[2, 2], f32> {ep.output = #ep.output<user_output "z">}) {
    %0 = ep.to_builtin %a : !ep.tensor<[2, 2], f32> -> tensor<2x2xf32>
    %1 = ep.to_builtin %b : !ep.tensor<[2, 2], f32> -> tensor<2x2xf32>
    %2 = ep.to_builtin %x : !ep.tensor<[5, 2], f32> -> tensor<5x2xf32>
    %3 = exec.dispatch @mm(%2, %0) : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
    %4 = exec.dispatch @mm(%3, %1) : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
    %y = ep.from_builtin %4 : tensor<5x2xf32> -> !ep.tensor<[5, 2], f32>
    ep.return %y, %b : !ep.tensor<[5, 2], f32>, !ep.tensor<[2, 2], f32>
  }
  ep.graph @fold(%w: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[2, 2], f32> {ep.output = #ep.output<user_output "a">},
          !ep.tensor<[2, 2], f32> {ep.output = #ep.output<user_output "b">}) attributes {ep.fold, ep.prepare} {
    %0 = ep.to_builtin %w : !ep.tensor<[2, 2], f32> -> tensor<2x2xf32>
    %1 = exec.dispatch @copy(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %2 = ep.from_builtin %1 : tensor<2x2xf32> -> !ep.tensor<[2, 2], f32>
    ep.return %2, %2 : !ep.tensor<[2, 2], f32>, !ep.tensor<[2, 2], f32>
  }
}
