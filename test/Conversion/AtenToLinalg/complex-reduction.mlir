// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// A product carries both parts, in f64; the parts of the result lie side by
// side.
// CHECK-LABEL: ep.graph @products
!t = !ep.tensor<[4, 6], complex<f32>>
!r = !ep.tensor<[4, 1], complex<f32>>
!z = !ep.tensor<[], complex<f32>>
ep.program @products { ep.graph @products(%x: !t {ep.input = #ep.input<user_input "x">})
    -> (!r {ep.output = #ep.output<user_output "0">}, !z {ep.output = #ep.output<user_output "1">}) {
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}}, %{{.*}} : tensor<4x6x2xf32>, tensor<4x6x2xf32>) outs(%{{.*}}, %{{.*}} : tensor<4xf64>, tensor<4xf64>)
  // CHECK-COUNT-4: arith.mulf
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
  // CHECK: -> tensor<4x2xf32>
  // CHECK: tensor.expand_shape %{{.*}} tensor<4x2xf32> into tensor<4x1x2xf32>
  %0 = aten.prod.dim_int %x, dim = -1, keepdim = true : (!t) -> !r
  // CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]
  // CHECK: -> tensor<2xf32>
  %1 = aten.prod.default %x : (!t) -> !z
  ep.return %0, %1 : !r, !z
} }

// -----

// What is true is not zero.
// CHECK-LABEL: ep.graph @truths
!t = !ep.tensor<[4, 6], complex<f32>>
!b = !ep.tensor<[4, 6], i1>
!r = !ep.tensor<[4], i1>
ep.program @truths { ep.graph @truths(%x: !t {ep.input = #ep.input<user_input "x">}, %y: !b {ep.input = #ep.input<user_input "y">})
    -> (!r {ep.output = #ep.output<user_output "0">}, !b {ep.output = #ep.output<user_output "1">}) {
  // CHECK: arith.cmpf oeq
  // CHECK: arith.cmpf oeq
  // CHECK: -> tensor<4x6xi1>
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
  // CHECK: arith.ori
  %0 = aten.any.dim %x, dim = 1 : (!t) -> !r
  // CHECK: arith.andi
  %1 = aten.logical_and.default %x, %y : (!t, !b) -> !b
  ep.return %0, %1 : !r, !b
} }

// -----

// A product of real numbers as a complex one is not converted.
!t = !ep.tensor<[4], f32>
!z = !ep.tensor<[], complex<f32>>
ep.program @mixed { ep.graph @mixed(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!z {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.prod.default' op is not converted to linalg: complex tensors; operand or result is real}}
  %0 = aten.prod.default %x, dtype = complex<f32> : (!t) -> !z
  ep.return %0 : !z
} }
