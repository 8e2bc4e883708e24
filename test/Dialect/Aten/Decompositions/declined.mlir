// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Calls that a rule does not take stay as they are.

// More dimensions are padded than there are.
// CHECK-LABEL: ep.graph @reflection_pad1d_backward_default(
ep.program @reflection_pad1d_backward_default {
  ep.graph @reflection_pad1d_backward_default(%a: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.reflection_pad1d_backward.default
    %0 = aten.reflection_pad1d_backward.default %a, %b, padding = [1, 1] : (!ep.tensor<[], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// Only integers are shifted.
// CHECK-LABEL: ep.graph @lshift___Tensor(
ep.program @lshift___Tensor { ep.symbol @n range(2, 64)
  ep.graph @lshift___Tensor(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.__lshift__.Tensor
    %0 = aten.__lshift__.Tensor %a, %b : (!ep.tensor<[n], f32>, !ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// No dimension is transformed.
// CHECK-LABEL: ep.graph @fft_hfftn_default(
ep.program @fft_hfftn_default {
  ep.graph @fft_hfftn_default(%a: !ep.tensor<[5], complex<f32>> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.fft_hfftn.default
    %0 = aten.fft_hfftn.default %a, dim = [] : (!ep.tensor<[5], complex<f32>>) -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

// A distance for each dimension.
// CHECK-LABEL: ep.graph @gradient_scalarrayarray(
ep.program @gradient_scalarrayarray { ep.symbol @n range(2, 64)
  ep.graph @gradient_scalarrayarray(%a: !ep.tensor<[n, 5, 6], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 5, 6], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n, 5, 6], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.gradient.scalarrayarray
    %0:2 = aten.gradient.scalarrayarray %a, spacing = [2.0, 3.0, 4.0], dim = [1, 2] : (!ep.tensor<[n, 5, 6], f32>) -> (!ep.tensor<[n, 5, 6], f32>, !ep.tensor<[n, 5, 6], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[n, 5, 6], f32>, !ep.tensor<[n, 5, 6], f32>
} }

// -----

// Of at least one element.
// CHECK-LABEL: ep.graph @quantile_default(
ep.program @quantile_default {
  ep.graph @quantile_default(%a: !ep.tensor<[0], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.quantile.default
    %0 = aten.quantile.default %a, %b : (!ep.tensor<[0], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// A name of a norm of matrices.
// CHECK-LABEL: ep.graph @linalg_norm_ord_str(
ep.program @linalg_norm_ord_str { ep.symbol @n range(2, 64)
  ep.graph @linalg_norm_ord_str(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.linalg_norm.ord_str
    %0 = aten.linalg_norm.ord_str %a, ord = "inf" : (!ep.tensor<[n, 5], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// Over two dimensions.
// CHECK-LABEL: ep.graph @nuclear_norm_dim(
ep.program @nuclear_norm_dim { ep.symbol @n range(2, 64)
  ep.graph @nuclear_norm_dim(%a: !ep.tensor<[n, 5, 6], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 6], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.nuclear_norm.dim
    %0 = aten.nuclear_norm.dim %a, dim = [1] : (!ep.tensor<[n, 5, 6], f32>) -> !ep.tensor<[n, 6], f32>
    ep.return %0 : !ep.tensor<[n, 6], f32>
} }

// -----

// Its result has another dtype.
// CHECK-LABEL: ep.graph @cumulative_trapezoid_dx(
ep.program @cumulative_trapezoid_dx {
  ep.graph @cumulative_trapezoid_dx(%a: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.cumulative_trapezoid.dx
    %0 = aten.cumulative_trapezoid.dx %a, dx = 2 : (!ep.tensor<[4], f32>) -> !ep.tensor<[3], i64>
    ep.return %0 : !ep.tensor<[3], i64>
} }

// -----

// Planes of a batch of images.
// CHECK-LABEL: ep.graph @upsample_bicubic2d_aa_vec(
ep.program @upsample_bicubic2d_aa_vec { ep.symbol @n range(2, 64)
  ep.graph @upsample_bicubic2d_aa_vec(%a: !ep.tensor<[n, 8, 8], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 8, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._upsample_bicubic2d_aa.vec
    %0 = aten._upsample_bicubic2d_aa.vec %a, output_size = [8, 4], align_corners = false : (!ep.tensor<[n, 8, 8], f32>) -> !ep.tensor<[n, 8, 4], f32>
    ep.return %0 : !ep.tensor<[n, 8, 4], f32>
} }

// -----

// Of matrices.
// CHECK-LABEL: ep.graph @linalg_matrix_rank_tol_tensor(
ep.program @linalg_matrix_rank_tol_tensor { ep.symbol @n range(2, 64)
  ep.graph @linalg_matrix_rank_tol_tensor(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.linalg_matrix_rank.tol_tensor
    %0 = aten.linalg_matrix_rank.tol_tensor %a, %b : (!ep.tensor<[n], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[], i64>
    ep.return %0 : !ep.tensor<[], i64>
} }
