// RUN: kiln-opt %s --kiln-exec-move-reshapes --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-dispatches-pipeline --split-input-file --remark-format=emitRemark --remarks-filter=kiln-fusion --verify-diagnostics | FileCheck %s --check-prefix=KERNELS

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#last = affine_map<(d0, d1, d2) -> (d2)>
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>

// What follows a view of a product takes the shape of the product, whatever the
// sizes are, and becomes its epilogue; a sum in bf16, too.
// CHECK-LABEL: ep.program @epilogue
// CHECK: %[[P:.*]] = linalg.generic {{.*}}"reduction"
// CHECK-NOT: tensor.collapse_shape
// CHECK: %[[E:.*]] = linalg.generic {{.*}} ["parallel", "parallel"]} ins(%[[P]], %{{.*}}: tensor<?x8xf32>, tensor<8xf32>)
// CHECK-NOT: tensor.expand_shape
// CHECK: ep.from_builtin %[[E]] : tensor<?x8xbf16>
// KERNELS-LABEL: ep.program @epilogue
// KERNELS: exec.kernel {{.*}} -> tensor<?x8xbf16>
// KERNELS-NOT: exec.kernel
// KERNELS: ep.graph
ep.program @epilogue {
  ep.symbol @s0 range(1, 64)
  ep.symbol @s1 range(1, 64)
  ep.graph @forward(%x: !ep.tensor<[s0*s1, 4], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[8, 4], f32> {ep.input = #ep.input<user_input "w">},
                    %v: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[s0*s1, 8], bf16> {ep.output = #ep.output<user_output "y">}) {
    %s0 = ep.size s0
    %s1 = ep.size s1
    %n = ep.size s0*s1
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[s0*s1, 4], f32> -> tensor<?x4xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[8, 4], f32> -> tensor<8x4xf32>
    %2 = ep.to_builtin %v : !ep.tensor<[8], f32> -> tensor<8xf32>
    %e = tensor.empty(%n) : tensor<?x8xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
    %3 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%0, %1 : tensor<?x4xf32>, tensor<8x4xf32>) outs(%f : tensor<?x8xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %m = arith.mulf %in, %in1 : f32
      %a = arith.addf %out, %m : f32
      linalg.yield %a : f32
    } -> tensor<?x8xf32>
    %4 = tensor.expand_shape %3 [[0, 1], [2]] output_shape [%s0, %s1, 8] : tensor<?x8xf32> into tensor<?x?x8xf32>
    %g = tensor.empty(%s0, %s1) : tensor<?x?x8xbf16>
    %5 = linalg.generic {indexing_maps = [#id, #last, #id], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%4, %2 : tensor<?x?x8xf32>, tensor<8xf32>) outs(%g : tensor<?x?x8xbf16>) {
    ^bb0(%in: f32, %in1: f32, %out: bf16):
      %a = arith.addf %in, %in1 : f32
      %h = math.exp %a : f32
      %r = arith.truncf %h : f32 to bf16
      linalg.yield %r : bf16
    } -> tensor<?x?x8xbf16>
    %6 = tensor.collapse_shape %5 [[0, 1], [2]] : tensor<?x?x8xbf16> into tensor<?x8xbf16>
    %7 = ep.from_builtin %6 : tensor<?x8xbf16> -> !ep.tensor<[s0*s1, 8], bf16>
    ep.return %7 : !ep.tensor<[s0*s1, 8], bf16>
  }
}

// -----

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#first = affine_map<(d0, d1, d2) -> (d0, d2)>
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>

// What reads another operand along one of the dimensions keeps both.
// CHECK-LABEL: ep.program @apart
// CHECK: %[[V:.*]] = tensor.expand_shape
// CHECK: linalg.generic {{.*}} ["parallel", "parallel", "parallel"]} ins(%[[V]],
ep.program @apart {
  ep.graph @forward(%x: !ep.tensor<[6, 4], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[8, 4], f32> {ep.input = #ep.input<user_input "w">},
                    %v: !ep.tensor<[2, 8], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[2, 3, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[6, 4], f32> -> tensor<6x4xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[8, 4], f32> -> tensor<8x4xf32>
    %2 = ep.to_builtin %v : !ep.tensor<[2, 8], f32> -> tensor<2x8xf32>
    %e = tensor.empty() : tensor<6x8xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
    %3 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%0, %1 : tensor<6x4xf32>, tensor<8x4xf32>) outs(%f : tensor<6x8xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %m = arith.mulf %in, %in1 : f32
      %a = arith.addf %out, %m : f32
      linalg.yield %a : f32
    } -> tensor<6x8xf32>
    %4 = tensor.expand_shape %3 [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf32> into tensor<2x3x8xf32>
    %g = tensor.empty() : tensor<2x3x8xf32>
    // expected-remark @below {{operand 0 is not fused: the reshape between them cannot be moved}}
    %5 = linalg.generic {indexing_maps = [#id, #first, #id], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%4, %2 : tensor<2x3x8xf32>, tensor<2x8xf32>) outs(%g : tensor<2x3x8xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %a = arith.addf %in, %in1 : f32
      linalg.yield %a : f32
    } -> tensor<2x3x8xf32>
    %6 = ep.from_builtin %5 : tensor<2x3x8xf32> -> !ep.tensor<[2, 3, 8], f32>
    ep.return %6 : !ep.tensor<[2, 3, 8], f32>
  }
}

// -----

#a = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#b = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#c = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#heads = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#mask = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>

// A product for each head: the dimension is split, so that what is masked by
// batch follows it, and the heads are read where they lie.
// CHECK-LABEL: ep.program @heads
// CHECK: linalg.generic {{.*}} ["parallel", "parallel", "parallel", "parallel", "reduction"]}
// CHECK-NOT: tensor.expand_shape
// CHECK: linalg.generic {{.*}} ["parallel", "parallel", "parallel", "parallel"]}
// KERNELS-LABEL: ep.program @heads
// KERNELS: exec.kernel {{.*}} -> tensor<?x4x?x?xf32>
// KERNELS-NOT: exec.kernel
// KERNELS: ep.graph
ep.program @heads {
  ep.symbol @s0 range(1, 64)
  ep.symbol @s1 range(1, 64)
  ep.graph @forward(%x: !ep.tensor<[s0, s1, 4, 8], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[4*s0, 8, s1], f32> {ep.input = #ep.input<user_input "w">},
                    %v: !ep.tensor<[s0, 1, 1, s1], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[s0, 4, s1, s1], f32> {ep.output = #ep.output<user_output "y">}) {
    %s0 = ep.size s0
    %s1 = ep.size s1
    %n = ep.size 4*s0
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[s0, s1, 4, 8], f32> -> tensor<?x?x4x8xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[4*s0, 8, s1], f32> -> tensor<?x8x?xf32>
    %2 = ep.to_builtin %v : !ep.tensor<[s0, 1, 1, s1], f32> -> tensor<?x1x1x?xf32>
    %t = tensor.empty(%s0, %s1) : tensor<?x4x?x8xf32>
    %3 = linalg.generic {indexing_maps = [#heads, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%0 : tensor<?x?x4x8xf32>) outs(%t : tensor<?x4x?x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x8xf32>
    %4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : tensor<?x4x?x8xf32> into tensor<?x?x8xf32>
    %e = tensor.empty(%n, %s1, %s1) : tensor<?x?x?xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %5 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%4, %1 : tensor<?x?x8xf32>, tensor<?x8x?xf32>) outs(%f : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %m = arith.mulf %in, %in1 : f32
      %a = arith.addf %out, %m : f32
      linalg.yield %a : f32
    } -> tensor<?x?x?xf32>
    %6 = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [%s0, 4, %s1, %s1] : tensor<?x?x?xf32> into tensor<?x4x?x?xf32>
    %g = tensor.empty(%s0, %s1, %s1) : tensor<?x4x?x?xf32>
    %7 = linalg.generic {indexing_maps = [#id, #mask, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%6, %2 : tensor<?x4x?x?xf32>, tensor<?x1x1x?xf32>) outs(%g : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %a = arith.addf %in, %in1 : f32
      linalg.yield %a : f32
    } -> tensor<?x4x?x?xf32>
    %8 = ep.from_builtin %7 : tensor<?x4x?x?xf32> -> !ep.tensor<[s0, 4, s1, s1], f32>
    ep.return %8 : !ep.tensor<[s0, 4, s1, s1], f32>
  }
}

// -----

#a = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#b = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#c = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#col = affine_map<(d0, d1, d2) -> (d2)>

// A product whose result is used as it is keeps its shape.
// CHECK-LABEL: ep.program @used
// CHECK: linalg.generic {{.*}} ["parallel", "parallel", "parallel", "reduction"]}
// KERNELS-LABEL: ep.program @used
// KERNELS: exec.kernel
// KERNELS-NOT: exec.kernel
// KERNELS: ep.graph
ep.program @used {
  ep.graph @forward(%x: !ep.tensor<[2, 4, 5, 8], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[8, 8, 3], f32> {ep.input = #ep.input<user_input "w">},
                    %v: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[8, 5, 3], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[2, 4, 5, 8], f32> -> tensor<2x4x5x8xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[8, 8, 3], f32> -> tensor<8x8x3xf32>
    %2 = ep.to_builtin %v : !ep.tensor<[3], f32> -> tensor<3xf32>
    %3 = tensor.collapse_shape %0 [[0, 1], [2], [3]] : tensor<2x4x5x8xf32> into tensor<8x5x8xf32>
    %e = tensor.empty() : tensor<8x5x3xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x5x3xf32>) -> tensor<8x5x3xf32>
    %4 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%3, %1 : tensor<8x5x8xf32>, tensor<8x8x3xf32>) outs(%f : tensor<8x5x3xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %m = arith.mulf %in, %in1 : f32
      %a = arith.addf %out, %m : f32
      linalg.yield %a : f32
    } -> tensor<8x5x3xf32>
    %5 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%4, %2 : tensor<8x5x3xf32>, tensor<3xf32>) outs(%e : tensor<8x5x3xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %a = arith.addf %in, %in1 : f32
      linalg.yield %a : f32
    } -> tensor<8x5x3xf32>
    %6 = ep.from_builtin %5 : tensor<8x5x3xf32> -> !ep.tensor<[8, 5, 3], f32>
    ep.return %6 : !ep.tensor<[8, 5, 3], f32>
  }
}

// -----

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#mean = affine_map<(d0, d1, d2) -> (d0, d1, 0)>

// Dimensions of size 1 go: along the broadcast, and to the dimension before
// them where a reshape could put them to either side.
// CHECK-LABEL: ep.program @unit
// CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<2x1x64xf32> into tensor<2x64xf32>
// CHECK: linalg.generic {{.*}} ["parallel", "parallel"]} ins({{.*}} : tensor<2x64xf32>, tensor<2xf32>)
ep.program @unit {
  ep.graph @forward(%x: !ep.tensor<[2, 1, 64], f32> {ep.input = #ep.input<user_input "x">},
                    %m: !ep.tensor<[2, 1, 1], f32> {ep.input = #ep.input<user_input "m">})
      -> (!ep.tensor<[2, 64], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[2, 1, 64], f32> -> tensor<2x1x64xf32>
    %1 = ep.to_builtin %m : !ep.tensor<[2, 1, 1], f32> -> tensor<2x1x1xf32>
    %e = tensor.empty() : tensor<2x1x64xf32>
    %2 = linalg.generic {indexing_maps = [#id, #mean, #id], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%0, %1 : tensor<2x1x64xf32>, tensor<2x1x1xf32>) outs(%e : tensor<2x1x64xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %a = arith.mulf %in, %in1 : f32
      linalg.yield %a : f32
    } -> tensor<2x1x64xf32>
    %3 = tensor.collapse_shape %2 [[0], [1, 2]] : tensor<2x1x64xf32> into tensor<2x64xf32>
    %4 = ep.from_builtin %3 : tensor<2x64xf32> -> !ep.tensor<[2, 64], f32>
    ep.return %4 : !ep.tensor<[2, 64], f32>
  }
}

// -----

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#scale = affine_map<(d0, d1, d2) -> (d0, d1, 0)>

// A scale for each channel of one image does not take the image's dimension
// from what it scales. An operand that has the dimension of itself keeps it.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[CHANNEL:.*]] = affine_map<(d0, d1, d2) -> (d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: ep.program @scale
// CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[CHANNEL]], #[[ROW]], #[[ID]]], {{.*}} ins({{.*}} : tensor<1x2x64xf32>, tensor<2xf32>, tensor<1x2xf32>)
// CHECK-NOT: collapse_shape
// CHECK: ep.return
ep.program @scale {
  ep.graph @forward(%x: !ep.tensor<[1, 2, 64], f32> {ep.input = #ep.input<user_input "x">},
                    %m: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "m">},
                    %n: !ep.tensor<[1, 2], f32> {ep.input = #ep.input<user_input "n">})
      -> (!ep.tensor<[1, 2, 64], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[1, 2, 64], f32> -> tensor<1x2x64xf32>
    %1 = ep.to_builtin %m : !ep.tensor<[2], f32> -> tensor<2xf32>
    %2 = ep.to_builtin %n : !ep.tensor<[1, 2], f32> -> tensor<1x2xf32>
    %3 = tensor.expand_shape %1 [[0, 1, 2]] output_shape [1, 2, 1] : tensor<2xf32> into tensor<1x2x1xf32>
    %e = tensor.empty() : tensor<1x2x64xf32>
    %4 = linalg.generic {indexing_maps = [#id, #scale, affine_map<(d0, d1, d2) -> (d0, d1)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%0, %3, %2 : tensor<1x2x64xf32>, tensor<1x2x1xf32>, tensor<1x2xf32>) outs(%e : tensor<1x2x64xf32>) {
    ^bb0(%in: f32, %in1: f32, %in2: f32, %out: f32):
      %a = arith.mulf %in, %in1 : f32
      %b = arith.addf %a, %in2 : f32
      linalg.yield %b : f32
    } -> tensor<1x2x64xf32>
    %5 = ep.from_builtin %4 : tensor<1x2x64xf32> -> !ep.tensor<[1, 2, 64], f32>
    ep.return %5 : !ep.tensor<[1, 2, 64], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// The part of a tensor is not stored to be reshaped, and what asks where it is
// keeps its shape.
// CHECK-LABEL: ep.program @part
// CHECK: linalg.generic {{.*}} ["parallel", "parallel"]} ins(%{{.*}} : tensor<2x3xf32>)
// CHECK: linalg.generic {{.*}} ["parallel", "parallel"]}
// CHECK: linalg.index
// CHECK: tensor.collapse_shape
ep.program @part {
  ep.graph @forward(%x: !ep.tensor<[2, 5], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[6], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[6], i64> {ep.output = #ep.output<user_output "z">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[2, 5], f32> -> tensor<2x5xf32>
    %e = tensor.empty() : tensor<2x3xf32>
    %i = tensor.empty() : tensor<2x3xi64>
    %1 = tensor.extract_slice %0[0, 1] [2, 3] [1, 1] : tensor<2x5xf32> to tensor<2x3xf32>
    %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%1 : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = math.exp %in : f32
      linalg.yield %a : f32
    } -> tensor<2x3xf32>
    %3 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%i : tensor<2x3xi64>) {
    ^bb0(%out: i64):
      %d = linalg.index 1 : index
      %a = arith.index_cast %d : index to i64
      linalg.yield %a : i64
    } -> tensor<2x3xi64>
    %4 = tensor.collapse_shape %2 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    %5 = tensor.collapse_shape %3 [[0, 1]] : tensor<2x3xi64> into tensor<6xi64>
    %6 = ep.from_builtin %4 : tensor<6xf32> -> !ep.tensor<[6], f32>
    %7 = ep.from_builtin %5 : tensor<6xi64> -> !ep.tensor<[6], i64>
    ep.return %6, %7 : !ep.tensor<[6], f32>, !ep.tensor<[6], i64>
  }
}

// -----

// The way back from a reshape is found by the expressions of the sizes; another
// shape of as many elements is another shape.
// CHECK-LABEL: ep.program @back
// CHECK: %[[Z:.*]] = ep.from_builtin %{{.*}} : tensor<?x?x4xf32> -> !ep.tensor<[s1, s0, 4], f32>
// CHECK: ep.return %x, %[[Z]]
ep.program @back {
  ep.symbol @s0 range(1, 64)
  ep.symbol @s1 range(1, 64)
  ep.graph @forward(%x: !ep.tensor<[s0, s1, 4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, s1, 4], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[s1, s0, 4], f32> {ep.output = #ep.output<user_output "z">}) {
    %s0 = ep.size s0
    %s1 = ep.size s1
    %0 = ep.to_builtin %x : !ep.tensor<[s0, s1, 4], f32> -> tensor<?x?x4xf32>
    %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<?x?x4xf32> into tensor<?x4xf32>
    %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [%s0, %s1, 4] : tensor<?x4xf32> into tensor<?x?x4xf32>
    %3 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [%s1, %s0, 4] : tensor<?x4xf32> into tensor<?x?x4xf32>
    %4 = ep.from_builtin %2 : tensor<?x?x4xf32> -> !ep.tensor<[s0, s1, 4], f32>
    %5 = ep.from_builtin %3 : tensor<?x?x4xf32> -> !ep.tensor<[s1, s0, 4], f32>
    ep.return %4, %5 : !ep.tensor<[s0, s1, 4], f32>, !ep.tensor<[s1, s0, 4], f32>
  }
}

// -----

// So it is in the graph that makes constants.
// CHECK-LABEL: ep.program @prepared
// CHECK: ep.graph @prepare
// CHECK-NEXT: ep.return %w
// KERNELS-LABEL: ep.program @prepared
ep.program @prepared {
  ep.storage @s bytes(24)
  ep.parameter @w : !ep.tensor<[2, 3], f32> storage(@s)
  ep.constant @c : !ep.tensor<[2, 3], f32> storage(@s) {ep.made_from = ["w"]}
  ep.graph @prepare(%w: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[2, 3], f32> {ep.output = #ep.output<user_output "c">}) attributes {ep.prepare} {
    %0 = ep.to_builtin %w : !ep.tensor<[2, 3], f32> -> tensor<2x3xf32>
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
    %3 = ep.from_builtin %2 : tensor<2x3xf32> -> !ep.tensor<[2, 3], f32>
    ep.return %3 : !ep.tensor<[2, 3], f32>
  }
}
