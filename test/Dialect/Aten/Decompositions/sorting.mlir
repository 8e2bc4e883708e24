// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @argsort_default(
ep.program @argsort_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @argsort_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sort.default %x, dim = -3, descending = true
    %0 = aten.argsort.default %x, dim = -3, descending = true : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], i64>
    ep.return %0 : !ep.tensor<[s95, s85, s68], i64>
} }

// -----

// CHECK-LABEL: ep.graph @msort_default(
ep.program @msort_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @msort_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sort.default %x, dim = 0
    %0 = aten.msort.default %x : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @gradient_scalarint(
ep.program @gradient_scalarint {
  ep.graph @gradient_scalarint(%x: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, start = 2, end = 5
    // CHECK-NEXT: aten.slice.Tensor %x, start = 0, end = 3
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 2.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %x, start = 1, end = 2
    // CHECK-NEXT: aten.slice.Tensor %x, start = 0, end = 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %x, start = 4, end = 5
    // CHECK-NEXT: aten.slice.Tensor %x, start = 3, end = 4
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.cat.default [%{{.*}}]
    %0 = aten.gradient.scalarint %x : (!ep.tensor<[5], f32>) -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @sort_stable(
ep.program @sort_stable { ep.symbol @n range(2, 64)
  ep.graph @sort_stable(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 5], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n, 5], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.sort.default %a, dim = 1, descending = true
    %0:2 = aten.sort.stable %a, stable = true, dim = 1, descending = true : (!ep.tensor<[n, 5], f32>) -> (!ep.tensor<[n, 5], f32>, !ep.tensor<[n, 5], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[n, 5], f32>, !ep.tensor<[n, 5], i64>
} }

// -----

// CHECK-LABEL: ep.graph @argsort_stable(
ep.program @argsort_stable { ep.symbol @n range(2, 64)
  ep.graph @argsort_stable(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 5], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sort.default %a, dim = 1
    %0 = aten.argsort.stable %a, stable = true, dim = 1 : (!ep.tensor<[n, 5], f32>) -> !ep.tensor<[n, 5], i64>
    ep.return %0 : !ep.tensor<[n, 5], i64>
} }
