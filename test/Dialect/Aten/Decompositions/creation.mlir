// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @new_zeros_default(
ep.program @new_zeros_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @new_zeros_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [2, 0], fill_value = 0, dtype = f32
    %0 = aten.new_zeros.default %x, size = [2, 0], pin_memory = false : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[2, 0], f32>
    ep.return %0 : !ep.tensor<[2, 0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @new_ones_default(
ep.program @new_ones_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @new_ones_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [2, 0], fill_value = 1, dtype = f32
    %0 = aten.new_ones.default %x, size = [2, 0], pin_memory = false : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[2, 0], f32>
    ep.return %0 : !ep.tensor<[2, 0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @new_full_default(
ep.program @new_full_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @new_full_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [2, 0], fill_value = 4.319086074829102, dtype = f32
    %0 = aten.new_full.default %x, size = [2, 0], fill_value = 4.319086074829102, pin_memory = false : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[2, 0], f32>
    ep.return %0 : !ep.tensor<[2, 0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @new_empty_default(
ep.program @new_empty_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @new_empty_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.empty.memory_format size = [2, 0], dtype = f32
    %0 = aten.new_empty.default %x, size = [2, 0], pin_memory = false : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[2, 0], f32>
    ep.return %0 : !ep.tensor<[2, 0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @empty_like_default(
ep.program @empty_like_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @empty_like_default(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s87, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.empty.memory_format size = [s87, s85], dtype = f32
    %0 = aten.empty_like.default %x, pin_memory = false : (!ep.tensor<[s87, s85], f32>) -> !ep.tensor<[s87, s85], f32>
    ep.return %0 : !ep.tensor<[s87, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @empty_permuted_default(
ep.program @empty_permuted_default { ep.symbol @s0 range(2, 64)
  ep.graph @empty_permuted_default()
    -> (!ep.tensor<[s0, 4], f32, strides = [1, s0]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.empty.memory_format size = [s0, 4], dtype = f32
    %0 = aten.empty_permuted.default size = [s0, 4], physical_layout = [1, 0] : () -> !ep.tensor<[s0, 4], f32, strides = [1, s0]>
    ep.return %0 : !ep.tensor<[s0, 4], f32, strides = [1, s0]>
} }

// -----

// CHECK-LABEL: ep.graph @new_empty_strided_default(
ep.program @new_empty_strided_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @new_empty_strided_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 0], f32, strides = [3, 4]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.empty.memory_format size = [2, 0], dtype = f32
    %0 = aten.new_empty_strided.default %x, size = [2, 0], stride = [3, 4], pin_memory = false : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[2, 0], f32, strides = [3, 4]>
    ep.return %0 : !ep.tensor<[2, 0], f32, strides = [3, 4]>
} }

// -----

// CHECK-LABEL: ep.graph @eye_default(
ep.program @eye_default {
  ep.graph @eye_default()
    -> (!ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 4, dtype = i64
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 4, dtype = i64
    // CHECK-NEXT: aten.eq.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    %0 = aten.eye.default n = 4 : () -> !ep.tensor<[4, 4], f32>
    ep.return %0 : !ep.tensor<[4, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @eye_m(
ep.program @eye_m { ep.symbol @s0 range(2, 64)
  ep.graph @eye_m()
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = s0, dtype = i64
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 4, dtype = i64
    // CHECK-NEXT: aten.eq.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    %0 = aten.eye.m n = s0, m = 4 : () -> !ep.tensor<[s0, 4], f32>
    ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @one_hot_default(
ep.program @one_hot_default { ep.symbol @s95 range(2, 64)
  ep.graph @one_hot_default(%x: !ep.tensor<[s95], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 10], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 10, dtype = i64
    // CHECK-NEXT: aten.eq.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    %0 = aten.one_hot.default %x, num_classes = 10 : (!ep.tensor<[s95], i64>) -> !ep.tensor<[s95, 10], i64>
    ep.return %0 : !ep.tensor<[s95, 10], i64>
} }

// -----

// The number of classes depends on the data: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 { ep.symbol @s0 range(2, 64)
  ep.graph @left_0(%x: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4, s0], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.one_hot.default 
    %0 = aten.one_hot.default %x : (!ep.tensor<[4], i64>) -> !ep.tensor<[4, s0], i64>
    ep.return %0 : !ep.tensor<[4, s0], i64>
} }

// -----

// CHECK-LABEL: ep.graph @zero_default(
ep.program @zero_default { ep.symbol @n range(2, 64)
  ep.graph @zero_default(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [n], fill_value = 0, dtype = f32
    %0 = aten.zero.default %a : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// What is filled with one value says its size and dtype.
// CHECK-LABEL: ep.graph @filled
ep.program @filled { ep.graph @filled(
          %x: !ep.tensor<[s0, 4], bf16> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[s0, 2], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[3], i1> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 4], bf16> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[3], f64> {ep.output = #ep.output<user_output "3">}) {
  // CHECK: aten.full.default size = [s0, 2], fill_value = 0, dtype = f32
  %0 = aten.zeros.default size = [s0, 2] : () -> !ep.tensor<[s0, 2], f32>
  // CHECK: aten.full.default size = [3], fill_value = 1, dtype = i1
  %1 = aten.ones.default size = [3], dtype = i1 : () -> !ep.tensor<[3], i1>
  // CHECK: aten.full.default size = [s0, 4], fill_value = 0, dtype = bf16
  %2 = aten.zeros_like.default %x : (!ep.tensor<[s0, 4], bf16>) -> !ep.tensor<[s0, 4], bf16>
  // CHECK: aten.full.default size = [3], fill_value = 1, dtype = f64
  %3 = aten.ones_like.default %i, dtype = f64 : (!ep.tensor<[3], i64>) -> !ep.tensor<[3], f64>
  ep.return %0, %1, %2, %3 : !ep.tensor<[s0, 2], f32>,
    !ep.tensor<[3], i1>,
    !ep.tensor<[s0, 4], bf16>,
    !ep.tensor<[3], f64>
} }
