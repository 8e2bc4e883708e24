// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @gates
ep.program @gates { ep.graph @gates(
          %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
          %h: !ep.tensor<[4], f16> {ep.input = #ep.input<user_input "h">}
      ) -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4], f16> {ep.output = #ep.output<user_output "3">}) {
  // CHECK: %[[S:.*]] = aten.sigmoid.default %x
  // CHECK-NEXT: %[[SILU:.*]] = aten.mul.Tensor %x, %[[S]]
  %0 = aten.silu.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK-DAG: %[[THREE:.*]] = ep.number 3
  // CHECK: %[[A:.*]] = aten.add.Tensor %x, %[[THREE]]
  // CHECK-NEXT: %[[C:.*]] = aten.clamp.default %[[A]], min = 0, max = 6
  // CHECK-NEXT: %[[SIXTH:.*]] = ep.number 0.16666666666666666
  // CHECK-NEXT: %[[Q:.*]] = aten.mul.Tensor %[[C]], %[[SIXTH]]
  %1 = aten.hardsigmoid.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: %[[A2:.*]] = aten.add.Tensor %x,
  // CHECK-NEXT: %[[C2:.*]] = aten.clamp.default %[[A2]], min = 0, max = 6
  // CHECK: %[[M2:.*]] = aten.mul.Tensor %[[C2]],
  // CHECK-NEXT: %[[Q2:.*]] = aten.mul.Tensor %x, %[[M2]]
  %2 = aten.hardswish.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // A half float is computed in f32 and rounded once.
  // CHECK: %[[H:.*]] = aten._to_copy.default %h, dtype = f32
  // CHECK: %[[HC:.*]] = aten.clamp.default {{.*}} -> !ep.tensor<[4], f32>
  // CHECK: %[[HQ:.*]] = aten.mul.Tensor %[[HC]],
  // CHECK: %[[HR:.*]] = aten._to_copy.default %[[HQ]], dtype = f16
  %3 = aten.hardsigmoid.default %h : (!ep.tensor<[4], f16>) -> !ep.tensor<[4], f16>
  // CHECK: ep.return %[[SILU]], %[[Q]], %[[Q2]], %[[HR]] :
  ep.return %0, %1, %2, %3 : !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[4], f16>
} }

// -----

// CHECK-LABEL: ep.graph @formulas
ep.program @formulas { ep.graph @formulas(
          %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[4], i64> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[s0], complex<f32>> {ep.output = #ep.output<user_output "4">}) {
  // CHECK: aten.pow.Tensor_Scalar %i, exponent = 2
  %0 = aten.square.default %i : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: %[[N:.*]] = ep.number 3
  // CHECK: aten.sub.Tensor %[[N]], %i :
  %1 = aten.rsub.Scalar %i, other = 3 : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // A symbolic and a floating number.
  // CHECK: %[[S:.*]] = ep.number s0
  // CHECK: aten.sub.Tensor %[[S]], %x :
  %2 = aten.rsub.Scalar %x, other = s0 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: %[[H:.*]] = ep.number 0.5
  // CHECK: aten.sub.Tensor %[[H]], %x, alpha = 2.5 :
  %3 = aten.rsub.Scalar %x, other = 0.5, alpha = 2.5 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // A complex number is a tensor.
  // CHECK: %[[Z:.*]] = aten.scalar_tensor.default s = (1.0, 2.0), dtype = complex<f32>
  // CHECK: aten.sub.Tensor %[[Z]],
  %4 = aten.rsub.Scalar %x, other = (1.0, 2.0) : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], complex<f32>>
  ep.return %0, %1, %2, %3, %4 : !ep.tensor<[4], i64>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], complex<f32>>
} }
