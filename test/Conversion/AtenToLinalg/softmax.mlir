// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Probabilities.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: ep.graph @softmax
ep.program @softmax { ep.graph @softmax(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %h: !ep.tensor<[2, 3], f16> {ep.input = #ep.input<user_input "h">}
      ) -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[2, 3], f32> {ep.output = #ep.output<user_output "1">}) {
  // Maximum, difference, exponential, sum, quotient.
  // CHECK: arith.constant 0xFF800000 : f32
  // CHECK: %[[MAX:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
  // CHECK: arith.maximumf
  // CHECK: %[[D:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%{{.*}}, %[[MAX]] :
  // CHECK: arith.subf
  // CHECK: %[[E:.*]] = linalg.generic {{.*}} ins(%[[D]] :
  // CHECK: math.exp
  // CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[E]] :
  // CHECK: arith.addf
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]], {{.*}} ins(%[[E]], %[[SUM]] :
  // CHECK: %[[INVERSE:.+]] = arith.divf %{{.+}}, %{{.+}}
  // CHECK: arith.mulf %{{.+}}, %[[INVERSE]]
  %0 = aten._softmax.default %x, dim = -1, half_to_float = false : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // A half float is computed in f32, and stays so when asked.
  // CHECK: iterator_types = ["reduction", "parallel"]
  // CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
  // CHECK: arith.subf %{{.*}}, %{{.*}} : f32
  // CHECK: %[[INVERSE:.+]] = arith.divf %{{.+}}, %{{.+}}
  // CHECK: arith.mulf %{{.+}}, %[[INVERSE]]
  // CHECK-NOT: arith.truncf
  // CHECK: linalg.yield
  %1 = aten._softmax.default %h, dim = 0, half_to_float = true : (!ep.tensor<[2, 3], f16>) -> !ep.tensor<[2, 3], f32>
  ep.return %0, %1 : !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[2, 3], f32>
} }

// -----

// Their logarithms.
// CHECK-LABEL: ep.graph @log_softmax
ep.program @log_softmax { ep.graph @log_softmax(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %h: !ep.tensor<[2, 3], bf16> {ep.input = #ep.input<user_input "h">}
      ) -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[2, 3], bf16> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[D:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
  // CHECK: arith.subf
  // CHECK: math.exp
  // CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
  // CHECK: linalg.generic {{.*}} ins(%[[D]], %[[SUM]] :
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[S:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[L:.*]] = math.log %[[S]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.subf %[[X]], %[[L]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten._log_softmax.default %x, dim = 1, half_to_float = false : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: math.log %{{.*}} : f32
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %1 = aten._log_softmax.default %h, dim = 1, half_to_float = false : (!ep.tensor<[2, 3], bf16>) -> !ep.tensor<[2, 3], bf16>
  ep.return %0, %1 : !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[2, 3], bf16>
} }

// -----

// A tensor without dimensions, a dimension out of range, and complex tensors are refused.
ep.program @scalar_softmax { ep.graph @scalar_softmax(
          %x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.expand_shape %{{.*}} [] output_shape [1]
  // CHECK: tensor.collapse_shape
  %0 = aten._softmax.default %x, dim = 0, half_to_float = false : (!ep.tensor<[], f32>) -> !ep.tensor<[], f32>
  ep.return %0 : !ep.tensor<[], f32>
} }

// -----

ep.program @range_softmax { ep.graph @range_softmax(
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten._softmax.default' op is not converted to linalg: dimension out of range}}
  %0 = aten._softmax.default %x, dim = 1, half_to_float = false : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
  ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

ep.program @scalar_log_softmax { ep.graph @scalar_log_softmax(
          %x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.expand_shape %{{.*}} [] output_shape [1]
  // CHECK: tensor.collapse_shape
  %0 = aten._log_softmax.default %x, dim = 0, half_to_float = false : (!ep.tensor<[], f32>) -> !ep.tensor<[], f32>
  ep.return %0 : !ep.tensor<[], f32>
} }

// -----

ep.program @range_log_softmax { ep.graph @range_log_softmax(
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten._log_softmax.default' op is not converted to linalg: dimension out of range}}
  %0 = aten._log_softmax.default %x, dim = 1, half_to_float = false : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
  ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

ep.program @complex { ep.graph @complex(
          %x: !ep.tensor<[4], complex<f32>> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten._softmax.default' op is not converted to linalg: complex tensors}}
  %0 = aten._softmax.default %x, dim = 0, half_to_float = false : (!ep.tensor<[4], complex<f32>>) -> !ep.tensor<[4], complex<f32>>
  ep.return %0 : !ep.tensor<[4], complex<f32>>
} }
