// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// A periodic window, as it is by default.
// CHECK-LABEL: ep.graph @hann(
ep.program @hann {
  ep.graph @hann()
    -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8
    // CHECK: aten.cos.default
    // CHECK: aten.mul.Tensor
    // CHECK: aten.add.Tensor
    %0 = aten.hann_window.default window_length = 8 : () -> !ep.tensor<[8], f32>
    ep.return %0 : !ep.tensor<[8], f32>
} }

// -----

// A symmetric one with weights of its own.
// CHECK-LABEL: ep.graph @hamming(
ep.program @hamming {
  ep.graph @hamming()
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.cos.default
    // CHECK: ep.number -0.4
    // CHECK: aten.mul.Tensor
    // CHECK: ep.number 0.5
    // CHECK: aten.add.Tensor
    %0 = aten.hamming_window.periodic_alpha_beta window_length = 5, periodic = false, alpha = 5.000000e-01, beta = 4.000000e-01 : () -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

// Two waves.
// CHECK-LABEL: ep.graph @blackman(
ep.program @blackman {
  ep.graph @blackman()
    -> (!ep.tensor<[7], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.cos.default
    // CHECK: aten.cos.default
    %0 = aten.blackman_window.default window_length = 7 : () -> !ep.tensor<[7], f32>
    ep.return %0 : !ep.tensor<[7], f32>
} }

// -----

// A triangle.
// CHECK-LABEL: ep.graph @bartlett(
ep.program @bartlett {
  ep.graph @bartlett()
    -> (!ep.tensor<[6], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.abs.default
    // CHECK: aten.sub.Tensor
    %0 = aten.bartlett_window.periodic window_length = 6, periodic = true : () -> !ep.tensor<[6], f32>
    ep.return %0 : !ep.tensor<[6], f32>
} }

// -----

// Bessel functions.
// CHECK-LABEL: ep.graph @kaiser(
ep.program @kaiser {
  ep.graph @kaiser()
    -> (!ep.tensor<[9], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sqrt.default
    // CHECK: aten.i0.default
    // CHECK: aten.i0.default
    // CHECK: aten.div.Tensor
    %0 = aten.kaiser_window.beta window_length = 9, periodic = false, beta = 8.000000e+00 : () -> !ep.tensor<[9], f32>
    ep.return %0 : !ep.tensor<[9], f32>
} }

// -----

// One sample is 1.
// CHECK-LABEL: ep.graph @one(
ep.program @one {
  ep.graph @one()
    -> (!ep.tensor<[1], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [1], fill_value = 1
    %0 = aten.hann_window.default window_length = 1 : () -> !ep.tensor<[1], f32>
    ep.return %0 : !ep.tensor<[1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @hann_window_periodic(
ep.program @hann_window_periodic {
  ep.graph @hann_window_periodic()
    -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.8975979010256552
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.cos.default %{{.*}}
    // CHECK-NEXT: ep.number -0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.hann_window.periodic window_length = 8, periodic = false : () -> !ep.tensor<[8], f32>
    ep.return %0 : !ep.tensor<[8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @hamming_window_default(
ep.program @hamming_window_default {
  ep.graph @hamming_window_default()
    -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.7853981633974483
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.cos.default %{{.*}}
    // CHECK-NEXT: ep.number -0.46
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.54
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.hamming_window.default window_length = 8 : () -> !ep.tensor<[8], f32>
    ep.return %0 : !ep.tensor<[8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @hamming_window_periodic(
ep.program @hamming_window_periodic {
  ep.graph @hamming_window_periodic()
    -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.8975979010256552
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.cos.default %{{.*}}
    // CHECK-NEXT: ep.number -0.46
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.54
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.hamming_window.periodic window_length = 8, periodic = false : () -> !ep.tensor<[8], f32>
    ep.return %0 : !ep.tensor<[8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @hamming_window_periodic_alpha(
ep.program @hamming_window_periodic_alpha {
  ep.graph @hamming_window_periodic_alpha()
    -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.8975979010256552
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.cos.default %{{.*}}
    // CHECK-NEXT: ep.number -0.46
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.25
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.hamming_window.periodic_alpha window_length = 8, periodic = false, alpha = 0.25 : () -> !ep.tensor<[8], f32>
    ep.return %0 : !ep.tensor<[8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @blackman_window_periodic(
ep.program @blackman_window_periodic {
  ep.graph @blackman_window_periodic()
    -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK: ep.number 1.7951958020513104
    // CHECK: aten.cos.default %{{.*}}
    // CHECK: ep.number 0.08
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK: ep.number 0.8975979010256552
    // CHECK: aten.cos.default %{{.*}}
    // CHECK: ep.number -0.5
    // CHECK: ep.number 0.42
    %0 = aten.blackman_window.periodic window_length = 8, periodic = false : () -> !ep.tensor<[8], f32>
    ep.return %0 : !ep.tensor<[8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @bartlett_window_default(
ep.program @bartlett_window_default {
  ep.graph @bartlett_window_default()
    -> (!ep.tensor<[6], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 6, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.3333333333333333
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    %0 = aten.bartlett_window.default window_length = 6 : () -> !ep.tensor<[6], f32>
    ep.return %0 : !ep.tensor<[6], f32>
} }

// -----

// CHECK-LABEL: ep.graph @kaiser_window_default(
ep.program @kaiser_window_default {
  ep.graph @kaiser_window_default()
    -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK: ep.number 0.25
    // CHECK: aten.clamp.default %{{.*}}, min = 0
    // CHECK: aten.sqrt.default %{{.*}}
    // CHECK: ep.number 12.0
    // CHECK: aten.i0.default %{{.*}}
    // CHECK: aten.scalar_tensor.default s = 12.0, dtype = f32
    // CHECK: aten.i0.default %{{.*}}
    %0 = aten.kaiser_window.default window_length = 8 : () -> !ep.tensor<[8], f32>
    ep.return %0 : !ep.tensor<[8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @kaiser_window_periodic(
ep.program @kaiser_window_periodic {
  ep.graph @kaiser_window_periodic()
    -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK: ep.number 0.2857142857142857
    // CHECK: aten.clamp.default %{{.*}}, min = 0
    // CHECK: aten.sqrt.default %{{.*}}
    // CHECK: ep.number 12.0
    // CHECK: aten.i0.default %{{.*}}
    // CHECK: aten.scalar_tensor.default s = 12.0, dtype = f32
    // CHECK: aten.i0.default %{{.*}}
    %0 = aten.kaiser_window.periodic window_length = 8, periodic = false : () -> !ep.tensor<[8], f32>
    ep.return %0 : !ep.tensor<[8], f32>
} }
