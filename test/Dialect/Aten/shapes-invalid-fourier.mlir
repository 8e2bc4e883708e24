// RUN: kiln-opt %s --verify-diagnostics --split-input-file

// Sizes of Fourier transforms in IR text.

// Real elements have half of the frequencies.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 8], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.fft_rfft.default' op result size 1 is 8, must be 5}}
  %0 = aten.fft_rfft.default %x : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[3, 8], complex<f32>>
  ep.return
} }

// -----

// Back from half of the frequencies.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 5], complex<f32>> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.fft_irfft.default' op result size 1 is 8, must be 9}}
  %0 = aten.fft_irfft.default %x, n = 9 : (!ep.tensor<[3, 5], complex<f32>>) -> !ep.tensor<[3, 8], f32>
  ep.return
} }

// -----

// A dimension that is not there.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 8], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.fft_fft.default' op lengths do not fit the dimensions}}
  %0 = aten.fft_fft.default %x, dim = 2 : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[3, 8], complex<f32>>
  ep.return
} }

// -----

// The last dimension that is named is halved.
ep.program @p { ep.graph @p(%x: !ep.tensor<[6, 8], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.fft_rfftn.default' op result size 0 is 6, must be 4}}
  %0 = aten.fft_rfftn.default %x, dim = [1, 0] : (!ep.tensor<[6, 8], f32>) -> !ep.tensor<[6, 5], complex<f32>>
  ep.return
} }

// -----

// Two lengths for one dimension.
ep.program @p { ep.graph @p(%x: !ep.tensor<[6, 8], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.fft_fftn.default' op lengths do not fit the dimensions}}
  %0 = aten.fft_fftn.default %x, s = [4, 4], dim = [0] : (!ep.tensor<[6, 8], f32>) -> !ep.tensor<[4, 8], complex<f32>>
  ep.return
} }

// -----

// More lengths than dimensions.
ep.program @p { ep.graph @p(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.fft_fftn.default' op lengths do not fit the dimensions}}
  %0 = aten.fft_fftn.default %x, s = [4, 4] : (!ep.tensor<[8], f32>) -> !ep.tensor<[4], complex<f32>>
  ep.return
} }

// -----

// Of a length of -1 all elements stay.
ep.program @p { ep.graph @p(%x: !ep.tensor<[6, 8], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.fft_ihfft2.default' op result size 1 is 4, must be 3}}
  %0 = aten.fft_ihfft2.default %x, s = [-1, 4] : (!ep.tensor<[6, 8], f32>) -> !ep.tensor<[6, 4], complex<f32>>
  ep.return
} }

// -----

// No elements.
ep.program @p { ep.graph @p(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.fft_fft.default' op lengths do not fit the dimensions}}
  %0 = aten.fft_fft.default %x, n = -2 : (!ep.tensor<[8], f32>) -> !ep.tensor<[8], complex<f32>>
  ep.return
} }

// -----

// Half of the last dimension that is named.
ep.program @p { ep.graph @p(%x: !ep.tensor<[6, 8], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten._fft_r2c.default' op result size 0 is 6, must be 4}}
  %0 = aten._fft_r2c.default %x, dim = [1, 0], normalization = 0, onesided = true : (!ep.tensor<[6, 8], f32>) -> !ep.tensor<[6, 5], complex<f32>>
  ep.return
} }

// -----

// As many elements as are said.
ep.program @p { ep.graph @p(%x: !ep.tensor<[6, 5], complex<f32>> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten._fft_c2r.default' op result size 1 is 8, must be 9}}
  %0 = aten._fft_c2r.default %x, dim = [1], normalization = 0, last_dim_size = 9 : (!ep.tensor<[6, 5], complex<f32>>) -> !ep.tensor<[6, 8], f32>
  ep.return
} }
