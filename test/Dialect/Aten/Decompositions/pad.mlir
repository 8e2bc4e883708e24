// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @pad_default(
ep.program @pad_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64)
  ep.graph @pad_default(%x: !ep.tensor<[1, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, s85, s68 + 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [2, 2], value = 0.0
    %0 = aten.pad.default %x, pad = [2, 2] : (!ep.tensor<[1, s85, s68], f32>) -> !ep.tensor<[1, s85, s68 + 4], f32>
    ep.return %0 : !ep.tensor<[1, s85, s68 + 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @replication_pad1d_default(
ep.program @replication_pad1d_default { ep.symbol @s0 range(2, 64)
  ep.graph @replication_pad1d_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 7], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 1
    // CHECK-NEXT: aten.replication_pad2d.default %{{.*}}, padding = [1, 2, 0, 0]
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [1]
    %0 = aten.replication_pad1d.default %x, padding = [1, 2] : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 7], f32>
    ep.return %0 : !ep.tensor<[s0, 7], f32>
} }

// -----

// CHECK-LABEL: ep.graph @im2col_default(
ep.program @im2col_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @im2col_default(%x: !ep.tensor<[s95, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 4*s85, s68*FloorDiv(s43, 2) + 2*s68 + FloorDiv(s43, 2) + 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [2, 2, 1, 1]
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 2, dtype = i64
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s68 + 1, dtype = i64
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 2, dtype = i64
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = FloorDiv(s43, 2) + 2, dtype = i64
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 2
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 3
    // CHECK-NEXT: aten.index.Tensor %{{.*}}, [none, none, %{{.*}}]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1, 2, 4, 3, 5]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s95, 4*s85, s68*FloorDiv(s43, 2) + 2*s68 + FloorDiv(s43, 2) + 2]
    %0 = aten.im2col.default %x, kernel_size = [2, 2], dilation = [1, 1], padding = [1, 2], stride = [1, 2] : (!ep.tensor<[s95, s85, s68, s43], f32>) -> !ep.tensor<[s95, 4*s85, s68*FloorDiv(s43, 2) + 2*s68 + FloorDiv(s43, 2) + 2], f32>
    ep.return %0 : !ep.tensor<[s95, 4*s85, s68*FloorDiv(s43, 2) + 2*s68 + FloorDiv(s43, 2) + 2], f32>
} }

// -----

// An unknown mode: left alone.
// CHECK-LABEL: ep.graph @left_2(
ep.program @left_2 {
  ep.graph @left_2(%x: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 6], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.pad.default 
    %0 = aten.pad.default %x, pad = [1, 1], mode = "mirror" : (!ep.tensor<[1, 4], f32>) -> !ep.tensor<[1, 6], f32>
    ep.return %0 : !ep.tensor<[1, 6], f32>
} }

// -----

// What is cut off on one side does not come in on the other.
// CHECK-LABEL: ep.graph @circular_cut(
ep.program @circular_cut {
  ep.graph @circular_cut(%x: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[MIDDLE:.+]] = aten.slice.Tensor %x, dim = 1, start = 1, end = 4
    // CHECK: %[[AFTER:.+]] = aten.slice.Tensor %[[MIDDLE]], dim = 1, start = 0, end = 1
    // CHECK: aten.cat.default [%[[MIDDLE]], %[[AFTER]]], dim = 1
    %0 = aten.pad.default %x, pad = [-1, 1], mode = "circular" : (!ep.tensor<[1, 4], f32>) -> !ep.tensor<[1, 4], f32>
    ep.return %0 : !ep.tensor<[1, 4], f32>
} }
