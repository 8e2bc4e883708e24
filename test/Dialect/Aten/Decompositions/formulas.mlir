// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @silu_default(
ep.program @silu_default { ep.symbol @s95 range(2, 64)
  ep.graph @silu_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sigmoid.default %x
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    %0 = aten.silu.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @mish_default(
ep.program @mish_default { ep.symbol @s95 range(2, 64)
  ep.graph @mish_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.clamp.default %x, max = 20
    // CHECK-NEXT: %[[E:.*]] = aten.exp.default %{{.*}}
    // CHECK-NEXT: %[[TWO:.*]] = ep.number 2
    // CHECK-NEXT: %[[SUM:.*]] = aten.add.Tensor %[[E]], %[[TWO]]
    // CHECK-NEXT: %[[A:.*]] = aten.mul.Tensor %[[E]], %[[SUM]]
    // CHECK: %[[B:.*]] = aten.add.Tensor %[[A]], %{{.*}}
    // CHECK-NEXT: %[[GATE:.*]] = aten.div.Tensor %[[A]], %[[B]]
    // CHECK-NEXT: aten.mul.Tensor %x, %[[GATE]]
    %0 = aten.mish.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @hardsigmoid_default(
ep.program @hardsigmoid_default { ep.symbol @s95 range(2, 64)
  ep.graph @hardsigmoid_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 3
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 6
    // CHECK-NEXT: ep.number 0.16666666666666666
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    %0 = aten.hardsigmoid.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @hardswish_default(
ep.program @hardswish_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @hardswish_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 3
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 6
    // CHECK-NEXT: ep.number 0.16666666666666666
    // CHECK-NEXT: %[[GATE:.*]] = aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %[[GATE]]
    %0 = aten.hardswish.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @log_sigmoid_default(
ep.program @log_sigmoid_default { ep.symbol @s87 range(2, 64)
  ep.graph @log_sigmoid_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.neg.default %x
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.exp.default %{{.*}}
    // CHECK-NEXT: aten.log1p.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.neg.default %{{.*}}
    %0 = aten.log_sigmoid.default %x : (!ep.tensor<[s87], f32>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @relu6_default(
ep.program @relu6_default { ep.symbol @s95 range(2, 64)
  ep.graph @relu6_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.clamp.default %x, min = 0, max = 6
    %0 = aten.relu6.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @softplus_default(
ep.program @softplus_default { ep.symbol @s95 range(2, 64)
  ep.graph @softplus_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 3
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.gt.Scalar %{{.*}}, other = 0.2
    // CHECK-NEXT: aten.exp.default %{{.*}}
    // CHECK-NEXT: aten.log1p.default %{{.*}}
    // CHECK-NEXT: ep.number 3
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten.softplus.default %x, beta = 3, threshold = 0.2 : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @hardshrink_default(
ep.program @hardshrink_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @hardshrink_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.abs.default %x
    // CHECK-NEXT: aten.le.Scalar %{{.*}}, other = -0.5
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %x
    %0 = aten.hardshrink.default %x, lambd = -0.5 : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @softshrink_default(
ep.program @softshrink_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @softshrink_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.abs.default %x
    // CHECK-NEXT: aten.gt.Scalar %{{.*}}, other = 0.0
    // CHECK-NEXT: aten.sign.default %x
    // CHECK-NEXT: ep.number 0.0
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %x, %{{.*}}
    // CHECK-NEXT: ep.number 0.0
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.softshrink.default %x, lambd = 0.0 : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @selu_default(
ep.program @selu_default { ep.symbol @s95 range(2, 64)
  ep.graph @selu_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.gt.Scalar %x, other = 0
    // CHECK-NEXT: ep.number 1.0507009873554805
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.expm1.default %x
    // CHECK-NEXT: ep.number 1.7580993408473766
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.selu.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @celu_default(
ep.program @celu_default { ep.symbol @s95 range(2, 64)
  ep.graph @celu_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.gt.Scalar %x, other = 0
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.expm1.default %{{.*}}
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten.celu.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @glu_default(
ep.program @glu_default { ep.symbol @s95 range(2, 64)
  ep.graph @glu_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[FloorDiv(s95, 2)], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, start = 0, end = FloorDiv(s95, 2)
    // CHECK-NEXT: aten.slice.Tensor %x, start = FloorDiv(s95, 2), end = s95
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    %0 = aten.glu.default %x, dim = 0 : (!ep.tensor<[s95], f32>) -> !ep.tensor<[FloorDiv(s95, 2)], f32>
    ep.return %0 : !ep.tensor<[FloorDiv(s95, 2)], f32>
} }

// -----

// CHECK-LABEL: ep.graph @prelu_default(
ep.program @prelu_default { ep.symbol @s95 range(2, 64)
  ep.graph @prelu_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.gt.Scalar %x, other = 0
    // CHECK-NEXT: aten.mul.Tensor %y, %x
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten.prelu.default %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_prelu_kernel_default(
ep.program @_prelu_kernel_default { ep.symbol @s0 range(2, 64)
  ep.graph @_prelu_kernel_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.gt.Scalar %x, other = 0
    // CHECK-NEXT: aten.mul.Tensor %y, %x
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten._prelu_kernel.default %x, %y : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @threshold_default(
ep.program @threshold_default { ep.symbol @s95 range(2, 64)
  ep.graph @threshold_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.le.Scalar %x, other = 3.611605167388916
    // CHECK-NEXT: aten.scalar_tensor.default s = -8.067646980285645, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %x
    %0 = aten.threshold.default %x, threshold = 3.611605167388916, value = -8.067646980285645 : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rrelu_default(
ep.program @rrelu_default { ep.symbol @s95 range(2, 64)
  ep.graph @rrelu_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.gt.Scalar %x, other = 0
    // CHECK-NEXT: ep.number 0.22916666666666666
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten.rrelu.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @square_default(
ep.program @square_default { ep.symbol @s95 range(2, 64)
  ep.graph @square_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.pow.Tensor_Scalar %x, exponent = 2
    %0 = aten.square.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @deg2rad_default(
ep.program @deg2rad_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @deg2rad_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 0.017453292519943295
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    %0 = aten.deg2rad.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rad2deg_default(
ep.program @rad2deg_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @rad2deg_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 57.29577951308232
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    %0 = aten.rad2deg.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @frac_default(
ep.program @frac_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @frac_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.trunc.default %x
    // CHECK-NEXT: aten.sub.Tensor %x, %{{.*}}
    %0 = aten.frac.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @sinc_default(
ep.program @sinc_default { ep.symbol @s95 range(2, 64)
  ep.graph @sinc_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 3.141592653589793
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.eq.Scalar %{{.*}}, other = 0
    // CHECK-NEXT: aten.sin.default %{{.*}}
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 1, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.sinc.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @exp2_default(
ep.program @exp2_default { ep.symbol @s95 range(2, 64)
  ep.graph @exp2_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.pow.Scalar self = 2, %x
    %0 = aten.exp2.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @special_entr_default(
ep.program @special_entr_default { ep.symbol @s95 range(2, 64)
  ep.graph @special_entr_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.isnan.default %x
    // CHECK-NEXT: aten.gt.Scalar %x, other = 0
    // CHECK-NEXT: aten.neg.default %x
    // CHECK-NEXT: aten.log.default %x
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.eq.Scalar %x, other = 0
    // CHECK-NEXT: aten.full.default size = [s95], fill_value = -Inf, dtype = f32
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten.special_entr.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @logit_default(
ep.program @logit_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @logit_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %x
    // CHECK-NEXT: aten.div.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.log.default %{{.*}}
    %0 = aten.logit.default %x : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @special_ndtr_default(
ep.program @special_ndtr_default { ep.symbol @s95 range(2, 64)
  ep.graph @special_ndtr_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 0.7071067811865476
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.erf.default %{{.*}}
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    %0 = aten.special_ndtr.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @sgn_default(
ep.program @sgn_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @sgn_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sign.default %x
    %0 = aten.sgn.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @addcmul_default(
ep.program @addcmul_default { ep.symbol @s0 range(2, 64) ep.symbol @s26 range(2, 64)
  ep.graph @addcmul_default(%x: !ep.tensor<[s26, s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s26, s0], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26, s0], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s26, s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mul.Tensor %y, %z
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    %0 = aten.addcmul.default %x, %y, %z : (!ep.tensor<[s26, s0], f32>, !ep.tensor<[s26, s0], f32>, !ep.tensor<[s26, s0], f32>) -> !ep.tensor<[s26, s0], f32>
    ep.return %0 : !ep.tensor<[s26, s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @addcdiv_default(
ep.program @addcdiv_default { ep.symbol @s0 range(2, 64) ep.symbol @s26 range(2, 64)
  ep.graph @addcdiv_default(%x: !ep.tensor<[s26, s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s26, s0], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26, s0], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s26, s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.div.Tensor %y, %z
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    %0 = aten.addcdiv.default %x, %y, %z : (!ep.tensor<[s26, s0], f32>, !ep.tensor<[s26, s0], f32>, !ep.tensor<[s26, s0], f32>) -> !ep.tensor<[s26, s0], f32>
    ep.return %0 : !ep.tensor<[s26, s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rsub_Tensor(
ep.program @rsub_Tensor { ep.symbol @s95 range(2, 64)
  ep.graph @rsub_Tensor(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %y, %x
    %0 = aten.rsub.Tensor %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rsub_Scalar(
ep.program @rsub_Scalar { ep.symbol @s87 range(2, 64)
  ep.graph @rsub_Scalar(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %x
    %0 = aten.rsub.Scalar %x, other = 1 : (!ep.tensor<[s87], f32>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @xlogy_Tensor(
ep.program @xlogy_Tensor { ep.symbol @s95 range(2, 64)
  ep.graph @xlogy_Tensor(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.log.default %y
    // CHECK-NEXT: aten.eq.Scalar %x, other = 0
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.isnan.default %y
    // CHECK-NEXT: aten.scalar_tensor.default s = NaN, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.xlogy.Tensor %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// Bounds that have changed places: the lower one wins.
// CHECK-LABEL: ep.graph @logit_beyond_the_middle(
ep.program @logit_beyond_the_middle {
  ep.graph @logit_beyond_the_middle(%x: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[BELOW:.+]] = aten.lt.Scalar %x, other = 0.6
    // CHECK: %[[ABOVE:.+]] = aten.gt.Scalar %x, other = 0.4
    // CHECK: %[[CUT:.+]] = aten.where.self %[[ABOVE]], %{{.+}}, %x
    // CHECK: aten.where.self %[[BELOW]], %{{.+}}, %[[CUT]]
    // CHECK-NOT: aten.clamp
    // CHECK: aten.log.default
    %0 = aten.logit.default %x, eps = 0.6 : (!ep.tensor<[5], f32>) -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
} }
