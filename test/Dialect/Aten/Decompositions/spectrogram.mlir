// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Spectra of overlapping frames.
// CHECK-LABEL: ep.graph @frames(
ep.program @frames { ep.symbol @n range(4, 64)
  ep.graph @frames(%x: !ep.tensor<[n + 16], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[9, FloorDiv(n, 4) + 1], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.index.Tensor
    // CHECK-NEXT: %[[F:.*]] = aten._fft_r2c.default %{{.*}}, dim = [2], normalization = 0, onesided = true
    // CHECK-NEXT: aten.permute.default %[[F]], dims = [0, 2, 1]
    %0 = aten.stft.default %x, n_fft = 16, hop_length = 4, return_complex = true : (!ep.tensor<[n + 16], f32>) -> !ep.tensor<[9, FloorDiv(n, 4) + 1], complex<f32>>
    ep.return %0 : !ep.tensor<[9, FloorDiv(n, 4) + 1], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @window(
ep.program @window {
  ep.graph @window(%x: !ep.tensor<[2, 64], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[2, 9, 13, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %w, pad = [4, 4]
    // CHECK: aten.mul.Tensor
    // CHECK: aten._fft_r2c.default %{{.*}}, dim = [2], normalization = 1, onesided = true
    // CHECK: aten.view_as_real.default
    %0 = aten.stft.default %x, n_fft = 16, win_length = 8, %w, normalized = true, return_complex = false : (!ep.tensor<[2, 64], f32>, !ep.tensor<[8], f32>) -> !ep.tensor<[2, 9, 13, 2], f32>
    ep.return %0 : !ep.tensor<[2, 9, 13, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @complex(
ep.program @complex {
  ep.graph @complex(%x: !ep.tensor<[32], complex<f32>> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[16, 5], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._fft_c2c.default %{{.*}}, dim = [2], normalization = 0, forward = true
    %0 = aten.stft.default %x, n_fft = 16, return_complex = true : (!ep.tensor<[32], complex<f32>>) -> !ep.tensor<[16, 5], complex<f32>>
    ep.return %0 : !ep.tensor<[16, 5], complex<f32>>
} }

// -----

// Frames that begin with the window: left alone.
// CHECK-LABEL: ep.graph @left(
ep.program @left {
  ep.graph @left(%x: !ep.tensor<[32], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[9, 5], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.stft.default 
    %0 = aten.stft.default %x, n_fft = 16, return_complex = true, align_to_window = true : (!ep.tensor<[32], f32>) -> !ep.tensor<[9, 5], complex<f32>>
    ep.return %0 : !ep.tensor<[9, 5], complex<f32>>
} }

// -----

// Signals of signals: left alone.
// CHECK-LABEL: ep.graph @left_rank(
ep.program @left_rank {
  ep.graph @left_rank(%x: !ep.tensor<[2, 2, 32], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 9, 5], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.stft.default 
    %0 = aten.stft.default %x, n_fft = 16, return_complex = true : (!ep.tensor<[2, 2, 32], f32>) -> !ep.tensor<[2, 9, 5], complex<f32>>
    ep.return %0 : !ep.tensor<[2, 9, 5], complex<f32>>
} }

// -----

// Back to the signal: frames that overlap, over their windows.
// CHECK-LABEL: ep.graph @signal(
ep.program @signal { ep.symbol @n range(2, 64)
  ep.graph @signal(%x: !ep.tensor<[9, n], complex<f32>> {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[16], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[4*n - 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._fft_c2r.default %{{.*}}, dim = [2], normalization = 2, last_dim_size = 16
    // CHECK: aten.index_put.default
    // CHECK: aten.index_put.default
    // CHECK: aten.div.Tensor
    // CHECK: aten.slice.Tensor %{{.*}}, dim = 1, start = 8
    %0 = aten.istft.default %x, n_fft = 16, %w : (!ep.tensor<[9, n], complex<f32>>, !ep.tensor<[16], f32>) -> !ep.tensor<[4*n - 4], f32>
    ep.return %0 : !ep.tensor<[4*n - 4], f32>
} }

// -----

// More than the frames give is 0.
// CHECK-LABEL: ep.graph @longer(
ep.program @longer {
  ep.graph @longer(%x: !ep.tensor<[2, 9, 4], complex<f32>> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 40], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._fft_c2r.default %{{.*}}, dim = [2], normalization = 1
    // CHECK: aten.constant_pad_nd.default %{{.*}}, pad = [0, 12]
    %0 = aten.istft.default %x, n_fft = 16, center = false, normalized = true, length = 40 : (!ep.tensor<[2, 9, 4], complex<f32>>) -> !ep.tensor<[2, 40], f32>
    ep.return %0 : !ep.tensor<[2, 40], f32>
} }

// -----

// A length that may be more or less: left alone.
// CHECK-LABEL: ep.graph @left_length(
ep.program @left_length { ep.symbol @n range(2, 64)
  ep.graph @left_length(%x: !ep.tensor<[9, n], complex<f32>> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[40], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.istft.default
    %0 = aten.istft.default %x, n_fft = 16, length = 40 : (!ep.tensor<[9, n], complex<f32>>) -> !ep.tensor<[40], f32>
    ep.return %0 : !ep.tensor<[40], f32>
} }
