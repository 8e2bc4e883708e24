// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @fliplr_default(
ep.program @fliplr_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fliplr_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.flip.default %x, dims = [1]
    %0 = aten.fliplr.default %x : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @flipud_default(
ep.program @flipud_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @flipud_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.flip.default %x, dims = [0]
    %0 = aten.flipud.default %x : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rot90_default(
ep.program @rot90_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @rot90_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s85, s95, s68], f32, strides = [s68, s68*s85, 1]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.flip.default %x, dims = [1]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [1, 0, 2]
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0 = aten.rot90.default %x : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s85, s95, s68], f32, strides = [s68, s68*s85, 1]>
    ep.return %0 : !ep.tensor<[s85, s95, s68], f32, strides = [s68, s68*s85, 1]>
} }

// -----

// CHECK-LABEL: ep.graph @roll_default(
ep.program @roll_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @roll_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, start = Mod(1, s95), end = s95
    // CHECK-NEXT: aten.slice.Tensor %x, start = 0, end = Mod(1, s95)
    // CHECK-NEXT: aten.cat.default [%{{.*}}]
    %0 = aten.roll.default %x, shifts = [-1], dims = [0] : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// As many shifts as dimensions: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.roll.default 
    %0 = aten.roll.default %x, shifts = [1, 1], dims = [0] : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @pixel_shuffle_default(
ep.program @pixel_shuffle_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64)
  ep.graph @pixel_shuffle_default(%x: !ep.tensor<[1, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, s85, s68, s43], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [1, s85, 1, 1, s68, s43]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1, 4, 2, 5, 3]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, s85, s68, s43]
    %0 = aten.pixel_shuffle.default %x, upscale_factor = 1 : (!ep.tensor<[1, s85, s68, s43], f32>) -> !ep.tensor<[1, s85, s68, s43], f32>
    ep.return %0 : !ep.tensor<[1, s85, s68, s43], f32>
} }

// -----

// CHECK-LABEL: ep.graph @pixel_unshuffle_default(
ep.program @pixel_unshuffle_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64)
  ep.graph @pixel_unshuffle_default(%x: !ep.tensor<[1, 1, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 1, s68, s43], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [1, 1, s68, 1, s43, 1]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1, 3, 5, 2, 4]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 1, s68, s43]
    %0 = aten.pixel_unshuffle.default %x, downscale_factor = 1 : (!ep.tensor<[1, 1, s68, s43], f32>) -> !ep.tensor<[1, 1, s68, s43], f32>
    ep.return %0 : !ep.tensor<[1, 1, s68, s43], f32>
} }

// -----

// CHECK-LABEL: ep.graph @channel_shuffle_default(
ep.program @channel_shuffle_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @channel_shuffle_default(%x: !ep.tensor<[s95, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 3*FloorDiv(s85, 3), s68, s43], f32, strides = [3*s43*s68*Max(1, FloorDiv(s85, 3)), s43*s68, s43, 1]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s95, 3, FloorDiv(s85, 3), s68, s43]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 2, 1, 3, 4]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s95, s85, s68, s43]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s95, 3*FloorDiv(s85, 3), s68, s43]
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0 = aten.channel_shuffle.default %x, groups = 3 : (!ep.tensor<[s95, s85, s68, s43], f32>) -> !ep.tensor<[s95, 3*FloorDiv(s85, 3), s68, s43], f32, strides = [3*s43*s68*Max(1, FloorDiv(s85, 3)), s43*s68, s43, 1]>
    ep.return %0 : !ep.tensor<[s95, 3*FloorDiv(s85, 3), s68, s43], f32, strides = [3*s43*s68*Max(1, FloorDiv(s85, 3)), s43*s68, s43, 1]>
} }

// -----

// No channels: left alone.
// CHECK-LABEL: ep.graph @left_3(
ep.program @left_3 {
  ep.graph @left_3(%x: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.channel_shuffle.default 
    %0 = aten.channel_shuffle.default %x, groups = 2 : (!ep.tensor<[4, 4], f32>) -> !ep.tensor<[4, 4], f32>
    ep.return %0 : !ep.tensor<[4, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @native_channel_shuffle(
ep.program @native_channel_shuffle { ep.symbol @s0 range(2, 64)
  ep.graph @native_channel_shuffle(%x: !ep.tensor<[s0, 6, 3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 6, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s0, 2, 3, 3]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 2, 1, 3]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s0, 6, 3]
    // CHECK-NEXT: ep.return
    %r = aten.native_channel_shuffle.default %x, groups = 2 : (!ep.tensor<[s0, 6, 3], f32>) -> !ep.tensor<[s0, 6, 3], f32>
    ep.return %r : !ep.tensor<[s0, 6, 3], f32>
} }
