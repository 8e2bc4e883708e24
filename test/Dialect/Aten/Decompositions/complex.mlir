// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @real_default(
ep.program @real_default { ep.symbol @s95 range(2, 64)
  ep.graph @real_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.real.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @imag_default(
ep.program @imag_default { ep.symbol @s0 range(2, 64)
  ep.graph @imag_default(%x: !ep.tensor<[s0], complex<f32>> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32, strides = [2]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view_as_real.default %x
    // CHECK-NEXT: aten.select.int %{{.*}}, dim = 1, index = 1
    %0 = aten.imag.default %x : (!ep.tensor<[s0], complex<f32>>) -> !ep.tensor<[s0], f32, strides = [2]>
    ep.return %0 : !ep.tensor<[s0], f32, strides = [2]>
} }

// -----

// CHECK-LABEL: ep.graph @isreal_default(
ep.program @isreal_default { ep.symbol @s95 range(2, 64)
  ep.graph @isreal_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [s95], fill_value = true, dtype = i1
    %0 = aten.isreal.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], i1>
    ep.return %0 : !ep.tensor<[s95], i1>
} }

// -----

// CHECK-LABEL: ep.graph @angle_default(
ep.program @angle_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @angle_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.lt.Scalar %x, other = 0
    // CHECK-NEXT: aten.full.default size = [], fill_value = 0.0, dtype = f32
    // CHECK-NEXT: aten.scalar_tensor.default s = 3.141592653589793, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.isnan.default %x
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten.angle.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @complex_default(
ep.program @complex_default { ep.symbol @s95 range(2, 64)
  ep.graph @complex_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.expand.default %y, size = [s95]
    // CHECK-NEXT: aten.unsqueeze.default %x, dim = 1
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = 1
    // CHECK-NEXT: aten.view_as_complex.default %{{.*}}
    %0 = aten.complex.default %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], complex<f32>>
    ep.return %0 : !ep.tensor<[s95], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @polar_default(
ep.program @polar_default { ep.symbol @s95 range(2, 64)
  ep.graph @polar_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.cos.default %y
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.sin.default %y
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = 1
    // CHECK-NEXT: aten.view_as_complex.default %{{.*}}
    %0 = aten.polar.default %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], complex<f32>>
    ep.return %0 : !ep.tensor<[s95], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @conj_physical_default(
ep.program @conj_physical_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @conj_physical_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.conj_physical.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @mH_default(
ep.program @mH_default { ep.symbol @s87 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @mH_default(%x: !ep.tensor<[s95, s87], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s87, s95], f32, strides = [1, s87]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %x, dims = [1, 0]
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0 = aten.mH.default %x : (!ep.tensor<[s95, s87], f32>) -> !ep.tensor<[s87, s95], f32, strides = [1, s87]>
    ep.return %0 : !ep.tensor<[s87, s95], f32, strides = [1, s87]>
} }

// -----

// CHECK-LABEL: ep.graph @vdot_default(
ep.program @vdot_default { ep.symbol @s87 range(2, 64)
  ep.graph @vdot_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mul.Tensor %x, %y
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [0]
    %0 = aten.vdot.default %x, %y : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linalg_vecdot_default(
ep.program @linalg_vecdot_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @linalg_vecdot_default(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mul.Tensor %x, %y
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [1]
    %0 = aten.linalg_vecdot.default %x, %y, dim = 1 : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87, s85], f32>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// A real tensor has no imaginary part: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 { ep.symbol @s0 range(2, 64)
  ep.graph @left_0(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.imag.default 
    %0 = aten.imag.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// How large a complex result is its real part says.
// CHECK-LABEL: ep.graph @logsumexp(
ep.program @logsumexp { ep.symbol @s0 range(2, 64)
  ep.graph @logsumexp(%x: !ep.tensor<[s0, 4], complex<f32>> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view_as_real.default %x
    // CHECK-NEXT: %[[R:.*]] = aten.select.int
    // CHECK-NEXT: aten.amax.default %[[R]], dim = [1], keepdim = true
    // CHECK: aten.exp.default
    // CHECK: aten.sum.dim_IntList
    %0 = aten.logsumexp.default %x, dim = [1] : (!ep.tensor<[s0, 4], complex<f32>>) -> !ep.tensor<[s0], complex<f32>>
    ep.return %0 : !ep.tensor<[s0], complex<f32>>
} }
