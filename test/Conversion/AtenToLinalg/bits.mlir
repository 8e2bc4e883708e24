// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// The same bytes as elements of another dtype.
// CHECK-LABEL: ep.graph @equal
!f = !ep.tensor<[s0, 4], f32>
!i = !ep.tensor<[s0, 4], i32>
!u = !ep.tensor<[s0, 4], ui8>
!b = !ep.tensor<[s0, 4], i1>
ep.program @equal { ep.graph @equal(%x: !f {ep.input = #ep.input<user_input "x">}, %u: !u {ep.input = #ep.input<user_input "u">})
    -> (!i {ep.output = #ep.output<user_output "0">}, !b {ep.output = #ep.output<user_output "1">}, !u {ep.output = #ep.output<user_output "2">}) {
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: i32):
  // CHECK-NEXT: %[[I:.*]] = arith.bitcast %[[X]] : f32 to i32
  // CHECK-NEXT: linalg.yield %[[I]] : i32
  %0 = aten.view.dtype %x, dtype = i32 : (!f) -> !i
  // CHECK: arith.cmpi ne, %{{.*}}, %{{.*}} : i8
  %1 = aten.view.dtype %u, dtype = i1 : (!u) -> !b
  // CHECK: arith.extui %{{.*}} : i1 to i8
  %2 = aten.view.dtype %1, dtype = ui8 : (!b) -> !u
  ep.return %0, %1, %2 : !i, !b, !u
} }

// -----

// Parts of an element, and elements of parts; the first part is the lowest.
// CHECK-LABEL: ep.graph @widths
!f = !ep.tensor<[s0, 4], f32>
!h = !ep.tensor<[s0, 8], f16>
!i = !ep.tensor<[s0, 2], i64>
ep.program @widths { ep.graph @widths(%x: !f {ep.input = #ep.input<user_input "x">})
    -> (!h {ep.output = #ep.output<user_output "0">}, !i {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[AT:.*]] = arith.divui %{{.*}}, %[[TWO:.*]] : index
  // CHECK: tensor.extract %{{.*}}[%{{.*}}, %[[AT]]]
  // CHECK: arith.remui
  // CHECK: %[[BITS:.*]] = arith.shrui %{{.*}} : i32
  // CHECK: %[[LOW:.*]] = arith.trunci %[[BITS]] : i32 to i16
  // CHECK: arith.bitcast %[[LOW]] : i16 to f16
  %0 = aten.view.dtype %x, dtype = f16 : (!f) -> !h
  // CHECK-COUNT-2: arith.extui %{{.*}} : i32 to i64
  // CHECK: %[[HIGH:.*]] = arith.shli %{{.*}} : i64
  // CHECK: arith.ori %{{.*}}, %[[HIGH]] : i64
  %1 = aten.view.dtype %x, dtype = i64 : (!f) -> !i
  ep.return %0, %1 : !h, !i
} }

// -----

// The parts of complex numbers lie side by side.
// CHECK-LABEL: ep.graph @complex
!z = !ep.tensor<[s0, 4], complex<f32>>
!d = !ep.tensor<[s0, 4], f64>
ep.program @complex { ep.graph @complex(%z: !z {ep.input = #ep.input<user_input "z">})
    -> (!d {ep.output = #ep.output<user_output "0">}, !z {ep.output = #ep.output<user_output "1">}) {
  // CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2]] : tensor<?x4x2xf32> into tensor<?x8xf32>
  // CHECK: arith.ori %{{.*}} : i64
  %0 = aten.view.dtype %z, dtype = f64 : (!z) -> !d
  // CHECK: tensor.expand_shape %{{.*}} {{\[}}[0], [1, 2]] output_shape [%{{.*}}, 4, 2]
  %1 = aten.view.dtype %0, dtype = complex<f32> : (!d) -> !z
  ep.return %0, %1 : !d, !z
} }

// -----

// The parts of one number are no dimension.
ep.program @scalar { ep.graph @scalar(%z: !ep.tensor<[], complex<f32>> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[], f64> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.view.dtype' op is not converted to linalg: parts of one number}}
  %0 = aten.view.dtype %z, dtype = f64 : (!ep.tensor<[], complex<f32>>) -> !ep.tensor<[], f64>
  ep.return %0 : !ep.tensor<[], f64>
} }
