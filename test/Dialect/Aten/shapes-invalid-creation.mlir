// RUN: kiln-opt %s --verify-diagnostics --split-input-file

// Sizes of new tensors, of images and of gradients in IR text.

// A window of so many elements.
ep.program @p { ep.graph @p() {
  // expected-error @below {{'aten.hann_window.periodic' op result size 0 is 9, must be 8}}
  %0 = aten.hann_window.periodic window_length = 8, periodic = true : () -> !ep.tensor<[9], f32>
  ep.return
} }

// -----

// Half of the frequencies.
ep.program @p { ep.graph @p() {
  // expected-error @below {{'aten.fft_rfftfreq.default' op result size 0 is 9, must be 5}}
  %0 = aten.fft_rfftfreq.default n = 9 : () -> !ep.tensor<[9], f32>
  ep.return
} }

// -----

// So many steps.
ep.program @p { ep.graph @p() {
  // expected-error @below {{'aten.linspace.default' op result size 0 is 6, must be 5}}
  %0 = aten.linspace.default start = 0, end = 1, steps = 5 : () -> !ep.tensor<[6], f32>
  ep.return
} }

// -----

// Rows and columns.
ep.program @p { ep.graph @p() {
  // expected-error @below {{'aten.eye.m' op result size 0 is 3, must be 2}}
  %0 = aten.eye.m n = 2, m = 3 : () -> !ep.tensor<[3, 2], f32>
  ep.return
} }

// -----

// As many columns as rows.
ep.program @p { ep.graph @p() {
  // expected-error @below {{'aten.eye.default' op result size 1 is 3, must be 2}}
  %0 = aten.eye.default n = 2 : () -> !ep.tensor<[2, 3], f32>
  ep.return
} }

// -----

// Places on and below a diagonal.
ep.program @p { ep.graph @p() {
  // expected-error @below {{'aten.tril_indices.default' op result size 1 is 5, must be 3}}
  %0 = aten.tril_indices.default row = 3, col = 2, offset = -1 : () -> !ep.tensor<[2, 5], i64>
  ep.return
} }

// -----

// Places on and above the diagonal.
ep.program @p { ep.graph @p() {
  // expected-error @below {{'aten.triu_indices.default' op result size 1 is 5, must be 3}}
  %0 = aten.triu_indices.default row = 3, col = 2 : () -> !ep.tensor<[2, 5], i64>
  ep.return
} }

// -----

// Numbers from a start.
ep.program @p { ep.graph @p() {
  // expected-error @below {{'aten.arange.start' op result size 0 is 7, must be 4}}
  %0 = aten.arange.start start = 3, end = 7 : () -> !ep.tensor<[7], i64>
  ep.return
} }

// -----

// Back to the start.
ep.program @p { ep.graph @p() {
  // expected-error @below {{'aten.arange.start' op ends before its start}}
  %0 = aten.arange.start start = 7, end = 3 : () -> !ep.tensor<[4], i64>
  ep.return
} }

// -----

// Channels for pixels.
ep.program @p { ep.graph @p(%x: !ep.tensor<[1, 8, 2, 2], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.pixel_shuffle.default' op result size 1 is 8, must be 2}}
  %0 = aten.pixel_shuffle.default %x, upscale_factor = 2 : (!ep.tensor<[1, 8, 2, 2], f32>) -> !ep.tensor<[1, 8, 4, 4], f32>
  ep.return
} }

// -----

// Pixels for channels.
ep.program @p { ep.graph @p(%x: !ep.tensor<[1, 2, 4, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.pixel_unshuffle.default' op result size 2 is 4, must be 2}}
  %0 = aten.pixel_unshuffle.default %x, downscale_factor = 2 : (!ep.tensor<[1, 2, 4, 4], f32>) -> !ep.tensor<[1, 8, 4, 4], f32>
  ep.return
} }

// -----

// A column for each window.
ep.program @p { ep.graph @p(%x: !ep.tensor<[1, 2, 4, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.im2col.default' op result size 2 is 9, must be 4}}
  %0 = aten.im2col.default %x, kernel_size = [2, 2], dilation = [1, 1], padding = [0, 0], stride = [2, 2] : (!ep.tensor<[1, 2, 4, 4], f32>) -> !ep.tensor<[1, 8, 9], f32>
  ep.return
} }

// -----

// Two coordinates for each place.
ep.program @p { ep.graph @p(%x: !ep.tensor<[1, 2, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.affine_grid_generator.default' op result size 3 is 3, must be 2}}
  %0 = aten.affine_grid_generator.default %x, size = [1, 3, 4, 5], align_corners = false : (!ep.tensor<[1, 2, 3], f32>) -> !ep.tensor<[1, 4, 5, 3], f32>
  ep.return
} }

// -----

// Of so many places.
ep.program @p { ep.graph @p(%x: !ep.tensor<[1, 2, 4, 4], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[1, 3, 3, 3, 3], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.grid_sampler.default' op window does not fit the ranks of input and kernel}}
  %0 = aten.grid_sampler.default %x, %y, interpolation_mode = 0, padding_mode = 0, align_corners = false : (!ep.tensor<[1, 2, 4, 4], f32>, !ep.tensor<[1, 3, 3, 3, 3], f32>) -> !ep.tensor<[1, 2, 3, 3], f32>
  ep.return
} }

// -----

// So many places of each image.
ep.program @p { ep.graph @p(%x: !ep.tensor<[1, 2, 8, 8], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.adaptive_max_pool2d.default' op result size 2 is 4, must be 3}}
  %0:2 = aten.adaptive_max_pool2d.default %x, output_size = [3, 4] : (!ep.tensor<[1, 2, 8, 8], f32>) -> (!ep.tensor<[1, 2, 4, 4], f32>, !ep.tensor<[1, 2, 4, 4], i64>)
  ep.return
} }

// -----

// So many bins.
ep.program @p { ep.graph @p(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.histc.default' op result size 0 is 8, must be 5}}
  %0 = aten.histc.default %x, bins = 5 : (!ep.tensor<[8], f32>) -> !ep.tensor<[8], f32>
  ep.return
} }

// -----

// One of each row.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.mode.default' op result size 0 is 4, must be 3}}
  %0:2 = aten.mode.default %x : (!ep.tensor<[3, 4], f32>) -> (!ep.tensor<[4], f32>, !ep.tensor<[4], i64>)
  ep.return
} }

// -----

// A place for each value.
ep.program @p { ep.graph @p(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.searchsorted.Tensor' op result size 0 is 8, must be 3}}
  %0 = aten.searchsorted.Tensor %x, %y : (!ep.tensor<[8], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[8], i64>
  ep.return
} }

// -----

// So many places of each region.
ep.program @p { ep.graph @p(%x: !ep.tensor<[1, 3, 8, 8], f32> {ep.input = #ep.input<user_input "x">}, %r: !ep.tensor<[6, 5], f32> {ep.input = #ep.input<user_input "r">}) {
  // expected-error @below {{'torchvision.roi_align.default' op result size 2 is 3, must be 2}}
  %0 = torchvision.roi_align.default %x, %r, spatial_scale = 1.0, pooled_height = 2, pooled_width = 3, sampling_ratio = -1, aligned = false : (!ep.tensor<[1, 3, 8, 8], f32>, !ep.tensor<[6, 5], f32>) -> !ep.tensor<[6, 3, 3, 2], f32>
  ep.return
} }

// -----

// A difference for each element.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.gradient.scalarint' op result size 1 is 2, must be 3}}
  %0:2 = aten.gradient.scalarint %x : (!ep.tensor<[2, 3], f32>) -> (!ep.tensor<[2, 2], f32>, !ep.tensor<[2, 3], f32>)
  ep.return
} }

// -----

// A gradient of the second.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[2, 6], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.glu_backward.default' op result size 1 is 3, must be 6}}
  %0 = aten.glu_backward.default %x, %y, dim = 1 : (!ep.tensor<[2, 3], f32>, !ep.tensor<[2, 6], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return
} }

// -----

// A gradient of sizes that are said.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.select_backward.default' op result size 0 is 3, must be 2}}
  %0 = aten.select_backward.default %x, input_sizes = [2, 3], dim = 1, index = 0 : (!ep.tensor<[2], f32>) -> !ep.tensor<[3, 2], f32>
  ep.return
} }

// -----

// One number for all.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.hinge_embedding_loss.default' op result has 2 dimensions, must have 0}}
  %0 = aten.hinge_embedding_loss.default %x, %y : (!ep.tensor<[2, 3], f32>, !ep.tensor<[2, 3], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return
} }

// -----

// Quantised elements.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'quantized_decomposed.quantize_per_tensor.default' op result size 1 is 4, must be 3}}
  %0 = quantized_decomposed.quantize_per_tensor.default %x, scale = 1.0, zero_point = 0, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[2, 3], f32>) -> !ep.tensor<[2, 4], i8>
  ep.return
} }
