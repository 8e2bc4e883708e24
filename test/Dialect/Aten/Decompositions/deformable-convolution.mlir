// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// What the taps read is gathered from the four pixels around each place, those
// of two groups of channels from places of their own, and multiplied with the
// filters of each group.
// CHECK-LABEL: ep.graph @deform
ep.program @deform { ep.symbol @n range(1, 8)
  ep.graph @deform(%x: !ep.tensor<[n, 4, 9, 8], f32> {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[6, 2, 3, 3], f32> {ep.input = #ep.input<user_input "w">},
                   %o: !ep.tensor<[n, 36, 9, 8], f32> {ep.input = #ep.input<user_input "o">}, %m: !ep.tensor<[n, 18, 9, 8], f32> {ep.input = #ep.input<user_input "m">},
                   %b: !ep.tensor<[6], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[n, 6, 9, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %o, size = [n, 2, 9, 2, 9, 8]
    // CHECK: %[[G:.*]] = aten.view.default %x, size = [n, 2, 2, 9, 8]
    // CHECK-COUNT-4: aten.index.Tensor %[[G]], [%{{.*}}, %{{.*}}, none, %{{.*}}, %{{.*}}]
    // CHECK: aten.view.default %m, size = [n, 2, 9, 9, 8, 1]
    // CHECK: %[[W:.*]] = aten.view.default %w, size = [2, 3, 18]
    // CHECK: aten.bmm.default %[[W]], %{{.*}} : (!ep.tensor<[2, 3, 18], f32>, !ep.tensor<[2, 18, 72*n], f32>)
    // CHECK: aten.view.default %b, size = [6, 1, 1]
    %0 = torchvision.deform_conv2d.default %x, %w, %o, %m, %b, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 1, dilation_h = 1, dilation_w = 1, groups = 2, offset_groups = 2, use_mask = true
        : (!ep.tensor<[n, 4, 9, 8], f32>, !ep.tensor<[6, 2, 3, 3], f32>, !ep.tensor<[n, 36, 9, 8], f32>, !ep.tensor<[n, 18, 9, 8], f32>, !ep.tensor<[6], f32>) -> !ep.tensor<[n, 6, 9, 8], f32>
    ep.return %0 : !ep.tensor<[n, 6, 9, 8], f32>
} }

// -----

// Without a mask, which is not read, taps count as they are.
// CHECK-LABEL: ep.graph @unmasked
ep.program @unmasked {
  ep.graph @unmasked(%x: !ep.tensor<[1, 4, 9, 8], f32> {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[6, 4, 1, 3], f32> {ep.input = #ep.input<user_input "w">},
                     %o: !ep.tensor<[1, 6, 9, 6], f32> {ep.input = #ep.input<user_input "o">}, %m: !ep.tensor<[1, 1], f32> {ep.input = #ep.input<user_input "m">},
                     %b: !ep.tensor<[6], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[1, 6, 9, 6], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK-COUNT-4: aten.index.Tensor
    // CHECK-NOT: %m
    // CHECK: aten.bmm.default
    %0 = torchvision.deform_conv2d.default %x, %w, %o, %m, %b, stride_h = 1, stride_w = 1, pad_h = 0, pad_w = 0, dilation_h = 1, dilation_w = 1, groups = 1, offset_groups = 1, use_mask = false
        : (!ep.tensor<[1, 4, 9, 8], f32>, !ep.tensor<[6, 4, 1, 3], f32>, !ep.tensor<[1, 6, 9, 6], f32>, !ep.tensor<[1, 1], f32>, !ep.tensor<[6], f32>) -> !ep.tensor<[1, 6, 9, 6], f32>
    ep.return %0 : !ep.tensor<[1, 6, 9, 6], f32>
} }
