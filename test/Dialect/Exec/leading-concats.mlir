// RUN: kiln-opt %s --kiln-exec-form-kernels --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-exec-form-kernels --kiln-verify-dispatches --kiln-exec-build-host --split-input-file | FileCheck %s --check-prefix=HOST

#map = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}

// What is put side by side is computed there, and no kernel copies it; the
// first part is also read on the way to the second.
// CHECK-LABEL: ep.program @parts
// CHECK-NOT: exec.kernel @concat
// CHECK: %[[A:.*]] = exec.dispatch @{{.*}} -> tensor<2x16xf32>
// CHECK: exec.dispatch @{{.*}}(%[[A]]
// CHECK: %[[AV:.*]] = tensor.expand_shape %[[A]]
// CHECK: tensor.concat dim(1) %[[AV]], %{{.*}} : (tensor<1x2x16xf32>, tensor<1x4x16xf32>) -> tensor<1x6x16xf32>
// HOST-LABEL: exec.host @forward
// HOST: %[[OUT:.*]] = exec.output 0
// HOST: %[[FIRST:.*]] = exec.view %[[OUT]] at 0 bytes 128
// HOST: exec.launch @{{.*}}(%{{.*}}, %[[FIRST]])
// HOST: %[[SECOND:.*]] = exec.view %[[OUT]] at 128 bytes 256
// HOST: exec.launch @{{.*}}(%[[FIRST]], %{{.*}}, %[[SECOND]])
// HOST-NOT: exec.copy
ep.program @parts {
  ep.graph @forward(%x: !ep.tensor<[2, 16], f32> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[1, 6, 16], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[2, 16], f32> -> tensor<2x16xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[4, 2], f32> -> tensor<4x2xf32>
    %ea = tensor.empty() : tensor<2x16xf32>
    %a = linalg.generic #map ins(%0 : tensor<2x16xf32>) outs(%ea : tensor<2x16xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = math.exp %p : f32
      linalg.yield %n : f32
    } -> tensor<2x16xf32>
    %eb = tensor.empty() : tensor<4x16xf32>
    %fb = linalg.fill ins(%zero : f32) outs(%eb : tensor<4x16xf32>) -> tensor<4x16xf32>
    %b = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%a, %1 : tensor<2x16xf32>, tensor<4x2xf32>) outs(%fb : tensor<4x16xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<4x16xf32>
    %av = tensor.expand_shape %a [[0, 1], [2]] output_shape [1, 2, 16] : tensor<2x16xf32> into tensor<1x2x16xf32>
    %bv = tensor.expand_shape %b [[0, 1], [2]] output_shape [1, 4, 16] : tensor<4x16xf32> into tensor<1x4x16xf32>
    %c = tensor.concat dim(1) %av, %bv : (tensor<1x2x16xf32>, tensor<1x4x16xf32>) -> tensor<1x6x16xf32>
    %y = ep.from_builtin %c : tensor<1x6x16xf32> -> !ep.tensor<[1, 6, 16], f32>
    ep.return %y : !ep.tensor<[1, 6, 16], f32>
  }
}

// -----

#map = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}

// Copied: an input, what is there twice, what is returned by itself, parts that
// are no stretches or do not begin at a line.
// CHECK-LABEL: ep.program @copies
// CHECK-COUNT-4: tensor.concat
// CHECK-LABEL: ep.graph @forward
// CHECK-NOT: tensor.concat
// CHECK: ep.return
// HOST-LABEL: exec.host @forward
// HOST-NOT: exec.view
ep.program @copies {
  ep.graph @forward(%x: !ep.tensor<[2, 16], f32> {ep.input = #ep.input<user_input "x">},
      %z: !ep.tensor<[1, 5], f32> {ep.input = #ep.input<user_input "z">})
      -> (!ep.tensor<[4, 16], f32> {ep.output = #ep.output<user_output "input">}, !ep.tensor<[4, 16], f32> {ep.output = #ep.output<user_output "twice">},
          !ep.tensor<[2, 16], f32> {ep.output = #ep.output<user_output "returned">}, !ep.tensor<[4, 16], f32> {ep.output = #ep.output<user_output "with">},
          !ep.tensor<[2, 32], f32> {ep.output = #ep.output<user_output "rows">}, !ep.tensor<[2, 5], f32> {ep.output = #ep.output<user_output "lines">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[2, 16], f32> -> tensor<2x16xf32>
    %1 = ep.to_builtin %z : !ep.tensor<[1, 5], f32> -> tensor<1x5xf32>
    %e = tensor.empty() : tensor<2x16xf32>
    %a = linalg.generic #map ins(%0 : tensor<2x16xf32>) outs(%e : tensor<2x16xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = math.exp %p : f32
      linalg.yield %n : f32
    } -> tensor<2x16xf32>
    %b = linalg.generic #map ins(%0 : tensor<2x16xf32>) outs(%e : tensor<2x16xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = math.tanh %p : f32
      linalg.yield %n : f32
    } -> tensor<2x16xf32>
    %d = linalg.generic #map ins(%0 : tensor<2x16xf32>) outs(%e : tensor<2x16xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = math.erf %p : f32
      linalg.yield %n : f32
    } -> tensor<2x16xf32>
    %f = linalg.generic #map ins(%0 : tensor<2x16xf32>) outs(%e : tensor<2x16xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = math.sin %p : f32
      linalg.yield %n : f32
    } -> tensor<2x16xf32>
    %g = linalg.generic #map ins(%0 : tensor<2x16xf32>) outs(%e : tensor<2x16xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = math.cos %p : f32
      linalg.yield %n : f32
    } -> tensor<2x16xf32>
    %el = tensor.empty() : tensor<1x5xf32>
    %l = linalg.generic #map ins(%1 : tensor<1x5xf32>) outs(%el : tensor<1x5xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = math.exp %p : f32
      linalg.yield %n : f32
    } -> tensor<1x5xf32>
    %m = linalg.generic #map ins(%1 : tensor<1x5xf32>) outs(%el : tensor<1x5xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = math.tanh %p : f32
      linalg.yield %n : f32
    } -> tensor<1x5xf32>
    %input = tensor.concat dim(0) %0, %a : (tensor<2x16xf32>, tensor<2x16xf32>) -> tensor<4x16xf32>
    %twice = tensor.concat dim(0) %b, %b : (tensor<2x16xf32>, tensor<2x16xf32>) -> tensor<4x16xf32>
    %with = tensor.concat dim(0) %d, %f : (tensor<2x16xf32>, tensor<2x16xf32>) -> tensor<4x16xf32>
    %rows = tensor.concat dim(1) %f, %g : (tensor<2x16xf32>, tensor<2x16xf32>) -> tensor<2x32xf32>
    %lines = tensor.concat dim(0) %l, %m : (tensor<1x5xf32>, tensor<1x5xf32>) -> tensor<2x5xf32>
    %y0 = ep.from_builtin %input : tensor<4x16xf32> -> !ep.tensor<[4, 16], f32>
    %y1 = ep.from_builtin %twice : tensor<4x16xf32> -> !ep.tensor<[4, 16], f32>
    %y2 = ep.from_builtin %d : tensor<2x16xf32> -> !ep.tensor<[2, 16], f32>
    %y3 = ep.from_builtin %with : tensor<4x16xf32> -> !ep.tensor<[4, 16], f32>
    %y4 = ep.from_builtin %rows : tensor<2x32xf32> -> !ep.tensor<[2, 32], f32>
    %y5 = ep.from_builtin %lines : tensor<2x5xf32> -> !ep.tensor<[2, 5], f32>
    ep.return %y0, %y1, %y2, %y3, %y4, %y5 : !ep.tensor<[4, 16], f32>, !ep.tensor<[4, 16], f32>, !ep.tensor<[2, 16], f32>, !ep.tensor<[4, 16], f32>, !ep.tensor<[2, 32], f32>, !ep.tensor<[2, 5], f32>
  }
}
