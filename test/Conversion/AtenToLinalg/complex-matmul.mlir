// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: #[[A_RE:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, 0)>
// CHECK: #[[A_IM:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, 1)>
// CHECK: #[[B_RE:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d1, 0)>
// CHECK: #[[B_IM:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d1, 1)>
// CHECK: #[[C:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-LABEL: ep.graph @products
!a = !ep.tensor<[s0, 4], complex<f32>>
!b = !ep.tensor<[4, 5], complex<f32>>
!c = !ep.tensor<[s0, 5], complex<f32>>
!d = !ep.tensor<[5], complex<f32>>
ep.program @products { ep.graph @products(%a: !a {ep.input = #ep.input<user_input "a">}, %b: !b {ep.input = #ep.input<user_input "b">}, %d: !d {ep.input = #ep.input<user_input "d">})
    -> (!c {ep.output = #ep.output<user_output "0">}, !c {ep.output = #ep.output<user_output "1">}) {
  // CHECK: linalg.generic {indexing_maps = [#[[A_RE]], #[[A_IM]], #[[B_RE]], #[[B_IM]], #[[C]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
  // CHECK: linalg.index 2
  // CHECK: arith.addf %{{.*}} : f64
  // CHECK: arith.truncf %{{.*}} : f64 to f32
  %0 = aten.mm.default %a, %b : (!a, !b) -> !c
  // The same product, not rounded yet.
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]
  // CHECK: arith.constant 2.000000e+00 : f32
  %1 = aten.addmm.default %d, %a, %b, beta = 2 : (!d, !a, !b) -> !c
  ep.return %0, %1 : !c, !c
} }

// -----

// CHECK-LABEL: ep.graph @batches
!a = !ep.tensor<[3, 2, 4], complex<f64>>
!b = !ep.tensor<[3, 4, 5], complex<f64>>
!c = !ep.tensor<[3, 2, 5], complex<f64>>
ep.program @batches { ep.graph @batches(%a: !a {ep.input = #ep.input<user_input "a">}, %b: !b {ep.input = #ep.input<user_input "b">}) -> (!c {ep.output = #ep.output<user_output "0">}) {
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]
  // CHECK: -> tensor<3x2x5x2xf64>
  %0 = aten.bmm.default %a, %b : (!a, !b) -> !c
  ep.return %0 : !c
} }

// -----

!a = !ep.tensor<[2, 4], complex<f32>>
!b = !ep.tensor<[4, 5], f32>
!c = !ep.tensor<[2, 5], complex<f32>>
ep.program @mixed { ep.graph @mixed(%a: !a {ep.input = #ep.input<user_input "a">}, %b: !b {ep.input = #ep.input<user_input "b">}) -> (!c {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.mm.default' op is not converted to linalg: complex tensors; matrices are not complex}}
  %0 = aten.mm.default %a, %b : (!a, !b) -> !c
  ep.return %0 : !c
} }

// -----

!a = !ep.tensor<[2, 2], complex<f32>>
!d = !ep.tensor<[2], f32>
ep.program @bias { ep.graph @bias(%d: !d {ep.input = #ep.input<user_input "d">}, %a: !a {ep.input = #ep.input<user_input "a">}) -> (!a {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.addmm.default' op is not converted to linalg: complex tensors; matrices are not complex}}
  %0 = aten.addmm.default %d, %a, %a : (!d, !a, !a) -> !a
  ep.return %0 : !a
} }
