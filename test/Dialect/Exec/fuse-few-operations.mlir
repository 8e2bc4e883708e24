// RUN: kiln-opt %s --kiln-exec-fuse-elementwise | FileCheck %s

// A scale, a shift and a bound are computed by each of their two readers. One
// operation more is computed once.
// CHECK-LABEL: ep.program @three
// CHECK-COUNT-2: arith.maximumf
// CHECK-LABEL: ep.program @four
// CHECK: arith.minimumf
// CHECK-NOT: arith.minimumf
#one = affine_map<(i) -> (i)>
ep.program @three {
  ep.graph @forward(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">}) {
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[4], f32> -> tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.mulf %in, %in : f32
      %b = arith.addf %a, %one : f32
      %c = arith.maximumf %b, %one : f32
      linalg.yield %c : f32
    } -> tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %n = arith.negf %in : f32
      linalg.yield %n : f32
    } -> tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %n = arith.addf %in, %in : f32
      linalg.yield %n : f32
    } -> tensor<4xf32>
    %4 = ep.from_builtin %2 : tensor<4xf32> -> !ep.tensor<[4], f32>
    %5 = ep.from_builtin %3 : tensor<4xf32> -> !ep.tensor<[4], f32>
    ep.return %4, %5 : !ep.tensor<[4], f32>, !ep.tensor<[4], f32>
  }
}
ep.program @four {
  ep.graph @forward(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">}) {
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[4], f32> -> tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.mulf %in, %in : f32
      %b = arith.addf %a, %one : f32
      %c = arith.maximumf %b, %one : f32
      %d = arith.minimumf %c, %two : f32
      linalg.yield %d : f32
    } -> tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %n = arith.negf %in : f32
      linalg.yield %n : f32
    } -> tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %n = arith.addf %in, %in : f32
      linalg.yield %n : f32
    } -> tensor<4xf32>
    %4 = ep.from_builtin %2 : tensor<4xf32> -> !ep.tensor<[4], f32>
    %5 = ep.from_builtin %3 : tensor<4xf32> -> !ep.tensor<[4], f32>
    ep.return %4, %5 : !ep.tensor<[4], f32>, !ep.tensor<[4], f32>
  }
}
