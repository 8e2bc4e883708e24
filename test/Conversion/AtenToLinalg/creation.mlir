// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// One value everywhere.
// CHECK-LABEL: ep.graph @filled
ep.program @filled { ep.graph @filled(
          %x: !ep.tensor<[s0, 3], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0, 2], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 3], i1> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 3], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[], ui8> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[], i64> {ep.output = #ep.output<user_output "4">}) {
  // CHECK: %[[S:.*]] = ep.size s0
  // CHECK: %[[K:.*]] = arith.constant 2.5
  // CHECK: %[[E:.*]] = tensor.empty(%[[S]]) : tensor<?x2xf32>
  // CHECK: linalg.fill ins(%[[K]] : f32) outs(%[[E]] : tensor<?x2xf32>)
  %0 = aten.full.default size = [s0, 2], fill_value = 2.5, dtype = f32 : () -> !ep.tensor<[s0, 2], f32>
  // CHECK: arith.constant true
  // CHECK: linalg.fill ins(%{{.*}} : i1) outs(%{{.*}} : tensor<?x3xi1>)
  %1 = aten.full_like.default %x, fill_value = true, dtype = i1 : (!ep.tensor<[s0, 3], f32>) -> !ep.tensor<[s0, 3], i1>
  // CHECK: arith.constant 3.0
  // CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<?x3xf32>)
  %2 = aten.fill.Scalar %x, value = 3 : (!ep.tensor<[s0, 3], f32>) -> !ep.tensor<[s0, 3], f32>
  // Builtin tensors have no signs.
  // CHECK: arith.constant 7 : i8
  // CHECK: linalg.fill ins(%{{.*}} : i8) outs(%{{.*}} : tensor<i8>)
  %3 = aten.scalar_tensor.default s = 7, dtype = ui8 : () -> !ep.tensor<[], ui8>
  // The number is a size.
  // CHECK: arith.index_cast %{{.*}} : index to i64
  // CHECK: linalg.fill ins(%{{.*}} : i64) outs(%{{.*}} : tensor<i64>)
  %4 = aten.full.default size = [], fill_value = s0, dtype = i64 : () -> !ep.tensor<[], i64>
  ep.return %0, %1, %2, %3, %4 : !ep.tensor<[s0, 2], f32>,
    !ep.tensor<[s0, 3], i1>,
    !ep.tensor<[s0, 3], f32>,
    !ep.tensor<[], ui8>,
    !ep.tensor<[], i64>
} }

// -----

// What is not zero is true.
// CHECK-LABEL: ep.graph @truths
// CHECK: linalg.fill ins(%true{{.*}} : i1) outs(%{{.*}} : tensor<i1>)
// CHECK: linalg.fill ins(%true{{.*}} : i1) outs(%{{.*}} : tensor<2xi1>)
// CHECK: linalg.fill ins(%false{{.*}} : i1)
ep.program @truths { ep.graph @truths() -> (
    !ep.tensor<[], i1> {ep.output = #ep.output<user_output "0">},
    !ep.tensor<[2], i1> {ep.output = #ep.output<user_output "1">},
    !ep.tensor<[], i1> {ep.output = #ep.output<user_output "2">}) {
  %0 = aten.scalar_tensor.default s = 10, dtype = i1 : () -> !ep.tensor<[], i1>
  %1 = aten.full.default size = [2], fill_value = 0.5, dtype = i1 : () -> !ep.tensor<[2], i1>
  %2 = aten.scalar_tensor.default s = 0, dtype = i1 : () -> !ep.tensor<[], i1>
  ep.return %0, %1, %2 : !ep.tensor<[], i1>, !ep.tensor<[2], i1>, !ep.tensor<[], i1>
} }

// -----

// Complex and symbolic float values are refused.
ep.program @refused0 { ep.graph @refused0(
          
      ) -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.full.default' op is not converted to linalg: has no complex tensor; complex or symbolic float value}}
  %0 = aten.full.default size = [2], fill_value = 0.5*zuf0, dtype = f32 : () -> !ep.tensor<[2], f32>
  ep.return %0 : !ep.tensor<[2], f32>
} }

// -----

ep.program @refused1 { ep.graph @refused1(
          %x: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.full_like.default' op is not converted to linalg: has no complex tensor; complex or symbolic float value}}
  %0 = aten.full_like.default %x, fill_value = zuf0 : (!ep.tensor<[2], f32>) -> !ep.tensor<[2], f32>
  ep.return %0 : !ep.tensor<[2], f32>
} }

// -----

ep.program @refused2 { ep.graph @refused2(
          %x: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.fill.Scalar' op is not converted to linalg: has no complex tensor; complex or symbolic float value}}
  %0 = aten.fill.Scalar %x, value = (1.0, 2.0) : (!ep.tensor<[2], f32>) -> !ep.tensor<[2], f32>
  ep.return %0 : !ep.tensor<[2], f32>
} }

// -----

ep.program @refused3 { ep.graph @refused3(
          
      ) -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.scalar_tensor.default' op is not converted to linalg: has no complex tensor; complex or symbolic float value}}
  %0 = aten.scalar_tensor.default s = zuf0, dtype = f32 : () -> !ep.tensor<[], f32>
  ep.return %0 : !ep.tensor<[], f32>
} }
