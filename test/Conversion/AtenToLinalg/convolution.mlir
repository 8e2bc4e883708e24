// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Two dimensions with a bias.
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d4, d2 * 2 + d5, d3 + d6)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d4, d5, d6)>
// CHECK-DAG: #[[R:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[CH:.*]] = affine_map<(d0, d1, d2, d3) -> (d1)>
// CHECK-LABEL: ep.graph @plane
ep.program @plane {
  ep.symbol @s0 range(0, ?)
  ep.symbol @s1 range(0, ?) ep.graph @plane(
          %x: !ep.tensor<[s0, 2, 8, s1], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[3, 2, 3, 3], f32> {ep.input = #ep.input<user_input "w">},
          %b: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "b">}
      ) -> (!ep.tensor<[s0, 3, 4, s1], f32> {ep.output = #ep.output<user_output "0">}) {
  // The input is padded by zero, then summed over its channels and the kernel.
  // CHECK: %[[PAD:.*]] = tensor.pad %{{.*}} low[0, 0, 1, 1] high[0, 0, 1, 1]
  // CHECK: tensor.yield %{{.*}} : f32
  // CHECK: tensor<?x2x8x?xf32> to tensor<?x2x10x?xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[X]], #[[W]], #[[R]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%[[PAD]], %{{.*}} : tensor<?x2x10x?xf32>, tensor<3x2x3x3xf32>) outs(%{{.*}} : tensor<?x3x4x?xf32>)
  // CHECK: ^bb0(%[[IN:.*]]: f32, %[[K:.*]]: f32, %[[ACC:.*]]: f32):
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[IN]], %[[K]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.addf %[[ACC]], %[[P]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[CH]], #[[ID]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]
  // CHECK: arith.addf
  %0 = aten.convolution.default %x, %w, %b, stride = [2, 1], padding = [1, 1], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 1
    : (!ep.tensor<[s0, 2, 8, s1], f32>, !ep.tensor<[3, 2, 3, 3], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[s0, 3, 4, s1], f32>
  ep.return %0 : !ep.tensor<[s0, 3, 4, s1], f32>
} }

// -----

// One and three dimensions.
// CHECK-DAG: #[[L:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2 + d4 * 2)>
// CHECK-LABEL: ep.graph @line_and_space
ep.program @line_and_space {
  ep.symbol @s0 range(0, ?) ep.graph @line_and_space(
          %x: !ep.tensor<[2, 2, 9], f16> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[3, 2, 3], f16> {ep.input = #ep.input<user_input "w">},
          %y: !ep.tensor<[s0, 1, 4, 4, 4], f32> {ep.input = #ep.input<user_input "y">},
          %v: !ep.tensor<[2, 1, 2, 2, 2], f32> {ep.input = #ep.input<user_input "v">}
      ) -> (!ep.tensor<[2, 3, 5], f16> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 2, 3, 3, 3], f32> {ep.output = #ep.output<user_output "1">}) {
  // Without padding there is nothing to pad; half floats are accumulated in f32.
  // CHECK-NOT: tensor.pad
  // CHECK: linalg.generic {indexing_maps = [#[[L]], {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]
  // CHECK: arith.extf
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  %0 = aten.convolution.default %x, %w, stride = [1], padding = [0], dilation = [2], transposed = false, output_padding = [0], groups = 1
    : (!ep.tensor<[2, 2, 9], f16>, !ep.tensor<[3, 2, 3], f16>) -> !ep.tensor<[2, 3, 5], f16>
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]
  %1 = aten.convolution.default %y, %v, stride = [1, 1, 1], padding = [0, 0, 0], dilation = [1, 1, 1], transposed = false, output_padding = [0, 0, 0], groups = 1
    : (!ep.tensor<[s0, 1, 4, 4, 4], f32>, !ep.tensor<[2, 1, 2, 2, 2], f32>) -> !ep.tensor<[s0, 2, 3, 3, 3], f32>
  ep.return %0, %1 : !ep.tensor<[2, 3, 5], f16>,
    !ep.tensor<[s0, 2, 3, 3, 3], f32>
} }

// -----

// Channels split into groups, a loop of its own.
// CHECK-LABEL: ep.graph @groups
ep.program @groups {
  ep.symbol @s0 range(0, ?) ep.graph @groups(
          %x: !ep.tensor<[s0, 4, 8, 8], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[4, 2, 3, 3], f32> {ep.input = #ep.input<user_input "w">}
      ) -> (!ep.tensor<[s0, 4, 6, 6], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[X:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2], [3], [4]] {{.*}} : tensor<?x4x8x8xf32> into tensor<?x2x2x8x8xf32>
  // CHECK: %[[W:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2], [3], [4]] {{.*}} : tensor<4x2x3x3xf32> into tensor<2x2x2x3x3xf32>
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%[[X]], %[[W]] :
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2], [3], [4]] : tensor<?x2x2x6x6xf32> into tensor<?x4x6x6xf32>
  %0 = aten.convolution.default %x, %w, stride = [1, 1], padding = [0, 0], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 2
    : (!ep.tensor<[s0, 4, 8, 8], f32>, !ep.tensor<[4, 2, 3, 3], f32>) -> !ep.tensor<[s0, 4, 6, 6], f32>
  ep.return %0 : !ep.tensor<[s0, 4, 6, 6], f32>
} }

// -----

// A filter of its own for each channel needs no groups.
// CHECK-LABEL: ep.graph @depthwise
ep.program @depthwise {
  ep.symbol @s0 range(0, ?) ep.graph @depthwise(
          %x: !ep.tensor<[s0, 4, 8, 8], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[4, 1, 3, 3], f32> {ep.input = #ep.input<user_input "w">},
          %b: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "b">},
          %v: !ep.tensor<[8, 1, 3, 3], f32> {ep.input = #ep.input<user_input "v">}
      ) -> (!ep.tensor<[s0, 4, 4, 4], f32> {ep.output = #ep.output<user_output "0">},
            !ep.tensor<[s0, 8, 6, 6], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[P:.*]] = tensor.pad
  // CHECK: %[[W:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] : tensor<4x1x3x3xf32> into tensor<4x3x3xf32>
  // CHECK: %[[S:.*]] = linalg.generic {indexing_maps = [#[[READ:.*]], #[[TAPS:.*]], #[[SUM:.*]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%[[P]], %[[W]] :
  // CHECK: linalg.generic {{.*}} ins(%[[S]], %{{.*}} : tensor<?x4x4x4xf32>, tensor<4xf32>)
  %0 = aten.convolution.default %x, %w, %b, stride = [2, 2], padding = [1, 1], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 4
    : (!ep.tensor<[s0, 4, 8, 8], f32>, !ep.tensor<[4, 1, 3, 3], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4, 4, 4], f32>
  // Two filters for each channel.
  // CHECK: tensor.expand_shape %{{.*}} : tensor<8x1x3x3xf32> into tensor<4x2x1x3x3xf32>
  %1 = aten.convolution.default %x, %v, stride = [1, 1], padding = [0, 0], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 4
    : (!ep.tensor<[s0, 4, 8, 8], f32>, !ep.tensor<[8, 1, 3, 3], f32>) -> !ep.tensor<[s0, 8, 6, 6], f32>
  ep.return %0, %1 : !ep.tensor<[s0, 4, 4, 4], f32>, !ep.tensor<[s0, 8, 6, 6], f32>
} }

// -----

ep.program @stride {
  ep.symbol @s0 range(0, ?)
  ep.symbol @s1 range(0, ?) ep.graph @stride(
          %x: !ep.tensor<[1, 2, 4, 4], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[2, 2, 2, 2], f32> {ep.input = #ep.input<user_input "w">}
      ) -> (!ep.tensor<[1, 2, s1, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.convolution.default' op is not converted to linalg: symbolic geometry}}
  %0 = aten.convolution.default %x, %w, stride = [s0, 1], padding = [0, 0], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 1 : (!ep.tensor<[1, 2, 4, 4], f32>, !ep.tensor<[2, 2, 2, 2], f32>) -> !ep.tensor<[1, 2, s1, 3], f32>
  ep.return %0 : !ep.tensor<[1, 2, s1, 3], f32>
} }

// -----

// As many groups as a symbol says, each with its own filters.
// CHECK-LABEL: ep.graph @group_count
ep.program @group_count {
  ep.symbol @s0 range(0, ?) ep.graph @group_count(
          %x: !ep.tensor<[1, 4*s0, 4, 4], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[6*s0, 4, 2, 2], f32> {ep.input = #ep.input<user_input "w">}
      ) -> (!ep.tensor<[1, 6*s0, 3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK-DAG: %[[X:.*]] = tensor.expand_shape %{{.*}} : tensor<1x?x4x4xf32> into tensor<1x?x4x4x4xf32>
  // CHECK-DAG: %[[W:.*]] = tensor.expand_shape %{{.*}} : tensor<?x4x2x2xf32> into tensor<?x6x4x2x2xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[X]], %[[W]] : {{.*}} outs(%{{.*}} : tensor<1x?x6x3x3xf32>)
  %0 = aten.convolution.default %x, %w, stride = [1, 1], padding = [0, 0], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = s0 : (!ep.tensor<[1, 4*s0, 4, 4], f32>, !ep.tensor<[6*s0, 4, 2, 2], f32>) -> !ep.tensor<[1, 6*s0, 3, 3], f32>
  ep.return %0 : !ep.tensor<[1, 6*s0, 3, 3], f32>
} }

// -----

ep.program @odd { ep.graph @odd(
          %x: !ep.tensor<[1, 4, 4, 4], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[3, 2, 2, 2], f32> {ep.input = #ep.input<user_input "w">}
      ) -> (!ep.tensor<[1, 3, 3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.convolution.default' op is not converted to linalg: channels do not split to groups}}
  %0 = aten.convolution.default %x, %w, stride = [1, 1], padding = [0, 0], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 2 : (!ep.tensor<[1, 4, 4, 4], f32>, !ep.tensor<[3, 2, 2, 2], f32>) -> !ep.tensor<[1, 3, 3, 3], f32>
  ep.return %0 : !ep.tensor<[1, 3, 3, 3], f32>
} }

// -----

// A kernel of one tap is a product of matrices for each pixel; in one of
// several, a dimension of one tap is a loop like the others.
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2 * 2, d3 * 2)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d4)>
// CHECK-DAG: #[[LINE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d4, d2 + d5, d3 + d6)>
// CHECK-LABEL: ep.graph @pixels
ep.program @pixels {
  ep.graph @pixels(
          %x: !ep.tensor<[1, 2, 8, 8], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[3, 2, 1, 1], f32> {ep.input = #ep.input<user_input "w">},
          %v: !ep.tensor<[3, 2, 1, 3], f32> {ep.input = #ep.input<user_input "v">}
      ) -> (!ep.tensor<[1, 3, 4, 4], f32> {ep.output = #ep.output<user_output "0">},
            !ep.tensor<[1, 3, 8, 6], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[MATRIX:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2, 3]] : tensor<3x2x1x1xf32> into tensor<3x2xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[X]], #[[W]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%{{.*}}, %[[MATRIX]]
  %0 = aten.convolution.default %x, %w, none, stride = [2, 2], padding = [0, 0], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 1
    : (!ep.tensor<[1, 2, 8, 8], f32>, !ep.tensor<[3, 2, 1, 1], f32>) -> !ep.tensor<[1, 3, 4, 4], f32>
  // CHECK: linalg.generic {indexing_maps = [#[[LINE]],
  %1 = aten.convolution.default %x, %v, none, stride = [1, 1], padding = [0, 0], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 1
    : (!ep.tensor<[1, 2, 8, 8], f32>, !ep.tensor<[3, 2, 1, 3], f32>) -> !ep.tensor<[1, 3, 8, 6], f32>
  ep.return %0, %1 : !ep.tensor<[1, 3, 4, 4], f32>, !ep.tensor<[1, 3, 8, 6], f32>
} }

// -----

// Of one pixel it is a linear layer.
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-LABEL: ep.graph @pixel
ep.program @pixel {
  ep.graph @pixel(
          %x: !ep.tensor<[4, 2, 1, 1], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[3, 2, 1, 1], f32> {ep.input = #ep.input<user_input "w">},
          %b: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "b">}
      ) -> (!ep.tensor<[4, 3, 1, 1], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.generic {indexing_maps = [#[[X]], #[[W]], #{{.*}}], iterator_types = ["parallel", "parallel", "reduction"]} ins({{.*}} : tensor<4x2xf32>, tensor<3x2xf32>)
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins({{.*}} : tensor<4x3xf32>, tensor<3xf32>)
  // CHECK: tensor.expand_shape {{.*}} : tensor<4x3xf32> into tensor<4x3x1x1xf32>
  %0 = aten.convolution.default %x, %w, %b, stride = [1, 1], padding = [0, 0], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 1
    : (!ep.tensor<[4, 2, 1, 1], f32>, !ep.tensor<[3, 2, 1, 1], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[4, 3, 1, 1], f32>
  ep.return %0 : !ep.tensor<[4, 3, 1, 1], f32>
} }
