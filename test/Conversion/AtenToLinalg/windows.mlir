// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @avg1d
ep.program @avg1d { ep.graph @avg1d(%x: !ep.tensor<[2, 3, 8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
  // CHECK: arith.constant 2.0
  // CHECK: arith.divf
  %0 = aten.avg_pool1d.default %x, kernel_size = [2], stride = [2] : (!ep.tensor<[2, 3, 8], f32>) -> !ep.tensor<[2, 3, 4], f32>
  ep.return %0 : !ep.tensor<[2, 3, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @avg3d
ep.program @avg3d { ep.graph @avg3d(%x: !ep.tensor<[1, 4, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 3, 3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.pad
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
  // CHECK: arith.maxsi
  // CHECK: arith.divf
  %0 = aten.avg_pool3d.default %x, kernel_size = [2, 2, 2], padding = [1, 1, 1], count_include_pad = false : (!ep.tensor<[1, 4, 4, 4], f32>) -> !ep.tensor<[1, 3, 3, 3], f32>
  ep.return %0 : !ep.tensor<[1, 3, 3, 3], f32>
} }

// -----

// Integers are divided towards zero.
// CHECK-LABEL: ep.graph @avg_ints
ep.program @avg_ints { ep.graph @avg_ints(%x: !ep.tensor<[1, 4, 4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 2], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.divsi
  %0 = aten.avg_pool2d.default %x, kernel_size = [2, 2] : (!ep.tensor<[1, 4, 4], i64>) -> !ep.tensor<[1, 2, 2], i64>
  ep.return %0 : !ep.tensor<[1, 2, 2], i64>
} }

// -----

// Where the maximum is, is counted over three dimensions.
// CHECK-LABEL: ep.graph @max3d
ep.program @max3d { ep.graph @max3d(%x: !ep.tensor<[1, 4, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 2, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[1, 2, 2, 2], i64> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: arith.maximumf
  // CHECK: linalg.index 1
  // CHECK: linalg.index 4
  // CHECK: arith.minsi
  %0:2 = aten.max_pool3d_with_indices.default %x, kernel_size = [2, 2, 2] : (!ep.tensor<[1, 4, 4, 4], f32>) -> (!ep.tensor<[1, 2, 2, 2], f32>, !ep.tensor<[1, 2, 2, 2], i64>)
  ep.return %0#0, %0#1 : !ep.tensor<[1, 2, 2, 2], f32>, !ep.tensor<[1, 2, 2, 2], i64>
} }

// -----

// Windows of different extents: loops of the largest, and a choice; rows first,
// as sums of f64.
// CHECK-LABEL: ep.graph @adaptive
ep.program @adaptive { ep.graph @adaptive(%x: !ep.tensor<[1, s0, 7], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 3, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
  // CHECK: arith.divui
  // CHECK: arith.cmpi slt
  // CHECK: tensor.extract {{.*}} : tensor<1x?x7xf32>
  // CHECK: arith.extf
  // CHECK: arith.select
  // CHECK: arith.addf
  // CHECK: -> tensor<1x3x7xf64>
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
  // CHECK: tensor.extract {{.*}} : tensor<1x3x7xf64>
  // CHECK: arith.divf {{.*}} : f64
  // CHECK: arith.truncf {{.*}} : f64 to f32
  %0 = aten._adaptive_avg_pool2d.default %x, output_size = [3, 2] : (!ep.tensor<[1, s0, 7], f32>) -> !ep.tensor<[1, 3, 2], f32>
  ep.return %0 : !ep.tensor<[1, 3, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @adaptive1d
ep.program @adaptive1d { ep.graph @adaptive1d(%x: !ep.tensor<[0, 2, 7], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[0, 2, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
  %0 = aten.adaptive_avg_pool1d.default %x, output_size = [3] : (!ep.tensor<[0, 2, 7], f32>) -> !ep.tensor<[0, 2, 3], f32>
  ep.return %0 : !ep.tensor<[0, 2, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @adaptive3d
ep.program @adaptive3d { ep.graph @adaptive3d(%x: !ep.tensor<[2, 4, 4, 4], f16> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 3, 3, 3], f16> {ep.output = #ep.output<user_output "0">}) {
  // CHECK-COUNT-3: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]
  // CHECK: arith.truncf {{.*}} : f64 to f16
  %0 = aten._adaptive_avg_pool3d.default %x, output_size = [3, 3, 3] : (!ep.tensor<[2, 4, 4, 4], f16>) -> !ep.tensor<[2, 3, 3, 3], f16>
  ep.return %0 : !ep.tensor<[2, 3, 3, 3], f16>
} }

// -----

// Only the product of the outer sizes must agree.
// CHECK-LABEL: ep.graph @adaptive_back
ep.program @adaptive_back { ep.graph @adaptive_back(%g: !ep.tensor<[2, s0, 3, 2], f32> {ep.input = #ep.input<user_input "g">},
    %x: !ep.tensor<[2, s1, 5, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, s1, 5, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.remui
  // CHECK: tensor.extract
  // CHECK: arith.divf
  // CHECK: arith.select
  %0 = aten._adaptive_avg_pool2d_backward.default %g, %x : (!ep.tensor<[2, s0, 3, 2], f32>, !ep.tensor<[2, s1, 5, 4], f32>) -> !ep.tensor<[2, s1, 5, 4], f32>
  ep.return %0 : !ep.tensor<[2, s1, 5, 4], f32>
} }

// -----

// An element takes from the windows that cover it.
// CHECK-LABEL: ep.graph @avg_back
ep.program @avg_back { ep.graph @avg_back(%g: !ep.tensor<[1, 2, 2], f32> {ep.input = #ep.input<user_input "g">},
    %x: !ep.tensor<[1, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]
  // CHECK: arith.cmpi sge
  // CHECK: arith.remui
  // CHECK: tensor.extract
  // CHECK: arith.divf
  // CHECK: arith.select
  %0 = aten.avg_pool2d_backward.default %g, %x, kernel_size = [2, 2], stride = [2, 2], padding = [0, 0], ceil_mode = false, count_include_pad = true, divisor_override = none : (!ep.tensor<[1, 2, 2], f32>, !ep.tensor<[1, 4, 4], f32>) -> !ep.tensor<[1, 4, 4], f32>
  ep.return %0 : !ep.tensor<[1, 4, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @max_back
ep.program @max_back { ep.graph @max_back(%g: !ep.tensor<[1, 2, 2], f32> {ep.input = #ep.input<user_input "g">},
    %x: !ep.tensor<[1, 4, 4], f32> {ep.input = #ep.input<user_input "x">},
    %i: !ep.tensor<[1, 2, 2], i64> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[1, 4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.extract
  // CHECK: arith.cmpi eq
  // CHECK: tensor.extract
  // CHECK: arith.select
  %0 = aten.max_pool2d_with_indices_backward.default %g, %x, kernel_size = [2, 2], stride = [2, 2], padding = [0, 0], dilation = [1, 1], ceil_mode = false, %i : (!ep.tensor<[1, 2, 2], f32>, !ep.tensor<[1, 4, 4], f32>, !ep.tensor<[1, 2, 2], i64>) -> !ep.tensor<[1, 4, 4], f32>
  ep.return %0 : !ep.tensor<[1, 4, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @col2im
ep.program @col2im { ep.graph @col2im(%x: !ep.tensor<[1, 8, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.muli
  // CHECK: tensor.extract %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] : tensor<1x8x4xf32>
  // CHECK: arith.addf
  %0 = aten.col2im.default %x, output_size = [4, 4], kernel_size = [2, 2], dilation = [1, 1], padding = [0, 0], stride = [2, 2] : (!ep.tensor<[1, 8, 4], f32>) -> !ep.tensor<[1, 2, 4, 4], f32>
  ep.return %0 : !ep.tensor<[1, 2, 4, 4], f32>
} }

// -----

// The first of the largest, of those that the window has.
// CHECK-LABEL: ep.graph @adaptive_max
ep.program @adaptive_max { ep.graph @adaptive_max(%x: !ep.tensor<[2, s0, 7], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 3, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[2, 3, 2], i64> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]
  // CHECK: tensor.extract
  // CHECK: arith.cmpf ogt
  // CHECK: arith.select
  // CHECK: arith.select
  %0:2 = aten.adaptive_max_pool2d.default %x, output_size = [3, 2] : (!ep.tensor<[2, s0, 7], f32>) -> (!ep.tensor<[2, 3, 2], f32>, !ep.tensor<[2, 3, 2], i64>)
  ep.return %0#0, %0#1 : !ep.tensor<[2, 3, 2], f32>, !ep.tensor<[2, 3, 2], i64>
} }

// -----

// CHECK-LABEL: ep.graph @adaptive_max3d
ep.program @adaptive_max3d { ep.graph @adaptive_max3d(%x: !ep.tensor<[2, 4, 4, 4], i32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 3, 3, 3], i32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[2, 3, 3, 3], i64> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: arith.cmpi sgt
  %0:2 = aten.adaptive_max_pool3d.default %x, output_size = [3, 3, 3] : (!ep.tensor<[2, 4, 4, 4], i32>) -> (!ep.tensor<[2, 3, 3, 3], i32>, !ep.tensor<[2, 3, 3, 3], i64>)
  ep.return %0#0, %0#1 : !ep.tensor<[2, 3, 3, 3], i32>, !ep.tensor<[2, 3, 3, 3], i64>
} }

// -----

// Where sizes divide, ranges are windows.
// CHECK: #[[WINDOW:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1 * 2 + d3, d2 * 4 + d4)>
// CHECK-LABEL: ep.graph @adaptive_even
ep.program @adaptive_even { ep.graph @adaptive_even(%x: !ep.tensor<[5, 6, 8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[5, 3, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[5, 3, 2], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK-NOT: tensor.extract
  // CHECK: indexing_maps = [#[[WINDOW]],
  // CHECK: arith.addf
  // CHECK: indexing_maps = [#[[WINDOW]],
  // CHECK: arith.maximumf
  // CHECK-NOT: arith.maximumf
  // CHECK: ep.return
  %0 = aten._adaptive_avg_pool2d.default %x, output_size = [3, 2] : (!ep.tensor<[5, 6, 8], f32>) -> !ep.tensor<[5, 3, 2], f32>
  %1:2 = aten.adaptive_max_pool2d.default %x, output_size = [3, 2] : (!ep.tensor<[5, 6, 8], f32>) -> (!ep.tensor<[5, 3, 2], f32>, !ep.tensor<[5, 3, 2], i64>)
  ep.return %0, %1#0 : !ep.tensor<[5, 3, 2], f32>, !ep.tensor<[5, 3, 2], f32>
} }

// -----

// Without places the maxima of ranges come in turn, too.
// CHECK-LABEL: ep.graph @adaptive_max_alone
ep.program @adaptive_max_alone { ep.graph @adaptive_max_alone(%x: !ep.tensor<[2, s0, 7], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 3, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.maximumf
  // CHECK: -> tensor<2x3x7xf32>
  // CHECK: arith.maximumf
  // CHECK: -> tensor<2x3x2xf32>
  %0:2 = aten.adaptive_max_pool2d.default %x, output_size = [3, 2] : (!ep.tensor<[2, s0, 7], f32>) -> (!ep.tensor<[2, 3, 2], f32>, !ep.tensor<[2, 3, 2], i64>)
  ep.return %0#0 : !ep.tensor<[2, 3, 2], f32>
} }
