// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @signs
!t = !ep.tensor<[4], f32>
!h = !ep.tensor<[4], f16>
!i = !ep.tensor<[4], i32>
!b = !ep.tensor<[4], i1>
ep.program @signs { ep.graph @signs(%x: !t {ep.input = #ep.input<user_input "x">}, %h: !h {ep.input = #ep.input<user_input "h">}, %i: !i {ep.input = #ep.input<user_input "i">})
    -> (!t {ep.output = #ep.output<user_output "0">}, !b {ep.output = #ep.output<user_output "1">}, !b {ep.output = #ep.output<user_output "2">},
        !h {ep.output = #ep.output<user_output "3">}, !t {ep.output = #ep.output<user_output "4">}, !t {ep.output = #ep.output<user_output "5">}) {
  // CHECK: %[[R:.*]] = math.copysign %{{.*}}, %{{.*}} : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.copysign.Scalar %x, other = -1.0 : (!t) -> !t
  // CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : f32 to i32
  // CHECK: arith.cmpi slt, %[[BITS]], %{{.*}} : i32
  %1 = aten.signbit.default %x : (!t) -> !b
  // CHECK: arith.cmpi slt, %{{.*}} : i32
  %2 = aten.signbit.default %i : (!i) -> !b
  // The next number of f16, not of f32.
  // CHECK: %[[OLD:.*]] = arith.bitcast %{{.*}} : f16 to i16
  // CHECK: arith.addi %[[OLD]], %{{.*}} : i16
  // CHECK: arith.bitcast %{{.*}} : i16 to f16
  %3 = aten.nextafter.default %h, %h : (!h, !h) -> !h
  // CHECK: %[[S:.*]] = arith.mulf %{{.*}}, %[[K:.*]] : f32
  // CHECK-NEXT: %[[E:.*]] = math.roundeven %[[S]] : f32
  // CHECK-NEXT: arith.divf %[[E]], %[[K]] : f32
  %4 = aten.round.decimals %x, decimals = 2 : (!t) -> !t
  // CHECK: arith.divf %{{.*}} : f64
  // CHECK: math.sqrt %{{.*}} : f64
  %5 = aten.hypot.default %x, %x : (!t, !t) -> !t
  ep.return %0, %1, %2, %3, %4, %5 : !t, !b, !b, !h, !t, !t
} }

// -----

// CHECK-LABEL: ep.graph @integers
!i = !ep.tensor<[4], i32>
!u = !ep.tensor<[4], ui8>
ep.program @integers { ep.graph @integers(%i: !i {ep.input = #ep.input<user_input "i">}, %u: !u {ep.input = #ep.input<user_input "u">})
    -> (!i {ep.output = #ep.output<user_output "0">}, !i {ep.output = #ep.output<user_output "1">}, !i {ep.output = #ep.output<user_output "2">},
        !u {ep.output = #ep.output<user_output "3">}, !i {ep.output = #ep.output<user_output "4">}) {
  // Euclid on the sizes, unsigned.
  // CHECK-COUNT-2: math.absi
  // CHECK: scf.while
  // CHECK: arith.remui %{{.*}} : i32
  %0 = aten.gcd.default %i, %i : (!i, !i) -> !i
  // CHECK: scf.while
  // CHECK: arith.divsi
  %1 = aten.lcm.default %i, %i : (!i, !i) -> !i
  // A shift by the width or more leaves nothing.
  // CHECK: %[[IN:.*]] = arith.cmpi ult, %{{.*}} : i32
  // CHECK: %[[L:.*]] = arith.shli
  // CHECK-NEXT: arith.select %[[IN]], %[[L]], %{{.*}} : i32
  %2 = aten.bitwise_left_shift.Tensor %i, %i : (!i, !i) -> !i
  // CHECK: %[[R:.*]] = arith.shrui %{{.*}} : i8
  // CHECK: arith.select %{{.*}}, %[[R]], %{{.*}} : i8
  %3 = aten.bitwise_right_shift.Tensor %u, %u : (!u, !u) -> !u
  // CHECK: arith.shrsi %{{.*}} : i32
  %4 = aten.bitwise_right_shift.Tensor_Scalar %i, other = 3 : (!i) -> !i
  ep.return %0, %1, %2, %3, %4 : !i, !i, !i, !u, !i
} }

// -----

// Two results: each has its own loop.
// CHECK-LABEL: ep.graph @frexp
!t = !ep.tensor<[4], f64>
!i = !ep.tensor<[4], i32>
ep.program @frexp { ep.graph @frexp(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}, !i {ep.output = #ep.output<user_output "1">}) {
  // CHECK: arith.ori %{{.*}} : i64
  // CHECK: linalg.yield %{{.*}} : f64
  // CHECK: arith.trunci %{{.*}} : i64 to i32
  // CHECK: linalg.yield %{{.*}} : i32
  %0:2 = aten.frexp.Tensor %x : (!t) -> (!t, !i)
  ep.return %0#0, %0#1 : !t, !i
} }
