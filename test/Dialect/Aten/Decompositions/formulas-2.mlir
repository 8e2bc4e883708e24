// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @special_xlog1py_default(
ep.program @special_xlog1py_default { ep.symbol @s95 range(2, 64)
  ep.graph @special_xlog1py_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.log1p.default %y
    // CHECK-NEXT: aten.eq.Scalar %x, other = 0
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.isnan.default %y
    // CHECK-NEXT: aten.scalar_tensor.default s = NaN, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.special_xlog1py.default %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @logaddexp_default(
ep.program @logaddexp_default { ep.symbol @s95 range(2, 64)
  ep.graph @logaddexp_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.maximum.default %x, %y
    // CHECK-NEXT: aten.sub.Tensor %x, %y
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.isinf.default %x
    // CHECK-NEXT: aten.eq.Tensor %x, %y
    // CHECK-NEXT: aten.logical_and.default %{{.*}}
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.exp.default %{{.*}}
    // CHECK-NEXT: aten.log1p.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten.logaddexp.default %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @logaddexp2_default(
ep.program @logaddexp2_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @logaddexp2_default(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.maximum.default %x, %y
    // CHECK-NEXT: aten.sub.Tensor %x, %y
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.isinf.default %x
    // CHECK-NEXT: aten.eq.Tensor %x, %y
    // CHECK-NEXT: aten.logical_and.default %{{.*}}
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.pow.Scalar self = 2, %{{.*}}
    // CHECK-NEXT: aten.log1p.default %{{.*}}
    // CHECK-NEXT: ep.number 0.6931471805599453
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten.logaddexp2.default %x, %y : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87, s85], f32>) -> !ep.tensor<[s87, s85], f32>
    ep.return %0 : !ep.tensor<[s87, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @heaviside_default(
ep.program @heaviside_default { ep.symbol @s95 range(2, 64)
  ep.graph @heaviside_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.isnan.default %x
    // CHECK-NEXT: aten.gt.Scalar %x, other = 0
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.eq.Scalar %x, other = 0
    // CHECK-NEXT: aten.where.self %{{.*}}, %y, %{{.*}}
    %0 = aten.heaviside.default %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @lerp_Tensor(
ep.program @lerp_Tensor { ep.symbol @s0 range(2, 64)
  ep.graph @lerp_Tensor(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %y, %x
    // CHECK-NEXT: aten.abs.default %z
    // CHECK-NEXT: aten.lt.Scalar %{{.*}}, other = 0.5
    // CHECK-NEXT: aten.mul.Tensor %z, %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %z
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.lerp.Tensor %x, %y, %z : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @lerp_Scalar(
ep.program @lerp_Scalar { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @lerp_Scalar(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %y, %x
    // CHECK-NEXT: ep.number 0.4
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    %0 = aten.lerp.Scalar %x, %y, weight = 0.4 : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87, s85], f32>) -> !ep.tensor<[s87, s85], f32>
    ep.return %0 : !ep.tensor<[s87, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @ldexp_Tensor(
ep.program @ldexp_Tensor { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @ldexp_Tensor(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.pow.Scalar self = 2.0, %y
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    %0 = aten.ldexp.Tensor %x, %y : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nan_to_num_default(
ep.program @nan_to_num_default { ep.symbol @s95 range(2, 64)
  ep.graph @nan_to_num_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.isnan.default %x
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %x
    // CHECK-NEXT: aten.eq.Scalar %x, other = -Inf
    // CHECK-NEXT: aten.scalar_tensor.default s = -3.4028234663852886e+38, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.eq.Scalar %x, other = Inf
    // CHECK-NEXT: aten.scalar_tensor.default s = 3.4028234663852886e+38, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.nan_to_num.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// Slopes are random.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 { ep.symbol @s0 range(2, 64)
  ep.graph @left_0(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[R:.*]] = aten.rand.default size = [s0]
    // CHECK: aten.where.self
    %0 = aten.rrelu.default %x, training = true : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @log_ndtr(
ep.program @log_ndtr { ep.symbol @s0 range(2, 64)
  ep.graph @log_ndtr(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[T:.*]] = aten.mul.Tensor %x, %{{.*}}
    // CHECK: aten.special_erfcx.default
    // CHECK: aten.erfc.default %[[T]]
    // CHECK: aten.lt.Scalar %x, other = 1
    // CHECK: aten.where.self
    %0 = aten.special_log_ndtr.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @mvlgamma(
ep.program @mvlgamma { ep.symbol @s0 range(2, 64)
  ep.graph @mvlgamma(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.lgamma.default %x
    // CHECK-NEXT: %[[H:.*]] = ep.number 0.5
    // CHECK-NEXT: %[[Y:.*]] = aten.sub.Tensor %x, %[[H]]
    // CHECK-NEXT: aten.lgamma.default %[[Y]]
    // CHECK: ep.number 0.57236
    %0 = aten.mvlgamma.default %x, p = 2 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// No dimension: left alone.
// CHECK-LABEL: ep.graph @left_p(
ep.program @left_p { ep.symbol @s0 range(2, 64)
  ep.graph @left_p(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mvlgamma.default 
    %0 = aten.mvlgamma.default %x, p = 0 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// One of the two is a number.
// CHECK-LABEL: ep.graph @xlog1py(
ep.program @xlog1py {
  ep.graph @xlog1py(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.log1p.default %x
    // CHECK: aten.isnan.default %x
    %0 = aten.special_xlog1py.self_scalar self = 2.000000e+00, %x : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// The other one is.
// CHECK-LABEL: ep.graph @xlog1py_other(
ep.program @xlog1py_other {
  ep.graph @xlog1py_other(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.eq.Scalar %x
    %0 = aten.special_xlog1py.other_scalar %x, other = 2.000000e+00 : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }
