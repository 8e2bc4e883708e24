// RUN: kiln-opt %s --kiln-exec-move-reshapes --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-dispatches-pipeline --split-input-file | FileCheck %s --check-prefix=KERNELS

#item = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#all = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#turned = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#a = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#b = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#bt = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#c = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#c3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// Heads that share keys are the rows of one product for those: nothing is
// repeated in memory.
// CHECK-LABEL: ep.program @shared
// CHECK: %[[Q:.+]] = tensor.expand_shape {{.*}} : tensor<8x1x16xf32> into tensor<1x4x2x1x16xf32>
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%[[Q]],
// KERNELS-LABEL: ep.program @shared
// KERNELS: exec.kernel {{.*}}(%{{.+}}: tensor<4x2x16xf32>, %{{.+}}: tensor<4x9x16xf32>)
// KERNELS-NOT: tensor<4x2x9x16xf32>
// KERNELS: ep.graph
ep.program @shared {
  ep.graph @forward(%q: !ep.tensor<[8, 1, 16], f32> {ep.input = #ep.input<user_input "q">},
                    %k: !ep.tensor<[1, 4, 9, 16], f32> {ep.input = #ep.input<user_input "k">})
      -> (!ep.tensor<[8, 1, 9], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %q : !ep.tensor<[8, 1, 16], f32> -> tensor<8x1x16xf32>
    %1 = ep.to_builtin %k : !ep.tensor<[1, 4, 9, 16], f32> -> tensor<1x4x9x16xf32>
    %s = tensor.empty() : tensor<1x4x2x9x16xf32>
    %2 = linalg.generic {indexing_maps = [#item, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
        ins(%1 : tensor<1x4x9x16xf32>) outs(%s : tensor<1x4x2x9x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x9x16xf32>
    %3 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : tensor<1x4x2x9x16xf32> into tensor<1x8x9x16xf32>
    %t = tensor.empty() : tensor<1x8x9x16xf32>
    %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%3 : tensor<1x8x9x16xf32>) outs(%t : tensor<1x8x9x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x9x16xf32>
    %5 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : tensor<1x8x9x16xf32> into tensor<8x9x16xf32>
    %e = tensor.empty() : tensor<8x1x9xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x1x9xf32>) -> tensor<8x1x9xf32>
    %6 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%0, %5 : tensor<8x1x16xf32>, tensor<8x9x16xf32>) outs(%f : tensor<8x1x9xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %m = arith.mulf %in, %in1 : f32
      %a = arith.addf %out, %m : f32
      linalg.yield %a : f32
    } -> tensor<8x1x9xf32>
    %g = tensor.empty() : tensor<8x1x9xf32>
    %7 = linalg.generic {indexing_maps = [#c3, #c3], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%6 : tensor<8x1x9xf32>) outs(%g : tensor<8x1x9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x1 = math.exp %in : f32
      linalg.yield %x1 : f32
    } -> tensor<8x1x9xf32>
    %8 = ep.from_builtin %7 : tensor<8x1x9xf32> -> !ep.tensor<[8, 1, 9], f32>
    ep.return %8 : !ep.tensor<[8, 1, 9], f32>
  }
}

// -----

#item = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#all = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#turned = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#a = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#b = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#bt = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#c = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#c3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// So are they where they are copied in another order and type before.
// CHECK-LABEL: ep.program @widened
// CHECK: linalg.generic {{.*}}"reduction"]}
// KERNELS-LABEL: ep.program @widened
// KERNELS: exec.kernel {{.*}}: tensor<4x9x16xbf16>)
// KERNELS-NOT: 4x2x9x16xbf16
// KERNELS: ep.graph
ep.program @widened {
  ep.graph @forward(%q: !ep.tensor<[8, 1, 16], f32> {ep.input = #ep.input<user_input "q">},
                    %k: !ep.tensor<[1, 4, 9, 16], bf16> {ep.input = #ep.input<user_input "k">})
      -> (!ep.tensor<[8, 1, 9], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %q : !ep.tensor<[8, 1, 16], f32> -> tensor<8x1x16xf32>
    %1 = ep.to_builtin %k : !ep.tensor<[1, 4, 9, 16], bf16> -> tensor<1x4x9x16xbf16>
    %s = tensor.empty() : tensor<1x4x2x9x16xbf16>
    %2 = linalg.generic {indexing_maps = [#item, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
        ins(%1 : tensor<1x4x9x16xbf16>) outs(%s : tensor<1x4x2x9x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x4x2x9x16xbf16>
    %3 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : tensor<1x4x2x9x16xbf16> into tensor<1x8x9x16xbf16>
    %t = tensor.empty() : tensor<1x8x16x9xf32>
    %4 = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%3 : tensor<1x8x9x16xbf16>) outs(%t : tensor<1x8x16x9xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %x = arith.extf %in : bf16 to f32
      linalg.yield %x : f32
    } -> tensor<1x8x16x9xf32>
    %5 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : tensor<1x8x16x9xf32> into tensor<8x16x9xf32>
    %e = tensor.empty() : tensor<8x1x9xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x1x9xf32>) -> tensor<8x1x9xf32>
    %6 = linalg.generic {indexing_maps = [#a, #bt, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%0, %5 : tensor<8x1x16xf32>, tensor<8x16x9xf32>) outs(%f : tensor<8x1x9xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %m = arith.mulf %in, %in1 : f32
      %a = arith.addf %out, %m : f32
      linalg.yield %a : f32
    } -> tensor<8x1x9xf32>
    %g = tensor.empty() : tensor<8x1x9xf32>
    %7 = linalg.generic {indexing_maps = [#c3, #c3], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%6 : tensor<8x1x9xf32>) outs(%g : tensor<8x1x9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x1 = math.exp %in : f32
      linalg.yield %x1 : f32
    } -> tensor<8x1x9xf32>
    %8 = ep.from_builtin %7 : tensor<8x1x9xf32> -> !ep.tensor<[8, 1, 9], f32>
    ep.return %8 : !ep.tensor<[8, 1, 9], f32>
  }
}

// -----

#item = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#all = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#turned = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#a = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#b = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#bt = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#c = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#c3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// More rows may be an attention, which has no dimension for those.
// CHECK-LABEL: ep.program @many_rows
// CHECK: tensor.collapse_shape {{.*}} into tensor<8x
// CHECK: linalg.generic {{.*}} ["parallel", "parallel", "parallel", "reduction"]}
// KERNELS-LABEL: ep.program @many_rows
// KERNELS: exec.kernel {{.*}} -> tensor<4x2x144xf32>
ep.program @many_rows {
  ep.graph @forward(%q: !ep.tensor<[8, 5, 16], f32> {ep.input = #ep.input<user_input "q">},
                    %k: !ep.tensor<[1, 4, 9, 16], f32> {ep.input = #ep.input<user_input "k">})
      -> (!ep.tensor<[8, 5, 9], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %q : !ep.tensor<[8, 5, 16], f32> -> tensor<8x5x16xf32>
    %1 = ep.to_builtin %k : !ep.tensor<[1, 4, 9, 16], f32> -> tensor<1x4x9x16xf32>
    %s = tensor.empty() : tensor<1x4x2x9x16xf32>
    %2 = linalg.generic {indexing_maps = [#item, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
        ins(%1 : tensor<1x4x9x16xf32>) outs(%s : tensor<1x4x2x9x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x9x16xf32>
    %3 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : tensor<1x4x2x9x16xf32> into tensor<1x8x9x16xf32>
    %t = tensor.empty() : tensor<1x8x9x16xf32>
    %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%3 : tensor<1x8x9x16xf32>) outs(%t : tensor<1x8x9x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x9x16xf32>
    %5 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : tensor<1x8x9x16xf32> into tensor<8x9x16xf32>
    %e = tensor.empty() : tensor<8x5x9xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x5x9xf32>) -> tensor<8x5x9xf32>
    %6 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%0, %5 : tensor<8x5x16xf32>, tensor<8x9x16xf32>) outs(%f : tensor<8x5x9xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %m = arith.mulf %in, %in1 : f32
      %a = arith.addf %out, %m : f32
      linalg.yield %a : f32
    } -> tensor<8x5x9xf32>
    %g = tensor.empty() : tensor<8x5x9xf32>
    %7 = linalg.generic {indexing_maps = [#c3, #c3], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%6 : tensor<8x5x9xf32>) outs(%g : tensor<8x5x9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x1 = math.exp %in : f32
      linalg.yield %x1 : f32
    } -> tensor<8x5x9xf32>
    %8 = ep.from_builtin %7 : tensor<8x5x9xf32> -> !ep.tensor<[8, 5, 9], f32>
    ep.return %8 : !ep.tensor<[8, 5, 9], f32>
  }
}
