// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @isfinite_default(
ep.program @isfinite_default { ep.symbol @s95 range(2, 64)
  ep.graph @isfinite_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.isinf.default %x
    // CHECK-NEXT: aten.isnan.default %x
    // CHECK-NEXT: aten.logical_or.default %{{.*}}
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    %0 = aten.isfinite.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], i1>
    ep.return %0 : !ep.tensor<[s95], i1>
} }

// -----

// CHECK-LABEL: ep.graph @isposinf_default(
ep.program @isposinf_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @isposinf_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.eq.Scalar %x, other = Inf
    %0 = aten.isposinf.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], i1>
    ep.return %0 : !ep.tensor<[s95, s85], i1>
} }

// -----

// CHECK-LABEL: ep.graph @isneginf_default(
ep.program @isneginf_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @isneginf_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.eq.Scalar %x, other = -Inf
    %0 = aten.isneginf.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], i1>
    ep.return %0 : !ep.tensor<[s95, s85], i1>
} }

// -----

// CHECK-LABEL: ep.graph @isclose_default(
ep.program @isclose_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @isclose_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s85, s68], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95, s85, s68], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.eq.Tensor %x, %y
    // CHECK-NEXT: ep.number 1.0e-05
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: ep.number 1.0e-08
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %x, %y
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.le.Tensor %{{.*}}
    // CHECK-NEXT: aten.isinf.default %{{.*}}
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.logical_or.default %{{.*}}
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    // CHECK-NEXT: aten.logical_and.default %{{.*}}
    // CHECK-NEXT: aten.logical_or.default %{{.*}}
    %0 = aten.isclose.default %x, %y : (!ep.tensor<[s95, s85, s68], f32>, !ep.tensor<[s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], i1>
    ep.return %0 : !ep.tensor<[s95, s85, s68], i1>
} }

// -----

// CHECK-LABEL: ep.graph @__lshift___Scalar(
ep.program @__lshift___Scalar { ep.symbol @s0 range(2, 64)
  ep.graph @__lshift___Scalar(%x: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[BY:.*]] = ep.number 3
    // CHECK-NEXT: aten.bitwise_left_shift.Tensor %x, %[[BY]]
    %0 = aten.__lshift__.Scalar %x, other = 3 : (!ep.tensor<[s0], i64>) -> !ep.tensor<[s0], i64>
    ep.return %0 : !ep.tensor<[s0], i64>
} }

// -----

// CHECK-LABEL: ep.graph @__rshift___Scalar(
ep.program @__rshift___Scalar {
  ep.graph @__rshift___Scalar(%x: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[BY:.*]] = aten.scalar_tensor.default s = 3, dtype = ui8
    // CHECK-NEXT: aten.bitwise_right_shift.Tensor %x, %[[BY]]
    %0 = aten.__rshift__.Scalar %x, other = 3 : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], ui8>
    ep.return %0 : !ep.tensor<[4], ui8>
} }

// -----

// Both in the dtype of the result; floats are not shifted.
// CHECK-LABEL: ep.graph @shifts(
ep.program @shifts { ep.symbol @n range(2, 64)
  ep.graph @shifts(%x: !ep.tensor<[n], i32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[n], i64> {ep.input = #ep.input<user_input "y">},
      %f: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "f">})
    -> (!ep.tensor<[n], i64> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n], i64> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[n], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: %[[W:.*]] = aten._to_copy.default %x, dtype = i64
    // CHECK: aten.bitwise_right_shift.Tensor %[[W]], %y
    // CHECK: %[[N:.*]] = ep.number 7
    // CHECK: aten.bitwise_left_shift.Tensor %[[N]], %y
    // CHECK: aten.__lshift__.Scalar %f
    %0 = aten.__rshift__.Tensor %x, %y : (!ep.tensor<[n], i32>, !ep.tensor<[n], i64>) -> !ep.tensor<[n], i64>
    %1 = aten.bitwise_left_shift.Scalar_Tensor %y, self = 7 : (!ep.tensor<[n], i64>) -> !ep.tensor<[n], i64>
    %2 = aten.__lshift__.Scalar %f, other = 3 : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0, %1, %2 : !ep.tensor<[n], i64>, !ep.tensor<[n], i64>, !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @clamp_min_default(
ep.program @clamp_min_default { ep.symbol @s26 range(2, 64)
  ep.graph @clamp_min_default(%x: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s26], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.clamp.default %x, min = 0
    %0 = aten.clamp_min.default %x, min = 0 : (!ep.tensor<[s26], f32>) -> !ep.tensor<[s26], f32>
    ep.return %0 : !ep.tensor<[s26], f32>
} }

// -----

// CHECK-LABEL: ep.graph @clamp_max_default(
ep.program @clamp_max_default { ep.symbol @s0 range(2, 64)
  ep.graph @clamp_max_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.clamp.default %x, max = 2
    %0 = aten.clamp_max.default %x, max = 2 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @clamp_min_Tensor(
ep.program @clamp_min_Tensor { ep.symbol @s95 range(2, 64)
  ep.graph @clamp_min_Tensor(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.maximum.default %x, %y
    %0 = aten.clamp_min.Tensor %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @clamp_max_Tensor(
ep.program @clamp_max_Tensor { ep.symbol @s95 range(2, 64)
  ep.graph @clamp_max_Tensor(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.minimum.default %x, %y
    %0 = aten.clamp_max.Tensor %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @fmax_default(
ep.program @fmax_default { ep.symbol @s95 range(2, 64)
  ep.graph @fmax_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.maximum.default %x, %y
    // CHECK-NEXT: aten.isnan.default %x
    // CHECK-NEXT: aten.isnan.default %y
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %y, %{{.*}}
    %0 = aten.fmax.default %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @fmin_default(
ep.program @fmin_default { ep.symbol @s95 range(2, 64)
  ep.graph @fmin_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.minimum.default %x, %y
    // CHECK-NEXT: aten.isnan.default %x
    // CHECK-NEXT: aten.isnan.default %y
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %y, %{{.*}}
    %0 = aten.fmin.default %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @floor_divide_default(
ep.program @floor_divide_default { ep.symbol @s95 range(2, 64)
  ep.graph @floor_divide_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.div.Tensor_mode %x, %y, rounding_mode = "floor"
    %0 = aten.floor_divide.default %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @floor_divide_Scalar(
ep.program @floor_divide_Scalar { ep.symbol @s0 range(2, 64)
  ep.graph @floor_divide_Scalar(%x: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 2
    // CHECK-NEXT: aten.div.Tensor_mode %x, %{{.*}}, rounding_mode = "floor"
    %0 = aten.floor_divide.Scalar %x, other = 2 : (!ep.tensor<[s0], i64>) -> !ep.tensor<[s0], i64>
    ep.return %0 : !ep.tensor<[s0], i64>
} }

// -----

// CHECK-LABEL: ep.graph @float_power_Tensor_Tensor(
ep.program @float_power_Tensor_Tensor { ep.symbol @s95 range(2, 64)
  ep.graph @float_power_Tensor_Tensor(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f64
    // CHECK-NEXT: aten._to_copy.default %y, dtype = f64
    // CHECK-NEXT: aten.pow.Tensor_Tensor %{{.*}}
    %0 = aten.float_power.Tensor_Tensor %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f64>
    ep.return %0 : !ep.tensor<[s95], f64>
} }

// -----

// CHECK-LABEL: ep.graph @float_power_Tensor_Scalar(
ep.program @float_power_Tensor_Scalar { ep.symbol @s0 range(2, 64)
  ep.graph @float_power_Tensor_Scalar(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f64
    // CHECK-NEXT: aten.pow.Tensor_Scalar %{{.*}}, exponent = 2
    %0 = aten.float_power.Tensor_Scalar %x, exponent = 2 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f64>
    ep.return %0 : !ep.tensor<[s0], f64>
} }

// -----

// CHECK-LABEL: ep.graph @float_power_Scalar(
ep.program @float_power_Scalar { ep.symbol @s0 range(2, 64)
  ep.graph @float_power_Scalar(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f64
    // CHECK-NEXT: aten.pow.Scalar self = 2, %{{.*}}
    %0 = aten.float_power.Scalar self = 2, %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f64>
    ep.return %0 : !ep.tensor<[s0], f64>
} }

// -----

// CHECK-LABEL: ep.graph @lshift___Tensor(
ep.program @lshift___Tensor { ep.symbol @n range(2, 64)
  ep.graph @lshift___Tensor(%a: !ep.tensor<[n], i32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[n], i32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[n], i32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.bitwise_left_shift.Tensor %a, %b
    %0 = aten.__lshift__.Tensor %a, %b : (!ep.tensor<[n], i32>, !ep.tensor<[n], i32>) -> !ep.tensor<[n], i32>
    ep.return %0 : !ep.tensor<[n], i32>
} }

// -----

// CHECK-LABEL: ep.graph @bitwise_right_shift_Scalar_Tensor(
ep.program @bitwise_right_shift_Scalar_Tensor { ep.symbol @n range(2, 64)
  ep.graph @bitwise_right_shift_Scalar_Tensor(%a: !ep.tensor<[n], i32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], i32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 64, dtype = i32
    // CHECK-NEXT: aten.bitwise_right_shift.Tensor %{{.*}}, %a
    %0 = aten.bitwise_right_shift.Scalar_Tensor self = 64, %a : (!ep.tensor<[n], i32>) -> !ep.tensor<[n], i32>
    ep.return %0 : !ep.tensor<[n], i32>
} }

// -----

// CHECK-LABEL: ep.graph @bitwise_and(
ep.program @bitwise_and { ep.symbol @s0 range(2, 64)
  ep.graph @bitwise_and(%x: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 6, dtype = i64
    // CHECK-NEXT: aten.bitwise_and.Tensor %{{.*}}, %x
    // CHECK-NEXT: ep.return
    %r = aten.bitwise_and.Scalar_Tensor self = 6, %x : (!ep.tensor<[s0, 4], i64>) -> !ep.tensor<[s0, 4], i64>
    ep.return %r : !ep.tensor<[s0, 4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @bitwise_or(
ep.program @bitwise_or { ep.symbol @s0 range(2, 64)
  ep.graph @bitwise_or(%x: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 6, dtype = i64
    // CHECK-NEXT: aten.bitwise_or.Tensor %{{.*}}, %x
    // CHECK-NEXT: ep.return
    %r = aten.bitwise_or.Scalar_Tensor self = 6, %x : (!ep.tensor<[s0, 4], i64>) -> !ep.tensor<[s0, 4], i64>
    ep.return %r : !ep.tensor<[s0, 4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @bitwise_xor(
ep.program @bitwise_xor { ep.symbol @s0 range(2, 64)
  ep.graph @bitwise_xor(%x: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 6, dtype = i64
    // CHECK-NEXT: aten.bitwise_xor.Tensor %{{.*}}, %x
    // CHECK-NEXT: ep.return
    %r = aten.bitwise_xor.Scalar_Tensor self = 6, %x : (!ep.tensor<[s0, 4], i64>) -> !ep.tensor<[s0, 4], i64>
    ep.return %r : !ep.tensor<[s0, 4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @remainder(
ep.program @remainder { ep.symbol @s0 range(2, 64)
  ep.graph @remainder(%x: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 6, dtype = i64
    // CHECK-NEXT: aten.remainder.Tensor %{{.*}}, %x
    // CHECK-NEXT: ep.return
    %r = aten.remainder.Scalar_Tensor self = 6, %x : (!ep.tensor<[s0, 4], i64>) -> !ep.tensor<[s0, 4], i64>
    ep.return %r : !ep.tensor<[s0, 4], i64>
} }
