// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Floats that are numbers: the reciprocal of the scale is one, too.
// CHECK-LABEL: ep.graph @per_tensor(
ep.program @per_tensor { ep.symbol @s0 range(2, 64)
  ep.graph @per_tensor(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 0.5
    // CHECK-NEXT: ep.number 2.0
    // CHECK-NEXT: ep.number 3
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 255
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.return
    %r = aten.fake_quantize_per_tensor_affine.default %x, scale = 0.5, zero_point = 3, quant_min = 0, quant_max = 255 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %r : !ep.tensor<[s0, 4], f32>
} }

// -----

// A scale and a zero point that a call brings.
// CHECK-LABEL: ep.graph @tensor_qparams(
ep.program @tensor_qparams { ep.symbol @s0 range(2, 64)
  ep.graph @tensor_qparams(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">}, %s: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "s">}, %z: !ep.tensor<[], i32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %s
    // CHECK-NEXT: aten._to_copy.default %z, dtype = f32 {aten.inner}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = -128, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -128, max = 127
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %s
    // CHECK-NEXT: ep.return
    %r = aten.fake_quantize_per_tensor_affine.tensor_qparams %x, %s, %z, quant_min = -128, quant_max = 127 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[], f32>, !ep.tensor<[], i32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %r : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @per_channel(
ep.program @per_channel { ep.symbol @s0 range(2, 64)
  ep.graph @per_channel(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">}, %s: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "s">}, %z: !ep.tensor<[4], i32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %s, size = [1, 4]
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %z, dtype = f32 {aten.inner}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 4]
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = -128, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -128, max = 127
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.return
    %r = aten.fake_quantize_per_channel_affine.default %x, %s, %z, axis = 1, quant_min = -128, quant_max = 127 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], i32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %r : !ep.tensor<[s0, 4], f32>
} }

// -----

// A zero point that is a float is added before it is rounded.
// CHECK-LABEL: ep.graph @per_channel_float(
ep.program @per_channel_float { ep.symbol @s0 range(2, 64)
  ep.graph @per_channel_float(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">}, %s: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "s">}, %z: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %s, size = [1, 4]
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.view.default %z, size = [1, 4]
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = -128, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -128, max = 127
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.return
    %r = aten.fake_quantize_per_channel_affine.default %x, %s, %z, axis = 1, quant_min = -128, quant_max = 127 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %r : !ep.tensor<[s0, 4], f32>
} }

// -----

// The mask says which elements are in the range.
// CHECK-LABEL: ep.graph @cachemask(
ep.program @cachemask { ep.symbol @s0 range(2, 64)
  ep.graph @cachemask(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 4], i1> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: ep.number 0.5
    // CHECK-NEXT: ep.number 2.0
    // CHECK-NEXT: ep.number 3
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 255
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.ge.Scalar %{{.*}}, other = 0
    // CHECK-NEXT: aten.le.Scalar %{{.*}}, other = 255
    // CHECK-NEXT: aten.logical_and.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.return
    %r:2 = aten.fake_quantize_per_tensor_affine_cachemask.default %x, scale = 0.5, zero_point = 3, quant_min = 0, quant_max = 255 : (!ep.tensor<[s0, 4], f32>) -> (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], i1>)
    ep.return %r#0, %r#1 : !ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], i1>
} }

// -----

// CHECK-LABEL: ep.graph @per_channel_cachemask(
ep.program @per_channel_cachemask { ep.symbol @s0 range(2, 64)
  ep.graph @per_channel_cachemask(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">}, %s: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "s">}, %z: !ep.tensor<[4], i32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 4], i1> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.view.default %s, size = [1, 4]
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %z, dtype = f32 {aten.inner}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 4]
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = -128, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -128, max = 127
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.ge.Scalar %{{.*}}, other = -128
    // CHECK-NEXT: aten.le.Scalar %{{.*}}, other = 127
    // CHECK-NEXT: aten.logical_and.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.return
    %r:2 = aten.fake_quantize_per_channel_affine_cachemask.default %x, %s, %z, axis = 1, quant_min = -128, quant_max = 127 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], i32>) -> (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], i1>)
    ep.return %r#0, %r#1 : !ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], i1>
} }

// -----

// Elements that are not to be quantised are as they were, and in the range.
// CHECK-LABEL: ep.graph @enabled(
ep.program @enabled { ep.symbol @s0 range(2, 64)
  ep.graph @enabled(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">}, %s: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "s">}, %z: !ep.tensor<[], i32> {ep.input = #ep.input<user_input "z">}, %e: !ep.tensor<[1], i64> {ep.input = #ep.input<user_input "e">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 4], i1> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %s
    // CHECK-NEXT: aten._to_copy.default %z, dtype = f32 {aten.inner}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = -128, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -128, max = 127
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %s
    // CHECK-NEXT: aten.ge.Scalar %{{.*}}, other = -128
    // CHECK-NEXT: aten.le.Scalar %{{.*}}, other = 127
    // CHECK-NEXT: aten.logical_and.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.view.default %e, size = []
    // CHECK-NEXT: aten.ne.Scalar %{{.*}}, other = 0
    // CHECK-NEXT: aten.where.self %{{.*}}, %{{.*}}, %x
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    // CHECK-NEXT: aten.logical_or.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.return
    %r:2 = aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams.default %x, %s, %z, %e, quant_min = -128, quant_max = 127 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[], f32>, !ep.tensor<[], i32>, !ep.tensor<[1], i64>) -> (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], i1>)
    ep.return %r#0, %r#1 : !ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], i1>
} }

// -----

// A vector of channels has no axis beyond it: the op stays.
// CHECK-LABEL: ep.graph @no_axis(
ep.program @no_axis { ep.symbol @s0 range(2, 64)
  ep.graph @no_axis(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">}, %s: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "s">}, %z: !ep.tensor<[4], i32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.fake_quantize_per_channel_affine.default %x, %s, %z, axis = 2, quant_min = -128, quant_max = 127
    // CHECK-NEXT: ep.return
    %r = aten.fake_quantize_per_channel_affine.default %x, %s, %z, axis = 2, quant_min = -128, quant_max = 127 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], i32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %r : !ep.tensor<[s0, 4], f32>
} }
