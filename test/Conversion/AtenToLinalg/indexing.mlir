// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Rows at indices that are data.
// CHECK-DAG: #[[I:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[R:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-LABEL: ep.graph @embedding
ep.program @embedding { ep.graph @embedding(
          %w: !ep.tensor<[10, 4], f16> {ep.input = #ep.input<user_input "w">},
          %i: !ep.tensor<[s0, 3], i64> {ep.input = #ep.input<user_input "i">},
          %n: !ep.tensor<[], i32> {ep.input = #ep.input<user_input "n">}
      ) -> (!ep.tensor<[s0, 3, 4], f16> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], f16> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[W:.*]] = ep.to_builtin %{{.*}} : !ep.tensor<[10, 4], f16>
  // CHECK: linalg.generic {indexing_maps = [#[[I]], #[[R]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%{{.*}} : tensor<?x3xi64>) outs(%{{.*}} : tensor<?x3x4xf16>)
  // CHECK: ^bb0(%[[I:.*]]: i64, %{{.*}}: f16):
  // CHECK-NEXT: %[[ROW:.*]] = arith.index_cast %[[I]] : i64 to index
  // CHECK-NEXT: %[[COLUMN:.*]] = linalg.index 2
  // CHECK-NEXT: %[[R:.*]] = tensor.extract %[[W]][%[[ROW]], %[[COLUMN]]]
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.embedding.default %w, %i : (!ep.tensor<[10, 4], f16>, !ep.tensor<[s0, 3], i64>) -> !ep.tensor<[s0, 3, 4], f16>
  // One index is one row.
  // CHECK: iterator_types = ["parallel"]} ins(%{{.*}} : tensor<i32>) outs(%{{.*}} : tensor<4xf16>)
  // CHECK: linalg.index 0
  %1 = aten.embedding.default %w, %n : (!ep.tensor<[10, 4], f16>, !ep.tensor<[], i32>) -> !ep.tensor<[4], f16>
  ep.return %0, %1 : !ep.tensor<[s0, 3, 4], f16>,
    !ep.tensor<[4], f16>
} }

// -----

// Complex weights are refused.
ep.program @complex { ep.graph @complex(
          %w: !ep.tensor<[10, 4], complex<f32>> {ep.input = #ep.input<user_input "w">},
          %i: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[3, 4], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.embedding.default' op is not converted to linalg: complex tensors}}
  %0 = aten.embedding.default %w, %i : (!ep.tensor<[10, 4], complex<f32>>, !ep.tensor<[3], i64>) -> !ep.tensor<[3, 4], complex<f32>>
  ep.return %0 : !ep.tensor<[3, 4], complex<f32>>
} }
