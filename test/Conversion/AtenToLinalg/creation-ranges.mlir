// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @arange
ep.program @arange { ep.graph @arange()
    -> (!ep.tensor<[4], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.index 0
  // CHECK: arith.muli
  // CHECK: arith.addi
  %0 = aten.arange.start_step  start = 2, end = 12, step = 3 : () -> !ep.tensor<[4], i64>
  ep.return %0 : !ep.tensor<[4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @arange_float
ep.program @arange_float {
  ep.symbol @s0 range(0, ?) ep.graph @arange_float()
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.mulf %{{.*}} : f64
  // CHECK: arith.addf %{{.*}} : f64
  // CHECK: arith.truncf %{{.*}} : f64 to f32
  %0 = aten.arange.start_step  start = 0.5, end = s0, step = 1 : () -> !ep.tensor<[s0], f32>
  ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// Every run gives the same.
// CHECK-LABEL: ep.graph @empty
ep.program @empty {
  ep.symbol @s0 range(0, ?) ep.graph @empty()
    -> (!ep.tensor<[2, s0], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.fill
  %0 = aten.empty.memory_format  size = [2, s0] : () -> !ep.tensor<[2, s0], f32>
  ep.return %0 : !ep.tensor<[2, s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @empty_strided
ep.program @empty_strided { ep.graph @empty_strided()
    -> (!ep.tensor<[2, 3], i1, strides = [1, 2]> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.fill
  %0 = aten.empty_strided.default  size = [2, 3], stride = [1, 2] : () -> !ep.tensor<[2, 3], i1, strides = [1, 2]>
  ep.return %0 : !ep.tensor<[2, 3], i1, strides = [1, 2]>
} }

// -----

// CHECK-LABEL: ep.graph @copy
ep.program @copy {
  ep.symbol @s0 range(0, ?) ep.graph @copy(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[4], f64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.truncf %{{.*}} : f64 to f32
  %0 = aten.copy.default %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f64>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }
