// RUN: kiln-opt %s --kiln-exec-form-kernels=merge-equal=false | FileCheck %s --check-prefix=APART
// RUN: kiln-opt %s --kiln-exec-form-kernels | FileCheck %s --check-prefix=MERGED

// Equal kernels become one, or stay one for each dispatch.
// APART: exec.kernel @map_0
// APART: exec.kernel @map_1
// APART: exec.dispatch @map_0
// APART: exec.dispatch @map_1
// MERGED: exec.kernel @map_0
// MERGED-NOT: exec.kernel
// MERGED: exec.dispatch @map_0
// MERGED: exec.dispatch @map_0
#map = affine_map<(d0) -> (d0)>
!t = !ep.tensor<[4], f32>
ep.program @twice {
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %x : !t -> tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
        ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = math.exp %in : f32
      linalg.yield %2 : f32
    } -> tensor<4xf32>
    %v = tensor.expand_shape %1 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
    %w = tensor.collapse_shape %v [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
        ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = math.exp %in : f32
      linalg.yield %4 : f32
    } -> tensor<4xf32>
    %5 = ep.from_builtin %3 : tensor<4xf32> -> !t
    ep.return %5 : !t
  }
}
