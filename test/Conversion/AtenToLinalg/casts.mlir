// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// What does not fit, and NaN, is the least integer on the way, and never poison.

// CHECK-LABEL: ep.graph @truncate
!t = !ep.tensor<[4], f32>
!h = !ep.tensor<[4], f16>
ep.program @truncate { ep.graph @truncate(%x: !t {ep.input = #ep.input<user_input "x">}, %h: !h {ep.input = #ep.input<user_input "h">})
    -> (!ep.tensor<[4], i8> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[4], ui32> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "3">}) {
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: i8):
  // CHECK-DAG: %[[LOW:.*]] = arith.constant -2.14748365E+9 : f32
  // CHECK-DAG: %[[HIGH:.*]] = arith.constant 2.14748365E+9 : f32
  // CHECK-DAG: %[[A:.*]] = arith.cmpf oge, %[[X]], %[[LOW]] : f32
  // CHECK-DAG: %[[B:.*]] = arith.cmpf olt, %[[X]], %[[HIGH]] : f32
  // CHECK: %[[FITS:.*]] = arith.andi
  // CHECK: %[[SAFE:.*]] = arith.select %[[FITS]], %[[X]], %{{.*}} : f32
  // CHECK: %[[I:.*]] = arith.fptosi %[[SAFE]] : f32 to i32
  // CHECK: arith.trunci %[[I]] : i32 to i8
  %0 = aten._to_copy.default %x, dtype = i8 : (!t) -> !ep.tensor<[4], i8>
  // An f16 is compared as an f32, where 2^63 is a number.
  // CHECK: arith.extf %{{.*}} : f16 to f32
  // CHECK: arith.constant -9.22337203E+18 : f32
  // CHECK: %[[W:.*]] = arith.fptosi %{{.*}} : f32 to i64
  // CHECK: arith.trunci %[[W]] : i64 to i8
  %1 = aten._to_copy.default %h, dtype = ui8 : (!h) -> !ep.tensor<[4], ui8>
  // The upper half of an unsigned integer.
  // CHECK: %[[UP:.*]] = arith.cmpf oge
  // CHECK: %[[REST:.*]] = arith.subf
  // CHECK: arith.select %[[UP]], %[[REST]]
  // CHECK: %[[U:.*]] = arith.fptosi %{{.*}} : f32 to i32
  // CHECK: %[[TOP:.*]] = arith.xori %[[U]], %{{.*}} : i32
  // CHECK: arith.select %[[UP]], %[[TOP]], %[[U]] : i32
  %2 = aten._to_copy.default %x, dtype = ui32 : (!t) -> !ep.tensor<[4], ui32>
  // NaN is true.
  // CHECK: arith.cmpf une
  // CHECK-NOT: arith.fptosi
  %3 = aten._to_copy.default %x, dtype = i1 : (!t) -> !ep.tensor<[4], i1>
  ep.return %0, %1, %2, %3 : !ep.tensor<[4], i8>, !ep.tensor<[4], ui8>, !ep.tensor<[4], ui32>, !ep.tensor<[4], i1>
} }
