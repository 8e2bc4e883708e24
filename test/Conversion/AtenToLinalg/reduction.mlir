// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Sums.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[R:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: ep.graph @sums
ep.program @sums { ep.graph @sums(
          %x: !ep.tensor<[s0, 4, s1], f32> {ep.input = #ep.input<user_input "x">},
          %h: !ep.tensor<[s0, 4], f16> {ep.input = #ep.input<user_input "h">},
          %b: !ep.tensor<[3], i1> {ep.input = #ep.input<user_input "b">}
      ) -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[1, 1, s1], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4], f16> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[], i64> {ep.output = #ep.output<user_output "4">}) {
  // One dimension; kept; all.
  // CHECK: linalg.fill
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[R]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%{{.*}} : tensor<?x4x?xf32>) outs(%{{.*}} : tensor<?x4xf32>)
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[ACC:.*]]: f32):
  // CHECK-NEXT: %[[R:.*]] = arith.addf %[[ACC]], %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.sum.dim_IntList %x, dim = [-1] : (!ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: iterator_types = ["reduction", "reduction", "parallel"]
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2]] {{.*}} : tensor<?xf32> into tensor<1x1x?xf32>
  %1 = aten.sum.dim_IntList %x, dim = [0, 1], keepdim = true : (!ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[1, 1, s1], f32>
  // CHECK: iterator_types = ["reduction", "reduction", "reduction"]} ins(%{{.*}} : tensor<?x4x?xf32>) outs(%{{.*}} : tensor<f32>)
  %2 = aten.sum.dim_IntList %x, dim = [] : (!ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[], f32>
  // Half floats in f32, bools in i64.
  // CHECK: arith.extf
  // CHECK: arith.addf %{{.*}}, %{{.*}} : f32
  // CHECK: arith.truncf
  %3 = aten.sum.dim_IntList %h, dim = [0] : (!ep.tensor<[s0, 4], f16>) -> !ep.tensor<[4], f16>
  // CHECK: arith.extui %{{.*}} : i1 to i64
  // CHECK: arith.addi %{{.*}}, %{{.*}} : i64
  %4 = aten.sum.dim_IntList %b, dim = [0] : (!ep.tensor<[3], i1>) -> !ep.tensor<[], i64>
  ep.return %0, %1, %2, %3, %4 : !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[1, 1, s1], f32>,
    !ep.tensor<[], f32>,
    !ep.tensor<[4], f16>,
    !ep.tensor<[], i64>
} }

// -----

// Means.
// CHECK-LABEL: ep.graph @means
ep.program @means { ep.graph @means(
          %x: !ep.tensor<[s0, 4, s1], f32> {ep.input = #ep.input<user_input "x">},
          %h: !ep.tensor<[2, 4], bf16> {ep.input = #ep.input<user_input "h">}
      ) -> (!ep.tensor<[s1], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[2, 1], bf16> {ep.output = #ep.output<user_output "1">}) {
  // The divisor is a size.
  // CHECK: %[[N:.*]] = ep.size 4*s0
  // CHECK: iterator_types = ["reduction", "reduction", "parallel"]
  // CHECK: arith.index_cast %[[N]] : index to i64
  // CHECK: %[[F:.*]] = arith.sitofp %{{.*}} : i64 to f64
  // CHECK: arith.divf %{{.*}}, %[[F]] : f64
  %0 = aten.mean.dim %x, dim = [0, 1] : (!ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[s1], f32>
  // A number, before the sum is rounded.
  // CHECK: arith.constant 4.0{{.*}} : f64
  // CHECK: arith.divf
  // CHECK: arith.truncf
  // CHECK: tensor.expand_shape %{{.*}} : tensor<2xbf16> into tensor<2x1xbf16>
  %1 = aten.mean.dim %h, dim = [1], keepdim = true : (!ep.tensor<[2, 4], bf16>) -> !ep.tensor<[2, 1], bf16>
  ep.return %0, %1 : !ep.tensor<[s1], f32>,
    !ep.tensor<[2, 1], bf16>
} }

// -----

// Extremes.
// CHECK-LABEL: ep.graph @extremes
ep.program @extremes { ep.graph @extremes(
          %x: !ep.tensor<[s0, 4, s1], f32> {ep.input = #ep.input<user_input "x">},
          %u: !ep.tensor<[s0, 4], ui8> {ep.input = #ep.input<user_input "u">},
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[s0, s1], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 1, s1], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[], i64> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[], i64> {ep.output = #ep.output<user_output "5">}) {
  // From the lowest or the highest value.
  // CHECK: arith.constant 0xFF800000 : f32
  // CHECK: iterator_types = ["parallel", "reduction", "parallel"]
  // CHECK: arith.maximumf
  %0 = aten.amax.default %x, dim = [1] : (!ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[s0, s1], f32>
  // CHECK: arith.constant 0x7F800000 : f32
  // CHECK: arith.minimumf
  // CHECK: tensor.expand_shape
  %1 = aten.amin.default %x, dim = [1], keepdim = true : (!ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[s0, 1, s1], f32>
  // CHECK: arith.constant 0 : i8
  // CHECK: arith.maxui
  %2 = aten.amax.default %u, dim = [0] : (!ep.tensor<[s0, 4], ui8>) -> !ep.tensor<[4], ui8>
  // CHECK: arith.constant -1 : i8
  // CHECK: arith.minui
  %3 = aten.amin.default %u, dim = [0] : (!ep.tensor<[s0, 4], ui8>) -> !ep.tensor<[4], ui8>
  // CHECK: arith.constant -9223372036854775808 : i64
  // CHECK: arith.maxsi
  %4 = aten.amax.default %i, dim = [] : (!ep.tensor<[4], i64>) -> !ep.tensor<[], i64>
  // CHECK: arith.constant 9223372036854775807 : i64
  // CHECK: arith.minsi
  %5 = aten.amin.default %i, dim = [] : (!ep.tensor<[4], i64>) -> !ep.tensor<[], i64>
  ep.return %0, %1, %2, %3, %4, %5 : !ep.tensor<[s0, s1], f32>,
    !ep.tensor<[s0, 1, s1], f32>,
    !ep.tensor<[4], ui8>,
    !ep.tensor<[4], ui8>,
    !ep.tensor<[], i64>,
    !ep.tensor<[], i64>
} }

// -----

ep.program @complex_amax { ep.graph @complex_amax(
          %x: !ep.tensor<[4], complex<f32>> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.amax.default' op is not converted to linalg: complex tensors}}
  %0 = aten.amax.default %x, dim = [0] : (!ep.tensor<[4], complex<f32>>) -> !ep.tensor<[], complex<f32>>
  ep.return %0 : !ep.tensor<[], complex<f32>>
} }

// -----

ep.program @complex_amin { ep.graph @complex_amin(
          %x: !ep.tensor<[4], complex<f32>> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.amin.default' op is not converted to linalg: complex tensors}}
  %0 = aten.amin.default %x, dim = [0] : (!ep.tensor<[4], complex<f32>>) -> !ep.tensor<[], complex<f32>>
  ep.return %0 : !ep.tensor<[], complex<f32>>
} }

// -----

// Half floats are compared in f32, and rounded to what they were.
// CHECK-LABEL: ep.graph @amax_half
ep.program @amax_half { ep.graph @amax_half(
          %x: !ep.tensor<[4], bf16> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[], bf16> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[X:.*]] = arith.extf %{{.*}} : bf16 to f32
  // CHECK: arith.maximumf %[[X]], %{{.*}} : f32
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %0 = aten.amax.default %x, dim = [0] : (!ep.tensor<[4], bf16>) -> !ep.tensor<[], bf16>
  ep.return %0 : !ep.tensor<[], bf16>
} }
