// RUN: kiln-opt %s --kiln-exec-move-reshapes --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-dispatches-pipeline --split-input-file | FileCheck %s --check-prefix=KERNELS

#image = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, c, y + i, x + j)>
#weight = affine_map<(n, g, f, y, x, c, i, j) -> (g, f, c, i, j)>
#result = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, f, y, x)>
#id = affine_map<(n, f, y, x) -> (n, f, y, x)>
#filter = affine_map<(n, f, y, x) -> (f)>

// Padding and bias of a convolution in groups take its shape, and are one kernel
// with it.
// CHECK-LABEL: ep.program @around
// CHECK: %[[X:.+]] = tensor.expand_shape {{.*}} into tensor<1x4x16x9x9xf32>
// CHECK: %[[P:.+]] = tensor.pad %[[X]] low[0, 0, 0, 1, 1] high[0, 0, 0, 1, 1]
// CHECK: %[[S:.+]] = linalg.generic {{.*}} ins(%[[P]],
// CHECK: %[[B:.+]] = tensor.expand_shape {{.*}} : tensor<64xf32> into tensor<4x16xf32>
// CHECK: %[[Y:.+]] = linalg.generic {{.*}} ins(%[[S]], %[[B]] :
// CHECK: tensor.collapse_shape %[[Y]]
// KERNELS-LABEL: ep.program @around
// KERNELS: exec.dispatch
// KERNELS-NOT: exec.dispatch
// KERNELS: ep.return
ep.program @around {
  ep.graph @forward(%x: !ep.tensor<[1, 64, 9, 9], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[64, 16, 3, 3], f32> {ep.input = #ep.input<user_input "w">},
                    %b: !ep.tensor<[64], f32> {ep.input = #ep.input<user_input "b">},
                    %r: !ep.tensor<[1, 64, 9, 9], f32> {ep.input = #ep.input<user_input "r">})
      -> (!ep.tensor<[1, 64, 9, 9], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[1, 64, 9, 9], f32> -> tensor<1x64x9x9xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[64, 16, 3, 3], f32> -> tensor<64x16x3x3xf32>
    %2 = ep.to_builtin %b : !ep.tensor<[64], f32> -> tensor<64xf32>
    %3 = ep.to_builtin %r : !ep.tensor<[1, 64, 9, 9], f32> -> tensor<1x64x9x9xf32>
    %p = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %zero : f32
    } : tensor<1x64x9x9xf32> to tensor<1x64x11x11xf32>
    %g = tensor.expand_shape %p [[0], [1, 2], [3], [4]] output_shape [1, 4, 16, 11, 11] : tensor<1x64x11x11xf32> into tensor<1x4x16x11x11xf32>
    %h = tensor.expand_shape %1 [[0, 1], [2], [3], [4]] output_shape [4, 16, 16, 3, 3] : tensor<64x16x3x3xf32> into tensor<4x16x16x3x3xf32>
    %e = tensor.empty() : tensor<1x4x16x9x9xf32>
    %z = tensor.empty() : tensor<1x64x9x9xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x16x9x9xf32>) -> tensor<1x4x16x9x9xf32>
    %s = linalg.generic {indexing_maps = [#image, #weight, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
        ins(%g, %h : tensor<1x4x16x11x11xf32>, tensor<4x16x16x3x3xf32>) outs(%f : tensor<1x4x16x9x9xf32>) {
    ^bb0(%a: f32, %c: f32, %o: f32):
      %m = arith.mulf %a, %c : f32
      %q = arith.addf %o, %m : f32
      linalg.yield %q : f32
    } -> tensor<1x4x16x9x9xf32>
    %t = tensor.collapse_shape %s [[0], [1, 2], [3], [4]] : tensor<1x4x16x9x9xf32> into tensor<1x64x9x9xf32>
    %u = linalg.generic {indexing_maps = [#id, #filter, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%t, %2 : tensor<1x64x9x9xf32>, tensor<64xf32>) outs(%z : tensor<1x64x9x9xf32>) {
    ^bb0(%a: f32, %c: f32, %o: f32):
      %q = arith.addf %a, %c : f32
      linalg.yield %q : f32
    } -> tensor<1x64x9x9xf32>
    %v = ep.from_builtin %u : tensor<1x64x9x9xf32> -> !ep.tensor<[1, 64, 9, 9], f32>
    ep.return %v : !ep.tensor<[1, 64, 9, 9], f32>
  }
}

// -----

#image = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, c, y + i, x + j)>
#weight = affine_map<(n, g, f, y, x, c, i, j) -> (g, f, c, i, j)>
#result = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, f, y, x)>
#id = affine_map<(n, f, y, x) -> (n, f, y, x)>
#filter = affine_map<(n, f, y, x) -> (f)>

// A tensor that is added in place keeps its shape, and so does the sum.
// CHECK-LABEL: ep.program @residual
// CHECK: %[[S:.+]] = linalg.generic {{.*}}"reduction"
// CHECK: %[[T:.+]] = tensor.collapse_shape %[[S]]
// CHECK: linalg.generic {{.*}} ins(%[[T]],
// KERNELS-LABEL: ep.program @residual
// KERNELS-COUNT-2: exec.dispatch
// KERNELS: ep.return
ep.program @residual {
  ep.graph @forward(%x: !ep.tensor<[1, 64, 9, 9], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[64, 16, 3, 3], f32> {ep.input = #ep.input<user_input "w">},
                    %b: !ep.tensor<[64], f32> {ep.input = #ep.input<user_input "b">},
                    %r: !ep.tensor<[1, 64, 9, 9], f32> {ep.input = #ep.input<user_input "r">})
      -> (!ep.tensor<[1, 64, 9, 9], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[1, 64, 9, 9], f32> -> tensor<1x64x9x9xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[64, 16, 3, 3], f32> -> tensor<64x16x3x3xf32>
    %2 = ep.to_builtin %b : !ep.tensor<[64], f32> -> tensor<64xf32>
    %3 = ep.to_builtin %r : !ep.tensor<[1, 64, 9, 9], f32> -> tensor<1x64x9x9xf32>
    %p = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %zero : f32
    } : tensor<1x64x9x9xf32> to tensor<1x64x11x11xf32>
    %g = tensor.expand_shape %p [[0], [1, 2], [3], [4]] output_shape [1, 4, 16, 11, 11] : tensor<1x64x11x11xf32> into tensor<1x4x16x11x11xf32>
    %h = tensor.expand_shape %1 [[0, 1], [2], [3], [4]] output_shape [4, 16, 16, 3, 3] : tensor<64x16x3x3xf32> into tensor<4x16x16x3x3xf32>
    %e = tensor.empty() : tensor<1x4x16x9x9xf32>
    %z = tensor.empty() : tensor<1x64x9x9xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x16x9x9xf32>) -> tensor<1x4x16x9x9xf32>
    %s = linalg.generic {indexing_maps = [#image, #weight, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
        ins(%g, %h : tensor<1x4x16x11x11xf32>, tensor<4x16x16x3x3xf32>) outs(%f : tensor<1x4x16x9x9xf32>) {
    ^bb0(%a: f32, %c: f32, %o: f32):
      %m = arith.mulf %a, %c : f32
      %q = arith.addf %o, %m : f32
      linalg.yield %q : f32
    } -> tensor<1x4x16x9x9xf32>
    %t = tensor.collapse_shape %s [[0], [1, 2], [3], [4]] : tensor<1x4x16x9x9xf32> into tensor<1x64x9x9xf32>
    %u = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%t, %3 : tensor<1x64x9x9xf32>, tensor<1x64x9x9xf32>) outs(%z : tensor<1x64x9x9xf32>) {
    ^bb0(%a: f32, %c: f32, %o: f32):
      %q = arith.addf %a, %c : f32
      linalg.yield %q : f32
    } -> tensor<1x64x9x9xf32>
    %v = ep.from_builtin %u : tensor<1x64x9x9xf32> -> !ep.tensor<[1, 64, 9, 9], f32>
    ep.return %v : !ep.tensor<[1, 64, 9, 9], f32>
  }
}
