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
