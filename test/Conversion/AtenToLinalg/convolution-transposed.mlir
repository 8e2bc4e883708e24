// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// Zeros between the elements, and the kernel turned around.
// CHECK-LABEL: ep.graph @transposed
ep.program @transposed { ep.graph @transposed(%x: !ep.tensor<[1, 3, 4], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[3, 2, 3], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[1, 2, 8], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[A:.*]] = tensor.expand_shape {{.*}} into tensor<1x3x4x1xf32>
  // CHECK: %[[B:.*]] = tensor.pad %[[A]] low[0, 0, 0, 0] high[0, 0, 0, 1]
  // CHECK: tensor.collapse_shape %[[B]]
  // CHECK: tensor.pad %{{.*}} low[0, 0, 1] high[0, 0, 1]
  // CHECK: linalg.generic {{.*}}outs(%{{.*}} : tensor<2x3x3xf32>)
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]
  %0 = aten.convolution.default %x, %w, stride = [2], padding = [1], dilation = [1], transposed = true, output_padding = [1], groups = 1 : (!ep.tensor<[1, 3, 4], f32>, !ep.tensor<[3, 2, 3], f32>) -> !ep.tensor<[1, 2, 8], f32>
  ep.return %0 : !ep.tensor<[1, 2, 8], f32>
} }

// -----

// More padding than the kernel reaches.
// CHECK-LABEL: ep.graph @cropped
ep.program @cropped { ep.graph @cropped(%x: !ep.tensor<[1, 3, 4], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[3, 2, 1], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[1, 2, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.extract_slice %{{.*}}[0, 0, 1] [1, 3, 2] [1, 1, 1]
  %0 = aten.convolution.default %x, %w, stride = [1], padding = [1], dilation = [1], transposed = true, output_padding = [0], groups = 1 : (!ep.tensor<[1, 3, 4], f32>, !ep.tensor<[3, 2, 1], f32>) -> !ep.tensor<[1, 2, 2], f32>
  ep.return %0 : !ep.tensor<[1, 2, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @transposed_groups
ep.program @transposed_groups {
  ep.symbol @s0 range(0, ?) ep.graph @transposed_groups(%x: !ep.tensor<[1, s0, 4], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[s0, 3, 3], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[1, 6, 6], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]
  %0 = aten.convolution.default %x, %w, stride = [1], padding = [0], dilation = [1], transposed = true, output_padding = [0], groups = 2 : (!ep.tensor<[1, s0, 4], f32>, !ep.tensor<[s0, 3, 3], f32>) -> !ep.tensor<[1, 6, 6], f32>
  ep.return %0 : !ep.tensor<[1, 6, 6], f32>
} }

// -----

// That the channels divide is checked when the program runs.
// CHECK-LABEL: ep.graph @unknown_groups
ep.program @unknown_groups {
  ep.symbol @s0 range(0, ?) ep.graph @unknown_groups(%x: !ep.tensor<[1, 4, 8], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[s0, 2, 3], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[1, s0, 6], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]
  // CHECK: arith.divui
  // CHECK: arith.remui
  // CHECK: tensor.extract
  %0 = aten.convolution.default %x, %w, stride = [1], padding = [0], dilation = [1], transposed = false, output_padding = [0], groups = 2 : (!ep.tensor<[1, 4, 8], f32>, !ep.tensor<[s0, 2, 3], f32>) -> !ep.tensor<[1, s0, 6], f32>
  ep.return %0 : !ep.tensor<[1, s0, 6], f32>
} }

// -----

// CHECK-LABEL: ep.graph @symbolic_padding
ep.program @symbolic_padding {
  ep.symbol @s0 range(0, ?)
  ep.symbol @s1 range(0, ?) ep.graph @symbolic_padding(%x: !ep.tensor<[1, 1, s0], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[1, 1, 3], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[1, 1, s0 + 2*s1 - 2], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[P:.*]] = ep.size s1
  // CHECK: tensor.pad %{{.*}} low[0, 0, %[[P]]] high[0, 0, %[[P]]]
  %0 = aten.convolution.default %x, %w, stride = [1], padding = [s1], dilation = [1], transposed = false, output_padding = [0], groups = 1 : (!ep.tensor<[1, 1, s0], f32>, !ep.tensor<[1, 1, 3], f32>) -> !ep.tensor<[1, 1, s0 + 2*s1 - 2], f32>
  ep.return %0 : !ep.tensor<[1, 1, s0 + 2*s1 - 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @no_batch
ep.program @no_batch { ep.graph @no_batch(%x: !ep.tensor<[2, 8], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[3, 2, 3], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[3, 6], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.expand_shape %{{.*}} into tensor<1x2x8xf32>
  // CHECK: tensor.collapse_shape %{{.*}} into tensor<3x6xf32>
  %0 = aten.convolution.default %x, %w, stride = [1], padding = [0], dilation = [1], transposed = false, output_padding = [0], groups = 1 : (!ep.tensor<[2, 8], f32>, !ep.tensor<[3, 2, 3], f32>) -> !ep.tensor<[3, 6], f32>
  ep.return %0 : !ep.tensor<[3, 6], f32>
} }
