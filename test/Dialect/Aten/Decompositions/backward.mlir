// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Of a leak for each element.
// CHECK-LABEL: ep.graph @prelu(
ep.program @prelu {
  ep.graph @prelu(%g: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "g">}, %x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[A:.*]] = aten.gt.Scalar %x
    // CHECK: aten.where.self %[[A]], %g
    // CHECK: aten.where.self %[[A]]
    %0:2 = aten._prelu_kernel_backward.default %g, %x, %w : (!ep.tensor<[3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3], f32>) -> (!ep.tensor<[3], f32>, !ep.tensor<[3], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[3], f32>, !ep.tensor<[3], f32>
} }

// -----

// With what the gradient needs.
// CHECK-LABEL: ep.graph @logsigmoid(
ep.program @logsigmoid {
  ep.graph @logsigmoid(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[D:.*]] = aten.exp.default
    // CHECK: aten.log1p.default %[[D]]
    %0:2 = aten.log_sigmoid_forward.default %x : (!ep.tensor<[3], f32>) -> (!ep.tensor<[3], f32>, !ep.tensor<[3], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[3], f32>, !ep.tensor<[3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @sigmoid_backward_default(
ep.program @sigmoid_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @sigmoid_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %y
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    %0 = aten.sigmoid_backward.default %x, %y : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @tanh_backward_default(
ep.program @tanh_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @tanh_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mul.Tensor %y, %y
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    %0 = aten.tanh_backward.default %x, %y : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @threshold_backward_default(
ep.program @threshold_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @threshold_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.le.Scalar %y, other = 0
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %x
    %0 = aten.threshold_backward.default %x, %y, threshold = 0 : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @leaky_relu_backward_default(
ep.program @leaky_relu_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @leaky_relu_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.gt.Scalar %y, other = 0
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten.leaky_relu_backward.default %x, %y, negative_slope = 0.5, self_is_result = false : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @hardsigmoid_backward_default(
ep.program @hardsigmoid_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @hardsigmoid_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.gt.Scalar %y, other = -3
    // CHECK-NEXT: aten.lt.Scalar %y, other = 3
    // CHECK-NEXT: aten.logical_and.default %{{.*}}
    // CHECK-NEXT: ep.number 6
    // CHECK-NEXT: aten.div.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.hardsigmoid_backward.default %x, %y : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @log_sigmoid_backward_default(
ep.program @log_sigmoid_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @log_sigmoid_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[0], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.neg.default %y
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    %0 = aten.log_sigmoid_backward.default %x, %y, %z : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>, !ep.tensor<[0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @silu_backward_default(
ep.program @silu_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @silu_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sigmoid.default %y
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    %0 = aten.silu_backward.default %x, %y : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @mish_backward_default(
ep.program @mish_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @mish_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sigmoid.default %y
    // CHECK-NEXT: aten.clamp.default %y, min = 0
    // CHECK-NEXT: aten.abs.default %y
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.exp.default %{{.*}}
    // CHECK-NEXT: aten.log1p.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.tanh.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    %0 = aten.mish_backward.default %x, %y : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @gelu_backward_default(
ep.program @gelu_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @gelu_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 0.7071067811865476
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.erf.default %{{.*}}
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %y, %y
    // CHECK-NEXT: ep.number -0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.exp.default %{{.*}}
    // CHECK-NEXT: ep.number 0.3989422804014327
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    %0 = aten.gelu_backward.default %x, %y : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @elu_backward_default(
ep.program @elu_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @elu_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 1.0
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.exp.default %{{.*}}
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.le.Scalar %y, other = 0
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.elu_backward.default %x, alpha = 1, scale = 1, input_scale = 1, is_result = false, %y : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @softplus_backward_default(
ep.program @softplus_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @softplus_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 1
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.gt.Scalar %{{.*}}, other = 20
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten.softplus_backward.default %x, %y, beta = 1, threshold = 20 : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @hardtanh_backward_default(
ep.program @hardtanh_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @hardtanh_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.le.Scalar %y, other = -1
    // CHECK-NEXT: aten.ge.Scalar %y, other = 1
    // CHECK-NEXT: aten.logical_or.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %x
    %0 = aten.hardtanh_backward.default %x, %y, min_val = -1, max_val = 1 : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @hardswish_backward_default(
ep.program @hardswish_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @hardswish_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.lt.Scalar %y, other = 3
    // CHECK-NEXT: ep.number 3
    // CHECK-NEXT: aten.div.Tensor %y, %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %x
    // CHECK-NEXT: aten.le.Scalar %y, other = -3
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.hardswish_backward.default %x, %y : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @logit_backward_default(
ep.program @logit_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @logit_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %y
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.div.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.lt.Scalar %y, other = 0.0
    // CHECK-NEXT: aten.gt.Scalar %y, other = 1.0
    // CHECK-NEXT: aten.logical_or.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = NaN, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.logit_backward.default %x, %y : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @glu_backward_default(
ep.program @glu_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @glu_backward_default(%x: !ep.tensor<[s0, 2], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %y, dim = 1, start = 0, end = 2
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 2, end = 4
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = 1
    %0 = aten.glu_backward.default %x, %y, dim = 1 : (!ep.tensor<[s0, 2], f32>, !ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %0 : !ep.tensor<[s0, 4], f32>
} }
