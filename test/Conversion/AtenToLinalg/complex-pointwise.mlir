// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// A complex tensor is a real one with a trailing dimension of 2; the last loop
// says which part is computed, of both parts of the operands.
// CHECK: #[[RE:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
// CHECK: #[[IM:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, 1)>
// CHECK: #[[ALL:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK: #[[ROW:.*]] = affine_map<(d0, d1, d2) -> (d1)>
// CHECK-LABEL: ep.graph @arithmetic
!t = !ep.tensor<[s0, 4], complex<f32>>
!r = !ep.tensor<[4], f32>
ep.program @arithmetic { ep.graph @arithmetic(%x: !t {ep.input = #ep.input<user_input "x">}, %y: !r {ep.input = #ep.input<user_input "y">})
    -> (!t {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">}, !t {ep.output = #ep.output<user_output "2">}, !t {ep.output = #ep.output<user_output "3">}) {
  // CHECK: ep.to_builtin %{{.*}} : !ep.tensor<[s0, 4], complex<f32>> -> tensor<?x4x2xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[RE]], #[[IM]], #[[RE]], #[[IM]], #[[ALL]]], iterator_types = ["parallel", "parallel", "parallel"]}
  // CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
  // CHECK: arith.extf %[[A]] : f32 to f64
  // CHECK-COUNT-4: arith.mulf %{{.*}} : f64
  // CHECK: %[[PART:.*]] = linalg.index 2
  // CHECK: %[[IS:.*]] = arith.cmpi eq, %[[PART]], %{{.*}} : index
  // CHECK: %[[R:.*]] = arith.select %[[IS]], %{{.*}}, %{{.*}} : f32
  // CHECK: linalg.yield %[[R]]
  %0 = aten.mul.Tensor %x, %x : (!t, !t) -> !t
  // A real operand is read once, along its dimensions.
  // CHECK: linalg.generic {indexing_maps = [#[[RE]], #[[IM]], #[[ROW]], #[[ALL]]]
  %1 = aten.add.Tensor %x, %y : (!t, !r) -> !t
  // CHECK: linalg.generic
  // CHECK: arith.constant 2.000000e+00 : f32
  // CHECK: arith.constant -1.000000e+00 : f32
  %2 = aten.mul.Scalar %1, other = (2.0, -1.0) : (!t) -> !t
  // A small power is a product.
  // CHECK: linalg.generic
  // CHECK-NOT: math
  // CHECK: linalg.yield
  %3 = aten.pow.Tensor_Scalar %0, exponent = 3 : (!t) -> !t
  ep.return %0, %1, %2, %3 : !t, !t, !t, !t
} }

// -----

// CHECK-LABEL: ep.graph @functions
!t = !ep.tensor<[4], complex<f64>>
!r = !ep.tensor<[4], f64>
!b = !ep.tensor<[4], i1>
ep.program @functions { ep.graph @functions(%x: !t {ep.input = #ep.input<user_input "x">})
    -> (!r {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">}, !b {ep.output = #ep.output<user_output "2">},
        !b {ep.output = #ep.output<user_output "3">}, !t {ep.output = #ep.output<user_output "4">}, !t {ep.output = #ep.output<user_output "5">}) {
  // CHECK: math.sqrt
  // CHECK: linalg.yield %{{.*}} : f64
  // CHECK-NEXT: } -> tensor<4xf64>
  %0 = aten.abs.default %x : (!t) -> !r
  // CHECK: math.log
  // CHECK: math.atan2
  // CHECK: } -> tensor<4x2xf64>
  %1 = aten.log.default %x : (!t) -> !t
  // CHECK-COUNT-2: arith.cmpf oeq
  // CHECK: } -> tensor<4xi1>
  %2 = aten.eq.Tensor %x, %x : (!t, !t) -> !b
  // Both parts say whether a number is true.
  // CHECK-COUNT-2: arith.cmpf oeq
  // CHECK: arith.andi
  // CHECK: } -> tensor<4xi1>
  %3 = aten._to_copy.default %x, dtype = i1 : (!t) -> !b
  // CHECK: arith.negf
  // CHECK: } -> tensor<4x2xf64>
  %4 = aten._conj.default %x : (!t) -> !t
  // CHECK: arith.constant 1.000000e+00 : f64
  // CHECK: } -> tensor<4x2xf64>
  %5 = aten.full.default size = [4], fill_value = 1 : () -> !t
  ep.return %0, %1, %2, %3, %4, %5 : !r, !t, !b, !b, !t, !t
} }

// -----

// Views of the same numbers, and what changes nothing.
// CHECK-LABEL: ep.graph @views
// CHECK: %[[X:.*]] = ep.to_builtin
// CHECK-NOT: linalg
// CHECK: ep.from_builtin %[[X]] : tensor<4x2xf32> -> !ep.tensor<[4], complex<f32>>
!t = !ep.tensor<[4], complex<f32>>
!r = !ep.tensor<[4, 2], f32>
ep.program @views { ep.graph @views(%x: !r {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}, !r {ep.output = #ep.output<user_output "1">}) {
  %0 = aten.view_as_complex.default %x : (!r) -> !t
  %1 = aten.clone.default %0 : (!t) -> !t
  %2 = aten.view_as_real.default %1 : (!t) -> !r
  %3 = aten._conj.default %2 : (!r) -> !r
  ep.return %1, %3 : !t, !r
} }

// -----

!t = !ep.tensor<[4], complex<f32>>
ep.program @symbolic { ep.graph @symbolic(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.mul.Scalar' op is not converted to linalg: has no complex tensor; symbolic float number; complex tensors}}
  %0 = aten.mul.Scalar %x, other = 0.5*zuf0 : (!t) -> !t
  ep.return %0 : !t
} }

// -----

// Inverse functions by square roots that do not cancel.
// CHECK-LABEL: ep.graph @inverse
!t = !ep.tensor<[4], complex<f32>>
ep.program @inverse { ep.graph @inverse(%x: !t {ep.input = #ep.input<user_input "x">})
    -> (!t {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">}, !t {ep.output = #ep.output<user_output "2">}, !t {ep.output = #ep.output<user_output "3">}) {
  // CHECK: math.sqrt
  // CHECK: math.sqrt
  // CHECK: math.atan2
  // CHECK: math.asinh
  %0 = aten.acos.default %x : (!t) -> !t
  // CHECK: math.log1p
  // CHECK: math.atan2
  %1 = aten.atanh.default %x : (!t) -> !t
  // CHECK: math.log1p
  %2 = aten.log1p.default %x : (!t) -> !t
  // CHECK: math.expm1
  %3 = aten.expm1.default %x : (!t) -> !t
  ep.return %0, %1, %2, %3 : !t, !t, !t, !t
} }
