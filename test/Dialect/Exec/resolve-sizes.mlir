// RUN: kiln-opt %s --kiln-exec-resolve-sizes --split-input-file --verify-diagnostics | FileCheck %s

// What is asked of a tensor and what is computed of sizes is one ep.size for
// each expression; numbers in bodies are no sizes.
// CHECK-LABEL: ep.graph @sizes(
// CHECK: %[[S:.*]] = ep.size s0
// CHECK-NEXT: %[[T:.*]] = ep.size 2*s0
// CHECK-NOT: tensor.dim
// CHECK-NOT: affine.apply
// CHECK: tensor.expand_shape %{{.*}} output_shape [%[[T]], 2]
// CHECK: tensor.empty(%[[T]])
// CHECK: linalg.index
// CHECK-NEXT: arith.muli
// CHECK: tensor.empty(%[[S]])
ep.program @sizes {
  ep.symbol @s0 range(1, 8)
  ep.graph @sizes(%x: !ep.tensor<[4*s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2*s0, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    %s = ep.size s0
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %0 = ep.to_builtin %x : !ep.tensor<[4*s0], f32> -> tensor<?xf32>
    %n = arith.muli %s, %c2 : index
    %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%n, 2] : tensor<?xf32> into tensor<?x2xf32>
    %d = tensor.dim %1, %c0 : tensor<?x2xf32>
    %e = tensor.empty(%d) : tensor<?xindex>
    %i = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<?xindex>) {
    ^bb0(%out: index):
      %k = linalg.index 0 : index
      %m = arith.muli %k, %c2 : index
      linalg.yield %m : index
    } -> tensor<?xindex>
    %h = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%n]
    %u = tensor.empty(%h) : tensor<?xindex>
    %2 = ep.from_builtin %1 : tensor<?x2xf32> -> !ep.tensor<[2*s0, 2], f32>
    ep.return %2 : !ep.tensor<[2*s0, 2], f32>
  }
}

// -----

// A size that nothing gives.
ep.program @unknown {
  ep.symbol @s0 range(1, 8)
  ep.graph @unknown(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    %s = ep.size s0
    // expected-error @below {{'arith.xori' op has no known expression}}
    %n = arith.xori %s, %s : index
    %e = tensor.empty(%n) : tensor<?xf32>
    %0 = ep.from_builtin %e : tensor<?xf32> -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
  }
}
