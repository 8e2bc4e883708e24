// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Products of matrices.
// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[R:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: ep.graph @mm
ep.program @mm { ep.graph @mm(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[4, s1], f32> {ep.input = #ep.input<user_input "w">},
          %h: !ep.tensor<[2, 4], bf16> {ep.input = #ep.input<user_input "h">},
          %k: !ep.tensor<[4, 3], bf16> {ep.input = #ep.input<user_input "k">},
          %i: !ep.tensor<[2, 3], i64> {ep.input = #ep.input<user_input "i">},
          %j: !ep.tensor<[3, 2], i64> {ep.input = #ep.input<user_input "j">}
      ) -> (!ep.tensor<[s0, s1], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[2, 3], bf16> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[2, 2], i64> {ep.output = #ep.output<user_output "2">}) {
  // Starts at zero; the last loop reduces.
  // CHECK: %[[S0:.*]] = ep.size s0
  // CHECK: %[[S1:.*]] = ep.size s1
  // CHECK: tensor.empty(%[[S0]], %[[S1]]) : tensor<?x?xf32>
  // CHECK: linalg.fill ins(%{{.*}} : f32)
  // CHECK: linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[R]]], iterator_types = ["parallel", "parallel", "reduction"]}
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[ACC:.*]]: f32):
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.addf %[[ACC]], %[[P]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.mm.default %x, %w : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4, s1], f32>) -> !ep.tensor<[s0, s1], f32>
  // Half floats are accumulated in f32 and rounded at the end.
  // CHECK: ^bb0(%[[X:.*]]: bf16, %[[Y:.*]]: bf16, %[[ACC:.*]]: f32):
  // CHECK-NEXT: %[[F:.*]] = arith.extf %[[X]] : bf16 to f32
  // CHECK-NEXT: %[[G:.*]] = arith.extf %[[Y]] : bf16 to f32
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[G]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.addf %[[ACC]], %[[P]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  // CHECK: arith.truncf %{{.*}} fastmath<contract> : f32 to bf16
  %1 = aten.mm.default %h, %k : (!ep.tensor<[2, 4], bf16>, !ep.tensor<[4, 3], bf16>) -> !ep.tensor<[2, 3], bf16>
  // CHECK: arith.muli
  // CHECK: arith.addi
  %2 = aten.mm.default %i, %j : (!ep.tensor<[2, 3], i64>, !ep.tensor<[3, 2], i64>) -> !ep.tensor<[2, 2], i64>
  ep.return %0, %1, %2 : !ep.tensor<[s0, s1], f32>,
    !ep.tensor<[2, 3], bf16>,
    !ep.tensor<[2, 2], i64>
} }

// -----

// Batches of matrices.
// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-DAG: #[[R:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-LABEL: ep.graph @bmm
ep.program @bmm { ep.graph @bmm(
          %x: !ep.tensor<[s0, 3, 4], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[s0, 4, s1], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[s0, 3, s1], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[R]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins({{.*}} : tensor<?x3x4xf32>, tensor<?x4x?xf32>) outs({{.*}} : tensor<?x3x?xf32>)
  %0 = aten.bmm.default %x, %y : (!ep.tensor<[s0, 3, 4], f32>, !ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[s0, 3, s1], f32>
  ep.return %0 : !ep.tensor<[s0, 3, s1], f32>
} }

// -----

// beta * self + alpha * (mat1 @ mat2).
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: ep.graph @addmm
ep.program @addmm { ep.graph @addmm(
          %b: !ep.tensor<[s1], f32> {ep.input = #ep.input<user_input "b">},
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[4, s1], f32> {ep.input = #ep.input<user_input "w">},
          %n: !ep.tensor<[2, 4], f16> {ep.input = #ep.input<user_input "n">},
          %m: !ep.tensor<[4, 3], f16> {ep.input = #ep.input<user_input "m">},
          %s: !ep.tensor<[2, 3], f16> {ep.input = #ep.input<user_input "s">}
      ) -> (!ep.tensor<[s0, s1], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[2, 3], f16> {ep.output = #ep.output<user_output "1">}) {
  // A row is added to the product.
  // CHECK: iterator_types = ["parallel", "parallel", "reduction"]
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]]
  // CHECK: ^bb0(%[[P:.*]]: f32, %[[S:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = arith.addf %[[P]], %[[S]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.addmm.default %b, %x, %w : (!ep.tensor<[s1], f32>, !ep.tensor<[s0, 4], f32>, !ep.tensor<[4, s1], f32>) -> !ep.tensor<[s0, s1], f32>
  // Factors, rounded once.
  // CHECK: iterator_types = ["parallel", "parallel", "reduction"]
  // CHECK: ^bb0(%[[P:.*]]: f32, %[[S:.*]]: f16, %{{.*}}: f16):
  // CHECK-NEXT: %[[TWO:.*]] = arith.constant 2.0{{.*}} : f32
  // CHECK-NEXT: %[[A:.*]] = arith.mulf %[[P]], %[[TWO]] : f32
  // CHECK-NEXT: %[[F:.*]] = arith.extf %[[S]] fastmath<contract> : f16 to f32
  // CHECK-NEXT: %[[HALF:.*]] = arith.constant 5.0{{.*}} : f32
  // CHECK-NEXT: %[[B:.*]] = arith.mulf %[[F]], %[[HALF]] : f32
  // CHECK-NEXT: %[[T:.*]] = arith.addf %[[A]], %[[B]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.truncf %[[T]] fastmath<contract> : f32 to f16
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.addmm.default %s, %n, %m, beta = 0.5, alpha = 2
    : (!ep.tensor<[2, 3], f16>, !ep.tensor<[2, 4], f16>, !ep.tensor<[4, 3], f16>) -> !ep.tensor<[2, 3], f16>
  ep.return %0, %1 : !ep.tensor<[s0, s1], f32>,
    !ep.tensor<[2, 3], f16>
} }

// -----

// Symbolic factors and complex matrices are refused.
ep.program @factors { ep.graph @factors(
          %b: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "b">},
          %x: !ep.tensor<[2, 4], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "w">}
      ) -> (!ep.tensor<[2, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.addmm.default' op is not converted to linalg: symbolic factors; matrices are not complex}}
  %0 = aten.addmm.default %b, %x, %w, alpha = s0 : (!ep.tensor<[3], f32>, !ep.tensor<[2, 4], f32>, !ep.tensor<[4, 3], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return %0 : !ep.tensor<[2, 3], f32>
} }
