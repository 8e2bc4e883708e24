// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// What a negative number says is taken away first.
// CHECK-LABEL: ep.graph @crop
ep.program @crop { ep.graph @crop(%x: !ep.tensor<[2, 8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 9], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[0, 1] [1, 7] [1, 1]
  // CHECK: tensor.pad %[[S]] low[0, 0] high[0, 2]
  %0 = aten.constant_pad_nd.default %x, pad = [-1, 2, 0, -1], value = 3 : (!ep.tensor<[2, 8], f32>) -> !ep.tensor<[1, 9], f32>
  ep.return %0 : !ep.tensor<[1, 9], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nothing
ep.program @nothing { ep.graph @nothing(%x: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.fill
  %0 = aten.constant_pad_nd.default %x, pad = [-2, 3], value = 1 : (!ep.tensor<[2], f32>) -> !ep.tensor<[3], f32>
  ep.return %0 : !ep.tensor<[3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @crop_only
ep.program @crop_only {
  ep.symbol @s0 range(0, ?) ep.graph @crop_only(%x: !ep.tensor<[s0, 8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 5], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.extract_slice
  // CHECK-NOT: tensor.pad
  // CHECK: ep.return
  %0 = aten.constant_pad_nd.default %x, pad = [0, -3] : (!ep.tensor<[s0, 8], f32>) -> !ep.tensor<[s0, 5], f32>
  ep.return %0 : !ep.tensor<[s0, 5], f32>
} }

// -----

// A float of sizes is computed in f64.
// CHECK-LABEL: ep.graph @half
ep.program @half {
  ep.symbol @s0 range(0, ?) ep.graph @half(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[S:.*]] = ep.size s0
  // CHECK: arith.sitofp %{{.*}} : i64 to f64
  // CHECK: arith.divf %{{.*}} : f64
  // CHECK: arith.addf %{{.*}} : f64
  // CHECK: arith.truncf %{{.*}} : f64 to f32
  %0 = aten.mul.Scalar %x, other = TrueDiv(s0, 3) + 0.5 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @functions
ep.program @functions {
  ep.symbol @s0 range(0, ?) ep.graph @functions(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.mulf %{{.*}} : f64
  // CHECK: math.sqrt
  // CHECK: math.powf
  %0 = aten.mul.Scalar %x, other = FloatPow(Sqrt(2.0*ToFloat(s0)), 0.3) : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// Nothing is not read, nor written.
// CHECK-LABEL: ep.graph @empty_slice
ep.program @empty_slice { ep.graph @empty_slice(%x: !ep.tensor<[4, 0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4, 0], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK-NOT: tensor.extract_slice
  // CHECK: ep.return
  %0 = aten.slice.Tensor %x, dim = 1, start = 0, end = 0 : (!ep.tensor<[4, 0], f32>) -> !ep.tensor<[4, 0], f32>
  ep.return %0 : !ep.tensor<[4, 0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @empty_insert
ep.program @empty_insert { ep.graph @empty_insert(%x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[4, 0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[4, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK-NOT: tensor.insert_slice
  // CHECK: ep.return
  %0 = aten.slice_scatter.default %x, %y, dim = 1, start = 3, end = 3 : (!ep.tensor<[4, 3], f32>, !ep.tensor<[4, 0], f32>) -> !ep.tensor<[4, 3], f32>
  ep.return %0 : !ep.tensor<[4, 3], f32>
} }

// -----

// Whether a number is negative shows when the program runs.
// CHECK-LABEL: ep.graph @symbolic
ep.program @symbolic {
  ep.symbol @s0 range(0, ?) ep.graph @symbolic(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0 + 7], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[S:.*]] = tensor.extract_slice
  // CHECK: tensor.pad %[[S]]
  %0 = aten.constant_pad_nd.default %x, pad = [s0 - 2, 1] : (!ep.tensor<[8], f32>) -> !ep.tensor<[s0 + 7], f32>
  ep.return %0 : !ep.tensor<[s0 + 7], f32>
} }
