// RUN: kiln-opt %s --kiln-exec-join-channels --split-input-file | FileCheck %s

#image = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, c, y + i, x + j)>
#filter = affine_map<(n, g, f, y, x, c, i, j) -> (g, f, c, i, j)>
#result = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, f, y, x)>

// Sixteen groups of four channels and as many filters: one loop goes through
// all filters.
// CHECK-DAG: #[[IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, (d1 floordiv 4) * 4 + d4, d2 + d5, d3 + d6)>
// CHECK-DAG: #[[FILTER:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d4, d5, d6)>
// CHECK-DAG: #[[RESULT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>
// CHECK-LABEL: ep.program @small
// CHECK: %[[X:.*]] = ep.to_builtin %x
// CHECK: %[[W:.*]] = ep.to_builtin %w
// CHECK: %[[Y:.*]] = linalg.generic {indexing_maps = [#[[IMAGE]], #[[FILTER]], #[[RESULT]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%[[X]], %[[W]] :
// CHECK: ep.from_builtin %[[Y]]
ep.program @small {
  ep.graph @forward(%x: !ep.tensor<[1, 64, 9, 9], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[64, 4, 3, 3], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[1, 64, 7, 7], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[1, 64, 9, 9], f32> -> tensor<1x64x9x9xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[64, 4, 3, 3], f32> -> tensor<64x4x3x3xf32>
    %2 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 16, 4, 9, 9] : tensor<1x64x9x9xf32> into tensor<1x16x4x9x9xf32>
    %3 = tensor.expand_shape %1 [[0, 1], [2], [3], [4]] output_shape [16, 4, 4, 3, 3] : tensor<64x4x3x3xf32> into tensor<16x4x4x3x3xf32>
    %e = tensor.empty() : tensor<1x16x4x7x7xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x4x7x7xf32>) -> tensor<1x16x4x7x7xf32>
    %4 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
        ins(%2, %3 : tensor<1x16x4x9x9xf32>, tensor<16x4x4x3x3xf32>) outs(%f : tensor<1x16x4x7x7xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<1x16x4x7x7xf32>
    %5 = tensor.collapse_shape %4 [[0], [1, 2], [3], [4]] : tensor<1x16x4x7x7xf32> into tensor<1x64x7x7xf32>
    %y = ep.from_builtin %5 : tensor<1x64x7x7xf32> -> !ep.tensor<[1, 64, 7, 7], f32>
    ep.return %y : !ep.tensor<[1, 64, 7, 7], f32>
  }
}

// -----

#image = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, c, y + i, x + j)>
#filter = affine_map<(n, g, f, y, x, c, i, j) -> (g, f, c, i, j)>
#result = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, f, y, x)>

// The filters of a group fill a vector.
// CHECK-LABEL: ep.program @large
// CHECK-COUNT-2: tensor.expand_shape
ep.program @large {
  ep.graph @forward(%x: !ep.tensor<[1, 64, 9, 9], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[64, 16, 3, 3], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[1, 64, 7, 7], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[1, 64, 9, 9], f32> -> tensor<1x64x9x9xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[64, 16, 3, 3], f32> -> tensor<64x16x3x3xf32>
    %2 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 4, 16, 9, 9] : tensor<1x64x9x9xf32> into tensor<1x4x16x9x9xf32>
    %3 = tensor.expand_shape %1 [[0, 1], [2], [3], [4]] output_shape [4, 16, 16, 3, 3] : tensor<64x16x3x3xf32> into tensor<4x16x16x3x3xf32>
    %e = tensor.empty() : tensor<1x4x16x7x7xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x16x7x7xf32>) -> tensor<1x4x16x7x7xf32>
    %4 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
        ins(%2, %3 : tensor<1x4x16x9x9xf32>, tensor<4x16x16x3x3xf32>) outs(%f : tensor<1x4x16x7x7xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<1x4x16x7x7xf32>
    %5 = tensor.collapse_shape %4 [[0], [1, 2], [3], [4]] : tensor<1x4x16x7x7xf32> into tensor<1x64x7x7xf32>
    %y = ep.from_builtin %5 : tensor<1x64x7x7xf32> -> !ep.tensor<[1, 64, 7, 7], f32>
    ep.return %y : !ep.tensor<[1, 64, 7, 7], f32>
  }
}

// -----

#image = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, c, y + i, x + j)>
#filter = affine_map<(n, g, f, y, x, c, i, j) -> (g, f, c, i, j)>
#result = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, f, y, x)>

// Groups have more filters than channels.
// CHECK-LABEL: ep.program @more
// CHECK-COUNT-2: tensor.expand_shape
ep.program @more {
  ep.graph @forward(%x: !ep.tensor<[1, 64, 9, 9], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[128, 4, 3, 3], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[1, 128, 7, 7], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[1, 64, 9, 9], f32> -> tensor<1x64x9x9xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[128, 4, 3, 3], f32> -> tensor<128x4x3x3xf32>
    %2 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 16, 4, 9, 9] : tensor<1x64x9x9xf32> into tensor<1x16x4x9x9xf32>
    %3 = tensor.expand_shape %1 [[0, 1], [2], [3], [4]] output_shape [16, 8, 4, 3, 3] : tensor<128x4x3x3xf32> into tensor<16x8x4x3x3xf32>
    %e = tensor.empty() : tensor<1x16x8x7x7xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x8x7x7xf32>) -> tensor<1x16x8x7x7xf32>
    %4 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
        ins(%2, %3 : tensor<1x16x4x9x9xf32>, tensor<16x8x4x3x3xf32>) outs(%f : tensor<1x16x8x7x7xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<1x16x8x7x7xf32>
    %5 = tensor.collapse_shape %4 [[0], [1, 2], [3], [4]] : tensor<1x16x8x7x7xf32> into tensor<1x128x7x7xf32>
    %y = ep.from_builtin %5 : tensor<1x128x7x7xf32> -> !ep.tensor<[1, 128, 7, 7], f32>
    ep.return %y : !ep.tensor<[1, 128, 7, 7], f32>
  }
}

// -----

#image = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, c, y + i, x + j)>
#filter = affine_map<(n, g, f, y, x, c, i, j) -> (g, f, c, i, j)>
#result = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, f, y, x)>

// A sum has 576 steps.
// CHECK-LABEL: ep.program @long
// CHECK-COUNT-2: tensor.expand_shape
ep.program @long {
  ep.graph @forward(%x: !ep.tensor<[1, 128, 9, 30], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[128, 8, 3, 24], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[1, 128, 7, 7], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[1, 128, 9, 30], f32> -> tensor<1x128x9x30xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[128, 8, 3, 24], f32> -> tensor<128x8x3x24xf32>
    %2 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 16, 8, 9, 30] : tensor<1x128x9x30xf32> into tensor<1x16x8x9x30xf32>
    %3 = tensor.expand_shape %1 [[0, 1], [2], [3], [4]] output_shape [16, 8, 8, 3, 24] : tensor<128x8x3x24xf32> into tensor<16x8x8x3x24xf32>
    %e = tensor.empty() : tensor<1x16x8x7x7xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x8x7x7xf32>) -> tensor<1x16x8x7x7xf32>
    %4 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
        ins(%2, %3 : tensor<1x16x8x9x30xf32>, tensor<16x8x8x3x24xf32>) outs(%f : tensor<1x16x8x7x7xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<1x16x8x7x7xf32>
    %5 = tensor.collapse_shape %4 [[0], [1, 2], [3], [4]] : tensor<1x16x8x7x7xf32> into tensor<1x128x7x7xf32>
    %y = ep.from_builtin %5 : tensor<1x128x7x7xf32> -> !ep.tensor<[1, 128, 7, 7], f32>
    ep.return %y : !ep.tensor<[1, 128, 7, 7], f32>
  }
}

// -----

#all = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>

// What is no sum in groups stays.
// CHECK-LABEL: ep.program @none
// CHECK: tensor.expand_shape
// CHECK: tensor.collapse_shape
ep.program @none {
  ep.graph @forward(%x: !ep.tensor<[1, 64, 9, 9], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[1, 64, 9, 9], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[1, 64, 9, 9], f32> -> tensor<1x64x9x9xf32>
    %1 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 16, 4, 9, 9] : tensor<1x64x9x9xf32> into tensor<1x16x4x9x9xf32>
    %e = tensor.empty() : tensor<1x16x4x9x9xf32>
    %2 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
        ins(%1 : tensor<1x16x4x9x9xf32>) outs(%e : tensor<1x16x4x9x9xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.negf %a : f32
      linalg.yield %r : f32
    } -> tensor<1x16x4x9x9xf32>
    %3 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : tensor<1x16x4x9x9xf32> into tensor<1x64x9x9xf32>
    %y = ep.from_builtin %3 : tensor<1x64x9x9xf32> -> !ep.tensor<[1, 64, 9, 9], f32>
    ep.return %y : !ep.tensor<[1, 64, 9, 9], f32>
  }
}

// -----

#image = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, c, y + i, x + j)>
#filter = affine_map<(n, g, f, y, x, c, i, j) -> (g, f, c, i, j)>
#result = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, f, y, x)>

// Elements may be halves that are summed in f32.
// CHECK-LABEL: ep.program @halves
// CHECK-NOT: tensor.expand_shape
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x64x9x9xbf16>, tensor<64x4x3x3xbf16>)
ep.program @halves {
  ep.graph @forward(%x: !ep.tensor<[1, 64, 9, 9], bf16> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[64, 4, 3, 3], bf16> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[1, 64, 7, 7], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[1, 64, 9, 9], bf16> -> tensor<1x64x9x9xbf16>
    %1 = ep.to_builtin %w : !ep.tensor<[64, 4, 3, 3], bf16> -> tensor<64x4x3x3xbf16>
    %2 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 16, 4, 9, 9] : tensor<1x64x9x9xbf16> into tensor<1x16x4x9x9xbf16>
    %3 = tensor.expand_shape %1 [[0, 1], [2], [3], [4]] output_shape [16, 4, 4, 3, 3] : tensor<64x4x3x3xbf16> into tensor<16x4x4x3x3xbf16>
    %e = tensor.empty() : tensor<1x16x4x7x7xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x4x7x7xf32>) -> tensor<1x16x4x7x7xf32>
    %4 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
        ins(%2, %3 : tensor<1x16x4x9x9xbf16>, tensor<16x4x4x3x3xbf16>) outs(%f : tensor<1x16x4x7x7xf32>) {
    ^bb0(%a: bf16, %b: bf16, %o: f32):
      %aw = arith.extf %a : bf16 to f32
      %bw = arith.extf %b : bf16 to f32
      %q = arith.mulf %aw, %bw : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<1x16x4x7x7xf32>
    %5 = tensor.collapse_shape %4 [[0], [1, 2], [3], [4]] : tensor<1x16x4x7x7xf32> into tensor<1x64x7x7xf32>
    %y = ep.from_builtin %5 : tensor<1x64x7x7xf32> -> !ep.tensor<[1, 64, 7, 7], f32>
    ep.return %y : !ep.tensor<[1, 64, 7, 7], f32>
  }
}


// -----

#image = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, c, y + i, x + j)>
#filter = affine_map<(n, g, f, y, x, c, i, j) -> (g, f, c, i, j)>
#result = affine_map<(n, g, f, y, x, c, i, j) -> (n, g, f, y, x)>

// Vectors of f64 have too few lanes for groups.
// CHECK-LABEL: ep.program @doubles
// CHECK-COUNT-2: tensor.expand_shape
ep.program @doubles {
  ep.graph @forward(%x: !ep.tensor<[1, 64, 9, 9], f64> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[64, 4, 3, 3], f64> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[1, 64, 7, 7], f64> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f64
    %0 = ep.to_builtin %x : !ep.tensor<[1, 64, 9, 9], f64> -> tensor<1x64x9x9xf64>
    %1 = ep.to_builtin %w : !ep.tensor<[64, 4, 3, 3], f64> -> tensor<64x4x3x3xf64>
    %2 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 16, 4, 9, 9] : tensor<1x64x9x9xf64> into tensor<1x16x4x9x9xf64>
    %3 = tensor.expand_shape %1 [[0, 1], [2], [3], [4]] output_shape [16, 4, 4, 3, 3] : tensor<64x4x3x3xf64> into tensor<16x4x4x3x3xf64>
    %e = tensor.empty() : tensor<1x16x4x7x7xf64>
    %f = linalg.fill ins(%zero : f64) outs(%e : tensor<1x16x4x7x7xf64>) -> tensor<1x16x4x7x7xf64>
    %4 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
        ins(%2, %3 : tensor<1x16x4x9x9xf64>, tensor<16x4x4x3x3xf64>) outs(%f : tensor<1x16x4x7x7xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %q = arith.mulf %a, %b : f64
      %r = arith.addf %o, %q : f64
      linalg.yield %r : f64
    } -> tensor<1x16x4x7x7xf64>
    %5 = tensor.collapse_shape %4 [[0], [1, 2], [3], [4]] : tensor<1x16x4x7x7xf64> into tensor<1x64x7x7xf64>
    %y = ep.from_builtin %5 : tensor<1x64x7x7xf64> -> !ep.tensor<[1, 64, 7, 7], f64>
    ep.return %y : !ep.tensor<[1, 64, 7, 7], f64>
  }
}
