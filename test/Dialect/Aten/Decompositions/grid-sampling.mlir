// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Centres of pixels of an image whose height is a symbol.
// CHECK-LABEL: ep.graph @image(
ep.program @image { ep.symbol @n range(2, 64)
  ep.graph @image(%t: !ep.tensor<[2, 2, 3], f32> {ep.input = #ep.input<user_input "t">})
    -> (!ep.tensor<[2, n, 7, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step
    // CHECK: aten.cat.default
    // CHECK: aten.permute.default %t, dims = [0, 2, 1]
    // CHECK: aten.bmm.default
    %0 = aten.affine_grid_generator.default %t, size = [2, 3, n, 7], align_corners = false : (!ep.tensor<[2, 2, 3], f32>) -> !ep.tensor<[2, n, 7, 2], f32>
    ep.return %0 : !ep.tensor<[2, n, 7, 2], f32>
} }

// -----

// Corners of a volume.
// CHECK-LABEL: ep.graph @volume(
ep.program @volume {
  ep.graph @volume(%t: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "t">})
    -> (!ep.tensor<[2, 5, 6, 7, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.clamp
    // CHECK: aten.bmm.default
    %0 = aten.affine_grid_generator.default %t, size = [2, 3, 5, 6, 7], align_corners = true : (!ep.tensor<[2, 3, 4], f32>) -> !ep.tensor<[2, 5, 6, 7, 3], f32>
    ep.return %0 : !ep.tensor<[2, 5, 6, 7, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @grid_sampler_default(
ep.program @grid_sampler_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s79 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s89 range(2, 64)
  ep.graph @grid_sampler_default(%x: !ep.tensor<[s87, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s89, s79, 2], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87, s85, s89, s79], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.grid_sampler_2d.default %x, %y, interpolation_mode = 0, padding_mode = 0, align_corners = false
    %0 = aten.grid_sampler.default %x, %y, interpolation_mode = 0, padding_mode = 0, align_corners = false : (!ep.tensor<[s87, s85, s68, s43], f32>, !ep.tensor<[s87, s89, s79, 2], f32>) -> !ep.tensor<[s87, s85, s89, s79], f32>
    ep.return %0 : !ep.tensor<[s87, s85, s89, s79], f32>
} }
