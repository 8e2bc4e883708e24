// RUN: kiln-opt %s --kiln-exec-form-kernels --split-input-file | FileCheck %s

// Keys in two parts, which an attention alone reads, are no tensor of their own.
// CHECK-LABEL: exec.kernel @attention
// CHECK: tensor.concat
// CHECK: tx.attention
// CHECK-NOT: exec.kernel
// CHECK: ep.graph @parts
ep.program @forward {
  ep.symbol @s0 range(2, 64)
  ep.symbol @s1 range(2, 64)
  ep.graph @parts(%x: !ep.tensor<[s0, 8], f32> {ep.input = #ep.input<user_input "x">},
      %p: !ep.tensor<[s1, 8], f32> {ep.input = #ep.input<user_input "p">})
      -> (!ep.tensor<[s0, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %n = ep.size s0
    %q = ep.to_builtin %x : !ep.tensor<[s0, 8], f32> -> tensor<?x8xf32>
    %past = ep.to_builtin %p : !ep.tensor<[s1, 8], f32> -> tensor<?x8xf32>
    %k = tensor.concat dim(0) %past, %q : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %init = tensor.empty(%n) : tensor<?x8xf32>
    %0 = tx.attention %q, %k, %k into %init maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
    ^bb0(%score: f32, %i: index, %j: index):
      tx.yield %score : f32
    } : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %y = ep.from_builtin %0 : tensor<?x8xf32> -> !ep.tensor<[s0, 8], f32>
    ep.return %y : !ep.tensor<[s0, 8], f32>
  }
}

// -----

// Queries in parts would be read more often than they are copied.
// CHECK-LABEL: exec.kernel @concat
// CHECK: exec.kernel @attention
// CHECK-NOT: tensor.concat
// CHECK: ep.graph @queries
ep.program @forward {
  ep.symbol @s0 range(2, 64)
  ep.graph @queries(%x: !ep.tensor<[s0, 8], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, 16], f32> {ep.output = #ep.output<user_output "y">}) {
    %n = ep.size s0
    %q = ep.to_builtin %x : !ep.tensor<[s0, 8], f32> -> tensor<?x8xf32>
    %k = tensor.concat dim(1) %q, %q : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x16xf32>
    %init = tensor.empty(%n) : tensor<?x16xf32>
    %0 = tx.attention %k, %k, %k into %init maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
    ^bb0(%score: f32, %i: index, %j: index):
      tx.yield %score : f32
    } : (tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
    %y = ep.from_builtin %0 : tensor<?x16xf32> -> !ep.tensor<[s0, 16], f32>
    ep.return %y : !ep.tensor<[s0, 16], f32>
  }
}
