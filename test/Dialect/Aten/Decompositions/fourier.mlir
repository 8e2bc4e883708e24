// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @fft_fft_default(
ep.program @fft_fft_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_fft_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 10, s68], complex<f32>, strides = [10*s68, 1, 10]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0, 0, -s85 + 10]
    // CHECK-NEXT: aten._fft_r2c.default %{{.*}}, dim = [1], normalization = 1, onesided = false
    %0 = aten.fft_fft.default %x, n = 10, dim = 1, norm = "ortho" : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 10, s68], complex<f32>, strides = [10*s68, 1, 10]>
    ep.return %0 : !ep.tensor<[s95, 10, s68], complex<f32>, strides = [10*s68, 1, 10]>
} }

// -----

// CHECK-LABEL: ep.graph @fft_fft2_default(
ep.program @fft_fft2_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_fft2_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 3, 10], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0, 0, -s85 + 3]
    // CHECK-NEXT: aten.constant_pad_nd.default %{{.*}}, pad = [0, -s68 + 10]
    // CHECK-NEXT: aten._fft_r2c.default %{{.*}}, dim = [1, 2], normalization = 1, onesided = false
    %0 = aten.fft_fft2.default %x, s = [3, 10], dim = [1, 2], norm = "ortho" : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 3, 10], complex<f32>>
    ep.return %0 : !ep.tensor<[s95, 3, 10], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @fft_fftn_default(
ep.program @fft_fftn_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_fftn_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 3, 10], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0, 0, -s85 + 3]
    // CHECK-NEXT: aten.constant_pad_nd.default %{{.*}}, pad = [0, -s68 + 10]
    // CHECK-NEXT: aten._fft_r2c.default %{{.*}}, dim = [1, 2], normalization = 1, onesided = false
    %0 = aten.fft_fftn.default %x, s = [3, 10], dim = [1, 2], norm = "ortho" : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 3, 10], complex<f32>>
    ep.return %0 : !ep.tensor<[s95, 3, 10], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @fft_ifft_default(
ep.program @fft_ifft_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_ifft_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 10, s68], complex<f32>, strides = [10*s68, 1, 10]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0, 0, -s85 + 10]
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = complex<f32>
    // CHECK-NEXT: aten._fft_c2c.default %{{.*}}, dim = [1], normalization = 1, forward = false
    %0 = aten.fft_ifft.default %x, n = 10, dim = 1, norm = "ortho" : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 10, s68], complex<f32>, strides = [10*s68, 1, 10]>
    ep.return %0 : !ep.tensor<[s95, 10, s68], complex<f32>, strides = [10*s68, 1, 10]>
} }

// -----

// CHECK-LABEL: ep.graph @fft_ifft2_default(
ep.program @fft_ifft2_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_ifft2_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 3, 10], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0, 0, -s85 + 3]
    // CHECK-NEXT: aten.constant_pad_nd.default %{{.*}}, pad = [0, -s68 + 10]
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = complex<f32>
    // CHECK-NEXT: aten._fft_c2c.default %{{.*}}, dim = [1, 2], normalization = 1, forward = false
    %0 = aten.fft_ifft2.default %x, s = [3, 10], dim = [1, 2], norm = "ortho" : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 3, 10], complex<f32>>
    ep.return %0 : !ep.tensor<[s95, 3, 10], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @fft_ifftn_default(
ep.program @fft_ifftn_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_ifftn_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 3, 10], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0, 0, -s85 + 3]
    // CHECK-NEXT: aten.constant_pad_nd.default %{{.*}}, pad = [0, -s68 + 10]
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = complex<f32>
    // CHECK-NEXT: aten._fft_c2c.default %{{.*}}, dim = [1, 2], normalization = 1, forward = false
    %0 = aten.fft_ifftn.default %x, s = [3, 10], dim = [1, 2], norm = "ortho" : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 3, 10], complex<f32>>
    ep.return %0 : !ep.tensor<[s95, 3, 10], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @fft_rfft_default(
ep.program @fft_rfft_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_rfft_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 6, s68], complex<f32>, strides = [6*s68, 1, 6]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0, 0, -s85 + 10]
    // CHECK-NEXT: aten._fft_r2c.default %{{.*}}, dim = [1], normalization = 1, onesided = true
    %0 = aten.fft_rfft.default %x, n = 10, dim = 1, norm = "ortho" : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 6, s68], complex<f32>, strides = [6*s68, 1, 6]>
    ep.return %0 : !ep.tensor<[s95, 6, s68], complex<f32>, strides = [6*s68, 1, 6]>
} }

// -----

// CHECK-LABEL: ep.graph @fft_rfft2_default(
ep.program @fft_rfft2_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_rfft2_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 3, 6], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0, 0, -s85 + 3]
    // CHECK-NEXT: aten.constant_pad_nd.default %{{.*}}, pad = [0, -s68 + 10]
    // CHECK-NEXT: aten._fft_r2c.default %{{.*}}, dim = [1, 2], normalization = 1, onesided = true
    %0 = aten.fft_rfft2.default %x, s = [3, 10], dim = [1, 2], norm = "ortho" : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 3, 6], complex<f32>>
    ep.return %0 : !ep.tensor<[s95, 3, 6], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @fft_rfftn_default(
ep.program @fft_rfftn_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_rfftn_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 3, 6], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0, 0, -s85 + 3]
    // CHECK-NEXT: aten.constant_pad_nd.default %{{.*}}, pad = [0, -s68 + 10]
    // CHECK-NEXT: aten._fft_r2c.default %{{.*}}, dim = [1, 2], normalization = 1, onesided = true
    %0 = aten.fft_rfftn.default %x, s = [3, 10], dim = [1, 2], norm = "ortho" : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 3, 6], complex<f32>>
    ep.return %0 : !ep.tensor<[s95, 3, 6], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @fft_irfft_default(
ep.program @fft_irfft_default { ep.symbol @s68 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_irfft_default(%x: !ep.tensor<[s95, 6, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 10, s68], f32, strides = [10*s68, 1, 10]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = complex<f32>
    // CHECK-NEXT: aten._fft_c2r.default %{{.*}}, dim = [1], normalization = 1, last_dim_size = 10
    %0 = aten.fft_irfft.default %x, n = 10, dim = 1, norm = "ortho" : (!ep.tensor<[s95, 6, s68], f32>) -> !ep.tensor<[s95, 10, s68], f32, strides = [10*s68, 1, 10]>
    ep.return %0 : !ep.tensor<[s95, 10, s68], f32, strides = [10*s68, 1, 10]>
} }

// -----

// CHECK-LABEL: ep.graph @fft_irfft2_default(
ep.program @fft_irfft2_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_irfft2_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 3, 10], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = complex<f32>
    // CHECK-NEXT: aten.constant_pad_nd.default %{{.*}}, pad = [0, 0, 0, -s85 + 3]
    // CHECK-NEXT: aten.constant_pad_nd.default %{{.*}}, pad = [0, -s68 + 6]
    // CHECK-NEXT: aten._fft_c2r.default %{{.*}}, dim = [1, 2], normalization = 1, last_dim_size = 10
    %0 = aten.fft_irfft2.default %x, s = [3, 10], dim = [1, 2], norm = "ortho" : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 3, 10], f32>
    ep.return %0 : !ep.tensor<[s95, 3, 10], f32>
} }

// -----

// CHECK-LABEL: ep.graph @fft_irfftn_default(
ep.program @fft_irfftn_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_irfftn_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 3, 10], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = complex<f32>
    // CHECK-NEXT: aten.constant_pad_nd.default %{{.*}}, pad = [0, 0, 0, -s85 + 3]
    // CHECK-NEXT: aten.constant_pad_nd.default %{{.*}}, pad = [0, -s68 + 6]
    // CHECK-NEXT: aten._fft_c2r.default %{{.*}}, dim = [1, 2], normalization = 1, last_dim_size = 10
    %0 = aten.fft_irfftn.default %x, s = [3, 10], dim = [1, 2], norm = "ortho" : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 3, 10], f32>
    ep.return %0 : !ep.tensor<[s95, 3, 10], f32>
} }

// -----

// CHECK-LABEL: ep.graph @fft_fftshift_default(
ep.program @fft_fftshift_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_fftshift_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, start = FloorDiv(s95 + 1, 2), end = s95
    // CHECK-NEXT: aten.slice.Tensor %x, start = 0, end = FloorDiv(s95 + 1, 2)
    // CHECK-NEXT: aten.cat.default [%{{.*}}]
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = FloorDiv(s85 + 1, 2), end = s85
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 0, end = FloorDiv(s85 + 1, 2)
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = 1
    %0 = aten.fft_fftshift.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @fft_ifftshift_default(
ep.program @fft_ifftshift_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fft_ifftshift_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, start = FloorDiv(s95, 2), end = s95
    // CHECK-NEXT: aten.slice.Tensor %x, start = 0, end = FloorDiv(s95, 2)
    // CHECK-NEXT: aten.cat.default [%{{.*}}]
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = FloorDiv(s85, 2), end = s85
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 0, end = FloorDiv(s85, 2)
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = 1
    %0 = aten.fft_ifftshift.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// There is no dimension: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.fft_rfftn.default 
    %0 = aten.fft_rfftn.default %x : (!ep.tensor<[], f32>) -> !ep.tensor<[], complex<f32>>
    ep.return %0 : !ep.tensor<[], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @fft_hfft2(
ep.program @fft_hfft2 { ep.symbol @s0 range(4, 64)
  ep.graph @fft_hfft2(%x: !ep.tensor<[s0, 6], complex<f32>> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 10], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[F:.*]] = aten._fft_c2c.default %x, dim = [0], normalization = 0, forward = true
    // CHECK-NEXT: %[[C:.*]] = aten._conj.default %[[F]]
    // CHECK-NEXT: aten._fft_c2r.default %[[C]], dim = [1], normalization = 0, last_dim_size = 10
    %0 = aten.fft_hfft2.default %x : (!ep.tensor<[s0, 6], complex<f32>>) -> !ep.tensor<[s0, 10], f32>
    ep.return %0 : !ep.tensor<[s0, 10], f32>
} }

// -----

// CHECK-LABEL: ep.graph @fft_ihfft(
ep.program @fft_ihfft { ep.symbol @s0 range(4, 64)
  ep.graph @fft_ihfft(%x: !ep.tensor<[s0, 10], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 6], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[F:.*]] = aten._fft_r2c.default %x, dim = [1], normalization = 2, onesided = true
    // CHECK-NEXT: aten._conj.default %[[F]]
    %0 = aten.fft_ihfft.default %x : (!ep.tensor<[s0, 10], f32>) -> !ep.tensor<[s0, 6], complex<f32>>
    ep.return %0 : !ep.tensor<[s0, 6], complex<f32>>
} }

// -----

// There is no dimension: left alone.
// CHECK-LABEL: ep.graph @left_hermitian(
ep.program @left_hermitian {
  ep.graph @left_hermitian(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.fft_ihfftn.default 
    %0 = aten.fft_ihfftn.default %x : (!ep.tensor<[], f32>) -> !ep.tensor<[], complex<f32>>
    ep.return %0 : !ep.tensor<[], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @fft_hfft_default(
ep.program @fft_hfft_default { ep.symbol @n range(2, 64)
  ep.graph @fft_hfft_default(%a: !ep.tensor<[n, 5], complex<f32>> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._conj.default %a
    // CHECK-NEXT: aten._fft_c2r.default %{{.*}}, dim = [1], normalization = 0, last_dim_size = 8
    %0 = aten.fft_hfft.default %a : (!ep.tensor<[n, 5], complex<f32>>) -> !ep.tensor<[n, 8], f32>
    ep.return %0 : !ep.tensor<[n, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @fft_hfftn_default(
ep.program @fft_hfftn_default {
  ep.graph @fft_hfftn_default(%a: !ep.tensor<[4, 5], complex<f32>> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[4, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._fft_c2c.default %a, dim = [0], normalization = 0, forward = true
    // CHECK-NEXT: aten._conj.default %{{.*}}
    // CHECK-NEXT: aten._fft_c2r.default %{{.*}}, dim = [1], normalization = 0, last_dim_size = 8
    %0 = aten.fft_hfftn.default %a : (!ep.tensor<[4, 5], complex<f32>>) -> !ep.tensor<[4, 8], f32>
    ep.return %0 : !ep.tensor<[4, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @fft_ihfft2_default(
ep.program @fft_ihfft2_default {
  ep.graph @fft_ihfft2_default(%a: !ep.tensor<[4, 8], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[4, 5], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._fft_r2c.default %a, dim = [1], normalization = 2, onesided = true
    // CHECK-NEXT: aten._conj.default %{{.*}}
    // CHECK-NEXT: aten._fft_c2c.default %{{.*}}, dim = [0], normalization = 2, forward = false
    %0 = aten.fft_ihfft2.default %a : (!ep.tensor<[4, 8], f32>) -> !ep.tensor<[4, 5], complex<f32>>
    ep.return %0 : !ep.tensor<[4, 5], complex<f32>>
} }
