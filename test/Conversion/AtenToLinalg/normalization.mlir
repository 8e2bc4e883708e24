// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Over the last dimensions.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1, d2) -> (d0)>
// CHECK-DAG: #[[IN:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-LABEL: ep.graph @layer_norm
ep.program @layer_norm { ep.graph @layer_norm(
          %x: !ep.tensor<[s0, 2, 3], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "w">},
          %b: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "b">},
          %h: !ep.tensor<[4, s0], f16> {ep.input = #ep.input<user_input "h">}
      ) -> (!ep.tensor<[s0, 2, 3], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 1, 1], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 1, 1], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4, s0], f16> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[4, 1], f32> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[4, 1], f32> {ep.output = #ep.output<user_output "5">}) {
  // The mean, then the mean of squares of what is left.
  // CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "reduction"]
  // CHECK: arith.addf
  // CHECK: %[[MEAN:.*]] = linalg.generic {{.*}} ins(%[[SUM]] :
  // CHECK: arith.constant 6.0{{.*}} : f32
  // CHECK: arith.divf
  // CHECK: %[[D:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]], {{.*}} ins(%{{.*}}, %[[MEAN]] :
  // CHECK: arith.subf
  // CHECK: %[[SQ:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "reduction"]} ins(%[[D]] :
  // CHECK: arith.mulf
  // CHECK: arith.addf
  // CHECK: %[[RSTD:.*]] = linalg.generic {{.*}} ins(%[[SQ]] :
  // CHECK: math.sqrt
  // CHECK: arith.divf
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[IN]], #[[IN]], #[[ID]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[D]], %[[RSTD]], %{{.*}}, %{{.*}} :
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[S:.*]]: f32, %[[W:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[S]] : f32
  // CHECK-NEXT: %[[Q:.*]] = arith.mulf %[[P]], %[[W]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.addf %[[Q]], %[[B]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  // CHECK: tensor.expand_shape %[[MEAN]]
  // CHECK: tensor.expand_shape %[[RSTD]]
  %0:3 = aten.native_layer_norm.default %x, normalized_shape = [2, 3], %w, %b, eps = 1.0e-05
    : (!ep.tensor<[s0, 2, 3], f32>, !ep.tensor<[2, 3], f32>, !ep.tensor<[2, 3], f32>) -> (!ep.tensor<[s0, 2, 3], f32>, !ep.tensor<[s0, 1, 1], f32>, !ep.tensor<[s0, 1, 1], f32>)
  // A symbolic count; a half float is computed in f32.
  // CHECK: arith.extf
  // CHECK: iterator_types = ["parallel", "reduction"]
  // CHECK: arith.index_cast %{{.*}} : index to i64
  // CHECK: arith.divf
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  %1:3 = aten.native_layer_norm.default %h, normalized_shape = [s0], eps = 1.0e-05
    : (!ep.tensor<[4, s0], f16>) -> (!ep.tensor<[4, s0], f16>, !ep.tensor<[4, 1], f32>, !ep.tensor<[4, 1], f32>)
  ep.return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2 : !ep.tensor<[s0, 2, 3], f32>,
    !ep.tensor<[s0, 1, 1], f32>,
    !ep.tensor<[s0, 1, 1], f32>,
    !ep.tensor<[4, s0], f16>,
    !ep.tensor<[4, 1], f32>,
    !ep.tensor<[4, 1], f32>
} }

// -----

// More dimensions than there are, statistics of other sizes, and complex tensors
// are refused.
ep.program @shape { ep.graph @shape(
          %x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[1], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[1], f32> {ep.output = #ep.output<user_output "2">}) {
  // expected-error @below {{'aten.native_layer_norm.default' op is not converted to linalg: normalizes more than there is}}
  %0:3 = aten.native_layer_norm.default %x, normalized_shape = [2, 3], eps = 1.0e-05 : (!ep.tensor<[3], f32>) -> (!ep.tensor<[3], f32>, !ep.tensor<[1], f32>, !ep.tensor<[1], f32>)
  ep.return %0#0, %0#1, %0#2 : !ep.tensor<[3], f32>,
    !ep.tensor<[1], f32>,
    !ep.tensor<[1], f32>
} }

// -----

ep.program @statistics { ep.graph @statistics(
          %x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4, 3], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[5, 1], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[5, 1], f32> {ep.output = #ep.output<user_output "2">}) {
  // expected-error @below {{'aten.native_layer_norm.default' op is not converted to linalg: statistics have other sizes}}
  %0:3 = aten.native_layer_norm.default %x, normalized_shape = [3], eps = 1.0e-05 : (!ep.tensor<[4, 3], f32>) -> (!ep.tensor<[4, 3], f32>, !ep.tensor<[5, 1], f32>, !ep.tensor<[5, 1], f32>)
  ep.return %0#0, %0#1, %0#2 : !ep.tensor<[4, 3], f32>,
    !ep.tensor<[5, 1], f32>,
    !ep.tensor<[5, 1], f32>
} }

// -----

ep.program @complex { ep.graph @complex(
          %x: !ep.tensor<[4, 3], complex<f32>> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4, 3], complex<f32>> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4, 1], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[4, 1], f32> {ep.output = #ep.output<user_output "2">}) {
  // expected-error @below {{'aten.native_layer_norm.default' op is not converted to linalg: complex tensors}}
  %0:3 = aten.native_layer_norm.default %x, normalized_shape = [3], eps = 1.0e-05 : (!ep.tensor<[4, 3], complex<f32>>) -> (!ep.tensor<[4, 3], complex<f32>>, !ep.tensor<[4, 1], f32>, !ep.tensor<[4, 1], f32>)
  ep.return %0#0, %0#1, %0#2 : !ep.tensor<[4, 3], complex<f32>>,
    !ep.tensor<[4, 1], f32>,
    !ep.tensor<[4, 1], f32>
} }
