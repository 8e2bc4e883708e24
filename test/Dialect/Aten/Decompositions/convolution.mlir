// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// One to three spatial dimensions.
// CHECK-LABEL: ep.graph @conv1d
ep.program @conv1d { ep.graph @conv1d(
          %x: !ep.tensor<[s0, 2, 9], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[3, 2, 3], f32> {ep.input = #ep.input<user_input "w">},
          %b: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "b">},
          %u: !ep.tensor<[2, 9], f32> {ep.input = #ep.input<user_input "u">}
      ) -> (!ep.tensor<[s0, 3, 5], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[3, 7], f32> {ep.output = #ep.output<user_output "1">}) {
  // Numbers become lists of the core form; nothing is output padding.
  // CHECK: aten.convolution.default %x, %w, %b, stride = [2], padding = [1], dilation = [1], transposed = false, output_padding = [0], groups = 1 : {{.*}} -> !ep.tensor<[s0, 3, 5], f32>
  %0 = aten.conv1d.default %x, %w, %b, stride = [2], padding = [1] : (!ep.tensor<[s0, 2, 9], f32>, !ep.tensor<[3, 2, 3], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[s0, 3, 5], f32>
  // Without a batch: one of size 1, which goes again.
  // CHECK: %[[V:.*]] = aten.unsqueeze.default %u, dim = 0
  // CHECK: %[[C:.*]] = aten.convolution.default %[[V]], %w, stride = [1], padding = [0], dilation = [1], transposed = false, output_padding = [0], groups = 1 : {{.*}} -> !ep.tensor<[1, 3, 7], f32>
  // CHECK: aten.view.default %[[C]], size = [3, 7]
  %1 = aten.conv1d.default %u, %w : (!ep.tensor<[2, 9], f32>, !ep.tensor<[3, 2, 3], f32>) -> !ep.tensor<[3, 7], f32>
  ep.return %0, %1 : !ep.tensor<[s0, 3, 5], f32>,
    !ep.tensor<[3, 7], f32>
} }

// -----

// CHECK-LABEL: ep.graph @conv2d
ep.program @conv2d { ep.graph @conv2d(
          %x: !ep.tensor<[s0, 4, 8, s1], f16> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[4, 2, 3, 3], f16> {ep.input = #ep.input<user_input "w">},
          %u: !ep.tensor<[4, 8, s1], f16> {ep.input = #ep.input<user_input "u">}
      ) -> (!ep.tensor<[s0, 4, 8, s1], f16> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4, 8, s1], f16> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: aten.convolution.default %x, %w, stride = [1, 1], padding = [1, 1], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 2 : {{.*}} -> !ep.tensor<[s0, 4, 8, s1], f16>
  %0 = aten.conv2d.default %x, %w, padding = [1, 1], groups = 2 : (!ep.tensor<[s0, 4, 8, s1], f16>, !ep.tensor<[4, 2, 3, 3], f16>) -> !ep.tensor<[s0, 4, 8, s1], f16>
  // CHECK: %[[V:.*]] = aten.unsqueeze.default %u, dim = 0
  // CHECK: %[[C:.*]] = aten.convolution.default %[[V]], %w,
  // CHECK: aten.view.default %[[C]], size = [4, 8, s1]
  %1 = aten.conv2d.default %u, %w, padding = [1, 1], groups = 2 : (!ep.tensor<[4, 8, s1], f16>, !ep.tensor<[4, 2, 3, 3], f16>) -> !ep.tensor<[4, 8, s1], f16>
  ep.return %0, %1 : !ep.tensor<[s0, 4, 8, s1], f16>,
    !ep.tensor<[4, 8, s1], f16>
} }

// -----

// CHECK-LABEL: ep.graph @conv3d
ep.program @conv3d { ep.graph @conv3d(
          %x: !ep.tensor<[s0, 2, 4, 4, 4], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[3, 2, 2, 2, 2], f32> {ep.input = #ep.input<user_input "w">}
      ) -> (!ep.tensor<[s0, 3, 2, 2, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.convolution.default %x, %w, stride = [2, 2, 2], padding = [0, 0, 0], dilation = [1, 1, 1], transposed = false, output_padding = [0, 0, 0], groups = 1 :
  %0 = aten.conv3d.default %x, %w, stride = [2, 2, 2] : (!ep.tensor<[s0, 2, 4, 4, 4], f32>, !ep.tensor<[3, 2, 2, 2, 2], f32>) -> !ep.tensor<[s0, 3, 2, 2, 2], f32>
  ep.return %0 : !ep.tensor<[s0, 3, 2, 2, 2], f32>
} }
