// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @conv1d_default(
ep.program @conv1d_default {
  ep.graph @conv1d_default(%x: !ep.tensor<[1, 3, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3, 3, 3], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[1, 3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.convolution.default %x, %y, %z, stride = [2], padding = [2], dilation = [1], transposed = false, output_padding = [0], groups = 1
    %0 = aten.conv1d.default %x, %y, %z, stride = [2], padding = [2] : (!ep.tensor<[1, 3, 4], f32>, !ep.tensor<[3, 3, 3], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[1, 3, 3], f32>
    ep.return %0 : !ep.tensor<[1, 3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @conv2d_default(
ep.program @conv2d_default {
  ep.graph @conv2d_default(%x: !ep.tensor<[1, 3, 4, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3, 3, 3, 3], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[1, 3, 3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.convolution.default %x, %y, %z, stride = [2, 2], padding = [2, 2], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 1
    %0 = aten.conv2d.default %x, %y, %z, stride = [2, 2], padding = [2, 2] : (!ep.tensor<[1, 3, 4, 4], f32>, !ep.tensor<[3, 3, 3, 3], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[1, 3, 3, 3], f32>
    ep.return %0 : !ep.tensor<[1, 3, 3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @conv1d_padding(
ep.program @conv1d_padding { ep.symbol @s0 range(2, 64)
  ep.graph @conv1d_padding(%x: !ep.tensor<[s0, 2, 9], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3, 2, 4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 3, 9], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 1]
    // CHECK-NEXT: aten.convolution.default %{{.*}}, %y, stride = [1], padding = [1], dilation = [1], transposed = false, output_padding = [0], groups = 1
    %0 = aten.conv1d.padding %x, %y, padding = "same" : (!ep.tensor<[s0, 2, 9], f32>, !ep.tensor<[3, 2, 4], f32>) -> !ep.tensor<[s0, 3, 9], f32>
    ep.return %0 : !ep.tensor<[s0, 3, 9], f32>
} }

// -----

// CHECK-LABEL: ep.graph @conv2d_padding(
ep.program @conv2d_padding { ep.symbol @s0 range(2, 64)
  ep.graph @conv2d_padding(%x: !ep.tensor<[s0, 2, 9, 9], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3, 2, 3, 3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 3, 7, 7], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.convolution.default %x, %y, stride = [1, 1], padding = [0, 0], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 1
    %0 = aten.conv2d.padding %x, %y, padding = "valid" : (!ep.tensor<[s0, 2, 9, 9], f32>, !ep.tensor<[3, 2, 3, 3], f32>) -> !ep.tensor<[s0, 3, 7, 7], f32>
    ep.return %0 : !ep.tensor<[s0, 3, 7, 7], f32>
} }

// -----

// CHECK-LABEL: ep.graph @conv3d_padding(
ep.program @conv3d_padding {
  ep.graph @conv3d_padding(%x: !ep.tensor<[1, 1, 4, 4, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, 1, 1, 1, 1], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[1], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[1, 1, 4, 4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.convolution.default %x, %y, %z, stride = [1, 1, 1], padding = [0, 0, 0], dilation = [1, 1, 1], transposed = false, output_padding = [0, 0, 0], groups = 1
    %0 = aten.conv3d.padding %x, %y, %z, padding = "same" : (!ep.tensor<[1, 1, 4, 4, 4], f32>, !ep.tensor<[1, 1, 1, 1, 1], f32>, !ep.tensor<[1], f32>) -> !ep.tensor<[1, 1, 4, 4, 4], f32>
    ep.return %0 : !ep.tensor<[1, 1, 4, 4, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @conv_transpose1d_default(
ep.program @conv_transpose1d_default { ep.symbol @s79 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s89 range(2, 64)
  ep.graph @conv_transpose1d_default(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s89, s79], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[2*s89], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[2*s89, 4*s79 + 3*s85 - 6], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 0
    // CHECK-NEXT: aten.convolution.default %{{.*}}, %y, %z, stride = [3], padding = [1], dilation = [4], transposed = true, output_padding = [2], groups = 2
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [2*s89, 4*s79 + 3*s85 - 6]
    %0 = aten.conv_transpose1d.default %x, %y, %z, stride = [3], padding = [1], output_padding = [2], groups = 2, dilation = [4] : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87, s89, s79], f32>, !ep.tensor<[2*s89], f32>) -> !ep.tensor<[2*s89, 4*s79 + 3*s85 - 6], f32>
    ep.return %0 : !ep.tensor<[2*s89, 4*s79 + 3*s85 - 6], f32>
} }

// -----

// CHECK-LABEL: ep.graph @conv_transpose2d_input(
ep.program @conv_transpose2d_input { ep.symbol @s37 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s79 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s89 range(2, 64)
  ep.graph @conv_transpose2d_input(%x: !ep.tensor<[s87, s85, s68], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s89, s79, s37], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[2*s89], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[2*s89, 4*s79 + 3*s85 - 6, 4*s37 + 2*s68 - 6], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 0
    // CHECK-NEXT: aten.convolution.default %{{.*}}, %y, %z, stride = [3, 2], padding = [1, 2], dilation = [4, 4], transposed = true, output_padding = [2, 3], groups = 2
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [2*s89, 4*s79 + 3*s85 - 6, 4*s37 + 2*s68 - 6]
    %0 = aten.conv_transpose2d.input %x, %y, %z, stride = [3, 2], padding = [1, 2], output_padding = [2, 3], groups = 2, dilation = [4, 4] : (!ep.tensor<[s87, s85, s68], f32>, !ep.tensor<[s87, s89, s79, s37], f32>, !ep.tensor<[2*s89], f32>) -> !ep.tensor<[2*s89, 4*s79 + 3*s85 - 6, 4*s37 + 2*s68 - 6], f32>
    ep.return %0 : !ep.tensor<[2*s89, 4*s79 + 3*s85 - 6, 4*s37 + 2*s68 - 6], f32>
} }

// -----

// CHECK-LABEL: ep.graph @conv_transpose3d_input(
ep.program @conv_transpose3d_input { ep.symbol @s15 range(2, 64) ep.symbol @s37 range(2, 64) ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s79 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s89 range(2, 64)
  ep.graph @conv_transpose3d_input(%x: !ep.tensor<[s87, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s89, s79, s37, s15], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s89, s79 + s85 - 1, s37 + s68 - 1, s15 + s43 - 1], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 0
    // CHECK-NEXT: aten.convolution.default %{{.*}}, %y, stride = [1, 1, 1], padding = [0, 0, 0], dilation = [1, 1, 1], transposed = true, output_padding = [0, 0, 0], groups = 1
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s89, s79 + s85 - 1, s37 + s68 - 1, s15 + s43 - 1]
    %0 = aten.conv_transpose3d.input %x, %y : (!ep.tensor<[s87, s85, s68, s43], f32>, !ep.tensor<[s87, s89, s79, s37, s15], f32>) -> !ep.tensor<[s89, s79 + s85 - 1, s37 + s68 - 1, s15 + s43 - 1], f32>
    ep.return %0 : !ep.tensor<[s89, s79 + s85 - 1, s37 + s68 - 1, s15 + s43 - 1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_convolution_default(
ep.program @_convolution_default {
  ep.graph @_convolution_default(%x: !ep.tensor<[1, 2, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[2, 3, 3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[1, 3, 10], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.convolution.default %x, %y, stride = [2], padding = [0], dilation = [1], transposed = true, output_padding = [1], groups = 1
    %0 = aten._convolution.default %x, %y, none, stride = [2], padding = [0], dilation = [1], transposed = true, output_padding = [1], groups = 1, benchmark = false, deterministic = false, cudnn_enabled = true, allow_tf32 = true : (!ep.tensor<[1, 2, 4], f32>, !ep.tensor<[2, 3, 3], f32>) -> !ep.tensor<[1, 3, 10], f32>
    ep.return %0 : !ep.tensor<[1, 3, 10], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_convolution_deprecated(
ep.program @_convolution_deprecated {
  ep.graph @_convolution_deprecated(%x: !ep.tensor<[1, 2, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3, 2, 3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[1, 3, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.convolution.default %x, %y, stride = [1], padding = [0], dilation = [1], transposed = false, output_padding = [0], groups = 1
    %0 = aten._convolution.deprecated %x, %y, none, stride = [1], padding = [0], dilation = [1], transposed = false, output_padding = [0], groups = 1, benchmark = false, deterministic = false, cudnn_enabled = true : (!ep.tensor<[1, 2, 4], f32>, !ep.tensor<[3, 2, 3], f32>) -> !ep.tensor<[1, 3, 2], f32>
    ep.return %0 : !ep.tensor<[1, 3, 2], f32>
} }

// -----

// Padding is neither valid nor same: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[1, 2, 9], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3, 2, 3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[1, 3, 11], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.conv1d.padding 
    %0 = aten.conv1d.padding %x, %y, padding = "full" : (!ep.tensor<[1, 2, 9], f32>, !ep.tensor<[3, 2, 3], f32>) -> !ep.tensor<[1, 3, 11], f32>
    ep.return %0 : !ep.tensor<[1, 3, 11], f32>
} }

// -----

// CHECK-LABEL: ep.graph @conv_tbc(
ep.program @conv_tbc { ep.symbol @s0 range(2, 64)
  ep.graph @conv_tbc(%x: !ep.tensor<[s0, 2, 4], f32> {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[3, 4, 5], f32> {ep.input = #ep.input<user_input "w">}, %b: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[s0, 2, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %x, dims = [1, 2, 0]
    // CHECK-NEXT: aten.permute.default %w, dims = [2, 1, 0]
    // CHECK-NEXT: aten.convolution.default %{{.*}}, %{{.*}}, %b, stride = [1], padding = [1], dilation = [1], transposed = false, output_padding = [0], groups = 1
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [2, 0, 1]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: ep.return
    %r = aten.conv_tbc.default %x, %w, %b, pad = 1 : (!ep.tensor<[s0, 2, 4], f32>, !ep.tensor<[3, 4, 5], f32>, !ep.tensor<[5], f32>) -> !ep.tensor<[s0, 2, 5], f32>
    ep.return %r : !ep.tensor<[s0, 2, 5], f32>
} }

// -----

// Images have no place here.
// CHECK-LABEL: ep.graph @conv_tbc_of_images(
ep.program @conv_tbc_of_images { ep.symbol @s0 range(2, 64)
  ep.graph @conv_tbc_of_images(%x: !ep.tensor<[s0, 2, 4, 4], f32> {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[3, 4, 5], f32> {ep.input = #ep.input<user_input "w">}, %b: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[s0, 2, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.conv_tbc.default %x, %w, %b, pad = 1
    // CHECK-NEXT: ep.return
    %r = aten.conv_tbc.default %x, %w, %b, pad = 1 : (!ep.tensor<[s0, 2, 4, 4], f32>, !ep.tensor<[3, 4, 5], f32>, !ep.tensor<[5], f32>) -> !ep.tensor<[s0, 2, 5], f32>
    ep.return %r : !ep.tensor<[s0, 2, 5], f32>
} }
