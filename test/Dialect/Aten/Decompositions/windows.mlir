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
