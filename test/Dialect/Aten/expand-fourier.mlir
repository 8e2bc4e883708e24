// RUN: kiln-opt %s --kiln-aten-expand-core --split-input-file | FileCheck %s

// A short length is one product with a matrix, here of the five frequencies
// that are wanted, real parts in front.
// CHECK-LABEL: ep.graph @short
!x = !ep.tensor<[3, 8], f32>
!y = !ep.tensor<[3, 5], complex<f32>>
ep.program @short { ep.graph @short(%x: !x {ep.input = #ep.input<user_input "x">}) -> (!y {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.remainder.Scalar %{{.*}}, other = 8
  // CHECK: aten.mm.default %{{.*}} : (!ep.tensor<[3, 8], f32>, !ep.tensor<[8, 10], f32>) -> !ep.tensor<[3, 10], f32>
  // CHECK-NOT: aten.mm
  // CHECK: aten.view_as_complex.default
  %0 = aten._fft_r2c.default %x, dim = [1], normalization = 0, onesided = true : (!x) -> !y
  ep.return %0 : !y
} }

// -----

// 400 is 20 times 20: the sums over j1, roots, and the sums over j2, for
// eleven k2 of which 201 frequencies are cut.
// CHECK-LABEL: ep.graph @factors
!x = !ep.tensor<[s0, 400], f32>
!y = !ep.tensor<[s0, 201], complex<f32>>
ep.program @factors { ep.symbol @s0 range(1, 64)
  ep.graph @factors(%x: !x {ep.input = #ep.input<user_input "x">}) -> (!y {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.mm.default %{{.*}} : (!ep.tensor<[20*s0, 20], f32>, !ep.tensor<[20, 40], f32>) -> !ep.tensor<[20*s0, 40], f32>
  // CHECK: aten.flip.default
  // CHECK: aten.add.Tensor
  // CHECK: aten.permute.default
  // CHECK: aten.mm.default %{{.*}} : (!ep.tensor<[20*s0, 40], f32>, !ep.tensor<[40, 22], f32>) -> !ep.tensor<[20*s0, 22], f32>
  // CHECK: aten.slice.Tensor %{{.*}}, dim = 2, start = 0, end = 201
  // The root of the number of elements.
  // CHECK: ep.number 0.05
  // CHECK: aten.view_as_complex.default
  %0 = aten._fft_r2c.default %x, dim = [1], normalization = 1, onesided = true : (!x) -> !y
  ep.return %0 : !y
} }

// -----

// Three factors of 16.
// CHECK-LABEL: ep.graph @three
!y = !ep.tensor<[1, 4096], complex<f32>>
ep.program @three { ep.graph @three(%y: !y {ep.input = #ep.input<user_input "y">}) -> (!y {ep.output = #ep.output<user_output "0">}) {
  // CHECK-COUNT-3: aten.mm.default %{{.*}} : (!ep.tensor<[256, 32], f32>, !ep.tensor<[32, 32], f32>)
  // CHECK-NOT: aten.mm
  %0 = aten._fft_c2c.default %y, dim = [1], normalization = 0, forward = true : (!y) -> !y
  ep.return %0 : !y
} }

// -----

// Long sums, of a prime number of elements, are those of f64.
// CHECK-LABEL: ep.graph @prime
!y = !ep.tensor<[3, 37], complex<f32>>
ep.program @prime { ep.graph @prime(%y: !y {ep.input = #ep.input<user_input "y">}) -> (!y {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.mm.default %{{.*}} : (!ep.tensor<[3, 74], f64>, !ep.tensor<[74, 74], f64>) -> !ep.tensor<[3, 74], f64>
  // CHECK: aten._to_copy.default %{{.*}}, dtype = f32
  %0 = aten._fft_c2c.default %y, dim = [1], normalization = 2, forward = false : (!y) -> !y
  ep.return %0 : !y
} }

// -----

// Back to a real signal: the frequencies that are not there are conjugates of
// those that are, and only the real parts are summed. Other dimensions come
// first.
// CHECK-LABEL: ep.graph @signal
!y = !ep.tensor<[4, 5], complex<f32>>
!x = !ep.tensor<[4, 8], f32>
ep.program @signal { ep.graph @signal(%y: !y {ep.input = #ep.input<user_input "y">}) -> (!x {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.mm.default %{{.*}} : (!ep.tensor<[5, 8], f32>, !ep.tensor<[8, 8], f32>)
  // CHECK: aten.flip.default
  // CHECK: aten.cat.default
  // CHECK: aten.mm.default %{{.*}} : (!ep.tensor<[4, 16], f32>, !ep.tensor<[16, 8], f32>) -> !ep.tensor<[4, 8], f32>
  %0 = aten._fft_c2r.default %y, dim = [0, 1], normalization = 2, last_dim_size = 8 : (!y) -> !x
  ep.return %0 : !x
} }

// -----

// A length that is a symbol, and a large prime factor: sums over all elements.
// CHECK-LABEL: ep.graph @others
!y = !ep.tensor<[2, s0], complex<f64>>
!z = !ep.tensor<[2, 514], complex<f32>>
ep.program @others { ep.symbol @s0 range(1, 64)
  ep.graph @others(%y: !y {ep.input = #ep.input<user_input "y">}, %z: !z {ep.input = #ep.input<user_input "z">})
    -> (!y {ep.output = #ep.output<user_output "0">}, !z {ep.output = #ep.output<user_output "1">}) {
  // CHECK: aten._fft_c2c.default %y
  %0 = aten._fft_c2c.default %y, dim = [1], normalization = 0, forward = false : (!y) -> !y
  // CHECK: aten._fft_c2c.default %z
  %1 = aten._fft_c2c.default %z, dim = [1], normalization = 0, forward = true : (!z) -> !z
  ep.return %0, %1 : !y, !z
} }
